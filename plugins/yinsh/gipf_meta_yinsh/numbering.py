# mypyc: compile
"""YINSH for programs that learn: numbers of decisions, and a seat's observation as planes of bits.

All decisions of the game stand in a table: a ring placed on each point, each ring removed, a
ring moved from each point to each other of its lines, each row of five, and the pass. A plane is
a square of twelve times twelve, the bits of ``board``.
"""

from __future__ import annotations

from collections.abc import Iterable
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
    listed_places,
    numbers_of_set,
    pack_planes,
    set_of_numbers,
)
from gipf_meta_yinsh.board import BETWEEN, BITS, CELLS, NAME_OF, POINT_BITS, STEPS, STRIDE, WINDOWS
from gipf_meta_yinsh.rules import Rules, all_markers, vacant_points
from gipf_meta_yinsh.state import (
    MOVE,
    PASS,
    PLACE,
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
_OCTETS: Final = 20
"""The octets of a set of points in which each step of a ring ends, also one off the board."""
_AROUND: Final = list(STEPS)
_TAILS: Final[dict[int, int]] = {}
"""The planes of counts and flags, by these: few ever come up."""
_POINTS: Final = listed_places("point", CELLS, [divmod(bit, STRIDE) for bit in BITS])


def _pairs(name: str, pairs: Iterable[int]) -> Axis:
    """An axis of pairs of points, which are labelled as ``a2-a5``."""
    return Axis(
        name,
        tuple(
            [
                f"{NAME_OF[pair >> POINT_BITS]}-{NAME_OF[pair & POINT_MASK]}"
                for pair in sorted(pairs)
            ]
        ),
    )


GROUPS: Final = groups_in_order(
    [
        DecisionGroup("place a ring", (_POINTS,)),
        DecisionGroup("remove a ring", (_POINTS,)),
        DecisionGroup("move a ring", (_pairs("move", BETWEEN),)),
        DecisionGroup("remove a row", (_pairs("row", WINDOWS),)),
        DecisionGroup("pass"),
    ]
)
PLANES: Final = PlaneGroup(
    (
        Plane("own rings"),
        Plane("other rings"),
        Plane("own markers"),
        Plane("other markers"),
        Plane("markers in the pool", "count"),
        Plane("own removed rings", "count"),
        Plane("other removed rings", "count"),
        Plane("seat is on turn", "flag"),
        Plane("seat is White", "flag"),
        Plane("a ring is placed", "flag"),
        Plane("a row is removed before the move", "flag"),
        Plane("a ring is removed before the move", "flag"),
        Plane("a ring is moved", "flag"),
        Plane("a row is removed after the move", "flag"),
        Plane("a ring is removed after the move", "flag"),
    ),
    grid_places("point", NAME_OF, (STRIDE, STRIDE)),
)


def _first_numbers() -> list[int]:
    """The lowest number of the moves of a ring, by the point where it stands."""
    first = [0] * SIZE
    for move in sorted(BETWEEN, reverse=True):
        origin = move >> POINT_BITS
        first[origin] = _NUMBERS[move_ring(origin, move & POINT_MASK)]
    return first


def _targets() -> list[int]:
    """A bit for each move of a ring, by both its ends: that of its number after the lowest one."""
    bits = [0] * (SIZE << POINT_BITS)
    for move in BETWEEN:
        origin = move >> POINT_BITS
        number = _NUMBERS[move_ring(origin, move & POINT_MASK)]
        bits[move] = 1 << number - _FIRSTS[origin]
    return bits


def _placements() -> list[list[int]]:
    """The set of the numbers that place a ring, for each value of each octet of a set of points."""
    tables = []
    for at in range(0, SIZE, 8):
        table = [0]
        for point in range(at, at + 8):
            number = _NUMBERS.get(place_ring(point))
            bit = 0 if number is None else 1 << number
            table += [numbers | bit for numbers in table]
        tables.append(table)
    return tables


_FIRSTS: Final = _first_numbers()
_TARGETS: Final = _targets()
_PLACEMENTS: Final = _placements()


def number_of(state: State, move: int) -> int:
    """The number of *move*."""
    return _NUMBERS[move]


def decision_of(state: State, number: int) -> int:
    """The decision with that *number*."""
    return MOVES[number]


def legal_numbers(rules: Rules, state: State, seat: int) -> int:
    """The set of the numbers of all legal decisions of *seat*, as a mask."""
    if seat != state.seat or state.ending is not None:
        return 0
    if state.step == MOVE:
        moves = _ring_moves(state.rings[seat], vacant_points(state), all_markers(state))
        return moves or 1 << _NUMBERS[PASS]
    if state.step == PLACE:
        found = 0
        for at, octet in enumerate(vacant_points(state).to_bytes(SIZE >> 3, "little")):
            found |= _PLACEMENTS[at][octet]
        return found
    return set_of_numbers([_NUMBERS[move] for move in rules.legal_moves(state)], DECISIONS)


def _ring_moves(rings: int, vacant: int, markers: int) -> int:
    """The set of the numbers of all moves of *rings*, as ``rules.ring_moves`` lists them (§4)."""
    free = vacant.to_bytes(_OCTETS, "little")
    held = markers.to_bytes(_OCTETS, "little")
    found = 0
    for origin in numbers_of_set(rings):
        numbers, start = 0, origin << POINT_BITS
        for step in _AROUND:
            at = origin + step
            while free[at >> 3] >> (at & 7) & 1:
                numbers |= _TARGETS[start | at]
                at += step
            if held[at >> 3] >> (at & 7) & 1:
                while held[at >> 3] >> (at & 7) & 1:
                    at += step
                if free[at >> 3] >> (at & 7) & 1:
                    numbers |= _TARGETS[start | at]
        if numbers:
            found |= numbers << _FIRSTS[origin]
    return found


def observe(state: State, seat: int) -> int:
    """Returns the observation of *seat*, planes of bits packed into one number.

    The planes: one's own rings, the other's, one's own markers, the other's; the pool and the
    removed rings as counts; whether *seat* is on turn, whether it is White, and the step of the
    turn.
    """
    own, other = state.removed[seat], state.removed[1 - seat]
    flags = (1 if seat == state.seat else 0) | (0 if seat else 2) | 4 << state.step
    key = ((state.pool << 8 | own) << 8 | other) << 8 | flags
    tail = _TAILS.get(key)
    if tail is None:
        counts = [first_bits(count, SIZE) for count in (state.pool, own, other)]
        tail = _TAILS[key] = pack_planes(counts, SIZE, flag_planes(flags, SIZE))
    rings = state.rings[1 - seat] << SIZE | state.rings[seat]
    markers = state.markers[1 - seat] << SIZE | state.markers[seat]
    return (tail << 2 * SIZE | markers) << 2 * SIZE | rings
