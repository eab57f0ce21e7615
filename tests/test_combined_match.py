"""Duels are seen in the combined game, at all levels."""

from __future__ import annotations

from itertools import islice

import pytest

from gipf_meta.plugins.loading import load_plugins
from tests.combined_match import GAME, pair
from tests.tiers import slow, soak

MATCHES = 3


@pytest.mark.parametrize(
    ("level", "rival", "seed"),
    [
        *slow(pytest.param("beginner", "easy", 1)),
        *soak(*[pytest.param("beginner", "easy", seed) for seed in range(3, 21, 2)]),
        *soak(
            pytest.param("easy", "medium", 1),
            pytest.param("medium", "hard", 1),
            pytest.param("hard", "easy", 1),
        ),
    ],
)
def test_whoever_plays_three_matches_has_seen_a_duel(level: str, rival: str, seed: int) -> None:
    installed = load_plugins()
    told = (each for n in (seed, seed + 1) for each in pair(installed, GAME, level, rival, n))
    assert any(match.has_duel for match in islice(told, MATCHES))
