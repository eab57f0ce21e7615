"""A view as a picture: SVG text that needs nothing else, for documents, browsers and printers.

A picture shows everything that the view says: the board, the things beside it, caption and prompt.
The attributes ``data-point``, ``data-edge``, ``data-piece``, ``data-mark``, ``data-tray``,
``data-item`` and ``data-table`` name each thing as the view does. A board without labels gets
coordinates if the names of its places are coordinates, else those names.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Final

from gipf_meta.protocol.view import View
from gipf_meta.render.board import board
from gipf_meta.render.cards import cards
from gipf_meta.render.elements import (
    FONT,
    GAP,
    LARGE,
    NORMAL,
    Block,
    escape_text,
    format_number,
    tag,
    text,
    translate,
)
from gipf_meta.render.theme import LIGHT, Theme

MARGIN: Final = 24
LEADING: Final = 1.4
NARROWEST: Final = 420
"""The least width of a picture in pixels, so that its words have room."""


def svg(view: View, *, title: str = "", theme: Theme = LIGHT) -> str:
    """*view* as SVG, under a *title*. Equal views give equal texts.

    Raises ``ValueError`` if a piece, a mark or an edge is on none of the points.
    """
    middle = _middle(board(view, theme), view, theme)
    width = max(NARROWEST, middle.width)
    stacked = [_lines(title, width, LARGE, theme.ink, bold=True)]
    stacked.append(middle._replace(markup=translate(middle.markup, (width - middle.width) / 2, 0)))
    stacked.append(_lines(view.caption, width, NORMAL, theme.ink))
    stacked.append(_lines(view.prompt, width, NORMAL, theme.ink, bold=True))
    parts, y = [], float(MARGIN)
    for block in stacked:
        if block.height:
            parts.append(translate(block.markup, MARGIN, y))
            y += block.height + GAP / 2
    return _page(view, title, theme, (width + 2 * MARGIN, y - GAP / 2 + MARGIN), parts)


def _middle(field: Block | None, view: View, theme: Theme) -> Block:
    """The board and, to its right, the cards."""
    side = cards(view, field.height if field else 0, theme)
    if not (field and side):
        return field or side or Block(0, 0, "")
    height = max(field.height, side.height)
    markup = translate(field.markup, 0, (height - field.height) / 2)
    markup += translate(side.markup, field.width + GAP, 0)
    return Block(field.width + GAP + side.width, height, markup)


def _page(
    view: View, title: str, theme: Theme, size: tuple[float, float], parts: Sequence[str]
) -> str:
    wide, high = map(format_number, size)
    return tag(
        "svg",
        tag("title", escape_text(title or "A position")),
        tag("desc", escape_text(f"{view.caption} {view.prompt}")),
        tag("rect", width=wide, height=high, fill=theme.ground),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {wide} {high}",
        width=wide,
        height=high,
        role="img",
        font_family=FONT,
    )


def _lines(what: str, width: float, size: float, colour: str, bold: bool = False) -> Block:
    """*what* in as many lines as it needs, *width* pixels wide."""
    wrapped = textwrap.wrap(what, max(10, int(width / (0.57 * size))))
    step = size * LEADING
    drawn = (
        text(line, 0, (n + 0.5) * step, size, colour, "start", bold)
        for n, line in enumerate(wrapped)
    )
    return Block(width, len(wrapped) * step, "".join(drawn))
