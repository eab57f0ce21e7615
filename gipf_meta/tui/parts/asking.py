"""What stands below a board: the question, the status line, words to click, a line to type in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import wrap

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from gipf_meta.tui.parts.prompt import Prompt
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

    @property
    def sentences(self) -> list[str]:
        """The sentences of the question."""
        return re.split(r"(?<=[.!?]) ", self.asked)

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
            shown = as_many_as_fit(self.sentences, self.size.width, self.size.height)
        if self.content != shown:
            self.update(shown)


class Asking(Vertical):
    """The question and its answers, always on the same rows, so that nothing that is said changes
    the board.

    The words to be clicked stand in the last rows: they take those that the question leaves, and
    the status line while it says something. The question gives up rows, and with them its last
    sentences, to a status line (``app.tcss``), and to words that could not be told apart otherwise.
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
        rows = self._rows_for_words(status_rows=1)
        words = self.query_one(Words).rows_within(*rows, self.size.width)
        asked = self._rows_of(self.query_one(PromptWords).asked)
        return max(1, self.size.height - asked - words)

    def say(self, words: str) -> None:
        """Shows *words* in the status line, and shares the rows anew."""
        self.query_one(Status).say(words)
        self._share_rows()

    def _rows_of(self, words: str) -> int:
        return len(wrap(words, max(1, self.size.width))) or 1

    def _share_rows(self) -> None:
        """Gives the words the rows that are free. A status line of several rows that leaves the
        question none, as a refusal or a hint may, stands in its place (``app.tcss``)."""
        said, words = str(self.query_one(Status).content), self.query_one(Words)
        rows = self._rows_for_words(min(1, len(said)))
        words.fit(*rows)
        needed = self._rows_of(said)
        is_crowded = (
            needed > 1 and needed + words.rows_within(*rows, self.size.width) >= self.size.height
        )
        self.set_class(is_crowded, "crowded")

    def _rows_for_words(self, status_rows: int) -> tuple[int, int]:
        """The rows for words beside so many *status_rows* and the whole question, and the most."""
        question, free = self.query_one(PromptWords), self.size.height - status_rows
        whole, least = (self._rows_of(each) for each in (question.asked, question.sentences[0]))
        return max(1, free - whole), max(1, free - least)


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
