"""The rooms that were changed in the database otherwise than by appending: removed, or written
anew. Every process reads them again within seconds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.host.database import Database
from gipf_meta.host.database_engines import insert_into, now_of, on_postgresql
from gipf_meta.host.tables import ENTRY, METADATA, REREAD

LATELY_MS: Final = 60_000
"""Milliseconds after its change for which processes are told of a room, and which a change may
take to be seen by others."""
KEPT_MS: Final = 24 * 3_600_000
"""Milliseconds for which that is kept: a process may have been cut off from the database."""


def note_stale(db: Connection, rooms: Iterable[str]) -> None:
    """Notes in the transaction of *db* that every process must read *rooms* again."""
    if rows := [{"room": room} for room in sorted({*rooms})]:
        is_postgresql = on_postgresql(db)
        now = {"at_ms": now_of(is_postgresql)}
        new = insert_into(REREAD, is_postgresql).values(now)
        db.execute(new.on_conflict_do_update(index_elements=["room"], set_=now), rows)


def remove_rows(db: Connection, rooms: list[str]) -> None:
    """Removes all rows of *rooms* from the tables that have a column for them, and notes that every
    process must read them again. No statement takes long: a room has many entries."""
    for table in METADATA.sorted_tables:
        if table is ENTRY:
            for room in rooms:
                db.execute(sa.delete(ENTRY).where(ENTRY.c.room == room))
        elif "room" in table.c and table is not REREAD:
            db.execute(sa.delete(table).where(table.c.room.in_(rooms)))
    note_stale(db, rooms)


class StaleRooms:
    """The rooms of *database* that this process has not read again yet."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[str, int] = {}
        #: the database's time of the last look; ``None``: there was none
        self.looked_ms: int | None = None

    def find(self) -> list[str]:
        """Returns the rooms that were changed since the last call, however long ago that was; rows
        that all processes have read are removed. Raises ``DatabaseError``."""
        now = sa.select(self._database.now)

        def ask(db: Connection) -> tuple[int, dict[str, int]]:
            now_ms = int(db.execute(now).scalar_one())
            since_ms = min(now_ms, self.looked_ms or now_ms) - LATELY_MS
            query = sa.select(REREAD.c.room, REREAD.c.at_ms).where(REREAD.c.at_ms > since_ms)
            return now_ms, {row.room: row.at_ms for row in db.execute(query)}

        self.looked_ms, found = self._database.read(ask)
        new = [room for room, at_ms in found.items() if self._known.get(room) != at_ms]
        if self._known and not found:
            self._forget_old()
        self._known = found
        return new

    def _forget_old(self) -> None:
        old = sa.delete(REREAD).where(REREAD.c.at_ms <= self._database.now - KEPT_MS)
        self._database.write(lambda db: db.execute(old))
