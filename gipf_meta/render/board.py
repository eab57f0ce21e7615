"""The board of a view as a picture, with its coordinates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from gipf_meta.protocol.view import Point, View
from gipf_meta.render.elements import SMALL, Block, moved, number, tag, text, words
from gipf_meta.render.shapes import Brush, Spot
from gipf_meta.render.theme import Theme

UNITS: Final = (42.0, 72.0)
BOARD: Final = 600
"""How large a board should be; the distance of its places stays within ``UNITS``."""
CELLS: Final = frozenset({"cell", "special"})


class Word(NamedTuple):
    """A word beside a place, in pixels."""

    text: str
    x: float
    y: float
    size: float


def board(view: View, theme: Theme) -> Block | None:
    """The board with its coordinates."""
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
    return Block(right - left, bottom - top, moved(plate + things + labels, -left, -top))


def _plate(view: View, brush: Brush, places: Mapping[str, Spot]) -> str:
    """What the places lie on: a frame around cells, a plate under anything else."""
    if all(point.kind in CELLS for point in view.points):
        cell = [(x * brush.unit, y * brush.unit) for x, y in brush.outline(0.5)]
        outlines = [[(x + dx, y + dy) for dx, dy in cell] for x, y in places.values()]
        edge = 0.24
    else:
        outlines, edge = [hull(places.values())], 1.3
    path = "".join(
        f"M{'L'.join(f'{number(x)} {number(y)}' for x, y in outline)}Z" for outline in outlines
    )
    colour = brush.theme.plate
    look = {"fill": colour, "stroke": colour, "stroke_linejoin": "round"}
    return tag("path", d=path, stroke_width=edge * brush.unit, **look)


def _things(view: View, brush: Brush, places: Mapping[str, Spot]) -> Iterator[str]:
    """What is on the board, from the bottom to the top."""
    theme, unit = brush.theme, brush.unit
    standing = {piece.at for piece in view.pieces}
    for edge in view.edges:
        (ax, ay), (bx, by) = _on(places, edge.a), _on(places, edge.b)
        look = {"data_edge": f"{edge.a} {edge.b}", "stroke": theme.line, "stroke_linecap": "round"}
        yield tag("line", x1=ax, y1=ay, x2=bx, y2=by, stroke_width=0.045 * unit, **look)
    for point in view.points:
        about = {"data_point": point.id, "data_kind": point.kind}
        yield moved(brush.point(point), *places[point.id], **about)
    for piece in view.pieces:
        name = tag("title", words(f"{piece.label} {piece.at}"))
        about = {"data_piece": piece.at, "data_role": piece.role, "data_label": piece.label}
        yield moved(name + brush.piece(piece), *_on(places, piece.at), **about)
    for mark in view.marks:
        about = {"data_mark": mark.kind, "data_at": mark.at}
        yield moved(brush.mark(mark, mark.at in standing), *_on(places, mark.at), **about)


def _on(places: Mapping[str, Spot], name: str) -> Spot:
    if name not in places:
        raise ValueError(f"The view has something on {name!r}, which is none of its points.")
    return places[name]


def _words(view: View, places: Mapping[str, Spot], unit: float) -> Iterator[Word]:
    """The labels of the view; without any, coordinates, or else the names of the places."""
    px, py = view.pitch[0] * unit, view.pitch[1] * unit
    for label in view.labels:
        yield Word(label.text, label.x * px, label.y * py, SMALL)
    found = None if view.labels else _coordinates(view.points)
    if found:
        letters, digits = found
        below = max(y for _, y in places.values()) + 0.85 * unit
        before = min(x for x, _ in places.values()) - 0.85 * unit
        yield from (Word(letter, x * px, below, SMALL) for letter, x in letters.items())
        yield from (Word(digit, before, y * py, SMALL) for digit, y in digits.items())
    named = not (view.labels or found)
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
    """Where the letters and the numbers of the places are, if each names one column or row."""
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
    apart = all(len({*found.values()}) == len(found) for found in (letters, digits))
    return (letters, digits) if apart else None


def hull(spots: Iterable[Spot]) -> list[Spot]:
    """The corners of the smallest outline without dents around all *spots*."""
    ordered = sorted(set(spots))
    hull: list[Spot] = []
    for run in (ordered, ordered[::-1]):
        begin = len(hull)
        for spot in run:
            while len(hull) > begin + 1 and not _turns(hull[-2], hull[-1], spot):
                hull.pop()
            hull.append(spot)
        hull.pop()
    return hull or ordered


def _turns(a: Spot, b: Spot, c: Spot) -> bool:
    """Whether the way over *b* turns to one side, and not to the other or straight on."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 1e-6
