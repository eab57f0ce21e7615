"""News of the commands of all processes, as their ledger has them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, contextmanager
from typing import Any, Final, TypeAlias

import psycopg
import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from gipf_meta.base.numbers import read_whole
from gipf_meta.host.database import OVERLAP_MS, Database, database_errors
from gipf_meta.host.database_engines import ANSWER_MS, CONNECT_S
from gipf_meta.host.tables import ROOM
from gipf_meta.host.written_rows import CHANNEL

TOGETHER_S: Final = 0.025
"""Seconds after notifications for which further ones are collected."""
POLL_S: Final = 2.0
"""Seconds between two polls of the rooms while no notification comes."""
GLANCE_S: Final = 0.05
"""Seconds between two looks whether the file of SQLite has changed."""
MOST_KNOWN: Final = 10_000
"""The number of rooms whose last reported event is remembered."""


_Found: TypeAlias = tuple[int, list[tuple[str, int]]]
"""The time of a look, ms, and the rooms that have changed with their last events."""


class News:
    """An endless stream of the appends of all processes: ``async for changes in News(database)``.

    *changes* is a list of pairs: a room, and the number of its last event; ``[]`` after a poll that
    found nothing new. Each append of any process, this one included, is reported once, or together
    with a later one of its room. Raises ``DatabaseError`` while the database is away; an iteration
    that begins anew reports what was missed. *poll_s* is the number of seconds between two polls.
    """

    def __init__(self, database: Database, poll_s: float = POLL_S) -> None:
        self._database = database
        self._poll_s = poll_s
        self._known: dict[str, int] = {}
        self._since_ms: int | None = None

    async def __aiter__(self) -> AsyncGenerator[list[tuple[str, int]]]:
        """Yields lists of rooms and their last event numbers, from now on."""
        if self._since_ms is None:
            self._since_ms, _found = await self._look()
        async with aclosing(
            self._listen() if self._database.is_postgresql else self._glance()
        ) as hints:
            async for hint in hints:
                now_ms, found = hint or await self._look()
                new = [
                    (room, number) for room, number in found if self._known.get(room, 0) < number
                ]
                yield new
                self._since_ms = now_ms  # only now: the consumer has taken the news
                for room, number in new:
                    self._note(room, number)

    def _note(self, room: str, number: int) -> None:
        self._known.pop(room, None)
        self._known[room] = number
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]

    # ---- hints: what a look has found, or None where it is time to look -----------------------

    async def _listen(self) -> AsyncGenerator[_Found | None]:
        """Yields the notifications of PostgreSQL, those of a few milliseconds together, and
        ``None`` for each poll.

        Raises ``DatabaseError``.
        """
        now_s = asyncio.get_running_loop().time
        url = self._database.engine.url.set(drivername="postgresql")
        address = url.render_as_string(hide_password=False)
        with database_errors():
            connection = await psycopg.AsyncConnection.connect(
                address, autocommit=True, connect_timeout=CONNECT_S
            )
            try:
                while True:
                    # repeated, for it shows whether the server is still there
                    async with asyncio.timeout(ANSWER_MS / 1000):
                        await connection.execute(f"LISTEN {CHANNEL}")
                    yield None
                    until_s = now_s() + self._poll_s
                    while (left_s := until_s - now_s()) > 0:
                        notices = connection.notifies(timeout=left_s, stop_after=1)
                        if hints := [_read_notice(each.payload) async for each in notices]:
                            yield self._since_ms or 0, [each for each in hints if each is not None]
                            await asyncio.sleep(TOGETHER_S)  # each waking costs more than a notice
            finally:
                await connection.close()

    async def _glance(self) -> AsyncGenerator[_Found | None]:
        """Yields what has changed when the file of SQLite has changed, and ``None`` for each poll.

        Raises ``DatabaseError``.
        """
        glances = max(1, round(self._poll_s / GLANCE_S))
        with database_errors(), self._database.engine.connect() as connection:
            look = _QuickLook(connection)
            version = look.version()
            while True:
                yield None
                for _glance in range(glances):
                    await asyncio.sleep(GLANCE_S)
                    before, version = version, look.version()
                    if version != before:
                        yield look.find(self._since_ms or 0)

    # ---- looking ------------------------------------------------------------------------------

    async def _look(self) -> _Found:
        """Returns the time, ms, and the rooms that have changed since the last poll.

        Raises ``DatabaseError``.
        """
        database, since_ms = self._database, self._since_ms

        def ask(db: Connection) -> _Found:
            now_ms = int(db.execute(sa.select(database.now)).scalar_one())
            if since_ms is None:
                return now_ms, []
            query = sa.select(ROOM.c.id, ROOM.c.number)
            changed = ROOM.c.changed_ms > min(since_ms, now_ms) - OVERLAP_MS
            rows = db.execute(query.where(changed).order_by(ROOM.c.changed_ms))
            return now_ms, [(row.id, row.number) for row in rows]

        return await asyncio.to_thread(database.read, ask)


def _read_notice(payload: str) -> tuple[str, int] | None:
    """The room and the number in the *payload* of a notification; ``None``: it is none of ours."""
    room, _space, number = payload.partition(" ")
    return None if (last := read_whole(number)) is None else (room, last)


_VERSION: Final = "PRAGMA data_version"


class _QuickLook:
    """Looks at a file of SQLite twenty times a second: by the driver alone, without a transaction
    of its own. Raises ``DBAPIError``."""

    def __init__(self, connection: Connection) -> None:
        driver: Any = connection.connection.driver_connection
        self._execute = driver.execute
        changed = ROOM.c.changed_ms > sa.bindparam("since_ms")
        query = sa.select(ROOM.c.id, ROOM.c.number).where(changed).order_by(ROOM.c.changed_ms)
        self._query = str(query.compile(dialect=connection.dialect))

    def version(self) -> int:
        """The version of the file, which other connections change."""
        with _driver_errors():
            return int(self._execute(_VERSION).fetchone()[0])

    def find(self, since_ms: int) -> _Found:
        """The rooms that have changed since the last poll at *since_ms*, and that time."""
        with _driver_errors():
            return since_ms, self._execute(self._query, (since_ms - OVERLAP_MS,)).fetchall()


@contextmanager
def _driver_errors() -> Iterator[None]:
    """Raises errors of the driver within the block as SQLAlchemy does."""
    try:
        yield
    except sqlite3.Error as error:
        raise DBAPIError(None, None, error) from error
