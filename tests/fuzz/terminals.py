"""Bytes of a terminal: none ends the interface, and what is typed after them is read."""

from __future__ import annotations

from random import Random
from typing import Final

from textual import events
from textual.message import Message

from gipf_meta.tui.terminal_driver import HIGHEST, WIDEST, TerminalInput
from tests.fuzz.mutation import mutated_bytes

SEQUENCES: Final = (
    b"\x1b[A", b"\x1b[M !!", b"\x1b[<0;5;5M", b"\x1b[200~", b"\x1b[201~", b"\x1b[48;24;80;480;800t",
    b"\x1b[97;5u", b"\x1b[97;2;65u", b"\x1b[I", b"\x1b[?2026;2$y", b"\x1b[12;40R", b"\x1bOP",
    "é☃😀".encode(), "é".encode("latin-1"),
)  # fmt: skip
"""The input of terminals."""
PIECE: Final = 7
"""Bytes that come at a time."""


def make_bytes(rng: Random) -> bytes:
    """Makes input that a broken terminal may send."""
    return b"".join(_piece(rng) for _n in range(rng.randint(1, 30)))


def _piece(rng: Random) -> bytes:
    piece = rng.choice(SEQUENCES)
    if rng.random() < 0.3:
        digits = b"9" * rng.randrange(30)
        at = rng.randrange(len(piece) + 1)
        piece = piece[:at] + rng.choice([digits, b";", b":", b"\x1b["]) + piece[at:]
    return piece if rng.random() < 0.5 else mutated_bytes(rng, piece)


def why_broken(content: bytes) -> str:
    """Why not: the rule that does not hold of the input *content* of a terminal; ``""``: all
    hold."""
    typed = TerminalInput()
    pieces = (content[at : at + PIECE] for at in range(0, len(content), PIECE))
    heard = [message for piece in pieces for message in typed.feed(piece)]
    after = [message for piece in (b"\x1b[201~", b"x") for message in typed.feed(piece)]
    if not letters(after).endswith("x"):
        return "what is typed afterwards is not read"
    for message in heard:
        if isinstance(message, events.Key):
            (message.character or "").encode()
        if isinstance(message, events.Resize) and not (
            0 < message.size.width <= WIDEST and 0 < message.size.height <= HIGHEST
        ):
            return f"a terminal of {message.size} is believed"
    return ""


def letters(messages: list[Message]) -> str:
    """The letters that are typed in *messages*."""
    return "".join(m.character or "" for m in messages if isinstance(m, events.Key))
