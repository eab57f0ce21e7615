"""What stands below a board: the question, the status line, words to click, a line to type in."""

from __future__ import annotations

import re
from textwrap import wrap

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from gipf_meta.tui.parts.prompt import Prompt
from gipf_meta.tui.parts.status import Status
from gipf_meta.tui.parts.words import Words


class Question(Static):
    """What is asked, as far as whole sentences go on the rows that it has: none is cut. Whoever
    knows the first sentence goes on; the answers stand below it."""

    _asked = ""

    def ask(self, question: str) -> None:
        """Shows *question*."""
        self._asked = question
        self._fit()

    def on_resize(self) -> None:
        """Fits the question to its new rows."""
        self._fit()

    def _fit(self) -> None:
        sentences = re.split(r"(?<=[.!?]) ", self._asked)
        while len(sentences) > 1 and self._rows_of(" ".join(sentences)) > self.size.height > 0:
            sentences.pop()
        shown = " ".join(sentences)
        if self.content != shown:
            self.update(shown)

    def _rows_of(self, words: str) -> int:
        return len(wrap(words, max(1, self.size.width)))


class Asking(Vertical):
    """The question and its answers, always on the same rows, so that nothing that is said changes
    the board.

    The words to be clicked stand in the last rows: they take those that the question and one row
    of the status line leave. The question gives up rows to a longer status line (``app.tcss``),
    and with them its last sentences.
    """

    _asked = ""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="asking")

    def compose(self) -> ComposeResult:
        """The question, the status line, the words, the line to type in."""
        yield Question(id="prompt-words", markup=False)
        yield Status()
        yield Words(id="words")
        yield Prompt(id="prompt")

    def ask(self, question: str) -> None:
        """Shows *question*; one that is shown already is not drawn again."""
        if self._asked != question:
            self._asked = question
            self.query_one(Question).ask(question)
        self._share_rows()

    def on_resize(self) -> None:
        """Shares the new rows."""
        self._share_rows()

    @property
    def status_rows(self) -> int:
        """The rows that a status line may have beside the whole question; at least one."""
        return max(1, self.size.height - self._question_rows - self._share_rows())

    @property
    def _question_rows(self) -> int:
        return len(wrap(self._asked, max(1, self.size.width))) or 1

    def _share_rows(self) -> int:
        """Gives the words the rows that are free; the rows that they take."""
        return self.query_one(Words).fit(max(1, self.size.height - self._question_rows - 1))
