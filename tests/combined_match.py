"""Whether the bots' challenges are worth making: whole matches of GIPF with potentials and duels.

    python -m tests.combined_match --rival never --matches 200

A bot that weighs its challenges plays one that differs in nothing but its answers to announcements:
it *never* challenges, at the *first* chance, or is *cool* and likes no duel for its own sake. Duels
are played in their games, by the same two. Both games of a pair begin with the same random turns,
with changed sides. The rival can be another level instead; the last columns say in how many matches
a duel was seen, and in how many series of three.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from gipf_meta.base.clock import StillClock, cpu_ms
from gipf_meta.bots.bot import Request
from gipf_meta.bots.duel_odds import asks_for_duel, contests
from gipf_meta.bots.levels import COOL, LEVELS, SearchingBot, make_bot
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import Installed, load_plugins
from gipf_meta.protocol.game import AnyGame, Chance, Duel, Over, Turn
from gipf_meta.protocol.options import configure
from gipf_meta.table.players import Player
from gipf_meta.table.table import Table
from gipf_meta.workshop.arena.referee import play_opening
from gipf_meta.workshop.arena.standings import elo
from tuning.games import PatientRequest

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


class Cool(SearchingBot):
    """Likes no duel for its own sake."""

    def choose(self, request: Request) -> Any:
        self.temper = COOL
        return super().choose(request)


RIVALS: dict[str, type[SearchingBot]] = {"never": Never, "first": First, "cool": Cool}

BY_LOT = "unknowing"
"""The rival that differs in knowing less: lots decide duels, and the bot knows how they will fall.
What it wins is the most that can be gained by knowing the odds."""


@dataclass(frozen=True)
class MatchFigures:
    """One match: whether the first bot won it, and what became of each one's challenges."""

    points: float
    challenges: tuple[int, int]
    denied: tuple[int, int]
    announced: tuple[int, int]

    @property
    def has_duel(self) -> bool:
        """Whether somebody asked for a duel."""
        return any(self.challenges)


def pair(
    installed: Installed, options: dict[str, Any], level: str, rival: str, seed: int
) -> Iterator[MatchFigures]:
    """Both matches of a pair: the bot has the first seat, then the second."""
    game = configure(installed.find("gipf"), options)
    begun = play_opening(Match.begin(game, 2, installed.find, seed), OPENING)
    if rival in RIVALS:
        other = Player(level, bot_of(RIVALS[rival], level), level)
    else:
        other = Player(rival, bot_of(SearchingBot, rival), rival)
    for own in (0, 1):
        players = [
            Player(level, bot_of(SearchingBot, level), level) if seat == own else other
            for seat in (0, 1)
        ]
        table = Table(begun, players, StillClock())
        table.play_bots()
        yield figures_of(table, own)


def pair_by_lot(
    installed: Installed, options: dict[str, Any], level: str, seed: int
) -> Iterator[MatchFigures]:
    """Both matches of a pair in which the bot knows, when it may challenge, who will win the next
    duel, as lots decide, and the same bot as its rival does not."""
    game = configure(installed.find("gipf"), options)
    begun = play_opening(Match.begin(game, 2, installed.find, seed), OPENING).sessions[0].state
    bot = bot_of(SearchingBot, level)
    for own in (0, 1):
        rng = Random(f"{seed}/{own}")
        yield play_by_lot(game, begun, bot, own, rng)


def play_by_lot(
    game: AnyGame, state: Any, bot: SearchingBot, own: int, rng: Random
) -> MatchFigures:
    """One such match from *state* on; the seat *own* knows."""
    made, won, announced = [0, 0], [0, 0], [0, 0]
    winner = rng.randrange(2)
    now = game.status(state)
    while not isinstance(now, Over):
        if isinstance(now, Duel):
            won[1 - now.claimant] += winner != now.claimant
            move = game.settle(state, winner, now.game)
            winner = rng.randrange(2)
        elif isinstance(now, Chance):
            move = rng.choice(now.outcomes)[0]
        else:
            # whoever announces cannot count on it that the other side knows, too
            answers = contests(game, state, game.turn_moves(state, now.seat)).challenges
            odds = partial(knowing, winner) if answers and now.seat == own else None
            move = bot.choose(PatientRequest(game, state, now.seat, 2, Random(rng.random()), odds))
            found = contests(game, state, [move])
            made[now.seat] += len(found.challenges)
            announced[now.seat] += len(found.announcements)
        state = game.apply(state, move)
        now = game.status(state)
    points = 0.5 if len(now.winners) != 1 else float(now.winners[0] == own)
    return MatchFigures(points, *[(each[own], each[1 - own]) for each in (made, won, announced)])


def knowing(winner: int, duel: Duel) -> list[float]:
    """The odds of a *duel* that *winner* will win."""
    return [float(seat == winner) for seat in duel.seats]


def bot_of(kind: type[SearchingBot], level: str) -> SearchingBot:
    """A bot of *kind* that looks as far as those of *level* do, and takes the time it needs."""
    bot = make_bot(level)
    assert isinstance(bot, SearchingBot)
    return kind(bot.nodes, guess=bot.guess, blur=bot.blur, level=level, temper=bot.temper)


def figures_of(table: Table, own: int) -> MatchFigures:
    """The figures of the finished match at *table* for the player at seat *own*."""
    assert table.over is not None, table.trouble
    bottom = table.match.sessions[0]
    made, won, announced = Counter[int](), Counter[int](), Counter[int]()
    for step in bottom.steps:
        now = bottom.game.status(step.before)
        if isinstance(now, Duel):
            challenger = 1 - now.claimant
            won[challenger] += step.move.winner == challenger
        elif (
            isinstance(now, Turn)
            and step.move in contests(bottom.game, step.before, [step.move]).announcements
        ):
            announced[now.seat] += 1
        elif step.text == "challenge":
            assert isinstance(now, Turn)
            made[now.seat] += 1
    winners = table.over.winners
    points = 0.5 if len(winners) != 1 else float(winners[0] == own)
    both = [(told[own], told[1 - own]) for told in (made, won, announced)]
    return MatchFigures(points, *both)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rival", choices=[*RIVALS, BY_LOT, *LEVELS], required=True)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--level", default="easy", help="of both, in GIPF and in duels")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--set", nargs="*", default=[], metavar="NAME=VALUE", help="options of GIPF"
    )
    asked = parser.parse_args()
    options = {**GAME, **dict(word.split("=", 1) for word in asked.set)}
    installed, begun = load_plugins(), cpu_ms()
    print(
        "| level | rival | matches | won | Elo | announced | challenges "
        "| duels won by the challenger | with a duel | of three | s |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    counts, matches = [0] * 5, list[MatchFigures]()
    for number in range(asked.matches // 2):
        seed = asked.seed + number
        if asked.rival == BY_LOT:
            both = list(pair_by_lot(installed, options, asked.level, seed))
        else:
            both = list(pair(installed, options, asked.level, asked.rival, seed))
        matches += both
        counts[int(2 * sum(match.points for match in both))] += 1
        if number % 10 == 9 or len(matches) >= asked.matches:
            print(row(asked, counts, matches, cpu_ms() - begun), flush=True)


def row(
    asked: argparse.Namespace, counts: list[int], matches: list[MatchFigures], ms: float
) -> str:
    """The result so far, as a line of a table."""
    share = 100 * sum(match.points for match in matches) / len(matches)
    rating = elo(counts)
    seen = sum(match.has_duel for match in matches) / len(matches)
    cells = [
        asked.level,
        asked.rival,
        str(len(matches)),
        f"{share:.1f} %",
        f"{rating.elo:+.0f} ({rating.low:+.0f} to {rating.high:+.0f})",
        mean([match.announced for match in matches]),
        mean([match.challenges for match in matches]),
        mean([match.denied for match in matches]),
        f"{seen:.0%}",
        f"{1 - (1 - seen) ** 3:.0%}",
        f"{ms / 1000 / len(matches):.1f}",
    ]
    return f"| {' | '.join(cells)} |"


def mean(numbers: list[tuple[int, int]]) -> str:
    """The averages of both sides in a match."""
    return ", ".join(f"{sum(side) / len(side):.2f}" for side in zip(*numbers, strict=True))


if __name__ == "__main__":
    main()
