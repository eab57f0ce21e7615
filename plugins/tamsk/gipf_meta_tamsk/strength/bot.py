# mypyc: compile
"""The judgement of positions: rings, room to move, and sand (docs/reference/tamsk.md §3, §5).

How ``WEIGHTS`` were found: docs/decisions/0028.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

from gipf_meta import FrozenParts
from gipf_meta_tamsk.board import CAPACITY, NEIGHBOURS, SPACES, occupied
from gipf_meta_tamsk.rules import Rules
from gipf_meta_tamsk.state import NONE, State

SURE: Final = 0.95
"""The worth of the greatest lead before the end."""
PIECE: Final = 13
"""Spaces in one part of the board: the neighbours of every set of them are tabulated."""
LOW: Final = (1 << PIECE) - 1


@dataclass(frozen=True)
class Weights(FrozenParts):
    """The weights of the parts of a lead.

    *ring*: a ring fewer in the holder. *room*: a space that a glass can go to now. *land*: a ring
    that still finds room on a space nearer to one's own glasses than to the other's; *shared*: the
    same on a space as near to both, for the seat on turn. *moving*: a glass that can move.
    *living*: a glass that runs or has not run yet; below *short_ms* of sand it counts less.
    *turn*: to be on turn. *challenged*: the 15-second glass runs against the other. *lost*: a turn
    that the other loses. *late*: how much more rings and land count when all rings are on the
    board than at the start.
    """

    ring: float = 0.025
    room: float = 0.004
    land: float = 0.01
    shared: float = 0.002
    moving: float = 0.03
    living: float = 0.10
    short_ms: float = 8000.0
    turn: float = 0.005
    challenged: float = 0.01
    lost: float = 0.06
    late: float = 1.0


WEIGHTS: Final = Weights()


def _tabulate_neighbours(first: int) -> tuple[int, ...]:
    """The neighbours of every set of the spaces from *first* to *first* + ``PIECE``."""
    found = [0]
    for number in range(1, LOW + 1):
        low = number & -number
        space = first + low.bit_length() - 1
        found.append(found[number ^ low] | (NEIGHBOURS[space] if space < SPACES else 0))
    return tuple(found)


_FIRST: Final = _tabulate_neighbours(0)
_SECOND: Final = _tabulate_neighbours(PIECE)
_THIRD: Final = _tabulate_neighbours(2 * PIECE)


def neighbours_of(mask: int) -> int:
    """All neighbours of a set of spaces."""
    return _FIRST[mask & LOW] | _SECOND[mask >> PIECE & LOW] | _THIRD[mask >> 2 * PIECE]


def evaluate(rules: Rules, state: State, seat: int, weights: Weights = WEIGHTS) -> float:
    """The value of *state* for *seat*, from -1 (lost) to 1 (won)."""
    ending = state.ending
    if ending is not None:
        if ending.winner == NONE:
            return 0.0
        return 1.0 if ending.winner == seat else -1.0
    worth = _worth_to_red(rules, state, weights)
    worth *= SURE / sqrt(1.0 + worth * worth)
    return -worth if seat else worth


def _worth_to_red(rules: Rules, state: State, weights: Weights) -> float:
    """The weighted lead of Red in a position that is not over."""
    spaces = state.spaces
    open_to = ((1 << SPACES) - 1) & ~(occupied(spaces) | state.full)
    red = black = 0
    worth = 0.0
    for glass in range(6):
        space = spaces[glass]
        sign = 1.0 if glass < 3 else -1.0
        if space == NONE:
            worth += sign * (weights.living + weights.moving)
            continue
        if state.dead >> glass & 1:
            continue
        if glass < 3:
            red |= 1 << space
        else:
            black |= 1 << space
        ways = NEIGHBOURS[space] & open_to
        if ways:
            worth += sign * (weights.moving + weights.room * ways.bit_count())
        runs_out = state.empty_at[glass]
        if rules.level > 1 and runs_out != NONE:
            worth += sign * weights.living * min(1.0, (runs_out - state.t) / weights.short_ms)
        else:
            worth += sign * weights.living
    left = state.left
    phase = 1.0 + weights.late * (1.0 - (left[0] + left[1]) / (2.0 * rules.rings))
    worth += phase * weights.ring * (left[1] - left[0])
    worth += phase * _land(state, weights, red, black, open_to)
    worth += weights.lost * (state.skip[1] - state.skip[0])
    sign = -1.0 if state.to_move else 1.0
    worth += sign * weights.turn
    if state.target != NONE:
        worth += weights.challenged if state.target else -weights.challenged
    if state.open_owner != NONE:
        # the other one may still put his ring there instead
        worth += weights.ring / 2 if state.open_owner else -weights.ring / 2
    return worth


def _land(state: State, weights: Weights, red: int, black: int, open_to: int) -> float:
    """The lead of Red by room for rings, on spaces that either side reaches in fewer moves."""
    rings = state.rings
    mine = theirs = both = 0
    free = open_to
    while red or black:
        red = neighbours_of(red) & free
        black = neighbours_of(black) & free
        reached = red | black
        free &= ~reached
        while reached:
            low = reached & -reached
            reached ^= low
            space = low.bit_length() - 1
            holds = CAPACITY[space] - rings[space]
            if not black & low:
                mine += holds
            elif not red & low:
                theirs += holds
            else:
                both += holds
    worth = weights.land * (mine - theirs)
    return worth + (-weights.shared if state.to_move else weights.shared) * both
