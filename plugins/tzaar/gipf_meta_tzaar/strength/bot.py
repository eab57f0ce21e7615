# mypyc: compile
"""What a position is worth, from -1 (lost) to 1 (won): the judgement of searches, as a share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gipf_meta import exp
from gipf_meta_tzaar.rules import Rules
from gipf_meta_tzaar.state import OVER, PLACING, State
from gipf_meta_tzaar.strength.search_board import TzaarSearchBoard

SUREST: Final = 0.99
"""The most that a position is worth before the end."""
MOST: Final = 20_000
"""Thousandths of a logit that are as good as any number beyond them."""


def evaluate(rules: Rules, state: State, seat: int, worths: Sequence[int]) -> float:
    """What *state* is worth to *seat*, where patterns are worth *worths*."""
    if state.phase <= PLACING:
        return 0.0
    if state.phase == OVER:
        return -1.0 if seat == state.seat else 1.0
    worth: int = TzaarSearchBoard(rules, state, worths).worth()
    share = _share(abs(worth))
    return share if (worth > 0) == (seat == state.seat) else -share


def _share(worth: int) -> float:
    """What thousandths of a logit are worth as a share, from 0 to ``SUREST``."""
    if worth > MOST:
        return SUREST
    return min(SUREST, 1.0 - 2.0 / (1.0 + exp(worth / 1000.0)))
