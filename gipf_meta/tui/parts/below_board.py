"""The widgets below a board: the question, the status line, words to click, a line to type in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.suggester import Suggester
from textual.widgets import Input, Static

from gipf_meta.base.texts import _
from gipf_meta.match.partial_decision import completions
from gipf_meta.narration.vocabulary import FORCES
from gipf_meta.protocol.view import Choice
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


class PromptWords(Static):
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
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="asking")
        self.news: Sequence[Sequence[str]] = ((),)
        self.said = ""

    def compose(self) -> ComposeResult:
        """The question, the status line, the words, the line to type in."""
        yield PromptWords(id="prompt-words", markup=False)
        yield StatusLine()
        yield Words(id="words")
        yield Prompt(id="prompt")

    def ask(self, question: str) -> None:
        """Shows *question*, and divides the rows anew."""
        self.query_one(PromptWords).ask(question)
        self._show_status()

    def on_resize(self) -> None:
        """Divides the new rows."""
        self._show_status()

    @property
    def status_rows(self) -> int:
        """The rows that a status line may have beside the whole question; at least one."""
        rows = self._rows_for_words(status_rows=1)
        words = self.query_one(Words).rows_within(*rows, self.size.width)
        question_rows = self._rows_of(self.query_one(PromptWords).question)
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
        least = self._rows_of(self.query_one(PromptWords).sentences[0])
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
        question, free = self.query_one(PromptWords), self.size.height - status_rows
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


class _LegalMoves(Suggester):
    """Completes typed text to the first of the *choices* that begins with it."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self.choices: Sequence[Choice] = ()

    async def get_suggestion(self, value: str) -> str | None:
        """The first legal move that begins with *value*, whose letters keep their case."""
        found = completions(self.choices, value, 1)
        exact = found and found[0].notation.startswith(value)
        return found[0].notation if exact else None


class _Line(Input):
    """The input itself. Enter takes effect before the next key: text typed after it replaces the
    submitted line, as text typed after a refusal does."""

    async def _on_key(self, event: events.Key) -> None:
        if event.key != "enter":
            await super()._on_key(event)
            return
        event.stop()
        event.prevent_default()
        await self.action_submit()
        self.select_all()


class Prompt(Vertical):
    """A line to type in, hidden until ``ask`` opens it; the screen that judges the line calls
    ``close``.

    Typed text stays, and keeps the focus, until it has been accepted.
    """

    class Typed(Message):
        """Posted when a line was typed: ``close`` or ``refuse`` answers it, at once or later."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Left(Message):
        """Posted when the line is to be closed with nothing typed."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.display = False
        self._legal = _LegalMoves()
        self._told: str | None = None

    def compose(self) -> ComposeResult:
        """The completions above the line."""
        yield Static(id="completions", markup=False)
        yield _Line(placeholder=_("a move, as the game writes it"), suggester=self._legal)

    def ask(self, choices: Sequence[Choice]) -> None:
        """Opens the line, empty; it completes what is typed to one of *choices*."""
        self.query_one(_Line).value = ""
        self._go_on(choices, is_refused=False)

    def refuse(self, choices: Sequence[Choice]) -> None:
        """Keeps the line open, to be corrected into one of *choices*; new text replaces it."""
        self._go_on(choices, is_refused=True)

    def close(self, choices: Sequence[Choice]) -> bool:
        """Closes the line that was accepted or left, and returns whether it is closed.

        A line that was changed since then stays open, for one of *choices*.
        """
        if self.waits and self.query_one(_Line).value != self._told:
            self._go_on(choices, is_refused=False)
            return False
        self._told = None
        self._show(False)
        return True

    @property
    def waits(self) -> bool:
        """Whether a line was submitted and is not answered yet."""
        return self._told is not None

    def _go_on(self, choices: Sequence[Choice], is_refused: bool) -> None:
        self._legal.choices, self._told = choices, None
        self._show(True, is_refused)
        line = self.query_one(_Line)
        # at once: keys right after the colon must not go to the board
        self.screen.set_focus(line)
        self._show_completions(line.value)

    def _show(self, is_open: bool, is_refused: bool = False) -> None:
        """Opens or closes the line. An open one takes the rows of the widgets beside it, but not
        those with the reason why a line was refused: until that line is changed, the reason has the
        rows of the completions, too."""
        self.display = is_open
        if self.parent is not None:
            self.parent.set_class(is_open, "typing")
            self.parent.set_class(is_refused, "refused")
            self.parent.remove_class("corrected")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Shows the completions of the typed text."""
        if self.parent is not None:
            self.parent.add_class("corrected")
        self._show_completions(event.value)

    def _show_completions(self, typed: str) -> None:
        found = completions(self._legal.choices, typed)
        words = "   ".join(f"{choice.notation} {choice.gain}".rstrip() for choice in found)
        if not words:  # a whole turn, or written in another way, or a mistake
            words = _("Enter plays it, or says why it cannot be played")
        self.query_one("#completions", Static).update(words)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Posts ``Typed``, or ``Left`` for an empty line."""
        event.stop()
        self._told = event.value
        text = event.value.strip()
        self.post_message(self.Typed(text) if text.strip(FORCES) else self.Left())

    def on_key(self, event: events.Key) -> None:
        """Leaves the line at Escape."""
        if event.key == "escape":
            event.stop()
            self._told = self.query_one(_Line).value
            self.post_message(self.Left())
