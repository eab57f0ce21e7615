# mypyc: compile
"""The evaluation of a position from -1 (lost) to 1 (won), from the number that searches use."""

from __future__ import annotations

from typing import Final

from gipf_meta import WON, exp
from gipf_meta_dvonn.rules import Rules
from gipf_meta_dvonn.state import DRAWING, State
from gipf_meta_dvonn.strength.judging import Weights
from gipf_meta_dvonn.strength.search_board import DvonnSearchBoard

SUREST: Final = 0.99
"""The highest evaluation before the end of the game."""
MOST: Final = 20_000
"""The worth, in thousandths of a logit, from which on the evaluation is ``SUREST``."""


def evaluate(rules: Rules, state: State, seat: int, weights: Weights) -> float:
    """Evaluates *state* for *seat* by these *weights*, from -1 (lost) to 1 (won)."""
    if state.phase == DRAWING:
        return 0.0
    worth: int = DvonnSearchBoard(state, weights).worth()
    share = 1.0 if abs(worth) >= WON else _share(abs(worth))
    return share if (worth > 0) == (seat == state.seat) else -share


def _share(worth: int) -> float:
    """Converts thousandths of a logit into a share from 0 to ``SUREST``."""
    if worth > MOST:
        return SUREST
    return min(SUREST, 1.0 - 2.0 / (1.0 + exp(worth / 1000.0)))
