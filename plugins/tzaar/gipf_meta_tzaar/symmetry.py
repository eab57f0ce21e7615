"""The twelve symmetries of the board of TZAAR."""

from __future__ import annotations

from functools import cache

from gipf_meta import BoardMap, Symmetry, hexagonal_maps, index_array, index_array_of_planes
from gipf_meta_tzaar.board import NAME_OF, PLACES, SPACES
from gipf_meta_tzaar.numbering import PASSING, PLANES, SIZE
from gipf_meta_tzaar.state import KINDS


@cache
def symmetries() -> tuple[Symmetry, ...]:
    """All symmetries of the board."""
    return tuple(map(_symmetry, hexagonal_maps(PLACES)))


def _symmetry(each: BoardMap) -> Symmetry:
    plane = each.plane(SPACES, SIZE)
    kinds = [*range(len(KINDS)), *(len(KINDS) + way for way in each.way_before)]
    return Symmetry(
        each.name,
        each.names(NAME_OF),
        index_array_of_planes(PLANES.planes, plane),
        index_array([*((kind * SIZE, plane) for kind in kinds), (PASSING, (0,))]),
    )
