"""Bounds that hold whenever a match ends, and its sequential test, in simulated matches."""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta.workshop.arena.standings import ACCEPTED, SCORES, elo_at, log_likelihood_ratio
from tuning.bounds import ERROR, bounds, stake_won

MATCHES = 200
PAIRS = 50


def matches(share: float) -> list[list[list[int]]]:
    """The counts of pairs after each pair of matches in which each game is won with *share*."""
    played = []
    for seed in range(MATCHES):
        rng, counts = Random(f"{share}/{seed}"), [0] * 5
        played.append([])
        for _pair in range(PAIRS):
            counts[2 * sum(rng.random() < share for _game in range(2))] += 1
            played[-1].append([*counts])
    return played


def test_a_bet_against_the_true_share_wins_nothing_on_the_average() -> None:
    """Such a bet seldom wins much, however long it goes on (Ville's inequality)."""
    for chances in ([0.25, 0, 0.5, 0, 0.25], [0.1, 0.1, 0.2, 0.2, 0.4]):
        share = sum(score * chance for score, chance in zip(SCORES, chances, strict=True))
        for counts in ([0, 0, 0, 0, 0], [1, 0, 4, 0, 10], [7, 3, 0, 1, 2]):
            after = [[*counts[:last], counts[last] + 1, *counts[last + 1 :]] for last in range(5)]
            mean = sum(stake_won(c, share) * p for c, p in zip(after, chances, strict=True))
            assert mean == pytest.approx(stake_won(counts, share))
    assert stake_won([0, 0, 0, 0, 0], 0.6) == 1


def test_bounds_hold_the_shares_against_which_no_bet_wins() -> None:
    counts = (1, 0, 4, 0, 10)
    low, high = bounds(counts)
    assert low < 0.8 < high
    assert stake_won(counts, low) < 1 / ERROR <= stake_won(counts, low - 0.005)
    assert bounds([0, 0, 0, 0, 0]) == (0, 1)
    assert bounds([0, 0, 0, 0, 12]) == (pytest.approx(0.635, abs=0.01), 1)
    assert bounds([12, 0, 0, 0, 0]) == (0, pytest.approx(0.365, abs=0.01))


@pytest.mark.parametrize(
    ("share", "stronger", "even"), [(0.5, 0, 0.3), (0.6, 0.3, 0), (0.75, 0.95, 0)]
)
def test_a_test_of_50_against_60_percent_errs_seldom(
    share: float, stronger: float, even: float
) -> None:
    """One in twenty is told wrong at most, up to luck; *stronger* and *even* are told so often."""
    found = []
    for each in matches(share):
        ratios = [log_likelihood_ratio(counts, elo_at(0.5), elo_at(0.6)) for counts in each]
        found.append(next((ratio for ratio in ratios if abs(ratio) >= ACCEPTED), 0.0))
    told_stronger = sum(ratio > 0 for ratio in found) / MATCHES
    told_even = sum(ratio < 0 for ratio in found) / MATCHES
    assert told_stronger >= stronger
    assert told_even >= even
    assert (told_stronger if share == 0.5 else told_even) <= 0.08
