"""The costs of live matches for a host: ``python -m tests.load --matches 25 --seconds 60``.

Two players and a watcher at each table, with sockets of their own, decide once a second
(``--pace``) and see scenes; now and then each compares what he has with a scene that is drawn
whole. The host, as many processes as are named, has one processor; players and database have the
others. Printed are the milliseconds of the processor that a decision takes, by part; how long
answers took, and how long until a watcher saw what was decided; and how busy everybody's processor
was: figures of players or a database that had no time left are theirs, not the host's.

``--against CHECKOUT`` measures another version by the same people, in turns (``--times``).
``--search`` looks for the most matches at which 99 % of the answers come within 100 ms. A busy host
with clocks: ``--matches 25 --processes 1 --clock 60m+5s --held 80``.

The hosts run the compiled program if ``make play`` has built it for the sources as they are now.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from statistics import median
from typing import Final

from building.compiled import Builds
from building.sources import ROOT
from tests.live_load import Cost, Load, measure, share_ms
from tests.loaded_host import has_own_core, leave_host_core

SHOWN: Final = (0.5, 0.9, 0.99)
"""The parts of the answers of which it is told how long they took."""
WITHIN_MS: Final = 100
"""Milliseconds within which 99 % of the answers should come."""
FIRST: Final = 8
"""The number of matches with which the search begins."""
CLOSE: Final = 1.1
"""The search ends when a number that is too great is so many times one that is not."""


def table(rows: Sequence[tuple[str, Cost]]) -> str:
    """The measurements as a table of Markdown, each with its title."""
    parts = [*rows[0][1].host_ms]
    heads = ["", "matches", "decisions/s", *(f"{part} ms" for part in parts), "ms a decision"]
    heads += [f"{100 * part:g} % answered, seen within ms" for part in SHOWN]
    heads += ["players ms", "database ms", "busy: host, players, database", "kB a match"]
    heads += ["refused", "failures", "stops", "compared", "differing"]
    lines = [heads, [":--", *["--:"] * (len(heads) - 1)]]
    lines += [[title, *_cells(cost)] for title, cost in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cells(cost: Cost) -> Iterator[str]:
    yield f"{cost.load.tables}"
    yield f"{cost.decisions / cost.took_s:.1f}"
    yield from (f"{ms:.2f}" for ms in (*cost.host_ms.values(), cost.decision_ms))
    for part in SHOWN:
        yield f"{share_ms(cost.answers_ms, part)}, {share_ms(cost.scenes_ms, part)}"
    yield f"{cost.players_ms:.2f}"
    yield f"{cost.database_ms:.2f}"
    all_ms = (cost.decision_ms, cost.players_ms, cost.database_ms)
    yield ", ".join(f"{cost.busy(ms):.0%}" for ms in all_ms)
    yield f"{cost.room_bytes / 1000:.0f}"
    yield f"{len(cost.refused)}"
    yield f"{cost.failures:.0f}"
    yield f"{cost.stops:.1f}"
    yield f"{cost.compared}"
    yield f"{len(cost.faults)}"


def compare(trees: Sequence[Path], loads: Sequence[Load], times: int) -> None:
    """Measures each of *loads* in each of *trees*, in turns, and prints the medians."""
    for load in loads:
        rows, costs = list[tuple[str, Cost]](), dict[Path, list[float]]()
        for n, tree in product(range(times), trees):
            cost = measure(load, tree)
            rows.append((f"{tree.name} {n + 1}", cost))
            costs.setdefault(tree, []).append(cost.decision_ms)
            print_faults(cost)
        print(f"\n{load.kind_of_run}:\n\n{table(rows)}\n")
        medians = [median(costs[tree]) for tree in trees]
        told = ", ".join(f"{tree.name} {ms:.2f}" for tree, ms in zip(trees, medians, strict=True))
        print(f"ms a decision, median: {told}; {medians[-1] / medians[0]:.2f} times", flush=True)


def search(tree: Path, load: Load) -> Cost | None:
    """The measurements with the most matches at which 99 % of the answers come in time; ``None``:
    not even with the first number."""
    best, too_many, number = None, 0, FIRST
    while not too_many or too_many > CLOSE * (best.load.tables if best else 1):
        cost = measure(replace(load, tables=number), tree)
        print(f"{tree.name}, {load.kind_of_run}:\n{table([(tree.name, cost)])}", flush=True)
        print_faults(cost)
        if share_ms(cost.answers_ms, 0.99) <= WITHIN_MS and cost.answers_ms:
            best = cost
        else:
            too_many = number
        fits = best.load.tables if best else 0
        if too_many == 1:
            return None
        number = (fits + too_many) // 2 if too_many else 2 * number
        if number in (fits, too_many):
            break
    return best


def print_faults(cost: Cost) -> None:
    """Prints a few of the scenes that were not as they are drawn whole, and of the refusals."""
    for words in (*cost.faults[:5], *sorted(set(cost.refused))[:5]):
        print(words[:1000], file=sys.stderr)


def main() -> int:
    """Measures, and prints the tables; 1 if a scene was not as it is drawn whole."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=25, metavar="N")
    parser.add_argument("--seconds", type=float, default=60.0, metavar="S")
    parser.add_argument(
        "--pace", type=float, default=1.0, metavar="S", help="between two decisions"
    )
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2], metavar="N")
    kinds = ("sqlite", "postgresql")
    parser.add_argument("--database", choices=kinds, nargs="+", default=["postgresql"])
    parser.add_argument("--by-room", action="store_true", help="all of a match at one process")
    parser.add_argument("--watch", choices=("scene", "events"), default="scene")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--clock", metavar="CONTROL", help="of the players in each match")
    parser.add_argument(
        "--held", type=int, default=0, metavar="MS", help="what holds a host up now and then"
    )
    parser.add_argument("--attacked", action="store_true", help="one attacker does his worst")
    parser.add_argument("--against", type=Path, metavar="CHECKOUT", help="measured before this one")
    parser.add_argument("--times", type=int, default=3, metavar="N", help="for --against")
    parser.add_argument("--search", action="store_true", help="the most matches")
    asked = parser.parse_args()
    if asked.against and not (asked.against / "setup.py").is_file():
        parser.error(f"{asked.against} is no checkout of this project: name a folder with one.")
    own_core = has_own_core()
    if own_core:
        leave_host_core()
    loads = [
        Load(
            tables=asked.matches,
            seconds=asked.seconds,
            processes=processes,
            kind=kind,
            by_room=asked.by_room and processes > 1,
            want=asked.watch,
            pace_s=asked.pace,
            clock=asked.clock,
            own_core=own_core,
            is_attacked=asked.attacked,
            held=asked.held,
            seed=asked.seed,
        )
        for kind, processes in product(asked.database, asked.processes)
    ]
    trees = [*([asked.against.resolve()] if asked.against else []), ROOT]
    for tree in trees:
        print(f"{tree.name}: {'compiled' if Builds(tree).program() else 'not compiled'}")
    if asked.search:
        for load, tree in product(loads, trees):
            found = search(tree, load)
            told = f"{found.load.tables} matches" if found else "not one match"
            print(f"{tree.name}, {load.kind_of_run}: {told} in time", flush=True)
        return 0
    if asked.against:
        compare(trees, loads, asked.times)
        return 0
    costs = [measure(load) for load in loads]
    print(table([(cost.load.kind_of_run, cost) for cost in costs]))
    for cost in costs:
        print_faults(cost)
    return 1 if any(cost.faults for cost in costs) else 0


if __name__ == "__main__":
    sys.exit(main())
