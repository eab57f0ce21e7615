"""The line in which a move is typed, with completions."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.suggester import Suggester
from textual.widgets import Input, Static

from gipf_meta.base.texts import _
from gipf_meta.match.partial_decision import completions
from gipf_meta.protocol.view import Choice


class _LegalMoves(Suggester):
    """Completes typed text to the first of the *choices* that begins with it."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self.choices: Sequence[Choice] = ()

    async def get_suggestion(self, value: str) -> str | None:
        """The notation that begins with *value*, capitals as typed."""
        found = completions(self.choices, value, 1)
        exact = found and found[0].notation.startswith(value)
        return found[0].notation if exact else None


class _Line(Input):
    """The line itself. Enter takes effect before the next key: what is typed behind it replaces the
    line that was told, as what is typed behind a refusal does."""

    async def _on_key(self, event: events.Key) -> None:
        if event.key != "enter":
            await super()._on_key(event)
            return
        event.stop()
        event.prevent_default()
        await self.action_submit()
        self.select_all()


class Prompt(Vertical):
    """A line to type in, hidden until ``ask`` opens it; whoever judges it calls ``close``.

    What was typed stays, and keeps the keys, until it has been accepted.
    """

    class Typed(Message):
        """A line was typed: ``close`` or ``refuse`` answers it, at once or later."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Left(Message):
        """The line is to be closed, and nothing was typed."""

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
        """Lets the line stand to be corrected into one of *choices*; what is typed replaces it."""
        self._go_on(choices, is_refused=True)

    def close(self, choices: Sequence[Choice]) -> bool:
        """Closes the line that was accepted, or left; returns whether it is closed.

        A line into which somebody has typed since stays open, for one of *choices*.
        """
        if self.waits and self.query_one(_Line).value != self._told:
            self._go_on(choices, is_refused=False)
            return False
        self._told = None
        self._show(False)
        return True

    @property
    def waits(self) -> bool:
        """Whether a line was told and has not been answered."""
        return self._told is not None

    def _go_on(self, choices: Sequence[Choice], is_refused: bool) -> None:
        self._legal.choices, self._told = choices, None
        self._show(True, is_refused)
        line = self.query_one(_Line)
        # at once: what is typed right behind the colon must not go to the board
        self.screen.set_focus(line)
        self._show_completions(line.value.removeprefix(":"))

    def _show(self, is_open: bool, is_refused: bool = False) -> None:
        """Opens or closes the line; an open one takes the rows of what stands beside it, but not
        those that say why a line was refused: until that line is changed, they have those of the
        completions, too."""
        self.display = is_open
        if self.parent is not None:
            self.parent.set_class(is_open, "typing")
            self.parent.set_class(is_refused, "refused")
            self.parent.remove_class("corrected")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Completes what is typed so far."""
        if self.parent is not None:
            self.parent.add_class("corrected")
        self._show_completions(event.value.removeprefix(":"))

    def _show_completions(self, typed: str) -> None:
        found = completions(self._legal.choices, typed)
        words = "   ".join(f"{choice.notation} {choice.gain}".rstrip() for choice in found)
        if not words:  # a whole turn, or written in another way, or a mistake
            words = _("Enter plays it, or says why it cannot be played")
        self.query_one("#completions", Static).update(words)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter posts ``Typed``, or ``Left`` for an empty line."""
        event.stop()
        self._told = event.value
        text = event.value.strip().removeprefix(":").strip()  # the key that opens the line
        self.post_message(self.Typed(text) if text else self.Left())

    def on_key(self, event: events.Key) -> None:
        """Escape leaves the line."""
        if event.key == "escape":
            event.stop()
            self._told = self.query_one(_Line).value
            self.post_message(self.Left())
