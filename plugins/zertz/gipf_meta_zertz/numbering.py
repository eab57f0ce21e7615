# mypyc: compile
"""ZÈRTZ for programs that learn: numbers for decisions, observations as planes of bits.

A number is ``kind * places + cell``, kinds and cells as ``state`` has them: a white marble on a
ring, the ring to remove, the jump from there in that direction. The places of a plane are the bits
of the lattice, row by row; some are no rings.
"""

from __future__ import annotations

from typing import Final

from gipf_meta import (
    DIRECTION_NAMES,
    Axis,
    DecisionGroup,
    Places,
    Plane,
    PlaneGroup,
    first_bits,
    flag_planes,
    grid_places,
    groups_in_order,
    pack_planes,
    set_of_numbers,
)
from gipf_meta_zertz.board import CELL_BITS
from gipf_meta_zertz.rules import Rules
from gipf_meta_zertz.state import (
    AFTER_JUMPS,
    CLAIM,
    LEAVE,
    REMOVE,
    Special,
    State,
    cell_of,
    kind_of,
    unpack,
)

KINDS: Final = CLAIM + 1
COLOURS: Final = ("white", "grey", "black")
PLANES: Final = (
    Plane("rings"),
    *[Plane(f"{colour} marbles") for colour in COLOURS],
    *[Plane(f"{colour} marbles in the pool", "count") for colour in COLOURS],
    *[
        Plane(f"{whose} captured {colour} marbles", "count")
        for whose in ("own", "other")
        for colour in COLOURS
    ],
    Plane("free rings, one of which is removed now"),
    Plane("marble that jumps on"),
    Plane("regions left unclaimed"),
    Plane("regions to be claimed or left"),
    Plane("a capture must be made", "flag"),
    Plane("a capture may be demanded", "flag"),
    Plane("seat is on turn", "flag"),
    Plane("seat began", "flag"),
)
_NOTHING: Final = Special()
_COUNTS: Final[dict[int, int]] = {}
"""The planes of packed counts, by these and the places of a plane: few ever come up."""


def decision_count(rules: Rules) -> int:
    """Every kind of decision on every place."""
    return KINDS * rules.board.places


def decisions(rules: Rules) -> tuple[DecisionGroup, ...]:
    """The kinds of decisions, each on all rings; passes and takebacks stand on the first place."""
    rings, size = _rings(rules), rules.board.places
    return (
        *groups_in_order(
            [
                DecisionGroup("place a marble", (Axis("colour", COLOURS), rings)),
                DecisionGroup("remove a ring", (rings,)),
                DecisionGroup("jump", (Axis("direction", DIRECTION_NAMES), rings)),
            ]
        ),
        DecisionGroup("pass", first=AFTER_JUMPS * size),
        DecisionGroup("demand the capture", first=(AFTER_JUMPS + 1) * size),
        DecisionGroup("leave a region", (rings,), first=LEAVE * size),
        DecisionGroup("claim a region", (rings,), first=CLAIM * size),
    )


def _rings(rules: Rules) -> Places:
    """The rings in the places of a plane."""
    _planes, rows, columns = observation_shape(rules)
    return grid_places("ring", rules.board.lattice.name_of, (rows, columns))


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
    return len(PLANES), rules.board.places // stride, stride


def planes(rules: Rules) -> PlaneGroup:
    """The names of the planes over the rings."""
    return PlaneGroup(PLANES, _rings(rules))


def observe(rules: Rules, state: State, seat: int) -> int:
    """Rings and marbles; the pool, one's own marbles and the other's, each colour as a count; what
    is due, and whether a capture may be demanded; whether *seat* is on turn, and whether it
    began."""
    size = rules.board.places
    special = state.special or _NOTHING
    own, other = (state.second, state.first) if seat else (state.first, state.second)
    flags = (1 if special.must_capture else 0) | (2 if special.before is not None else 0)
    flags |= (4 if seat == state.seat else 0) | (0 if seat else 8)
    due = [state.free, state.jumper, special.frozen, special.pending]
    packed = pack_planes(due, size, flag_planes(flags, size))
    for counts in (other, own, state.pool):
        packed = packed << 3 * size | _planes_of_counts(counts, size)
    return pack_planes([state.rings, state.white, state.grey, state.black], size, packed)


def _planes_of_counts(counts: int, size: int) -> int:
    """A plane for each of the packed *counts*."""
    key = counts << 8 | size
    planes = _COUNTS.get(key)
    if planes is None:
        planes = pack_planes([first_bits(count, size) for count in unpack(counts)], size)
        _COUNTS[key] = planes
    return planes
