"""The symmetries of the boards of ZÈRTZ: twelve of 37 and of 61 rings, fewer of the others."""

from __future__ import annotations

from functools import cache

from gipf_meta import Symmetry, hexagonal_maps, index_array, index_array_of_planes
from gipf_meta_zertz.board import board
from gipf_meta_zertz.numbering import KINDS, PLANES
from gipf_meta_zertz.rules import Rules
from gipf_meta_zertz.state import AFTER_JUMPS, JUMP, State


def symmetries(rules: Rules) -> tuple[Symmetry, ...]:
    """All symmetries of the board."""
    return _symmetries_of(rules.board.rings)


def asks_in_order(rules: Rules, state: State) -> bool:
    """Whether the mover claims or leaves a region, which is named by its first ring."""
    return state.special is not None and state.special.pending != 0


@cache
def _symmetries_of(rings: int) -> tuple[Symmetry, ...]:
    here = board(rings)
    size, stride = here.places, here.lattice.stride
    names = [here.lattice.name_of[bit] for bit in here.bits]
    found = []
    for each in hexagonal_maps([(bit % stride, bit // stride) for bit in here.bits]):
        plane = each.plane(here.bits, size)
        kinds = [*range(JUMP), *(JUMP + way for way in each.way_before)]
        decisions = [(kind * size, plane) for kind in kinds]
        decisions += [(kind * size, tuple(range(size))) for kind in range(AFTER_JUMPS, KINDS)]
        found.append(
            Symmetry(
                each.name,
                each.names(names),
                index_array_of_planes(PLANES, plane),
                index_array(decisions),
            )
        )
    return tuple(found)
