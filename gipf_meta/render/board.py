"""The board of a view as a picture, with its coordinates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot
from typing import Final, Literal, NamedTuple, TypeAlias

from gipf_meta.protocol.view import (
    BoardMaterial,
    Edge,
    Label,
    Mark,
    MarkKind,
    Material,
    Piece,
    Point,
    View,
)
from gipf_meta.render.brush import Brush, PixelPoint, variable
from gipf_meta.render.plates import EDGE, draw_plate
from gipf_meta.render.scene_elements import PointElement
from gipf_meta.render.svg_elements import SMALL, tag, text, text_width

INSIDE: Final = 0.4
"""Units from the outermost places within which a name beside a place lies on the board."""
OFF: Final = 3
"""The least distance of words from the plate, in pixels."""
UNITS: Final = (42.0, 72.0)
BOARD: Final = 600
"""The aimed size of a board, in pixels; the distance of its places stays within ``UNITS``."""
CELLS: Final = frozenset({"cell", "special"})
"""The kinds of points that tile the board."""
LOOSE: Final = frozenset({"ring", "gone"})
"""The kinds of points that are the board, and lie on a cloth."""


PointLayout: TypeAlias = tuple[tuple[str, int, int, str], ...]
"""The name of each point, where it lies, and whether it is a cell, loose, or neither."""


class WordBox(NamedTuple):
    """A word: its middle and its size."""

    text: str
    x: float
    y: float
    size: float


@dataclass(frozen=True)
class Drawing:
    """A board as markup, by the names of the view. Lengths are in pixels.

    *box* is left, top, width and height; *spots* are the middles of the places. *under* lies below
    all else: the plate, edges, and words beside the places. Points, pieces and marks are drawn
    around the origin, in the order of the view.
    """

    brush: Brush
    box: tuple[float, float, float, float]
    spots: Mapping[str, PixelPoint]
    under: str
    points: Mapping[str, str]
    pieces: Mapping[str, str]
    marks: Mapping[tuple[MarkKind, str], str]


class Field(NamedTuple):
    """The parts of a board that do not change in a turn: its lattice, and all that lies under its
    things.

    *named*: its places bear their names, or *gap* beside them; on the other side of those of *rim*,
    whose names would lie across the border of the board. *empty* remembers the drawing of
    each empty place for all boards with this field. The rest is as in ``Drawing``.
    """

    brush: Brush
    box: tuple[float, float, float, float]
    spots: Mapping[str, PixelPoint]
    under: str
    named: bool
    gap: PixelPoint
    rim: frozenset[str]
    empty: dict[tuple[Point, str], PointElement]


def draw_board(view: View, *, is_live: bool = False, is_bare: bool = False) -> Drawing | None:
    """The board with its coordinates, unless it *is_bare*; ``None`` if *view* has no board.

    The pieces of an *is_live* drawing lack the sand that runs and its time: the interface draws
    these. Raises ``ValueError`` if a piece, a mark or an edge is on none of the points.
    """
    if not view.points:
        return None
    field, standing = draw_field(view, is_bare=is_bare), {piece.at for piece in view.pieces}
    points = {each.id: draw_point(field, each, each.id in standing) for each in view.points}
    lifted = lifted_places(view)
    pieces = {
        piece.at: draw_piece(field, piece, is_live, is_lifted=piece.at in lifted)
        for piece in view.pieces
    }
    marks = {
        (mark.kind, mark.at): draw_mark(field, mark, mark.at in standing) for mark in view.marks
    }
    return Drawing(field.brush, field.box, field.spots, field.under, points, pieces, marks)


def draw_field(view: View, *, is_bare: bool = False) -> Field:
    """The field of *view*, which has points, as ``draw_board`` draws it.

    Raises ``ValueError`` if a piece, a mark or an edge is on none of the points.
    """
    layout = tuple(
        (p.id, p.x, p.y, "cell" if p.kind in CELLS else "loose" if p.kind in LOOSE else "")
        for p in view.points
    )
    look = tuple(view.pitch), view.tile, view.material, view.board
    field = _draw_field(layout, tuple(view.edges), tuple(view.labels), *look, is_bare)
    check_places(field, view)
    return field


def check_places(field: Field, view: View) -> None:
    """Raises ``ValueError`` if a piece, a mark or a way of *view* is on none of the points."""
    things: tuple[Piece | Mark, ...] = (*view.pieces, *view.marks)
    for at in (*(thing.at for thing in things), *(at for way in view.announced for at in way)):
        if at not in field.spots:
            raise ValueError(f"The view has something on {at!r}, which is none of its points.")


def draw_point(field: Field, point: Point, is_taken: bool) -> str:
    """A place of *field*; a piece stands on it if it *is_taken*."""
    called = "" if field.named or not point.level else point.id
    shown = replace(point, id=point.id if field.named else "", x=0, y=0)
    dx, dy = field.gap
    gap = (-dx, -dy) if point.kind == "space" and point.id in field.rim else (dx, dy)
    return _draw_point(field.brush, shown, called, is_taken, gap)


def draw_piece(field: Field, piece: Piece, is_live: bool, *, is_lifted: bool = False) -> str:
    """A *piece* on *field*, without the sand that runs if it *is_live*; over its place if it
    *is_lifted*."""
    if is_live and piece.ends_in_ms:  # another moment is another piece
        drawn = _draw_piece(field.brush, *_still(piece, is_live))
    else:
        drawn = _draw_still_piece(field.brush, piece)
    return field.brush.lift(drawn) if is_lifted else drawn


def lifted_places(view: View) -> frozenset[str]:
    """The places whose pieces are lifted, for the move that is announced with them."""
    return frozenset(way[0] for way in view.announced)


def draw_mark(field: Field, mark: Mark, is_taken: bool) -> str:
    """A *mark* on *field*; a piece stands there if it *is_taken*."""
    return _draw_mark(field.brush, mark.kind, is_taken, mark.takes)


@lru_cache(maxsize=64)
def _draw_field(
    layout: PointLayout,
    edges: Sequence[Edge],
    labels: Sequence[Label],
    pitch: tuple[float, float],
    tile: Literal["hex", "square"],
    material: Material,
    board: BoardMaterial,
    is_bare: bool,
) -> Field:
    """Draws the field whose points have the names and places of *layout*; names no place if it
    *is_bare*."""
    field, plate, words = _draw_ground(layout, labels, pitch, tile, material, board, is_bare)
    lines = "".join(_edges(edges, field.spots, field.brush.unit))
    return field._replace(under=f"{plate}{lines}{words}")


@lru_cache(maxsize=64)
def _draw_ground(
    layout: PointLayout,
    labels: Sequence[Label],
    pitch: tuple[float, float],
    tile: Literal["hex", "square"],
    material: Material,
    board: BoardMaterial,
    is_bare: bool,
) -> tuple[Field, str, str]:
    """A field without its edges, which may change in a turn: its plate and its words lie below and
    above them."""
    px, py = pitch
    xs, ys = [x for _, x, _, _ in layout], [y for _, _, y, _ in layout]
    span = max((max(xs) - min(xs)) * px, (max(ys) - min(ys)) * py)
    unit = min(max(BOARD / (span + 1), UNITS[0]), UNITS[1])
    brush = Brush(unit, tile, px < py, material, pitch)
    spots = {name: (x * px * unit, y * py * unit) for name, x, y, _ in layout}
    coordinates = None if labels else _coordinates(layout)
    hull = convex_hull(spots.values())
    beside = (
        []
        if is_bare
        else [
            _off_the_plate(word, hull, EDGE / 2 * unit)
            for word in _words_beside(labels, coordinates, pitch, spots, unit)
        ]
    )
    named = not (labels or coordinates or is_bare)
    plate = _plate({group for *_, group in layout}, brush, spots, board)
    words = "".join(
        text(*word, variable("on-plate" if _is_inside(hull, (word.x, word.y)) else "muted"))
        for word in beside
    )
    box = _box(spots, beside, unit, _gap(pitch) if named else (0.0, 0.0))
    dx, dy = (way * unit for way in _gap(pitch))
    rim = frozenset(
        name for name, (x, y) in spots.items() if _is_off(hull, (x - dx, y - dy), INSIDE * unit)
    )
    return Field(brush, box, spots, "", named, _gap(pitch), rim, {}), plate, words


def _still(piece: Piece, is_live: bool) -> tuple[Piece, bool]:
    """*piece* without what does not change its picture, and whether its sand is left out."""
    if is_live and piece.ends_in_ms:
        return replace(piece, at="", spoken="", sand=1.0, clock="", ends_in_ms=1), True
    return replace(piece, at="", spoken="", ends_in_ms=0, of_ms=0), False


@lru_cache(maxsize=4096)
def _draw_point(brush: Brush, point: Point, called: str, is_taken: bool, gap: PixelPoint) -> str:
    """A place, its id if that stands beside it, and how many things it holds: on demand, with the
    name that it is *called* by if the board does not show it."""
    return brush.point(point) + "".join(
        text(what, x * brush.unit, y * brush.unit, min(size * brush.unit, SMALL), ink, about=about)
        for what, x, y, size, ink, about in _words_of(point, called, is_taken, gap)
    )


@lru_cache(maxsize=4096)
def _draw_still_piece(brush: Brush, piece: Piece) -> str:
    """A *piece* whose sand does not run, or all of its sand: found by the very piece, which most
    boards have for long."""
    return _draw_piece(brush, *_still(piece, is_live=False))


@lru_cache(maxsize=4096)
def _draw_piece(brush: Brush, piece: Piece, runs: bool) -> str:
    return brush.piece(piece, runs)


@lru_cache(maxsize=256)
def _draw_mark(brush: Brush, kind: MarkKind, is_taken: bool, takes: bool) -> str:
    return brush.mark(kind, is_taken, takes)


def _box(
    spots: Mapping[str, PixelPoint],
    beside: Sequence[WordBox],
    unit: float,
    gap: PixelPoint,
) -> tuple[float, float, float, float]:
    """Left, top, width and height of a board: the same whatever stands on it.

    *gap* is how far from its place a name may stand, in units.
    """
    (dx, dy), margin = gap, 0.72 * unit
    ways, ups = max(margin, (dx + 0.3) * unit), max(margin, (dy + 0.3) * unit)
    widths = {
        name: text_width(name, min(0.17 * unit, SMALL)) / 2 + dx * unit if any(gap) else 0.0
        for name in spots
    }
    around = [
        *((x + way * max(ways, widths[name]), y + way * ups)
          for name, (x, y) in spots.items() for way in (-1, 1)),
        *((word.x + way * max(0.3 * unit, text_width(word.text, word.size) / 2),
           word.y + way * 0.3 * unit) for word in beside for way in (-1, 1)),
    ]  # fmt: skip
    (left, right), (top, bottom) = ((min(way), max(way)) for way in zip(*around, strict=True))
    return left, top, right - left, bottom - top


def _plate(
    groups: set[str], brush: Brush, spots: Mapping[str, PixelPoint], board: BoardMaterial
) -> str:
    """The ground under the places."""
    cells: list[list[PixelPoint]] = []
    if groups == {"cell"}:
        cell = [(x * brush.unit, y * brush.unit) for x, y in brush.outline(0.5)]
        cells = [[(x + dx, y + dy) for dx, dy in cell] for x, y in spots.values()]
    return draw_plate(
        board,
        brush.unit,
        convex_hull(spots.values()),
        cells,
        is_cloth="loose" in groups,
        is_square=brush.tile == "square",
    )


def _edges(edges: Sequence[Edge], spots: Mapping[str, PixelPoint], unit: float) -> Iterator[str]:
    for edge in edges:
        for name in (edge.a, edge.b):
            if name not in spots:
                raise ValueError(f"The view has an edge to {name!r}, which is none of its points.")
        (ax, ay), (bx, by) = spots[edge.a], spots[edge.b]
        look = {"data_edge": f"{edge.a} {edge.b}", "stroke_linecap": "round"}
        look["stroke"] = variable("groove")
        yield tag("line", x1=ax, y1=ay, x2=bx, y2=by, stroke_width=0.045 * unit, **look)


def _words_beside(
    labels: Sequence[Label],
    coordinates: tuple[dict[str, int], dict[str, int]] | None,
    pitch: tuple[float, float],
    spots: Mapping[str, PixelPoint],
    unit: float,
) -> Iterator[WordBox]:
    """The *labels* of the view, else its *coordinates*, if it has some."""
    px, py = pitch[0] * unit, pitch[1] * unit
    for label in labels:
        yield WordBox(label.text, label.x * px, label.y * py, SMALL)
    if coordinates:
        letters, digits = coordinates
        below = max(y for _, y in spots.values()) + 0.85 * unit
        before = min(x for x, _ in spots.values()) - 0.85 * unit
        yield from (WordBox(letter, x * px, below, SMALL) for letter, x in letters.items())
        yield from (WordBox(digit, before, y * py, SMALL) for digit, y in digits.items())


def _off_the_plate(word: WordBox, hull: Sequence[PixelPoint], edge: float) -> WordBox:
    """*word* where nothing of it lies on the plate, whose border runs around *hull* as far as
    *edge* from it: as near to where it was as can be. Between places it stays."""
    if _is_inside(hull, (word.x, word.y)):
        return word
    x, y = _nearest(hull, (word.x, word.y))
    dx, dy = word.x - x, word.y - y
    far = hypot(dx, dy)
    if not far:
        return word
    dx, dy = dx / far, dy / far
    wide = text_width(word.text, word.size) / 2
    least = edge + abs(dx) * wide + abs(dy) * word.size / 2 + OFF
    if far >= least:
        return word
    return word._replace(x=x + dx * least, y=y + dy * least)


class InsideWord(NamedTuple):
    """A word of a place: its middle and its size in units, its colour, and other attributes."""

    text: str
    x: float
    y: float
    size: float
    ink: str
    about: Mapping[str, str | float] | None = None


NUMBER: Final[Mapping[str, str | float]] = {
    "class_": "number", "visibility": variable("numbers")
}  # fmt: skip
"""The attributes of a number that is shown on demand."""


def _words_of(point: Point, called: str, is_taken: bool, gap: PixelPoint) -> Iterator[InsideWord]:
    """The name of a place, if it has one, and, on demand, the things that it holds."""
    dx, dy = gap
    inside = not is_taken and point.kind in ("cell", "special", "space", "ring")
    size = 0.17 if inside else 0.14
    below = "cloth" if point.kind in LOOSE else point.kind if point.kind == "special" else "place"
    ink = variable(f"on-{below}" if inside else "on-plate")
    if point.id and (not is_taken or point.kind not in CELLS):
        ax, ay = (0.0, -0.19) if inside else (-dx, -dy)
        yield InsideWord(point.id, ax, ay, size, ink)
    if point.level:
        ax, ay = (0.0, 0.19) if inside else (dx, dy)
        holds = f"{called} {point.load}/{point.level}".lstrip()
        yield InsideWord(holds, ax, ay, size, ink, NUMBER)


def _gap(pitch: tuple[float, float]) -> PixelPoint:
    """The way from a place to the free spot between it and its neighbours."""
    px, py = pitch
    if px == py:
        return 0.5, 0.5
    return (0.0, 0.58) if px < py else (0.58, 0.0)


def _coordinates(
    layout: PointLayout,
) -> tuple[dict[str, int], dict[str, int]] | None:
    """The columns of the letters and the rows of the numbers in the places' names.

    ``None`` if a letter or a number does not stand for one column or row of its own.
    """
    letters: dict[str, int] = {}
    digits: dict[str, int] = {}
    for called, x, y, _group in layout:
        name = re.fullmatch(r"([A-Za-z]+)([0-9]+)", called)
        if not name:
            return None
        column = letters.setdefault(name[1], x)
        row = digits.setdefault(name[2], y)
        if (column, row) != (x, y):
            return None
    apart = all(len({*lines.values()}) == len(lines) for lines in (letters, digits))
    return (letters, digits) if apart else None


def convex_hull(spots: Iterable[PixelPoint]) -> list[PixelPoint]:
    """The corners of the convex hull of *spots*, in order; one or two spots are their own hull."""
    ordered = sorted(set(spots))
    hull: list[PixelPoint] = []
    for run in (ordered, ordered[::-1]):
        begin = len(hull)
        for spot in run:
            while len(hull) > begin + 1 and not _turns_left(hull[-2], hull[-1], spot):
                hull.pop()
            hull.append(spot)
        hull.pop()
    return hull or ordered


def _turns_left(a: PixelPoint, b: PixelPoint, c: PixelPoint) -> bool:
    """Whether the way from *a* over *b* to *c* turns left (y upwards), and does not go straight."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 1e-6


def _is_inside(hull: Sequence[PixelPoint], spot: PixelPoint) -> bool:
    """Whether *spot* is within *hull*, which encloses something."""
    sides = zip(hull, [*hull[1:], hull[0]], strict=True)
    return len(hull) > 2 and all(_turns_left(a, b, spot) for a, b in sides)


def _is_off(hull: Sequence[PixelPoint], spot: PixelPoint, far: float) -> bool:
    """Whether *spot* lies outside *hull* and farther than *far* from it."""
    if _is_inside(hull, spot):
        return False
    x, y = _nearest(hull, spot)
    return hypot(spot[0] - x, spot[1] - y) > far


def _nearest(hull: Sequence[PixelPoint], spot: PixelPoint) -> PixelPoint:
    """The point of *hull* that is nearest to *spot*, which is outside of it."""
    (x, y), found = spot, list[PixelPoint]()
    for (ax, ay), (bx, by) in zip(hull, [*hull[1:], hull[0]], strict=True):
        dx, dy = bx - ax, by - ay
        along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy or 1)
        along = min(max(along, 0), 1)
        found.append((ax + along * dx, ay + along * dy))
    return min(found, key=lambda at: hypot(at[0] - x, at[1] - y))


def changed_places(before: View, after: View) -> tuple[str, ...]:
    """The places where a piece has come, gone or been replaced between two views."""
    old, new = pieces_by_place(before), pieces_by_place(after)
    changed = {at for at in (*old, *new) if not look_alike(old.get(at), new.get(at))}
    return tuple(point.id for point in after.points if point.id in changed) if changed else ()


def has_last_turn(view: View) -> bool:
    """Whether the game marks the last turn itself."""
    return any(mark.kind == "last" for mark in view.marks)


def mark_last_turn(view: View, before: View | None) -> View:
    """*view* with marks where it differs from *before*, unless the game marks the turn itself."""
    if before is None or has_last_turn(view):
        return view
    return replace(view, marks=(*view.marks, *last_turn_marks(view, before)))


def last_turn_marks(view: View, before: View) -> tuple[Mark, ...]:
    """The marks of the last turn where *view* differs from *before*."""
    return tuple(Mark(name, "last") for name in changed_places(before, view))


def pieces_by_place(view: View) -> dict[str, Piece]:
    """The pieces of *view*, each by the place where it stands."""
    return {piece.at: piece for piece in view.pieces}


def look_alike(a: Piece | None, b: Piece | None) -> bool:
    """Whether two pieces look the same, wherever they stand and however much sand has run."""
    if a is b:
        return True
    if a is None or b is None:
        return False
    return (a.kind, a.role, a.label, a.stack) == (b.kind, b.role, b.label, b.stack)
