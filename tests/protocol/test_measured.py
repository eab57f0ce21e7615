"""The numbers of bots, as games write them in a line each."""

from __future__ import annotations

from gipf_meta import levels_of, strengths_of
from gipf_meta.bots.levels import BOTS, LEVELS


def test_each_level_but_the_strongest_says_how_it_plays() -> None:
    levels = levels_of((1, 0.4), (2, 0.3), (3, 0.2), (4, 0.1))
    assert [*levels] == [*LEVELS][:-1]
    assert [*levels.values()] == [(1, 0.4), (2, 0.3), (3, 0.2), (4, 0.1)]


def test_each_bot_has_a_strength_but_the_one_that_plays_at_random() -> None:
    strengths = strengths_of(greedy=1, easy=2, medium=3, hard=4, expert=5)
    assert {*strengths} == {*BOTS} - {"random"}
    assert [strengths[level] for level in LEVELS] == [0, 2, 3, 4, 5]
