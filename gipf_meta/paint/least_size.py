"""How many character cells a board needs."""

from __future__ import annotations

from bisect import bisect_left

from gipf_meta.paint.fitting import fit_layout
from gipf_meta.protocol.view import View

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
    return bool(width and height) and fit_layout(view, width, height, "glyphs") is not None
