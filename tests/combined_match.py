"""Whether the bots' challenges are worth making: whole matches of GIPF with potentials and duels.

    python -m tests.combined_match --rival never --matches 200

A bot that weighs its challenges plays one that differs in nothing but its answers to announcements:
it *never* challenges, or at the *first* chance. Duels are played in their games, by the same two.
Both games of a pair begin with the same random turns, with changed sides.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gipf_meta.arena.referee import play_opening
from gipf_meta.arena.standings import elo
from gipf_meta.base.clock import StillClock, cpu_ms
from gipf_meta.bots.bot import Request
from gipf_meta.bots.dueling import asks_for_duel
from gipf_meta.bots.levels import SearchingBot, make_bot
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import Installed, load_plugins
from gipf_meta.protocol.game import Duel, Turn
from gipf_meta.protocol.options import configure
from gipf_meta.table.players import Player
from gipf_meta.table.table import Table

GAME = {
    "variant": "tournament",
    "tamsk_potentials": 3,
    "zertz_potentials": 3,
    "challenges_enabled": "on",
    "max_turns": 400,
}
"""The combined game with its own defaults: one challenge for each kind of potential."""
OPENING = 2
"""A GIPF-piece each. Random turns after that would give the potentials up."""


class Never(SearchingBot):
    """Allows everything."""

    challenges = False

    def choose(self, request: Request) -> Any:
        game, state = request.game, request.state
        moves = game.turn_moves(state, request.seat)
        asking = [asks_for_duel(game, game.apply(state, move)) for move in moves]
        if any(asking):
            return moves[asking.index(self.challenges)]
        return super().choose(request)


class First(Never):
    """Challenges whenever it can."""

    challenges = True


RIVALS: dict[str, type[SearchingBot]] = {"never": Never, "first": First}


@dataclass(frozen=True)
class Told:
    """One match: whether the first bot won it, and what became of each one's challenges."""

    points: float
    challenges: tuple[int, int]
    denied: tuple[int, int]


def pair(
    installed: Installed, options: dict[str, Any], level: str, rival: str, seed: int
) -> Iterator[Told]:
    """Both matches of a pair: the bot has the first seat, then the second."""
    game = configure(installed.find("gipf"), options)
    begun = play_opening(Match.begin(game, 2, installed.find, seed), OPENING)
    for own in (0, 1):
        players = [
            Player(level, bot_of(SearchingBot if seat == own else RIVALS[rival], level), level)
            for seat in (0, 1)
        ]
        table = Table(begun, players, StillClock())
        table.play_bots()
        yield told(table, own)


def bot_of(kind: type[SearchingBot], level: str) -> SearchingBot:
    """A bot of *kind* that looks as far as those of *level* do, and takes the time it needs."""
    bot = make_bot(level)
    assert isinstance(bot, SearchingBot)
    return kind(bot.nodes, guess=bot.guess, blur=bot.blur)


def told(table: Table, own: int) -> Told:
    """What the finished match at *table* says of the player at seat *own*."""
    assert table.over is not None, table.trouble
    bottom = table.match.sessions[0]
    made, won = Counter[int](), Counter[int]()
    for step in bottom.steps:
        now = bottom.game.status(step.before)
        if isinstance(now, Duel):
            challenger = 1 - now.claimant
            won[challenger] += step.move.winner == challenger
        elif step.text == "challenge":
            assert isinstance(now, Turn)
            made[now.seat] += 1
    winners = table.over.winners
    points = 0.5 if len(winners) != 1 else float(winners[0] == own)
    return Told(points, (made[own], made[1 - own]), (won[own], won[1 - own]))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rival", choices=RIVALS, required=True)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--level", default="easy", help="of both, in GIPF and in duels")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--set", nargs="*", default=[], metavar="NAME=VALUE", help="options of GIPF"
    )
    asked = parser.parse_args()
    options = {**GAME, **dict(word.split("=", 1) for word in asked.set)}
    installed, begun = load_plugins(), cpu_ms()
    print("| level | rival | matches | won | Elo | challenges | duels won by the challenger | s |")
    print("|---|---|---|---|---|---|---|---|")
    counts, matches = [0] * 5, list[Told]()
    for number in range(asked.matches // 2):
        both = list(pair(installed, options, asked.level, asked.rival, asked.seed + number))
        matches += both
        counts[int(2 * sum(match.points for match in both))] += 1
        if number % 10 == 9 or len(matches) >= asked.matches:
            print(row(asked, counts, matches, cpu_ms() - begun), flush=True)


def row(asked: argparse.Namespace, counts: list[int], matches: list[Told], ms: float) -> str:
    """The result so far, as a line of a table."""
    share = 100 * sum(match.points for match in matches) / len(matches)
    rating = elo(counts)
    cells = [
        asked.level,
        asked.rival,
        str(len(matches)),
        f"{share:.1f} %",
        f"{rating.elo:+.0f} ({rating.low:+.0f} to {rating.high:+.0f})",
        mean([match.challenges for match in matches]),
        mean([match.denied for match in matches]),
        f"{ms / 1000 / len(matches):.1f}",
    ]
    return f"| {' | '.join(cells)} |"


def mean(numbers: list[tuple[int, int]]) -> str:
    """What both sides had in a match, on average."""
    return ", ".join(f"{sum(side) / len(side):.2f}" for side in zip(*numbers, strict=True))


if __name__ == "__main__":
    main()
