"""A view as a picture: SVG text that needs nothing else, for documents, browsers and printers.

A picture shows everything that the view says: the board, the things beside it, caption and prompt.
The attributes ``data-point``, ``data-edge``, ``data-piece``, ``data-mark``, ``data-tray``,
``data-item``, ``data-countdown`` and ``data-table`` name each thing as the view does. A board
without labels gets coordinates if the names of its places are coordinates, else those names.
"""

from __future__ import annotations

import textwrap
from typing import Final

from gipf_meta.protocol.view import View
from gipf_meta.render import speech
from gipf_meta.render.board import Drawing, draw_board
from gipf_meta.render.brush import variable
from gipf_meta.render.cards import cards
from gipf_meta.render.elements import (
    GAP,
    LARGE,
    NORMAL,
    Block,
    escape_text,
    page,
    tag,
    text,
    translate,
)
from gipf_meta.render.theme import LIGHT, Theme, write_colours

MARGIN: Final = 24
LEADING: Final = 1.4
NARROWEST: Final = 420
"""The least width of a picture in pixels, so that its words have room."""


def svg(view: View, *, title: str = "", theme: Theme = LIGHT) -> str:
    """*view* as SVG, under a *title*. Equal views give equal texts.

    Raises ``ValueError`` if a piece, a mark or an edge is on none of the points.
    """
    middle = _middle(draw_board(view), view)
    width = max(NARROWEST, middle.width)
    stacked = [_lines(title, width, LARGE, bold=True)]
    stacked.append(middle._replace(markup=translate(middle.markup, (width - middle.width) / 2, 0)))
    stacked.append(_lines(view.caption, width, NORMAL))
    stacked.append(_lines(view.prompt, width, NORMAL, bold=True))
    parts, y = [], float(MARGIN)
    for block in stacked:
        if block.height:
            parts.append(translate(block.markup, MARGIN, y))
            y += block.height + GAP / 2
    about = tag("title", escape_text(title or "A position"))
    about += tag("desc", escape_text(f"{view.caption} {view.prompt}"))
    drawn = page(width + 2 * MARGIN, y - GAP / 2 + MARGIN, *parts, about=about)
    return write_colours(drawn, theme)


def _middle(drawing: Drawing | None, view: View) -> Block:
    """The board and, to its right, the cards."""
    field = None if drawing is None else Block(*drawing.box[2:], _board(view, drawing))
    side = cards(view, field.height if field else 0)
    if not (field and side):
        return field or side or Block(0, 0, "")
    height = max(field.height, side.height)
    markup = translate(field.markup, 0, (height - field.height) / 2)
    markup += translate(side.markup, field.width + GAP, 0)
    return Block(field.width + GAP + side.width, height, markup)


def still_board(view: View, *, is_bare: bool = False) -> Block | None:
    """The board alone, in the colours of whatever theme it is shown with; ``None``: no board.

    A board that *is_bare* names no place.
    """
    drawing = draw_board(view, is_bare=is_bare)
    return None if drawing is None else Block(*drawing.box[2:], _board(view, drawing))


def _board(view: View, drawing: Drawing) -> str:
    """The scene of a board in one group, its things from the bottom to the top."""
    spots, parts = drawing.spots, [drawing.under]
    for point in view.points:
        about = {"data_point": point.id, "data_kind": point.kind}
        parts.append(translate(drawing.points[point.id], *spots[point.id], **about))
    for piece in view.pieces:
        name = tag("title", escape_text(f"{speech.piece(piece)} {piece.at}"))
        about = {"data_piece": piece.at, "data_role": piece.role, "data_label": piece.label}
        parts.append(translate(name + drawing.pieces[piece.at], *spots[piece.at], **about))
    for mark in view.marks:
        about = {"data_mark": mark.kind, "data_at": mark.at}
        markup = drawing.marks[mark.kind, mark.at]
        parts.append(translate(markup, *spots[mark.at], **about))
    left, top, _width, _height = drawing.box
    return translate("".join(parts), -left, -top)


def _lines(what: str, width: float, size: float, bold: bool = False) -> Block:
    """*what* in as many lines as it needs, *width* pixels wide."""
    wrapped = textwrap.wrap(what, max(10, int(width / (0.57 * size))))
    step = size * LEADING
    drawn = (
        text(line, 0, (n + 0.5) * step, size, variable("ink"), "start", bold)
        for n, line in enumerate(wrapped)
    )
    return Block(width, len(wrapped) * step, "".join(drawn))
