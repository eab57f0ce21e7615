"""Which people watch which room by which process: each process tells the others, in a table."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.host.database import Database
from gipf_meta.host.tables import BEAT, PRESENCE

ALIVE_MS: Final = 5_000
"""Milliseconds after its last beat in which a process still counts as there."""
OVERLAP_MS: Final = 5_000
"""How many milliseconds may pass until others find what was told."""
KEPT_MS: Final = 60_000
"""For how many milliseconds it is told that nobody is there any more."""


class Told(NamedTuple):
    """The *people* who watch *room* by *process*; empty: nobody does any more."""

    process: str
    room: str
    people: frozenset[str]


class News(NamedTuple):
    """What other processes have *told*, and those that are *gone*."""

    told: list[Told]
    gone: list[str]


class SharedPresence:
    """What *process* tells the other processes of *database*, and hears from them."""

    def __init__(self, database: Database, process: str) -> None:
        self._database, self._process = database, process
        self._to_tell: dict[str, Collection[str]] = {}
        self._since_ms = 0
        self._heard: dict[str, dict[str, frozenset[str]]] = {}

    def exchange(self, changes: Mapping[str, Collection[str]]) -> News:
        """Tells who watches each room here of which that has changed; what is new of the others.

        Raises ``DatabaseError``; then *changes* are told at the next time.
        """
        self._to_tell.update(changes)
        told, alive, now_ms = self._database.write(self._exchange)
        self._to_tell.clear()
        self._since_ms = now_ms - OVERLAP_MS
        gone = sorted(self._heard.keys() - alive)
        for process in gone:
            del self._heard[process]
        return News([each for each in told if self._is_new(each)], gone)

    def _is_new(self, told: Told) -> bool:
        """Whether that was not *told* before, as what comes again for a while; notes it."""
        rooms = self._heard.setdefault(told.process, {})
        is_new = rooms.get(told.room, frozenset()) != told.people
        rooms.pop(told.room, None)
        if told.people:
            rooms[told.room] = told.people
        return is_new

    def _exchange(self, db: Connection) -> tuple[list[Told], set[str], int]:
        now, mine = self._database.now, PRESENCE.c.process == self._process
        for room, people in self._to_tell.items():
            values = {"people": json.dumps(sorted(people)), "told_ms": now}
            row = self._database.insert(PRESENCE).values(process=self._process, room=room, **values)
            db.execute(row.on_conflict_do_update(index_elements=["process", "room"], set_=values))
        if self._to_tell:
            is_old = PRESENCE.c.told_ms < now - KEPT_MS
            db.execute(sa.delete(PRESENCE).where(mine, is_old, PRESENCE.c.people == "[]"))
        alive = {
            *db.execute(sa.select(BEAT.c.process).where(BEAT.c.told_ms > now - ALIVE_MS)).scalars()
        }
        is_new = PRESENCE.c.told_ms > self._since_ms
        asked = sa.select(PRESENCE.c.process, PRESENCE.c.room, PRESENCE.c.people)
        rows = db.execute(asked.where(~mine, is_new).order_by(PRESENCE.c.told_ms)).all()
        told = [
            Told(process, room, frozenset(json.loads(people)))
            for process, room, people in rows
            if process in alive
        ]
        return told, alive, int(db.execute(sa.select(now)).scalar_one())

    def leave(self) -> None:
        """Tells nothing any more. Raises ``DatabaseError``."""
        mine = sa.delete(PRESENCE).where(PRESENCE.c.process == self._process)
        self._database.write(lambda db: db.execute(mine))

    def forget(self, gone: Collection[str]) -> None:
        """Removes what processes have told that are *gone*. Raises ``DatabaseError``."""
        theirs = sa.delete(PRESENCE).where(PRESENCE.c.process.in_(gone))
        self._database.write(lambda db: db.execute(theirs))
