"""The twelve symmetries of the board of TAMSK. Each glass goes with its space, so few of them keep
the start."""

from __future__ import annotations

from functools import cache

from gipf_meta import BoardMap, Symmetry, hexagonal_maps, index_array, index_array_of_planes
from gipf_meta_tamsk.board import BIT, LATTICE, NAMES, SPACES
from gipf_meta_tamsk.numbering import PASSING, PLANES, WAYS


@cache
def symmetries() -> tuple[Symmetry, ...]:
    """All symmetries of the board, which is drawn in rows."""
    places = [(bit % LATTICE.stride, bit // LATTICE.stride) for bit in BIT]
    return tuple(map(_symmetry, hexagonal_maps(places, up=210, is_clockwise=False)))


def _symmetry(each: BoardMap) -> Symmetry:
    plane = each.plane(range(SPACES), SPACES)
    kinds = [2 * way + ring for way in (*each.way_before, WAYS) for ring in (0, 1)]
    return Symmetry(
        each.name,
        each.names(NAMES),
        index_array_of_planes(PLANES.planes, plane),
        index_array([*((kind * SPACES, plane) for kind in kinds), (PASSING, (0,))]),
    )
