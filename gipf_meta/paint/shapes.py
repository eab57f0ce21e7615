"""Shapes as distances: how far inside a shape a spot lies.

All lengths are in columns; a row counts as two.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import atan2, cos, hypot, pi, sin
from typing import NamedTuple, TypeAlias

from gipf_meta.paint.palette import RGB

Distance: TypeAlias = Callable[[float, float], float]
"""The depth of a spot (x, y) inside a shape, in columns; negative outside."""
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""
ShapePoint: TypeAlias = tuple[float, float]
"""x and y in columns, y downwards."""


class Outline(NamedTuple):
    """The points that a shape covers, and a *box* around it."""

    distance: Distance
    box: Box


class Shape(NamedTuple):
    """An outline with its colour. A higher *layer* lies above a lower one.

    *soft* is the width of the fading edge in columns, *opacity* goes from 0 to 1.
    """

    outline: Outline
    colour: RGB
    layer: int
    opacity: float = 1.0
    soft: float = 0.0


@lru_cache(maxsize=4096)
def disc(r: float, x: float = 0, y: float = 0) -> Outline:
    """A disc of radius *r* around (*x*, *y*)."""

    def distance(at_x: float, at_y: float) -> float:
        return r - hypot(at_x - x, at_y - y)

    return Outline(distance, (x - r, y - r, x + r, y + r))


@lru_cache(maxsize=4096)
def ring(inner: float, outer: float, x: float = 0, y: float = 0) -> Outline:
    """A ring around (*x*, *y*) between the radii *inner* and *outer*."""
    middle, half = (inner + outer) / 2, (outer - inner) / 2

    def distance(at_x: float, at_y: float) -> float:
        return half - abs(hypot(at_x - x, at_y - y) - middle)

    return Outline(distance, (x - outer, y - outer, x + outer, y + outer))


@lru_cache(maxsize=4096)
def arc(inner: float, outer: float, begin: float, end: float) -> Outline:
    """A part of a ring around the origin, clockwise; *begin* and *end* in turns, 0 at the top."""
    whole = ring(inner, outer)

    def distance(x: float, y: float) -> float:
        away = hypot(x, y)
        turn = (atan2(x, -y) / (2 * pi) - begin) % 1
        inside = (
            min(turn, end - begin - turn)
            if turn <= end - begin
            else -min(turn - end + begin, 1 - turn)
        )
        return min(whole.distance(x, y), inside * 2 * pi * away)

    return Outline(distance, whole.box)


@lru_cache(maxsize=4096)
def line(a: ShapePoint, b: ShapePoint, width: float) -> Outline:
    """A line from *a* to *b* with round ends."""
    (ax, ay), (bx, by) = a, b
    dx, dy, half = bx - ax, by - ay, width / 2
    length = dx * dx + dy * dy or 1.0

    def distance(x: float, y: float) -> float:
        part = min(max(((x - ax) * dx + (y - ay) * dy) / length, 0.0), 1.0)
        return half - hypot(x - ax - part * dx, y - ay - part * dy)

    box = (min(ax, bx) - half, min(ay, by) - half, max(ax, bx) + half, max(ay, by) + half)
    return Outline(distance, box)


@lru_cache(maxsize=4096)
def rectangle(
    left: float, top: float, right: float, bottom: float, corner_radius: float = 0
) -> Outline:
    """An upright rectangle with round corners."""
    x, y = (left + right) / 2, (top + bottom) / 2
    half_x, half_y = (right - left) / 2 - corner_radius, (bottom - top) / 2 - corner_radius

    def distance(at_x: float, at_y: float) -> float:
        dx, dy = abs(at_x - x) - half_x, abs(at_y - y) - half_y
        if dx > 0 and dy > 0:
            return corner_radius - hypot(dx, dy)
        return corner_radius - max(dx, dy)

    return Outline(distance, (left, top, right, bottom))


@lru_cache(maxsize=4096)
def polygon(spots: tuple[ShapePoint, ...], margin: float = 0) -> Outline:
    """A convex polygon with its corners clockwise, and a *margin* on all sides."""
    sides = []
    for (ax, ay), (bx, by) in zip(spots, (*spots[1:], spots[0]), strict=True):
        length = hypot(bx - ax, by - ay) or 1.0
        sides.append((ax, ay, -(by - ay) / length, (bx - ax) / length))

    def distance(x: float, y: float) -> float:
        return min((x - ax) * nx + (y - ay) * ny for ax, ay, nx, ny in sides) + margin

    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    return Outline(
        distance, (min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin)
    )


@lru_cache(maxsize=4096)
def frame(outer: Outline, width: float) -> Outline:
    """The edge of an outline: *width* wide, inside it."""

    def distance(x: float, y: float) -> float:
        inside = outer.distance(x, y)
        return min(inside, width - inside)

    return Outline(distance, outer.box)


def brackets(half: float, tall: float, arm: float, pixel: ShapePoint) -> list[Outline]:
    """The four corners of a frame around the origin, *half* as wide and *tall* as high as it.

    Each *arm* of a corner is as thick as a *pixel* is wide and high.
    """
    wide, high = pixel
    return [
        part
        for x in (-1, 1)
        for y in (-1, 1)
        for part in (
            _rectangle_between(x * half, y * tall, x * (half - arm), y * (tall - high)),
            _rectangle_between(x * half, y * tall, x * (half - wide), y * (tall - arm)),
        )
    ]


def _rectangle_between(ax: float, ay: float, bx: float, by: float) -> Outline:
    return rectangle(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))


def hexagon(half: float, pointed: bool) -> tuple[ShapePoint, ...]:
    """The corners of a regular hexagon; *half* is half the distance of two opposite sides.

    *pointed*: a corner is at the top, else a side.
    """
    turn, radius = (pi / 6 if pointed else 0), half / cos(pi / 6)
    return tuple(
        (radius * cos(turn + n * pi / 3), radius * sin(turn + n * pi / 3)) for n in range(6)
    )
