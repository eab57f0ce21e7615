"""The link to one page: its rate limits, its queue of messages to send, and its lag."""

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
"""Characters that may wait for a page; beyond it the link is dropped, and the page reconnects."""
PING_S: Final = 4.0
"""Seconds between two pings."""
HELLO_S: Final = 20.0
"""Seconds within which a page must say hello."""
LONGEST_LAG_MS: Final = 20_000
"""Milliseconds after which a page that has not answered a ping counts as gone."""


class Lag:
    """The round-trip time of pings, by *clock*, smoothed; ``ms`` is ``None`` until it is known.

    Each ping has random bytes, so that no client can answer it before it has arrived.
    """

    def __init__(self, clock: Clock) -> None:
        self.ms: int | None = None
        self._clock = clock
        self._sent: tuple[bytes, int] | None = None

    def begin(self) -> bytes:
        """Returns the payload of the next ping; ``b""`` while the last one is not answered."""
        if self._sent is not None:
            return b""
        self._sent = secrets.token_bytes(8), self._clock.now_ms()
        return self._sent[0]

    @property
    def is_lost(self) -> bool:
        """Whether the answer to the last ping is overdue."""
        return self._sent is not None and (self._clock.now_ms() - self._sent[1] > LONGEST_LAG_MS)

    def end(self, said: bytes) -> bool:
        """Takes the payload of an answer; returns whether it answers the last ping."""
        if self._sent is None or self._sent[0] != said:
            return False
        took_ms = self._clock.now_ms() - self._sent[1]
        self.ms = took_ms if self.ms is None else self.ms + round((took_ms - self.ms) / 4)
        self._sent = None
        return True


class SocketLink:
    """The link *name* to the page of *socket*. ``person`` is the id of its person, ``""`` at first.

    At most *most_waiting* characters may wait for the page (``None``: ``MOST_WAITING``).
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
        self.language = self.browser_language = ""
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
        """The round-trip time, ms; 0 until it is known."""
        return self.lag.ms or 0

    def charge_message(self, letters: int) -> bool:
        """Charges a message of so many *letters*; returns whether the rate limits allow it."""
        return self._messages.take() and self._letters.take(letters)

    def say(self, message: Frame) -> None:
        """Queues *message* for the page; drops the link if too much waits."""
        frame = write_frame(message)
        self._waiting.append(frame)
        self._is_sent.clear()
        self._size += len(frame)
        self._has_more.set()
        if self._size > (self._most_waiting or MOST_WAITING):
            self.drop()

    def drop(self) -> None:
        """Ends the link at once; the page reconnects."""
        self._is_dropped = True
        self._waiting.clear()
        self._is_sent.set()
        self._has_more.set()

    async def wait_until_sent(self) -> None:
        """Waits until the queue is sent, or the link is dropped."""
        await self._is_sent.wait()

    def note_pong(self, said: bytes) -> None:
        """Takes the payload *said* of a pong."""
        self.lag.end(said)

    async def ping(self) -> None:
        """Pings the page, until it does not answer in time, or has not said hello in time."""
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
        """Sends the queue, until the link is dropped or the task is cancelled."""
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
    """A rate limit (token bucket): at most *at_once*, refilled by *per_second*, by *clock*."""

    def __init__(self, clock: Clock, at_once: int, per_second: float) -> None:
        self._clock, self._most, self._per_second = clock, at_once * 1000, per_second
        self._left: float = self._most  # in thousandths
        self._counted_ms = clock.now_ms()

    def take(self, count: int = 1) -> bool:
        """Takes *count* if so much is left; returns whether it was."""
        has_left = self.has(count)
        if has_left:
            self._left -= 1000 * count
        return has_left

    def spend(self, count: int) -> None:
        """Takes *count*, even if less is left: then the rest is negative until it is refilled."""
        self._count()
        self._left -= 1000 * count

    def has(self, count: int = 1) -> bool:
        """Returns whether at least *count* is left."""
        self._count()
        return self._left >= 1000 * count

    @property
    def is_full(self) -> bool:
        """Whether the allowance is full."""
        self._count()
        return self._left >= self._most

    def _count(self) -> None:
        now_ms = self._clock.now_ms()
        self._left = min(self._most, self._left + (now_ms - self._counted_ms) * self._per_second)
        self._counted_ms = now_ms
