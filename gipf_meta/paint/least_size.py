"""How many character cells a board needs."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

from gipf_meta.paint.fitting import fit_layout, fits, is_cramped
from gipf_meta.paint.layout import Layout, Technique
from gipf_meta.protocol.view import View

SMALL_WINDOW: Final = (80, 24)
"""The columns and rows of the smallest common terminal."""
SMALL_BOARD: Final = (50, 19)
"""The columns and rows that a board has in it, with the row that the question can give it."""
WIDEST = 400
"""The most columns, and the most rows, that are tried."""
MOST_POINTS = 1_000
"""Boards with more points are not tried: that would take seconds."""


def least_size(view: View, width: int, height: int) -> tuple[int, int] | None:
    """The columns and rows from which on the board of *view* fits, *width* x *height* at least.

    ``None`` for a board that fits nowhere.
    """
    if len(view.points) > MOST_POINTS or not _fits(view, WIDEST, WIDEST):
        return None
    sizes = range(WIDEST)
    rows = max(height, bisect_left(sizes, True, key=lambda rows: _fits(view, WIDEST, rows)))
    columns = bisect_left(sizes, True, key=lambda columns: _fits(view, columns, rows))
    return max(width, columns), rows


def _fits(view: View, width: int, height: int) -> bool:
    return bool(width and height) and fits(view, width, height)


def spare_columns(view: View, width: int, height: int, technique: Technique, most: int) -> int:
    """How many of *width* columns the board of *view* does not need to be as large as now.

    At most *most*; 0 if it does not fit.
    """
    whole, spare = None, 0
    if len(view.points) <= MOST_POINTS:
        whole = fit_layout(view, width, height, technique)
    if whole is None:
        return 0
    while spare < most:
        less = fit_layout(view, width - spare - 1, height, technique)
        if less is None or _looks(less) != _looks(whole):
            break
        spare += 1
    return spare


def lacking_columns(view: View, width: int, height: int, technique: Technique, most: int) -> int:
    """How many columns more than *width* the board of *view* needs not to be cramped.

    With the words beside it if *most* columns are enough for that, else without; 0 if they are not
    enough, and where the board is not cramped, or has too many points to be tried.
    """
    if len(view.points) > MOST_POINTS:
        return 0

    def comfort(more: int) -> tuple[bool, bool]:
        layout = fit_layout(view, width + more, height, technique)
        if layout is None or is_cramped(layout):
            return False, False
        return True, bool(layout.words)

    best = comfort(most)
    if not best[0] or comfort(0)[0]:
        return 0
    return bisect_left(range(most), best, key=comfort)


def _looks(layout: Layout) -> tuple[object, ...]:
    """How large *layout* draws a board, and with how many words beside it."""
    return layout.technique, layout.unit, layout.rows, layout.columns, len(layout.words)
