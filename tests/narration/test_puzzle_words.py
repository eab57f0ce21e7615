"""The words on puzzles: what is answered to a wrong turn, and why the solution is the best."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta import Lesson, Page
from gipf_meta.match.lesson_progress import Astray, LessonProgress, begin
from gipf_meta.narration import puzzle_words
from gipf_meta.narration.puzzle_words import (
    after_wrong_turn,
    solution_in_words,
    why_it_solves,
    words_of_solving,
)
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import AnyGame
from gipf_meta.search.analysis import Analysis, analyse
from gipf_meta.search.budget import Budget
from tests.testing.broken.sound import Nim

INSTALLED = load_plugins()


@pytest.fixture(autouse=True)
def _all_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets searches look at all their positions: other tests make do with few."""
    monkeypatch.setattr(puzzle_words, "FEWEST", puzzle_words.POSITIONS)


def taking(
    position: str, *turns: str, hints: tuple[str, ...] = ("Look.",), id: str = "puzzle_1"
) -> LessonProgress:
    """A puzzle of Nim, with the *turns* of both sides."""
    pages = tuple(
        Page(
            "Find it.", (turn,), turns[n + 1 : n + 2], position if n == 0 else "",
            find=True, hints=hints,
        )
        for n, turn in enumerate(turns)
        if n % 2 == 0
    )  # fmt: skip
    return begin(Lesson(id, "One", "", pages), Nim, INSTALLED.find)


def answer(progress: LessonProgress, turn: str) -> str:
    """The words on a wrong *turn*."""
    with pytest.raises(Astray) as caught:
        progress.play(turn)
    return after_wrong_turn(progress, caught.value).why


def test_a_wrong_turn_is_answered_with_the_best_reply_and_what_it_costs() -> None:
    # piles of 3 and 2: 1 from a makes them alike, and wins; 3 from a leaves 2 to be taken
    said = answer(taking("3 2 L . .", "a-1"), "a-3")
    assert said == (
        "That is not it. Right answers b-2; your chances fall from 100\N{NO-BREAK SPACE}% to"
        " 0\N{NO-BREAK SPACE}%."
    )


def test_what_gives_nothing_away_is_said_to_be_worse_without_numbers() -> None:
    said = answer(taking("3 3 L . .", "a-1"), "b-1")
    assert said.startswith("That is not it. Right answers a-1; another turn is better for you.")


def test_a_turn_that_seems_as_good_as_that_of_the_review_is_not_counted() -> None:
    mistake = taking("3 3 L . .", "a-1", id="own_1")
    with pytest.raises(Astray) as caught:
        mistake.play("b-1")
    after = after_wrong_turn(mistake, caught.value)
    assert after.why == "That seems as good. The review has found another turn: look for it."
    assert (after.wrong, after.was_helped) == (0, False)
    lost = taking("3 2 L . .", "a-1", id="own_1")
    with pytest.raises(Astray) as caught:
        lost.play("a-3")
    assert after_wrong_turn(lost, caught.value).wrong == 1


def test_half_a_turn_is_not_answered() -> None:
    assert answer(taking("3 2 L . .", "a-1"), "b") == "That is not how it begins."


def test_a_page_without_hints_says_its_own_words_alone() -> None:
    progress = taking("3 2 L . .", "a-1", hints=())
    assert answer(progress, "a-3").startswith("The rules allow that, but")


def test_a_game_that_is_over_by_a_wrong_turn_has_no_answer() -> None:
    assert answer(taking("2 0 L . .", "a-1"), "a-2") == "That is not it."  # it wins, too


def test_the_end_says_how_it_was_solved_and_why_and_what_was_played() -> None:
    over = taking("3 2 L . .", "a-1", "b-1", "a-1").play("a-1").play("a-1")
    assert words_of_solving(over) == "Solved."
    assert why_it_solves(over).replace("\N{NO-BREAK SPACE}", " ") == (
        "Your chances now: 100 %; after b-1, the next best turn, 0 %."
    )
    assert len([*solution_in_words(over)]) == 3


def test_help_and_wrong_tries_are_told() -> None:
    progress = taking("3 2 L . .", "a-1")
    assert words_of_solving(progress.take_hint().play("a-1")) == "Found with 1 hint."
    with pytest.raises(Astray) as caught:
        progress.play("a-3")
    again = caught.value.progress
    assert words_of_solving(again.play("a-1")) == "Found after 1 wrong try."
    with pytest.raises(Astray) as caught:
        again.take_hint().play("a-3")
    assert words_of_solving(caught.value.progress.play("a-1")) == "Found after 2 wrong tries."


def test_a_single_turn_is_told_how_it_goes_on() -> None:
    over = taking("3 2 L . .", "a-1").play("a-1")
    assert why_it_solves(over).endswith(" It may go on b-1 a-1.")


def test_chances_that_are_not_good_are_left_unsaid() -> None:
    assert why_it_solves(taking("3 3 L . .", "a-1").play("a-1")) == ""


def test_slow_games_are_searched_less_so_that_a_host_does_not_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked = list[int | None]()

    def note(game: AnyGame, state: Any, seats: int, budget: Budget, *about: Any) -> Analysis:
        looked.append(budget.nodes)
        return analyse(game, state, seats, budget, *about)

    monkeypatch.setattr(puzzle_words, "analyse", note)
    monkeypatch.setattr(puzzle_words, "FEWEST", 30)
    for share in (1, Nim.positions_a_second // 50 or 1, 1_000_000):
        monkeypatch.setattr(puzzle_words, "SHARE", share)
        answer(taking("3 2 L . .", "a-1"), "a-3")
    assert {*looked} == {250, 50, 30}
