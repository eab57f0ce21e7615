"""Ratings, against the example of Glickman's paper, and of people whose strength is known."""

from __future__ import annotations

import random
from math import fsum

import pytest

from gipf_meta.practice.entries import Tried
from gipf_meta.practice.glicko import Rating, chance, rate, rest
from gipf_meta.practice.practice import Practice, RatedPuzzle
from tests.tiers import slow

PAPER = Rating(1500, 200, 0.06)
OPPONENTS = ((1400, 30, 1.0), (1550, 100, 0.0), (1700, 300, 0.0))


def test_the_example_of_the_paper_comes_out() -> None:
    after = rate(PAPER, OPPONENTS)
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_results_makes_less_sure() -> None:
    after = rate(PAPER, ())
    assert after.value == 1500
    assert after.deviation == pytest.approx(200.2714, abs=0.0001)  # step 6 of the paper
    assert rest(PAPER, 10**9).deviation == 350


def test_a_surprise_makes_a_rating_less_steady() -> None:
    steady = Rating(1500, 50, 0.06)
    surprised = rate(steady, [(2500, 50, 1.0)] * 3)
    assert surprised.volatility > steady.volatility
    assert surprised.value > 1500


def test_whoever_wins_is_never_rated_lower() -> None:
    for value in range(0, 4000, 250):
        for opponent in range(0, 4000, 250):
            before = Rating(value, 350, 0.06)
            assert rate(before, [(opponent, 350, 1.0)]).value > value
            assert rate(before, [(opponent, 350, 0.0)]).value < value


def test_nothing_is_too_far_apart() -> None:
    for value in (-20_000, 0, 1_500, 20_000):
        for deviation in (1, 50, 350):
            for score in (0.0, 0.5, 1.0):
                after = rate(Rating(value, deviation, 0.06), [(1_500, 1, score)])
                assert abs(after.value - value) < 4_000
                assert 0 < after.deviation <= 351
                assert 0 < after.volatility < 1


def test_who_solves_a_thousand_easy_ones_does_not_go_off() -> None:
    rating = Rating()
    for _n in range(1_000):
        rating = rate(rating, [(800, 60, 1.0)])
    assert 1_500 < rating.value < 2_500


def test_chances_of_two_make_one() -> None:
    one, other = Rating(1650, 80), Rating(1400, 120)
    assert chance(one, other) + chance(other, one) == pytest.approx(1)
    assert chance(one, other) > 0.5


def settled(strength: float, seed: int, tries: int) -> Rating:
    """The rating of a person of that *strength* after *tries* of puzzles near the own rating."""
    rng = random.Random(seed)
    puzzles = {f"game-{n}": RatedPuzzle(rng.gauss(1500, 250), 60, "game") for n in range(300)}
    entries = list[Tried]()
    practice = Practice()
    for n in range(tries):
        new = sorted(puzzles.keys() - practice.tried)
        near = min(new, key=lambda id: abs(puzzles[id].rating - practice.rating.value))
        is_solved = rng.random() < chance(Rating(strength, 0), Rating(puzzles[near].rating, 0))
        entries.append(Tried(at_ms=n * 60_000, puzzle=near, wrong=0 if is_solved else 1))
        practice = Practice.of(entries, puzzles)
    return practice.rating


@pytest.mark.parametrize("strength", [1500, *slow(900, 1100, 1300, 1800, 2000)])
def test_a_person_settles_within_30_puzzles(strength: int) -> None:
    ratings = [settled(strength, seed, 30) for seed in range(16)]
    assert fsum(abs(each.value - strength) for each in ratings) / len(ratings) < 90
    assert max(each.deviation for each in ratings) < 100
