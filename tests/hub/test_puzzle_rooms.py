"""Puzzles as rooms: hints in steps, wrong turns answered and taken back, and what comes after."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from gipf_meta import Lesson
from gipf_meta.hub.hub import Hub
from gipf_meta.match.lesson_progress import find_lesson
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.rooms.ledger import MemoryLedger
from tests.hub.test_lesson_rooms import Pupil
from tests.puzzles_of_zertz import give_puzzles

pytestmark = pytest.mark.needs("zertz")


class Solver(Pupil):
    """Somebody who takes a puzzle of ZÈRTZ."""

    def __init__(self, lesson: str = "puzzle_3", since: int = 0, hub: Hub | None = None) -> None:
        super().__init__("zertz", lesson, since, hub=hub)
        self.nexts: list[tuple[str, str, str]] = []
        self.hub.lessons.find_next = self._find_next

    def _find_next(self, person: str, game: str, theme: str, but: str) -> str:
        self.nexts.append((game, theme, but))
        return f"lesson/{game}/puzzle_{2 if theme else 1}"

    @property
    def card(self) -> dict[str, Any]:
        """The page that he sees."""
        card: dict[str, Any] = self.scene["lesson"]
        return card

    def solve(self) -> None:
        """Plays the solution of the third puzzle."""
        for text in ("Wd4,a1", "x d3Wd5"):
            assert self.step("play", text=text) == ""


@pytest.fixture(autouse=True)
def _puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    give_puzzles(monkeypatch, installed_plugins())


def test_a_puzzle_gives_its_theme_then_the_place_and_then_the_move() -> None:
    solver = Solver()
    assert solver.card["title"] == "Puzzle 3", "what it is about is a hint"
    assert solver.buttons == ["All puzzles", "Hint 1 of 3"]
    assert solver.card["targets"] == []
    hint = solver.say("hint")[1]["hint"]
    assert hint["sentences"] == [], "the card says it"
    assert solver.card["eye"].endswith(" Player 1 takes a row in 2.")
    assert solver.buttons == ["All puzzles", "Hint 2 of 3"]
    hint = solver.say("hint")[1]["hint"]
    assert hint["places"] == ["d4"] == solver.card["named"]
    assert solver.card["words"].endswith(" It begins here: d4.")
    assert solver.card["eye"].endswith(" It begins here.")
    assert solver.card["targets"] == []
    hint = solver.say("hint")[1]["hint"]
    assert hint["notation"] == "Wd4"
    assert solver.card["targets"]
    assert solver.buttons == ["All puzzles", "Show me"]
    solver.solve()
    assert solver.card["learned"].startswith("Found with 3 hints.\n")


def test_a_wrong_turn_is_answered_and_taken_back_and_shows_nothing() -> None:
    solver = Solver()
    assert solver.step("play", text="Wd4") == ""
    astray, _back, _done = solver.say("play", text="b1", seen=0)
    why = astray["scene"]["set"]["lesson"]["why"]
    assert why.startswith("That is not it. Player 2 answers ")
    assert astray["scene"]["set"]["lesson"]["rests_ms"] > 0
    assert solver.card["why"] == why
    assert solver.card["targets"] == []
    assert solver.buttons == ["Again", "Hint 1 of 3"], "the marble stays where it was right"
    assert solver.step("play", text="a1") == ""
    assert solver.number == 1
    assert solver.step("play", text="x d3Wd5") == ""
    assert solver.card["learned"].startswith("Found after 1 wrong try.\n")


def test_the_first_wrong_turn_or_hint_is_noted_at_once() -> None:
    for helps in (("play", {"text": "b1"}), ("hint", {}), ("show_me", {})):
        solver = Solver()
        assert solver.done == []
        solver.say(helps[0], **helps[1])
        solver.say("hint")
        assert len(solver.done) == 1, "to begin anew does not undo it"


def test_who_has_begun_a_turn_otherwise_is_told_no_more() -> None:
    solver = Solver()
    astray, *_rest = solver.say("play", text="Gd4", seen=0)
    assert astray["scene"]["set"]["lesson"]["why"] == "That is not how it begins."


def test_the_end_says_what_it_was_worth_and_why_and_leads_on() -> None:
    solver = Solver()
    solver.sentences = ("Solved.", "Your rating: 1512 (+12).")
    solver.solve()
    solved, why, solution = solver.card["learned"].split("\n")
    assert solved == "Solved. Your rating: 1512 (+12)."
    assert why.startswith("Player 1 takes a row in 2. Your chances now: ")
    assert [part for part in ("d4", "b1", "d5") if part in solution] == ["d4", "b1", "d5"]
    assert solver.done == [("zertz", "puzzle_3")]
    assert solver.nexts == [("zertz", "row", "puzzle_3"), ("zertz", "", "puzzle_3")]
    every, again, analyse, alike, following = solver.card["buttons"]
    assert every == {"text": "All puzzles", "go": "screen/puzzles"}
    assert alike == {"text": "Another of this theme", "go": "lesson/zertz/puzzle_2"}
    assert following == {"text": "Next puzzle", "go": "lesson/zertz/puzzle_1", "primary": True}
    assert (again["text"], again["do"]) == ("Again", "take_back")
    assert analyse["text"] == "Analyse"
    assert analyse["study"]["game"] == "zertz"
    assert json.loads(analyse["study"].get("options", "{}")) == {}


def test_a_puzzle_that_is_over_begins_anew() -> None:
    solver = Solver()
    solver.say("hint")
    solver.solve()
    assert solver.step("take_back") == ""
    assert solver.number == 0
    assert solver.buttons == ["All puzzles", "Hint 1 of 3"]
    solver.solve()
    assert solver.card["learned"].startswith("Solved.\n")
    assert len(solver.done) == 3, "the hint, and two ends"


def test_who_goes_back_keeps_what_he_has_tried() -> None:
    solver = Solver()
    assert solver.step("play", text="Wd4,a1") == ""
    solver.say("hint")
    assert solver.step("take_back") == ""
    assert solver.number == 0
    solver.solve()
    assert solver.card["learned"].startswith("Found with 1 hint.\n")


def test_a_puzzle_begins_anew_at_whatever_page_one_comes_again() -> None:
    assert Solver("puzzle_3", since=1).number == 0
    assert Solver("puzzle_3", since=9).number == 0


def test_a_puzzle_of_one_turn_numbers_no_pages() -> None:
    assert Solver("puzzle_1").card["of"] == ""
    assert Solver("puzzle_3").card["of"] == "1 of 2"


@pytest.mark.parametrize("lesson", ["puzzle_99", "puzzle_x", "own_1", "own_"])
def test_an_unknown_puzzle_is_refused_in_a_sentence(lesson: str) -> None:
    solver = Solver(lesson)
    assert solver.scene == {}
    number = lesson.partition("_")[2] or lesson
    assert solver.answers[-1]["why"] == f"ZÈRTZ has no puzzle {number}."


def test_a_mistake_of_ones_own_need_not_come_back() -> None:
    hub = Hub(MemoryLedger(), installed_plugins().find, patience_ms=None)
    game = installed_plugins().find("zertz")
    lesson = replace(find_lesson(game, "puzzle_1"), id="own_4", theme="")
    asked: list[tuple[str, str, str]] = []

    def find_own(person: str, game: str, lesson_id: str) -> Lesson:
        asked.append((person, game, lesson_id))
        return lesson

    hub.lessons.find_own = find_own
    solver = Solver("own_4", hub=hub)
    assert asked == [("ann", "zertz", "own_4")]
    assert solver.step("play", text="Wd4,a1") == ""
    buttons = {each["text"]: each.get("go") for each in solver.card["buttons"]}
    assert buttons["Do not show it again"] == 'screen/mistakes/{"number":"4"}'
    assert "Another of this theme" not in buttons
    assert [*buttons][1] == "Do not show it again", "the last is pressed by Enter"


def test_five_puzzles_are_offered_after_a_lesson_that_has_a_theme(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game: Any = installed_plugins().find("zertz")
    lessons = [replace(each, theme="row") for each in game.lessons()]
    monkeypatch.setattr(game, "lessons", classmethod(lambda _kind: lessons))
    pupil = Pupil("zertz", "first")
    while not pupil.done:
        pupil.go_on()
    texts = {each["text"]: each.get("go") for each in pupil.scene["lesson"]["buttons"]}
    assert texts["Five puzzles: Rows"] == 'screen/puzzles/{"game":"zertz","theme":"row"}'
