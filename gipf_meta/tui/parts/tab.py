"""Which match is played in a tab of a browser, remembered across reloads.

A reload ends this process and starts another. The server names a file for each tab in the
environment; in a terminal no file is named, and nothing is remembered.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

VARIABLE = "GIPF_META_TAB"
"""The variable of the environment that holds the path of the file."""


def write_match(place: str) -> None:
    """Writes the match being played, as ``Keeper.place`` names it; ``""`` for none."""
    if path := os.environ.get(VARIABLE):
        with suppress(OSError):  # then a reload opens the launcher, which lists the match
            Path(path).write_text(place, encoding="utf-8")


def read_match() -> int | None:
    """Reads the number of the match that was being played; ``None`` for none."""
    try:
        return int(Path(os.environ[VARIABLE]).read_text(encoding="utf-8"))
    except (KeyError, OSError, ValueError):
        return None
