# mypyc: compile
"""TZAAR for programs that learn: numbers of decisions, and a seat's observation as planes of bits.

A plane has the 60 spaces in the order of their names. Number ``(piece - 1) * 60 + space`` places
a piece, ``(3 + way) * 60 + space`` moves the stack on a space onto the next one in the direction
*way*, of either player; the last number passes.
"""

from __future__ import annotations

from typing import Final

from gipf_meta import (
    DIRECTION_NAMES,
    DIRECTIONS,
    Axis,
    DecisionGroup,
    Plane,
    PlaneGroup,
    first_on,
    flag_planes,
    groups_in_order,
    height,
    kind_of,
    listed_places,
    origin_of,
    pack_planes,
    target_of,
)
from gipf_meta_tzaar.board import NAME_OF, PLACES, RAYS, SPACES
from gipf_meta_tzaar.rules import Rules
from gipf_meta_tzaar.state import (
    FIRST,
    HEIGHTS,
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
SHAPE: Final = (2 * len(KINDS) + HEIGHTS + 5, SIZE)
_BOARD: Final = listed_places(
    "space", NAME_OF, [(diagonal - 1, column - 1) for column, diagonal in PLACES]
)
_NAMES: Final = ("Tzaar", "Tzarra", "Tott")
GROUPS: Final = groups_in_order(
    [
        DecisionGroup("place a piece", (Axis("kind", _NAMES), _BOARD)),
        DecisionGroup("move a stack", (Axis("direction", DIRECTION_NAMES), _BOARD)),
        DecisionGroup("pass"),
    ]
)
PLANES: Final = PlaneGroup(
    (
        *[Plane(f"{whose} {name}s") for whose in ("own", "other") for name in _NAMES],
        *[Plane(f"stacks of height {high}") for high in range(1, HEIGHTS)],
        Plane(f"stacks of height {HEIGHTS} and more"),
        Plane("pieces are placed", "flag"),
        Plane("the capture that begins a turn", "flag"),
        Plane("the second move of a turn", "flag"),
        Plane("seat is on turn", "flag"),
        Plane("seat is White", "flag"),
    ),
    _BOARD,
)


def _ways() -> list[int]:
    """The direction from a space to another on its line, by both as a move encodes them."""
    ways = [0] * (1 << 12)
    for space in SPACES:
        for way in range(len(DIRECTIONS)):
            for target in RAYS[space][way]:
                ways[space << 6 | target] = way
    return ways


_WAYS: Final = _ways()
_BACK: Final = len(DIRECTIONS) // 2
"""The directions before this one lead to higher spaces, and those from it on back."""


def _upwards() -> list[int]:
    """The spaces of each ray that leads to higher spaces, as a set; by space, then direction."""
    return [
        sum([1 << target for target in RAYS[space][way]])
        for space in SPACES
        for way in range(_BACK)
    ]


_UPWARDS: Final = _upwards()


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
    highest = state.sets.levels[HEIGHTS - 1]
    if state.phase not in (FIRST, SECOND) or (highest & state.white and highest & state.black):
        return _listed(rules, state)  # pieces are placed, or very high stacks meet: both are rare
    own, theirs = state.owned(seat), state.owned(1 - seat)
    coverable = 0
    if state.phase == SECOND:
        coverable = own
        if rules.keeps_kinds:
            for kind in KINDS:
                last = state.sets.kinds[kind] & own
                if not last & last - 1:  # one alone
                    coverable &= ~last
    return _stack_moves(state, own, theirs, coverable)


def _listed(rules: Rules, state: State) -> int:
    """The set of the numbers of all legal decisions, from their list."""
    planes = [0] * (len(KINDS) + len(DIRECTIONS) + 1)
    for move in rules.legal_moves(state):
        number = number_of(state, move)
        plane = number // SIZE
        planes[plane] = planes[plane] | 1 << number - plane * SIZE  # `|=` would stay interpreted
    return pack_planes(planes, SIZE)


def _stack_moves(state: State, own: int, theirs: int, coverable: int) -> int:
    """The set of the numbers of all moves of stacks on *own*: onto *theirs*, which are at most as
    high, and onto their own that are *coverable*; with the pass, where there are such moves.

    Two stacks that see each other are looked at once, from the lower space.
    """
    occupied = own | theirs
    lower, higher = [0] * (HEIGHTS + 1), [0] * (HEIGHTS + 1)
    below = 0
    for high in range(1, HEIGHTS + 1):
        higher[high] = occupied & ~below
        below |= state.sets.levels[high - 1]
        lower[high] = below
    ways = [0] * len(DIRECTIONS)
    for space in SPACES:
        bit = 1 << space
        if not occupied & bit:
            continue
        high = min(height(state.stacks[space]), HEIGHTS)
        is_own = bool(own & bit)
        first = space * _BACK
        for way in range(_BACK):
            seen = _UPWARDS[first + way] & occupied
            if not seen:
                continue
            other = seen & -seen
            if is_own:
                if other & theirs & lower[high] or other & coverable:
                    ways[way] = ways[way] | bit  # `|=` would stay interpreted
                if bit & coverable and other & own:
                    ways[way + _BACK] = ways[way + _BACK] | other
            elif other & own & higher[high]:
                ways[way + _BACK] = ways[way + _BACK] | other
    passing = 1 if state.phase == SECOND else 0
    return pack_planes(ways, SIZE, passing) << _MOVES


def observe(state: State, seat: int) -> int:
    """Returns the observation of *seat*, planes of bits packed into one number.

    The planes: one's own stacks by kind, then the other's; all by height, the highest ones
    alike; the phase (placing, first or second move), whether *seat* is on turn, and whether it
    is White.
    """
    own, other = state.owned(seat), state.owned(1 - seat)
    kinds = [state.sets.kinds[kind] for kind in KINDS]
    seen = [spaces & own for spaces in kinds] + [spaces & other for spaces in kinds]
    seen += state.sets.levels
    flags = 0
    for flag, phase in enumerate((PLACING, FIRST, SECOND)):
        flags |= 1 << flag if state.phase == phase else 0
    flags |= (8 if seat == state.seat else 0) | (0 if seat else 16)
    return pack_planes(seen, SIZE, flag_planes(flags, SIZE))
