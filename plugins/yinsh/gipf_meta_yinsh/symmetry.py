"""The twelve symmetries of the board of YINSH."""

from __future__ import annotations

from functools import cache

from gipf_meta import BoardMap, Symmetry, hexagonal_maps, index_array_of_planes, inverse_of
from gipf_meta_yinsh.board import BETWEEN, BITS, CELLS, POINT_BITS, STRIDE, WINDOWS
from gipf_meta_yinsh.numbering import MOVES, PLANES, SIZE
from gipf_meta_yinsh.state import (
    PASS,
    POINT_MASK,
    move_ring,
    place_ring,
    remove_ring,
    remove_row,
)


@cache
def symmetries() -> tuple[Symmetry, ...]:
    """All symmetries of the board."""
    return tuple(map(_symmetry, hexagonal_maps([(bit % STRIDE, bit // STRIDE) for bit in BITS])))


def _symmetry(each: BoardMap) -> Symmetry:
    after = {bit: BITS[place] for bit, place in zip(BITS, each.place_after, strict=True)}
    pairs = [(after[pair >> POINT_BITS], after[pair & POINT_MASK]) for pair in sorted(BETWEEN)]
    rows = [(after[pair >> POINT_BITS], after[pair & POINT_MASK]) for pair in sorted(WINDOWS)]
    moves = [
        *[place_ring(after[bit]) for bit in BITS],
        *[remove_ring(after[bit]) for bit in BITS],
        *[move_ring(start, end) for start, end in pairs],
        *[remove_row(min(row), max(row)) for row in rows],
        PASS,
    ]
    numbers = {move: number for number, move in enumerate(MOVES)}
    return Symmetry(
        each.name,
        each.names(CELLS),
        index_array_of_planes(PLANES.planes, each.plane(BITS, SIZE)),
        inverse_of([numbers[move] for move in moves]),
    )
