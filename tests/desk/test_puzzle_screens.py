"""The screens of puzzles, what a puzzle was worth, and the puzzle of the day at home."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from gipf_meta.desk.own_practice import note_try, now_ms, practice_of
from gipf_meta.desk.puzzle_book import PuzzleBook
from gipf_meta.desk.puzzle_screens import next_address
from gipf_meta.library.settings import Settings
from gipf_meta.match.lesson_progress import begin_at, find_lesson
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.practice.entries import Missed, Tried
from gipf_meta.practice.keeping import MemoryKeeper
from gipf_meta.protocol.puzzles import Puzzle, Puzzling
from tests.desk.conftest import Page, buttons, new_page, parts, texts_of
from tests.puzzles_of_zertz import give_puzzles

pytestmark = pytest.mark.needs("zertz")
DAY = 86_400


def at(page: Page, day: int, hour: int = 12) -> None:
    """Sets the time of the desk of *page*: an *hour* of a *day* in UTC, counted from 1970."""
    days = f"2026-01-{day:02}" if day else "2025-12-31"
    page.context.now = lambda: f"{days} {hour:02}:00:00+00:00"


@pytest.fixture
def puzzles(monkeypatch: pytest.MonkeyPatch) -> Sequence[Puzzle]:
    """The puzzles of ZÈRTZ."""
    return give_puzzles(monkeypatch, installed_plugins())


@pytest.fixture
def solver(puzzles: Sequence[Puzzle]) -> Page:
    """A page of somebody who keeps his practice, on the 5th of January."""
    page = new_page(None, installed_plugins())
    page.context.practice = MemoryKeeper()
    at(page, 5)
    return page


def done(page: Page, number: int, wrong: int = 0, hints: int = 0) -> list[str]:
    """Has the puzzle of that *number* taken to its end; returns the sentences on the screen."""
    about = {"game": "zertz", "lesson": f"puzzle_{number}"}
    tries = {"wrong": str(wrong), "hints": str(hints)}
    answers = page.send(do="submit", screen="puzzles", about={**about, **tries}, values={})
    return [*texts_of(page.screen_of(answers))]


def where(answers: list[dict[str, object]]) -> str:
    """The place to which *answers* lead."""
    (place,) = (answer["go"] for answer in answers if "go" in answer)
    return str(place)


def test_puzzle_of_the_day_is_that_of_the_utc_date(solver: Page) -> None:
    book = PuzzleBook.of(solver.context.installed)
    screen = solver.open("puzzles")
    puzzle = book.of_day(5 * DAY * 1000)
    assert puzzle is not None
    (row,) = (row for part in parts(screen) for row in part.get("rows", ()) if "picture" in row)
    assert row["cells"][0].startswith("Puzzle of the day: ZÈRTZ, Player ")
    daily = solver.press(screen, row["buttons"][0]["text"])
    assert where(daily).startswith("lesson/zertz/puzzle_")


def test_home_has_the_puzzle_of_the_day(solver: Page) -> None:
    home = solver.open("launcher")
    assert any(text.startswith("Puzzle of the day: ZÈRTZ") for text in texts_of(home))
    solver.context.face = "lines"
    home = solver.open("launcher")
    (button,) = (b for b in buttons(home) if b["text"].startswith("Puzzle of the day"))
    assert where(solver.send(**button["do"])).startswith("lesson/zertz/puzzle_")


def test_home_without_puzzles_has_none() -> None:
    page = new_page(None, installed_plugins())
    if not PuzzleBook.of(page.context.installed).puzzles:
        assert not any("uzzle of the day" in text for text in texts_of(page.open("launcher")))


def test_solved_puzzle_is_rated_once(solver: Page) -> None:
    first = " ".join(done(solver, 1))
    assert "Solved." in first
    assert "Your rating: " in first
    rating = practice_of(solver.context).rating
    again = " ".join(done(solver, 1))
    assert "Only the first try of a puzzle counts for your rating." in again
    assert practice_of(solver.context).rating == rating


def test_wrong_tries_and_hints_are_said(solver: Page) -> None:
    assert "Found after 2 wrong tries." in " ".join(done(solver, 1, wrong=2))
    assert "Found with 1 hint." in " ".join(done(solver, 2, hints=1))
    assert practice_of(solver.context).solved == frozenset()


def test_who_begins_anew_after_a_wrong_turn_has_tried(solver: Page) -> None:
    about = {"game": "zertz", "lesson": "puzzle_2", "wrong": "1", "hints": "0", "left": "1"}
    assert not any("screen" in each for each in solver.send(
        do="submit", screen="puzzles", about=about, values={}
    ))  # fmt: skip
    assert practice_of(solver.context).tried == {"zertz-2"}
    assert "Solved. Only the first try" in " ".join(done(solver, 2))


def test_end_of_a_try_that_went_wrong_says_what_it_was_worth(solver: Page) -> None:
    game = solver.context.installed.find("zertz")
    begun = begin_at(find_lesson(game, "puzzle_2"), game, solver.context.installed.find, 0)
    helped = begun.take_hint()
    assert solver.desk.note_lesson_done("me", "zertz", "puzzle_2", helped) == []
    assert "Found with 2 hints. Your rating: " in " ".join(done(solver, 2, hints=2))


def test_more_tries_than_are_counted_do_not_solve_it(solver: Page) -> None:
    assert "Found after 10000 wrong tries." in " ".join(done(solver, 2, wrong=1_000_000))


@pytest.mark.parametrize("tries", [{}, {"wrong": "none", "hints": "0"}, {"wrong": "1"}])
def test_tries_that_are_no_numbers_are_refused(solver: Page, tries: dict[str, str]) -> None:
    about = {"game": "zertz", "lesson": "puzzle_2", **tries}
    (refusal,) = solver.send(do="submit", screen="puzzles", about=about, values={})
    assert "refused" in refusal
    assert not practice_of(solver.context).tried


def test_puzzle_that_is_none_is_not_noted(solver: Page) -> None:
    for lesson in ("own_7", "puzzle_own_2", "puzzle_02", "puzzle_-1", "puzzle_", "puzzle_２"):
        about = {"game": "zertz", "lesson": lesson, "wrong": "0", "hints": "0"}
        solver.send(do="submit", screen="puzzles", about=about, values={})
    assert not practice_of(solver.context).days


def test_mistake_goes_although_the_clock_was_set_back(solver: Page) -> None:
    at(solver, 9)
    missed = Missed(
        at_ms=now_ms(solver.context), number=1, game="zertz", position="x", asked="a1", played="b1"
    )
    solver.context.practice.add(missed)
    at(solver, 5)
    assert note_try(solver.context, "zertz", "own_1", 0, 0)[0] == "Solved."
    assert practice_of(solver.context).mistakes[1].last == "solved"
    solver.send(do="submit", screen="mistakes", about={"number": "1"}, values={"step": "drop"})
    assert not practice_of(solver.context).mistakes


def test_days_in_a_row_are_counted(solver: Page) -> None:
    done(solver, 1)
    at(solver, 6)
    assert "2 days in a row." in " ".join(done(solver, 2))
    assert "You have solved a puzzle on 2 days in a row." in [*texts_of(solver.open("puzzles"))]
    week = next(part for part in parts(solver.open("puzzles")) if part["part"] == "picture")
    assert week["name"] == "Solved in the last seven days, today last: 0, 0, 0, 0, 0, 1, 1."
    solver.context.face = "terminal"
    shown = next(text for text in texts_of(solver.open("puzzles")) if "⬢" in text)
    assert shown.startswith("⬡ ⬡ ⬡ ⬡ ⬡ ⬢ ⬢ ")


def test_next_one_is_unsolved_and_of_the_theme(solver: Page) -> None:
    about = {"next": "1", "game": "zertz", "theme": "row"}
    done(solver, 2)
    assert where(solver.send(do="open", screen="puzzles", about=about)).endswith("puzzle_3")
    assert where(solver.send(do="submit", screen="puzzles", about=about, values={})).endswith("3")
    done(solver, 3)
    why = solver.why(solver.send(do="open", screen="puzzles", about=about))
    assert why == "You have solved all of them."


def test_next_one_is_not_the_same_again(solver: Page) -> None:
    for _time in range(4):
        answers = solver.send(
            do="submit", screen="puzzles", about={"next": "1", "but": "zertz-1"}, values={}
        )
        assert not where(answers).endswith("puzzle_1")


def test_after_a_puzzle_there_is_a_choice(solver: Page) -> None:
    done(solver, 3)
    screen = solver.open("puzzle_end", game="zertz", lesson="puzzle_3")
    words = [button["text"] for button in buttons(screen)]
    assert words == ["Next puzzle", "Another of this theme", "Analyse", "Once more", "All puzzles"]
    assert "Solved." in " ".join(texts_of(screen))
    assert where(solver.press(screen, "Another of this theme")).endswith("puzzle_2")
    room = where(solver.press(screen, "Analyse"))
    assert room.startswith("room/")


def test_themes_list_five(solver: Page) -> None:
    game = solver.open("puzzles", game="zertz")
    assert [row["cells"][0] for part in parts(game) for row in part.get("rows", ())] == [
        "Opening",
        "Rows",
    ]
    theme = solver.open("puzzles", game="zertz", theme="open")
    (rows,) = (part["rows"] for part in parts(theme) if part["part"] == "rows")
    assert [row["cells"][2] for row in rows] == ["rating 1400", "rating 1500"]
    assert "ZÈRTZ has no puzzles about 'none'." in solver.why(
        solver.send(do="open", screen="puzzles", about={"game": "zertz", "theme": "none"})
    )


def test_game_without_puzzles_says_so(solver: Page) -> None:
    for game in solver.context.installed.games:
        if game not in PuzzleBook.of(solver.context.installed).games:
            assert any("has no puzzles." in t for t in texts_of(solver.open("puzzles", game=game)))
            return


def test_mistakes_that_are_due_come_first(solver: Page) -> None:
    keeper = solver.context.practice
    at_ms = 1_767_528_000_000  # 2026-01-04 12:00
    keeper.add(
        Missed(at_ms=at_ms, number=3, game="zertz", position="x", asked="Wd4,a1", played="Wd4,b1")
    )
    screen = solver.open("puzzles")
    texts = [*texts_of(screen)]
    assert texts.index("Mistakes of your own") < texts.index("By game")
    assert "You missed this yesterday" in texts
    assert where(solver.press(screen, "Try again")) == "lesson/zertz/own_3"
    home = " ".join(texts_of(solver.open("launcher")))
    assert "1 mistake of your own comes back today" in home
    keeper.add(Tried(at_ms=at_ms + DAY * 1000, puzzle="own-3"))
    assert "mistake of your own" not in " ".join(texts_of(solver.open("launcher")))
    told = " ".join(texts_of(solver.open("puzzle_end", game="zertz", lesson="own_3")))
    assert "It comes back in " in told or "It comes back tomorrow." in told


def test_mistakes_are_listed_before_they_are_due_and_lead_back(solver: Page) -> None:
    listed = solver.screen_of(solver.press(solver.open("puzzles"), "Mistakes of your own"))
    assert any("“Try again”" in text for text in texts_of(listed))
    assert listed["back"]["screen"] == "puzzles"


def test_line_of_a_terminal_leads_on_once_the_puzzle_of_the_day_was_taken(solver: Page) -> None:
    solver.context.face = "terminal"
    (button,) = (b for b in buttons(solver.open("launcher")) if "of the day" in b["text"])
    number = where(solver.send(**button["do"])).removeprefix("lesson/zertz/puzzle_")
    done(solver, int(number))
    (button,) = (b for b in buttons(solver.open("launcher")) if "of the day" in b["text"])
    assert button["do"] == {"do": "open", "screen": "puzzles", "about": {}}


def test_after_a_mistake_comes_the_next_one_that_is_due(solver: Page) -> None:
    for number, position in ((3, "x"), (4, "y")):
        solver.context.practice.add(
            Missed(at_ms=0, number=number, game="zertz", position=position, asked="a", played="b")
        )
    assert next_address(solver.context, "zertz", "", "own_3") == "lesson/zertz/own_4"
    assert next_address(solver.context, "zertz", "", "own_4") == "lesson/zertz/own_3"
    assert next_address(solver.context, "zertz", "", "puzzle_1").startswith("lesson/zertz/puzzle_")


def test_hub_notes_what_was_taken(solver: Page) -> None:
    game = solver.context.installed.find("zertz")
    lesson = find_lesson(game, "puzzle_1")
    progress = begin_at(lesson, game, solver.context.installed.find, 0).play("Wd4,a1")
    told = solver.desk.note_lesson_done("ann", "zertz", "puzzle_1", progress)
    assert told[0] == "Solved."
    assert not solver.saved, "settings know no puzzles"
    solver.desk.note_lesson("ann", "zertz", "puzzle_1", 1)
    assert not solver.saved
    assert solver.desk.note_lesson_done("ann", "zertz", "first", progress) == ()
    assert solver.context.settings != Settings()


@pytest.mark.parametrize(
    "wrong",
    [
        lambda puzzle: 7,
        lambda puzzle: replace(puzzle, game="yinsh"),
        lambda puzzle: replace(puzzle, position="rubbish"),
        lambda puzzle: replace(puzzle, position=7),
        lambda puzzle: replace(puzzle, turns=()),
        lambda puzzle: replace(puzzle, themes=(7,)),
        lambda puzzle: replace(puzzle, options=("nothing=1",)),
    ],
)
def test_a_game_with_wrong_puzzles_leaves_the_screens_as_they_are(
    solver: Page, wrong: Callable[[Puzzle], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    games = solver.context.installed.games
    for game in games.values():
        if issubclass(game, Puzzling):
            found: Any = tuple(map(wrong, game.puzzles())) if game.id == "zertz" else ()
            monkeypatch.setattr(game, "puzzles", lambda found=found: found)
    for screen in ("launcher", "puzzles"):
        assert solver.open(screen)


def test_what_is_none_is_refused(solver: Page) -> None:
    for about in (
        {"puzzle": "zertz-99"},
        {"game": "zertz", "lesson": "puzzle_99"},
        {"game": "zertz", "lesson": "first"},
        {"own": "x", "next": "1", "theme": "nothing"},
    ):
        solver.why(solver.send(do="submit", screen="puzzles", about=about, values={}))
