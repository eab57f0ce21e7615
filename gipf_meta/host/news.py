"""News from other processes: in which room something has happened.

PostgreSQL tells it at once (LISTEN/NOTIFY); the file of SQLite tells that it has changed. Both are
hints. What they leave out, as while a connection is lost, is found by looking, again and again, at
the rooms that have changed lately.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from typing import Final

import psycopg
import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from gipf_meta.base.numbers import read_whole
from gipf_meta.host.database import Database
from gipf_meta.host.engines import ANSWER_MS, CONNECT_S
from gipf_meta.host.groups import CHANNEL
from gipf_meta.host.tables import ROOM, DatabaseError

POLL_S: Final = 2.0
"""After how many seconds the rooms are looked at though nothing was heard."""
GLANCE_S: Final = 0.05
"""How often the file of SQLite is asked whether it has changed."""
OVERLAP_MS: Final = 10_000
"""How many milliseconds may pass from the moment of an append to its commit."""
MOST_KNOWN: Final = 10_000
"""Of how many rooms it is remembered which news were told."""


class News:
    """What happens in the rooms of *database*: ``async for room, number in News(database)``.

    *number* is that of the last event of *room*. Every append of any process, this one included, is
    told once or as part of a later one. It never ends and raises no error: while the database is
    away, there are no news. *poll_s* is after how many seconds it looks for what it has not heard.
    """

    def __init__(self, database: Database, poll_s: float = POLL_S) -> None:
        self._database = database
        self._poll_s = poll_s
        self._known: dict[str, int] = {}
        self._since_ms: int | None = None

    async def __aiter__(self) -> AsyncGenerator[tuple[str, int]]:
        """Room and number, as they become known, from now on."""
        await self._look_again()
        async with aclosing(
            self._listen() if self._database.is_postgresql else self._glance()
        ) as hints:
            async for hint in hints:
                for room, number in [hint] if hint else await self._look_again():
                    if self._known.get(room, 0) < number:
                        self._note(room, number)
                        yield room, number

    def _note(self, room: str, number: int) -> None:
        self._known.pop(room, None)
        self._known[room] = number
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]

    # ---- hints: a room and a number, or None where it is time to look -------------------------

    async def _listen(self) -> AsyncGenerator[tuple[str, int] | None]:
        """What PostgreSQL tells; connects again and again."""
        url = self._database.engine.url.set(drivername="postgresql")
        address = url.render_as_string(hide_password=False)
        while True:
            with suppress(psycopg.Error, OSError, TimeoutError):
                connection = await psycopg.AsyncConnection.connect(
                    address, autocommit=True, connect_timeout=CONNECT_S
                )
                try:
                    while True:
                        # said again and again, it shows whether the server is still there
                        async with asyncio.timeout(ANSWER_MS / 1000):
                            await connection.execute(f"LISTEN {CHANNEL}")
                        yield None
                        async for notice in connection.notifies(timeout=self._poll_s):
                            room, _space, number = notice.payload.partition(" ")
                            if (changes := read_whole(number)) is not None:
                                yield room, changes
                finally:
                    await connection.close()
            await asyncio.sleep(self._poll_s)

    async def _glance(self) -> AsyncGenerator[None]:
        """When the file of SQLite has changed, and at times also when it has not."""
        glances = max(1, round(self._poll_s / GLANCE_S))
        while True:
            with suppress(SQLAlchemyError), self._database.engine.connect() as connection:
                version = -1
                while True:
                    for _glance in range(glances):
                        before = version
                        version = connection.exec_driver_sql("PRAGMA data_version").scalar_one()
                        connection.rollback()
                        if version != before:
                            break
                        await asyncio.sleep(GLANCE_S)
                    yield None
            await asyncio.sleep(self._poll_s)

    # ---- looking ------------------------------------------------------------------------------

    async def _look_again(self) -> list[tuple[str, int]]:
        """The rooms that have changed lately; none while the database is away."""
        with suppress(DatabaseError):
            return await self._look()
        return []

    async def _look(self) -> list[tuple[str, int]]:
        """The rooms that have changed since the last look. Raises ``DatabaseError``."""
        database, since_ms = self._database, self._since_ms

        def ask(db: Connection) -> tuple[int, list[tuple[str, int]]]:
            now_ms = int(db.execute(sa.select(database.now)).scalar_one())
            if since_ms is None:
                return now_ms, []
            asked = sa.select(ROOM.c.id, ROOM.c.number)
            changed = ROOM.c.changed_ms > min(since_ms, now_ms) - OVERLAP_MS
            rows = db.execute(asked.where(changed).order_by(ROOM.c.changed_ms))
            return now_ms, [(row.id, row.number) for row in rows]

        self._since_ms, found = await asyncio.to_thread(database.read, ask)
        return found
