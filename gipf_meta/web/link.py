"""The link to one page: what it may send in a time, and what waits to be sent to it."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from typing import Any, Final

from aiohttp import web

from gipf_meta.base.clock import Clock
from gipf_meta.web.messages import write_frame

AT_ONCE: Final = 100
"""Messages that a page may send at once."""
PER_SECOND: Final = 20
"""Messages that a page may send each second in the long run."""
MOST_WAITING: Final = 4 << 20
"""Characters that may wait for a page. One that reads no more is dropped, and comes back."""


class Allowance:
    """How many messages may come: *at_once*, and *per_second* more as time passes."""

    def __init__(self, clock: Clock, at_once: int = AT_ONCE, per_second: int = PER_SECOND) -> None:
        self._clock, self._most, self._per_second = clock, at_once * 1000, per_second
        self._left = self._most  # in thousandths of a message
        self._counted_ms = clock.now_ms()

    def take(self) -> bool:
        """Takes one message from what is left; whether there was one."""
        now_ms = self._clock.now_ms()
        self._left = min(self._most, self._left + (now_ms - self._counted_ms) * self._per_second)
        self._counted_ms = now_ms
        if self._left < 1000:
            return False
        self._left -= 1000
        return True


class Link:
    """The link *name* to the page of *socket*. ``person`` is who has said hello there."""

    def __init__(self, name: str, socket: web.WebSocketResponse, clock: Clock) -> None:
        self.name = name
        self.socket = socket
        self.language = ""
        self.person = ""
        self._allowance = Allowance(clock)
        self._waiting = deque[str]()
        self._size = 0
        self._has_more = asyncio.Event()
        self._is_dropped = False

    def takes_message(self) -> bool:
        """Whether the page may send one more message now; notes that it has."""
        return self._allowance.take()

    def say(self, message: dict[str, Any]) -> None:
        """Sends *message* as soon as the page reads; drops a page that does not."""
        frame = write_frame(message)
        self._waiting.append(frame)
        self._size += len(frame)
        self._has_more.set()
        if self._size > MOST_WAITING:
            self.drop()

    def drop(self) -> None:
        """Ends the link at once; the page comes back and finds its scene."""
        self._is_dropped = True
        self._waiting.clear()
        self._has_more.set()

    async def send_all(self) -> None:
        """Sends what waits, until the link is dropped or the task cancelled."""
        with suppress(ConnectionError):
            while not self._is_dropped:
                while self._waiting:
                    frame = self._waiting.popleft()
                    await self.socket.send_str(frame)
                    self._size -= len(frame)
                self._has_more.clear()
                await self._has_more.wait()
