# mypyc: compile
"""The evaluation of a position from -1 (lost) to 1 (won), from the number that searches use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gipf_meta import exp
from gipf_meta_tzaar.rules import Rules
from gipf_meta_tzaar.state import OVER, PLACING, State
from gipf_meta_tzaar.strength.search_board import TzaarSearchBoard

SUREST: Final = 0.99
"""The highest evaluation before the end of the game."""
MOST: Final = 20_000
"""The worth, in thousandths of a logit, from which on the evaluation is ``SUREST``."""


def evaluate(rules: Rules, state: State, seat: int, worths: Sequence[int]) -> float:
    """Evaluates *state* for *seat* by the *worths* of patterns, from -1 (lost) to 1 (won)."""
    if state.phase <= PLACING:
        return 0.0
    if state.phase == OVER:
        return -1.0 if seat == state.seat else 1.0
    worth: int = TzaarSearchBoard(rules, state, worths).worth()
    share = _share(abs(worth))
    return share if (worth > 0) == (seat == state.seat) else -share


def _share(worth: int) -> float:
    """Converts thousandths of a logit into a share from 0 to ``SUREST``."""
    if worth > MOST:
        return SUREST
    return min(SUREST, 1.0 - 2.0 / (1.0 + exp(worth / 1000.0)))
