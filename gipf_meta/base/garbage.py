"""Python's garbage collector, which runs seldom where bots search."""

from __future__ import annotations

import gc
from typing import Final

NEW_OBJECTS: Final = 20_000
"""The number of new objects after which it looks for cycles."""


def collect_seldom() -> None:
    """Has the garbage collector of this process look for cycles less often than by default.

    States and the trees of a search hold no cycles, and there are so many of them that looking
    for cycles among every 700 costs a tenth to a fifth of a search.
    """
    gc.set_threshold(NEW_OBJECTS)


def skip_last_collection() -> None:
    """Lets this process end without a last run of the garbage collector, which takes a quarter of a
    second: a person who has closed the terminal, or waits for a prompt, would wait for it."""
    gc.freeze()
