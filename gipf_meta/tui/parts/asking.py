"""What stands below a board: the question, the status line, words to click, a line to type in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import wrap

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from gipf_meta.tui.parts.prompt import Prompt
from gipf_meta.tui.parts.status import Status
from gipf_meta.tui.parts.words import Words


def as_many_as_fit(sentences: Sequence[str], columns: int, rows: int) -> str:
    """As many of the *sentences* as fit on *rows* rows of *columns*; the first one always."""
    said = list(sentences)
    while len(said) > 1 and len(wrap(" ".join(said), max(1, columns))) > rows:
        said.pop()
    return " ".join(said)


class PromptWords(Static):
    """What is asked, as far as whole sentences go on the rows that it has: none is cut. Whoever
    knows the first sentence goes on; the answers stand below it."""

    asked = ""
    """The whole question."""

    def ask(self, question: str) -> None:
        """Shows *question*; one that is shown already is not drawn again."""
        self.asked = question
        self.fit()

    def on_resize(self) -> None:
        """Fits the question to its new rows."""
        self.fit()

    def fit(self) -> None:
        """Shows the sentences that its rows have room for; all before it has any rows."""
        shown = self.asked
        if self.size.height:
            sentences = re.split(r"(?<=[.!?]) ", self.asked)
            shown = as_many_as_fit(sentences, self.size.width, self.size.height)
        if self.content != shown:
            self.update(shown)


class Asking(Vertical):
    """The question and its answers, always on the same rows, so that nothing that is said changes
    the board.

    The words to be clicked stand in the last rows: they take those that the question and one row
    of the status line leave. The question gives up rows to a longer status line (``app.tcss``),
    and with them its last sentences.
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="asking")

    def compose(self) -> ComposeResult:
        """The question, the status line, the words, the line to type in."""
        yield PromptWords(id="prompt-words", markup=False)
        yield Status()
        yield Words(id="words")
        yield Prompt(id="prompt")

    def ask(self, question: str) -> None:
        """Shows *question*, and shares the rows anew."""
        self.query_one(PromptWords).ask(question)
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
        asked = self.query_one(PromptWords).asked
        return len(wrap(asked, max(1, self.size.width))) or 1

    def _share_rows(self) -> int:
        """Gives the words the rows that are free; the rows that they take."""
        return self.query_one(Words).fit(max(1, self.size.height - self._question_rows - 1))
