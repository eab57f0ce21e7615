"""The board of a view as a picture, with its coordinates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from gipf_meta.protocol.view import Point, View
from gipf_meta.render.brush import Brush, Spot
from gipf_meta.render.elements import SMALL, Block, escape_text, format_number, tag, text, translate
from gipf_meta.render.theme import Theme

UNITS: Final = (42.0, 72.0)
BOARD: Final = 600
"""How large a board should be, in pixels; the distance of its places stays within ``UNITS``."""
CELLS: Final = frozenset({"cell", "special"})
"""The kinds of points that tile the board."""


class Word(NamedTuple):
    """A word beside a place: its middle and its size, in pixels."""

    text: str
    x: float
    y: float
    size: float


def board(view: View, theme: Theme) -> Block | None:
    """The board with its coordinates; ``None`` if *view* has none.

    Raises ``ValueError`` if a piece, a mark or an edge is on none of the points.
    """
    if not view.points:
        return None
    (px, py), xs, ys = view.pitch, [p.x for p in view.points], [p.y for p in view.points]
    span = max((max(xs) - min(xs)) * px, (max(ys) - min(ys)) * py)
    unit = min(max(BOARD / (span + 1), UNITS[0]), UNITS[1])
    brush = Brush(theme, unit, view.tile, pointed=px < py)
    places = {point.id: (point.x * px * unit, point.y * py * unit) for point in view.points}
    beside = list(_words(view, places, unit))
    around = [
        *((x + way * unit, y + way * unit) for x, y in places.values() for way in (-0.72, 0.72)),
        *((word.x + way * unit, word.y + way * unit) for word in beside for way in (-0.3, 0.3)),
    ]
    (left, right), (top, bottom) = ((min(way), max(way)) for way in zip(*around, strict=True))
    plate = _plate(view, brush, places)
    things = "".join(_things(view, brush, places))
    labels = "".join(text(what, x, y, size, theme.muted) for what, x, y, size in beside)
    return Block(right - left, bottom - top, translate(plate + things + labels, -left, -top))


def _plate(view: View, brush: Brush, places: Mapping[str, Spot]) -> str:
    """What the places lie on: a frame around cells, a plate under other places."""
    if all(point.kind in CELLS for point in view.points):
        cell = [(x * brush.unit, y * brush.unit) for x, y in brush.outline(0.5)]
        outlines = [[(x + dx, y + dy) for dx, dy in cell] for x, y in places.values()]
        edge = 0.24
    else:
        outlines, edge = [convex_hull(places.values())], 1.3
    path = "".join(
        f"M{'L'.join(f'{format_number(x)} {format_number(y)}' for x, y in outline)}Z"
        for outline in outlines
    )
    colour = brush.theme.plate
    look = {"fill": colour, "stroke": colour, "stroke_linejoin": "round"}
    return tag("path", d=path, stroke_width=edge * brush.unit, **look)


def _things(view: View, brush: Brush, places: Mapping[str, Spot]) -> Iterator[str]:
    """Edges, points, pieces and marks, from the bottom to the top."""
    theme, unit = brush.theme, brush.unit
    standing = {piece.at for piece in view.pieces}
    for edge in view.edges:
        (ax, ay), (bx, by) = _centre(places, edge.a), _centre(places, edge.b)
        look = {"data_edge": f"{edge.a} {edge.b}", "stroke": theme.line, "stroke_linecap": "round"}
        yield tag("line", x1=ax, y1=ay, x2=bx, y2=by, stroke_width=0.045 * unit, **look)
    for point in view.points:
        about = {"data_point": point.id, "data_kind": point.kind}
        yield translate(brush.point(point), *places[point.id], **about)
    for piece in view.pieces:
        name = tag("title", escape_text(f"{piece.label} {piece.at}"))
        about = {"data_piece": piece.at, "data_role": piece.role, "data_label": piece.label}
        yield translate(name + brush.piece(piece), *_centre(places, piece.at), **about)
    for mark in view.marks:
        about = {"data_mark": mark.kind, "data_at": mark.at}
        yield translate(brush.mark(mark, mark.at in standing), *_centre(places, mark.at), **about)


def _centre(places: Mapping[str, Spot], name: str) -> Spot:
    if name not in places:
        raise ValueError(f"The view has something on {name!r}, which is none of its points.")
    return places[name]


def _words(view: View, places: Mapping[str, Spot], unit: float) -> Iterator[Word]:
    """The labels of the view, or coordinates, or the names of the places; and what places hold."""
    px, py = view.pitch[0] * unit, view.pitch[1] * unit
    for label in view.labels:
        yield Word(label.text, label.x * px, label.y * py, SMALL)
    coordinates = None if view.labels else _coordinates(view.points)
    if coordinates:
        letters, digits = coordinates
        below = max(y for _, y in places.values()) + 0.85 * unit
        before = min(x for x, _ in places.values()) - 0.85 * unit
        yield from (Word(letter, x * px, below, SMALL) for letter, x in letters.items())
        yield from (Word(digit, before, y * py, SMALL) for digit, y in digits.items())
    named = not (view.labels or coordinates)
    dx, dy = _gap(view)
    standing = {piece.at for piece in view.pieces}
    for point in view.points:
        (x, y), free = places[point.id], point.id not in standing
        inside = free and point.kind in ("cell", "special", "space", "ring")
        size = min(0.17 * unit, SMALL) if inside else 0.14 * unit
        if named and (free or point.kind not in CELLS):
            ax, ay = (0.0, -0.19) if inside else (-dx, -dy)
            yield Word(point.id, x + ax * unit, y + ay * unit, size)
        if point.level:
            ax, ay = (0.0, 0.19) if inside else (dx, dy)
            yield Word(f"{point.load}/{point.level}", x + ax * unit, y + ay * unit, size)


def _gap(view: View) -> Spot:
    """The way from a place to the free spot between it and its neighbours."""
    px, py = view.pitch
    if px == py:
        return 0.5, 0.5
    return (0.0, 0.58) if px < py else (0.58, 0.0)


def _coordinates(points: Sequence[Point]) -> tuple[dict[str, int], dict[str, int]] | None:
    """The columns of the letters and the rows of the numbers in the places' names.

    ``None`` if a letter or a number does not stand for one column or row of its own.
    """
    letters: dict[str, int] = {}
    digits: dict[str, int] = {}
    for point in points:
        name = re.fullmatch(r"([A-Za-z]+)([0-9]+)", point.id)
        if not name:
            return None
        column = letters.setdefault(name[1], point.x)
        row = digits.setdefault(name[2], point.y)
        if (column, row) != (point.x, point.y):
            return None
    apart = all(len({*lines.values()}) == len(lines) for lines in (letters, digits))
    return (letters, digits) if apart else None


def convex_hull(spots: Iterable[Spot]) -> list[Spot]:
    """The corners of the convex hull of *spots*, in order; one or two spots are their own hull."""
    ordered = sorted(set(spots))
    hull: list[Spot] = []
    for run in (ordered, ordered[::-1]):
        begin = len(hull)
        for spot in run:
            while len(hull) > begin + 1 and not _turns_left(hull[-2], hull[-1], spot):
                hull.pop()
            hull.append(spot)
        hull.pop()
    return hull or ordered


def _turns_left(a: Spot, b: Spot, c: Spot) -> bool:
    """Whether the way from *a* over *b* to *c* turns left (y upwards), and does not go straight."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 1e-6
