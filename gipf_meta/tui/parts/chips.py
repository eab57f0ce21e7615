"""Pieces that lie beside the board, drawn small in a line of words: tiles with their numbers."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from gipf_meta.paint.palette import Palette
from gipf_meta.protocol.view import View
from gipf_meta.render.theme import ink_on

MOST_ALIKE = 3
"""How many equal tiles are drawn side by side; a number counts more."""


def pieces_beside(view: View, palette: Palette) -> dict[str, Text]:
    """The tiles in the trays of *view* by the words that choose them, each as a chip."""
    return {
        item.id: _tiles(item.label, item.count, palette.piece(item.role))
        for tray in view.trays
        for item in tray.items
        if item.kind == "tile" and len(item.label) < 3 and item.count
    }


def _tiles(label: str, count: int, colour: str) -> Text:
    """Equal tiles: brackets are their edges, also where there is no colour."""
    tile = Text(f"[{label}]", Style(color=ink_on(colour), bgcolor=colour, bold=True))
    many = Text("") if count <= MOST_ALIKE else Text(f"×{count}")
    return Text.assemble(*[tile] * (1 if count > MOST_ALIKE else count), many)
