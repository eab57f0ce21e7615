"""Which cells the places of a layout touch, and which the plate under them covers."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, hypot
from typing import Final, Literal, NamedTuple, TypeAlias

from gipf_meta.paint import shapes
from gipf_meta.paint.layout import Layout
from gipf_meta.paint.shapes import Distance, Spot
from gipf_meta.render.board import hull as hull

REACH: Final = 0.75
"""How far the shapes of a place reach, in parts of the distance to the next one."""
RIM: Final = 1.6
"""A cell whose middle is farther inside the plate is all plate, in columns."""

At: TypeAlias = tuple[int, int]
"""A cell: its column and its row."""


class Reach(NamedTuple):
    """The points that may touch each cell, how far its corner is off each, and the reverse.

    *offsets* are in columns and rows; *cells* has those that each point touches.
    """

    points: dict[At, tuple[int, ...]]
    offsets: dict[At, tuple[Spot, ...]]
    cells: list[list[At]]


def touching(layout: Layout, halves: Sequence[tuple[Spot, ...]]) -> Reach:
    """What the places touch; *halves* are the halves of the edges at each of them."""
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
            if layout.square or stubs or _near(x + 0.5 - column, y + 0.5 - row, wide)
        ]
        for x, y in mine:
            points.setdefault((x, y), []).append(i)
            offset = (round(x - column, 3), round(y - row, 3))
            offsets.setdefault((x, y), []).append(offset)
        cells.append(mine)
    return Reach(
        {at: tuple(found) for at, found in points.items()},
        {at: tuple(found) for at, found in offsets.items()},
        cells,
    )


def _near(dx: float, dy: float, far: float) -> bool:
    """Whether a cell whose middle is (*dx*, *dy*) cells off has a spot within *far*."""
    return hypot(max(abs(dx) - 0.5, 0), max(2 * abs(dy) - 1, 0)) <= far


def plate(layout: Layout) -> dict[At, Distance | Literal[True]]:
    """The cells of the plate under the points; on its rim, how far inside a spot lies."""
    corners = hull((column, 2 * row) for column, row in layout.centres.values())
    if not corners:
        return {}
    grown = layout.unit * 0.36 + 0.4
    outline = (
        shapes.polygon(tuple(corners), grown)
        if len(corners) > 2
        else shapes.line(corners[0], corners[-1], 2 * grown)
    )
    found: dict[At, Distance | Literal[True]] = {}
    for y in range(layout.height):
        for x in range(layout.width):
            depth = outline.distance(x + 0.5, 2 * y + 1)
            if depth > -RIM:
                found[x, y] = True if depth > RIM else outline.distance
    return found
