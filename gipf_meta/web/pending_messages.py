"""What is said to a room waits until the room is open; opening one may be done elsewhere."""

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
"""How many rooms are rebuilt at once; the others wait."""
LARGE: Final = 2_000
"""From so many events on a room is large; of these one is rebuilt at once, beside a small one."""
Act: TypeAlias = Callable[[], object]
"""What is done with a room; it raises nothing."""


class RoomOpening(Protocol):
    """Lets something be done in a room once that is open."""

    def when_open(self, room: str, act: Act) -> None:
        """Does *act*, after all that was to be done in *room* before."""
        ...

    def finish(self) -> None:
        """Does at once whatever waits, and ends."""
        ...


class OpeningAtOnce:
    """Rooms of *hub* are opened by whoever asks for them, at once."""

    def __init__(self, hub: Hub, do: Callable[[Act], None]) -> None:
        """There is nothing to know of them."""

    def when_open(self, room: str, act: Act) -> None:
        """Does *act*."""
        act()

    def finish(self) -> None:
        """Does nothing: nothing waits."""


class OpeningElsewhere:
    """Rooms of *hub* are rebuilt in threads, so that meanwhile everything else goes on.

    *do* does something in its turn. What is to be done in a room that is being rebuilt waits, and
    is done in the order in which it came. *count_events* says how many there are in a room: large
    ones, which take long, wait for each other, and for nobody else.
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
        """Does *act* in this turn if *room* is open; else as soon as it was rebuilt."""
        if room in self._waiting:
            self._waiting[room].append(act)
        elif not self._goes_on or (rebuild := self._hub.rooms.ahead.work(room)) is None:
            act()
        else:
            self._waiting[room] = [act]
            # whoever waits opens it himself if it was not rebuilt, and hears why
            task = begin(
                partial(self._open, room, rebuild),
                lambda _error: self._do(lambda: self._act(room, None)),
            )
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _open(self, room: str, rebuild: Rebuild) -> None:
        """Rebuilds *room* in a thread, and lets what waits for it be done in a turn."""
        speaking = copy_context()  # of who asks first
        work = partial(speaking.run, rebuild, lambda: self._goes_on)
        async with self._places:
            count = partial(self._is_large, room)
            is_large = await asyncio.wrap_future(run_in_thread(count))
            found = None if is_large else await asyncio.wrap_future(run_in_thread(work))
        if is_large:
            async with self._one_large, self._places:
                found = await asyncio.wrap_future(run_in_thread(work))
        self._do(lambda: self._act(room, found))

    def _is_large(self, room: str) -> bool:
        try:
            return self._count_events(room) >= LARGE
        except GipfMetaError:
            return False  # whoever rebuilds it is told why

    def _act(self, room: str, found: RoomAhead | None) -> None:
        """Does what waits for *room*, which was *found* elsewhere; ``None``: it was not."""
        self._hub.rooms.ahead.take(room, found)
        for act in self._waiting.pop(room, ()):  # they raise nothing
            act()
        self._hub.rooms.ahead.take(room)

    def finish(self) -> None:
        """Does at once whatever waits: who asks first opens the room, from now on for good."""
        self._goes_on = False
        for task in self._tasks:
            task.cancel()
        for room in [*self._waiting]:
            self._act(room, None)
