"""A part of a form that is folded into one line."""

from __future__ import annotations

from typing import cast

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Collapsible


class Fold(Collapsible):
    """*children* behind the line *title*, which is never read as markup."""

    def __init__(self, *children: Widget, title: str, id: str | None = None) -> None:
        super().__init__(*children, title=_plain(title), id=id)

    def rename(self, title: str) -> None:
        """Says *title* on the line."""
        self.title = _plain(title)


def _plain(title: str) -> str:
    # Textual takes a text without markup, too, though it declares a string
    return cast("str", Content(title))
