"""Damaged libraries: what is written where must be read again, if nothing there was damaged.

Half of the matches have a ledger; of each what is read must be how it began.
"""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.library.library_ledger import RoomLedger
from gipf_meta.library.schema import LedgerRow, write_ledger
from gipf_meta.library.store import Library
from gipf_meta.records.models import Record
from gipf_meta.records.record_files import dumps

PAGE: Final = 4096
"""Bytes of a page of the file."""
WINDOW: Final = 24
"""A page belongs to a match if it holds so many bytes of its rows in a row."""


class Lost(Exception):
    """A match that was not touched is not there any more, or is another one."""


class Sound:
    """The file of a library before it is damaged: its bytes, and what must be read again."""

    def __init__(self, path: Path, matches: Callable[[], Iterator[Record]]) -> None:
        with Library(path) as library:
            for record in matches():
                number = library.add(record)
                if number % 2:
                    library.database.write(lambda db: write_ledger(db, number, _ledger(number)))  # noqa: B023
            self.records = {n.id: dumps(library.record(n.id)) for n in library.entries()}
        with closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            db.execute("PRAGMA journal_mode=DELETE")
        self.data = path.read_bytes()
        self.rows = _rows(path)
        self.pages = {n: self._pages_of(rows) for n, rows in self.rows.items()}

    def _pages_of(self, rows: list[Any]) -> set[int]:
        """The pages on which a match stands; some that hold the same words may be among them."""
        pages = set()
        for text in (value for row in rows for value in row if isinstance(value, str)):
            content = text.encode()
            size = len(content) if content in self.data else WINDOW  # else it runs over
            for start in range(0, max(1, len(content) - size + 1), WINDOW // 2):
                part = content[start : start + size]
                at = self.data.find(part) if len(part) >= WINDOW else -1
                while at >= 0:
                    pages |= {at // PAGE, (at + size - 1) // PAGE}
                    at = self.data.find(part, at + 1)
        return pages


@cache
def sound(folder: Path, matches: Callable[[], Iterator[Record]]) -> Sound:
    """The library of *matches*, made once in *folder*."""
    return Sound(folder / "sound.sqlite", matches)


def make_damage(rng: Random, size: int) -> bytes:
    """Damages of a file of *size* bytes: ``[start, length, byte]`` each, and where it is cut."""
    damages = []
    for _ in range(rng.choice((1, 1, 2, 5, 50))):
        start = rng.randrange(size)
        length = rng.choice((1, 1, 4, 100))
        if rng.random() < 0.1:
            start = rng.randrange(110)  # the head of the file
        elif rng.random() < 0.3:
            start, length = start // PAGE * PAGE, PAGE
        byte = rng.choice((0, 255, rng.randrange(256)))
        damages.append([start, length, byte])
    cut = rng.randrange(size) if rng.random() < 0.1 else size
    return json.dumps([damages, cut]).encode()


def feed_damage(sound: Sound, folder: Path, content: bytes) -> None:
    """Damages a copy of *sound* and reads it. Raises ``Lost``."""
    damages, cut = json.loads(content)
    data = bytearray(sound.data)
    for start, length, byte in damages:
        data[start : start + length] = bytes([byte]) * len(data[start : start + length])
    with tempfile.TemporaryDirectory(dir=folder) as inside:
        path = Path(inside) / "library.sqlite"
        path.write_bytes(data[:cut])
        kept = _untouched(sound, bytes(data[:cut])) | _sound_matches(sound, path)
        with Library(path) as library:
            listed = {entry.id for entry in library.entries()}
            if not kept <= listed:
                raise Lost(f"the matches {sorted(kept - listed)} are whole, but not listed")
            for number in sorted(listed - kept):
                with suppress(GipfMetaError):
                    library.record(number)
            for number in kept:
                if dumps(library.record(number)) != sound.records[number]:
                    raise Lost(f"match {number} is whole, but read as another one")
            ledger = RoomLedger(library)
            for number in listed:
                found, rows = ledger.read(number), _ledger(number) if number % 2 else []
                if found != rows[: len(found)]:
                    raise Lost(f"the ledger of match {number} is read as another one")


def _ledger(number: int) -> list[LedgerRow]:
    """The events of the room of that match."""
    told = f'["event of {number}"]' * number
    return [LedgerRow(n, "ann", f"c{n}", told, f"{n}") for n in range(1, 2 * number)]


def _untouched(sound: Sound, data: bytes) -> set[int]:
    """The matches that stand on pages without damage, however damaged the others are."""
    size = len(sound.data)
    same = {
        n // PAGE
        for n in range(0, size, PAGE)
        if data[n : n + PAGE] == sound.data[n : n + PAGE] and n + PAGE <= len(data)
    }
    return {number for number, pages in sound.pages.items() if pages <= same}


def _sound_matches(sound: Sound, path: Path) -> set[int]:
    """The matches that SQLite reads from the damaged file as they were written."""
    try:
        return {n for n, rows in _rows(path).items() if sound.rows.get(n) == rows}
    except (sqlite3.Error, UnicodeDecodeError, MemoryError):
        return set()  # only a rescue can tell what is left


def _rows(path: Path) -> dict[int, list[Any]]:
    """All rows of each match, if SQLite finds no fault in the file."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        if db.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            raise sqlite3.DatabaseError
        heads = db.execute("SELECT * FROM match").fetchall()
        return {
            head[0]: [
                head,
                *db.execute("SELECT * FROM start WHERE match=?", head[:1]),
                *db.execute("SELECT * FROM turn WHERE match=? ORDER BY n", head[:1]),
            ]
            for head in heads
        }
