# mypyc: compile
"""LYNGK for programs that learn: numbers of turns, and a seat's observation as planes of bits.

A plane has the 43 points in the order of their names. A decision is a whole turn: number
``(claim * 43 + origin) * 43 + target`` claims a colour, or none, and moves a stack; the last
number passes.
"""

from __future__ import annotations

from typing import Final

from gipf_meta import (
    Axis,
    DecisionGroup,
    Plane,
    PlaneGroup,
    first_bits,
    groups_in_order,
    height,
    kind_of,
    listed_places,
    origin_of,
    pack_planes,
    pieces,
    set_of_numbers,
    target_of,
    top,
)
from gipf_meta_lyngk.board import NAME_OF, PLACES, POINTS
from gipf_meta_lyngk.rules import SIX, Rules
from gipf_meta_lyngk.state import COLOURS, JOKER, PASS, State, colours, turn

SIZE: Final = len(POINTS)
PASSING: Final = (1 + len(COLOURS)) * SIZE * SIZE
DECISIONS: Final = PASSING + 1
SHAPE: Final = (2 * JOKER + SIX + 2 * len(COLOURS) + 4, SIZE)
_EVERYWHERE: Final = (1 << SIZE) - 1
_CELLS: Final = tuple([(row - 1, column - 1) for column, row in PLACES])
_NAMES: Final = ("ivory", "blue", "red", "green", "black")
"""The colours in the order of ``COLOURS``."""
_PIECES: Final = (*_NAMES, "jokers")
GROUPS: Final = groups_in_order(
    [
        DecisionGroup(
            "claim a colour, or none, and move a stack",
            (
                Axis("claim", ("none", *_NAMES)),
                listed_places("origin", NAME_OF, _CELLS),
                listed_places("target", NAME_OF, _CELLS),
            ),
        ),
        DecisionGroup("pass"),
    ]
)
PLANES: Final = PlaneGroup(
    (
        *[Plane(f"{piece} on top") for piece in _PIECES],
        *[Plane(f"stacks with {piece}") for piece in _PIECES],
        *[Plane(f"stacks of height {high}") for high in range(1, SIX)],
        Plane(f"stacks of height {SIX} and more"),
        *[
            Plane(f"{whose} claim of {colour}", "flag")
            for whose in ("own", "other")
            for colour in _NAMES
        ],
        Plane("own taken stacks", "count"),
        Plane("other taken stacks", "count"),
        Plane("seat is on turn", "flag"),
        Plane("seat is White", "flag"),
    ),
    listed_places("point", NAME_OF, _CELLS),
)


def number_of(state: State, move: int) -> int:
    """The number of *move*."""
    if move == PASS:
        return PASSING
    return (kind_of(move) * SIZE + origin_of(move)) * SIZE + target_of(move)


def decision_of(state: State, number: int) -> int:
    """The decision with that *number*."""
    if number == PASSING:
        return PASS
    rest, target = divmod(number, SIZE)
    claim, origin = divmod(rest, SIZE)
    return turn(claim, origin, target)


def legal_numbers(rules: Rules, state: State, seat: int) -> int:
    """The set of the numbers of all legal turns of *seat*, as a mask."""
    if seat != state.seat:
        return 0
    moves = rules.legal_moves(state)
    return set_of_numbers([number_of(state, move) for move in moves], DECISIONS)


def observe(state: State, seat: int) -> int:
    """Returns the observation of *seat*, planes of bits packed into one number.

    The planes: stacks by the colour on top, by the colours and jokers inside, by their height;
    one's own claims, then the other's; the stacks that both have taken, as counts; whether
    *seat* is on turn, and whether it is White.
    """
    tops, inside, heights = [0] * JOKER, [0] * JOKER, [0] * SIX
    for point in POINTS:
        stack, bit = state.stacks[point], 1 << point
        if not stack:
            continue
        tops[top(stack) - 1] |= bit
        heights[min(height(stack), SIX) - 1] |= bit
        held = colours(stack)
        for colour in COLOURS:
            if held >> colour & 1:
                inside[colour - 1] |= bit
        if JOKER in pieces(stack):
            inside[JOKER - 1] |= bit
    planes = [
        _EVERYWHERE if claims >> colour & 1 else 0
        for claims in (state.claims[seat], state.claims[1 - seat])
        for colour in COLOURS
    ]
    planes += [
        first_bits(state.taken[seat], SIZE),
        first_bits(state.taken[1 - seat], SIZE),
        _EVERYWHERE if seat == state.seat else 0,
        0 if seat else _EVERYWHERE,
    ]
    return pack_planes(tops + inside + heights + planes, SIZE)
