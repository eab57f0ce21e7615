"""Small questions in front of a screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, OptionList, Static
from textual.widgets.option_list import Option

from gipf_meta.narration.asking import Question


class Ask(ModalScreen[str]):
    """A title, some words, and a button for each of *answers*.

    The answer is the key of the button pressed, ``""`` for Escape.
    """

    BINDINGS = [
        Binding("escape", "none", show=False),
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
    ]

    def __init__(self, title: str, words: str, answers: Mapping[str, str]) -> None:
        super().__init__()
        self.heading, self.words, self.answers = title, words, answers

    def compose(self) -> ComposeResult:
        """The buttons below the words; Enter presses the first."""
        with Vertical(classes="dialog"):
            yield Static(self.heading, classes="heading", markup=False)
            with VerticalScroll(classes="words", can_focus=False):
                yield Static(self.words, markup=False)
            with Horizontal(classes="answers"):
                for n, (key, label) in enumerate(self.answers.items()):
                    variant: Literal["default", "primary"] = "default" if n else "primary"
                    yield Button(Content(label), id=f"answer-{key}", variant=variant)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Closes the question with the key of the button."""
        self.dismiss((event.button.id or "").removeprefix("answer-"))

    def action_none(self) -> None:
        """Closes the question without an answer."""
        self.dismiss("")


class Pick(ModalScreen[str]):
    """A title, some words, and a list of *things*, each a key and a label.

    The answer is the key of the thing chosen, ``""`` for Escape.
    """

    BINDINGS = [Binding("escape", "none", show=False)]

    def __init__(self, title: str, words: str, things: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.heading, self.words, self.things = title, words, things

    @classmethod
    def answer(cls, question: Question) -> Pick:
        """A list of the answers to *question*."""
        return cls(question.title, question.words, [*question.answers.items()])

    def compose(self) -> ComposeResult:
        """The list below the words."""
        with Vertical(classes="dialog"):
            yield Static(self.heading, classes="heading", markup=False)
            yield Static(self.words, markup=False)
            options = (Option(label, id=key) for key, label in self.things)
            yield OptionList(*options, markup=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Closes the list with the key of the thing chosen."""
        self.dismiss(event.option.id or "")

    def action_none(self) -> None:
        """Closes the list without a choice."""
        self.dismiss("")
