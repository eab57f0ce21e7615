"""Lists of which several stand below each other as one menu; each line has its key beside it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text
from textual.widgets import OptionList
from textual.widgets.option_list import Option


class MenuLine:
    """What a line of a menu says, and at its right end the *key* that chooses it.

    Always one row: *words* that are too long end in ``…``.
    """

    def __init__(self, words: str, key: str = "") -> None:
        self.words, self.key = " ".join(words.splitlines()), key

    def __str__(self) -> str:
        return self.words

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = options.max_width - cell_len(self.key) - 1
        words = self.words
        if cell_len(words) > room:
            words = set_cell_size(words, max(room - 1, 0)) + "…"
        yield Text(f"{set_cell_size(words, max(room, 0))} {self.key}", no_wrap=True)


class Menu(OptionList):
    """A list; up from its first line and down from its last lead into the list before and after."""

    def show(self, options: Sequence[Option]) -> None:
        """Lists *options*; the cursor stays where it was."""
        here = self.highlighted
        self.clear_options()
        self.add_options(options)
        if options:
            self.highlighted = min(here or 0, self.option_count - 1)
        self.display = bool(options)

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
