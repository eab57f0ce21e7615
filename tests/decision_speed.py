"""The cost of a decision line by line, and of the start: ``python -m tests.decision_speed``.

Matches between bots that choose at random are played on a pipe. A process begins by playing one
that does not count, so that what is made once is made. With the folder of another checkout, which
has a ``.venv`` of its own, both programs take turns, so that a machine that is busy is busy for
both. Both should have their bytecode (``python -m compileall gipf_meta plugins``).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from tests.specimens import find_specimens

HERE: Final = Path(__file__).parents[1]
DUELS: Final = (
    "variant=tournament",
    "tamsk_potentials=3",
    "zertz_potentials=3",
    "challenges_enabled=on",
)
MATCHES: Final = {
    "ZÈRTZ": ("zertz", (), 8),
    "GIPF, duels": ("gipf", DUELS, 2),
    "TAMSK": ("tamsk", ("level=3",), 4),
    **{game: (game, (), 2) for game in find_specimens() if game not in ("zertz", "gipf", "tamsk")},
}
"""The matches that are played: a game, its options, and how many matches of it at a time."""
START: Final = ("play", "zertz", "--plain", "--seed", "1")
PLAYS: Final = """
import io, sys, time
from contextlib import redirect_stdout
from gipf_meta.cli import run
from gipf_meta.library.store import Library

def decisions(record):
    played = [decision for turn in record.turns for decision in turn.decisions]
    return len(played) + sum(decisions(each.duel) for each in played if each.duel is not None)

def cost(seeds):
    began = time.process_time()
    with redirect_stdout(io.StringIO()):
        for seed in seeds:
            sys.stdin = io.StringIO()
            assert run([*sys.argv[2:], "--seed", str(seed)]) == 0
    used = time.process_time() - began
    with Library() as library:
        ids = [entry.id for entry in library.entries(most=len(seeds))]
        return 1000 * used / sum(decisions(library.record(id)) for id in ids)

cost([0])
print(cost(range(1, int(sys.argv[1]) + 1)))
"""
"""Plays matches, and prints how many milliseconds of processor time a decision took."""


def start_ms(root: Path, home: Path) -> float:
    """The processor time in which the program of *root* begins a match, and leaves it."""
    program = subprocess.Popen(
        [root / ".venv/bin/gipf-meta", *START],
        cwd=home,
        env=_environment(home),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert program.stdin is not None
    program.stdin.close()
    _pid, _status, used = os.wait4(program.pid, 0)
    return 1000 * (used.ru_utime + used.ru_stime)


def decision_ms(root: Path, home: Path, match: tuple[str, tuple[str, ...], int]) -> float:
    """The processor time of a decision in matches of the program of *root*."""
    game, options, count = match
    settings = [f"--set={option}" for option in options]
    words = [str(count), "play", game, "--plain", "--seats", "random", "random", *settings]
    done = subprocess.run(
        [root / ".venv/bin/python", "-c", PLAYS, *words],
        cwd=home,
        env=_environment(home),
        capture_output=True,
        check=True,
    )
    cost: float = json.loads(done.stdout)
    return cost


def _environment(home: Path) -> dict[str, str]:
    homes = {f"XDG_{name}_HOME": str(home) for name in ("DATA", "CONFIG", "STATE", "CACHE")}
    return {**os.environ, **homes, "LANGUAGE": "en"}


def measure(roots: Sequence[Path], runs: int) -> None:
    """Prints a line for the start, and one for each match: milliseconds of each of *roots*."""
    print(f"{'':<14}" + "".join(f"{root.name:>12}" for root in roots), " ms of processor time")
    with TemporaryDirectory() as name:
        home = Path(name)
        _tell("start", [[start_ms(root, home) for root in roots] for _ in range(2 * runs)])
        for title, match in MATCHES.items():
            costs = [[decision_ms(root, home, match) for root in roots] for _ in range(runs)]
            _tell(title, costs)


def _tell(title: str, costs: Sequence[Sequence[float]]) -> None:
    usual = [median(column) for column in zip(*costs, strict=True)]
    told = "".join(f"{cost:>12.2f}" for cost in usual)
    factor = f"{usual[-1] / usual[0]:>8.2f} times" if len(usual) > 1 else ""
    print(f"{title:<14}{told}{factor}", flush=True)


def main(arguments: Sequence[str]) -> None:
    """Measures this checkout, after another one if it is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", nargs="?", type=Path, help="another checkout, measured, too")
    parser.add_argument("--runs", type=int, default=3)
    asked = parser.parse_args(arguments)
    measure([*([asked.before] if asked.before else []), HERE], asked.runs)


if __name__ == "__main__":
    main(sys.argv[1:])
