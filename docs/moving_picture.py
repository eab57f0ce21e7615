"""Joins still pictures in WebP to an animated WebP."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

HEADER: Final = 12
"""The bytes before the first chunk of a WebP: RIFF, its length, WEBP."""
DRAWN: Final = (b"ALPH", b"VP8 ", b"VP8L")
"""The chunks that draw a picture."""
ANIMATED: Final = 0b10
WHOLE: Final = 0b10
"""The flags of a frame that replaces the one before, without blending."""


class Frame(NamedTuple):
    """A still picture as WebP, and its duration, ms."""

    picture: bytes
    ms: int


def moving_picture(frames: Sequence[Frame], width: int, height: int) -> bytes:
    """Returns an animated WebP of *frames*, all of one size, in an endless loop."""
    size = _three(width - 1) + _three(height - 1)
    chunks = [
        _chunk(b"VP8X", bytes([ANIMATED, 0, 0, 0]) + size),
        _chunk(b"ANIM", bytes(6)),  # no background, no end
    ]
    for picture, ms in frames:
        drawn = b"".join(_chunk(kind, body) for kind, body in _chunks(picture) if kind in DRAWN)
        place = bytes(6) + size + _three(ms) + bytes([WHOLE])
        chunks.append(_chunk(b"ANMF", place + drawn))
    body = b"WEBP" + b"".join(chunks)
    return b"RIFF" + len(body).to_bytes(4, "little") + body


def _three(number: int) -> bytes:
    """Returns a number in three bytes, as WebP writes sizes and times."""
    return number.to_bytes(3, "little")


def _chunk(kind: bytes, body: bytes) -> bytes:
    return kind + len(body).to_bytes(4, "little") + body + bytes(len(body) % 2)


def _chunks(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yields the kind and the content of each chunk of a WebP."""
    at = HEADER
    while at < len(picture):
        length = int.from_bytes(picture[at + 4 : at + 8], "little")
        yield picture[at : at + 4], picture[at + 8 : at + 8 + length]
        at += 8 + length + length % 2
