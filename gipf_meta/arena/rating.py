"""How strong, and how sure: Elo and the sequential test on pairs of games. Pure numbers.

The two games of a pair begin alike, so they are not independent and a single game is no unit. A
pair is: it brings 0, 1/2, 1, 3/2 or 2 points, and five counts hold a whole tournament.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

Counts: TypeAlias = Sequence[int]
"""How many pairs brought 0, 1/2, 1, 3/2 and 2 points."""

SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a game of such a pair brought on average."""

Z95: Final = 1.959964
"""Standard errors to either side of the mean that hold 95 %."""

ACCEPTED: Final = math.log(19)
"""The log-likelihood ratio that decides, either way: both errors are 5 %."""

DOUBT: Final = 2
EVEN_VARIANCE: Final = 1 / 8
"""The spread is measured as if *DOUBT* more pairs had been seen, of two even bots that never draw.
Else a few pairs that end alike would claim to know the strength exactly."""


class Elo(NamedTuple):
    """A difference in strength and the ends of its 95 % interval; infinite where nobody can say."""

    elo: float
    low: float
    high: float


def score_at(elo: float) -> float:
    """The share of points expected of a player *elo* stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_at(score: float) -> float:
    """The strength at which *score* is expected: the inverse of ``score_at``."""
    if not 0 < score < 1:
        return math.inf if score > 0 else -math.inf
    return -400 * math.log10(1 / score - 1)


def mean(counts: Counts) -> float:
    """The share of points. There is at least one pair."""
    return sum(score * count for score, count in zip(SCORES, counts, strict=True)) / sum(counts)


def variance(counts: Counts) -> float:
    """How far pairs lie from their mean, squared."""
    middle = mean(counts)
    squares = sum(
        count * (score - middle) ** 2 for score, count in zip(SCORES, counts, strict=True)
    )
    return (squares + DOUBT * EVEN_VARIANCE) / (sum(counts) + DOUBT)


def elo(counts: Counts) -> Elo:
    """The strength that *counts* tell, as the one whose points they are. At least one pair."""
    middle = mean(counts)
    error = Z95 * math.sqrt(variance(counts) / sum(counts))
    return Elo(elo_at(middle), elo_at(middle - error), elo_at(middle + error))


def log_likelihood_ratio(counts: Counts, elo0: float, elo1: float) -> float:
    """How much likelier *elo1* is than *elo0*; the mean of pairs is taken to be normal."""
    pairs = sum(counts)
    if not pairs:
        return 0.0
    score0, score1 = score_at(elo0), score_at(elo1)
    distance = (score1 - score0) * (2 * mean(counts) - score0 - score1)
    return pairs * distance / (2 * variance(counts))
