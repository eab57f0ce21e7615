# mypyc: compile
"""What a position is worth, from -1 (lost) to 1 (won): the judgement of searches, as a share."""

from __future__ import annotations

from typing import Final

from gipf_meta import WON, exp
from gipf_meta_dvonn.rules import Rules
from gipf_meta_dvonn.state import DRAWING, State
from gipf_meta_dvonn.strength.judging import Weights
from gipf_meta_dvonn.strength.search_board import DvonnSearchBoard

SUREST: Final = 0.99
"""The most that a position is worth before the end."""
MOST: Final = 20_000
"""Thousandths of a logit that are as good as any number beyond them."""


def evaluate(rules: Rules, state: State, seat: int, weights: Weights) -> float:
    """What *state* is worth to *seat* by these *weights*."""
    if state.phase == DRAWING:
        return 0.0
    worth: int = DvonnSearchBoard(state, weights).worth()
    share = 1.0 if abs(worth) >= WON else _share(abs(worth))
    return share if (worth > 0) == (seat == state.seat) else -share


def _share(worth: int) -> float:
    """What thousandths of a logit are worth as a share, from 0 to ``SUREST``."""
    if worth > MOST:
        return SUREST
    return min(SUREST, 1.0 - 2.0 / (1.0 + exp(worth / 1000.0)))
