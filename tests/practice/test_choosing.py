"""The next puzzle for a person."""

from __future__ import annotations

from random import Random

from gipf_meta.practice.choosing import NEAREST, choose_next
from gipf_meta.practice.entries import Tried
from gipf_meta.practice.practice import Practice, RatedPuzzle
from gipf_meta.protocol.puzzles import Puzzle

PUZZLES = [Puzzle("zertz", n, "", ("a",), rating=1000 + 50 * n) for n in range(1, 21)]
RATED = {each.id: RatedPuzzle(each.rating, each.deviation, each.game) for each in PUZZLES}


def after(*tries: tuple[int, int]) -> Practice:
    entries = [
        Tried(at_ms=at_ms, puzzle=f"zertz-{number}", wrong=wrong)
        for at_ms, (number, wrong) in enumerate(tries)
    ]
    return Practice.of(entries, RATED)


def test_it_is_about_as_hard_as_one_is_strong() -> None:
    drawn = {choose_next(PUZZLES, Practice(), Random(seed)) for seed in range(60)}
    assert len(drawn) == NEAREST
    assert all(each is not None and abs(each.rating - 1500) <= 150 for each in drawn)


def test_what_was_tried_comes_after_what_was_not() -> None:
    tried = after(*((n, 1) for n in range(1, 20)))
    assert choose_next(PUZZLES, tried, Random(1)) == PUZZLES[19]
    everything = after(*((n, n % 2) for n in range(1, 21)))
    again = choose_next(PUZZLES, everything, Random(1))
    assert again is not None
    assert again.number % 2 == 1


def test_there_is_none_where_all_are_solved() -> None:
    assert choose_next(PUZZLES, after(*((n, 0) for n in range(1, 21))), Random(1)) is None
    assert choose_next((), Practice(), Random(1)) is None


def test_the_same_seed_draws_the_same() -> None:
    assert choose_next(PUZZLES, Practice(), Random(5)) == choose_next(
        PUZZLES[::-1], Practice(), Random(5)
    )
