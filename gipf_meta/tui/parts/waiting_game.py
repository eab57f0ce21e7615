"""The game that waits for a duel: what is at stake and, where there is room, its board."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import MouseEvent
from textual.widgets import Static

from gipf_meta.base.texts import _
from gipf_meta.paint.fitting import fit_layout
from gipf_meta.protocol.view import View
from gipf_meta.tui.parts.board import Board
from gipf_meta.tui.parts.looks import Looks

ROOM: Final = (110, 36)
"""The columns and rows of a screen from which on the board of the game that waits is drawn."""
COLUMNS: Final = 34
"""The columns of that board: those of the panel beside a board on a wide screen."""
TALLEST: Final = 20
"""The most rows of that board."""
BESIDE: Final = COLUMNS + 22
"""The columns of a panel in which the board stands beside the words."""


class Picture(Board, can_focus=False):
    """A board to look at: it takes no click, and has no cursor."""

    def _point_under(self, event: MouseEvent) -> str | None:
        return None


class WaitingGame(Vertical):
    """What the duel on the screen decides, and the board below it."""

    def __init__(self, looks: Looks, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.looks = looks
        self._drawn: View | None = None

    def compose(self) -> ComposeResult:
        """The words, and the board."""
        yield Static(id="stakes", markup=False)
        yield Picture(self.looks, id="picture")

    def show(self, stakes: Sequence[str], view: View | None, columns: int, rows: int) -> None:
        """Shows the *stakes*, and the *view* of the game that waits; nothing where none waits.

        There is room for *columns* and *rows*: the board stands beside the words, below them, or
        is left out.
        """
        words = "\n".join(["", _("At stake"), *stakes]) if stakes else ""
        line = self.query_one("#stakes", Static)
        if line.content != words:
            line.update(words)
        line.display = bool(words)
        picture = self.query_one(Picture)
        is_beside = columns >= BESIDE
        self.set_class(is_beside, "wide")
        above = 0 if is_beside else _count_rows(words, columns)
        needed = self._rows(view) if view is not None else 0
        picture.display = 0 < needed <= rows - above
        if picture.display and view is not None:
            picture.styles.height = needed
            if view != self._drawn:
                self._drawn = view
                picture.show(view)
        self.display = bool(words) or picture.display

    def _rows(self, view: View) -> int:
        """The fewest rows that the board needs here, drawn in shapes if it can be; 0: no room."""
        size = self.app.size
        if not view.points or size.width < ROOM[0] or size.height < ROOM[1]:
            return 0
        heights = range(5, TALLEST + 1)
        layouts = {rows: fit_layout(view, COLUMNS, rows, self.looks.technique) for rows in heights}
        fitting = [rows for rows, layout in layouts.items() if layout is not None]
        shapes = [
            rows for rows in fitting if (layout := layouts[rows]) and layout.technique != "glyphs"
        ]
        return next(iter(shapes or fitting), 0)


def _count_rows(words: str, columns: int) -> int:
    """The rows of *words* on lines of so many *columns*."""
    return sum(len(wrap(line, max(1, columns))) or 1 for line in words.splitlines())
