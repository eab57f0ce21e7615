# mypyc: compile
"""TAMSK for programs that learn: numbers for decisions, observations as planes of bits.

A plane has the 37 spaces in the order of their names. Number ``(2 * way + ring) * 37 + space``
moves the glass on a space in that direction, with a ring or without; then come, also twice, the
spaces to which a glass goes that stands nowhere; the last number passes.
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
    listed_places,
    pack_planes,
    set_of_numbers,
)
from gipf_meta_tamsk.board import BIT, LATTICE, NAMES, SPACE, SPACES
from gipf_meta_tamsk.rules import Rules
from gipf_meta_tamsk.state import ENTER, GLASSES, MOVE, NONE, PASS, PLACE, Move, State

WAYS: Final = 6
ENTRIES: Final = 2 * WAYS * SPACES
PASSING: Final = ENTRIES + 2 * SPACES
DECISIONS: Final = PASSING + 1
HIGHEST: Final = 4
"""The most rings on a space."""
SHAPE: Final = (HIGHEST + 1 + 18 + 10, SPACES)
_EVERYWHERE: Final = (1 << SPACES) - 1
_BOARD: Final = listed_places("space", NAMES, [divmod(bit, LATTICE.stride) for bit in BIT])
_WAYS: Final = ("down left", "down right", "right", "up right", "up left", "left")
"""The directions, on the board as it is drawn."""
_RING: Final = Axis("ring", ("without a ring", "with a ring"))
GROUPS: Final = groups_in_order(
    [
        DecisionGroup("move a glass", (Axis("direction", _WAYS), _RING, _BOARD)),
        DecisionGroup("place a glass that stands nowhere", (_RING, _BOARD)),
        DecisionGroup("pass"),
    ]
)
PLANES: Final = PlaneGroup(
    (
        Plane("1 ring"),
        *[Plane(f"{rings} rings") for rings in range(2, HIGHEST + 1)],
        Plane("full spaces"),
        *[
            plane
            for whose in ("own", "other")
            for glass in (1, 2, 3)
            for plane in (
                Plane(f"{whose} hourglass {glass}"),
                Plane(f"{whose} sand left in hourglass {glass}, in 37ths", "count"),
                Plane(f"{whose} hourglass {glass} is dead", "flag"),
            )
        ],
        Plane("own rings left", "count"),
        Plane("other rings left", "count"),
        Plane("sand left in the 15-second glass, in 37ths", "count"),
        Plane("own turns to be lost", "count"),
        Plane("other turns to be lost", "count"),
        Plane("space of a forgotten ring"),
        Plane("lifted hourglass"),
        Plane("turns without a ring", "count"),
        Plane("seat is on turn", "flag"),
        Plane("seat is Red", "flag"),
    ),
    _BOARD,
)


def _next_spaces() -> list[int]:
    """The space beside each space in each direction, at ``space * 6 + way``; -1 off the board."""
    found = []
    for name in NAMES:
        for way in range(WAYS):
            beside = LATTICE.neighbour(name, way)
            found.append(-1 if beside is None else SPACE[beside])
    return found


NEXT: Final = _next_spaces()


def number_of(state: State, move: Move) -> int:
    """The number of *move*."""
    if move.kind == PASS:
        return PASSING
    if move.kind == MOVE:
        way = NEXT.index(move.to, WAYS * move.at, WAYS * move.at + WAYS) - WAYS * move.at
        return (2 * way + move.ring) * SPACES + move.at
    return ENTRIES + move.ring * SPACES + move.to


def decision_of(rules: Rules, state: State, number: int) -> Move:
    """The decision with that *number*."""
    seat = rules.mover(state)
    if number == PASSING:
        return Move(PASS, seat)
    plane, space = divmod(number, SPACES)
    if number < ENTRIES:
        return Move(MOVE, seat, space, NEXT[WAYS * space + plane // 2], plane % 2 == 1)
    kind = ENTER if state.lifted == NONE else PLACE
    return Move(kind, seat, to=space, ring=plane % 2 == 1)


def legal_numbers(rules: Rules, state: State, seat: int) -> int:
    """The numbers of the decisions that make up a turn of *seat*."""
    moves = rules.turn_moves(state, seat)
    return set_of_numbers([number_of(state, move) for move in moves], DECISIONS)


def observe(rules: Rules, state: State, seat: int) -> int:
    """Rings by how many lie on a space, and full spaces; for each glass, one's own first, where it
    stands, how much sand is left in 37 parts, whether it is dead; the rings that both have left,
    the 15-second glass, turns to be lost, a forgotten ring, the lifted glass, turns without a ring;
    whether *seat* is on turn, and whether it is Red."""
    planes = [0] * HIGHEST
    for space in range(SPACES):
        if state.rings[space]:
            planes[min(state.rings[space], HIGHEST) - 1] |= 1 << space
    planes.append(state.full)
    for glass in (*GLASSES[seat], *GLASSES[1 - seat]):
        at = state.spaces[glass]
        planes += [
            1 << at if at >= 0 else 0,
            _sand(state.empty_at[glass] - state.t, rules.sand_ms),
            _EVERYWHERE if state.dead >> glass & 1 else 0,
        ]
    planes += [
        first_bits(state.left[seat], SPACES),
        first_bits(state.left[1 - seat], SPACES),
        _sand(state.timer_at - state.t, rules.timer_ms),
        first_bits(state.skip[seat], SPACES),
        first_bits(state.skip[1 - seat], SPACES),
        1 << state.open_space if state.open_space != NONE else 0,
        1 << state.spaces[state.lifted] if _stands(state, state.lifted) else 0,
        first_bits(state.idle, SPACES),
        _EVERYWHERE if state.ending is None and seat == rules.mover(state) else 0,
        0 if seat else _EVERYWHERE,
    ]
    return pack_planes(planes, SPACES)


def _sand(left_ms: int, full_ms: int) -> int:
    """The sand of a glass as a count of the parts that have begun."""
    return first_bits(max(0, -(-left_ms * SPACES // full_ms)), SPACES)


def _stands(state: State, glass: int) -> bool:
    """Whether there is that *glass*, and it stands on a space."""
    return glass != NONE and state.spaces[glass] >= 0
