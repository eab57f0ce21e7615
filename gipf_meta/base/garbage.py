"""When Python looks for objects that hold each other: seldom, where bots search."""

from __future__ import annotations

import gc
from typing import Final

NEW_OBJECTS: Final = 20_000
"""After how many new objects it looks for some that hold each other."""


def collect_seldom() -> None:
    """Lets this process look for objects that hold each other less often than by default.

    States and the trees of a search hold no cycles, and there are so many of them that looking
    for cycles among every 700 costs a tenth to a fifth of a search.
    """
    gc.set_threshold(NEW_OBJECTS)


def look_no_more() -> None:
    """Lets this process end without a last look: Python takes a quarter of a second for it, and
    whoever has closed the terminal, or waits for a prompt, waits for that."""
    gc.freeze()
