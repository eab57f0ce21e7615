"""Answers to what was typed: a line below the board, or a page that scrolls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from gipf_meta.base.texts import _
from gipf_meta.tui.screens.pages import TextPage


class AnswerPage(TextPage):
    """The *lines* of an answer, as plain text. Enter closes it, too; a colon closes it, and the
    result is whether another line is to be typed then."""

    CSS = """
    AnswerPage .page { width: 100%; max-width: 84; height: auto; max-height: 100%; padding: 0; border: none; border-top: solid $primary; border-bottom: solid $primary; }
    AnswerPage .page VerticalScroll { height: auto; scrollbar-size-vertical: 1; }
    """  # noqa: E501
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "leave", show=False, tooltip=_("leave")),
        Binding("colon,slash", "type", show=False, tooltip=_("type a question or a word")),
    ]

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        super().__init__(title, "\n".join(lines))
        self.wants_line = False
        """Whether another line is to be typed when this page is closed."""

    def content(self) -> ComposeResult:
        """The text."""
        yield Static(Text(self.page), markup=False)

    def on_mount(self) -> None:
        """Tells how one leaves, in the frame, where it is seen however long the text is."""
        self.query_one(".page").border_subtitle = _("Enter goes on, : asks again")

    def action_type(self) -> None:
        """Closes the page, for another line to be typed."""
        self.wants_line = True
        self.action_leave()
