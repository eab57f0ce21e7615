"""The ledgers of rooms in the library: the events of each, written together with its match.

A room is the match of the same number. Each command is one transaction: its events and the rows of
the match, so lists, statistics and the terminal agree with the ledger. A match that was played on
elsewhere is ahead of its ledger, which ``is_behind`` tells.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from gipf_meta.base.texts import _
from gipf_meta.library.schema import LedgerRow, LibraryError, ledger_chain, write_ledger
from gipf_meta.library.store import Library, LibraryKeeper
from gipf_meta.match.match import Match
from gipf_meta.records.models import Record, Seat
from gipf_meta.records.notes import NO_NOTES, Notes

__all__ = ["LedgerBehind", "LedgerRow", "RoomLedger"]


class LedgerBehind(LibraryError):
    """The room, or its match, has gone on since the writer read its ledger."""


class Summary(Protocol):
    """The match of a room after its last event: the fields of ``rooms.ledger.RoomSummary``."""

    @property
    def match(self) -> Match:
        """The match as it stands."""
        ...

    @property
    def people(self) -> Sequence[Seat]:
        """The people at the seats of the match."""
        ...

    @property
    def study(self) -> Record | None:
        """The study that is saved instead of the match; ``None``: the room is no study."""
        ...

    @property
    def notes(self) -> Notes:
        """The notes that stood beside the match when it was opened from a record."""
        ...


@dataclass
class _Open:
    """A room that this process plays: its keeper, the rows of its ledger, and the last hash."""

    keeper: LibraryKeeper
    rows: list[LedgerRow] = field(default_factory=list)
    hash: str = ""

    @property
    def number(self) -> int:
        """The number of the last event."""
        return self.rows[-1].number if self.rows else 0


class RoomLedger:
    """The ledgers of the rooms of *library*. This process locks each room that it writes."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._open: dict[int, _Open] = {}

    def rooms(self) -> list[int]:
        """The rooms that have a ledger. Raises ``LibraryError``."""
        question = "SELECT DISTINCT room FROM ledger ORDER BY room"
        return [
            n for (n,) in self._library.database.read(lambda db: db.execute(question).fetchall())
        ]

    def read(self, room: int) -> list[LedgerRow]:
        """The rows of *room*'s ledger, up to the first damaged one. Raises ``LibraryError``."""
        rows, is_whole = self._library.database.read(lambda db: _read(db, room))
        if not is_whole:
            self._library.check()
            rows, _is_whole = self._library.database.write(lambda db: _cut(db, room))
        return rows

    def is_behind(self, room: int) -> bool:
        """Whether the match of *room* differs from that of its ledger.

        Raises ``LibraryError``.
        """
        rows = self.read(room)
        return self._library.database.read(lambda db: _is_behind(db, room, rows))

    def hold(self, room: int) -> None:
        """Locks *room* for this process. Raises ``LibraryError`` if another process plays it."""
        if room not in self._open:
            keeper = LibraryKeeper(self._library, (), room, is_reserved=True)
            try:
                rows = self.read(room)
            except LibraryError:
                keeper.close()
                raise
            self._open[room] = _Open(keeper, rows, _last_hash(rows))

    def append(
        self, room: int, row: LedgerRow, after: int, summary: Summary, *, is_anew: bool = False
    ) -> None:
        """Writes *row*, which follows event *after*, and the match or the study of *summary*, to
        which it led; ``row.kept`` is filled in.

        *is_anew*: the row holds the state of a match that was played on elsewhere. Raises
        ``LedgerBehind`` if event *after* is not the last one any more, the command has been written
        already, or the match was played on elsewhere (unless *is_anew*); and ``LibraryError``, also
        while another process plays the match.
        """
        self.hold(room)
        known = self._open[room]
        keeper = known.keeper
        keeper.people = tuple(summary.people)
        if keeper.notes is NO_NOTES:  # the library has none of this match yet
            keeper.notes = summary.notes
        write_match = keeper.plan(summary.match, summary.study)

        def write(db: sqlite3.Connection) -> tuple[LedgerRow, str]:
            last, hashed = _last(db, room)
            if last == 0 and known.rows:  # the file was taken away
                last, hashed = known.number, write_ledger(db, room, known.rows)
            elif not is_anew and _is_behind(db, room, known.rows):
                raise LedgerBehind(_gone_on())
            if last != after or (row.id and _has_command(db, room, row)):
                raise LedgerBehind(_gone_on())
            if write_match is not None and write_match(db) != room:
                raise LibraryError(
                    _("Match {number} belongs to another library now.").format(number=room)
                )
            kept_row = row._replace(kept=_match_hash(db, room))
            return kept_row, write_ledger(db, room, [kept_row], hashed)

        try:
            kept_row, hashed = self._library.database.write(write)
        except LedgerBehind:
            self.release(room)
            raise
        if write_match is not None:
            keeper.note_written(summary.match, room)
        known.rows.append(kept_row)
        known.hash = hashed

    def release(self, room: int) -> None:
        """Lets other processes play the match of *room*."""
        if (known := self._open.pop(room, None)) is not None:
            known.keeper.close()

    def close(self) -> None:
        """Releases every room."""
        for room in list(self._open):
            self.release(room)


def _gone_on() -> str:
    return _("The match has gone on elsewhere.")


def _last_hash(rows: Sequence[LedgerRow]) -> str:
    return next(reversed(["", *ledger_chain(rows)]))


def _last(db: sqlite3.Connection, room: int) -> tuple[int, str]:
    """The number of the last event of *room*, and the hash of its row; 0 where there is none."""
    question = "SELECT number, hash FROM ledger WHERE room = ? ORDER BY number DESC LIMIT 1"
    number, hashed = db.execute(question, (room,)).fetchone() or (0, "")
    return number, hashed


def _has_command(db: sqlite3.Connection, room: int, row: LedgerRow) -> bool:
    question = "SELECT 1 FROM ledger WHERE room = ? AND sender = ? AND id = ?"
    return db.execute(question, (room, row.sender, row.id)).fetchone() is not None


def _match_hash(db: sqlite3.Connection, room: int) -> str:
    """The hash of the match of *room*; empty before its first decision."""
    row = db.execute("SELECT hash FROM match WHERE id = ?", (room,)).fetchone()
    return str(row[0]) if row else ""


def _is_behind(db: sqlite3.Connection, room: int, rows: Sequence[LedgerRow]) -> bool:
    """Whether the match of *room* differs from that to which *rows* lead.

    ``False`` for a lost match: its ledger lacks nothing of it.
    """
    return _match_hash(db, room) not in ("", rows[-1].kept if rows else "")


def _read(db: sqlite3.Connection, room: int) -> tuple[list[LedgerRow], bool]:
    """The rows of *room* up to the first whose hash does not fit, and whether that is all."""
    question = (
        "SELECT number, sender, id, told, kept, hash FROM ledger WHERE room = ? ORDER BY number"
    )
    found = db.execute(question, (room,)).fetchall()
    rows = [LedgerRow(*columns) for *columns, _hash in found]
    sound = 0
    for row, expected in zip(found, ledger_chain(rows), strict=True):
        if row[-1] != expected:
            break
        sound += 1
    return rows[:sound], sound == len(rows)


def _cut(db: sqlite3.Connection, room: int) -> tuple[list[LedgerRow], bool]:
    """Removes the rows of *room* from the first on whose hash does not fit; reads the others."""
    rows, _is_whole = _read(db, room)
    last = rows[-1].number if rows else 0
    db.execute("DELETE FROM ledger WHERE room = ? AND number > ?", (room, last))
    return rows, True
