"""A view as a picture: SVG text that needs nothing else, for documents, browsers and printers.

Everything the view says is in it: the board, what lies beside it, how things stand and what is
asked. Every thing says what it is: ``data-point``, ``data-edge``, ``data-piece``, ``data-mark``,
``data-tray``, ``data-item`` and ``data-table`` name it as the view does. A board that comes
without labels gets coordinates where the names of its places are some, and else the names.
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
    moved,
    number,
    tag,
    text,
    words,
)
from gipf_meta.render.theme import LIGHT, Theme

MARGIN: Final = 24
LEADING: Final = 1.4
NARROWEST: Final = 420
"""A picture is as wide as this at least, so that its words have room."""


def svg(view: View, *, title: str = "", theme: Theme = LIGHT) -> str:
    """*view* as SVG. The same view is always the same text.

    Raises ``ValueError`` if a piece, a mark or an edge is on none of the points.
    """
    middle = _middle(board(view, theme), view, theme)
    width = max(NARROWEST, middle.width)
    stacked = [_lines(title, width, LARGE, theme.ink, bold=True)]
    stacked.append(middle._replace(markup=moved(middle.markup, (width - middle.width) / 2, 0)))
    stacked.append(_lines(view.caption, width, NORMAL, theme.ink))
    stacked.append(_lines(view.prompt, width, NORMAL, theme.ink, bold=True))
    parts, y = [], float(MARGIN)
    for block in stacked:
        if block.height:
            parts.append(moved(block.markup, MARGIN, y))
            y += block.height + GAP / 2
    return _page(view, title, theme, (width + 2 * MARGIN, y - GAP / 2 + MARGIN), parts)


def _middle(field: Block | None, view: View, theme: Theme) -> Block:
    """The board and, to its right, the cards."""
    side = cards(view, field.height if field else 0, theme)
    if not (field and side):
        return field or side or Block(0, 0, "")
    height = max(field.height, side.height)
    markup = moved(field.markup, 0, (height - field.height) / 2)
    markup += moved(side.markup, field.width + GAP, 0)
    return Block(field.width + GAP + side.width, height, markup)


def _page(
    view: View, title: str, theme: Theme, size: tuple[float, float], parts: Sequence[str]
) -> str:
    wide, high = map(number, size)
    return tag(
        "svg",
        tag("title", words(title or "A position")),
        tag("desc", words(f"{view.caption} {view.prompt}")),
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
    """Words in as many lines as they need."""
    wrapped = textwrap.wrap(what, max(10, int(width / (0.57 * size))))
    step = size * LEADING
    drawn = (
        text(line, 0, (n + 0.5) * step, size, colour, "start", bold)
        for n, line in enumerate(wrapped)
    )
    return Block(width, len(wrapped) * step, "".join(drawn))
