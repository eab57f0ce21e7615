"""How well bots foretell games that were really played: who wins, and what is played.

    python -m tuning.real_games zertz FOLDER --field board=rings --rating 1501

From each game of FOLDER in which a rated player took part some decisions are drawn. A judge says
what the chances of the side on turn are: they are compared with who won. And he puts all decisions
in an order: it is counted how high what a rated player chose stands. The judges are the bot
``expert`` without a search (0 positions) and over so many positions as ``--nodes`` says, of today
and, with ``--wheel``, of an older version. A fifth of the games is held out: which ones depends on
their turns alone, so whoever trains on games takes the other part (``--part training``).
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.capabilities import Evaluated
from gipf_meta.protocol.game import AnyGame, MoveError
from gipf_meta.protocol.options import changed_options, configure
from tuning.archive import (
    SEATS,
    ArchiveError,
    Decision,
    RealGame,
    decisions_of,
    draw_decisions,
    read_games,
)
from tuning.calibration_picture import draw_calibrations
from tuning.champion import WHEEL, ChampionError, of_today, unpacked
from tuning.courses import EngineError
from tuning.engines import PACE_MS, EngineCommand, EngineProcess
from tuning.forecast import (
    Mean,
    Verdict,
    differences,
    report,
    table_of_differences,
    tables,
    verdict,
)

PARTS: Final = ("held-out", "training", "all")


@dataclass(frozen=True)
class Sample:
    """The *decisions* that were drawn from *games*; *refused* tells of games that are illegal."""

    decisions: Sequence[Decision]
    games: int
    refused: Sequence[str]


def draw_sample(
    kind: type[AnyGame], games: Iterator[RealGame], asked: argparse.Namespace
) -> Sample:
    """Decisions of those of *games* that are *asked* for. Raises ``ArchiveError``."""
    found: list[Decision] = []
    refused: list[str] = []
    count = 0
    for real in games:
        rated = real.rated_seats(asked.rating)
        if not rated or asked.part not in ("all", PARTS[not real.is_held_out]):
            continue
        try:
            decisions = decisions_of(kind, real, rated)
        except MoveError as error:
            refused.append(f"{real.key}: {error}")
            continue
        found += draw_decisions(decisions, asked.positions, asked.seed)
        count += bool(decisions)
        if count == asked.games:
            break
    if not found and refused:
        raise ArchiveError(f"No game is legal; the first one is not because of this: {refused[0]}")
    if not found:
        raise ArchiveError("No game is of that part, has a winner and a player so rated.")
    return Sample(found, count, refused)


def question(kind: type[AnyGame], decision: Decision, nodes: int, seed: int) -> dict[str, Any]:
    """The question to an engine on a *decision*, with a search over *nodes* positions, 0:
    without."""
    real = decision.real
    return {
        "ask": "judge",
        "game": kind.id,
        "options": changed_options(configure(kind, real.options)),
        "position": decision.position,
        "since": decision.since,
        "seat": decision.seat,
        "seats": SEATS,
        "pace_ms": PACE_MS,
        "seed": f"{seed}/{real.key}/{decision.turn}/{len(decision.since)}",
        "ms": None,
        "nodes": nodes,
    }


def judge_decisions(
    kind: type[AnyGame],
    decisions: Sequence[Decision],
    engine: EngineProcess,
    nodes: int,
    seed: int,
) -> Iterator[Verdict]:
    """The verdicts of *engine* on each of *decisions*. Raises ``EngineError``."""
    for decision in decisions:
        answer = engine.ask(question(kind, decision, nodes, seed))
        try:
            yield verdict(decision, answer)
        except LookupError:
            raise EngineError(
                f"The engine does not know {decision.played} in {decision.position}."
            ) from None


def hear_verdicts(
    kind: type[AnyGame],
    decisions: Sequence[Decision],
    engines: Mapping[str, EngineCommand],
    asked: argparse.Namespace,
) -> dict[int, dict[str, list[Verdict]]]:
    """The verdicts of all *engines* on *decisions*, by the number of positions. Raises
    ``EngineError``."""
    found: dict[int, dict[str, list[Verdict]]] = {nodes: {} for nodes in asked.nodes}
    with ExitStack() as stack:
        running = {
            name: stack.enter_context(closing(EngineProcess(command)))
            for name, command in engines.items()
        }
        for nodes, verdicts in found.items():
            for name, engine in running.items():
                said = judge_decisions(kind, decisions, engine, nodes, asked.seed)
                heard = verdicts[name] = []
                while some := list(islice(said, 100)):
                    heard += some
                    print(
                        f"{name}, {nodes} positions: {len(heard)} of {len(decisions)}",
                        file=sys.stderr,
                        flush=True,
                    )
    return found


def words_for(nodes: int) -> str:
    """The name of a judgement over so many positions."""
    return f"{nodes} positions" if nodes else "no search"


@dataclass(frozen=True)
class Result:
    """The verdicts of the engines on a *sample*, by positions and engines; *asked* are the
    arguments."""

    asked: argparse.Namespace
    sample: Sample
    verdicts: Mapping[int, Mapping[str, Sequence[Verdict]]]

    @cached_property
    def figures(self) -> dict[str, Any]:
        """The figures of each judge."""
        return report(
            {
                f"{name}, {words_for(nodes)}": said
                for nodes, verdicts in self.verdicts.items()
                for name, said in verdicts.items()
            }
        )

    @cached_property
    def differences(self) -> dict[str, dict[str, Mean]]:
        """The differences between today's engine and the older one."""
        return {
            words_for(nodes): differences(*verdicts.values())
            for nodes, verdicts in self.verdicts.items()
            if len(verdicts) == 2
        }

    @property
    def headline(self) -> str:
        """The game, the positions and the seed that were judged, in a line."""
        return (
            f"{self.asked.game}, {self.asked.part}: {len(self.sample.decisions)} positions of"
            f" {self.sample.games} games, seed {self.asked.seed}"
        )

    def tell(self) -> str:
        """All figures as tables."""
        refused = [f"not legal: {line}" for line in self.sample.refused]
        parts = ["\n".join([self.headline, *refused]), tables(self.figures)]
        if self.differences:
            parts.append(table_of_differences(self.differences))
        return "\n\n".join(parts)

    def json(self) -> str:
        """All figures as JSON, with what has to be known to find them again."""
        names = ("game", "part", "rating", "games", "positions", "nodes", "seed", "field")
        content = {
            "settings": {name: getattr(self.asked, name) for name in names},
            "games": self.sample.games,
            "refused": self.sample.refused,
            "judges": self.figures,
            "differences": self.differences,
        }
        return json.dumps(content, default=asdict, ensure_ascii=False, indent=1) + "\n"

    def svg(self) -> str:
        """The calibrations as a picture."""
        panels = {
            words_for(nodes): {
                name: self.figures[f"{name}, {words_for(nodes)}"]["calibration"]
                for name in verdicts
            }
            for nodes, verdicts in self.verdicts.items()
        }
        return draw_calibrations(self.headline, panels)


def foretell(asked: argparse.Namespace, folder: Path) -> Result:
    """Runs the command with the arguments *asked*, with a *folder* for the wheel.

    Raises ``ArchiveError``, ``ChampionError``, ``EngineError``, ``GipfMetaError``.
    """
    kind = load_plugins().find(asked.game)
    if not issubclass(kind, Evaluated):
        raise ArchiveError(f"{asked.game} judges no positions.")
    sample = draw_sample(kind, read_games(asked.folder, dict(asked.field)), asked)
    engines = dict([of_today(not asked.sources)])
    if asked.wheel is not None:
        name = "-".join(asked.wheel.name.split("-")[:2])
        engines[name] = unpacked(asked.wheel, folder, asked.python)
    return Result(asked, sample, hear_verdicts(kind, sample.decisions, engines, asked))


def read_field(text: str) -> tuple[str, str]:
    """The option and the entry of a record that ``OPTION=ENTRY`` names.

    Raises ``ArgumentTypeError``.
    """
    option, equals, entry = text.partition("=")
    if not (option and equals and entry):
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form OPTION=ENTRY")
    return option, entry


def add_games(parser: argparse.ArgumentParser) -> None:
    """Adds to *parser* which game is asked for, and where the records of its games are."""
    parser.add_argument("game")
    parser.add_argument("folder", type=Path, help="files of games: tuning/archive.py")
    parser.add_argument(
        "--field",
        nargs="*",
        type=read_field,
        default=[],
        metavar="OPTION=ENTRY",
        help="an option of the game, and the entry of a record that has its value",
    )


def parse_words(words: Sequence[str] | None) -> argparse.Namespace:
    """Reads the *words* of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tuning.real_games",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_games(parser)
    parser.add_argument("--rating", type=float, help="the least of a rated player; default: any")
    parser.add_argument("--part", choices=PARTS, default=PARTS[0], help="default: held-out")
    parser.add_argument("--games", type=int, help="at most; default: all")
    parser.add_argument("--positions", type=int, default=6, help="a game; default: 6")
    parser.add_argument(
        "--nodes", type=int, nargs="*", default=[0, 150, 500], help="default: 0 150 500"
    )
    parser.add_argument("--seed", type=int, default=1, help="of what is drawn; default: 1")
    wheel = os.environ.get(WHEEL)
    parser.add_argument(
        "--wheel", type=Path, default=wheel and Path(wheel), help="an older version, to compare"
    )
    parser.add_argument(
        "--python", default=sys.executable, help="runs the wheel; default: the one of this"
    )
    parser.add_argument(
        "--sources", action="store_true", help="today's bots as they are, not compiled"
    )
    parser.add_argument("--json", type=Path, help="writes all figures there")
    parser.add_argument("--svg", type=Path, help="draws the calibrations there")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command with *words* (``None``: the command line); returns the exit status."""
    asked = parse_words(words)
    try:
        with TemporaryDirectory(prefix="champion") as folder:
            result = foretell(asked, Path(folder))
        if asked.json:
            asked.json.write_text(result.json(), encoding="utf-8")
        if asked.svg:
            asked.svg.write_text(result.svg(), encoding="utf-8")
    except (ArchiveError, ChampionError, EngineError, GipfMetaError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    print(result.tell())
    return 0


if __name__ == "__main__":
    sys.exit(main())
