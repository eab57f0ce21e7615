"""Ratings of puzzles follow from how often levels solve them."""

from __future__ import annotations

from gipf_meta.workshop.puzzles.measuring import RATINGS, LevelResult, measure, rating_of
from tests.small_games.stones import State
from tests.workshop.puzzles.heaps import HEAP


def results(*solved: int) -> list[LevelResult]:
    """The results of the levels, ten tries each."""
    return [LevelResult(level, n, 10) for level, n in zip(RATINGS, solved, strict=True)]


def test_the_harder_a_puzzle_the_higher_its_rating() -> None:
    ladder = [(10, 10, 10, 10, 10), (5, 10, 10, 10, 10), (0, 3, 5, 8, 10), (0, 0, 0, 0, 5)]
    found = [rating_of(results(*each))[0] for each in ladder]
    assert found == sorted(set(found))
    assert abs(found[2] - RATINGS["medium"]) < 100


def test_a_rating_is_surer_where_levels_differ_and_never_unsure_beyond_the_first() -> None:
    assert rating_of(results(0, 3, 5, 8, 10))[1] < rating_of(results(10, 10, 10, 10, 10))[1] < 350
    assert rating_of([]) == (1500, 350)


def test_levels_without_errors_try_once_and_a_trifle_is_solved_by_all() -> None:
    found = measure(HEAP, State(2), ["2"])
    assert [(each.level, each.solved, each.tries) for each in found] == [
        ("beginner", 10, 10),
        ("easy", 10, 10),
        ("medium", 10, 10),
        ("hard", 10, 10),
        ("expert", 1, 1),
    ]
