"""Elo and the sequential test on pairs of games. Pure numbers.

The two games of a pair begin alike, so they are not independent; the pair is the unit. It brings 0,
1/2, 1, 3/2 or 2 points, and five counts hold a whole tournament.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

Counts: TypeAlias = Sequence[int]
"""How many pairs brought 0, 1/2, 1, 3/2 and 2 points."""

SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The mean points of a game in such a pair."""

Z95: Final = 1.959964
"""Standard errors to either side of the mean that hold 95 %."""

ACCEPTED: Final = math.log(19)
"""The log-likelihood ratio that decides, either way: both errors are 5 %."""

DOUBT: Final = 2
EVEN_VARIANCE: Final = 1 / 8
"""The variance is measured as if there were ``DOUBT`` more pairs, of two even bots that never draw.
Else a few pairs that end alike would give an exact strength."""


class Elo(NamedTuple):
    """A difference in strength, and the ends of its 95 % interval; they can be infinite."""

    elo: float
    low: float
    high: float


def score_at(elo: float) -> float:
    """The expected share of points of a player who is *elo* stronger, from 0 to 1."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_at(score: float) -> float:
    """The strength that gives the share *score*: the inverse of ``score_at``."""
    if not 0 < score < 1:
        return math.inf if score > 0 else -math.inf
    return -400 * math.log10(1 / score - 1)


def mean(counts: Counts) -> float:
    """The mean share of points, from 0 to 1. *counts* has at least one pair."""
    return sum(score * count for score, count in zip(SCORES, counts, strict=True)) / sum(counts)


def variance(counts: Counts) -> float:
    """The variance of a pair's share of points, with the doubt of ``EVEN_VARIANCE``."""
    middle = mean(counts)
    squares = sum(
        count * (score - middle) ** 2 for score, count in zip(SCORES, counts, strict=True)
    )
    return (squares + DOUBT * EVEN_VARIANCE) / (sum(counts) + DOUBT)


def elo(counts: Counts) -> Elo:
    """The strength of the player whose points *counts* are. *counts* has at least one pair."""
    middle = mean(counts)
    error = Z95 * math.sqrt(variance(counts) / sum(counts))
    return Elo(elo_at(middle), elo_at(middle - error), elo_at(middle + error))


def log_likelihood_ratio(counts: Counts, elo0: float, elo1: float) -> float:
    """The logarithm of how much likelier *elo1* is than *elo0*; assumes normal means of pairs."""
    pairs = sum(counts)
    if not pairs:
        return 0.0
    score0, score1 = score_at(elo0), score_at(elo1)
    distance = (score1 - score0) * (2 * mean(counts) - score0 - score1)
    return pairs * distance / (2 * variance(counts))
