"""The cell of the screen at which a person is: the terminal's own cursor stands there, so that
magnifiers and Braille displays follow it."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from rich.cells import cell_len
from textual.geometry import Offset
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, OptionList


@runtime_checkable
class HasCursor(Protocol):
    """A widget that knows where its cursor is."""

    @property
    def cursor_cell(self) -> Offset:
        """The cell with the cursor, from the upper left corner of the widget's content."""


@runtime_checkable
class ShowsCursor(Protocol):
    """A driver of a terminal that can show the terminal's cursor."""

    def show_cursor(self, is_shown: bool) -> None:
        """Shows the cursor, or hides it."""


def place_cursor(screen: Screen[Any], is_shown: bool) -> None:
    """Puts the terminal's cursor where the person is on *screen*, and shows it if it *is_shown*."""
    app = screen.app
    app.cursor_position = cursor_cell(screen)
    if isinstance(app._driver, ShowsCursor):
        app._driver.show_cursor(is_shown)


def cursor_cell(screen: Screen[Any]) -> Offset:
    """The cell of *screen* with the cursor of the widget that has the focus, or else of its list;
    without any, the first cell, where reading begins."""
    focused: Widget | None = screen.focused or next(iter(screen.query(OptionList)), None)
    if focused is None:
        return Offset(0, 0)
    corner = focused.content_region.offset
    if isinstance(focused, Input):
        before = cell_len(focused.value[: focused.cursor_position])
        return corner + Offset(before - focused.scroll_offset.x, 0)
    if isinstance(focused, HasCursor):
        return corner + focused.cursor_cell
    if isinstance(focused, OptionList) and focused.highlighted is not None:
        line = focused._index_to_line.get(focused.highlighted, 0)
        return corner + Offset(0, max(0, line - focused.scroll_offset.y))
    return corner
