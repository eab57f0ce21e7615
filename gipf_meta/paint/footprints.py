"""The footprints of places: which cells each may touch, and which cells the plate covers."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, cos, floor, hypot, pi
from typing import Final, Literal, NamedTuple, TypeAlias

from gipf_meta.paint import shapes
from gipf_meta.paint.layout import Layout
from gipf_meta.paint.shapes import Distance, Spot
from gipf_meta.render.board import convex_hull

REACH: Final = 0.75
"""How far the shapes of a place reach, in parts of the distance to the next place."""
RIM: Final = 1.6
"""Columns: a cell whose middle lies farther than this inside the plate is all plate."""

At: TypeAlias = tuple[int, int]
"""A cell: its column and its row."""


class Footprints(NamedTuple):
    """Which points may touch which cells.

    *points* has the numbers of the points that may touch a cell, *offsets* how far its corner is
    off the centre of each of them, in columns and rows. *cells* has the cells of each point.
    """

    points: dict[At, tuple[int, ...]]
    offsets: dict[At, tuple[Spot, ...]]
    cells: list[list[At]]


def footprints(layout: Layout, halves: Sequence[tuple[Spot, ...]]) -> Footprints:
    """The footprints of a layout's places; *halves* has the halves of the edges at each place."""
    points: dict[At, list[int]] = {}
    offsets: dict[At, list[Spot]] = {}
    cells: list[list[At]] = []
    for i, ((column, row), stubs) in enumerate(zip(layout.centres.values(), halves, strict=True)):
        wide = layout.columns / 2 if layout.square else layout.unit * REACH
        tall = layout.rows / 2 if layout.square else wide / 2
        far_x = max([wide, *(abs(dx) + 0.5 for dx, _ in stubs)])
        far_y = max([tall, *(abs(dy) / 2 + 0.5 for _, dy in stubs)])
        mine = [
            (x, y)
            for y in range(max(floor(row - far_y), 0), min(ceil(row + far_y), layout.height))
            for x in range(max(floor(column - far_x), 0), min(ceil(column + far_x), layout.width))
            if layout.square or stubs or reaches_cell(x - column, y - row, wide)
        ]
        for x, y in mine:
            points.setdefault((x, y), []).append(i)
            offset = (round(x - column, 3), round(y - row, 3))
            offsets.setdefault((x, y), []).append(offset)
        cells.append(mine)
    return Footprints(
        {at: tuple(numbers) for at, numbers in points.items()},
        {at: tuple(spots) for at, spots in offsets.items()},
        cells,
    )


def reaches_cell(x: float, y: float, far: float) -> bool:
    """Whether something *far* columns around the origin touches a cell; its corner is (x, y)."""
    return hypot(max(abs(x + 0.5) - 0.5, 0), max(2 * abs(y + 0.5) - 1, 0)) <= far


def plate(layout: Layout) -> dict[At, Distance | Literal[True]]:
    """The cells of the plate under the points: ``True``, or on the rim the plate's ``Distance``.

    Where the board comes close to the edge of the screen, the plate's margin is narrower.
    """
    corners = convex_hull((column, 2 * row) for column, row in layout.centres.values())
    if not corners:
        return {}
    room = [min(x, layout.width - x, y, 2 * layout.height - y) for x, y in corners]
    # a corner of the plate is farther from its point than a side
    margin = min(layout.unit * 0.36 + 0.4, max(min(room) * cos(pi / 6) - 0.4, 0.5))
    outline = (
        shapes.polygon(tuple(corners), margin)
        if len(corners) > 2
        else shapes.line(corners[0], corners[-1], 2 * margin)
    )
    cells: dict[At, Distance | Literal[True]] = {}
    for y in range(layout.height):
        for x in range(layout.width):
            depth = outline.distance(x + 0.5, 2 * y + 1)
            if depth > -RIM:
                cells[x, y] = True if depth > RIM else outline.distance
    return cells
