"""What a long command is doing, on the last line of a terminal, until its answer stands there.

A bar of rich, as the arena has, is drawn by a thread of its own: what is printed meanwhile would
meet it on the line.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from gipf_meta.base.streams import terminal_below
from gipf_meta.base.texts import _


class Progress:
    """A line on standard errors that is written over; nothing where no person sits before it."""

    def __init__(self) -> None:
        self._is_shown = sys.stderr.isatty()

    def begin(self, words: str) -> None:
        """Says that what *words* describe is being done."""
        if self._is_shown:
            said = _("now: {words}").format(words=words)
            self._write(said[: shutil.get_terminal_size().columns - 1])

    def clear(self) -> None:
        """Takes the line away, so that an answer can stand in its place."""
        if self._is_shown:
            self._write("")

    def _write(self, words: str) -> None:
        stream = terminal_below(sys.stderr)
        stream.write(f"\r\x1b[K{words}")
        stream.flush()


@contextmanager
def progress() -> Iterator[Progress]:
    """A line for what is being done; it is gone after the block."""
    line = Progress()
    try:
        yield line
    finally:
        line.clear()
