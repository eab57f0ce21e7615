"""The list of a game's lessons, and how many of them are done."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from gipf_meta.base.texts import catalogue_of, spoken
from gipf_meta.duels.die import Die
from gipf_meta.library.settings import Settings, read_settings
from gipf_meta.match.lesson_progress import LessonsFailed, begin, find_lesson, lessons_of
from gipf_meta.plugins.loading import Installed, installed_plugins
from gipf_meta.protocol.capabilities import Lesson
from gipf_meta.protocol.game import AnyGame, Turn
from gipf_meta.protocol.option_words import all_words
from tests.desk.conftest import Page, buttons, new_page, parts


def rows(screen: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of the lists of a screen."""
    return [row for part in parts(screen) for row in part.get("rows", [])]


def of_game(screen: dict[str, Any], game: str) -> list[str]:
    """The buttons that lead to the lessons of *game*."""
    wanted = {"do": "open", "screen": "lessons", "about": {"game": game}}
    return [button["text"] for button in buttons(screen) if button["do"] == wanted]


@pytest.mark.needs("zertz")
def test_a_terminal_shows_the_lessons_of_each_game_that_has_some(page: Page) -> None:
    page.context.face = "terminal"
    launcher = page.open("launcher")
    assert of_game(launcher, "zertz") == ["Lessons"]
    assert of_game(launcher, "die") == []
    assert of_game(page.open("rules", game="zertz"), "zertz") == ["Lessons"]


def share_drawn(row: dict[str, Any]) -> float:
    """How far the picture of *row* shows that a lesson was taken; 0 if it shows nothing."""
    found = re.search(r'data-share="([0-9.]+)"', row["picture"]["markup"])
    return float(found[1]) if found else 0


@pytest.mark.needs("gipf", "tamsk", "zertz")
def test_each_lesson_has_a_row_and_the_first_that_is_not_done_is_meant() -> None:
    installed = installed_plugins()
    every = lessons_of(installed.find("gipf"))
    done = Settings(lessons_done=[f"gipf/{every[0].id}"])
    page = new_page(None, installed, done)
    screen = page.open("lessons", game="gipf")
    shown = rows(screen)
    assert [row["cells"][1] for row in shown] == [lesson.summary for lesson in every]
    assert [row["cells"][0] for row in shown][:2] == [every[0].title, every[1].title]
    assert [row["cells"][2] for row in shown][:2] == ["Done", f"{len(every[1].pages)} pages"]
    assert [share_drawn(row) for row in shown][:2] == [1, 0]
    assert all(row["picture"]["markup"] for row in shown)
    assert [row["buttons"][0]["text"] for row in shown][:2] == ["Take it again", "Begin"]
    assert [row["buttons"][0].get("primary", False) for row in shown].index(True) == 1
    said = f"Lessons (1 of {len(every)} done)"
    assert set(of_game(page.open("launcher"), "gipf")) == {said}


def test_what_is_read_of_a_game_names_options_by_words_and_not_by_ids() -> None:
    """Lessons, ways to play and the notes of options speak of what stands in the form."""
    for name, game in installed_plugins().games.items():
        told = [page.words for lesson in lessons_of(game) for page in lesson.pages]
        told += [text for each in game.presets for text in (each.title, each.words)]
        told += [str(field.description) for field in game.model_fields.values()]
        by_id = re.compile(r"\b[a-z]+_[a-z_]+\b|\w=[a-z0-9]")
        assert [text for text in told if by_id.search(text) and "NAME=" not in text] == [], name


QUOTED = re.compile(r'"([^"]+)"|„([^“]+)“')
CHOSEN = re.compile(r"[Cc]hoose (?:\w\d+, then )?([a-z]+)\b(?! (?:is|are|freely))")
"""The choices that a lesson names by a word: ``choose c3, then jump``."""
OTHERS = {"a", "any", "freely", "one", "the", "which"}


def not_shown(game: type[AnyGame], lesson: Lesson) -> Iterator[str]:
    """The words that *lesson* tells to choose, or quotes, and that stand on no button or form."""
    catalogue, taught = catalogue_of(game), begin(lesson, game, installed_plugins().find)
    shown = {each.title for each in game.presets} | set(all_words(game).values())
    while (page := taught.page) is not None:
        words, top = catalogue(page.words), taught.match.top
        if page.asked and isinstance(top.status, Turn):
            buttons = dict(top.game.view(top.state, top.status.seat).names).values()
            shown |= set(buttons)
            told = set(CHOSEN.findall(words)) - OTHERS
            yield from told - set(" ".join(buttons).lower().split())
        known = shown | {catalogue(each) for each in shown}
        yield from {one or other for one, other in QUOTED.findall(words)} - known
        taught = taught.play(page.asked[0]) if page.asked else taught.turn_page()


@pytest.mark.parametrize("language", ["en", "cs"])
def test_what_a_lesson_tells_to_choose_stands_on_a_button_or_in_the_form(language: str) -> None:
    with spoken(language):
        for game in installed_plugins().games.values():
            for lesson in lessons_of(game):
                assert list(not_shown(game, lesson)) == [], lesson.title


@pytest.mark.needs("zertz")
def test_a_lesson_is_opened_at_its_address(page: Page) -> None:
    answers = page.press(page.open("lessons", game="zertz"), "Begin")
    assert answers[0] == {"go": "lesson/zertz/first"}
    lost = {"game": "zertz", "lesson": "chess"}
    assert "has no lesson 'chess'" in page.why(page.send(do="submit", screen="lessons", about=lost))
    lost = {"game": "zertz"}
    assert "needs a lesson" in page.why(page.send(do="submit", screen="lessons", about=lost))


def test_a_game_without_lessons_says_so(page: Page) -> None:
    screen = page.open("lessons", game="die")
    assert [part["text"] for part in parts(screen) if part["part"] == "text"] == [
        "Die has no lessons."
    ]


class Forgetful(Die):
    """A game that fails when its lessons are read."""

    id = "forgetful"
    title = "Forgetful"

    @classmethod
    def lessons(cls) -> Any:
        raise SystemExit("I forgot.")


@pytest.mark.needs("zertz")
def test_a_game_whose_lessons_fail_takes_no_screen_down() -> None:
    games = {"forgetful": Forgetful, "zertz": installed_plugins().find("zertz")}
    page = new_page(None, Installed(games=games))
    for about in ({}, {"game": "forgetful"}):
        every = parts(page.open("lessons", **about))
        (warning,) = (part["text"] for part in every if part["part"] == "warning")
        assert "Forgetful" in warning
        assert "I forgot." in warning
    assert rows(page.open("lessons"))[0]["cells"][0] == "Your first game"
    assert of_game(page.open("launcher"), "forgetful") == []
    with pytest.raises(LessonsFailed):
        find_lesson(Forgetful, "first")


@pytest.mark.needs("gipf", "tamsk", "zertz")
def test_a_lesson_goes_on_where_it_was_left_or_from_the_beginning() -> None:
    every = lessons_of(installed_plugins().find("gipf"))
    second, pages = every[1].id, len(every[1].pages)
    page = new_page(None, installed_plugins(), Settings())
    desk = page.desk
    desk.note_lesson("", "gipf", second, 2)
    row = rows(page.open("lessons", game="gipf"))[1]
    assert [button["text"] for button in row["buttons"]] == [
        "Go on",
        "From the beginning",
    ]
    assert (row["cells"][2], share_drawn(row)) == (f"3 of {pages}", round(2 / pages, 2))
    assert row["buttons"][0]["primary"], "it is meant before those that were not begun"
    there, first = (button["do"] for button in row["buttons"])
    assert there["about"]["page"] == "2"
    assert gone(page, there) == f"lesson/gipf/{second}/2"
    assert gone(page, first) == f"lesson/gipf/{second}"
    for page_number in ("0", "-1", "99", "x", "²"):
        assert gone(page, there, page_number) == f"lesson/gipf/{second}"
    desk.note_lesson("", "gipf", second)
    row = rows(page.open("lessons", game="gipf"))[1]
    assert [button["text"] for button in row["buttons"]] == ["Take it again"]


def gone(page: Page, do: dict[str, Any], number: str | None = None) -> str:
    """The address to which a button leads, with another *number* of its page."""
    about = do["about"] if number is None else {**do["about"], "page": number}
    (answer, *_rest) = page.send(do="submit", screen="lessons", about=about)
    return str(answer["go"])


def test_pages_that_nobody_can_have_left_are_forgotten() -> None:
    begun = {"a/b": 3, "a/c": 0, "a/d": -1, "a/e": True, "a/f": "2", "a/g": 2.5}
    assert read_settings({"lessons_begun": begun}).lessons_begun == {"a/b": 3}
    assert read_settings({"lessons_begun": [1]}).lessons_begun == {}
