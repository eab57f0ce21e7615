# mypyc: compile
"""DVONN for programs that learn: numbers of decisions, and a seat's observation as planes of bits.

A plane has the 60 bits of ``board``, five rows of twelve. Number ``space`` places the next piece
on a space, ``(1 + way) * 60 + space`` moves the stack on a space as far as it is high in the
direction *way*, the last number passes.
"""

from __future__ import annotations

from typing import Final

from gipf_meta import (
    Axis,
    DecisionGroup,
    Plane,
    PlaneGroup,
    first_bits,
    flag_planes,
    grid_places,
    groups_in_order,
    height,
    kind_of,
    origin_of,
    pack_planes,
    target_of,
)
from gipf_meta_dvonn.board import BITS, NAME_OF, ROW, SPACES, STEPS
from gipf_meta_dvonn.rules import moves_of
from gipf_meta_dvonn.state import PASS, PLACE, PLACING, RED, STACKING, State, place, stack_onto

PASSING: Final = (1 + len(STEPS)) * BITS
DECISIONS: Final = PASSING + 1
HEIGHTS: Final = 12
"""The number of planes of heights: one each for 1 to 11, one for all that are too high to move."""
SHAPE: Final = (8 + HEIGHTS, BITS // ROW, ROW)
BOARD: Final = grid_places("space", NAME_OF, (BITS // ROW, ROW))
WAYS: Final = ("right", "up right", "up left", "left", "down left", "down right")
"""The names of ``STEPS``."""
GROUPS: Final = groups_in_order(
    [
        DecisionGroup("place a piece", (BOARD,)),
        DecisionGroup("move a stack", (Axis("direction", WAYS), BOARD)),
        DecisionGroup("pass"),
    ]
)
PLANES: Final = PlaneGroup(
    (
        Plane("own stacks"),
        Plane("other stacks"),
        Plane("stacks with DVONN pieces"),
        *[Plane(f"stacks of height {high}") for high in range(1, HEIGHTS)],
        Plane(f"stacks of height {HEIGHTS} and more"),
        Plane("own score", "count"),
        Plane("other score", "count"),
        Plane("pieces are placed", "flag"),
        Plane("seat is on turn", "flag"),
        Plane("seat is White", "flag"),
    ),
    BOARD,
)


def _ways() -> list[int]:
    """The direction by the difference of two bit numbers of a line; negative ones count from the
    end."""
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
    """The set of the numbers of all legal decisions of *seat*, as a mask."""
    if seat != state.seat:
        return 0
    if state.phase == PLACING:
        return state.vacant
    if state.phase != STACKING:
        return 0
    ways = [0] * (1 + len(STEPS))
    moves = moves_of(state.stacks, state.black if seat else state.white, state.occupied)
    for move in moves:
        origin = origin_of(move)
        way = 1 + _WAYS[target_of(move) - origin]
        ways[way] = ways[way] | 1 << origin  # `|=` would stay interpreted
    return pack_planes(ways, BITS) if moves else 1 << PASSING


def observe(state: State, seat: int) -> int:
    """Returns the observation of *seat*, planes of bits packed into one number.

    The planes: one's own stacks, the other's, those with DVONN pieces, stacks by their height;
    both scores as counts; whether pieces are placed, whether *seat* is on turn, and whether it
    is White.
    """
    own, other = (state.black, state.white) if seat else (state.white, state.black)
    heights = [0] * HEIGHTS
    own_score = other_score = singles = 0
    for space in SPACES:
        stack, bit = state.stacks[space], 1 << space
        if stack > RED:
            high = height(stack)
            level = min(high, HEIGHTS) - 1
            heights[level] = heights[level] | bit
            if own & bit:
                own_score += high
            elif other & bit:
                other_score += high
        elif stack:
            singles |= bit
    heights[0] = singles
    own_score += (own & singles).bit_count()
    other_score += (other & singles).bit_count()
    planes = [own, other, state.dvonn, *heights]
    planes += [first_bits(own_score, BITS), first_bits(other_score, BITS)]
    flags = (1 if state.phase == PLACING else 0) | (2 if seat == state.seat else 0)
    return pack_planes(planes, BITS, flag_planes(flags | (0 if seat else 4), BITS))
