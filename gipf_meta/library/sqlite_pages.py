"""The rows of an SQLite file, read page by page, where SQLite itself gives up.

Only those parts of https://sqlite.org/fileformat2.html that the rescue of a library needs: the
cells of the leaves of tables and of indexes (a table ``WITHOUT ROWID`` is an index), with or
without a way to them. A page that makes no sense has no rows; such a cell is left out.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

INDEX_INTERIOR: Final = 0x02
INDEX_LEAF: Final = 0x0A
TABLE_LEAF: Final = 0x0D
WAL_HEAD: Final = 32
FRAME_HEAD: Final = 24
USUAL_SIZE: Final = 4096
"""The bytes of a page where the head of the file does not say it."""

ColumnValue = int | str | None


class DatabaseRow(NamedTuple):
    """A row; *rowid* is ``None`` in a table without them."""

    rowid: int | None
    values: tuple[ColumnValue, ...]


def read_rows(path: Path) -> Iterator[DatabaseRow]:
    """All readable rows of the file and its log, from pages that are in use.

    Where the head of the file has another size of pages than ours, the head may be damaged: pages
    are read in both ways, and a row may come twice.
    """
    data = path.read_bytes()
    for size, spare in dict.fromkeys((_page_size(data), (USUAL_SIZE, 0))):
        yield from _rows_on_pages(path, data, size, spare)


def _rows_on_pages(path: Path, data: bytes, size: int, spare: int) -> Iterator[DatabaseRow]:
    """The rows on pages of *size* bytes, of which the *spare* ones at the end are not used."""
    pages = {n: data[start : start + size] for n, start in enumerate(range(0, len(data), size), 1)}
    with suppress(OSError, struct.error):
        pages |= _read_log(Path(f"{path}-wal").read_bytes(), size)
    for number in sorted(pages.keys() - _free_pages(pages)):
        page = _Page(pages, number, size - spare)
        for cell in page.cells():
            with suppress(ValueError, IndexError, KeyError, struct.error, OverflowError):
                yield page.row(cell)


def read_image(path: Path) -> bytes:
    """The file with what is committed in its log, as a database that needs no log.

    Raises ``OSError``.
    """
    data = bytearray(path.read_bytes())
    size, _spare = _page_size(data)
    with suppress(FileNotFoundError, struct.error):
        for number, page in _read_log(Path(f"{path.resolve()}-wal").read_bytes(), size).items():
            start = (number - 1) * size
            data.extend(bytes(max(0, start + size - len(data))))
            data[start : start + size] = page
    if data[18:20] == b"\x02\x02":
        data[18:20] = b"\x01\x01"  # no log: https://sqlite.org/fileformat2.html, 1.3.3
    return bytes(data)


def _page_size(data: bytes | bytearray) -> tuple[int, int]:
    """The bytes of a page, and the number of unused ones at its end."""
    size = int.from_bytes(data[16:18], "big")
    size = 65536 if size == 1 else size
    if data[:15] == b"SQLite format 3" and 512 <= size <= 65536 and size & (size - 1) == 0:
        return size, data[20] if data[20] <= size - 480 else 0
    return USUAL_SIZE, 0


def _read_log(log: bytes, size: int) -> dict[int, bytes]:
    """The pages that are committed in the log, the newest of each number."""
    magic, _, log_size, _, *salts, one, two = struct.unpack(">8I", log[:WAL_HEAD])
    order = ">" if magic & 1 else "<"
    if magic >> 1 != 0x377F0682 >> 1 or log_size != size:
        return {}
    committed: dict[int, bytes] = {}
    waiting: dict[int, bytes] = {}
    for start in range(WAL_HEAD, len(log) - FRAME_HEAD - size + 1, FRAME_HEAD + size):
        number, pages, *own_salts, first, second = struct.unpack_from(">6I", log, start)
        page = log[start + FRAME_HEAD : start + FRAME_HEAD + size]
        one, two = _checksum(log[start : start + 8] + page, order, one, two)
        if own_salts != salts or (first, second) != (one, two):
            break
        waiting[number] = page
        if pages:
            committed |= waiting
            waiting = {}
    return committed


def _checksum(data: bytes, order: str, one: int, two: int) -> tuple[int, int]:
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for left, right in zip(words[::2], words[1::2], strict=True):
        one = (one + left + two) & 0xFFFFFFFF
        two = (two + right + one) & 0xFFFFFFFF
    return one, two


def _free_pages(pages: dict[int, bytes]) -> set[int]:
    """The pages in the file's list of free pages, as far as that can be read."""
    free: set[int] = set()
    trunk = int.from_bytes(pages.get(1, b"")[32:36], "big")
    while trunk in pages and trunk not in free and trunk != 1:
        free.add(trunk)
        following, count = struct.unpack_from(">2I", pages[trunk])
        count = min(count, len(pages[trunk]) // 4 - 2)
        free |= set(struct.unpack_from(f">{count}I", pages[trunk], 8))
        trunk = following
    return free - {1}


class _Page:
    """Page *number* of *pages*, of which the first *usable* bytes are in use."""

    def __init__(self, pages: dict[int, bytes], number: int, usable: int) -> None:
        self.pages, self.data, self.usable = pages, pages[number], usable
        self.start = 100 if number == 1 else 0
        self.kind = self.data[self.start] if len(self.data) > self.start + 12 else 0

    def cells(self) -> list[int]:
        """The offsets of the rows of this page; none on a page without rows."""
        if self.kind not in (INDEX_INTERIOR, INDEX_LEAF, TABLE_LEAF):
            return []
        (count,) = struct.unpack_from(">H", self.data, self.start + 3)
        first = self.start + (12 if self.kind == INDEX_INTERIOR else 8)
        count = min(count, (len(self.data) - first) // 2)
        return list(struct.unpack_from(f">{count}H", self.data, first))

    def row(self, cell: int) -> DatabaseRow:
        """The row at *cell*. Raises ``ValueError`` and the like if none can be read there."""
        if self.kind == INDEX_INTERIOR:
            cell += 4
        length, cell = _varint(self.data, cell)
        rowid = None
        if self.kind == TABLE_LEAF:
            rowid, cell = _varint(self.data, cell)
        return DatabaseRow(rowid, tuple(_values(self._payload(cell, length))))

    def _payload(self, start: int, length: int) -> bytes:
        """The *length* bytes from *start* on, and on the pages they run over to."""
        if length > len(self.pages) * self.usable:
            raise ValueError("longer than the file")
        most = self.usable - 35
        least = (self.usable - 12) * 32 // 255 - 23
        if self.kind != TABLE_LEAF:
            most = (self.usable - 12) * 64 // 255 - 23
        here = length
        if length > most:
            here = least + (length - least) % (self.usable - 4)
            here = here if here <= most else least
        parts = [self.data[start : start + here]]
        left, link = length - here, self.data[start + here : start + here + 4]
        while left > 0:
            page = self.pages[int.from_bytes(link, "big")]
            parts.append(page[4 : 4 + min(left, self.usable - 4)])
            link, left = page[:4], left - (self.usable - 4)
        return b"".join(parts)


def _values(payload: bytes) -> Iterator[ColumnValue]:
    """The values of a row. Raises ``ValueError`` for floats, blobs and damaged texts."""
    end, at = _varint(payload, 0)
    start = end
    while at < end:
        kind, at = _varint(payload, at)
        if kind in (0, 8, 9):
            yield None if kind == 0 else kind - 8
            continue
        length = (kind - 13) // 2 if kind > 12 else {5: 6, 6: 8}.get(kind, kind)
        found = payload[start : start + length]
        start += length
        if len(found) != length or 7 <= kind <= 12 or (kind > 12 and kind % 2 == 0):
            raise ValueError("no value of a library")
        yield int.from_bytes(found, "big", signed=True) if kind < 7 else found.decode()


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """The number (SQLite's varint) that begins at *at*, and its end."""
    value = 0
    for n in range(9):
        byte = data[at + n]
        if n == 8:
            value = value << 8 | byte
            return value - (1 << 64) if value >> 63 else value, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            break
    return value, at + n + 1
