"""The state of a point: everything that its look depends on, and nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Final, NamedTuple

from gipf_meta.paint.layout import CELLS, Layout
from gipf_meta.paint.palette import Sign
from gipf_meta.paint.shapes import ShapePoint
from gipf_meta.protocol.view import Edge, Piece, PointKind, View

SIGNS: Final[Mapping[Sign, str]] = {
    "cursor": "[]",
    "selected": "{}",
    "cut": "()",
    "lit": "><",
    "capture": "xx",
    "danger": "!!",
    "last": "--",
    "legal": "**",
}
"""The letters left and right of a word for each sign, the most urgent sign first."""

GRAINS: Final = 24
"""The levels of sand that an hourglass can show."""


class PointState(NamedTuple):
    """A point as it is drawn; *name* is empty where it is not shown.

    *odd* places alternate with even ones. *stubs* are the halves of the edges that begin here, in
    columns and half rows. *phase* says where in its cell the centre lies, from 0 to 1 each way.
    """

    name: str
    kind: PointKind
    level: int
    load: int
    piece: Piece | None
    signs: frozenset[Sign]
    odd: bool
    stubs: tuple[ShapePoint, ...]
    phase: ShapePoint


def stubs(edges: Collection[Edge], layout: Layout) -> dict[str, tuple[ShapePoint, ...]]:
    """The halves of the edges at each point, as in ``PointState``."""
    halves: dict[str, list[ShapePoint]] = {}
    for edge in edges:
        a, b = _centre(layout, edge.a), _centre(layout, edge.b)
        dx, dy = (b[0] - a[0]) / 2, b[1] - a[1]
        halves.setdefault(edge.a, []).append((dx, dy))
        halves.setdefault(edge.b, []).append((-dx, -dy))
    return {name: tuple(sorted(own)) for name, own in halves.items()}


def _centre(layout: Layout, name: str) -> ShapePoint:
    if name not in layout.centres:
        raise ValueError(f"The view has something on {name!r}, which is none of its points.")
    return layout.centres[name]


def point_states(
    view: View,
    layout: Layout,
    halves: Mapping[str, tuple[ShapePoint, ...]],
    cursor: str | None,
    lit: Collection[str],
) -> Iterator[PointState]:
    """The state of each point of *view*; *halves* are its ``stubs``.

    *cursor* is the point under the cursor, *lit* are points that can be clicked. Raises
    ``ValueError`` if a piece or a mark is on none of the points, or a point has no place.
    """
    pieces = {piece.at: _still(piece) for piece in view.pieces}
    signs: dict[str, set[Sign]] = {}
    for mark in view.marks:
        signs.setdefault(mark.at, set()).add("cut" if mark.takes else mark.kind)
    for way in view.announced:
        signs.setdefault(way[0], set()).add("selected")
        for goal in way[1:][-1:]:  # there is no room for an arrow
            signs.setdefault(goal, set()).add("legal")
    for name in lit:
        signs.setdefault(name, set()).add("lit")
    if cursor is not None:
        signs.setdefault(cursor, set()).add("cursor")
    for name in chain(pieces, signs):
        _centre(layout, name)
    room = (min(layout.room, layout.columns) if layout.square else layout.room) - 2
    plain = layout.technique == "glyphs"
    for point in view.points:
        column, row = _centre(layout, point.id)
        named = (plain or (point.kind in CELLS and not layout.words)) and len(point.id) <= room
        big = not plain and point.level > 0 and layout.unit >= 11
        yield PointState(
            point.id if named or big else "",
            point.kind,
            point.level,
            point.load,
            pieces.get(point.id),
            frozenset(signs.get(point.id, ())),
            bool((point.x + point.y) % 2),
            halves.get(point.id, ()),
            (round(column % 1, 3), round(row % 1, 3)),
        )


def visible_signs(state: PointState) -> list[Sign]:
    """The signs on a point, the most urgent one first; one that is lit is not marked legal, and one
    from which something can be removed is not lit."""
    hidden = {"lit": "legal", "cut": "lit"}
    over = {hidden.get(sign) for sign in state.signs}
    return [sign for sign in SIGNS if sign in state.signs and sign not in over]


def _still(piece: Piece) -> Piece:
    """*piece* as it is drawn, with sand in steps that can be seen: a smaller change, or a deadline
    that only comes nearer, does not repaint the board."""
    sand = piece.sand
    if sand is not None:
        sand = round(min(max(sand, 0.0), 1.0) * GRAINS) / GRAINS
    return replace(piece, at="", sand=sand, ends_in_ms=0)
