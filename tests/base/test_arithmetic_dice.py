"""Dice throw every number alike, and the same numbers for the same seed."""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta.base.arithmetic import Dice


def test_the_same_seed_throws_the_same() -> None:
    def thrown(seed: int) -> list[int]:
        dice = Dice(Random(seed))
        return [dice.below(1000) for _ in range(50)]

    assert thrown(1) == thrown(1)
    assert thrown(1) != thrown(2)


@pytest.mark.parametrize("count", [1, 2, 6, 37])
def test_every_number_is_as_likely_as_the_other(count: int) -> None:
    dice = Dice(Random(3))
    thrown = [dice.below(count) for _ in range(400 * count)]
    assert {*thrown} == {*range(count)}
    assert all(320 < thrown.count(number) < 480 for number in range(count))


def test_pairs_of_throws_do_not_hang_together() -> None:
    dice = Dice(Random(4))
    pairs = [(dice.below(6), dice.below(6)) for _ in range(36 * 400)]
    assert all(300 < pairs.count((a, b)) < 500 for a in range(6) for b in range(6))


def test_the_state_stays_within_a_word() -> None:
    dice = Dice(Random(5))
    for _ in range(2000):
        dice.below(2**30)
        assert 0 < dice._state < 2**63
