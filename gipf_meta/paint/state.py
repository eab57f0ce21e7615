"""The state of a point: everything its look depends on, and nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Final, NamedTuple

from gipf_meta.paint.layout import CELLS, Layout
from gipf_meta.paint.palette import Sign
from gipf_meta.paint.shapes import Spot
from gipf_meta.protocol.view import (
    Edge,
    Piece,
    PointKind,
    View,
)

SIGNS: Final[Mapping[Sign, str]] = {
    "cursor": "[]",
    "selected": "{}",
    "lit": "><",
    "capture": "xx",
    "danger": "!!",
    "last": "--",
    "legal": "**",
}
"""Each sign as what stands left and right of a word, the most urgent one first."""


GRAINS: Final = 24
"""The levels of the sand in an hourglass."""


class State(NamedTuple):
    """A point as it is drawn; *name* is empty where it is not shown.

    *odd* places alternate with even ones. *stubs* are the halves of the edges that begin here, in
    columns and half rows. *phase* is how far the centre is into its cell.
    """

    name: str
    kind: PointKind
    level: int
    load: int
    piece: Piece | None
    signs: frozenset[Sign]
    odd: bool
    stubs: tuple[Spot, ...]
    phase: Spot


def stubs(edges: Collection[Edge], layout: Layout) -> dict[str, tuple[Spot, ...]]:
    """The halves of the edges at each point."""
    found: dict[str, list[Spot]] = {}
    for edge in edges:
        a, b = _at(layout, edge.a), _at(layout, edge.b)
        dx, dy = (b[0] - a[0]) / 2, b[1] - a[1]
        found.setdefault(edge.a, []).append((dx, dy))
        found.setdefault(edge.b, []).append((-dx, -dy))
    return {name: tuple(sorted(halves)) for name, halves in found.items()}


def _at(layout: Layout, name: str) -> Spot:
    if name not in layout.centres:
        raise ValueError(f"The view has something on {name!r}, which is none of its points.")
    return layout.centres[name]


def states(
    view: View,
    layout: Layout,
    halves: Mapping[str, tuple[Spot, ...]],
    cursor: str | None,
    lit: Collection[str],
) -> Iterator[State]:
    """The state of each point of *view*.

    Raises ``ValueError`` if something is on none of the points, or a point has no place.
    """
    pieces = {piece.at: replace(piece, at="", sand=_coarse(piece.sand)) for piece in view.pieces}
    signs: dict[str, set[Sign]] = {}
    for mark in view.marks:
        signs.setdefault(mark.at, set()).add(mark.kind)
    for name in lit:
        signs.setdefault(name, set()).add("lit")
    if cursor is not None:
        signs.setdefault(cursor, set()).add("cursor")
    for name in chain(pieces, signs):
        _at(layout, name)
    room = (min(layout.room, layout.columns) if layout.square else layout.room) - 2
    plain = layout.technique == "glyphs"
    for point in view.points:
        column, row = _at(layout, point.id)
        shown = (plain or (point.kind in CELLS and not layout.words)) and len(point.id) <= room
        big = not plain and point.level > 0 and layout.unit >= 11
        yield State(
            point.id if shown or big else "",
            point.kind,
            point.level,
            point.load,
            pieces.get(point.id),
            frozenset(signs.get(point.id, ())),
            bool((point.x + point.y) % 2),
            halves.get(point.id, ()),
            (round(column % 1, 3), round(row % 1, 3)),
        )


def shown(state: State) -> list[Sign]:
    """The signs on a point, the most urgent one first; what is lit need not be called legal."""
    lit = "lit" in state.signs
    return [s for s in SIGNS if s in state.signs and not (s == "legal" and lit)]


def _coarse(sand: float | None) -> float | None:
    """Sand in the steps that can be seen, so that a board is not painted anew for less."""
    return None if sand is None else round(min(max(sand, 0.0), 1.0) * GRAINS) / GRAINS
