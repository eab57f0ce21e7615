"""The end of a form in a terminal: its button, what it begins, and the way back."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Button, Static

from gipf_meta.base.texts import _
from gipf_meta.desk.parts import Form, Screen


class FormAnswers(Horizontal):
    """The buttons below a form, in sight all the time; hidden on a screen whose form has none."""

    def __init__(self) -> None:
        super().__init__(classes="answers", id="answers")
        self.display = False

    def compose(self) -> ComposeResult:
        """The button of the form, the way back, and the words on what the form begins."""
        yield Button("", id="submit", variant="primary")
        yield Button(_("Back"), id="back")
        yield Static(id="summary", markup=False)

    def show(self, page: Screen) -> None:
        """Shows the button of the form on *page*, if it has one."""
        forms = [part for part in page.parts if isinstance(part, Form) and part.button]
        self.display = bool(forms)
        for form in forms[:1]:
            self.query_one("#submit", Button).label = form.button
            self.query_one("#summary", Static).update(form.summary)
