"""The ledger of rooms in a database, shared by any number of processes.

A durable commit costs milliseconds, whatever its size. So commands that arrive together share a
group commit: each is judged and refused by itself, and one commit makes all of them durable before
any is acknowledged. ``MeasuredLedger`` counts its commits and measures their time.

``written_rows`` decides which of two processes was first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from threading import get_ident
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.base.clock import measured_s
from gipf_meta.base.texts import _
from gipf_meta.base.undoing import undone_by
from gipf_meta.host.database import Database
from gipf_meta.host.group_commit import Group, append_alone
from gipf_meta.host.metrics import Figures
from gipf_meta.host.plan_rows import read_plans, store_plan
from gipf_meta.host.stored_names import MARK, RoomNames
from gipf_meta.host.tables import ENTRY, ROOM, EntryRow
from gipf_meta.host.written_rows import Tails, Writing, announce, correct_rows
from gipf_meta.match.plans import Plan
from gipf_meta.rooms.events import Played
from gipf_meta.rooms.ledger import (
    Batch,
    Conflict,
    LedgerEntry,
    LedgerError,
    RoomSummary,
    read_events,
    write_events,
)


class DatabaseLedger:
    """The ledger of the rooms of *database*. Only one thread may append at a time; others may
    ``read`` the entries that are durable, and ``commit`` groups that are complete."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._tails = Tails()
        self._group: Group | None = None
        self._thread = get_ident()

    def append(self, batch: Batch) -> None:
        """Adds the events of *batch*, all or none; durable when it returns, or ``together`` ends.

        Raises ``Conflict`` and ``LedgerError``.
        """
        writing = Writing.of(batch)
        if self._group is not None:
            self._group.append(writing)
        else:
            append_alone(self._database, self._tails, writing)
            announce(self._database, [writing])

    @contextmanager
    def together(self) -> Iterator[Group]:
        """Commits all appends of the block at its end, as one group commit; a nested block
        commits at the end of the outer one.

        No command may be acknowledged before the end. Raises ``LedgerError`` there if some are not
        durable: their rooms are ``lost`` in the group, and must be read again.
        """
        with self.collecting() as group:
            yield group
        if self._group is None:
            self.commit(group)
            if group.error is not None:
                raise group.error

    @contextmanager
    def collecting(self) -> Iterator[Group]:
        """Collects all appends of the block in a group, which nobody has committed at its end; a
        nested block adds to the group of the outer one.

        Only an error within the block commits it at once.
        """
        if self._group is not None:
            yield self._group
            return
        group = self._group = Group(self._database, self._tails)
        self._thread = get_ident()
        try:
            with (
                undone_by(lambda: self.commit(group)),
                self._database.committing_first(lambda: self.commit(group)),
            ):
                yield group
        finally:
            self._group = None

    def commit(self, group: Group) -> None:
        """Commits *group*, in any thread; what is lost stands in the group. Others are told then: a
        transaction that tells them itself would hold up all others until it is on disk."""
        group.commit()
        group.announce()

    def read(self, room: str, since: int = 0) -> list[LedgerEntry]:
        """Returns the entries after event *since*; ``[]`` also for an unknown room.

        Raises ``LedgerError``, also if the entries were changed or cut.
        """
        group = self._group if get_ident() == self._thread else None
        if group is not None and room in group.rooms:
            self.commit(group)
        rows, names = self._database.read(lambda db: _read_named(db, room, since))
        entries = []
        for row in rows:
            try:
                events, letters = read_events(row.told), len(row.told)
                if MARK in row.told:
                    events = names.fill_in(events)
                    letters = len(write_events(events))  # as whoever wrote them has counted
            except (ValueError, LookupError):
                raise _damaged(row.number - 1) from None
            sizes = [letters, *[0] * len(events)]
            entries += [
                LedgerEntry(each, row.sender, row.id, size)
                for each, size in zip(events, sizes, strict=False)
                if each.number > since
            ]
        return entries

    def count(self, room: str) -> int:
        """Returns the number of events of *room*; 0 if it is unknown. Raises ``LedgerError``."""
        if "\x00" in room:
            return 0
        query = sa.select(ROOM.c.number).where(ROOM.c.id == room)
        return self._database.read(lambda db: db.execute(query).scalar()) or 0

    def rooms(self) -> list[str]:
        """Returns the ids of all rooms. Raises ``LedgerError``."""
        query = sa.select(ROOM.c.id).order_by(ROOM.c.id)
        return self._database.read(lambda db: list(db.execute(query).scalars()))

    def due_rooms(
        self, at_ms: int, at_once: int, without: Collection[str] = ()
    ) -> Iterator[list[str]]:
        """Yields the rooms whose deadline is at or before *at_ms*, the earliest first, *at_once* in
        each list; each room once, even if it stays overdue.

        The rooms of *without* are left out. Raises ``LedgerError``.
        """
        key = sa.tuple_(ROOM.c.due_ms, ROOM.c.id)
        query = sa.select(ROOM.c.due_ms, ROOM.c.id).where(ROOM.c.due_ms <= at_ms)
        if without:
            query = query.where(ROOM.c.id.not_in(list(without)))
        query = query.order_by(ROOM.c.due_ms, ROOM.c.id).limit(at_once)
        page = query
        while rows := self._database.read(lambda db: list(db.execute(page))):  # noqa: B023
            yield [row.id for row in rows]
            if len(rows) < at_once:
                break
            page = query.where(key > sa.tuple_(*map(sa.literal, rows[-1])))

    def correct(self, found: Mapping[str, tuple[int, RoomSummary]], at_ms: int) -> None:
        """Writes the rows of those rooms anew that are still overdue at *at_ms*, though nothing is
        due in them: *found* has the number of the last event of each, and its summary.

        An update of the tables leaves such rooms behind. Raises ``LedgerError``.
        """
        is_overdue = ROOM.c.id.in_(found), ROOM.c.due_ms <= at_ms
        query = sa.select(ROOM.c.id).where(*is_overdue)
        for room in self._database.read(lambda db: list(db.execute(query).scalars())):
            number, summary = found[room]
            if summary.due_ms is None or summary.due_ms > at_ms:
                self._database.write(partial(_correct, room, number, summary))
                self._tails.forget(room)

    def stops(self, since_ms: int) -> list[tuple[int, int]]:
        """Returns the intervals (from, to; ms) without a process that ended after *since_ms*.

        Raises ``LedgerError``.
        """
        return self._database.stops(since_ms)

    def release(self, room: str) -> None:
        """Does nothing: no process holds a room."""

    def plans(self, room: str) -> list[Plan]:
        """Returns the plans that were made in *room*. Raises ``LedgerError``."""
        return [] if "\x00" in room else self._database.read(lambda db: read_plans(db, room))

    def keep_plan(self, room: str, key: tuple[int, int], plan: Plan | None) -> None:
        """Stores *plan* in place of the one of that *key*; ``None``: withdraws it. Durable when it
        returns. Raises ``Conflict`` and ``LedgerError``."""
        self._database.write(partial(store_plan, self._database, room, key, plan))


def _correct(room: str, number: int, summary: RoomSummary, db: Connection) -> None:
    correct_rows(db, room, number, summary)


def _read_named(db: Connection, room: str, since: int) -> tuple[list[EntryRow], RoomNames]:
    """Returns the rows that ``read_rows`` returns, and the names to which they refer. Raises
    ``LedgerError``."""
    rows = [row for row, _hash in read_rows(db, room, since)]
    has_names = any(MARK in row.told for row in rows)
    return rows, RoomNames.read(db, room) if has_names else RoomNames(())


def read_rows(db: Connection, room: str, since: int = 0) -> list[tuple[EntryRow, str]]:
    """Returns the rows of *room* with events after *since*, each with its hash.

    Raises ``LedgerError`` if they have a gap, or do not end as the room's row says.
    """
    parameters = {"asked": room, "since": since}
    found = db.execute(_ROWS, parameters).all() if "\x00" not in room else []
    if not found:
        return []
    rows = [(EntryRow(*row[:5]), str(row.hash)) for row in found if row.number is not None]
    _check(rows, since, found[0].newest, found[0].seal)
    return [(row, hashed) for row, hashed in rows if row.last > since]


_ROWS: Final = (
    sa.select(
        *(ENTRY.c[name] for name in EntryRow._fields),
        ENTRY.c.hash,
        ROOM.c.number.label("newest"),
        ROOM.c.hash.label("seal"),
    )
    .join_from(ROOM, ENTRY, ENTRY.c.room == ROOM.c.id, isouter=True)
    .where(
        ROOM.c.id == sa.bindparam("asked"),
        sa.or_(ENTRY.c.last >= sa.bindparam("since"), ENTRY.c.last.is_(None)),
    )
    .order_by(ENTRY.c.number)
)
"""The query of the rows of a room; built once, for building takes longer than running it."""


def _check(rows: Sequence[tuple[EntryRow, str]], since: int, newest: int, seal: str) -> None:
    """Raises ``LedgerError`` unless *rows* follow event *since* without a gap and end with event
    *newest* and hash *seal*."""
    before, number = "", 0
    for index, (row, hashed) in enumerate(rows):
        is_first_known = index > 0 or since == 0
        if is_first_known and (row.number, hashed) != (number + 1, row.hash_after(before)):
            raise _damaged(number)
        before, number = hashed, row.last
    if (number, before) != (newest, seal) and not (since > newest and not rows):
        raise _damaged(number)


def _damaged(number: int) -> LedgerError:
    return LedgerError(
        _("The ledger of this match is damaged after event {number}.").format(number=number)
    )


class MeasuredLedger(DatabaseLedger):
    """The ledger of *database*, with metrics of its work in *figures*."""

    def __init__(self, database: Database, figures: Figures) -> None:
        super().__init__(database)
        self._figures = figures

    def append(self, batch: Batch) -> None:
        """Adds the events of *batch*. Raises ``Conflict`` and ``LedgerError``."""
        try:
            with self._figures.part("commit"):
                super().append(batch)
        except Conflict:
            self._figures.conflicts.inc()
            raise
        self._figures.moves.inc(sum(isinstance(each, Played) for each in batch.events))
        self._figures.commands.inc()
        self._figures.events.inc(len(batch.events))
        if self._group is None:
            self._figures.commits.inc()

    def commit(self, group: Group) -> None:
        """Commits *group*, in any thread; what is lost stands in the group."""
        if not group.rooms:
            return
        before_s, before = measured_s(), len(group.lost)
        if self._group is group:  # a part of what is measured in this thread
            with self._figures.part("commit"):
                super().commit(group)
        else:
            super().commit(group)
            now_s, now_cpu_s = measured_s()
            self._figures.count("commit", now_s - before_s[0], now_cpu_s - before_s[1])
        self._figures.commits.inc()
        self._figures.conflicts.inc(len(group.lost) - before)
