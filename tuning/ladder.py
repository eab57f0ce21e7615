"""``python -m tuning.ladder GAME``: how bots of each level play a game, so that steps are even.

A level has one place on a line, from which its positions and its errors follow: 0 to 4 are the
levels of ``gipf_meta/bots/levels.py``. From the weakest up each level but the strongest moves along
the line, a pair of games at a time, until it wins as often as it should against the one below it,
``beginner`` against ``greedy``; the strongest stays, and plays the level below it in a quarter as
many pairs, for it thinks longest. With ``--check`` nothing moves: the levels play as they are.
``--file`` keeps every pair; the same command goes on with it. The last line is what the game's
class says: ``levels``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, TextIO

from gipf_meta.bots.bot import Bot
from gipf_meta.bots.duel_odds import STEP
from gipf_meta.bots.greedy import GreedyBot
from gipf_meta.bots.levels import LEVELS
from gipf_meta.protocol.game import AnyGame, Game
from gipf_meta.protocol.options import read_settings
from tuning.compare import score_words
from tuning.games import Meeting, Side, installed

PLACES: Final = tuple(
    (bot.nodes or Game.positions_a_second, bot.blur) for bot in (make() for make in LEVELS.values())
)
"""The positions and the errors at the places 0 to 4."""
BELOW_GREEDY: Final = 0.25
"""The share of its games against ``greedy`` that ``beginner`` should win."""
GAIN: Final = 3.0
"""The places by which a level moves after its first pair, for each point of a game: it comes to the
right place soonest where one place is worth 300 points of Elo."""
CALM: Final = 4
"""The number of pairs that count as played before the first, or luck in it would lead far away."""


class LadderError(Exception):
    """The reason why no game is played; one sentence."""


def at(place: float) -> tuple[int, float]:
    """The positions and the errors at *place*. Below 0 errors grow by the same factor."""
    if place < 0:
        nodes, blur = PLACES[0]
        return max(1, round(nodes * 5.0**place)), round(blur * 1.8**-place, 3)
    low = min(int(place), len(PLACES) - 2)
    (nodes, blur), (more, less) = PLACES[low : low + 2]
    part = place - low
    return round(nodes * (more / nodes) ** part), round(blur + part * (less - blur), 3)


def moved(place: float, won: float, due: float, pairs: int) -> float:
    """*place* after *pairs* before and one in which the level *won* this share, and *due* was
    another."""
    return min(len(PLACES) - 1, place + GAIN * (due - won) / (pairs + CALM))


def share_of(elo: float) -> float:
    """The share of games that a player wins who is so many points of Elo better."""
    return 1 / (1 + 10 ** (-elo / 400))


def bot_of(level: str, how: tuple[int, float]) -> Bot:
    """The bot of *level* that looks at so many positions, with such errors."""
    nodes, blur = how
    return LEVELS[level](nodes=nodes, blur=blur, level="")


class Journal:
    """The pairs that were played, as lines of a file; without one they are forgotten."""

    def __init__(self, path: Path | None, settings: Mapping[str, Any], exits: ExitStack) -> None:
        self._known: dict[tuple[str, int], float] = {}
        self._file: TextIO | None = None
        if path is None:
            return
        head = json.dumps(settings)
        text = path.read_text(encoding="ascii") if path.exists() else ""
        lines = text.split("\n")[:-1] or [head]  # a line that was cut off is played again
        if lines[0] != head:
            raise LadderError(f"{path} was begun with other settings: {lines[0]}")
        for line in lines[1:]:
            level, number, points = json.loads(line)
            self._known[level, number] = points
        self._file = exits.enter_context(path.open("w", encoding="ascii"))
        print(*lines, sep="\n", file=self._file, flush=True)

    def points(self, level: str, number: int, meeting: Meeting) -> float:
        """The points of *level* in its pair *number*, which is played unless it was."""
        key = level, number
        if key not in self._known:
            self._known[key] = meeting.pair(number)
            if self._file is not None:
                print(json.dumps([*key, self._known[key]]), file=self._file, flush=True)
        return self._known[key]


class Ladder:
    """The levels of a *game* with the options *given*: their steps are *elo*, each found in *pairs*
    pairs of games."""

    def __init__(
        self,
        game: type[AnyGame],
        given: Mapping[str, Any],
        elo: float,
        pairs: int,
        seed: int,
        journal: Journal,
    ) -> None:
        self.game, self.given, self.elo, self.pairs, self.seed = game, given, elo, pairs, seed
        self.journal = journal
        self.levels: dict[str, tuple[int, float]] = {}

    def climb(self) -> Iterator[str]:
        """Finds the ``levels``; a line on each, the weakest first."""
        below: Bot = GreedyBot()
        place = 0.0
        *moving, strongest = LEVELS
        for number, level in enumerate(moving):
            due = share_of(self.elo) if number else BELOW_GREEDY
            place = self._place(level, below, place + bool(number), due)
            self.levels[level] = at(place)
            below = bot_of(level, at(place))
            yield f"{level}: place {place:.2f}, {at(place)}"
        self.levels[strongest] = PLACES[-1]
        yield self._step(strongest, below)

    def check(self) -> Iterator[str]:
        """A line on each level against the one below it, as the game says that they play."""
        below: Bot = GreedyBot()
        for level in LEVELS:
            yield self._step(level, below)
            below = LEVELS[level]()

    def _place(self, level: str, below: Bot, place: float, due: float) -> float:
        """The place at which *level* wins the share *due* against *below*, sought from *place* on:
        the mean of the places at which the second half of the pairs was played."""
        tried: list[float] = []
        for pair in range(self.pairs):
            tried.append(place)
            points = self.journal.points(
                level, pair, self._meeting(bot_of(level, at(place)), below)
            )
            place = moved(place, points / 2, due, pair)
        late = [*tried[len(tried) // 2 :], place]
        return sum(late) / len(late)

    def _step(self, level: str, below: Bot) -> str:
        """The result of *level* against *below*, in one line."""
        how = self.levels.get(level)
        meeting = self._meeting(bot_of(level, how) if how else LEVELS[level](), below)
        counts = [0] * 5
        pairs = self.pairs // 4 if level == [*LEVELS][-1] else self.pairs
        for pair in range(pairs):
            counts[int(2 * self.journal.points(level, pair, meeting))] += 1
        return f"{level}: {score_words(counts)}"

    def _meeting(self, bot: Bot, below: Bot) -> Meeting:
        return Meeting(self.game, self.given, [Side(bot=bot), Side(bot=below)], self.seed)


def main() -> int:
    """Runs the command; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tuning.ladder",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game")
    parser.add_argument("--step", type=float, default=STEP, help="in Elo; default: %(default)s")
    parser.add_argument("--pairs", type=int, default=40, help="for each level; default: 40")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", action="store_true", help="play the levels as they are")
    parser.add_argument("--file", type=Path, help="keep every pair there; go on with it")
    parser.add_argument("--set", nargs="*", default=[], metavar="OPTION=VALUE", help="of the game")
    asked = parser.parse_args()
    settings = {name: value for name, value in vars(asked).items() if name != "file"}
    try:
        with ExitStack() as exits:
            journal = Journal(asked.file, settings, exits)
            game, given = installed().find(asked.game), read_settings(asked.set)
            ladder = Ladder(game, given, asked.step, asked.pairs, asked.seed, journal)
            for line in ladder.check() if asked.check else ladder.climb():
                print(f"{asked.game}: {line}", flush=True)
    except (LadderError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    if ladder.levels:
        print(ladder.levels)
    return 0


if __name__ == "__main__":
    sys.exit(main())
