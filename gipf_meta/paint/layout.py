"""Where the points of a board are in a rectangle of character cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import ceil, floor, hypot
from typing import Final, Literal, NamedTuple, TypeAlias

Technique: TypeAlias = Literal["sextant", "quadrant", "glyphs"]
"""What cells are drawn with: block glyphs of 2 x 3 or 2 x 2 samples, or letters and signs alone."""
Direction: TypeAlias = Literal[
    "left", "right", "up", "down", "up-left", "up-right", "down-left", "down-right"
]

WAYS: Final[Mapping[Direction, tuple[float, float]]] = {  # unit vectors, y downwards
    "left": (-1, 0),
    "right": (1, 0),
    "up": (0, -1),
    "down": (0, 1),
    "up-left": (-(0.5**0.5), -(0.5**0.5)),
    "up-right": (0.5**0.5, -(0.5**0.5)),
    "down-left": (-(0.5**0.5), 0.5**0.5),
    "down-right": (0.5**0.5, 0.5**0.5),
}
CELLS: Final = frozenset({"cell", "special"})
"""The kinds of points that tile the board."""


class Spot(NamedTuple):
    """A place in columns and rows from the upper left corner."""

    column: float
    row: float


class Word(NamedTuple):
    """A word on the grid: its first column, and its row."""

    text: str
    column: int
    row: int


@dataclass(frozen=True)
class Layout:
    """Where the points of a board and the words beside it are on *width* x *height* cells.

    One step of x is *columns*, one of y *rows*. *unit* is the distance of two places in columns; a
    row counts as two. *room* is how many columns a place has before it touches the next one in its
    row. *square* says that every place is a rectangle of whole cells. *centres* are in cells,
    *places* in the units of the view's pitch. *technique* is the one that fits. *turned* says that
    the board lies on its side: its columns are rows, the first one at the top.
    """

    width: int
    height: int
    technique: Technique
    columns: int
    rows: float
    unit: float
    room: int
    square: bool
    centres: Mapping[str, Spot] = field(hash=False)
    places: Mapping[str, tuple[float, float]] = field(hash=False, repr=False)
    words: tuple[Word, ...] = ()
    turned: bool = False

    @cached_property
    def _owners(self) -> dict[tuple[int, int], str]:
        """The point nearest to each cell (column, row), for the cells that are near one."""
        reach = max(self.unit * 0.62, 1.0)
        nearest: dict[tuple[int, int], tuple[float, str]] = {}
        for name, (column, row) in self.centres.items():
            tall = self.rows / 2 if self.square else reach / 2
            wide = self.columns / 2 if self.square else reach
            for y in range(floor(row - tall), ceil(row + tall)):
                for x in range(floor(column - wide), ceil(column + wide)):
                    dx, dy = abs(x + 0.5 - column), abs(y + 0.5 - row)
                    away = hypot(dx, 2 * dy)
                    near = dx <= wide and dy <= tall if self.square else away <= reach
                    if near and away < nearest.get((x, y), (reach + self.unit, ""))[0]:
                        nearest[x, y] = (away, name)
        return {cell: name for cell, (_, name) in nearest.items()}

    def hit(self, x: int, y: int) -> str | None:
        """The point at the cell in column *x* and row *y*; ``None`` if none is near."""
        return self._owners.get((x, y)) if 0 <= x < self.width and 0 <= y < self.height else None

    def nearest(self, point: str, direction: Direction) -> str | None:
        """The point that lies next to *point* in *direction*, or ``None`` at the edge.

        Raises ``KeyError`` if there is no such point.
        """
        at_x, at_y = self.places[point]
        way_x, way_y = WAYS[direction]
        straight = "-" not in direction
        best: tuple[bool, float, str] | None = None
        for name, (x, y) in self.places.items():
            dx, dy = x - at_x, y - at_y
            along, off = dx * way_x + dy * way_y, abs(dx * way_y - dy * way_x)
            beside = off > along * (1.01 if straight else 0.6)
            if along < 0.01 or (beside and not straight):
                continue
            candidate = (beside, along + 2 * off, name)
            if best is None or candidate[:2] < (best[0], best[1] - 1e-6):
                best = candidate
        return best[2] if best else None
