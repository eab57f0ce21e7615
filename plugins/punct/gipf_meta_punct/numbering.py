# mypyc: compile
"""PÜNCT for programs that learn: numbers of decisions, and a seat's observation as planes of bits.

The decisions of a turn are numbered one after the other: the kind of a new piece, the piece to
lift, by the space of its PÜNCT, the space to go to, and the placement as which it lies. A plane
has the 211 spaces in the order of their names.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from gipf_meta import (
    Axis,
    DecisionGroup,
    Plane,
    PlaneGroup,
    first_bits,
    groups_in_order,
    listed_places,
    pack_planes,
    set_of_numbers,
)
from gipf_meta_punct.board import DOT, KIND, KINDS, MINOR, NAMES, OTHER, PLACES, SPACES
from gipf_meta_punct.rules import Rules
from gipf_meta_punct.state import GO, LIE, LIFT, State, lay_out, placement_of, unpack

LIFTS: Final = len(KINDS)
GOES: Final = LIFTS + SPACES
LIES: Final = GOES + SPACES
DECISIONS: Final = LIES + len(KIND)
LEVELS: Final = 4
"""The number of planes of levels: one each for 0 to 2, and one for all higher ones."""
SHAPE: Final = (4 + LEVELS + 4 * len(KINDS) + 4, SPACES)
_EVERYWHERE: Final = (1 << SPACES) - 1
_PIECES: Final = (
    "triangle",
    "straight piece with the PÜNCT in the centre",
    "straight piece with the PÜNCT at an end",
    "angular piece with the PÜNCT in the middle",
    "angular piece turning right",
    "angular piece turning left",
)
"""The kinds of pieces in the order of ``KINDS``."""
_BOARD: Final = listed_places("space", NAMES, [(row - 1, column - 1) for column, row in PLACES])
PLANES: Final = PlaneGroup(
    (
        Plane("own dots"),
        Plane("other dots"),
        Plane("own PÜNCTs"),
        Plane("other PÜNCTs"),
        *[Plane(f"dots on level {level}") for level in range(LEVELS - 1)],
        Plane(f"dots on level {LEVELS - 1} and higher"),
        *[Plane(f"dots of: {piece}") for piece in _PIECES],
        *[
            Plane(f"{whose} reserve: {piece}", "count")
            for whose in ("own", "other")
            for piece in _PIECES
        ],
        *[Plane(f"seat holds: {piece}", "flag") for piece in _PIECES],
        Plane("seat has lifted the piece with the PÜNCT here"),
        Plane("seat goes here with the PÜNCT"),
        Plane("seat is on turn", "flag"),
        Plane("seat is White", "flag"),
    ),
    _BOARD,
)


@cache
def groups() -> tuple[DecisionGroup, ...]:
    """The decisions of a turn, one after the other."""
    placements = tuple(
        [
            f"{KINDS[KIND[one]]}:{NAMES[DOT[one]]},{NAMES[MINOR[one]]},{NAMES[OTHER[one]]}"
            for one in range(len(KIND))
        ]
    )
    return groups_in_order(
        [
            DecisionGroup("take a piece from the reserve", (Axis("kind", _PIECES),)),
            DecisionGroup("lift the piece with the PÜNCT here", (_BOARD,)),
            DecisionGroup("go here with the PÜNCT", (_BOARD,)),
            DecisionGroup("lay the piece", (Axis("placement", placements),)),
        ]
    )


def number_of(state: State, move: int) -> int:
    """The number of *move*."""
    if move >= LIE:
        return LIES + move - LIE
    if move >= GO:
        return GOES + move - GO
    return LIFTS + move - LIFT if move >= LIFT else move


def decision_of(state: State, number: int) -> int:
    """The decision with that *number*."""
    if number >= LIES:
        return LIE + number - LIES
    if number >= GOES:
        return GO + number - GOES
    return LIFT + number - LIFTS if number >= LIFTS else number


def legal_numbers(rules: Rules, state: State, seat: int) -> int:
    """The set of the numbers of all legal decisions of *seat*, as a mask."""
    if seat != state.seat:
        return 0
    moves = rules.legal_moves(state)
    return set_of_numbers([number_of(state, move) for move in moves], DECISIONS)


def observe(state: State, seat: int) -> int:
    """Returns the observation of *seat*, planes of bits packed into one number.

    The planes: visible dots, one's own and the other's, and the PÜNCTs among each; their level,
    the highest ones alike, and the kind of their piece; both reserves, kind by kind, as counts;
    the kind, the place and the goal of the piece in hand, which only its player sees; whether
    *seat* is on turn, and whether it is White.
    """
    dots, levels, kinds = [0] * 4, [0] * LEVELS, [0] * len(KINDS)
    is_mine = seat == state.seat
    tops = state.tops if is_mine or state.lifted < 0 else lay_out(state.pieces)
    for space in range(SPACES):
        one = tops[space]
        if one < 0:
            continue
        bit = 1 << space
        placement = placement_of(one)
        side = 0 if one & 1 == seat else 1
        dots[side] |= bit
        if DOT[placement] == space:
            dots[2 + side] |= bit
        levels[min(one >> 14, LEVELS - 1)] |= bit
        kinds[KIND[placement]] |= bit
    own, other = (state.black, state.white) if seat else (state.white, state.black)
    planes = [first_bits(count, SPACES) for count in (*unpack(own), *unpack(other))]
    planes += [_EVERYWHERE if is_mine and state.kind == kind else 0 for kind in range(len(KINDS))]
    planes += [
        1 << DOT[placement_of(state.lifted)] if is_mine and state.lifted >= 0 else 0,
        1 << state.target if is_mine and state.target >= 0 else 0,
        _EVERYWHERE if is_mine else 0,
        0 if seat else _EVERYWHERE,
    ]
    return pack_planes(dots + levels + kinds + planes, SPACES)
