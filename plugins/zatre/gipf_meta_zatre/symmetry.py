"""The eight symmetries of the board of Zatre."""

from __future__ import annotations

from functools import cache

from gipf_meta import BoardMap, Symmetry, index_array, index_array_of_planes, square_maps
from gipf_meta_zatre.board import CELLS, NAME, SIZE, place_of
from gipf_meta_zatre.numbering import PLANES, TAKING


@cache
def symmetries() -> tuple[Symmetry, ...]:
    """All symmetries of the board."""
    return tuple(map(_symmetry, square_maps([place_of(cell) for cell in CELLS])))


def _symmetry(each: BoardMap) -> Symmetry:
    plane = each.plane(CELLS, SIZE)
    return Symmetry(
        each.name,
        each.names([NAME[cell] for cell in CELLS]),
        index_array_of_planes(PLANES.planes, plane),
        index_array([*((first, plane) for first in range(0, TAKING, SIZE)), (TAKING, (0, 1))]),
    )
