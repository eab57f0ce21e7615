"""What a position is worth: rings, room to move, and sand (docs/reference/tamsk.md §3, §5)."""

from __future__ import annotations

from typing import Final

from gipf_meta_tamsk.board import NEIGHBOURS, occupied
from gipf_meta_tamsk.rules import Rules
from gipf_meta_tamsk.state import GLASSES, NONE, State

RING: Final = 0.025
ROOM: Final = 0.006
LIVING: Final = 0.05
#: share of its sand below which a running glass is in danger
SHORT: Final = 0.1
CHALLENGED: Final = 0.01
TURN_TO_LOSE: Final = 0.06


def evaluate(rules: Rules, state: State, seat: int) -> float:
    """From -1 (lost) to 1 (won) for *seat*."""
    ending = state.ending
    if ending is not None:
        if ending.winner == NONE:
            return 0.0
        return 1.0 if ending.winner == seat else -1.0
    other = 1 - seat
    worth = RING * (state.left[other] - state.left[seat])
    worth += _standing(rules, state, seat) - _standing(rules, state, other)
    worth += TURN_TO_LOSE * (state.skip[other] - state.skip[seat])
    if state.target != NONE:
        worth += CHALLENGED if state.target == other else -CHALLENGED
    if state.open_owner != NONE:
        worth += RING / 2 if state.open_owner == other else -RING / 2
    return max(-0.95, min(0.95, worth))


def _standing(rules: Rules, state: State, seat: int) -> float:
    """What the glasses of *seat* are worth: where they can go, and how long they still run."""
    barred = occupied(state.spaces) | state.full
    worth = 0.0
    for glass in GLASSES[seat]:
        space = state.spaces[glass]
        if state.dead >> glass & 1 or space == NONE:
            continue
        worth += ROOM * (NEIGHBOURS[space] & ~barred).bit_count()
        if rules.level == 1 or state.empty_at[glass] == NONE:
            worth += LIVING
            continue
        share = (state.empty_at[glass] - state.t) / rules.sand_ms
        worth += LIVING * min(1.0, share / SHORT)
    return worth
