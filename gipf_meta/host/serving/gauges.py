"""The gauges of a host: figures that are looked up when ``/metrics`` is asked for, as the size of
the database; and the lag of the loop, which is measured again and again."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.base.clock import Clock
from gipf_meta.host.database import Database
from gipf_meta.host.identity.mailer import Mailer
from gipf_meta.host.metrics import Figures
from gipf_meta.host.notices.post_office import PostOffice
from gipf_meta.host.process import Process
from gipf_meta.host.serving.site import Guests, HostSite
from gipf_meta.host.tables import ROOM, DatabaseError
from gipf_meta.hub.hub import Hub
from gipf_meta.web.connections import Connections
from gipf_meta.web.tasks import begin

LAG_MS: Final = 250
"""Milliseconds between two measurements of the loop's lag."""
SIZE_MS: Final = 60_000
"""Milliseconds for which the size of the database is not asked again."""
COUNT_MS: Final = 600_000
"""Milliseconds for which its rooms and events are not counted again, which reads all rooms."""
PATIENCE_S: Final = 1.0
"""Seconds for which a page of metrics waits for the database; then it has the figures before."""


class LoopLag:
    """The lag of the loop, by *clock*: how much later than asked its timers run."""

    def __init__(self, figures: Figures, clock: Clock) -> None:
        self._figures, self._clock = figures, clock
        self._last_ms: int | None = None

    def measure(self) -> None:
        """Notes how much longer than ``LAG_MS`` ago the last measurement was."""
        now_ms = self._clock.now_ms()
        if self._last_ms is not None:
            self._figures.lag.observe(max(0, now_ms - self._last_ms - LAG_MS) / 1000)
        self._last_ms = now_ms


class DatabaseSize:
    """The size of *database*: its *bytes*, *rooms* and *events*, not a number before they are
    known. It is asked for in a thread, by *clock* not too often; *note_failure* is called with an
    error of that."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        note_failure: Callable[[BaseException], object] = lambda error: None,
    ) -> None:
        self._database, self._clock, self._note_failure = database, clock, note_failure
        self.bytes = self.rooms = self.events = math.nan
        self._sized_ms = self._counted_ms = -COUNT_MS
        self._task: asyncio.Task[None] | None = None

    async def refresh(self) -> None:
        """Asks for the size if that is due, and waits for it, at most ``PATIENCE_S``."""
        is_running = self._task is not None and not self._task.done()
        if not is_running and self._clock.now_ms() - self._sized_ms >= SIZE_MS:
            self._task = begin(lambda: asyncio.to_thread(self._ask), self._note_failure)
        if self._task is not None:
            await asyncio.wait([self._task], timeout=PATIENCE_S)

    def _ask(self) -> None:
        """Reads what is due. While the database is away, the last figures stay."""
        self._sized_ms = now_ms = self._clock.now_ms()
        with suppress(DatabaseError, OSError):
            self.bytes = self._find_bytes()
            if now_ms - self._counted_ms >= COUNT_MS:
                self._counted_ms = now_ms
                self.rooms, self.events = self._database.read(_count)

    def _find_bytes(self) -> int:
        if self._database.is_postgresql:
            query = sa.select(sa.func.pg_database_size(sa.func.current_database()))
            return self._database.read(lambda db: int(db.execute(query).scalar_one()))
        path = Path(str(self._database.engine.url.database))
        files = path, path.with_name(f"{path.name}-wal")
        return sum(file.stat().st_size for file in files if file.exists())


def _count(db: Connection) -> tuple[int, int]:
    """Returns the number of rooms, and that of their events."""
    query = sa.select(sa.func.count(), sa.func.sum(ROOM.c.number)).select_from(ROOM)
    rooms, events = db.execute(query).one()
    return int(rooms), int(events or 0)


def watch_host(
    figures: Figures,
    hub: Hub,
    guests: Guests,
    connections: Connections,
    process: Process,
    site: HostSite,
    size: DatabaseSize,
    mailer: Mailer | None,
    post: PostOffice | None,
) -> None:
    """Adds the gauges of a host to *figures*."""
    figures.refresh = size.refresh
    figures.watch_due(hub.audience.count_waiting)
    rooms = hub.open_rooms
    for name, words, find in (
        ("rooms", "Rooms in memory.", lambda: len(rooms)),
        ("rooms_watched", "Rooms in memory that somebody watches here.", partial(_watched, hub)),
        ("bots_asked", "Bots that think, or wait for a free processor.", partial(_bots, hub)),
        ("sockets", "Open pages.", lambda: guests.sockets),
        ("people", "People whose pages are open.", site.count_people),
        ("connections", "Connections, those of pages too.", lambda: len(connections)),
        ("faults", "Faults that /health names.", lambda: len(process.find_trouble())),
        ("mails_waiting", "Mails that wait to be sent.", lambda: mailer.waiting if mailer else 0),
        (
            "mail_failing",
            "1 while the mail server fails.",
            lambda: bool(mailer and mailer.is_failing),
        ),
        ("notices_waiting", "Notices that wait.", lambda: post.waiting if post else 0),
        (
            "notices_late_seconds",
            "Seconds for which the notice that is due longest has waited.",
            lambda: post.late_s if post else 0,
        ),
        ("silent_seconds", "Seconds since the last heartbeat.", process.silent_s),
        ("database_bytes", "Bytes of the database on its disk.", lambda: size.bytes),
        ("database_rooms", "Rooms in the database.", lambda: size.rooms),
        ("database_events", "Events in the database.", lambda: size.events),
    ):
        figures.watch(name, words, find)


def _watched(hub: Hub) -> int:
    return sum(bool(entry.watchers) for entry in hub.open_rooms)


def _bots(hub: Hub) -> int:
    return sum(entry.thought is not None for entry in hub.open_rooms)
