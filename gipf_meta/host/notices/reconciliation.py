"""Notices that were not written with a command: to people who sat at a board that waits for them,
and have left it.

Each process looks after those who have left its own boards, or boards of others, and now and then
after all: a process may have died, and an append may have crossed a leaving. The keys of the rows
let nobody be told twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.base.clock import Clock
from gipf_meta.host.database import Database
from gipf_meta.host.notice_tables import NOTICE_WAY, OUTBOX
from gipf_meta.host.notices.rooms_told import people_there, tells_demand
from gipf_meta.host.outbox_rows import TOLD, UNTOLD, demands_in, write_notices
from gipf_meta.host.tables import ROOM, SEAT
from gipf_meta.rooms.notices import Notice

LEFT_MS: Final = 60_000
"""Milliseconds until somebody who has left a board is told that it waits for him: his page may load
again, or his network may have gone."""
SETTLED_MS: Final = 2_000
"""Milliseconds after a leaving at which it is looked at: what was written when he still seemed to
be there is on the disk by then."""
AT_ONCE: Final = 500
"""The most rooms that are looked at in one statement."""
MOST_LEFT: Final = 10_000
"""The most leavings that wait; of more, the next look at all rooms finds what they leave."""
LEAVINGS_S: Final = 1.0
"""Seconds between two looks after those who have left."""
ALL_S: Final = 30.0
"""Seconds between two looks after all."""


class Reconciliation:
    """Writes notices to those who have left boards, in *database*, by *clock*, that of the rooms;
    *people_at* returns who sits at the board of a room, as far as this process knows."""

    def __init__(
        self, database: Database, clock: Clock, people_at: Callable[[str], Collection[str]]
    ) -> None:
        self._database, self._clock, self._people_at = database, clock, people_at
        self._left: dict[tuple[str, str], int] = {}

    def note_left(self, room: str, person: str) -> None:
        """Notes that *person* has left the board of *room*."""
        if len(self._left) < MOST_LEFT:
            self._left[room, person] = self._clock.now_ms()

    async def look_after_left(self) -> None:
        """Writes the notices to those who have left some seconds ago, and are not back. Raises
        ``DatabaseError``; then they are looked after by the next look at all."""
        now_ms = self._clock.now_ms()
        settled = [pair for pair, ms in self._left.items() if ms <= now_ms - SETTLED_MS]
        for pair in settled:
            del self._left[pair]
        away = [(room, who) for room, who in settled if who not in self._people_at(room)]
        for begin in range(0, len(away), AT_ONCE):
            await asyncio.to_thread(self.tell_left, away[begin : begin + AT_ONCE])

    def tell_left(self, away: Collection[tuple[str, str]]) -> None:
        """Writes the notices to the people *away*, each from a room. Raises ``DatabaseError``."""
        query = _missing().where(ROOM.c.id.in_({room for room, _person in away}))
        self._tell(lambda db: [each for each in _found(db, query) if _who(each) in away])

    async def look_after_all(self) -> None:
        """Writes all notices that are missing. Raises ``DatabaseError``."""
        await asyncio.to_thread(self.tell_all)

    def tell_all(self) -> None:
        """Writes all notices that are missing. Raises ``DatabaseError``."""
        last = ""
        while page := self._database.read(partial(_next_rooms, last)):
            query = _missing().where(ROOM.c.id.in_(page))
            self._tell(partial(self._absent, query))
            last = page[-1]

    def _absent(self, query: sa.Select[Any], db: Connection) -> list[tuple[str, Notice]]:
        """Returns the notices that *query* finds missing, but those to people who sit there."""
        found = _found(db, query)
        there = people_there(db, {room for room, _notice in found}, self._database.now)
        return [
            (room, notice)
            for room, notice in found
            if notice.person not in {*there.get(room, ()), *self._people_at(room)}
        ]

    def _tell(self, find: Callable[[Connection], Sequence[tuple[str, Notice]]]) -> None:
        """Writes the notices that *find* returns, if there are any."""
        if self._database.read(find):
            now_ms = self._clock.now_ms()

            def write(db: Connection) -> None:
                write_notices(db, find(db), now_ms, LEFT_MS)

            self._database.write(write)


def _missing() -> sa.Select[Any]:
    """Returns the query of the seats for which rooms wait, whose persons have a way on which that
    was not told: no row says so, or they sat there when it would have been."""
    player = sa.cast(SEAT.c.player, sa.Text)
    is_told = (
        sa.exists()
        .where(
            OUTBOX.c.way == NOTICE_WAY.c.id,
            OUTBOX.c.room == ROOM.c.id,
            OUTBOX.c.player == SEAT.c.player,
            OUTBOX.c.result.not_in(UNTOLD),
            tells_demand(),
        )
        .correlate(ROOM, SEAT, NOTICE_WAY)
    )
    return (
        sa.select(ROOM.c.id, ROOM.c.demands, SEAT.c.player, SEAT.c.person)
        .join(SEAT, SEAT.c.room == ROOM.c.id)
        .join(NOTICE_WAY, NOTICE_WAY.c.person == SEAT.c.person)
        .where(
            *(SEAT.c.person != "", ROOM.c.demands.like("% " + player + ":%")),
            *(NOTICE_WAY.c.kind.in_(TOLD), NOTICE_WAY.c.trouble == ""),
            sa.not_(is_told),
        )
        .distinct()
        .order_by(ROOM.c.id, SEAT.c.player)
    )


def _next_rooms(last: str, db: Connection) -> list[str]:
    """Returns the next rooms after *last* in which something may be missing."""
    missing = _missing().where(ROOM.c.id > last).subquery()
    rooms = sa.select(missing.c.id).distinct().order_by(missing.c.id).limit(AT_ONCE)
    return [*db.execute(rooms).scalars()]


def _found(db: Connection, query: sa.Select[Any]) -> list[tuple[str, Notice]]:
    """Returns the notices that *query* finds missing, each with its room."""
    return [
        (room, Notice(demand.kind, person, player, demand.number))
        for room, demands, player, person in db.execute(query)
        for demand in demands_in(demands)
        if demand.player == player
    ]


def _who(found: tuple[str, Notice]) -> tuple[str, str]:
    room, notice = found
    return room, notice.person
