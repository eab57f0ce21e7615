"""Power cuts while a match is kept: ``python -m tests.power_cut --cuts 200``.

SQLite's writes, syncs, truncations and deletions are written down in their order while random
matches are played into a library. Then the disk is put together as a power cut at any of these
moments may leave it: what a file had been told before its last sync is there; of what came later,
any part is, in any order, and the sectors of one write may be torn. The library is opened with what
is left, and every decision that had been shown must be in it. Needs the package ``apsw``, through
which the same statements are given to SQLite.
"""

from __future__ import annotations

import argparse
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import apsw

from gipf_meta.base.clock import StillClock
from gipf_meta.library.store import Library, LibraryKeeper
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.records.reader import replay
from gipf_meta.table.players import seats_of
from tests.kept_table import KeptTable
from tests.kill import decisions, new_match

SECTORS = (512, 4096)
"""Bytes that a disk writes whole or not at all: one of these."""
NAMES = ("zertz", "tamsk", "zatre2")
"""The kinds of matches that are played, one after the other."""
DECISIONS = 25
"""Decisions of each match, at most."""


class Operation(NamedTuple):
    """An operation of SQLite on the disk: *kind* is ``write``, ``truncate``, ``delete`` or
    ``sync``."""

    kind: str
    file: str
    at: int = 0
    data: bytes = b""


@dataclass
class Recording:
    """The operations in their order, and what had been shown after how many of them."""

    operations: list[Operation] = field(default_factory=list)
    shown: list[tuple[int, int, list[str]]] = field(default_factory=list)


# ---- writing down ------------------------------------------------------------------------------


class _File(apsw.VFSFile):
    """A file that writes down what is done to it."""

    def __init__(self, name: Any, flags: list[int], note: Callable[[Operation], None]) -> None:
        path = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        self._name, self._note = Path(path).name, note
        super().__init__("", name, flags)

    def xWrite(self, data: Any, offset: int) -> None:
        super().xWrite(data, offset)
        self._note(Operation("write", self._name, offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:
        super().xTruncate(newsize)
        self._note(Operation("truncate", self._name, newsize))

    def xSync(self, flags: int) -> None:
        super().xSync(flags)
        self._note(Operation("sync", self._name))


class _Disk(apsw.VFS):
    """SQLite's file system, which writes down what is done to it."""

    def __init__(self, note: Callable[[Operation], None]) -> None:
        self._note = note
        super().__init__("recorded", "", iVersion=1)

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        return _File(name, flags, self._note)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        super().xDelete(filename, syncdir)
        self._note(Operation("delete", Path(filename).name))


class _Cursor:
    """As much of a cursor of ``sqlite3`` as the library uses."""

    def __init__(self, db: apsw.Connection, rows: list[Any]) -> None:
        self._rows = iter(rows)
        self.lastrowid = db.last_insert_rowid()

    def __iter__(self) -> Iterator[Any]:
        return self._rows

    def fetchone(self) -> Any:
        return next(self._rows, None)

    def fetchall(self) -> list[Any]:
        return list(self._rows)


class _Connection:
    """As much of a connection of ``sqlite3`` as the library uses."""

    text_factory: Any = str

    def __init__(self, path: Any) -> None:
        self._db = apsw.Connection(str(path), vfs="recorded")
        # without the memory that processes share, which a file system of Python cannot give; what
        # is written into the log and the file is the same
        self._db.execute("PRAGMA locking_mode = EXCLUSIVE")

    def setlimit(self, category: int, limit: int) -> int:
        return self._db.limit(category, limit)

    def execute(self, statement: str, values: Sequence[Any] = ()) -> _Cursor:
        return _Cursor(self._db, self._db.execute(statement, tuple(values)).fetchall())

    def executemany(self, statement: str, rows: Any) -> None:
        self._db.executemany(statement, rows)

    def close(self) -> None:
        self._db.close()


@contextmanager
def _recorded(note: Callable[[Operation], None]) -> Iterator[None]:
    """Records all operations on files that are opened meanwhile."""
    disk, connect = _Disk(note), sqlite3.connect
    setattr(sqlite3, "connect", lambda path, **_: _Connection(path))  # noqa: B010
    try:
        yield
    finally:
        setattr(sqlite3, "connect", connect)  # noqa: B010
        disk.unregister()


def record(folder: Path, seed: int, synchronous: str = "") -> Recording:
    """Plays some matches into a library, in another mode than its own where *synchronous* says."""
    recording = Recording()

    def note(operation: Operation) -> None:
        if operation.file.startswith("library.sqlite") and not operation.file.endswith("-shm"):
            recording.operations.append(operation)

    with _recorded(note), Library(folder / "library.sqlite") as library:
        assert library.database.connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        if synchronous:
            library.database.connection.execute(f"PRAGMA synchronous = {synchronous}")
        # so that logs are also written into the file in between, and begin anew
        library.database.connection.execute("PRAGMA wal_autocheckpoint = 20")
        for n, name in enumerate(NAMES):
            _play(library, name, seed + n, recording)
    return recording


def _play(library: Library, name: str, seed: int, recording: Recording) -> None:
    match, players = new_match(name, seed)
    keeper = LibraryKeeper(library, seats_of(players))
    table = KeptTable(match, players, StillClock(), keeper=keeper)
    for _ in range(DECISIONS):
        if table.over is not None:
            break
        table.play_bot()
        assert not table.keep_error, table.keep_error
        if keeper.number is not None:
            shown = (len(recording.operations), keeper.number, decisions(table.match))
            recording.shown.append(shown)
    keeper.close()


# ---- the cut -----------------------------------------------------------------------------------


def disk_after(operations: Sequence[Operation], rng: Random) -> dict[str, bytes]:
    """The files that a power cut after these *operations* may leave."""
    synced = {op.file: n for n, op in enumerate(operations) if op.kind == "sync"}
    folder_synced = _last_sync_of_the_folder(operations)
    keep = rng.random()
    sector = rng.choice(SECTORS)
    files: dict[str, bytearray] = {}
    for n, op in enumerate(operations):
        is_safe = n < (folder_synced if op.kind == "delete" else synced.get(op.file, -1))
        if op.kind == "sync" or (not is_safe and rng.random() > keep):
            continue
        if op.kind == "delete":
            files.pop(op.file, None)
            continue
        content = files.setdefault(op.file, bytearray())
        if op.kind == "truncate":
            del content[op.at :]
            content.extend(bytes(op.at - len(content)))
        else:
            _write(content, op, sector if not is_safe and rng.random() < 0.5 else 0, rng)
    return {file: bytes(content) for file, content in files.items()}


def _last_sync_of_the_folder(operations: Sequence[Operation]) -> int:
    """The moment when SQLite synced the folder: with the first sync of a journal or log that is
    new."""
    known: set[str] = set()
    last = -1
    for n, op in enumerate(operations):
        if op.kind == "delete":
            known.discard(op.file)
        elif op.kind == "sync" and op.file not in known:
            known.add(op.file)
            last = n
    return last


def _write(content: bytearray, op: Operation, sector: int, rng: Random) -> None:
    """Writes *op*, or only some of its sectors if *sector* is not 0."""
    end = op.at + len(op.data)
    content.extend(bytes(max(0, end - len(content))))
    if not sector:
        content[op.at : end] = op.data
        return
    for start in range(op.at - op.at % sector, end, sector):
        if rng.random() < 0.5:
            first, last = max(start, op.at), min(start + sector, end)
            content[first:last] = op.data[first - op.at : last - op.at]


def lost_decisions(recording: Recording, cut: int, rng: Random, folder: Path) -> list[str]:
    """The decisions that were shown before the *cut* and are lost, a line for each match; none is
    the aim."""
    for file, content in disk_after(recording.operations[:cut], rng).items():
        (folder / file).write_bytes(content)
    shown = {number: made for at, number, made in recording.shown if at <= cut}
    lost = []
    with Library(folder / "library.sqlite") as library:
        library.check()
        if library.notice:
            lost.append(f"cut {cut}: {library.notice}")
        find = load_plugins().find
        for number, made in shown.items():
            kept = decisions(_replayed(library, number, find))
            if kept[: len(made)] != made or not library.is_intact(number):
                lost.append(f"cut {cut}: match {number} has {len(kept)} of {len(made)} decisions")
    return lost


def _replayed(library: Library, number: int, find: Any) -> Match:
    return replay(library.record(number), find)


def cut_power(cuts: int, seed: int, synchronous: str = "") -> list[str]:
    """Cuts the power at *cuts* random moments; returns the losses, a line each."""
    rng = Random(seed)
    with TemporaryDirectory() as folder:
        recording = record(Path(folder), seed, synchronous)
    lost = []
    for _ in range(cuts):
        # at any operation, and at those moments when something has just been shown
        cut = rng.choice(
            [rng.randint(0, len(recording.operations)), rng.choice(recording.shown)[0]]
        )
        with TemporaryDirectory() as folder:
            try:
                lost += lost_decisions(recording, cut, rng, Path(folder))
            except Exception as error:  # whatever it is, it counts
                lost.append(f"cut {cut}: {error!r}")
    return lost


def main() -> int:
    """Cuts the power and says what is lost; the status is 1 if anything is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cuts", type=int, default=200, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--synchronous", default="", help="NORMAL or OFF shows what it is good for")
    asked = parser.parse_args()
    lost = cut_power(asked.cuts, asked.seed, asked.synchronous)
    for line in lost:
        print(line)
    print(f"{asked.cuts} power cuts, {len(lost)} losses")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
