"""The twelve symmetries of the board of PÜNCT; a mirror makes right angles of left ones."""

from __future__ import annotations

from functools import cache
from typing import Final

from gipf_meta import BoardMap, Symmetry, hexagonal_maps, index_array, inverse_of
from gipf_meta_punct.board import (
    DOT,
    KIND,
    KINDS,
    MINOR,
    NAMES,
    OTHER,
    PLACEMENT_OF,
    PLACES,
    SPACES,
)
from gipf_meta_punct.numbering import GOES, LEVELS, LIES, LIFTS

_LETTERS: Final = {"R": "L", "L": "R"}
_MIRRORED: Final = tuple(KINDS.index(_LETTERS.get(kind, kind)) for kind in KINDS)
"""The kind that each becomes in a mirror."""


@cache
def symmetries() -> tuple[Symmetry, ...]:
    """All symmetries of the board."""
    return tuple(map(_symmetry, hexagonal_maps(PLACES)))


def _symmetry(each: BoardMap) -> Symmetry:
    is_mirror = (each.way_after[1] - each.way_after[0]) % 6 != 1
    kinds = _MIRRORED if is_mirror else tuple(range(len(KINDS)))
    still, many = tuple(range(SPACES)), len(KINDS)
    plane = each.plane(still, SPACES)
    lying = inverse_of([_after(each, kinds, placement) for placement in range(len(KIND))])
    dots = 4 + LEVELS
    planes = [(at, plane) for at in range(dots)]
    planes += [(dots + kind, plane) for kind in kinds]
    planes += [(dots + many * block + kind, still) for block in (1, 2, 3) for kind in kinds]
    hand = dots + 4 * many
    planes += [(hand, plane), (hand + 1, plane), (hand + 2, still), (hand + 3, still)]
    return Symmetry(
        each.name,
        each.names(NAMES),
        index_array((at * SPACES, entries) for at, entries in planes),
        index_array([(0, kinds), (LIFTS, plane), (GOES, plane), (LIES, lying)]),
        _LETTERS if is_mirror else {},
    )


def _after(each: BoardMap, kinds: tuple[int, ...], placement: int) -> int:
    """The placement that *placement* becomes."""
    space, one, other = (each.place_after[at[placement]] for at in (DOT, MINOR, OTHER))
    return PLACEMENT_OF[kinds[KIND[placement]], space, min(one, other), max(one, other)]
