"""The widgets below a board: the question, the status line, words to click, a line to type in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from gipf_meta.base.texts import _
from gipf_meta.line.typed_completion import Complete
from gipf_meta.tui.parts.prompt import Prompt, TypedLines
from gipf_meta.tui.parts.word_choices import Words

JOIN: Final = " · "
"""The separator of the sentences of news."""


def as_many_as_fit(sentences: Sequence[str], columns: int, rows: int) -> str:
    """As many of the *sentences* as fit on *rows* rows of *columns*; always the first one."""
    said = list(sentences)
    while len(said) > 1 and len(wrap(" ".join(said), max(1, columns))) > rows:
        said.pop()
    return " ".join(said)


def newest_that_fit(sentences: Sequence[str], columns: int, rows: int, more: str) -> str:
    """As many of the newest *sentences* as fit on *rows* rows of *columns*; *more* stands before
    them if some are left out. Always the last one."""
    said = list(sentences)
    while len(said) > 1 and count_rows(_joined(said, sentences, more), columns) > rows:
        said.pop(0)
    return _joined(said, sentences, more)


def _joined(said: Sequence[str], every: Sequence[str], more: str) -> str:
    return JOIN.join((*([more] if len(said) < len(every) else ()), *said))


def count_rows(words: str, columns: int) -> int:
    """The rows that *words* take on lines of *columns*; at least one."""
    return sum(len(wrap(line, max(1, columns))) or 1 for line in words.split("\n"))


class AskedWords(Static):
    """The question, in as many whole sentences as its rows have room for: none is cut. The first
    sentence alone is enough to go on; the answers are shown below it."""

    question = ""
    """The whole question."""

    @property
    def sentences(self) -> list[str]:
        """The sentences of the question."""
        return re.split(r"(?<=[.!?]) ", self.question)

    def ask(self, question: str) -> None:
        """Shows *question*; one that is shown already is not drawn again."""
        self.question = question
        self.fit()

    def on_resize(self) -> None:
        """Fits the question to its new rows."""
        self.fit()

    def fit(self) -> None:
        """Shows the sentences that fit on its rows; all of them before it has any rows."""
        shown = self.question
        if self.size.height:
            shown = as_many_as_fit(self.sentences, self.size.width, self.size.height)
        if self.content != shown:
            self.update(shown)


class Asking(Vertical):
    """The question and its answers, always on the same rows, so that no text moves the board.

    The words to be clicked are in the last rows: they take the rows that the question leaves, and
    those of the status line while it is empty. The question gives up rows, and with them its last
    sentences, to a status line (``app.tcss``), and to words that could not be told apart otherwise.

    The status line has the *news*, and below them what was *said* last; that alone where both have
    no room. News that do not fit in words are told in short, the oldest left out.

    *complete* and *typed* are those of the line to type in.
    """

    def __init__(self, complete: Complete, typed: TypedLines, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="asking")
        self._complete, self._typed = complete, typed
        self.news: Sequence[Sequence[str]] = ((),)
        self.said = ""

    def compose(self) -> ComposeResult:
        """The question, the status line, the words, the line to type in."""
        yield AskedWords(id="prompt-words", markup=False)
        yield StatusLine()
        yield Words(id="words")
        yield Prompt(self._complete, self._typed, id="prompt")

    def ask(self, question: str) -> None:
        """Shows *question*, and divides the rows anew."""
        self.query_one(AskedWords).ask(question)
        self._show_status()

    def on_resize(self) -> None:
        """Divides the new rows."""
        self._show_status()

    @property
    def status_rows(self) -> int:
        """The rows that a status line may have beside the whole question; at least one."""
        rows = self._rows_for_words(status_rows=1)
        words = self.query_one(Words).rows_within(*rows, self.size.width)
        question_rows = self._rows_of(self.query_one(AskedWords).question)
        return max(1, self.size.height - question_rows - words)

    def say(self, words: str) -> None:
        """Shows *words* in the status line, and divides the rows anew; none: the news alone."""
        self.said = words
        self._show_status()

    def tell_news(self, *ways: Sequence[str]) -> bool:
        """Shows the sentences of the news, told in several *ways*, of which the first that fits is
        taken; returns whether they are others than before, which end what was said last."""
        if self.news == ways:
            return False
        self.news, self.said = ways, ""
        self._show_status()
        return True

    def _show_status(self) -> None:
        """Shows the news and what was said last, and divides the rows anew. The later sentences of
        the question give up their rows before any news do."""
        columns, said = self.size.width, self.said
        least = self._rows_of(self.query_one(AskedWords).sentences[0])
        words = self.query_one(Words).rows_within(*self._rows_for_words(status_rows=1), columns)
        most = max(self.status_rows, self.size.height - least - words)
        taken = self._rows_of(said) if said else 0
        fitting = (
            way
            for rows in (self.status_rows, most)
            for way in self.news
            if count_rows(JOIN.join(way), columns) <= rows - taken
        )
        way, more = next(fitting, self.news[-1]), _("F2 tells more …")
        news = newest_that_fit(way, columns, most - taken, more) if most > taken else ""
        self.query_one(StatusLine).say("\n".join(filter(None, (news, said))))
        self._share_rows()

    def _rows_of(self, words: str) -> int:
        return count_rows(words, self.size.width)

    def _share_rows(self) -> None:
        """Gives the words the free rows. A status line of several rows that leaves the question
        none, as a refusal or a hint may, replaces the question (``app.tcss``)."""
        said, words = str(self.query_one(StatusLine).content), self.query_one(Words)
        rows = self._rows_for_words(min(1, len(said)))
        words.fit(*rows)
        needed = self._rows_of(said)
        is_crowded = (
            needed > 1 and needed + words.rows_within(*rows, self.size.width) >= self.size.height
        )
        self.set_class(is_crowded, "crowded")

    def _rows_for_words(self, status_rows: int) -> tuple[int, int]:
        """The rows for words beside so many *status_rows* and the whole question, and the most."""
        question, free = self.query_one(AskedWords), self.size.height - status_rows
        whole, least = (self._rows_of(each) for each in (question.question, question.sentences[0]))
        return max(1, free - whole), max(1, free - least)


class StatusLine(Static):
    """A line for one sentence. If the sentence needs more than a row, the widgets around it give up
    rows, so that the board keeps its room; below a board, while it is empty, it has no row of its
    own (``app.tcss``)."""

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
        width = self.size.width
        self._is_long = 0 < width < cell_len(words) or (width > 0 and "\n" in words)
        if self.parent is not None:
            self.parent.set_class(self._is_long, "long")
