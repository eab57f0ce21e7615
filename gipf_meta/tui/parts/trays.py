"""The trays of a view as pictures; a click on a heap chooses it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Static

from gipf_meta.paint.trays import TrayRow, paint_trays
from gipf_meta.protocol.view import Tray
from gipf_meta.tui.parts.looks import Looks


class Trays(Static):
    """The heaps of each player, drawn with the pieces of the board."""

    class Chosen(Message):
        """A heap was clicked."""

        def __init__(self, word: str) -> None:
            super().__init__()
            self.word = word

    def __init__(self, looks: Looks, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.looks = looks
        self._trays: Sequence[Tray] = ()
        self._rows: list[TrayRow] | None = None
        self._most: int | None = None

    def show(self, trays: Sequence[Tray], most: int | None = None) -> None:
        """Shows *trays*, on at most so many rows if they can be read there; trays that are shown
        already are not drawn again."""
        self._trays, self._most = trays, most
        self._paint()

    @property
    def rows(self) -> int:
        """The rows that the trays take."""
        return len(self._rows or ())

    def change_looks(self, looks: Looks) -> None:
        """Paints the trays with the colours and glyphs of *looks*."""
        self.looks = looks
        self._paint()

    def on_resize(self, event: events.Resize) -> None:
        """Fits the trays to their new width."""
        self._paint()

    def _paint(self) -> None:
        width = self.content_size.width
        if not width:
            return
        palette, technique = self.looks.palette, self.looks.technique
        rows = paint_trays(self._trays, palette, technique, width, self._most)
        if rows == self._rows:
            return
        self._rows = rows
        text = Text(no_wrap=True)
        for n, row in enumerate(rows):
            for colours, cells in groupby(row.cells, lambda cell: (cell.ink, cell.ground)):
                style = Style(color=colours[0], bgcolor=colours[1])
                text.append("".join(cell.glyph for cell in cells), style)
            text.append("\n" if n < len(rows) - 1 else "")
        self.styles.height = len(rows)
        self.update(text)

    def on_click(self, event: events.Click) -> None:
        """Chooses the heap under the mouse."""
        at = event.get_content_offset(self)
        if at is None or self._rows is None or at.y >= len(self._rows):
            return
        for columns, heap in self._rows[at.y].heaps:
            if at.x in columns:
                self.post_message(self.Chosen(heap))
                return
