"""A process of a host: heartbeats, overdue rooms, news of other processes, and shared presence.

All processes that serve the rooms of a database are equal.
"""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import AsyncGenerator, AsyncIterable, Callable, Collection, Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple, Protocol

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.base.clock import Clock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.pending import Noted
from gipf_meta.base.texts import _
from gipf_meta.host.database import Database
from gipf_meta.host.tables import BEAT, PRESENCE, DatabaseError
from gipf_meta.hub.hub import Hub
from gipf_meta.rooms.ledger import RoomSummary
from gipf_meta.web.driver import Driver
from gipf_meta.web.tasks import Tasks

BEAT_S: Final = 1.0
"""Seconds between two heartbeats of a process."""
SILENT_MS: Final = 3_000
"""Milliseconds without any heartbeat after which no process serves."""
MEASURE_S: Final = 5.0
"""Seconds between two measurements of the database's time."""
LOOKS: Final = 12
"""The number of looks for a heartbeat of others after which a new process takes none to serve."""
LOOK_S: Final = SILENT_MS / 1000 / LOOKS
"""Seconds between two looks for a heartbeat of others."""
PRESENCE_S: Final = 1.0
"""Seconds between two exchanges of presence with other processes."""
SWEEP_S: Final = 1.0
"""Seconds between two looks for overdue rooms."""
OVERDUE_MS: Final = 500
"""Milliseconds by which a room must be overdue: a process that has it open is faster."""
AT_ONCE: Final = 5
"""The number of overdue rooms that are read and swept at once."""
PAUSE_S: Final = 0.2
"""Seconds between two batches of overdue rooms."""
MOST_FAILED: Final = 500
"""The most rooms remembered as impossible to open here; beyond it all are tried again."""


class Heartbeats(Protocol):
    """The heartbeats of all processes."""

    def beat(self, process: str, at_ms: int) -> None:
        """Writes the heartbeat of *process* at *at_ms*."""
        ...

    def last_beat_ms(self) -> int | None:
        """Returns the time of the latest heartbeat, ms; ``None``: there is none."""
        ...

    def note_stop(self, from_ms: int, to_ms: int) -> None:
        """Notes that no process served in that interval: no player's clock runs in it."""
        ...


class DueLedger(Protocol):
    """The ledger as a source of overdue rooms."""

    def due_rooms(
        self, at_ms: int, at_once: int, without: Collection[str] = ()
    ) -> Iterable[list[str]]:
        """Yields the rooms whose deadline is at or before *at_ms*, *at_once* in each list."""
        ...

    def correct(self, found: Mapping[str, tuple[int, RoomSummary]], at_ms: int) -> None:
        """Writes the rows of rooms anew that are overdue though nothing is due in them: *found* has
        the number of the last event of each, and its summary."""
        ...


class PresenceExchange(Protocol):
    """The exchange of presence with other processes: the people who watch each room."""

    def exchange(self, changes: Mapping[str, Collection[str]]) -> PresenceNews:
        """Sends the people who watch the rooms of *changes*; returns the news of other
        processes."""
        ...

    def forget(self, gone: Collection[str]) -> None:
        """Removes the presence of processes that are *gone*."""
        ...

    def leave(self) -> None:
        """Removes the presence of this process."""
        ...


class Process:
    """The periodic tasks of a host's process, beside the messages that *driver* takes.

    It beats under its *name* in *database*, sweeps the overdue rooms of *ledger* by *clock* (the
    database's), and shares *presence*. *news* yields the rooms with new events; *note_change* is
    called with each of them. *measure* corrects the clock. *works* are further tasks, each with its
    interval, s. *note_failure* is called with each error.
    """

    def __init__(
        self,
        name: str,
        database: Heartbeats,
        ledger: DueLedger,
        hub: Hub,
        driver: Driver,
        clock: Clock,
        news: AsyncIterable[list[tuple[str, int]]],
        note_failure: Callable[[object], None],
        presence: PresenceExchange,
        measure: Callable[[], None] = lambda: None,
        works: Iterable[tuple[Callable[[], object], float]] = (),
        note_change: Callable[[str], object] = lambda room: None,
    ) -> None:
        self._name = name
        self._database, self._ledger, self._hub = database, ledger, hub
        self._driver, self._clock = driver, clock
        self._news, self._note_change, self._measure_clock = news, note_change, measure
        self._presence, self._gone = presence, Noted[str]()
        self._works = tuple(works)
        self._beaten_ms: int | None = None
        self._tasks = Tasks(note_failure, _in_full)
        self._failed: set[str] = set()

    async def begin(self) -> None:
        """Notes the interval without a process, if there was one, and begins to serve.

        Raises ``GipfMetaError``.
        """
        begun_ms = self._database.last_beat_ms()
        await self._wait_for_silence()
        last_ms, now_ms = self._database.last_beat_ms(), self._clock.now_ms()
        if last_ms is not None and last_ms == begun_ms:
            self._database.note_stop(last_ms, now_ms)  # each room subtracts it when it is opened
        await self._beat()
        for work, every_s in (
            (self._beat, BEAT_S),
            (self._sweep, SWEEP_S),
            (self._measure, MEASURE_S),
            (self._share_presence, PRESENCE_S),
            *self._works,
        ):
            self._tasks.repeat(work, every_s)
        self._tasks.keep("follow", self._follow)

    async def _wait_for_silence(self) -> None:
        """Waits for a heartbeat of another process, at most ``SILENT_MS``."""
        last_ms = self._database.last_beat_ms()
        if last_ms is None:
            return
        for _look in range(LOOKS):
            is_silent = self._clock.now_ms() - last_ms > SILENT_MS
            if is_silent or self._database.last_beat_ms() != last_ms:
                return
            await asyncio.sleep(LOOK_S)

    async def end(self) -> None:
        """Ends all tasks, and removes the presence of this process."""
        await self._tasks.end()
        with suppress(GipfMetaError):
            self._presence.leave()

    async def _follow(self) -> AsyncGenerator[None]:
        """Loads the events that other processes have appended, for ever."""
        async for changes in self._news:
            for room, number in changes:
                self._note_change(room)
                if self._hub.time.is_news(room, number):  # appends of this process are no news
                    now_ms = self._clock.now_ms()
                    self._driver.do(partial(self._hub.read_news, room, number, now_ms))
            yield

    def silent_s(self) -> float:
        """Returns the seconds since the last heartbeat; before the first: infinite."""
        beaten_ms = self._beaten_ms
        return math.inf if beaten_ms is None else (self._clock.now_ms() - beaten_ms) / 1000

    def find_trouble(self) -> list[str]:
        """Returns the faults of this process, a sentence each; ``[]`` if it is well."""
        trouble = self._tasks.find_trouble()
        now_ms = self._clock.now_ms()
        if self._beaten_ms is None:
            trouble.append(_("This process does not serve yet."))
        elif now_ms - self._beaten_ms > SILENT_MS:
            late_s = (now_ms - self._beaten_ms) // 1000
            trouble.append(_("The last beat was {seconds} s ago.").format(seconds=late_s))
        return trouble

    # ---- again and again --------------------------------------------------------------------

    async def _beat(self) -> None:
        at_ms = self._clock.now_ms()
        # in a thread, for a database that is away takes seconds to say so
        await asyncio.to_thread(self._database.beat, self._name, at_ms)
        self._beaten_ms = at_ms

    async def _measure(self) -> None:
        """Measures the time of the database, in a thread."""
        await asyncio.to_thread(self._measure_clock)

    async def _share_presence(self) -> None:
        """Exchanges presence with the other processes."""
        with self._hub.audience.presence_changes() as changes:
            news = await asyncio.to_thread(self._presence.exchange, changes)
        self._gone.note(*news.gone)
        if news.changes or news.gone:
            self._driver.do(partial(self._note_presence, news))
        if self._gone:
            with self._gone.dealt_with() as gone:
                await asyncio.to_thread(self._presence.forget, gone)

    def _note_presence(self, news: PresenceNews) -> None:
        for process in news.gone:
            self._hub.audience.forget_process(process)
        for change in news.changes:
            self._hub.audience.note_elsewhere(change.process, change.room, change.people)

    async def _sweep(self) -> None:
        """Lets time pass in overdue rooms, which no process has open.

        Rooms that cannot be opened here, for lack of a plugin perhaps, are left to others.
        """
        at_ms = self._clock.now_ms()
        for rooms in self._ledger.due_rooms(at_ms - OVERDUE_MS, AT_ONCE, frozenset(self._failed)):
            for room in rooms:
                self._driver.do_in(room, partial(self._sweep_room, room))
            await asyncio.sleep(PAUSE_S)
            open_rooms = map(self._hub.open_rooms.get, rooms)
            found = {each.state.id: (each.last, each.room.summary()) for each in open_rooms if each}
            if found:
                await asyncio.to_thread(self._ledger.correct, found, at_ms - OVERDUE_MS)

    def _sweep_room(self, room: str) -> None:
        self._note_failed(self._hub.time.sweep([room], self._clock.now_ms()))

    def _note_failed(self, failed: Mapping[str, GipfMetaError]) -> None:
        if len(self._failed) >= MOST_FAILED:
            self._failed.clear()
        # with a database that was away it is tried again
        self._failed.update(
            room for room, error in failed.items() if not isinstance(error, DatabaseError)
        )


def _in_full(error: BaseException) -> str:
    """Returns the message of *error* for the operator of the host."""
    return error.in_full if isinstance(error, DatabaseError) else str(error)


ALIVE_MS: Final = 5_000
"""Milliseconds after its last heartbeat for which a process counts as alive."""
OVERLAP_MS: Final = 5_000
"""The most milliseconds from the time in a row (``told_ms``) until others can read the row."""
KEPT_MS: Final = 60_000
"""Milliseconds for which a row without people is left, so that others read it."""


class WatchersElsewhere(NamedTuple):
    """The *people* who watch *room* at *process*; empty: nobody does any more."""

    process: str
    room: str
    people: frozenset[str]


class PresenceNews(NamedTuple):
    """The *changes* of presence at other processes, and the processes that are *gone*."""

    changes: list[WatchersElsewhere]
    gone: list[str]


class _PresenceRead(NamedTuple):
    """The rows of other processes, the processes *alive*, and the time of the database, ms."""

    watchers: list[WatchersElsewhere]
    alive: set[str]
    now_ms: int


class SharedPresence:
    """The exchange of presence of *process* with the others, through *database*."""

    def __init__(self, database: Database, process: str) -> None:
        self._database, self._process = database, process
        self._published: dict[str, Collection[str]] = {}
        self._since_ms = self._published_ms = 0
        self._was_alive = False
        self._elsewhere: dict[str, dict[str, frozenset[str]]] = {}

    def exchange(self, changes: Mapping[str, Collection[str]]) -> PresenceNews:
        """Writes *changes*, the people who watch each room here; returns the news of the others.

        A process that the others may have taken for gone writes all its rooms anew; one without
        changes only reads. Raises ``DatabaseError``; then nothing was written.
        """
        here = {room: people for room, people in {**self._published, **changes}.items() if people}
        found = None if changes else self._database.read(self._read)
        if found is None or (here and not self._is_known(found)):
            found = self._database.write(partial(self._exchange, changes))
        watchers, alive, now_ms = found
        self._published, self._published_ms = here, now_ms
        self._was_alive = self._process in alive
        self._since_ms = now_ms - OVERLAP_MS
        gone = sorted(self._elsewhere.keys() - alive)
        for process in gone:
            del self._elsewhere[process]
        return PresenceNews([each for each in watchers if self._is_new(each)], gone)

    def _is_new(self, change: WatchersElsewhere) -> bool:
        """Notes *change*; returns whether it is new, for rows are read again for ``OVERLAP_MS``."""
        rooms = self._elsewhere.setdefault(change.process, {})
        is_new = rooms.get(change.room, frozenset()) != change.people
        rooms.pop(change.room, None)
        if change.people:
            rooms[change.room] = change.people
        return is_new

    def _is_known(self, found: _PresenceRead) -> bool:
        """Whether the others have the rooms of this process since the last exchange."""
        is_alive = self._was_alive and self._process in found.alive
        return is_alive and found.now_ms - self._published_ms <= ALIVE_MS

    def _exchange(self, changes: Mapping[str, Collection[str]], db: Connection) -> _PresenceRead:
        found = self._read(db)
        now, mine = self._database.now, PRESENCE.c.process == self._process
        if not self._is_known(found):
            changes = {**self._published, **changes}
        for room, people in changes.items():
            values = {"people": json.dumps(sorted(people)), "told_ms": now}
            row = self._database.insert(PRESENCE).values(process=self._process, room=room, **values)
            db.execute(row.on_conflict_do_update(index_elements=["process", "room"], set_=values))
        if changes:
            is_old = PRESENCE.c.told_ms < now - KEPT_MS
            db.execute(sa.delete(PRESENCE).where(mine, is_old, PRESENCE.c.people == "[]"))
        return found

    def _read(self, db: Connection) -> _PresenceRead:
        now = sa.select(self._database.now.label("now_ms")).subquery()
        both = now.outerjoin(BEAT, BEAT.c.told_ms > now.c.now_ms - ALIVE_MS)
        beats = db.execute(sa.select(now.c.now_ms, BEAT.c.process).select_from(both)).all()
        alive = {process for _now_ms, process in beats if process is not None}
        others = alive - {self._process}
        is_new = PRESENCE.c.process.in_(others), PRESENCE.c.told_ms > self._since_ms
        query = sa.select(PRESENCE.c.process, PRESENCE.c.room, PRESENCE.c.people)
        rows = db.execute(query.where(*is_new).order_by(PRESENCE.c.told_ms)) if others else ()
        watchers = [
            WatchersElsewhere(process, room, frozenset(json.loads(people)))
            for process, room, people in rows
        ]
        return _PresenceRead(watchers, alive, int(beats[0].now_ms))

    def leave(self) -> None:
        """Removes the presence of this process. Raises ``DatabaseError``."""
        mine = sa.delete(PRESENCE).where(PRESENCE.c.process == self._process)
        self._database.write(lambda db: db.execute(mine))

    def forget(self, gone: Collection[str]) -> None:
        """Removes the presence of processes that are *gone*, unless they are back.

        Raises ``DatabaseError``.
        """
        is_theirs = PRESENCE.c.process.in_(gone), PRESENCE.c.process.not_in(self._alive())
        self._database.write(lambda db: db.execute(sa.delete(PRESENCE).where(*is_theirs)))

    def _alive(self) -> sa.Select[str]:
        """Returns the query of processes with a heartbeat in the last ``ALIVE_MS``."""
        return sa.select(BEAT.c.process).where(BEAT.c.told_ms > self._database.now - ALIVE_MS)
