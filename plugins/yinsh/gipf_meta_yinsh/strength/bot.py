# mypyc: compile
"""The evaluation of a position, by the patterns of its lines and the rings that are removed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gipf_meta import exp
from gipf_meta_yinsh.rules import Rules
from gipf_meta_yinsh.state import State
from gipf_meta_yinsh.strength.patterns import features, sure_rings

SURE: Final = 0.95
"""The evaluation where a player is sure to remove the last ring before the other player moves."""


def evaluate(rules: Rules, state: State, seat: int, worths: Sequence[int]) -> float:
    """Evaluates *state* for *seat* by the *worths* of features, from -1 (lost) to 1 (won)."""
    ending = state.ending
    if ending is not None:
        if not ending.winners:
            return 0.0
        return 1.0 if seat in ending.winners else -1.0
    mover = state.seat
    if sure_rings(state, mover) >= rules.goal:
        worth = SURE
    elif sure_rings(state, 1 - mover) >= rules.goal:
        worth = -SURE
    else:
        lead = sum([worths[feature] for feature in features(rules, state, mover)])
        worth = SURE * (1.0 - 2.0 / (1.0 + exp(lead / 1000.0)))
    return worth if seat == mover else -worth
