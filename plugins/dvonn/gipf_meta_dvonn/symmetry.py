"""The symmetries of the board of DVONN: four, for it is longer than it is wide."""

from __future__ import annotations

from functools import cache

from gipf_meta import (
    DIRECTIONS,
    BoardMap,
    Symmetry,
    hexagonal_maps,
    index_array,
    index_array_of_planes,
)
from gipf_meta_dvonn.board import BITS, NAME_OF, SPACES, WAYS, column_of, row_of
from gipf_meta_dvonn.numbering import PASSING, PLANES


@cache
def symmetries() -> tuple[Symmetry, ...]:
    """All symmetries of the board."""
    maps = hexagonal_maps([(column_of(space), row_of(space)) for space in SPACES], up=330)
    return tuple(map(_symmetry, maps))


def _symmetry(each: BoardMap) -> Symmetry:
    plane = each.plane(SPACES, BITS)
    ways = [WAYS.index(DIRECTIONS[each.way_before[DIRECTIONS.index(way)]]) for way in WAYS]
    decisions = [(kind * BITS, plane) for kind in (0, *(1 + way for way in ways))]
    return Symmetry(
        each.name,
        each.names([NAME_OF[space] for space in SPACES]),
        index_array_of_planes(PLANES.planes, plane),
        index_array([*decisions, (PASSING, (0,))]),
    )
