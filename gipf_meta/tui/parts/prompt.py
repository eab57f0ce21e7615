"""Notation, typed: completed while it is written, refused in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.suggester import Suggester
from textual.widgets import Input, Static

from gipf_meta.base.texts import _
from gipf_meta.protocol.view import Choice
from gipf_meta.tui.parts.choosing import completions


class _Legal(Suggester):
    """Completes what is typed to the first choice that begins so."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self.choices: Sequence[Choice] = ()

    async def get_suggestion(self, value: str) -> str | None:
        found = completions(self.choices, value, 1)
        exact = found and found[0].notation.startswith(value)
        return found[0].notation if exact else None


class Prompt(Vertical):
    """A line to type in, hidden until it is asked for."""

    class Typed(Message):
        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Left(Message):
        """Nothing is to be typed after all."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.display = False
        self._legal = _Legal()

    def compose(self) -> ComposeResult:
        yield Static(id="completions")
        yield Input(placeholder=_("a move, as the game writes it"), suggester=self._legal)

    def ask(self, choices: Sequence[Choice]) -> None:
        """Opens the line."""
        self._legal.choices = choices
        self.display = True
        line = self.query_one(Input)
        line.value = ""
        # at once: what is typed right behind the colon must not go to the board
        self.screen.set_focus(line)
        self._complete("")

    def on_input_changed(self, event: Input.Changed) -> None:
        self._complete(event.value)

    def _complete(self, typed: str) -> None:
        found = completions(self._legal.choices, typed)
        words = "   ".join(f"{choice.notation} {choice.gain}".rstrip() for choice in found)
        self.query_one("#completions", Static).update(words or _("no such move now"))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        text = event.value.strip()
        self.display = False
        self.post_message(self.Typed(text) if text else self.Left())

    def on_key(self, event) -> None:  # type: ignore[no-untyped-def]
        if event.key == "escape":
            event.stop()
            self.display = False
            self.post_message(self.Left())
