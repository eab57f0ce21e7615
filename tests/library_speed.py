"""How fast a library of 10,000 matches is: ``python -m tests.library_speed``. No test.

A few matches of every game are played and kept, which measures ``keep``; copies of them fill the
library, and then it is listed, filtered and opened.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from timeit import default_timer

from gipf_meta.base.clock import StillClock
from gipf_meta.library.store import Library, LibraryKeeper
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.records.reader import replay
from gipf_meta.table.players import seats_of
from tests.kept_table import KeptTable
from tests.kill import SORTS, new_match, with_duel

EACH = 2
"""Matches of each kind that are really played."""


class TimedKeeper(LibraryKeeper):
    """Writes down how long each ``keep`` takes."""

    spent: list[float]

    def keep(self, match: Match) -> None:
        begun = default_timer()
        super().keep(match)
        self.spent.append(default_timer() - begun)


def kept_times(path: Path, name: str, seed: int) -> list[float]:
    """Plays a match and returns the seconds each ``keep`` took."""
    match, players = new_match(name, seed)
    keeper = TimedKeeper(Library(path), seats_of(players))
    keeper.spent = []
    table = KeptTable(match, players, StillClock(), keeper=keeper)
    table.play_bots()
    keeper.close()
    return keeper.spent


def fill(path: Path, matches: int) -> None:
    """Copies the matches of the library until there are so many."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("BEGIN")
        (real,) = db.execute("SELECT count(*) FROM match").fetchone()
        copy = (
            "INSERT INTO match (head, game, names, turns, over, begun, changed, hash, change)"
            " SELECT head, game, names, turns, over, begun, changed, hash, id FROM match"
            " WHERE id = ?"
        )
        for number in range(real, matches):
            original = number % real + 1
            new = db.execute(copy, (original,)).lastrowid
            db.execute(
                "INSERT INTO turn SELECT ?, n, told, hash FROM turn WHERE match = ?",
                (new, original),
            )
        db.execute("COMMIT")


def seconds(do: Callable[[], object], times: int = 5) -> float:
    """The median of some times."""
    spent = []
    for _ in range(times):
        begun = default_timer()
        do()
        spent.append(default_timer() - begun)
    return median(spent)


def command(data: Path, *words: str) -> Callable[[], object]:
    """The command as a user types it."""
    return lambda: subprocess.run(
        [sys.executable, "-m", "gipf_meta", *words],
        env={**os.environ, "XDG_DATA_HOME": str(data)},
        stdout=subprocess.DEVNULL,
        check=True,
    )


def report(what: str, took: float) -> None:
    print(f"{what:<50} {1000 * took:9.1f} ms", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000, metavar="N")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "gipf-meta" / "library.sqlite"
        for name in SORTS:
            for n in range(EACH):
                kept_times(path, name, with_duel(name, 1000 * n + 1))
        fill(path, asked.matches)
        print(f"{asked.matches} matches, {path.stat().st_size / 1e6:.1f} MB")
        for name in SORTS:
            spent = kept_times(path, name, with_duel(name, 1))
            what = f"keep, {name}, {len(spent)} times"
            report(f"{what}: median", median(spent))
            report(f"{what}: longest", max(spent))
        data = Path(folder)
        report("gipf-meta games (the start alone)", seconds(command(data, "games")))
        report("gipf-meta library list", seconds(command(data, "library", "list")))
        report(
            "gipf-meta library list --most 20",
            seconds(command(data, "library", "list", "--most=20")),
        )
        report("... --game tamsk", seconds(command(data, "library", "list", "--game=tamsk")))
        report("... --name 1001", seconds(command(data, "library", "list", "--name=1001")))
        report("... --open", seconds(command(data, "library", "list", "--open")))
        find = load_plugins().find
        with Library(path) as library:
            report("entries", seconds(library.entries))
            report("entries of a game", seconds(lambda: library.entries(game="tamsk")))
            report("entries with a name", seconds(lambda: library.entries(name="1001")))
            report("the unfinished match played last, of none", seconds(_last_of(library)))
            for n, name in enumerate(SORTS):
                number = asked.matches // 2 // (EACH * len(SORTS)) * EACH * len(SORTS)
                number += EACH * n + 1
                report(f"open, {name}", seconds(lambda: library.record(number)))  # noqa: B023
                report(
                    f"open and replay, {name}",
                    seconds(lambda: replay(library.record(number), find)),  # noqa: B023
                )


def _last_of(library: Library) -> Callable[[], object]:
    return lambda: library.entries(over=False, most=1)


if __name__ == "__main__":
    main()
