"""The twelve symmetries of the star of LYNGK."""

from __future__ import annotations

from functools import cache

from gipf_meta import BoardMap, Symmetry, hexagonal_maps, index_array, index_array_of_planes
from gipf_meta_lyngk.board import NAME_OF, PLACES, POINTS
from gipf_meta_lyngk.numbering import PASSING, PLANES, SIZE


@cache
def symmetries() -> tuple[Symmetry, ...]:
    """All symmetries of the board."""
    return tuple(map(_symmetry, hexagonal_maps(PLACES)))


def _symmetry(each: BoardMap) -> Symmetry:
    plane = each.plane(POINTS, SIZE)
    decisions = [(first + plane[origin] * SIZE, plane)
                 for first in range(0, PASSING, SIZE * SIZE) for origin in POINTS]  # fmt: skip
    return Symmetry(
        each.name,
        each.names(NAME_OF),
        index_array_of_planes(PLANES.planes, plane),
        index_array([*decisions, (PASSING, (0,))]),
    )
