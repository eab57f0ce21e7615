"""Messages for rooms that are not open yet: they wait in a queue while the room is rebuilt."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import copy_context
from functools import partial
from typing import Final, Protocol, TypeAlias

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.timelimit import run_in_thread
from gipf_meta.hub.hub import Hub
from gipf_meta.rooms.rebuilding import Rebuild, RoomAhead
from gipf_meta.web.tasks import begin

AT_A_TIME: Final = 2
"""The most rooms that are rebuilt at a time; the others wait."""
LARGE: Final = 2_000
"""The number of events from which a room is large; one large room is rebuilt at a time, beside a
small one."""
Act: TypeAlias = Callable[[], object]
"""A callback for an open room; it raises nothing."""


class RoomOpening(Protocol):
    """Runs callbacks for a room once it is open."""

    def when_open(self, room: str, act: Act) -> None:
        """Runs *act* when *room* is open, after the callbacks that came before."""
        ...

    def finish(self) -> None:
        """Runs all waiting callbacks at once, and ends."""
        ...


class OpeningAtOnce:
    """Runs each callback at once; the callback itself opens the room."""

    def __init__(self, hub: Hub, do: Callable[[Act], None]) -> None:
        """Ignores both: nothing is opened here."""

    def when_open(self, room: str, act: Act) -> None:
        """Runs *act*."""
        act()

    def finish(self) -> None:
        """Does nothing: nothing waits."""


class OpeningElsewhere:
    """Rebuilds rooms of *hub* in threads, so that the loop goes on meanwhile.

    *do* runs a callback in its turn. Callbacks for a room that is being rebuilt wait, and run in
    the order in which they came. *count_events* returns the number of events of a room: large
    rooms, which take long, wait for each other, and do not hold up small ones.
    """

    def __init__(
        self,
        hub: Hub,
        do: Callable[[Act], None],
        count_events: Callable[[str], int] = lambda room: 0,
    ) -> None:
        self._hub, self._do, self._count_events = hub, do, count_events
        self._waiting: dict[str, list[Act]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._places, self._one_large = asyncio.Semaphore(AT_A_TIME), asyncio.Lock()
        self._goes_on = True

    def when_open(self, room: str, act: Act) -> None:
        """Runs *act* now if *room* is open; else as soon as it has been rebuilt."""
        if room in self._waiting:
            self._waiting[room].append(act)
        elif not self._goes_on or (rebuild := self._hub.rooms.ahead.work(room)) is None:
            act()
        else:
            self._waiting[room] = [act]
            # if it was not rebuilt, the first callback opens it, and gets the error
            task = begin(
                partial(self._open, room, rebuild),
                lambda _error: self._do(partial(self._act, room, None, [])),
            )
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _open(self, room: str, rebuild: Rebuild) -> None:
        """Rebuilds *room* in a thread, and runs its waiting callbacks in a turn of the loop."""
        speaking = copy_context()  # the language of the first message
        work = partial(speaking.run, rebuild, lambda: self._goes_on)
        async with self._places:
            count = partial(self._is_large, room)
            is_large = await asyncio.wrap_future(run_in_thread(count))
            found = None if is_large else await asyncio.wrap_future(run_in_thread(work))
        if is_large:
            async with self._one_large, self._places:
                found = await asyncio.wrap_future(run_in_thread(work))
        self._do(partial(self._act, room, found, []))

    def _is_large(self, room: str) -> bool:
        try:
            return self._count_events(room) >= LARGE
        except GipfMetaError:
            return False  # the rebuilding raises it, too

    def _act(self, room: str, found: RoomAhead | None, acts: list[Act]) -> None:
        """Runs the callbacks that wait for *room*; *found* is the rebuilt room, ``None``: none.

        They are added to *acts*: if their commit fails, this is called again with them.
        """
        self._hub.rooms.ahead.take(room, found)
        acts += self._waiting.pop(room, ())
        for act in acts:  # they raise nothing
            act()
        self._hub.rooms.ahead.take(room)

    def finish(self) -> None:
        """Runs all waiting callbacks at once, and rebuilds no more rooms: callbacks open them."""
        self._goes_on = False
        for task in self._tasks:
            task.cancel()
        for room in [*self._waiting]:
            self._do(partial(self._act, room, None, []))
