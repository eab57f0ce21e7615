"""Whether a seed leads to the same match in every Python: no test, but what tests take samples of.

    python -m tests.same_everywhere --seeds 20

plays the same by the sources in CPython, by the compiled modules, and in Pyodide, as a tab does. Of
every game and level it plays whole matches; ``hard`` and ``expert`` decide in positions of random
games, because Pyodide takes minutes for a match of theirs. Bots count positions, no clock ends a
search. What was played is compared byte for byte.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from building.compiled import BuildError, Builds, make_wheel_with_pip
from building.sources import ROOT, top_packages
from building.tab import write_tab
from tests.combined_match import GAME as COMBINED
from tests.equal.play import Task
from tests.specimens import of_all

PLAY: Final = ROOT / "tests" / "equal" / "play.py"


class Variant(NamedTuple):
    """A game with *options* for so many *players*."""

    game: str
    options: dict[str, Any]
    players: int


EXAMPLES: Final = {"pig": "62faca801bcb5e49", "tictactoe": "7d432a371492ad16"}


def _variants(*, known: bool) -> tuple[tuple[Variant, str], ...]:
    """The variants that the games name to be played, with the hash known of each; or those
    without."""
    found = of_all(
        lambda game, said: [
            (Variant(game, dict(each.options), each.players), each.known) for each in said.alike
        ]
    )
    return tuple(each for each in found if bool(each[1]) == known)


KNOWN: Final = (
    *_variants(known=True),
    *((Variant(example, {}, 2), known) for example, known in EXAMPLES.items()),
)
"""The matches of every level, each with its hash."""
MAIN: Final = tuple(variant for variant, _known in KNOWN)
MORE: Final = tuple(variant for variant, _known in _variants(known=False))
"""Variants of which only fast levels play whole matches."""
FAST: Final = ("random", "greedy", "beginner", "easy")
POSITIONS: Final = {"hard": 2, "expert": 1}
"""In how many positions for each seed a slow level decides."""


def describe(variant: Variant) -> str:
    """The variant in words."""
    options = " ".join(f"{name}={value}" for name, value in variant.options.items())
    words = "with potentials" if variant.options == COMBINED else options
    return f"{variant.game} {words}".strip() + f", {variant.players} players"


def list_tasks(seed: int) -> Iterator[Task]:
    """The tasks that are compared with *seed*."""
    for variant in MAIN:
        for bot in (*FAST, "medium"):
            yield Task(*variant, bot, seed)
    for variant in MORE:
        for bot in FAST:
            yield Task(*variant, bot, seed)
    for variant in (*MAIN, *MORE):
        for bot, positions in POSITIONS.items():
            yield Task(*variant, bot, seed, positions)


@dataclass(frozen=True)
class Way:
    """A way to run Python: a *command*, and what its *environment* has besides."""

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)

    def play(self, tasks: Sequence[Task], *words: str) -> tuple[str, list[str]]:
        """Plays the *tasks*; returns the name of the Python, and its lines.

        Raises ``CalledProcessError``; its reason is printed.
        """
        with TemporaryDirectory() as folder:
            path = Path(folder) / "tasks.json"
            path.write_text(json.dumps([asdict(task) for task in tasks]), "utf-8")
            done = subprocess.run(
                [*self.command, str(PLAY), str(path), *words],
                env={**os.environ, **self.environment, "PYODIDE_SEES": folder},
                stdout=subprocess.PIPE,
                text=True,
                check=True,
            )
        first, *lines = done.stdout.splitlines()
        return first, lines


SOURCES: Final = Way(
    "sources",
    (sys.executable,),
    {"PYTHONPATH": os.pathsep.join(str(top.parent) for top in top_packages())},
)
"""The Python that runs this, and the modules as they are written."""


def compiled(program: Path) -> Way:
    """The compiled *program*."""
    return Way("compiled", (sys.executable,), {"PYTHONPATH": str(program)})


def in_pyodide(tab: Path) -> Way:
    """The Python of the folder *tab*, with the program that is in it."""
    return Way("Pyodide", ("node", str(ROOT / "building" / "pyodide.mjs"), str(tab)))


@dataclass(frozen=True)
class Comparison:
    """The comparison of two or more ways on the same *tasks*: for each task whether they were
    *alike*, for each way its Python, and the *seconds* that it played."""

    tasks: Sequence[Task]
    alike: Sequence[bool]
    pythons: Mapping[str, str]
    seconds: Mapping[str, float]


def compare(ways: Sequence[Way], tasks: Sequence[Task]) -> Comparison:
    """Plays *tasks* in all *ways*. Raises ``CalledProcessError``."""
    hashes, pythons, seconds = [], {}, {}
    for way in ways:
        pythons[way.name], lines = way.play(tasks)
        assert len(lines) == len(tasks)
        hashes.append([line.split()[0] for line in lines])
        seconds[way.name] = sum(int(line.split()[1]) for line in lines) / 1000
    alike = [len(set(told)) == 1 for told in zip(*hashes, strict=True)]
    return Comparison(tasks, alike, pythons, seconds)


def find_difference(ways: Sequence[Way], task: Task) -> str:
    """The first lines in which the *ways* differ about *task*."""
    _first, one = ways[0].play([task], "--tell")
    for way in ways[1:]:
        _first, other = way.play([task], "--tell")
        for number, (ours, theirs) in enumerate(zip(one, other, strict=False)):
            if ours != theirs:
                return f"line {number}: {ways[0].name} {ours!r}, {way.name} {theirs!r}"
    return "one is longer than the other"


def main() -> int:
    """Compares, and prints what was alike. Returns 1 if something was not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--seeds", type=int, default=20, help="how many of them")
    parser.add_argument("--processes", type=int, default=2, help="seeds that are played at once")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        try:
            program = Builds().build(make_wheel_with_pip)
        except BuildError as error:
            parser.error(str(error))
        write_tab(Path(folder) / "tab")
        ways = [SOURCES, compiled(program), in_pyodide(Path(folder) / "tab")]
        played: Counter[str] = Counter()
        failed: Counter[str] = Counter()
        with ThreadPoolExecutor(asked.processes) as pool:
            seeds = range(asked.first, asked.first + asked.seeds)
            done = pool.map(lambda seed: compare(ways, list(list_tasks(seed))), seeds)
            for seed, found in zip(seeds, done, strict=True):
                if seed == asked.first:
                    for name, python in found.pythons.items():
                        print(f"{name}: Python {python}")
                report(seed, found, ways, played, failed)
    for what, count in played.items():
        print(f"{what:<40} {count - failed[what]:>3} of {count:>3} alike")
    return int(failed.total() > 0)


def report(
    seed: int,
    found: Comparison,
    ways: Sequence[Way],
    played: Counter[str],
    failed: Counter[str],
) -> None:
    """Prints and counts what was *found* with *seed*."""
    times = ", ".join(f"{name} {seconds:.0f} s" for name, seconds in found.seconds.items())
    print(f"seed {seed}: {sum(found.alike)} of {len(found.alike)} alike ({times})", flush=True)
    for task, is_alike in zip(found.tasks, found.alike, strict=True):
        variant = Variant(task.game, task.options, task.players)
        what = f"{describe(variant)}: {task.bot}"
        played[what] += 1
        if not is_alike:
            failed[what] += 1
            print(f"  {what}: {find_difference(ways, task)}")


if __name__ == "__main__":
    sys.exit(main())
