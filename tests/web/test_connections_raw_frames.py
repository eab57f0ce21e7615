"""The heads of a socket's frames are checked, however the network cuts them."""

from __future__ import annotations

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.web.connections import FRAMES_AT_ONCE, CheckingReader
from tests.tiers import slow


class Reading:
    """A reader that keeps what it is passed."""

    def __init__(self) -> None:
        self.heard = b""
        self.drops = 0

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        self.heard += data
        return b"\xf0" in data, b""

    def feed_eof(self) -> None:
        pass

    def drop(self) -> None:
        self.drops += 1


def frame(length: int, *, masked: bool = True) -> bytes:
    """A frame of text with *length* letters."""
    mask = 0x80 if masked else 0
    if length < 126:
        head = bytes([0x81, mask | length])
    elif length < 1 << 16:
        head = bytes([0x81, mask | 126]) + length.to_bytes(2, "big")
    else:
        head = bytes([0x81, mask | 127]) + length.to_bytes(8, "big")
    return head + (b"mask" if masked else b"") + b"x" * length


GOOD = frame(0) + frame(5) + frame(125) + frame(126) + frame(70_000) + frame(2)


@pytest.mark.parametrize("size", [1, *slow(2, 3), 7, 1_000, len(GOOD)])
def test_what_is_masked_is_passed_on_and_nothing_after_what_is_not(size: int) -> None:
    for bad in (0, 5, 126, 70_000):
        reading = Reading()
        checking = CheckingReader(reading, StillClock(), reading.drop)
        whole = GOOD + frame(bad, masked=False) + frame(3)
        parts = [whole[at : at + size] for at in range(0, len(GOOD) + 2, size)]
        is_over = [checking.feed_data(part)[0] for part in parts]
        assert reading.heard.startswith(GOOD + b"\xf0")
        assert b"\x81" not in reading.heard[len(GOOD) :]
        assert is_over.index(True) == len(is_over) - 1
        assert checking.feed_data(frame(1)) == (True, b"")
        assert not reading.drops


def test_no_more_frames_are_passed_on_at_once_than_are_allowed() -> None:
    clock, reading = StillClock(), Reading()
    checking = CheckingReader(reading, clock, reading.drop)
    checking.feed_data(frame(0) * FRAMES_AT_ONCE)
    assert reading.heard == frame(0) * FRAMES_AT_ONCE
    assert not reading.drops
    clock.ms += 1_000
    checking.feed_data(frame(0) * FRAMES_AT_ONCE)
    assert reading.drops == 1
    assert len(reading.heard) < len(frame(0)) * 1.5 * FRAMES_AT_ONCE
