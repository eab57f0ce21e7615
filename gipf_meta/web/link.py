"""The link to one page: what it may send in a time, what waits to be sent to it, and its lag."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from contextlib import suppress
from typing import Final

from aiohttp import web

from gipf_meta.base.clock import Clock, RealClock
from gipf_meta.web.frames import LONGEST_FRAME, Frame, write_frame

AT_ONCE: Final = 100
"""Messages that a page may send at once."""
PER_SECOND: Final = 20
"""Messages that a page may send each second in the long run."""
LETTERS_AT_ONCE: Final = 2 * LONGEST_FRAME
"""Letters that a page may send at once."""
LETTERS_PER_SECOND: Final = 10_000
"""Letters that a page may send each second in the long run: some moves, or a match in a minute."""
MOST_WAITING: Final = 4 << 20
"""Characters that may wait for a page. One that reads no more is dropped, and comes back."""
PING_S: Final = 4.0
"""Seconds between two pings."""
HELLO_S: Final = 20.0
"""Seconds in which a page says hello."""
LONGEST_LAG_MS: Final = 20_000
"""Milliseconds after which a page that has not answered a ping is gone."""


class Lag:
    """How long a ping and its answer take, by *clock*: measured again and again, and smoothed.

    Nobody can answer a ping before he has got it: each has letters of its own.
    """

    def __init__(self, clock: Clock) -> None:
        self.ms: int | None = None
        self._clock = clock
        self._sent: tuple[bytes, int] | None = None

    def begin(self) -> bytes:
        """What the next ping says; empty while the one before is not answered."""
        if self._sent is not None:
            return b""
        self._sent = secrets.token_bytes(8), self._clock.now_ms()
        return self._sent[0]

    @property
    def is_lost(self) -> bool:
        """Whether the answer is overdue."""
        return self._sent is not None and (self._clock.now_ms() - self._sent[1] > LONGEST_LAG_MS)

    def end(self, said: bytes) -> bool:
        """Takes an answer; whether it is one to the ping that waits for it."""
        if self._sent is None or self._sent[0] != said:
            return False
        took_ms = self._clock.now_ms() - self._sent[1]
        self.ms = took_ms if self.ms is None else self.ms + round((took_ms - self.ms) / 4)
        self._sent = None
        return True


class SocketLink:
    """The link *name* to the page of *socket*. ``person`` is who has said hello there.

    *most_waiting* characters may wait for the page.
    """

    def __init__(
        self,
        name: str,
        socket: web.WebSocketResponse,
        clock: Clock,
        most_waiting: int | None = None,
    ) -> None:
        self.name = name
        self.socket = socket
        self.language = ""
        self.person = ""
        self.lag = Lag(RealClock())
        self._most_waiting = most_waiting
        self._messages = Allowance(clock, AT_ONCE, PER_SECOND)
        self._letters = Allowance(clock, LETTERS_AT_ONCE, LETTERS_PER_SECOND)
        self._waiting = deque[str]()
        self._size = 0
        self._has_more = asyncio.Event()
        self._is_dropped = False
        self._is_sent = asyncio.Event()
        self._is_sent.set()

    @property
    def lag_ms(self) -> int:
        """How long a message and its answer are on their way; 0 before it is known."""
        return self.lag.ms or 0

    def takes_message(self, letters: int) -> bool:
        """Whether the page may send a message of so many *letters* now; notes that it has."""
        return self._messages.take() and self._letters.take(letters)

    def say(self, message: Frame) -> None:
        """Sends *message* as soon as the page reads; drops a page that does not."""
        frame = write_frame(message)
        self._waiting.append(frame)
        self._is_sent.clear()
        self._size += len(frame)
        self._has_more.set()
        if self._size > (self._most_waiting or MOST_WAITING):
            self.drop()

    def drop(self) -> None:
        """Ends the link at once; the page comes back and finds its scene."""
        self._is_dropped = True
        self._waiting.clear()
        self._is_sent.set()
        self._has_more.set()

    async def wait_until_sent(self) -> None:
        """Waits until the page has read what was said to it, or is gone."""
        await self._is_sent.wait()

    def note_pong(self, said: bytes) -> None:
        """Takes what answers a ping."""
        self.lag.end(said)

    async def ping(self) -> None:
        """Pings the page for as long as it answers, and if it has said hello in time."""
        silent_s = 0.0
        with suppress(ConnectionError):
            while not self.lag.is_lost and silent_s < HELLO_S:
                silent_s = 0.0 if self.person else silent_s + PING_S
                if said := self.lag.begin():
                    await self.socket.ping(said)
                await asyncio.sleep(PING_S)

    async def send(self, frame: str) -> None:
        """Sends a *frame*, and waits while the page does not read."""
        await self.socket.send_str(frame)

    async def send_all(self) -> None:
        """Sends what waits, until the link is dropped or the task cancelled."""
        with suppress(ConnectionError):
            while not self._is_dropped:
                while self._waiting:
                    frame = self._waiting.popleft()
                    await self.send(frame)
                    self._size -= len(frame)
                self._is_sent.set()
                self._has_more.clear()
                await self._has_more.wait()


class Allowance:
    """How much may come: *at_once*, and *per_second* more as time passes, by *clock*."""

    def __init__(self, clock: Clock, at_once: int, per_second: float) -> None:
        self._clock, self._most, self._per_second = clock, at_once * 1000, per_second
        self._left: float = self._most  # in thousandths
        self._counted_ms = clock.now_ms()

    def take(self, count: int = 1) -> bool:
        """Takes *count* from what is left; whether there was so much."""
        has_left = self.has(count)
        if has_left:
            self._left -= 1000 * count
        return has_left

    def spend(self, count: int) -> None:
        """Takes *count*, also where there is not so much: nothing is left until that has come."""
        self._count()
        self._left -= 1000 * count

    def has(self, count: int = 1) -> bool:
        """Whether *count* may come now."""
        self._count()
        return self._left >= 1000 * count

    @property
    def is_full(self) -> bool:
        """Whether it is as if nothing had ever come."""
        self._count()
        return self._left >= self._most

    def _count(self) -> None:
        now_ms = self._clock.now_ms()
        self._left = min(self._most, self._left + (now_ms - self._counted_ms) * self._per_second)
        self._counted_ms = now_ms
