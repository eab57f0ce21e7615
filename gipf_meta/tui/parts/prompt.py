"""The line to type in, below a board or a list: completed by Tab, with the lines typed before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.suggester import Suggester
from textual.widgets import Input, Static

from gipf_meta.base.texts import _
from gipf_meta.line.typed_completion import Complete, Completion, Completions
from gipf_meta.narration.vocabulary import FORCES

MOST_LINES: Final = 500
"""The most lines that are remembered."""
LONGEST_GAIN: Final = 8
"""The letters of a gain that is told behind every completion."""
GAP: Final = "   "
"""The blanks between two completions."""


class TypedLines:
    """The lines that were typed, the newest last; each once."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def add(self, line: str) -> None:
        """Remembers *line* as the newest one."""
        self._lines = [*(each for each in self._lines if each != line), line][-MOST_LINES:]

    def beginning(self, text: str) -> list[str]:
        """The lines that begin with *text*, the newest first."""
        return [each for each in reversed(self._lines) if each.startswith(text)]


class _FirstCompletion(Suggester):
    """Suggests the first completion that begins with the typed text, capitals included."""

    def __init__(self, complete: Complete) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._complete = complete

    async def get_suggestion(self, value: str) -> str | None:
        """The first completion; the typed letters keep their case."""
        lines = self._complete(value).lines
        return next((line for line in lines if line.startswith(value) and line != value), None)


class _Line(Input):
    """The input itself. Each key takes effect before the next; after Enter, typed text replaces the
    submitted line, as text typed after a refusal does. Tab completes, arrows recall *typed*
    lines."""

    def __init__(self, complete: Complete, typed: TypedLines, placeholder: str) -> None:
        words = placeholder or _("a move, a question or a word (Tab completes)")
        super().__init__(placeholder=words, suggester=_FirstCompletion(complete))
        self._complete, self._typed = complete, typed
        self.offered = Completions()
        """The completions among which Tab goes, and ``chosen``, the one that is in the line."""
        self.chosen: int | None = None
        self.can_focus = False
        self._recalled: list[str] = []
        self._at = 0

    def begin(self) -> None:
        """Empties the line."""
        self.value = ""
        self._forget_walk()

    def _forget_walk(self) -> None:
        """Lets the next Tab complete, and the next arrow recall, what is in the line then."""
        self.chosen, self._recalled, self._at = None, [], 0

    async def _on_key(self, event: events.Key) -> None:
        match event.key:
            case "enter":
                self._forget_walk()
                await self.action_submit()
                self.select_all()
            case "tab" | "shift+tab":
                self._complete_or_go(1 if event.key == "tab" else -1)
            case "up":
                self._recall(1)
            case "down":
                self._recall(-1)
            case _:
                self._forget_walk()
                if not await self._edits(event.key):
                    await super()._on_key(event)
                    return
        event.stop()
        event.prevent_default()

    async def _edits(self, key: str) -> bool:
        """Does at once what an editing *key* does, before the next key comes; returns whether it is
        one."""
        bindings = self._bindings.key_to_bindings.get(key, [])
        for binding in bindings:
            await self.run_action(binding.action)
        return bool(bindings)

    def _complete_or_go(self, by: int) -> None:
        """Completes what all completions have in common; after that, goes from one to the next."""
        if self.chosen is None:
            self.offered = self._complete(self.value)
            lines = self.offered.lines
            common = _common_beginning(lines)
            if len(common) > len(self.value) or (len(lines) == 1 and common != self.value):
                self._write(common)
                return
        if lines := self.offered.lines:
            first = 0 if by > 0 else -1
            self.chosen = (first if self.chosen is None else self.chosen + by) % len(lines)
            self._write(lines[self.chosen])

    def _recall(self, by: int) -> None:
        """Shows the line that was typed before, or after; the last of them is what was typed
        now."""
        self.chosen = None
        if not self._recalled:
            now = self.value
            self._recalled = [now, *(each for each in self._typed.beginning(now) if each != now)]
        at = self._at + by
        if 0 <= at < len(self._recalled):
            self._at = at
            self._write(self._recalled[at])

    def _write(self, line: str) -> None:
        self.value = line
        self.cursor_position = len(line)


class Prompt(Vertical):
    """A line to type in, hidden until ``ask`` opens it; the screen that judges the line calls
    ``close``. *complete* returns the completions of a text, *typed* are the lines of before, and
    *placeholder* says what can be typed, if it is not what boards take.

    Typed text stays, and keeps the focus, until it has been accepted.
    """

    class Typed(Message):
        """Posted when a line was typed: ``close`` or ``refuse`` answers it, at once or later."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Left(Message):
        """Posted when the line is to be closed with nothing typed."""

    def __init__(
        self,
        complete: Complete,
        typed: TypedLines,
        placeholder: str = "",
        *,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self.display = False
        self._complete, self._typed, self._placeholder = complete, typed, placeholder
        self._told: str | None = None

    def compose(self) -> ComposeResult:
        """The completions above the line."""
        yield Static(id="completions", markup=False)
        yield _Line(self._complete, self._typed, self._placeholder)

    def ask(self) -> None:
        """Opens the line, empty."""
        self.query_one(_Line).begin()
        self._go_on(is_refused=False)

    def refuse(self) -> None:
        """Keeps the line open, to be corrected; new text replaces it."""
        self._go_on(is_refused=True)

    def close(self) -> bool:
        """Closes the line that was accepted or left, and returns whether it is closed.

        A line that was changed since then stays open.
        """
        if self.waits and self.query_one(_Line).value != self._told:
            self._go_on(is_refused=False)
            return False
        self._told = None
        self._show(False)
        return True

    @property
    def waits(self) -> bool:
        """Whether a line was submitted and is not answered yet."""
        return self._told is not None

    def _go_on(self, is_refused: bool) -> None:
        self._told = None
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
        self.query_one(_Line).can_focus = is_open  # a hidden line takes no keys
        if self.parent is not None:
            self.parent.set_class(is_open, "typing")
            self.parent.set_class(is_refused, "refused")
            self.parent.remove_class("corrected")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Shows the completions of the typed text."""
        event.stop()
        if self.parent is not None:
            self.parent.add_class("corrected")
        self._show_completions(event.value)

    def on_resize(self) -> None:
        """Shows as many completions as fit now."""
        if self.display:
            self._show_completions(self.query_one(_Line).value)

    def _show_completions(self, typed: str) -> None:
        line = self.query_one(_Line)
        chosen = line.chosen
        offered = self._complete(typed) if chosen is None else line.offered
        columns = max(20, self.size.width or self.screen.size.width - 2)
        moves = _row(offered.moves, chosen, columns, " ")
        after = None if chosen is None else chosen - len(offered.moves)
        words = _row(offered.words, after, columns, ": " if typed.strip(FORCES) else "")
        rows = [row for row in (moves, Text(offered.about), words) if row]
        if not rows and typed:  # a whole turn, or written in another way, or a mistake
            rows = [Text(_("Enter plays or answers it, or says why not"))]
        self.query_one("#completions", Static).update(Text("\n").join(rows[:2]))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Posts ``Typed``, or ``Left`` for an empty line."""
        event.stop()
        self._told = event.value
        text = event.value.strip()
        if text.strip(FORCES):
            self._typed.add(text)
            self.post_message(self.Typed(text))
        else:
            self.post_message(self.Left())

    def on_key(self, event: events.Key) -> None:
        """Leaves the line at Escape."""
        if event.key == "escape":
            event.stop()
            self._told = self.query_one(_Line).value
            self.post_message(self.Left())


def _row(completions: Sequence[Completion], chosen: int | None, columns: int, between: str) -> Text:
    """A row of *completions* that has room in *columns*, from the first or so that the *chosen* one
    is seen, which is marked. The chosen or first one has what it does behind it, and what stands
    *between*, if anything; so have all where that is short, as gains are."""
    at = chosen if chosen is not None and 0 <= chosen < len(completions) else None
    row, first = Text(no_wrap=True), 0
    for n, each in enumerate(completions):
        words = Text(each.line, style="reverse" if n == at else "")
        is_told = n == (at or 0) if len(each.does) > LONGEST_GAIN else True
        if each.does and is_told and (between or n == at):
            words.append(f"{between or ': '}{each.does}", style="dim")
        if row and row.cell_len + len(GAP) + words.cell_len > columns:
            if at is None or n > at:
                return row.append(" …") if row.cell_len + 2 <= columns else row
            row, first = Text("… ", no_wrap=True), n
        row.append(GAP if n > first else "").append_text(words)
    return row


def _common_beginning(lines: Sequence[str]) -> str:
    """The letters with which all *lines* begin."""
    if not lines:
        return ""
    first, last = min(lines), max(lines)
    differs = (n for n, letter in enumerate(first) if last[n : n + 1] != letter)
    return first[: next(differs, len(first))]
