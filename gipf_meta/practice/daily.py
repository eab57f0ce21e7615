"""The puzzle of the day: the same for everybody on a UTC date, whatever puzzles are added later.

For each day every puzzle draws a lot, by a hash of both, and the highest one wins; so a new puzzle
changes no day but those that it wins. Nothing comes twice in a span of days while there are enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final

SPAN: Final = 32
"""The days in which no puzzle comes twice."""
BEFORE: Final = 2
"""The spans before that of a day that are drawn, too: what came at their end comes no sooner."""


def daily_puzzle(day: int, ids: Sequence[str]) -> str | None:
    """The id among *ids* for a UTC *day*, counted from 1970; ``None`` if there are none."""
    return _draw(day, tuple(sorted(set(ids))))


@lru_cache(maxsize=8)
def _draw(day: int, ids: tuple[str, ...]) -> str | None:
    """The id for *day* among sorted *ids*."""
    if not ids:
        return None
    drawn = list[str]()
    for each in range(day - day % SPAN - BEFORE * SPAN, day + 1):
        span = drawn[-min(SPAN, len(ids) - 1) :] if len(ids) > 1 else ()
        drawn.append(max((id for id in ids if id not in span), key=lambda id: _lot(each, id)))
    return drawn[-1]


def _lot(day: int, id: str) -> bytes:
    return sha256(f"{day} {id}".encode()).digest()
