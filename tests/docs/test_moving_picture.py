"""Pictures that move are put together of still ones."""

from __future__ import annotations

from docs.moving_picture import Frame, moving_picture


def chunk(kind: bytes, body: bytes) -> bytes:
    return kind + len(body).to_bytes(4, "little") + body + bytes(len(body) % 2)


def still(drawn: bytes) -> bytes:
    """A WebP as a browser writes it, with more than what draws it."""
    body = b"WEBP" + chunk(b"VP8X", bytes(10)) + chunk(b"VP8 ", drawn) + chunk(b"EXIF", b"no")
    return b"RIFF" + len(body).to_bytes(4, "little") + body


def test_frames_follow_each_other_in_their_time() -> None:
    made = moving_picture([Frame(still(b"one"), 300), Frame(still(b"four"), 70_000)], 1000, 640)
    size = (999).to_bytes(3, "little") + (639).to_bytes(3, "little")
    assert made[:4] == b"RIFF"
    assert int.from_bytes(made[4:8], "little") == len(made) - 8
    assert made[8:] == b"WEBP" + b"".join(
        [
            chunk(b"VP8X", b"\2\0\0\0" + size),
            chunk(b"ANIM", bytes(6)),
            chunk(b"ANMF", bytes(6) + size + b"\x2c\x01\0\2" + chunk(b"VP8 ", b"one")),
            chunk(b"ANMF", bytes(6) + size + b"\x70\x11\x01\2" + chunk(b"VP8 ", b"four")),
        ]
    )
