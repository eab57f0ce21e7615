# mypyc: compile
"""ZÈRTZ for programs that learn: numbers for decisions, and what a seat sees as planes of bits.

A number is ``kind * places + cell``, kinds and cells as ``state`` has them: a white marble on a
ring, the ring to remove, the jump from there in that direction. The places of a plane are the bits
of the lattice, row by row; some are no rings.
"""

from __future__ import annotations

from typing import Final

from gipf_meta import first_bits, pack_planes, set_of_numbers
from gipf_meta_zertz.board import CELL_BITS
from gipf_meta_zertz.rules import Rules
from gipf_meta_zertz.state import CLAIM, REMOVE, Special, State, cell_of, kind_of, unpack

KINDS: Final = CLAIM + 1
PLANES: Final = 21
_NOTHING: Final = Special()


def decision_count(rules: Rules) -> int:
    """Every kind of decision on every place."""
    return KINDS * rules.board.places


def number_of(rules: Rules, state: State, move: int) -> int:
    """The number of *move*: the plane of its kind, the place of its cell."""
    return kind_of(move) * rules.board.places + cell_of(move)


def decision_of(rules: Rules, state: State, number: int) -> int:
    """The decision with that *number*."""
    kind, cell = divmod(number, rules.board.places)
    return kind << CELL_BITS | cell


def legal_numbers(rules: Rules, state: State, seat: int) -> int:
    """The numbers of all decisions of *seat*."""
    if seat != state.seat or state.ending is not None:
        return 0
    size = rules.board.places
    if state.free:
        return state.free << REMOVE * size
    occupied = state.white | state.grey | state.black
    vacant = state.rings ^ occupied
    is_plain = state.special is None and not state.jumper and vacant != 0
    if is_plain and not (rules.has_neighbours(occupied) and rules.jumps(state)):
        placements = 0
        for colour, left in enumerate(unpack(rules.stock(state))):
            if left:
                placements |= vacant << colour * size
        if placements:
            return placements
    moves = rules.legal_moves(state)
    return set_of_numbers([number_of(rules, state, move) for move in moves], KINDS * size)


def observation_shape(rules: Rules) -> tuple[int, int, int]:
    """Planes, rows and columns of the lattice."""
    stride = rules.board.lattice.stride
    return PLANES, rules.board.places // stride, stride


def observe(rules: Rules, state: State, seat: int) -> int:
    """Rings and marbles; the pool, one's own marbles and the other's, each colour as a count; what
    is due, and whether a capture may be demanded; whether *seat* is on turn, and whether it
    began."""
    size = rules.board.places
    everywhere = (1 << size) - 1
    special = state.special or _NOTHING
    own, other = (state.second, state.first) if seat else (state.first, state.second)
    counts = (*unpack(state.pool), *unpack(own), *unpack(other))
    planes = [state.rings, state.white, state.grey, state.black]
    planes += [first_bits(count, size) for count in counts]
    planes += [
        state.free,
        state.jumper,
        special.frozen,
        special.pending,
        everywhere if special.must_capture else 0,
        everywhere if special.before is not None else 0,
        everywhere if seat == state.seat else 0,
        0 if seat else everywhere,
    ]
    return pack_planes(planes, size)
