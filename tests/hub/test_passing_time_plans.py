"""A plan plays what a person plays who does the same by hand: the same events."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hub.plans_by_hand import Beside
from tests.hub.test_hub import opening
from tests.tiers import thinned

CHALLENGES = {
    "variant": "basic", "tamsk_potentials": 3, "zertz_potentials": 4, "challenges_enabled": "on",
}  # fmt: skip
GAMES: dict[str, dict[str, Any]] = {
    "gipf": {"options": CHALLENGES},
    "zertz": {},
    "tamsk": {"options": {"level": 3}},
    "wager": {"options": {"duel": "wager"}},
}
TREES = 4
"""The trees of a case."""
MOST_MATCHES = 20
"""The most matches in which they must be made."""
CASES = [pytest.param(game, seed) for seed in range(65) for game in GAMES]
"""More than a thousand trees."""


@pytest.mark.needs("gipf", "tamsk", "zertz")
@pytest.mark.parametrize(("game", "seed"), thinned(CASES, 15))
@pytest.mark.sample(6)
def test_what_is_planned_is_played_as_by_hand(game: str, seed: int) -> None:
    trees = answers = 0
    for match in range(MOST_MATCHES):
        both = Beside(opening(game, "human", "human", **GAMES[game]), 1000 * seed + match)
        both.play(30)
        trees, answers = trees + both.trees, answers + both.answers
        if trees >= TREES:
            break
    assert trees >= TREES
    assert answers or game == "tamsk"
