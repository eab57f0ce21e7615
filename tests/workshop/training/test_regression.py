"""Worths that fit examples (gipf_meta/workshop/training/regression.py)."""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta.workshop.training.regression import (
    Fit,
    FittingSample,
    chance_at,
    fit_worths,
    foretold,
    lead_of,
    loss,
)

TRUE = (0.8, -0.5, 0.0, 1.2)
"""The worths of the features of the samples, in logits."""


def samples(seed: int, count: int) -> list[FittingSample]:
    """Samples whose chances follow from twice the judgement and from ``TRUE``."""
    rng = Random(seed)
    found = []
    for _sample in range(count):
        lead = rng.uniform(-1, 1)
        features = tuple(rng.choices(range(4), k=3))
        chance = chance_at(2 * lead + sum(TRUE[feature] for feature in features))
        found.append(FittingSample(lead, features, chance))
    return found


def test_what_features_are_worth_is_found_again() -> None:
    begin = Fit([0.0] * 4, 1.0)
    fit = fit_worths(samples(1, 3000), begin, 10, 0.1, Random(1))
    assert fit.scale == pytest.approx(2, abs=0.1)
    assert fit.worths == pytest.approx(TRUE, abs=0.1)
    unseen = samples(2, 300)
    assert loss(fit, unseen) < 0.001 < loss(begin, unseen)


def test_the_same_seed_finds_the_same_worths() -> None:
    begin = Fit([0.0] * 4, 1.0)
    assert fit_worths(samples(1, 50), begin, 2, 0.1, Random(3)) == fit_worths(
        samples(1, 50), begin, 2, 0.1, Random(3)
    )


def test_what_is_never_met_stays_as_it_is() -> None:
    met = [FittingSample(0.0, (0,), 1.0)] * 9
    assert fit_worths(met, Fit([0.0, 0.7], 1.0), 1, 0.1, Random(1)).worths[1] == 0.7


@pytest.mark.parametrize("worth", [-1.0, -0.4, 0.0, 0.9, 1.0])
def test_a_judgement_is_a_lead_and_a_chance(worth: float) -> None:
    assert chance_at(lead_of(worth)) == pytest.approx((1 + worth) / 2, abs=0.0011)


def test_the_loss_of_what_is_foretold_exactly_is_0() -> None:
    fit = Fit([0.3], 1.0)
    sample = FittingSample(0.5, (0,), 0.0)
    exact = sample._replace(chance=foretold(fit, sample))
    assert loss(fit, [exact]) == pytest.approx(0, abs=1e-9)
    assert loss(fit, [sample]) > 0.5
