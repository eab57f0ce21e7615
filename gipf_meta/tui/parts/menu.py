"""Lists of which several stand below each other as one menu; each line has its key beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text
from textual.widgets import OptionList
from textual.widgets.option_list import Option

LEAST_WIDTH: Final = 12
"""The columns of the screen that a column of a list keeps at least."""
GAP: Final = 2
"""The blanks between two columns of a list."""
LEAST_ROWS: Final = 3
"""The rows of a list that are seen at least, if it has so many."""


class Columns:
    """How wide the columns of a list are whose lines have those *cells*."""

    def __init__(self, cells: Sequence[Sequence[str]]) -> None:
        columns = max(map(len, cells), default=0)
        rows = [[*row, *[""] * (columns - len(row))] for row in cells]
        self._natural = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]

    def widths(self, room: int) -> list[int]:
        """The widths in so much *room*: the widest columns give up what there is no room for."""
        widths = [*self._natural]
        free = room - GAP * (len(widths) - 1)
        while sum(widths) > free and max(widths) > LEAST_WIDTH:
            widths[widths.index(max(widths))] -= 1
        return widths


class MenuLine:
    """What a line of a menu says, and at its right end the *key* that chooses it.

    Always one row: *words*, and the cells of *more* beside them, end in ``…`` where they are too
    long. *columns* are those of the whole list.
    """

    def __init__(
        self, words: str, key: str = "", more: Sequence[str] = (), columns: Columns | None = None
    ) -> None:
        self.words, self.key = " ".join(words.splitlines()), key
        self.cells = [self.words, *(" ".join(cell.splitlines()) for cell in more)]
        self.columns = columns or Columns([self.cells])

    def __str__(self) -> str:
        return self.words

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line = self.cut(options.max_width - (cell_len(self.key) + 1 if self.key else 0))
        yield Text(f"{line} {self.key}" if self.key else line, no_wrap=True)

    def cut(self, room: int) -> str:
        """The line without its key in so much *room*."""
        widths = self.columns.widths(room)
        cells = [_cut(cell, width) for cell, width in zip(self.cells, widths, strict=False)]
        return _cut((" " * GAP).join(cells), max(room, 0))


def _cut(words: str, width: int) -> str:
    """*words* in that *width*, with ``…`` at the end where they are too long."""
    if cell_len(words) > width:
        words = set_cell_size(words, max(width - 1, 0)) + "…"
    return set_cell_size(words, width)


class Menu(OptionList):
    """A list; up from its first line and down from its last lead into the list before and after.

    Lists below each other share the rows that there are: each has as many as it needs, if it can.
    *lines_shown* are what its options stand for.
    """

    lines_shown: Sequence[Any] = ()

    def show(self, options: Sequence[Option], here: int | None = None) -> None:
        """Lists *options*, with the cursor at line *here*; without one it stays where it was."""
        here = self.highlighted if here is None else here
        self.clear_options()
        self.add_options(options)
        if options:
            self.highlighted = min(here or 0, self.option_count - 1)
        self.display = bool(options)
        self.styles.max_height = len(options)
        self.styles.min_height = min(len(options), LEAST_ROWS)

    def action_cursor_down(self) -> None:
        """Moves the cursor one line down, into the next list after the last."""
        self._go(1)

    def action_cursor_up(self) -> None:
        """Moves the cursor one line up, into the list before from the first."""
        self._go(-1)

    def _go(self, step: int) -> None:
        last = self.option_count - 1
        if self.highlighted != (last if step > 0 else 0):
            super().action_cursor_down() if step > 0 else super().action_cursor_up()
            return
        menus = [menu for menu in self.screen.query(Menu) if menu.display]
        after = menus[(menus.index(self) + step) % len(menus)]
        after.highlighted = 0 if step > 0 else after.option_count - 1
        after.focus()
