"""The cost of a tick of a TAMSK match: ``python -m tests.tick_speed``. No test.

Level 3 between two bots, kept in a library. The clock is set on by a tenth of a second at a time,
as often as the interface looks at it; ticks in which a bot decides are left out, since their cost
is the bot's thinking. Processor time counts, so other programs disturb little.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import mean, median, quantiles
from tempfile import TemporaryDirectory

from gipf_meta.base.clock import StillClock, cpu_ms
from gipf_meta.library.store import Library
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.table.players import players_of
from gipf_meta.table.table import Table
from tests.kept_table import KeptTable

STEP_MS = 100


def ticks_ms(ticks: int, seats: tuple[str, str], folder: Path | None) -> list[float]:
    """The milliseconds of processor time of each of *ticks* ticks in which nobody decided."""
    installed, clock, spent = load_plugins(), StillClock(), list[float]()
    library = None if folder is None else Library(folder / "library.db")
    game = configure(installed.find("tamsk"), {"level": 3})
    seed = 0
    table: Table | None = None
    while len(spent) < ticks:
        if table is None or table.over is not None:
            players = players_of(seats, game.seat_names)
            table = KeptTable.begin(
                game, players, installed.find, clock, seed=seed, library=library
            )
            seed += 1
        before = len(table.match.top.steps)
        clock.ms += STEP_MS
        begun = cpu_ms()
        table.tick()
        took = cpu_ms() - begun
        if len(table.match.top.steps) == before and table.over is None:
            spent.append(took)
    return spent


def main() -> int:
    """Prints one line for each set-up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ticks", type=int, default=2000, metavar="N", help="of each set-up")
    asked = parser.parse_args()
    for seats in (("random", "random"), ("greedy", "greedy"), ("human", "human")):
        for kept in (True, False):
            with TemporaryDirectory() as folder:
                spent = ticks_ms(asked.ticks, seats, Path(folder) if kept else None)
            where = "library" if kept else "no library"
            print(
                f"{seats[0]}, {where}: mean {mean(spent):.3f}, median {median(spent):.3f} ms,"
                f" 90 % below {quantiles(spent, n=10)[-1]:.3f} ms"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
