"""The moment in which something is decided, in a line above the board: who wins a duel, and what
follows, sentence by sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.timer import Timer
from textual.widgets import Static

READ_S: Final = 1.0
"""The seconds that a sentence is shown before the next one."""
STAYS_S: Final = 2.0
"""The seconds that the last sentence stays."""


class VerdictLine(Static, can_focus=False):
    """Sentences in place of the heading, which comes back after them. It takes no key and no focus;
    any key or click ends it, whatever else it does."""

    def __init__(self) -> None:
        super().__init__(id="verdict", markup=False)
        self._waiting: list[str] = []
        self._timer: Timer | None = None
        self.display = False

    def tell(self, sentences: Sequence[str]) -> None:
        """Shows *sentences* one after the other, after those that are shown."""
        self._waiting += sentences
        if self._timer is None and self._waiting:
            self._show_next()

    def end(self) -> None:
        """Shows the heading again."""
        self._waiting.clear()
        if self._timer is not None:
            self._timer.stop()
            self._show_next()

    def _show_next(self) -> None:
        """Shows the next sentence; after the last one, the heading."""
        words = self._waiting.pop(0) if self._waiting else ""
        self._timer = None
        self.display = bool(words)
        self.screen.query_one("#heading").display = not words
        if words:
            self.update(words)
            self._timer = self.set_timer(READ_S if self._waiting else STAYS_S, self._show_next)
