"""The best puzzles are chosen, no two alike, themes mixed."""

from __future__ import annotations

from dataclasses import replace

from gipf_meta.protocol.puzzles import Puzzle
from gipf_meta.workshop.puzzles.alike import pieces_of
from gipf_meta.workshop.puzzles.puzzle_choice import MadePuzzle, choose
from tests.workshop.puzzles.heaps import HEAP


def made(stones: int, quality: float, theme: str = "", key: str = "") -> MadePuzzle:
    """A puzzle of a heap of so many *stones*."""
    position = f"{stones} 1"
    puzzle = Puzzle("stones", 0, position, ("1",), (theme,) if theme else ())
    pieces = pieces_of(HEAP, HEAP.from_text(position))
    return MadePuzzle(puzzle, key or position, quality, pieces)


def chosen(given: list[MadePuzzle], most: int, *shipped: Puzzle) -> list[tuple[int, str]]:
    """The numbers and positions of those that are chosen."""
    return [(each.number, each.position) for each in choose(HEAP, shipped, given, most)]


def test_the_better_of_two_that_are_alike_is_chosen() -> None:
    given = [made(3, 0.1), made(5, 0.9), made(8, 0.5)]
    assert chosen(given, 9) == [(1, "5 1"), (2, "8 1")]
    assert chosen(given, 1) == [(1, "5 1")]


def test_nothing_like_one_that_is_there_is_added() -> None:
    there = Puzzle("stones", 4, "7 1", ("3",), options=("stones=29",))
    assert chosen([made(5, 0.9), made(8, 0.5), made(12, 0.1)], 9, there) == [
        (4, "7 1"),
        (5, "12 1"),
    ]


def test_a_game_gives_one_puzzle() -> None:
    assert chosen([made(3, 0.1, key="a"), made(8, 0.5, key="a")], 9) == [(1, "8 1")]


def test_no_theme_is_first_in_more_than_a_quarter() -> None:
    given = [made(3 * n, 1 - n / 100, "row" if n < 7 else f"other_{n % 5}") for n in range(1, 10)]
    puzzles = choose(HEAP, (), given, 9)
    themes = [each.themes[0] for each in puzzles]
    assert 4 * max(map(themes.count, themes)) <= max(12, len(themes))
    assert [each.number for each in puzzles] == [*range(1, len(puzzles) + 1)]
    unknown = [replace(each, puzzle=replace(each.puzzle, themes=())) for each in given]
    assert len(choose(HEAP, (), unknown, 9)) == 9


def test_one_whose_first_theme_is_full_is_left_out() -> None:
    given = [made(3 * n, 1 - n / 100, "row") for n in range(1, 5)]
    both = made(18, 0.5, "row")
    both = replace(both, puzzle=replace(both.puzzle, themes=("row", "race")))
    puzzles = choose(HEAP, (), [*given, both], 9)
    assert [each.themes for each in puzzles] == [("row",)] * 3


def test_answers_of_both_kinds_come_as_often() -> None:
    given = [made(3 * n, 1 - n / 100, f"theme_{n}") for n in range(1, 8)]
    answers = [
        replace(each, is_answer=True, puzzle=replace(each.puzzle, turns=(turn,)))
        for each, turn in zip(given, ["no", "no", "no", "yes", "no", "yes"], strict=False)
    ]
    puzzles = choose(HEAP, (), [*answers, given[6]], 9)
    assert [each.turns for each in puzzles] == [("no",), ("yes",), ("1",)]
    assert choose(HEAP, (), answers[:3], 9) == []
