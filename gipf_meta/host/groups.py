"""Commands that become durable in one commit, and one that is alone.

What came within one turn of the loop is done together, in one commit, and only then answered.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager, suppress
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from gipf_meta.base.clock import measured_s
from gipf_meta.host.database import Database
from gipf_meta.host.entries import Writing
from gipf_meta.host.figures import Figures
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
            self._connection = self._database.begin()
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
        connection, self._connection = self._connection, None
        if connection is None:
            return
        try:
            with connection:
                _notify(connection, self._database, self._pending)
                connection.commit()
        except (SQLAlchemyError, OSError):
            self._append_each()
        self._pending = []

    def _append_each(self) -> None:
        """Appends alone, once more, what was appended in a transaction that has failed."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(SQLAlchemyError, OSError):
                connection.close()
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
        told = [f"{each.room} {each.row.last}" for each in written]
        db.execute(_NOTIFY, {"channel": CHANNEL, "told": told})


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


class GroupedTurns:
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
