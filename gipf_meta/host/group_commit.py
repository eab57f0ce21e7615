"""Group commit: many commands in one transaction, written beside the loop."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple, Protocol

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from gipf_meta.base.clock import measured_s
from gipf_meta.base.undoing import undone_by
from gipf_meta.host.database import LONG_MS, Database, commit
from gipf_meta.host.joint_rows import usual_among, write_usual
from gipf_meta.host.metrics import Figures
from gipf_meta.host.tables import DatabaseError
from gipf_meta.host.written_rows import Tails, Writing, announce
from gipf_meta.rooms.ledger import Conflict, LedgerError
from gipf_meta.web.scheduling import AfterActs


class Group:
    """A group commit: commands whose entries become durable together.

    They are collected, and written by ``commit``. A room into which another process is writing is
    awaited only after the commit of the others, so that no two processes wait for each other.
    ``lost`` has the rooms of commands that could not be made durable, ``error`` the reason.
    """

    def __init__(self, database: Database, tails: Tails) -> None:
        self._database, self._tails = database, tails
        self._pending: list[Writing] = []
        self._written: list[Writing] = []
        self.lost: set[str] = set()
        self.error: LedgerError | None = None

    @property
    def rooms(self) -> set[str]:
        """The rooms whose entries are not durable yet."""
        return {writing.room for writing in self._pending}

    def append(self, writing: Writing) -> None:
        """Adds a command. Raises ``Conflict`` if it does not follow another one of the group, and
        ``LedgerError`` if some are lost already."""
        if self.error is not None:
            raise self.error
        before = [each for each in self._pending if each.room == writing.room]
        if before and (
            writing.after != before[-1].row.last or any(each.is_copy(writing) for each in before)
        ):
            raise Conflict
        self._pending.append(writing)

    def commit(self) -> None:
        """Commits the commands appended so far; the rooms of those that fail are ``lost``."""
        pending, self._pending = self._pending, []
        try:
            self._append_each(self._write_together(pending) if len(pending) > 1 else pending)
        except Exception as defect:
            self.fail({each.room for each in pending}, defect)

    def announce(self) -> None:
        """Tells other processes of what was written, after its commit."""
        written, self._written = self._written, []
        announce(self._database, written)

    def fail(self, rooms: Collection[str], defect: BaseException) -> None:
        """Counts all commands of *rooms* as lost by a *defect*, which shows itself again when the
        commands come again, each alone."""
        for room in rooms:
            self._tails.forget(room)
        self.lost.update(rooms)
        self.error = LedgerError(str(Conflict()))
        self.error.__cause__ = defect

    def _write_together(self, pending: Sequence[Writing]) -> Sequence[Writing]:
        """Writes the commands in one transaction; returns those that have to be written alone: all
        if that fails, else those into whose rooms other processes have written, or are writing."""
        try:
            return self._try_together(pending)
        except (LedgerError, SQLAlchemyError, OSError, OverflowError):
            for writing in pending:
                self._tails.forget(writing.room)
            return pending

    def _try_together(self, pending: Sequence[Writing]) -> list[Writing]:
        """Does what ``_write_together`` does. Raises what the database raises."""
        usual = usual_among(pending, self._tails) if self._database.is_postgresql else []
        if len(usual) < 2:
            return self._write_one_by_one(pending)
        write = partial(write_usual, usual=usual, tails=self._tails)
        others = self._database.write(write, commits_itself=True)
        self._written += [each for each in usual if each not in others]
        rooms = {each.room for each in usual}
        rest = [each for each in pending if each.room not in rooms]
        return [*others, *(self._write_one_by_one(rest) if len(rest) > 1 else rest)]

    def _write_one_by_one(self, pending: Sequence[Writing]) -> list[Writing]:
        """Writes the commands in one transaction, which waits for other processes only before it
        has written; returns those into whose rooms they have written, or are writing."""
        written, others = list[Writing](), list[Writing]()
        with self._database.begin() as connection:
            for writing in pending:
                waits = not written
                try:
                    is_written = all(each.room != writing.room for each in others) and (
                        writing.write(connection, self._database, self._tails, waits=waits)
                    )
                except Conflict:
                    is_written = False
                (written if is_written else others).append(writing)
            commit(connection)
        self._written += written
        return others

    def _append_each(self, pending: Sequence[Writing]) -> None:
        """Appends each command in a transaction of its own, unless it has been committed."""
        begun_s = measured_s()[0]
        for writing in pending:
            try:
                is_away = measured_s()[0] - begun_s > LONG_MS / 1000
                if is_away and isinstance(self.error, DatabaseError):
                    raise self.error  # nobody waits for it again and again
                if writing.room in self.lost:
                    raise Conflict  # it follows what is lost, also if the numbers fit
                append_alone(self._database, self._tails, writing)
                self._written.append(writing)
            except (Conflict, LedgerError) as error:
                self.lost.add(writing.room)
                if self.error is None or isinstance(error, DatabaseError):
                    self.error = LedgerError(str(error)) if isinstance(error, Conflict) else error


def append_alone(database: Database, tails: Tails, writing: Writing) -> None:
    """Writes a command in a transaction of its own, unless it has been committed already.

    Raises ``Conflict`` and ``LedgerError``.
    """

    def change(db: Connection) -> None:
        if not writing.is_committed(db):
            writing.write(db, database, tails)

    is_one_statement = writing.is_one_statement(database, tails)
    with undone_by(lambda: tails.forget(writing.room)):
        database.write(change, commits_itself=is_one_statement)


class _Act(NamedTuple):
    """A callback in the queue, to run *alone* or in a group, and its time of arrival."""

    act: Callable[[], object]
    alone: bool
    came_s: float


MOST_TOGETHER: Final = 32
"""The most callbacks of one turn of the loop; sockets are read between the turns."""
LONGEST_S: Final = 0.02
"""Seconds after which a turn of the loop begins no further callback that runs alone, and no further
drawing."""
LATE_MS: Final = 100
"""Milliseconds after which a room that waits to be drawn is drawn before the next group."""


LONG_FLIGHT_S: Final = 0.01
"""Seconds after which a room is drawn while a group is being written, and then another one. Most
commits are faster than one drawing, and the answers come first; a loop that draws all the time
leaves the thread that writes hardly a moment."""


class GroupLedger(Protocol):
    """The ledger as a writer of groups."""

    def collecting(self) -> AbstractContextManager[Group]:
        """Collects all appends of the block in a group, which nobody has committed at its end."""
        ...

    def commit(self, group: Group) -> None:
        """Commits *group*, in any thread."""
        ...


class _Flight(NamedTuple):
    """A *group* that is being written, its *rooms*, and the callbacks of its commands."""

    group: Group
    rooms: set[str]
    acts: list[_Act]
    end: Future[None]


class GroupScheduler:
    """Runs the callbacks of a driver in turns of the loop, with a group commit for each group.

    *ledger* collects the group; *submit* lets another thread write it. Meanwhile sockets are read;
    if that takes long, rooms are drawn of which the group knows nothing; callbacks wait. *after*
    the commit the answers are sent, and then rooms are drawn: in each turn the one that has waited
    longest, and those that are late. Sockets are read between the turns, and callbacks that have
    come run before the next drawing.

    If the commit fails, *forget* gets the lost rooms and resets them in memory. Then all callbacks
    of the group run again, together and, if need be, each alone, so that each gets its own answer;
    commands that are durable are not done twice.
    """

    def __init__(
        self,
        figures: Figures,
        ledger: GroupLedger,
        submit: Callable[[Callable[[], None]], Future[None]],
        forget: Callable[[Collection[str]], object],
        after: AfterActs,
        measure_s: Callable[[], float] = lambda: measured_s()[0],
    ) -> None:
        self._ledger, self._submit, self._forget, self._after = ledger, submit, forget, after
        self._figures, self._measure_s = figures, measure_s
        self._waiting = deque[_Act]()
        self._flight: _Flight | None = None
        self._rested_s = 0.0
        self._handle: asyncio.Handle | None = None

    def add(self, act: Callable[[], object], *, alone: bool) -> None:
        """Runs *act* in the next turn of the loop, after all that were added before."""
        self._waiting.append(_Act(act, alone, self._measure_s()))
        self._call_soon()

    def finish(self) -> None:
        """Runs all waiting callbacks at once, and draws all rooms that wait."""
        while self._waiting or self._flight is not None:
            if self._flight is not None:
                self._land(self._flight.end)
            else:
                self._work_once()
        while self._after.draw_next():
            pass

    def _call_soon(self) -> None:
        if self._handle is None:
            self._handle = asyncio.get_running_loop().call_soon(self._work)

    def _work(self) -> None:
        self._handle = None
        if self._flight is None:
            self._work_once()
        if self._flight is not None:
            self._draw_meanwhile()
        elif self._draw() or self._waiting:
            self._call_soon()

    def _draw_meanwhile(self) -> None:
        """Draws a room if the group that is being written has taken long; sets the timer for the
        next one."""
        wait_s = self._rested_s + LONG_FLIGHT_S - self._measure_s()
        if wait_s <= 0 and self._after.draw_next():
            self._rested_s, wait_s = self._measure_s(), LONG_FLIGHT_S
        if wait_s > 0:
            self._handle = asyncio.get_running_loop().call_later(wait_s, self._work)

    def _draw(self) -> bool:
        """Draws the room that has waited longest, and late ones as long as there is time; returns
        whether there was one."""
        begun_s = self._measure_s()
        was_drawn = self._after.draw_next()
        if was_drawn:
            while self._measure_s() - begun_s < LONGEST_S and self._after.draw_next(LATE_MS):
                pass
        return was_drawn

    def _work_once(self) -> None:
        """Runs callbacks until one turn has enough, or a group is to be written."""
        count = min(len(self._waiting), MOST_TOGETHER)
        some = [self._waiting.popleft() for _ in range(count)]
        begun_s = self._measure_s()
        for alone, group in groupby([*some], key=attrgetter("alone")):
            acts = [*group]
            if alone:
                for each in acts:
                    if self._measure_s() - begun_s > LONGEST_S and len(some) < count:
                        break
                    self._do_each([each])
                    self._note_answers([each])
                    del some[0]
                else:
                    continue
            else:
                self._do_together(acts)
                del some[: len(acts)]
                if self._flight is None:
                    continue
            self._waiting.extendleft(reversed(some))
            return

    def _do_each(self, acts: Sequence[_Act]) -> None:
        for each in acts:
            with self._figures.part("judging"):
                each.act()
            self._answer()

    def _judge(self, acts: Sequence[_Act]) -> Group:
        """Runs *acts*, and returns the group of their entries."""
        with self._figures.part("judging"), self._ledger.collecting() as group:
            for each in acts:
                each.act()
        return group

    def _do_together(self, acts: list[_Act]) -> None:
        group = self._judge(acts)
        if not group.rooms:
            self._end(group, acts)
            return
        self._after.hold_answers()
        rooms = group.rooms
        end = self._submit(partial(self._ledger.commit, group))
        self._flight = _Flight(group, rooms, acts, end)
        self._rested_s = self._measure_s()
        loop = asyncio.get_running_loop()
        # no callback may know the flight, which knows the callback: all would live on
        end.add_done_callback(lambda end: loop.call_soon_threadsafe(self._land, end))

    def _land(self, end: Future[None]) -> None:
        """Waits for the *end* of a flight, and sends its answers, unless that was done before."""
        flight = self._flight
        if flight is not None and flight.end is end:
            defect, group = flight.end.exception(), flight.group
            self._flight = None
            if defect is not None:
                group.fail(flight.rooms, defect)
            self._end(group, flight.acts)
            if self._handle is not None:
                self._handle.cancel()
                self._handle = None
            self._call_soon()

    def _end(self, group: Group, acts: list[_Act]) -> None:
        """Sends the answers to *acts*, or runs them again if a part of their *group* is lost."""
        if group.error is not None:
            self._forget(group.lost)
            group = self._judge(acts)
            self._ledger.commit(group)
        if group.error is not None:
            self._forget(group.lost)
            self._do_each(acts)
        else:
            self._answer()
        self._note_answers(acts)

    def _answer(self) -> None:
        self._after.send_answers()
        self._after.go_on()

    def _note_answers(self, acts: Sequence[_Act]) -> None:
        now_s = self._measure_s()
        for each in acts:
            self._figures.answers.observe(now_s - each.came_s)
