"""The cost of a decision at a hub whose ledger is in memory: ``python -m tests.hub_speed
[BEFORE]``.

Somebody watches, and plays for all seats what a seed chooses: clicks in ZÈRTZ; the turns of a
challenge in GIPF, and its duel; clicks in TAMSK while its sand runs. With another checkout both
take turns, a process each time, so that a machine that is busy is busy for both. The same decisions
are played in both, or it says that they differ.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Final

from tests.hub_walk import FIRST_GIPF, Played, use

HERE: Final = Path(__file__).parents[1]
MATCHES: Final = {
    "ZÈRTZ, clicks": ("zertz", {}, (), 0),
    "GIPF, a challenge": (
        "gipf",
        {"zertz_potentials": 3, "challenges_enabled": True},
        (*FIRST_GIPF, "challenge"),
        0,
    ),
    "TAMSK, sand runs": ("tamsk", {"level": 3}, (), 700),
}
"""The matches that are played: a game, its options, the first words typed, and the milliseconds
between clicks."""
MOST: Final = 60
"""Clicks in a match."""


def cost(title: str, seeds: Sequence[int]) -> tuple[float, list[str]]:
    """The milliseconds of processor time of a decision in the matches of those seeds; and how each
    of them stands at the end."""
    cpu_ms = import_module("gipf_meta.base.clock").cpu_ms
    game, options, typed, pause_ms = MATCHES[title]
    spent, decisions, ends = 0.0, 0, list[str]()
    for seed in seeds:
        room, chance = Played(game, **options), random.Random(seed)
        if pause_ms:
            room.say("go_on")
        begun = cpu_ms()
        for text in typed:
            room.play(text)
        clicks = 0
        while clicks < MOST and room.click(chance):
            room.pass_time(pause_ms)
            clicks += 1
        spent += cpu_ms() - begun
        decisions += len(typed) + clicks
        ends.append(f"{clicks} {room.state.number} {room.state.table.match.top.state!r}")
    return spent / decisions, ends


def measure(trees: Sequence[Path], runs: int, count: int) -> None:
    """Prints a line for each match: the milliseconds of each of *trees*, median and least."""
    print(f"{'':<20}" + "".join(f"{tree.name:>18}" for tree in trees), " ms: median, least")
    for title in MATCHES:
        played = [[_child(tree, title, count) for tree in trees] for _ in range(runs)]
        costs = list(zip(*([one for one, _ends in run] for run in played), strict=True))
        told = "".join(f"{median(each):>10.3f}{min(each):>8.3f}" for each in costs)
        factor = median(costs[-1]) / median(costs[0]), min(costs[-1]) / min(costs[0])
        is_same = len({json.dumps(ends) for run in played for _cost, ends in run}) == 1
        print(f"{title:<20}{told}  {factor[0]:.3f}, {factor[1]:.3f} times", end="")
        print("" if is_same else "; the matches differ", flush=True)


def _child(tree: Path, title: str, count: int) -> tuple[float, list[str]]:
    command = [sys.executable, "-m", "tests.hub_speed", str(tree), "--title", title]
    command += ["--matches", str(count)]
    done = subprocess.run(command, cwd=HERE, capture_output=True, check=True)
    one, ends = json.loads(done.stdout)
    return one, ends


def main() -> None:
    """Measures this checkout, after another one if it is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", nargs="?", type=Path, help="another checkout, measured, too")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--matches", type=int, default=4, help="in a run")
    parser.add_argument("--title", help=argparse.SUPPRESS)  # a process for one tree
    asked = parser.parse_args()
    if asked.title:
        use(asked.before)
        cost(asked.title, [0])  # what is made once is made
        print(json.dumps(cost(asked.title, range(1, asked.matches + 1))))
    else:
        trees = [*([asked.before.resolve()] if asked.before else []), HERE]
        measure(trees, asked.runs, asked.matches)


if __name__ == "__main__":
    main()
