"""Ratings by Mark Glickman's system Glicko-2, as his paper "Example of the Glicko-2 system" tells.

Every power and logarithm is the program's own, so a rating is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, pi, sqrt
from typing import Final, TypeAlias

from gipf_meta.base.arithmetic import exp, log
from gipf_meta.protocol.puzzles import FIRST_DEVIATION, FIRST_RATING

FIRST_VOLATILITY: Final = 0.06
"""How much a rating is expected to move in a period, in the inner scale."""
SCALE: Final = 173.7178
"""Points of a rating for one of the inner scale."""
CONSTRAINT: Final = 0.5
"""The constant by which volatilities change, the paper's tau."""
LEAST_CHANCE: Final = 0.000001
"""The smallest score that is expected, however far apart two ratings are."""
CLOSE: Final = 0.000001
"""The distance at which the search for the volatility ends."""

Scored: TypeAlias = tuple[float, float, float]
"""The rating and deviation of an opponent, and the score against him, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The strength *value*, how sure it is, and how steady."""

    value: float = FIRST_RATING
    deviation: float = FIRST_DEVIATION
    volatility: float = FIRST_VOLATILITY


FIRST: Final = Rating()
"""The rating of a person who has tried nothing."""


def rate(rating: Rating, results: Sequence[Scored]) -> Rating:
    """*rating* after one period with those *results*; only less sure after one without any."""
    if not results:
        return rest(rating, 1)
    own, deviation = (rating.value - FIRST_RATING) / SCALE, rating.deviation / SCALE
    measured = [(*_expected(own, each), each[2]) for each in results]
    variance = 1 / fsum(g * g * e * (1 - e) for g, e, _score in measured)
    won = fsum(g * (score - e) for g, e, score in measured)
    volatility = _volatility(deviation, rating.volatility, variance, variance * won)
    before = deviation * deviation + volatility * volatility
    after = 1 / sqrt(1 / before + 1 / variance)
    value = FIRST_RATING + SCALE * (own + after * after * won)
    return Rating(value, SCALE * after, volatility)


def rest(rating: Rating, periods: int) -> Rating:
    """*rating* after *periods* without a result: as high, and less sure, as unsure as a first one
    at most."""
    step = SCALE * rating.volatility
    deviation = sqrt(rating.deviation * rating.deviation + periods * step * step)
    return Rating(rating.value, min(deviation, FIRST_DEVIATION), rating.volatility)


def chance(rating: Rating, opponent: Rating) -> float:
    """The expected score of *rating* against *opponent*, from 0 to 1."""
    both = sqrt(rating.deviation * rating.deviation + opponent.deviation * opponent.deviation)
    own = (rating.value - FIRST_RATING) / SCALE
    return _expected(own, (opponent.value, both, 0.0))[1]


def _expected(own: float, result: Scored) -> tuple[float, float]:
    """How much the opponent of *result* weighs, and the score that is expected against him."""
    other, deviation = (result[0] - FIRST_RATING) / SCALE, result[1] / SCALE
    weight = 1 / sqrt(1 + 3 * deviation * deviation / (pi * pi))
    score = 1 / (1 + exp(-weight * (own - other)))
    return weight, min(max(score, LEAST_CHANCE), 1 - LEAST_CHANCE)


def _volatility(deviation: float, before: float, variance: float, change: float) -> float:
    """The volatility after a period: step 5 of the paper, by the Illinois algorithm."""
    start, spread = log(before * before), deviation * deviation + variance

    def slope(x: float) -> float:
        power, square = exp(x), change * change
        part = power * (square - spread - power) / (2 * (spread + power) * (spread + power))
        return part - (x - start) / (CONSTRAINT * CONSTRAINT)

    low = start
    if change * change > spread:
        high = log(change * change - spread)
    else:
        steps = 1
        while slope(start - steps * CONSTRAINT) < 0:
            steps += 1
        high = start - steps * CONSTRAINT
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
