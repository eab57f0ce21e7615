# mypyc: compile
"""DVONN for programs that learn: numbers for decisions, and what a seat sees as planes of bits.

A plane has the 60 bits of ``board``, five rows of twelve. Number ``space`` places the piece that is
due, ``(1 + way) * 60 + space`` moves the stack on a space as far as it is high in that direction,
the last number passes.
"""

from __future__ import annotations

from typing import Final

from gipf_meta import first_bits, pack_planes
from gipf_meta_dvonn.board import BITS, ROW, SPACES, STEPS
from gipf_meta_dvonn.rules import moves_of, score
from gipf_meta_dvonn.state import (
    PASS,
    PLACE,
    PLACING,
    RED,
    STACKING,
    State,
    height,
    kind_of,
    origin_of,
    place,
    stack_onto,
    target_of,
)

PASSING: Final = (1 + len(STEPS)) * BITS
DECISIONS: Final = PASSING + 1
HEIGHTS: Final = 12
"""Planes of heights: 1 to 11, and those that are too high to move."""
SHAPE: Final = (8 + HEIGHTS, BITS // ROW, ROW)
_EVERYWHERE: Final = (1 << BITS) - 1


def _ways() -> list[int]:
    """The direction by the difference of two spaces of a line, which may be negative."""
    ways = [0] * (2 * BITS)
    for way, step in enumerate(STEPS):
        for far in range(1, (BITS - 1) // abs(step) + 1 if abs(step) > 1 else ROW):
            ways[far * step] = way
    return ways


_WAYS: Final = _ways()


def number_of(state: State, move: int) -> int:
    """The number of *move*."""
    if move == PASS:
        return PASSING
    if kind_of(move) == PLACE:
        return target_of(move)
    origin = origin_of(move)
    return (1 + _WAYS[target_of(move) - origin]) * BITS + origin


def decision_of(state: State, number: int) -> int:
    """The decision with that *number*."""
    if number == PASSING:
        return PASS
    if number < BITS:
        return place(number)
    way, origin = divmod(number - BITS, BITS)
    return stack_onto(origin, origin + height(state.stacks[origin]) * STEPS[way])


def legal_numbers(state: State, seat: int) -> int:
    """The numbers of all decisions of *seat*."""
    if seat != state.seat:
        return 0
    if state.phase == PLACING:
        return state.vacant
    if state.phase != STACKING:
        return 0
    numbers = 0
    for move in moves_of(state.stacks, state.black if seat else state.white, state.occupied):
        origin = origin_of(move)
        numbers |= 1 << (1 + _WAYS[target_of(move) - origin]) * BITS + origin
    return numbers or 1 << PASSING


def observe(state: State, seat: int) -> int:
    """One's own stacks, the other's, those with DVONN pieces, both scores as counts, stacks by
    their height; whether pieces are placed, whether *seat* is on turn, and whether it is White."""
    own, other = (state.black, state.white) if seat else (state.white, state.black)
    planes = [
        own,
        other,
        state.dvonn,
        first_bits(score(state.stacks, own), BITS),
        first_bits(score(state.stacks, other), BITS),
        _EVERYWHERE if state.phase == PLACING else 0,
        _EVERYWHERE if seat == state.seat else 0,
        0 if seat else _EVERYWHERE,
    ]
    heights = [0] * HEIGHTS
    singles = 0
    for space in SPACES:
        stack = state.stacks[space]
        if stack > RED:
            heights[min(height(stack), HEIGHTS) - 1] |= 1 << space
        elif stack:
            singles |= 1 << space
    heights[0] = singles
    return pack_planes(planes + heights, BITS)
