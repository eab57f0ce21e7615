"""Laws on what terminals show of a view: glyphs of pieces, and boards in a small window."""

from __future__ import annotations

import unicodedata
from typing import Final

from gipf_meta.paint.fitting import SMALL_BOARD, SMALL_WINDOW, fits, least_size
from gipf_meta.protocol.view import Piece, TrayItem, View
from gipf_meta.testing.trial.case import Case
from gipf_meta.testing.trial.findings import Advised, need

MOST: Final = 80
"""States whose glyphs are examined."""
FEW: Final = 12
"""States whose boards are fitted into a small window."""


def glyphs_are_clear(case: Case) -> None:
    """The glyph of a piece is one printable character, one column wide, and different pieces of one
    player have different glyphs."""
    for walk, moment in case.moments(MOST):
        for seat in (None, *range(walk.seats)):
            _check_glyphs(case.ask.view(moment.state, seat))


def _check_glyphs(view: View) -> None:
    """Raises ``Broken`` for a glyph that no terminal shows as it should, or that is not clear."""
    shown: dict[tuple[str, str], Piece] = {}
    items = [item for tray in view.trays for item in tray.items]
    things: list[Piece | TrayItem] = [*view.pieces, *items]
    for thing in things:
        need(
            not thing.glyph or is_narrow(thing.glyph),
            f"{_phrase(thing)} has the glyph {thing.glyph!r}.",
            "Let a glyph be one printable character that is one column wide in a terminal: a letter"
            " or a sign such as ♜; no emoji, no accent alone, no blank.",
        )
    for piece in view.pieces:
        sign = piece.glyph or piece.label
        other = shown.setdefault((piece.role, sign), piece)
        need(
            not (piece.glyph or other.glyph)
            or (piece.kind, piece.label) == (other.kind, other.label),
            f"The pieces {other.label!r} at {other.at} and {piece.label!r} at {piece.at} have the"
            f" same role {piece.role!r}, and both are shown as {sign!r}.",
            "Let view give each sort of piece of a player a glyph of its own, which is nobody's"
            " label.",
        )


def _phrase(thing: Piece | TrayItem) -> str:
    return f"The piece at {thing.at}" if isinstance(thing, Piece) else f"The heap {thing.id!r}"


def is_narrow(glyph: object) -> bool:
    """Whether *glyph* is one printable character that takes one column of a terminal."""
    return (
        isinstance(glyph, str)
        and len(glyph) == 1
        and glyph.isprintable()
        and not glyph.isspace()
        and unicodedata.category(glyph)[0] != "M"
        and unicodedata.east_asian_width(glyph) not in ("W", "F")
    )


def boards_fit_a_small_terminal(case: Case) -> None:
    """The board can be drawn in a terminal of 80 columns and 24 rows."""
    for _, moment in case.moments(FEW):
        view = case.ask.view(moment.state, None)
        if not view.points or fits(view, *SMALL_BOARD):
            continue
        where = "in none, whatever its size"
        if least := least_size(view, *SMALL_BOARD):
            (columns, rows), (wide, high) = SMALL_WINDOW, SMALL_BOARD
            where = f"from {columns + least[0] - wide} x {rows + least[1] - high} on"
        case.here = None
        raise Advised(
            f"In a terminal of 80 x 24 the board is too large to be drawn; it is drawn {where}.",
            "Let view place its points closer together, a row of the board on each step of y, or"
            " shorten what stands beside them; or leave it, for the page and larger terminals show"
            " it.",
        )
