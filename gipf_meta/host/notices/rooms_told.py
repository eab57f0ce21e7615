"""The rooms of which notices tell, as their rows stand when the notices are delivered."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, cast

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.desk.context import ListedRoom, SeatInList
from gipf_meta.host.company import apart_from
from gipf_meta.host.notice_tables import OUTBOX
from gipf_meta.host.notices.notice_rows import OutboxRow
from gipf_meta.host.notices.sending import TRIAL, TRIAL_MS, ToldNotice
from gipf_meta.host.outbox_rows import demands_in
from gipf_meta.host.process import ALIVE_MS
from gipf_meta.host.room_lists import read_rooms
from gipf_meta.host.tables import BEAT, PERSON, PRESENCE, ROOM
from gipf_meta.rooms.notices import Demand, NoticeKind

OWN_TIME: Final = ("turn", "answer", "duel")
"""The kinds of notices after which one's own clock runs."""


@dataclass(frozen=True)
class RoomsTold:
    """The *rooms* by their ids, with the *demands* of each, who sits *there* at the boards, the
    people who are *banned*, and those who are *apart* from others."""

    rooms: Mapping[str, ListedRoom]
    demands: Mapping[str, frozenset[Demand]]
    there: Mapping[str, frozenset[str]]
    banned: frozenset[str]
    apart: Mapping[str, frozenset[str]]

    def is_true(self, row: OutboxRow, now_ms: int) -> bool:
        """Whether what *row* tells still holds."""
        if row.kind == TRIAL:
            return now_ms < row.created_ms + TRIAL_MS
        room = self.rooms.get(row.room)
        if room is None or row.person in self.banned or row.player >= len(room.seats):
            return False
        seat = room.seats[row.player]
        if row.kind == "invitation":
            return self._is_invited(room, seat, row.person, now_ms)
        if seat.person != row.person:
            return False
        if row.kind == "end":
            return room.is_over
        if row.kind == "hour":
            return not room.is_over and room.hour_ms == row.hour_ms and now_ms <= (row.hour_ms or 0)
        return (row.player, row.kind, row.number) in self.demands[row.room]

    def _is_invited(self, room: ListedRoom, seat: SeatInList, person: str, now_ms: int) -> bool:
        """Whether *person* is invited to *seat*, by somebody who may invite him."""
        ends_ms = seat.invited_until_ms
        is_open = not room.is_over and (ends_ms is None or ends_ms > now_ms)
        may_invite = room.by not in self.banned and room.by not in self.apart.get(person, ())
        return seat.invited == person and is_open and may_invite

    def is_of_strangers(self, row: OutboxRow) -> bool:
        """Whether *row* tells what people may cause who have never played with its person: an
        invitation, or a match that has not begun."""
        room = self.rooms.get(row.room)  # a trial has none
        return row.kind == "invitation" or (room is not None and room.turns == 0)

    def sits_there(self, row: OutboxRow) -> bool:
        """Whether the person of *row* sits at the board now."""
        return row.person in self.there.get(row.room, ())

    def tell(self, row: OutboxRow, link: str, now_ms: int) -> ToldNotice:
        """Returns what is told by *row*, which is true, outside the host: *link* leads to the
        room. Of a private room nobody is named."""
        if row.kind == TRIAL:
            left_ms = row.created_ms + TRIAL_MS - now_ms
            return ToldNotice(TRIAL, "", row.number, "", (), True, row.created_ms, link, left_ms)
        room = self.rooms[row.room]
        others = tuple(seat.name for one, seat in enumerate(room.seats) if one != row.player)
        until_ms = room.flag_ms if row.kind in OWN_TIME else None
        if row.kind == "invitation":
            until_ms = room.seats[row.player].invited_until_ms
        return ToldNotice(
            kind=cast(NoticeKind, row.kind),
            room=row.room,
            number=row.number,
            game=room.game,
            others=() if room.is_private else others,
            is_private=room.is_private,
            created_ms=row.created_ms,
            link=link,
            left_ms=None if until_ms is None else max(0, until_ms - now_ms),
            hour_ms=row.hour_ms,
        )


def read_rooms_told(db: Connection, ids: Collection[str], now: sa.ColumnElement[int]) -> RoomsTold:
    """Returns the rooms of those *ids*, as they stand in the transaction of *db*; *now* is the time
    of the database."""
    is_it = ROOM.c.id.in_(ids)
    found = read_rooms(db, sa.select(ROOM).where(is_it))
    words = db.execute(sa.select(ROOM.c.id, ROOM.c.demands).where(is_it)).all()
    people = {seat.person for room in found for seat in room.seats}
    invited = {seat.invited for room in found for seat in room.seats if seat.invited}
    everybody = {*people, *invited, *(room.by for room in found)}
    is_banned = sa.select(PERSON.c.id).where(PERSON.c.id.in_(everybody), PERSON.c.is_banned)
    return RoomsTold(
        {room.room: room for room in found},
        {room: demands_in(demands) for room, demands in words},
        people_there(db, ids, now),
        frozenset(db.execute(is_banned).scalars()),
        {each: frozenset(db.execute(apart_from(each)).scalars()) for each in invited},
    )


def people_there(
    db: Connection, rooms: Collection[str], now: sa.ColumnElement[int]
) -> dict[str, frozenset[str]]:
    """Returns who sits at the boards of *rooms* by a process that is alive."""
    alive = sa.select(BEAT.c.process).where(BEAT.c.told_ms > now - ALIVE_MS)
    query = sa.select(PRESENCE.c.room, PRESENCE.c.people).where(
        PRESENCE.c.room.in_(rooms), PRESENCE.c.process.in_(alive)
    )
    there = dict[str, frozenset[str]]()
    for room, people in db.execute(query):
        there[room] = there.get(room, frozenset()) | frozenset(json.loads(people))
    return there


def is_demanded() -> sa.ColumnElement[bool]:
    """Returns the condition that a row of the outbox tells what its room still waits for."""
    return sa.exists().where(ROOM.c.id == OUTBOX.c.room, tells_demand())


def tells_demand() -> sa.ColumnElement[bool]:
    """Returns the condition that a row of the outbox tells one of the demands of a row of rooms."""
    player, number = (sa.cast(OUTBOX.c[name], sa.Text) for name in ("player", "number"))
    return ROOM.c.demands.like("% " + player + ":" + OUTBOX.c.kind + ":" + number + " %")
