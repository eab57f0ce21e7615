"""The layout of a board: the places of its points and words in a rectangle of character cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from math import ceil, floor, hypot
from operator import itemgetter
from typing import Final, Literal, NamedTuple, TypeAlias

from gipf_meta.protocol.view import Label, Point, View

Technique: TypeAlias = Literal["sextant", "quadrant", "glyphs"]
"""The glyphs of cells: block glyphs of 2 x 3 or 2 x 2 samples, or letters and signs alone."""
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


class PlacedWord(NamedTuple):
    """A word on the grid: its first column, and its row."""

    text: str
    column: int
    row: int


@dataclass(frozen=True)
class Layout:
    """The places of a board's points and of the words beside it on *width* x *height* cells.

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
    words: tuple[PlacedWord, ...] = ()
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


class SideLabel(NamedTuple):
    """A word at (*x*, *y*) of the lattice; *beside* is the point that it belongs to, if one is."""

    text: str
    x: int
    y: int
    beside: str | None = None


def side_labels(view: View) -> tuple[SideLabel, ...]:
    """The words beside the board of *view*; none if it has no labels and its names no lines."""
    px, py = view.pitch
    if view.labels:
        return tuple(
            SideLabel(label.text, label.x, label.y, _nearest(view.points, label, px, py))
            for label in view.labels
        )
    return tuple(_coordinates(view.points, view.tile == "square"))


def _nearest(points: Sequence[Point], label: Label, px: float, py: float) -> str | None:
    """The point nearest to *label*, if it is about one place away or nearer.

    Of two that are as near, it is the one whose name has the label in it.
    """
    x, y = label.x, label.y
    near = [
        (round(((p.x - x) * px) ** 2 + ((p.y - y) * py) ** 2, 6), label.text not in p.id, p.id)
        for p in points
    ]
    squared, _, name = min(near, default=(9.0, True, ""))
    return name if squared < 1.3 else None


def _coordinates(points: Sequence[Point], flush: bool) -> list[SideLabel]:
    """Every letter and every number of the names, one step before the first point that bears it.

    *flush* puts all letters in one row and all numbers in one column. Empty if the names are no
    coordinates, or do not name lines.
    """
    labels = []
    taken = {(point.x, point.y) for point in points}
    for part in (1, 2):
        lines: dict[str, list[tuple[int, Point]]] = {}
        for point in points:
            name = re.fullmatch(r"([A-Za-z])([0-9]+)", point.id)
            if name is None:
                return []
            at = int(name[2]) if part == 1 else ord(name[1])
            lines.setdefault(name[part], []).append((at, point))
        runs = [(text, [p for _, p in sorted(ps, key=itemgetter(0))]) for text, ps in lines.items()]
        steps = Counter((b.x - a.x, b.y - a.y) for _, run in runs for a, b in pairwise(run))
        if not steps or len(runs) < 2:
            return []
        usual = steps.most_common(1)[0][0]
        for text, run in runs:
            dx, dy = (run[1].x - run[0].x, run[1].y - run[0].y) if run[1:] else usual
            x, y = run[0].x - dx, run[0].y - dy
            if flush:
                x, y = _before_board(points, x, y, *usual)
            if (x, y) not in taken:
                labels.append(SideLabel(text, x, y, None if flush else run[0].id))
    return labels


def _before_board(points: Sequence[Point], x: int, y: int, dx: int, dy: int) -> tuple[int, int]:
    """(*x*, *y*) moved against the step (*dx*, *dy*) until it lies beside the whole board."""
    if dx == 0:
        ys = [point.y for point in points]
        return x, min(ys) - 1 if dy > 0 else max(ys) + 1
    xs = [point.x for point in points]
    return (min(xs) - 1 if dx > 0 else max(xs) + 1), y
