"""Patterns of lines, and what they are worth (plugins/gipf/gipf_meta_gipf/strength/patterns.py)."""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta.protocol.capabilities import with_worths
from gipf_meta_gipf.board import BIT_OF, SPOTS
from gipf_meta_gipf.strength.patterns import (
    PATTERNS,
    WORTHS,
    patterns_of_lines,
    worth_of_lines,
    worths_by_place,
)
from tests.gipf.words import game


def boards(count: int) -> list[tuple[int, int]]:
    """Random boards: the pieces of one player and of the other."""
    rng = Random(1)
    found = []
    for _board in range(count):
        sides = [0, 0, 0]
        for bit in BIT_OF.values():
            sides[rng.randrange(3)] |= 1 << bit
        found.append((sides[1], sides[2]))
    return found


def test_the_sum_of_all_lines_is_that_of_their_patterns() -> None:
    rng = Random(2)
    worths = [rng.randrange(-2000, 2000) for _pattern in PATTERNS]
    places = worths_by_place(worths)
    for own, other in boards(200):
        assert worth_of_lines(own, other, places) == sum(
            worths[pattern] for pattern in patterns_of_lines(own, other)
        )


def test_there_are_as_many_patterns_as_lines_that_differ() -> None:
    # of 3 to the power of n lines, those that are their own mirror image have no partner
    count = sum((3**n + 3 ** ((n + 1) // 2)) // 2 for n in (4, 5, 6, 7))
    assert len(PATTERNS) == len({*PATTERNS}) == count == 1692
    assert len(WORTHS) == count


def test_a_mirrored_board_has_the_same_patterns() -> None:
    # a1 <-> i1: the columns change places
    columns = sorted({name[0] for name in BIT_OF})
    mirror = dict(zip(columns, reversed(columns), strict=True))
    for own, other in boards(20):
        turned = [
            SPOTS.mask([mirror[n[0]] + n[1:] for n in BIT_OF if side >> BIT_OF[n] & 1])
            for side in (own, other)
        ]
        assert sorted(patterns_of_lines(*turned)) == sorted(patterns_of_lines(own, other))


def test_a_game_judges_by_the_worths_it_is_given() -> None:
    basic = game(variant="basic")
    start = basic.start(2)
    plain = with_worths(basic, [0] * len(PATTERNS))
    better = with_worths(basic, [20] * len(PATTERNS))
    assert better.evaluate(start, 0) > plain.evaluate(start, 0) > 0
    assert better.evaluate(start, 1) == -better.evaluate(start, 0)
    assert with_worths(basic, basic.worths).evaluate(start, 0) == basic.evaluate(start, 0)
    with pytest.raises(ValueError, match="shorter"):
        with_worths(basic, [0]).evaluate(start, 0)
