# mypyc: compile
"""YINSH for programs that learn: numbers of decisions, and a seat's observation as planes of bits.

All decisions of the game stand in a table: a ring placed on each point, each ring removed, a
ring moved from each point to each other of its lines, each row of five, and the pass. A plane is
a square of twelve times twelve, the bits of ``board``.
"""

from __future__ import annotations

from typing import Final

from gipf_meta import first_bits, flag_planes, pack_planes, set_of_numbers
from gipf_meta_yinsh.board import BETWEEN, BITS, POINT_BITS, STRIDE, WINDOWS
from gipf_meta_yinsh.rules import Rules
from gipf_meta_yinsh.state import (
    PASS,
    POINT_MASK,
    RING_AFTER,
    State,
    move_ring,
    place_ring,
    remove_ring,
    remove_row,
)


def _all_moves() -> list[int]:
    """All decisions of the game in the order of their numbers."""
    return [
        *[place_ring(point) for point in BITS],
        *[remove_ring(point) for point in BITS],
        *[move_ring(pair >> POINT_BITS, pair & POINT_MASK) for pair in sorted(BETWEEN)],
        *[remove_row(pair >> POINT_BITS, pair & POINT_MASK) for pair in sorted(WINDOWS)],
        PASS,
    ]


MOVES: Final = _all_moves()
_NUMBERS: Final = {move: number for number, move in enumerate(MOVES)}
DECISIONS: Final = len(MOVES)
SIZE: Final = STRIDE * STRIDE
SHAPE: Final = (9 + RING_AFTER + 1, STRIDE, STRIDE)


def number_of(state: State, move: int) -> int:
    """The number of *move*."""
    return _NUMBERS[move]


def decision_of(state: State, number: int) -> int:
    """The decision with that *number*."""
    return MOVES[number]


def legal_numbers(rules: Rules, state: State, seat: int) -> int:
    """The set of the numbers of all legal decisions of *seat*, as a mask."""
    if seat != state.seat:
        return 0
    return set_of_numbers([_NUMBERS[move] for move in rules.legal_moves(state)], DECISIONS)


def observe(state: State, seat: int) -> int:
    """Returns the observation of *seat*, planes of bits packed into one number.

    The planes: one's own rings, the other's, one's own markers, the other's; the pool and the
    removed rings as counts; whether *seat* is on turn, whether it is White, and the step of the
    turn.
    """
    planes = [
        state.rings[seat],
        state.rings[1 - seat],
        state.markers[seat],
        state.markers[1 - seat],
        first_bits(state.pool, SIZE),
        first_bits(state.removed[seat], SIZE),
        first_bits(state.removed[1 - seat], SIZE),
    ]
    flags = (1 if seat == state.seat else 0) | (0 if seat else 2) | 4 << state.step
    return pack_planes(planes, SIZE, flag_planes(flags, SIZE))
