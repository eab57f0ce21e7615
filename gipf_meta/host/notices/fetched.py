"""The feeds and calendars of people, made from the database when they are fetched.

A feed has what is true now, and what came to an end lately: what was answered meanwhile is told by
no feed, as by no push and no mail.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.base.dates import in_zone
from gipf_meta.base.texts import spoken
from gipf_meta.host.database import Database
from gipf_meta.host.notice_tables import NOTICE_WAY, OUTBOX
from gipf_meta.host.notices.calendars import write_calendar
from gipf_meta.host.notices.feeds import write_feed
from gipf_meta.host.notices.notice_rows import (
    OUTBOX_COLUMNS,
    OutboxRow,
    language_for,
    text_about,
)
from gipf_meta.host.notices.rooms_told import is_demanded, read_rooms_told
from gipf_meta.host.notices.sending import NoticeWay, ToldNotice, link_to_room
from gipf_meta.host.room_lists import Lists
from gipf_meta.host.tables import PERSON
from gipf_meta.match.timecontrol import DAY_MS
from gipf_meta.rooms.notices import DEMANDS

SHOWN_MS: Final = 30 * DAY_MS
"""Milliseconds for which a feed shows a notice."""
MOST_SHOWN: Final = 100
"""The most notices that a feed shows."""
NOTED_MS: Final = 3_600_000
"""Milliseconds after which it is noted anew that a feed is fetched."""
FindWay = Callable[[Literal["feed", "calendar"], str], NoticeWay | None]
"""Returns the way of a kind that has a key; ``None``: there is none."""


class FetchedNotices:
    """The feeds and calendars that *find_way* finds in *database*, for a host at *origin*.

    *title* returns how a game is called, *now_ms* the time of the rooms. Every method raises
    ``DatabaseError``.
    """

    def __init__(
        self,
        database: Database,
        find_way: FindWay,
        origin: str,
        title: Callable[[str], str],
        now_ms: Callable[[], int],
    ) -> None:
        self._database, self._find_way, self._lists = database, find_way, Lists(database)
        self._origin, self._title, self._now_ms = origin, title, now_ms

    def feed(self, key: str) -> bytes | None:
        """Returns the feed under *key*; ``None``: there is none, or its person was banned."""
        if (way := self._find_way("feed", key)) is None:
            return None
        found = self._database.read(lambda db: self._read(db, way, self._now_ms()))
        if found is None:
            return None
        language, notices = found
        self._note_use(way)
        with spoken(language), in_zone(text_about(way, "zone")):
            return write_feed(way.id, way.created_ms, notices, self._origin, self._title)

    def calendar(self, key: str) -> bytes | None:
        """Returns the calendar under *key*, likewise."""
        if (way := self._find_way("calendar", key)) is None:
            return None
        language = self._database.read(lambda db: _language_for(db, way))
        if language is None:
            return None
        rooms = self._lists.waiting_for(way.person, self._now_ms()).rooms
        self._note_use(way)
        with spoken(language):
            return write_calendar(rooms, way.person, self._origin, self._title, self._link_of)

    def _read(
        self, db: Connection, way: NoticeWay, now_ms: int
    ) -> tuple[str, list[ToldNotice]] | None:
        """Returns the language of the person and his notices on *way*, the newest first."""
        if (language := _language_for(db, way)) is None:
            return None
        own = OUTBOX.c.way == way.id, OUTBOX.c.created_ms > now_ms - SHOWN_MS
        # an hour is told as soon as it is agreed, for who fetches a feed looks only now and then
        is_due = sa.or_(OUTBOX.c.due_ms <= now_ms, OUTBOX.c.kind == "hour")
        is_open = sa.or_(OUTBOX.c.kind.not_in(DEMANDS), is_demanded())  # few of the turns
        newest = OUTBOX.c.created_ms.desc(), OUTBOX.c.room, OUTBOX.c.number.desc()
        query = sa.select(*OUTBOX_COLUMNS).where(*own, is_due, is_open).order_by(*newest)
        rows = [OutboxRow(way, *row) for row in db.execute(query)]
        rooms = read_rooms_told(db, {row.room for row in rows}, self._database.now)
        true = [row for row in rows if rooms.is_true(row, now_ms)]
        notices = [rooms.tell(row, self._link_of(row.room), now_ms) for row in true[:MOST_SHOWN]]
        return language, notices

    def _link_of(self, room: str) -> str:
        return link_to_room(self._origin, room)

    def _note_use(self, way: NoticeWay) -> None:
        """Notes that *way* is fetched, for its owner."""
        now_ms = self._now_ms()
        if abs(now_ms - way.used_ms) > NOTED_MS:
            used = sa.update(NOTICE_WAY).where(NOTICE_WAY.c.id == way.id).values(used_ms=now_ms)
            self._database.write(lambda db: db.execute(used))


def _language_for(db: Connection, way: NoticeWay) -> str | None:
    """Returns the language of the person of *way*; ``None``: he was banned, or is none."""
    query = sa.select(PERSON.c.settings, PERSON.c.is_banned).where(PERSON.c.id == way.person)
    row = db.execute(query).one_or_none()
    if row is None or row.is_banned:
        return None
    return language_for(way, row.settings)
