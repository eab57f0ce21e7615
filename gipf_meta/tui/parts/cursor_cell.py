"""The cell of the screen at which a person is: the terminal's own cursor stands there, so that
magnifiers and Braille displays follow it."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from rich.cells import cell_len
from textual.geometry import Offset
from textual.widget import Widget
from textual.widgets import Input, OptionList


@runtime_checkable
class HasCursor(Protocol):
    """A widget that knows where its cursor is."""

    @property
    def cursor_cell(self) -> Offset:
        """The cell with the cursor, from the upper left corner of the widget's content."""


def cursor_cell(focused: Widget | None) -> Offset:
    """The cell of the screen with the cursor of the widget that is *focused*; without one, the
    first cell, where reading begins."""
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
