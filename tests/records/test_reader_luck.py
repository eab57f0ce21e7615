"""Draws of luck in variations do not count in the main line: the match goes on as it would have
without them."""

from __future__ import annotations

import pytest

from gipf_meta.records.models import PlayedTurn
from gipf_meta.records.reader import read_match, replay
from gipf_meta.records.tree import bare
from tests.records.test_study import INSTALLED, random_study
from tests.tiers import soak


def draws_in(turns: tuple[PlayedTurn, ...]) -> int:
    """The number of draws of luck in a line."""
    return sum(each.by is None for turn in turns for each in turn.decisions)


def has_luck_beside(turns: tuple[PlayedTurn, ...]) -> bool:
    return any(draws_in(line) for turn in turns for line in turn.variations)


@pytest.mark.needs("zatre")
@pytest.mark.parametrize("seed", [0, 1, 2, *soak(*range(3, 60))])
def test_luck_that_is_drawn_in_variations_is_put_back(seed: int) -> None:
    record = random_study("zatre", seed).record
    assert has_luck_beside(record.turns), "another seed"
    alone = record.model_copy(update={"turns": tuple(map(bare, record.turns))})
    for read in (read_match, replay):
        beside, without = read(record, INSTALLED.find), read(alone, INSTALLED.find)
        assert beside.draws == without.draws == draws_in(record.turns)
        assert beside.resolve() == without.resolve()
