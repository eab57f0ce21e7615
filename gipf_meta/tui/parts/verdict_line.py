"""The moment in which something is decided, in a line above the board: who wins a duel, and what
follows, sentence by sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text
from textual.timer import Timer
from textual.widgets import Static

READ_S: Final = 1.0
"""The seconds that a sentence is shown before the next one."""
STAYS_S: Final = 2.0
"""The seconds that the last sentence stays."""
LIT_S: Final = 0.06
"""The seconds between two views of a sentence that lights up."""
VIEWS: Final = 8
"""The number of these views."""


class VerdictLine(Static, can_focus=False):
    """Sentences in place of the heading, which comes back after them. It takes no key and no focus;
    any key or click ends it, whatever else it does."""

    def __init__(self) -> None:
        super().__init__(id="verdict", markup=False)
        self._waiting: list[str] = []
        self._timer: Timer | None = None
        self._lighting: Timer | None = None
        self._lit = ""
        """The sentence that lights up."""
        self.display = False

    def tell(self, sentences: Sequence[str]) -> None:
        """Shows *sentences* one after the other, after those that are shown."""
        self._waiting += sentences
        if self._timer is None and self._waiting:
            self._show_next()

    def tell_end(self, sentence: str, *, moves: bool) -> None:
        """Shows *sentence* after those that are shown; it lights up from left to right if it
        *moves*."""
        self._lit = sentence if moves else ""
        self.tell([sentence])

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
        self._stop_light()
        self.display = bool(words)
        self.screen.query_one("#heading").display = not words
        if words:
            self.update(words)
            self._timer = self.set_timer(READ_S if self._waiting else STAYS_S, self._show_next)
            if words == self._lit:
                views = iter(range(1, VIEWS + 1))
                self._lighting = self.set_interval(LIT_S, lambda: self._light(next(views, 0)))

    def _light(self, view: int) -> None:
        """Shows a *view* of the sentence that lights up; 0: it is light."""
        if not view:
            self._stop_light()
            return
        text = Text(self._lit)
        text.stylize("reverse", 0, len(self._lit) * view // VIEWS)
        self.update(text)

    def _stop_light(self) -> None:
        if self._lighting is not None:
            self._lighting.stop()
            self._lighting = None
