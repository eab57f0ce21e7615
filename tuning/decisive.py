"""Whether a hint finds what decides a real game: hints and first lines beside a deep search.

    python -m tuning.decisive zertz FOLDER --field board=rings --count 20

From each game of FOLDER (``archive.py`` says what stands there) a few decisions of its last part
are drawn. Where a deep search finds a turn that decides (a proven win where the next best is none,
or 20 points better than the next, and not lost) the position is kept, until there are enough; a
search that has no such turn in sight after an eighth of its positions is given up. Of each position
is told what the deep search plays, the hint and the first line of an analysis, by processor time
and by positions, and, with ``--wheel``, what an older version found over so few positions as it
gave to a hint.

Today's search is the one that this Python finds: put the folder of a compiled program before it.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.bots.analyst import Analyst
from gipf_meta.match.session import Session
from gipf_meta.narration.advice import LINES, advise_by
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import AnyGame, MoveError
from gipf_meta.protocol.options import configure
from gipf_meta.search.analysis import Analysis, Line, deepen_analysis, split_turns
from gipf_meta.search.bench import is_compiled
from gipf_meta.search.budget import Budget
from gipf_meta.search.mcts import TreeSearch
from gipf_meta.table.new_table import HINT_MS
from tuning.archive import SEATS, ArchiveError, Decision, RealGame, decisions_of, read_games
from tuning.champion import WHEEL, ChampionError, unpacked
from tuning.courses import EngineError
from tuning.engine import ProcessorClock
from tuning.engines import EngineCommand, EngineProcess
from tuning.real_games import add_games, question

DEEP: Final = 400_000
"""The positions of the deep search."""
LEAD: Final = 0.4
"""The lead of a turn that decides over the next one: 20 points of chances."""
IN_SIGHT: Final = 0.1
"""The least such lead after an eighth of the deep search."""
SHALLOW: Final = 1_000
"""The positions that an older version gave to a hint."""


@dataclass(frozen=True)
class Found:
    """The findings where a *decision* was taken, each turn as its decisions.

    *worth* is that of the *deep* turn in words, *next_worth* that of the next one. *by_time* and
    *by_positions* are the turns of the hint and of the first line; *older* is the first decision by
    an older version, ``None`` without one. *won* are turns among them that are proven wins, which
    are as good as the deep one.
    """

    game: str
    key: str
    turn: int
    options: Mapping[str, Any]
    position: str
    since: tuple[str, ...]
    deep: str
    worth: str
    next_worth: str
    by_time: tuple[str, str]
    by_positions: tuple[str, str]
    won: tuple[str, ...]
    older: str | None = None

    def agrees(self, turn: str) -> bool:
        """Whether *turn* is as good as the one of the deep search."""
        return turn == self.deep or turn in self.won


def is_decisive(analysis: Analysis, lead: float = LEAD) -> bool:
    """Whether the first turn of *analysis* wins for sure, or is better by *lead* than the next."""
    best, *others = analysis.lines
    if not others:
        return False
    if best.sure and best.value == 1:
        return not others[0].sure
    return best.value - others[0].value >= lead and best.value > -1


def search_deep(game: AnyGame, state: Any, positions: int) -> Analysis | None:
    """The analysis from *state* by a search over so many *positions*, if it is decisive."""
    found = None
    for found in deepen_analysis(game, state, SEATS, Budget(positions), Random(0), LINES):
        if found.positions >= positions // 8 and not is_decisive(found, IN_SIGHT):
            return None
    return found if found is not None and is_decisive(found) else None


def decisions_of_turn(game: AnyGame, state: Any, line: Line) -> str:
    """The decisions of the first turn of *line* from *state*, those of its seat."""
    own = split_turns(game, state, line.moves)[0]
    return " ".join(text for text, _state in game.texts(own.before, own.moves))


def first_turns(session: Session, budget: Budget) -> tuple[tuple[str, str], list[str]]:
    """The turns of the hint and of the first line where *session* stands; and the latter, if it
    wins for sure."""
    analyst = Analyst()
    hint = " ".join(step for step, _places in advise_by(analyst, session, budget).steps)
    best = analyst.analyse(session, budget, LINES).lines[0]
    first = decisions_of_turn(session.game, session.state, best)
    return (hint, first), [first] if best.sure and best.value == 1 else []


def draw(kind: type[AnyGame], real: RealGame, count: int, seed: int, part: float) -> list[Decision]:
    """*count* decisions between several choices, of the last *part* of a game."""
    try:
        found = decisions_of(kind, real, range(SEATS))
    except MoveError:
        return []
    first = (1 - part) * len(real.turns)
    late = [each for each in found if each.choices > 1 and each.turn > first]
    return Random(f"{seed}/{real.key}").sample(late, min(count, len(late)))


def examine(
    kind: type[AnyGame], decision: Decision, older: EngineProcess | None, asked: argparse.Namespace
) -> Found | None:
    """The findings where *decision* was taken; ``None`` where no turn decides.

    Raises ``EngineError``.
    """
    game: Any = configure(kind, decision.real.options)
    state = game.from_text(decision.position)
    for step in decision.since:
        state = game.apply(state, game.parse(state, step["seat"], step["decision"]))
    deep = search_deep(game, state, asked.deep)
    if deep is None:
        return None
    session = Session(game, state, tuple(range(SEATS)), begun_from=game.to_text(state))
    by_time, won = first_turns(session, Budget(ms=asked.ms, clock=ProcessorClock()))
    by_positions, more_won = first_turns(session, Budget(asked.nodes or kind.positions_a_second))
    first = None
    if older is not None:
        answer = older.ask(question(kind, decision, SHALLOW, asked.seed))
        first = answer["decisions"][0][0]
    real = decision.real
    return Found(
        kind.id,
        real.key,
        decision.turn,
        real.options,
        decision.position,
        tuple(step["decision"] for step in decision.since),
        decisions_of_turn(game, state, deep.lines[0]),
        deep.lines[0].worth,
        deep.lines[1].worth if deep.lines[1:] else "",
        by_time,
        by_positions,
        tuple(sorted({*won, *more_won})),
        first,
    )


def find(
    kind: type[AnyGame], asked: argparse.Namespace, older: EngineProcess | None
) -> Iterator[Found]:
    """Positions that a turn decides, as many as are *asked* for. Raises ``ArchiveError``."""
    count = looked = 0
    for real in read_games(asked.folder, dict(asked.field)):
        for decision in draw(kind, real, asked.positions, asked.seed, asked.part):
            looked += 1
            if (found := examine(kind, decision, older, asked)) is not None:
                yield found
                count += 1
                print(f"{count} of {looked} positions", file=sys.stderr, flush=True)
                if count == asked.count:
                    return


def report(found: Sequence[Found]) -> list[str]:
    """Counts how often the turns found at each position agree with the deep search, and with each
    other."""
    count = len(found)
    rows = {
        "the hint, by time": [each.agrees(each.by_time[0]) for each in found],
        "the first line, by time": [each.agrees(each.by_time[1]) for each in found],
        "the hint, by positions": [each.agrees(each.by_positions[0]) for each in found],
        "the first line, by positions": [each.agrees(each.by_positions[1]) for each in found],
        "an older version": [
            each.deep.split(" ")[0] == each.older for each in found if each.older is not None
        ],
    }
    lines = [
        f"{name} plays what the deep search plays: {sum(row)} of {len(row)}"
        for name, row in rows.items()
        if row
    ]
    by_time = sum(len({*each.by_time}) == 1 for each in found)
    by_count = sum(len({*each.by_positions}) == 1 for each in found)
    together = f"hint and first line are one: by time {by_time}, by positions {by_count} of {count}"
    return [*lines, together]


def parse_words(words: Sequence[str] | None) -> argparse.Namespace:
    """Reads the *words* of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tuning.decisive",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add_games(parser)
    add("--count", type=int, default=20, help="positions to find; default: 20")
    add("--positions", type=int, default=1, help="drawn from a game; default: 1")
    add("--part", type=float, default=0.5, help="of a game, its last one; default: 0.5")
    add("--deep", type=int, default=DEEP, help="positions of the deep search; default: 400000")
    add("--nodes", type=int, help="of a hint; default: as the game says")
    add("--ms", type=int, default=HINT_MS, help="of a hint; default: %(default)s")
    add("--seed", type=int, default=1, help="of what is drawn; default: 1")
    wheel = os.environ.get(WHEEL)
    add("--wheel", type=Path, default=wheel and Path(wheel), help="an older version, to compare")
    add("--python", default=sys.executable, help="runs the wheel; default: the one of this")
    add("--json", type=Path, help="writes the positions there, a line each")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command with *words* (``None``: the command line); returns the exit status."""
    asked = parse_words(words)
    found: list[Found] = []
    try:
        kind = load_plugins().find(asked.game)
        with ExitStack() as stack:
            older = None
            if asked.wheel is not None:
                folder = Path(stack.enter_context(TemporaryDirectory(prefix="champion")))
                command: EngineCommand = unpacked(asked.wheel, folder, asked.python)
                older = stack.enter_context(closing(EngineProcess(command)))
            for each in find(kind, asked, older):
                found.append(each)
                if asked.json:
                    with asked.json.open("a", encoding="utf-8") as file:
                        print(json.dumps(asdict(each), ensure_ascii=False), file=file)
    except (ArchiveError, ChampionError, EngineError, GipfMetaError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    how = "compiled" if is_compiled(TreeSearch.__module__) else "interpreted"
    print(f"{asked.game}, {len(found)} positions, {how}", *report(found), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
