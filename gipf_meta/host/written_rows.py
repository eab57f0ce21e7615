"""The rows that one command writes: its entry, the state of the room, its seats and its guests.

The number in the row of the room decides between processes that write at the same time: PostgreSQL
locks that row, SQLite the whole file, and the second process finds another number. The unique keys
of the entries are a second guard.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.host.database import Database
from gipf_meta.host.database_engines import insert_into, now_of
from gipf_meta.host.tables import ENTRY, GUEST, ROOM, SEAT, EntryRow
from gipf_meta.rooms.events import Event, Opened
from gipf_meta.rooms.ledger import Batch, Conflict, RoomSummary, write_events

SeatRow: TypeAlias = tuple[int, str, str, str, bool]


@dataclass
class Writing:
    """The rows and columns that a command writes into *room* after event *after*.

    *row* is its entry, *seats* the rows of its seats, *guests* the people admitted to a study;
    ``None``: the room is no study. *values* are the columns of the room that follow from the
    command, *opening* those that it gets when it is opened. *hash* is that of the entry, ``""``
    until the entry has been written.
    """

    room: str
    after: int
    row: EntryRow
    values: dict[str, Any]
    opening: dict[str, Any]
    seats: frozenset[SeatRow]
    guests: frozenset[str] | None
    hash: str = field(default="", compare=False)

    @classmethod
    def of(cls, batch: Batch) -> Writing:
        """Returns the rows and columns of a *batch* for the ledger."""
        after, events, summary = batch.after, batch.events, batch.summary
        text = write_events(events)
        row = EntryRow(after + 1, after + len(events), batch.sender, batch.id, text)
        values, seats = row_of_room(summary), rows_of_seats(summary)
        return cls(batch.room, after, row, values, _opening(events), seats, guests_of(summary))

    def write(self, db: Connection, database: Database, *, waits: bool = True) -> bool:
        """Writes all rows in the transaction of *db*; returns whether it did.

        It does not if another process is writing into the room and *waits* is false. Raises
        ``Conflict``; then nothing was written.
        """
        statements = _statements(database.is_postgresql)
        if self.after == 0:
            before, seated = "", frozenset[SeatRow]()
            self._open(db, statements)
        else:
            lock = statements.lock_room if waits else statements.try_to_lock_room
            rows = db.execute(lock, {"room": self.room}).all()
            if not rows and not waits:
                return False
            before, seated = self._read(rows)
        self.hash = self.row.hash_after(before)
        entry = {"room": self.room, "hash": self.hash, **self.row._asdict()}
        if db.execute(statements.insert_entry, entry).first() is None:
            raise Conflict
        changed = {**self.values, **self.opening} if self.after else {}
        row = {"room": self.room, "number": self.row.last, "hash": self.hash, **changed}
        db.execute(statements.update_room, row)
        if self.seats != seated:
            self._seat(db, seated)
        if self.guests is not None:
            self._admit(db, self.guests)
        return True

    def is_committed(self, db: Connection) -> bool:
        """Returns whether the entry of an earlier ``write`` has been committed after all."""
        if not self.hash:
            return False
        found = sa.select(ENTRY.c.hash).where(
            ENTRY.c.room == self.room, ENTRY.c.number == self.row.number
        )
        return db.execute(found).scalar() == self.hash

    def _open(self, db: Connection, statements: _Statements) -> None:
        """Writes the row of a new room. Raises ``Conflict``."""
        usual = {"by": "", "opened_by": "", "is_open": False, "is_private": False}
        values = {**usual, **self.values, **self.opening}
        row = {"id": self.room, "number": self.row.last, "hash": "", **values}
        if db.execute(statements.insert_room, row).first() is None:
            raise Conflict

    def _read(self, rows: Sequence[Any]) -> tuple[str, frozenset[SeatRow]]:
        """Returns the hash of the last entry, and the rows of the seats. Raises ``Conflict``."""
        if not rows or rows[0].number != self.after:
            raise Conflict
        seats = frozenset(
            (row[2], row[3], row[4], row[5], row[6]) for row in rows if row[2] is not None
        )
        return rows[0].hash, seats

    def _seat(self, db: Connection, before: frozenset[SeatRow]) -> None:
        """Writes the seats that differ from *before*."""
        gone = [seat[0] for seat in before - self.seats]
        if gone:
            db.execute(sa.delete(SEAT).where(SEAT.c.room == self.room, SEAT.c.player.in_(gone)))
        names = [column.name for column in _seat_columns()]
        new = sorted(self.seats - before)
        if new:
            rows = [{"room": self.room, **dict(zip(names, seat, strict=True))} for seat in new]
            db.execute(sa.insert(SEAT), rows)

    def _admit(self, db: Connection, guests: frozenset[str]) -> None:
        """Adds the new *guests* of a study, and removes those that are gone."""
        query = sa.select(GUEST.c.person).where(GUEST.c.room == self.room)
        before = frozenset(db.execute(query).scalars())
        if gone := before - guests:
            is_gone = GUEST.c.person.in_(gone)
            db.execute(sa.delete(GUEST).where(GUEST.c.room == self.room, is_gone))
        if new := sorted(guests - before):
            db.execute(sa.insert(GUEST), [{"room": self.room, "person": each} for each in new])


def row_of_room(summary: RoomSummary) -> dict[str, Any]:
    """Returns the columns of a room that follow from its *summary*."""
    match, bottom = summary.match, summary.match.sessions[0]
    return {
        "due_ms": summary.due_ms,
        "game": bottom.game.id,
        "is_over": summary.is_over,
        "is_from_position": bool(bottom.begun_from),
        "is_study": summary.study is not None,
        "turns": len(bottom.turns()),
        "player": match.player,
        "by": summary.by,
    }


def guests_of(summary: RoomSummary) -> frozenset[str] | None:
    """Returns the people admitted to a study, who have it among their tables; ``None``: the room is
    no study."""
    return None if summary.study is None else frozenset(summary.admitted)


def rows_of_seats(summary: RoomSummary) -> frozenset[SeatRow]:
    """Returns the rows of a room's seats: player, person, kind, name, whether it is reserved."""
    return frozenset(
        (
            player,
            summary.holders.get(player, ""),
            seat.player,
            seat.name,
            player in summary.reserved,
        )
        for player, seat in enumerate(summary.people)
    )


class _Statements:
    """The statements of every command, for one kind of database; making them takes longer than
    running them.

    Locking a room returns its number, its hash and its seats; no other process changes them until
    the transaction ends. An insertion returns no row where its keys exist already.
    """

    def __init__(self, is_postgresql: bool) -> None:
        now = now_of(is_postgresql)
        room: sa.BindParameter[str] = sa.bindparam("room")
        locked = (
            sa.select(ROOM.c.number, ROOM.c.hash, *_seat_columns())
            .join_from(ROOM, SEAT, SEAT.c.room == ROOM.c.id, isouter=True)
            .where(ROOM.c.id == room)
        )
        self.lock_room = locked.with_for_update(of=ROOM)
        self.try_to_lock_room = locked.with_for_update(of=ROOM, skip_locked=True)
        new_room = insert_into(ROOM, is_postgresql).values(opened_ms=now, changed_ms=now)
        self.insert_room = new_room.on_conflict_do_nothing().returning(ROOM.c.id)
        new_entry = insert_into(ENTRY, is_postgresql)
        self.insert_entry = new_entry.on_conflict_do_nothing().returning(ENTRY.c.number)
        self.update_room = sa.update(ROOM).where(ROOM.c.id == room).values(changed_ms=now)


_statements = cache(_Statements)


def _seat_columns() -> tuple[sa.Column[Any], ...]:
    return SEAT.c.player, SEAT.c.person, SEAT.c.kind, SEAT.c.name, SEAT.c.is_reserved


def _opening(events: Sequence[Event]) -> dict[str, Any]:
    """Returns the columns that the opening of a room gives; ``{}`` if *events* have none."""
    for event in events:
        if isinstance(event, Opened):
            return {
                "by": event.by,
                "opened_by": event.by,
                "is_open": event.opening.is_open,
                "is_private": event.opening.is_private,
            }
    return {}
