"""Simulates rooms by the thousand and prints counts of events in them.

``python -m tests.rooms.soak --simulations 10000``
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from gipf_meta.base.clock import cpu_ms
from gipf_meta.bots import levels
from tests.rooms.far_simulation import FarSimulation
from tests.rooms.simulation import ROOM, Clumsy, Simulation
from tests.rooms.simultaneous import SimultaneousSimulation
from tests.rooms.test_room_simulations import games

KINDS = (FarSimulation, Simulation, SimultaneousSimulation)
EVERY = 500
"""Rooms after which the figures are printed."""


def main() -> int:
    """Simulates rooms, two of three with two machines; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--simulations", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0, help="the first one")
    asked = parser.parse_args()
    levels.BOTS["clumsy"] = Clumsy
    figures: Counter[str] = Counter()
    failed = list[str]()
    for number in range(asked.simulations):
        kind, seed = KINDS[number % len(KINDS)], asked.seed + number // len(KINDS)
        try:
            simulation = kind(seed, games())
            simulation.run()
            simulation.check()
        except Exception as error:
            failed.append(f"{kind.__name__} of seed {seed}: {type(error).__name__}: {error}")
            print(failed[-1], flush=True)
        else:
            _count(figures, simulation)
        if (number + 1) % EVERY == 0:
            _tell(figures, number + 1, failed)
    _tell(figures, asked.simulations, failed)
    return 1 if failed else 0


def _count(figures: Counter[str], simulation: Simulation) -> None:
    """Counts the events in the room of *simulation*."""
    entries = simulation.ledger.read(ROOM)
    figures["events"] += len(entries)
    figures["ended"] += simulation.room.table.over is not None
    figures["given back"] += sum(bool(getattr(e.event, "given_ms", 0)) for e in entries)
    for name in ("played", "happened", "duel_began", "stopped", "took_back"):
        figures[name] += sum(entry.event.event == name for entry in entries)


def _tell(figures: Counter[str], rooms: int, failed: list[str]) -> None:
    told = ", ".join(f"{name} {number}" for name, number in figures.items())
    print(f"{rooms} rooms, {len(failed)} failed, {cpu_ms() / 1000:.0f} s: {told}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
