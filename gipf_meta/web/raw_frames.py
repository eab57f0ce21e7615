"""The frames of a socket as they come from the network, looked at before anything is made of them.

aiohttp reads frames that are not masked (RFC 6455 forbids them to clients, section 5.1), and makes
messages of as many frames as come at once, however small. So the heads of all frames are read here
first, and little more than is refused has been read by then.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from gipf_meta.base.clock import Clock
from gipf_meta.web.allowance import Allowance

FRAMES_AT_ONCE: Final = 1_000
"""Frames of any kind that a socket may send at once: ten times the messages of a page."""
FRAMES_PER_SECOND: Final = 200
"""Frames that it may send each second in the long run."""

_MASKED: Final = 0x80
_LENGTH: Final = 0x7F
_BYTES_OF_LENGTH: Final = {126: 2, 127: 8}
_BYTES_OF_MASK: Final = 4
_REFUSED: Final = b"\xf0\x80\x00\x00\x00\x00"
"""A frame with reserved bits. Every reader refuses it with 1002, so it is passed on in place of one
that is refused here alone."""


class Reader(Protocol):
    """What makes messages of frames: aiohttp's."""

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        """Takes what has come; whether it reads no more, and what it has left."""
        ...

    def feed_eof(self) -> None:
        """Notes that nothing more comes."""
        ...


class CheckingReader:
    """Passes on to *reader* the frames that a client may send.

    A frame that is not masked ends the socket with 1002. *drop* ends it where more frames come than
    an allowance by *clock* has: so no more than those are ever read at once.
    """

    def __init__(self, reader: Reader, clock: Clock, drop: Callable[[], object]) -> None:
        self._reader, self._drop = reader, drop
        self._allowance = Allowance(clock, FRAMES_AT_ONCE, FRAMES_PER_SECOND)
        self._held = b""  # the beginning of a head
        self._to_skip = 0  # bytes of the frame that is being read
        self._is_over = False

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        """Takes what has come; whether nothing more is read, and what is left."""
        if self._is_over:
            return True, b""
        data, self._held = self._held + data, b""
        end = self._check(data)
        if not self._is_over:
            self._held = data[end:]
        return self._reader.feed_data(data[:end] + _REFUSED if self._is_over else data[:end])

    def feed_eof(self) -> None:
        """Notes that nothing more comes."""
        self._reader.feed_eof()

    def _check(self, data: bytes) -> int:
        """How many bytes of *data* are frames that may come; the rest is refused, or half a head.

        Notes whether it is refused.
        """
        at = 0
        while True:
            skipped = min(self._to_skip, len(data) - at)
            at, self._to_skip = at + skipped, self._to_skip - skipped
            if len(data) - at < 2:
                return at
            said = data[at + 1]
            if not said & _MASKED:
                self._is_over = True
                return at
            more = _BYTES_OF_LENGTH.get(said & _LENGTH, 0)
            if len(data) - at < 2 + more:
                return at
            if not self._allowance.take():
                self._is_over = True
                self._drop()
                return at
            length = int.from_bytes(data[at + 2 : at + 2 + more], "big") if more else said & _LENGTH
            self._to_skip = 2 + more + _BYTES_OF_MASK + length
