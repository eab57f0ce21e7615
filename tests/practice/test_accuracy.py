"""How accurately one played, in thirds of one's own turns."""

from __future__ import annotations

import pytest

from gipf_meta.practice.accuracy import phases_of


@pytest.mark.parametrize(
    ("losses", "turns", "accuracy"),
    [
        ([], (0, 0, 0), (0.0, 0.0, 0.0)),
        ([100], (1, 0, 0), (0.0, 0.0, 0.0)),
        ([0, 0], (1, 1, 0), (100.0, 100.0, 0.0)),
        ([0, 10, 20], (1, 1, 1), (100.0, 90.0, 80.0)),
        ([0, 10, 20, 30], (2, 1, 1), (190.0, 80.0, 70.0)),
        ([0, -5, 120, 3, 4], (2, 2, 1), (200.0, 97.0, 96.0)),
    ],
)
def test_own_turns_are_counted_by_thirds(
    losses: list[int], turns: tuple[int, ...], accuracy: tuple[float, ...]
) -> None:
    assert phases_of(losses) == (turns, accuracy)
    assert sum(phases_of(losses).turns) == len(losses)
