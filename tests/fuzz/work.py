"""Long messages to a host: whatever they hold, little is made of them before they are refused."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from gipf_meta.web.frames import LONGEST_MOVE, MOST_TEXTS, BadFrame, read_frame
from tests.fuzz.messages import Wrong

_PIECES: Final = (
    "[],",
    "{},",
    '"",',
    '"\\\\"',
    '""',
    "[",
    '{"a":',
    "1,",
    "x",
    '\\"',
    '"',
    '"x":"y",',
)
_MOST_VALUES: Final = LONGEST_MOVE + MOST_TEXTS
"""More values no message may become: each takes a letter outside texts, or is a text."""


def make_long(rng: Random) -> bytes:
    """A message longer than a move, of a few pieces again and again."""
    parts = [rng.choice(_PIECES) * rng.randrange(1, 20_000) for _ in range(rng.randrange(1, 4))]
    ends = rng.choice((("[", "1]}"), ('"', '"}'), ("", "}"), ("{", "}}")))
    do = rng.choice(("open", "submit", "play"))
    return f'{{"do":"{do}","about":{ends[0]}{"".join(parts)}{ends[1]}'.encode()


def feed_long(content: bytes) -> None:
    """Reads the message. Raises ``Wrong`` if more was made of it than of a move."""
    try:
        message = read_frame(content.decode("utf-8", "replace"))
    except BadFrame:
        return
    values, waiting = 0, list[Any]([message])
    while waiting:
        each, values = waiting.pop(), values + 1
        if isinstance(each, dict | list):
            waiting += each.values() if isinstance(each, dict) else each
    if values > _MOST_VALUES:
        raise Wrong(f"a message became {values} values")
