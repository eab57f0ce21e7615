"""Commands that become durable in one commit, and news of them from other processes."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Collection, Sequence
from contextlib import AbstractContextManager, ExitStack, aclosing, suppress
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

import psycopg
import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from gipf_meta.base.clock import measured_s
from gipf_meta.base.numbers import read_whole
from gipf_meta.host.database import Database, commit, telling
from gipf_meta.host.database_engines import ANSWER_MS, CONNECT_S
from gipf_meta.host.metrics import Figures
from gipf_meta.host.tables import ROOM
from gipf_meta.host.written_rows import Writing
from gipf_meta.rooms.ledger import Conflict, LedgerError

CHANNEL: Final = "gipf_meta"
"""Where PostgreSQL tells other processes the room and the number of each append."""


class Group:
    """Commands whose entries become durable in one commit.

    It is no unit for anybody: where a room is being written by another process, what has been
    appended so far is committed, so that nobody waits while he is waited for. *lost* are the rooms
    of commands that could not be kept, and *error* says why.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: Connection | None = None
        self._begun = ExitStack()
        self._pending: list[Writing] = []
        self.lost: set[str] = set()
        self.error: LedgerError | None = None

    @property
    def rooms(self) -> set[str]:
        """The rooms with entries that are not durable yet."""
        return {writing.room for writing in self._pending}

    def append(self, writing: Writing) -> None:
        """Writes what a command does. Raises ``Conflict`` and ``LedgerError``."""
        if self.error is not None:
            raise self.error
        if self._connection is None:
            self._connection = self._begun.enter_context(self._database.begin())
        try:
            is_written = writing.write(self._connection, self._database, waits=not self._pending)
        except (SQLAlchemyError, OSError, OverflowError):
            self._append_each()  # the transaction is spoilt, for all
            is_written = False
        if is_written:
            self._pending.append(writing)
        else:
            self.commit()
            append_alone(self._database, writing)

    def commit(self) -> None:
        """Makes durable what has been appended so far; what cannot be is ``lost``."""
        if self._connection is None:
            return
        try:
            _notify(self._connection, self._database, self._pending)
            commit(self._connection)
        except (SQLAlchemyError, OSError):
            self._append_each()
        else:
            self._pending = []
        self.close()

    def close(self) -> None:
        """Ends the transaction, if there is one; what is not committed by then is taken back."""
        self._connection = None
        with suppress(SQLAlchemyError, OSError):
            self._begun.close()

    def _append_each(self) -> None:
        """Appends alone, once more, what was appended in a transaction that has failed."""
        self.close()
        pending, self._pending = self._pending, []
        for writing in pending:
            try:
                if self.error is not None:
                    raise self.error  # the database is away: nobody waits for it again and again
                append_alone(self._database, writing)
            except (Conflict, LedgerError) as error:
                self.error = error if isinstance(error, LedgerError) else LedgerError(str(error))
                self.lost.add(writing.room)


def append_alone(database: Database, writing: Writing) -> None:
    """Writes what a command does in a transaction of its own, unless that has been done already.

    Raises ``Conflict`` and ``LedgerError``.
    """

    def change(db: Connection) -> None:
        if not writing.is_kept(db):
            writing.write(db, database)
            _notify(db, database, [writing])

    database.write(change)


def _notify(db: Connection, database: Database, written: Sequence[Writing]) -> None:
    """Tells other processes what has been *written*, when it is committed."""
    if database.is_postgresql and written:
        payloads = [f"{each.room} {each.row.last}" for each in written]
        db.execute(_NOTIFY, {"channel": CHANNEL, "told": payloads})


_NOTIFY: Final = sa.select(
    sa.func.pg_notify(
        sa.bindparam("channel", type_=sa.Text),
        sa.func.unnest(sa.bindparam("told", type_=sa.ARRAY(sa.Text))),
    )
)


class _Act(NamedTuple):
    """What is to be done, *alone* or not, and when it came."""

    act: Callable[[], object]
    alone: bool
    came_s: float


MOST_TOGETHER: Final = 32
"""How much is done in one turn of the loop; the sockets are heard in between."""
LONGEST_S: Final = 0.02
"""Seconds after which a turn of the loop begins nothing more that is done alone."""


class GroupScheduler:
    """The turns of a driver: *together* encloses what is committed at once, *settle* answers it.

    Where something could not be kept, *forget* gets the rooms that were lost and undoes it here.
    Then everything is done again, each alone, so that each is answered for itself; what was kept
    is not done twice.
    """

    def __init__(
        self,
        figures: Figures,
        together: Callable[[], AbstractContextManager[Group]],
        forget: Callable[[Collection[str]], None],
        settle: Callable[[], None],
    ) -> None:
        self._together, self._forget, self._settle = together, forget, settle
        self._figures = figures
        self._waiting = deque[_Act]()
        self._handle: asyncio.Handle | None = None

    def add(self, act: Callable[[], object], *, alone: bool) -> None:
        """Does *act* in the next turn of the loop, after what was added before."""
        self._waiting.append(_Act(act, alone, measured_s()[0]))
        if self._handle is None:
            self._handle = asyncio.get_running_loop().call_soon(self._work)

    def finish(self) -> None:
        """Does at once whatever waits."""
        while self._waiting:
            self._work_once()

    def _work(self) -> None:
        self._handle = None
        self._work_once()
        if self._waiting and self._handle is None:
            self._handle = asyncio.get_running_loop().call_soon(self._work)

    def _work_once(self) -> None:
        count = min(len(self._waiting), MOST_TOGETHER)
        some = [self._waiting.popleft() for _ in range(count)]
        begun_s, _cpu_s = measured_s()
        for alone, group in groupby(some, key=attrgetter("alone")):
            acts = [*group]
            if alone:
                for each in acts:
                    if measured_s()[0] - begun_s > LONGEST_S and each is not some[0]:
                        self._waiting.extendleft(reversed(some[some.index(each) :]))
                        return
                    self._do_each([each])
                    self._figures.answers.observe(measured_s()[0] - each.came_s)
                continue
            self._do_together(acts)
            now_s, _cpu_s = measured_s()
            for each in acts:
                self._figures.answers.observe(now_s - each.came_s)

    def _do_each(self, acts: list[_Act]) -> None:
        for each in acts:
            with self._figures.part("judging"):
                each.act()
            self._settle()

    def _do_together(self, acts: list[_Act]) -> None:
        lost: Collection[str] = ()
        try:
            with self._figures.part("judging"), self._together() as group:
                lost = group.lost
                for each in acts:
                    each.act()
        except LedgerError:
            self._forget(lost)
            self._do_each(acts)
        else:
            self._settle()


POLL_S: Final = 2.0
"""After how many seconds the rooms are looked at though nothing was heard."""
GLANCE_S: Final = 0.05
"""How often the file of SQLite is asked whether it has changed."""
OVERLAP_MS: Final = 10_000
"""How many milliseconds may pass from the moment of an append to its commit."""
MOST_KNOWN: Final = 10_000
"""Of how many rooms it is remembered which news were told."""


class News:
    """What happens in the rooms of *database*: ``async for changes in News(database)``.

    Each of *changes* is a room and the number of its last event; there are none where it was time
    to look, and nothing new was found. Every append of any process, this one included, is told once
    or as part of a later one. It never ends; it raises ``DatabaseError`` while the database is
    away, and who begins it again is told what was missed. *poll_s* is after how many seconds it
    looks for what it has not heard.
    """

    def __init__(self, database: Database, poll_s: float = POLL_S) -> None:
        self._database = database
        self._poll_s = poll_s
        self._known: dict[str, int] = {}
        self._since_ms: int | None = None

    async def __aiter__(self) -> AsyncGenerator[list[tuple[str, int]]]:
        """Rooms and numbers, as they become known, from now on."""
        if self._since_ms is None:
            self._since_ms, _found = await self._look()
        async with aclosing(
            self._listen() if self._database.is_postgresql else self._glance()
        ) as hints:
            async for hint in hints:
                now_ms, found = (self._since_ms, [hint]) if hint else await self._look()
                new = [
                    (room, number) for room, number in found if self._known.get(room, 0) < number
                ]
                yield new
                self._since_ms = now_ms  # only now: it was told
                for room, number in new:
                    self._note(room, number)

    def _note(self, room: str, number: int) -> None:
        self._known.pop(room, None)
        self._known[room] = number
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]

    # ---- hints: a room and a number, or None where it is time to look -------------------------

    async def _listen(self) -> AsyncGenerator[tuple[str, int] | None]:
        """What PostgreSQL tells. Raises ``DatabaseError``."""
        url = self._database.engine.url.set(drivername="postgresql")
        address = url.render_as_string(hide_password=False)
        with telling():
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

    async def _glance(self) -> AsyncGenerator[None]:
        """When the file of SQLite has changed, and at times also when it has not.

        Raises ``DatabaseError``.
        """
        glances = max(1, round(self._poll_s / GLANCE_S))
        with telling(), self._database.engine.connect() as connection:
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

    # ---- looking ------------------------------------------------------------------------------

    async def _look(self) -> tuple[int, list[tuple[str, int]]]:
        """The time, and the rooms that have changed since the last look.

        Raises ``DatabaseError``.
        """
        database, since_ms = self._database, self._since_ms

        def ask(db: Connection) -> tuple[int, list[tuple[str, int]]]:
            now_ms = int(db.execute(sa.select(database.now)).scalar_one())
            if since_ms is None:
                return now_ms, []
            query = sa.select(ROOM.c.id, ROOM.c.number)
            changed = ROOM.c.changed_ms > min(since_ms, now_ms) - OVERLAP_MS
            rows = db.execute(query.where(changed).order_by(ROOM.c.changed_ms))
            return now_ms, [(row.id, row.number) for row in rows]

        return await asyncio.to_thread(database.read, ask)
