"""Worths that fit examples: logistic regression, one example after the other.

The prediction is the chance to win: the logistic function of the game's own judgement plus the
worths of all features. Each worth goes against its error, by steps that become shorter the more
often its feature was met (AdaGrad), so rare features learn as much as frequent ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from gipf_meta.base.arithmetic import exp, log

PULL: Final = 1e-5
"""The strength with which each example draws the worths of its features towards 0."""
MOST: Final = 0.999
"""The greatest chance below certainty."""


class FittingSample(NamedTuple):
    """An example as numbers: the game's own judgement without worths as a *lead* in logits, the
    *features*, and the chance to win that is to be foretold, from 0 to 1."""

    lead: float
    features: tuple[int, ...]
    chance: float


class Fit(NamedTuple):
    """*worths* in logits, and *scale*, by which the game's own judgement is to be multiplied."""

    worths: list[float]
    scale: float


def lead_of(worth: float) -> float:
    """A judgement from -1 to 1 as a lead in logits."""
    chance = min(MOST, max(1 - MOST, (1 + worth) / 2))
    return log(chance / (1 - chance))


def chance_at(lead: float) -> float:
    """The chance to win with a *lead* in logits, from 0 to 1."""
    return 1 / (1 + exp(-lead)) if lead > 0 else 1 - 1 / (1 + exp(lead))


def foretold(fit: Fit, sample: FittingSample) -> float:
    """The chance to win that *fit* foretells."""
    lead = fit.scale * sample.lead
    for feature in sample.features:
        lead += fit.worths[feature]
    return chance_at(lead)


def loss(fit: Fit, samples: Sequence[FittingSample]) -> float:
    """The distance of *fit* from *samples*: mean cross entropy less that of the chances
    themselves."""
    total = 0.0
    for sample in samples:
        chance = min(MOST, max(1 - MOST, foretold(fit, sample)))
        for right, foreseen in ((sample.chance, chance), (1 - sample.chance, 1 - chance)):
            if right > 0:
                total += right * log(right / foreseen)
    return total / len(samples)


def fit_worths(
    samples: Sequence[FittingSample], begin: Fit, epochs: int, first_step: float, rng: Random
) -> Fit:
    """Goes from *begin* through all *samples*, *epochs* times, in an order that *rng* draws.

    The *first_step* is in logits; steps become shorter towards the end.
    """
    worths, scale = [*begin.worths], begin.scale
    squares = [1e-4] * len(worths)
    scale_squares = 1.0
    order = list(range(len(samples)))
    for epoch in range(epochs):
        rng.shuffle(order)
        step = first_step * (epochs - epoch) / epochs
        for at in order:
            lead_alone, features, chance = samples[at]
            lead = scale * lead_alone
            for feature in features:
                lead += worths[feature]
            error = (1 / (1 + exp(-lead)) if lead > -40 else 0.0) - chance
            square = error * error
            for feature in features:
                squares[feature] += square
                worths[feature] -= step * (error + PULL * worths[feature]) / sqrt(squares[feature])
            gradient = error * lead_alone
            scale_squares += gradient * gradient
            scale -= step * gradient / sqrt(scale_squares)
    return Fit(worths, scale)
