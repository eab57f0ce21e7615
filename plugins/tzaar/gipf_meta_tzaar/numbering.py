# mypyc: compile
"""TZAAR for programs that learn: numbers of decisions, and a seat's observation as planes of bits.

A plane has the 60 spaces in the order of their names. Number ``(piece - 1) * 60 + space`` places
a piece, ``(3 + way) * 60 + space`` moves the stack on a space onto the next one in the direction
*way*, of either player; the last number passes.
"""

from __future__ import annotations

from typing import Final

from gipf_meta import (
    DIRECTIONS,
    first_on,
    flag_planes,
    height,
    kind_of,
    origin_of,
    pack_planes,
    target_of,
    top,
)
from gipf_meta_tzaar.board import RAYS, SPACES
from gipf_meta_tzaar.rules import Rules
from gipf_meta_tzaar.state import (
    FIRST,
    KINDS,
    PASS,
    PLACE,
    PLACING,
    SECOND,
    State,
    capture,
    piece_of,
    place,
    strengthen,
)

SIZE: Final = len(SPACES)
_MOVES: Final = len(KINDS) * SIZE
PASSING: Final = _MOVES + len(DIRECTIONS) * SIZE
DECISIONS: Final = PASSING + 1
HEIGHTS: Final = 8
"""The number of planes of heights: one each for 1 to 7, and one for all higher ones."""
SHAPE: Final = (2 * len(KINDS) + HEIGHTS + 5, SIZE)


def _ways() -> list[int]:
    """The direction from a space to another on its line, by both as a move encodes them."""
    ways = [0] * (1 << 12)
    for space in SPACES:
        for way in range(len(DIRECTIONS)):
            for target in RAYS[space][way]:
                ways[space << 6 | target] = way
    return ways


_WAYS: Final = _ways()


def number_of(state: State, move: int) -> int:
    """The number of *move*."""
    if move == PASS:
        return PASSING
    if kind_of(move) == PLACE:
        return (piece_of(move) - 1) * SIZE + target_of(move)
    return _MOVES + _WAYS[move & 4095] * SIZE + origin_of(move)


def decision_of(state: State, number: int) -> int:
    """The decision with that *number*."""
    if number == PASSING:
        return PASS
    plane, space = divmod(number, SIZE)
    if plane < len(KINDS):
        return place(plane + 1, space)
    target = first_on(RAYS[space][plane - len(KINDS)], state.occupied)
    is_own = state.owned(state.seat) >> target & 1
    return strengthen(space, target) if is_own else capture(space, target)


def legal_numbers(rules: Rules, state: State, seat: int) -> int:
    """The set of the numbers of all legal decisions of *seat*, as a mask."""
    if seat != state.seat:
        return 0
    planes = [0] * (len(KINDS) + len(DIRECTIONS) + 1)
    for move in rules.legal_moves(state):
        number = number_of(state, move)
        plane = number // SIZE
        planes[plane] = planes[plane] | 1 << number - plane * SIZE  # `|=` would stay interpreted
    return pack_planes(planes, SIZE)


def observe(state: State, seat: int) -> int:
    """Returns the observation of *seat*, planes of bits packed into one number.

    The planes: one's own stacks by kind, then the other's; all by height, the highest ones
    alike; the phase (placing, first or second move), whether *seat* is on turn, and whether it
    is White.
    """
    kinds = [0] * (2 * len(KINDS))
    heights = [0] * HEIGHTS
    own, occupied = state.owned(seat), state.occupied
    for space in SPACES:
        bit = 1 << space
        if occupied & bit:
            stack = state.stacks[space]
            high = height(stack)
            kind = top(stack) - 1 + (0 if own & bit else len(KINDS))
            kinds[kind] = kinds[kind] | bit
            level = min(high, HEIGHTS) - 1
            heights[level] = heights[level] | bit
    flags = 0
    for flag, phase in enumerate((PLACING, FIRST, SECOND)):
        flags |= 1 << flag if state.phase == phase else 0
    flags |= (8 if seat == state.seat else 0) | (0 if seat else 16)
    return pack_planes(kinds + heights, SIZE, flag_planes(flags, SIZE))
