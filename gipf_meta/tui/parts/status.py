"""The status line: what has happened, a refusal, a hint."""

from __future__ import annotations

from rich.cells import cell_len
from textual.widgets import Static


class Status(Static):
    """One sentence. If the sentence needs more than a line, what stands beside it gives up rows, so
    that the board keeps its room; below a board, while it says nothing, it has no row of its own
    (``app.tcss``)."""

    def __init__(self) -> None:
        super().__init__(id="status", markup=False)
        self.add_class("silent")
        self._is_long = False

    def say(self, words: str) -> None:
        """Shows *words*; words that are shown already are not drawn again."""
        if self.content != words:
            was_long = self._is_long
            self._measure(words)
            self.set_class(not words, "silent")
            self.update(words, layout=was_long or self._is_long)

    def on_resize(self) -> None:
        """Measures the sentence against the new width."""
        self._measure(str(self.content))

    def _measure(self, words: str) -> None:
        self._is_long = 0 < self.size.width < cell_len(words)
        if self.parent is not None:
            self.parent.set_class(self._is_long, "long")
