"""The puzzle of the day."""

from __future__ import annotations

import random
from itertools import pairwise

from gipf_meta.practice.daily import SPAN, daily_puzzle

IDS = [f"game-{n}" for n in range(100)]


def test_everybody_has_the_same_one() -> None:
    shuffled = random.Random(1).sample(IDS, len(IDS))
    assert [daily_puzzle(day, shuffled) for day in range(90)] == [
        daily_puzzle(day, IDS) for day in range(90)
    ]
    assert [daily_puzzle(day, ("a", "b", "c")) for day in (20_788, 20_789, 20_790)] == [
        "a",
        "b",
        "c",
    ]


def test_nothing_comes_twice_within_a_span() -> None:
    for first in range(0, 4 * SPAN, SPAN):
        days = [daily_puzzle(day, IDS) for day in range(first, first + SPAN)]
        assert len({*days}) == SPAN


def test_hardly_anything_comes_twice_within_weeks_where_one_span_follows_another() -> None:
    days = [daily_puzzle(day, IDS) for day in range(20_000, 20_000 + 6 * SPAN)]
    last, apart = dict[str | None, int](), list[int]()
    for n, each in enumerate(days):
        if each in last:
            apart.append(n - last[each])
        last[each] = n
    assert min(apart) > 7
    assert sum(gap < SPAN for gap in apart) < len(days) / 30


def test_a_new_puzzle_changes_few_days() -> None:
    days = range(SPAN * 8)
    before = [daily_puzzle(day, IDS) for day in days]
    after = [daily_puzzle(day, [*IDS, "new-1"]) for day in days]
    changed = sum(one != other for one, other in zip(before, after, strict=True))
    assert 0 < changed < len(days) / 25


def test_days_long_ago_and_far_ahead_have_one_too() -> None:
    assert all(daily_puzzle(day, IDS) in IDS for day in (-1, -40_000, 0, 1 << 53))


def test_each_game_comes_as_often_as_it_has_puzzles() -> None:
    both = [*(f"one-{n}" for n in range(30)), *(f"other-{n}" for n in range(60))]
    days = [daily_puzzle(day, both) or "" for day in range(SPAN * 5)]
    assert 0.6 < sum(each.startswith("other") for each in days) / len(days) < 0.73


def test_few_puzzles_take_turns() -> None:
    assert daily_puzzle(7, []) is None
    assert daily_puzzle(7, ["only"]) == "only"
    days = [daily_puzzle(day, ["a", "b"]) for day in range(SPAN)]
    assert all(one != other for one, other in pairwise(days))
