"""Elo and the sequential test against numbers worked out by hand."""

from __future__ import annotations

import math

import pytest

from gipf_meta.workshop.arena.standings import (
    ACCEPTED,
    Elo,
    elo,
    elo_at,
    log_likelihood_ratio,
    mean,
    score_at,
    variance,
)


@pytest.mark.parametrize(
    ("strength", "score"),
    [(0, 0.5), (400, 10 / 11), (-400, 1 / 11), (400 * math.log10(3), 0.75)],
)
def test_strength_and_expected_score_are_inverse(strength: float, score: float) -> None:
    assert score_at(strength) == pytest.approx(score)
    assert elo_at(score) == pytest.approx(strength)


def test_who_always_wins_is_infinitely_stronger() -> None:
    assert elo_at(1.0) == math.inf
    assert elo_at(0.0) == -math.inf


def test_mean_and_variance_of_pairs() -> None:
    # 10 pairs: 1 of 0 points, 2 of 1/2, 3 of 1, 2 of 3/2, 2 of 2
    counts = (1, 2, 3, 2, 2)
    # (0*1 + 0.25*2 + 0.5*3 + 0.75*2 + 1*2) / 10
    assert mean(counts) == pytest.approx(0.55)
    # squares: 0.3025 + 2*0.09 + 3*0.0025 + 2*0.04 + 2*0.2025 = 0.975; with 2/8 of doubt, over 12
    assert variance(counts) == pytest.approx((0.975 + 0.25) / 12)


def test_error_bars_are_those_of_the_mean_of_pairs() -> None:
    # 400 pairs, mean 1/2: squares 100*0.25*2 = 50, variance 50.25 / 402 = 1/8, error 0.0176777
    found = elo((100, 0, 200, 0, 100))
    high = 0.5 + 1.959964 * math.sqrt(0.125 / 400)
    assert found.elo == pytest.approx(0)
    assert found.high == pytest.approx(-400 * math.log10(1 / high - 1))
    assert found.high == pytest.approx(24.1, abs=0.05)
    assert found.low == pytest.approx(-found.high)


def test_pairs_that_cancel_out_tell_more_than_as_many_single_games() -> None:
    """Each opening decides both games of its pair: 1 point a pair, though single games differ."""
    decided_by_the_opening = elo((0, 0, 400, 0, 0))
    decided_by_the_bots = elo((200, 0, 0, 0, 200))
    assert decided_by_the_opening.high < decided_by_the_bots.high / 10


def test_a_single_pair_knows_next_to_nothing() -> None:
    # variance (0 + 0.25) / 3, error 1.96 * 0.2887 = 0.566
    assert elo((0, 0, 1, 0, 0)) == Elo(0, -math.inf, math.inf)
    assert elo((0, 0, 0, 0, 1)).low < 0


def test_the_ratio_of_the_sequential_test() -> None:
    # score0 = 1/2, score1 = 3/4; mean 0.75, variance (4*0.0625 + 0.25) / 6 = 1/12
    ratio = log_likelihood_ratio((0, 0, 2, 0, 2), 0, 400 * math.log10(3))
    # 4 * (1/4) * (3/2 - 5/4) / (2/12)
    assert ratio == pytest.approx(1.5)
    assert log_likelihood_ratio((2, 0, 2, 0, 0), 0, 400 * math.log10(3)) == pytest.approx(-4.5)
    assert log_likelihood_ratio((0, 0, 0, 0, 0), 0, 10) == 0


def test_five_per_cent_of_error_either_way_decide() -> None:
    assert pytest.approx(math.log(0.95 / 0.05)) == ACCEPTED
