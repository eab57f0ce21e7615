"""The first screen: unfinished matches, the game to begin with, the order of the others, the
places."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.base.texts import spoken
from gipf_meta.desk.context import Face
from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Library
from gipf_meta.plugins.loading import Installed, installed_plugins
from gipf_meta.protocol.game import motto_of, title_of
from gipf_meta.records.models import Record, Seat
from gipf_meta.records.writer import to_record
from tests.desk.conftest import Page, buttons, new_page, parts, texts_of
from tests.desk.test_lesson_list import rows
from tests.web.walking import may_challenge, reach

OWN = [("Ann", "human"), ("beginner", "beginner")]


def keep(library: Library, game: str, *seats: tuple[str, str], **more: Any) -> int:
    """Adds a match of *game*; returns its number."""
    people = tuple(Seat(name=name, player=kind) for name, kind in seats)
    return library.add(Record(game=game, players=(0, 1), people=people, options={}, **more))


def looks(screen: dict[str, Any]) -> dict[str, list[str]]:
    """The names of the rows of each list, by its look."""
    lists = [part for part in parts(screen) if part["part"] == "rows"]
    return {each.get("look", "list"): [row["cells"][0] for row in each["rows"]] for each in lists}


# ---- what waits ---------------------------------------------------------------------------------


@pytest.mark.needs("zertz")
def test_matches_that_wait_are_boards_with_whose_move_it_is(page: Page, library: Library) -> None:
    keep(library, "zertz", ("Ann", "human"), ("Ben", "human"))
    keep(library, "zertz", *OWN)
    page.context.settings = Settings(name="Ann")
    (boards,) = (part for part in parts(page.open("launcher")) if part.get("look") == "boards")
    assert [row["cells"][1] for row in boards["rows"]] == [
        "your move · just now",
        "Ann's move · just now",
    ]
    assert all(row["picture"]["markup"] for row in boards["rows"])


@pytest.mark.needs("gipf", "zertz")
def test_a_duel_that_runs_is_told_and_its_board_is_shown(page: Page, library: Library) -> None:
    options = {"variant": "tournament", "zertz_potentials": "3", "challenges_enabled": "on"}
    match = reach("gipf", options, 2, 11, may_challenge).play("challenge")
    seats = (Seat(name="Ann"), Seat(name="Ben"))
    library.add(to_record(match, seats))
    row = rows(page.open("launcher"))[0]
    assert row["cells"][1] in (
        "a duel in ZÈRTZ runs · Ann's move · just now",
        "a duel in ZÈRTZ runs · Ben's move · just now",
    )


@pytest.mark.needs("zertz")
def test_the_time_is_told_anew_and_the_board_when_the_match_has_changed(
    page: Page, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(library, "zertz", *OWN)
    looked = []
    monkeypatch.setattr(
        "gipf_meta.desk.match_cards.picture_of", lambda game, view, **_more: looked.append(view)
    )
    page.open("launcher")
    page.context.now = lambda: "2999-01-02 00:00:00"
    assert "just now" not in rows(page.open("launcher"))[0]["cells"][1]
    assert len(looked) == 1


def test_a_match_that_cannot_be_replayed_still_waits(page: Page, library: Library) -> None:
    keep(library, "nowhere", *OWN)
    row = rows(page.open("launcher"))[0]
    assert row["cells"] == ["nowhere: Ann against beginner", "just now"]
    assert "picture" not in row


@pytest.mark.needs("zertz")
@pytest.mark.parametrize("name", ["عمر", "Zoë 👩\u200d🚀", "नमस्ते"])
def test_a_name_of_any_script_stays_as_it_is(page: Page, library: Library, name: str) -> None:
    keep(library, "zertz", (name, "human"), ("Ben", "human"))
    for screen in ("launcher", "library"):
        first = rows(page.open(screen))[0]["cells"]
        assert first[0].endswith(f"{name} against Ben")
    assert rows(page.open("launcher"))[0]["cells"][1] == f"{name}'s move · just now"


# ---- the order of the games ---------------------------------------------------------------------


@pytest.mark.needs("gipf", "zertz")
def test_a_duel_comes_first_then_the_games_then_what_is_shown_off_and_tools(page: Page) -> None:
    shown = looks(page.open("launcher"))
    assert [look for look in shown if look != "wide"][:2] == ["large", "cards"]
    assert shown["large"] == ["Play a power. Doubt a power. Fight for it."]
    assert shown["wide"][-1] == "GIPF with potentials and challenges"
    places = {title_of(game): game.list_order for game in installed_plugins().games.values()}
    others = [(places[title], title) for title in shown["cards"]]
    assert others == sorted(others)
    assert others[0] == (places["ZÈRTZ"], "ZÈRTZ")
    assert shown["list"][-2:] == ["Die", "Elsewhere"]


@pytest.mark.needs("zertz")
def test_each_game_is_a_tile_with_its_board_its_motto_and_one_press(page: Page) -> None:
    (games,) = (part for part in parts(page.open("launcher")) if part.get("look") == "cards")
    installed = installed_plugins()
    for game, row in zip(installed.games_to_choose(), games["rows"], strict=True):
        assert row["cells"][:2] == [title_of(game), motto_of(game)]
        assert row["picture"]["markup"]
        assert [each["text"] for each in row["buttons"]] == ["Play", "Change …"]
        assert row["buttons"][0]["do"]["screen"] == "at_once"
    first = installed.find("zertz")
    assert motto_of(first) == first.motto != first.tagline
    assert motto_of(installed.find("die")) == installed.find("die").tagline


@pytest.mark.needs("gipf", "zertz")
@pytest.mark.parametrize("face", ["terminal", "lines"])
def test_a_terminal_has_the_games_in_the_same_order(page: Page, face: Face) -> None:
    drawn = looks(page.open("launcher"))
    page.context.face = face
    (listed,) = looks(page.open("launcher")).values()
    first, *games = drawn["cards"]
    assert listed == ["The first duel", first, *drawn["wide"], *games, *drawn["list"]]


def test_a_game_of_nonsense_order_is_among_the_others(library: Library) -> None:
    die = installed_plugins().find("die")
    odd = type("Odd", (die,), {"id": "odd", "title": "Odd", "list_order": "first"})
    even = type("Even", (die,), {"id": "even", "title": "Even", "list_order": 5})
    for game in (odd, even):
        game.__module__ = "elsewhere"
    installed = Installed(games={"odd": odd, "even": even})
    assert [game.id for game in installed.games_to_choose()] == ["even", "odd"]


# ---- at once ------------------------------------------------------------------------------------


@pytest.mark.needs("zertz")
def test_one_press_begins_a_match_against_a_bot_that_can_be_beaten(page: Page) -> None:
    answers = page.press(page.open("launcher"), "Play ZÈRTZ")
    (room,) = (answer["go"] for answer in answers if "go" in answer)
    opened = page.context.hub.room(room.removeprefix("room/"))
    assert [seat.player for seat in opened.table.seats] == ["human", "beginner"]
    assert opened.table.match.top.game == installed_plugins().find("zertz")()


@pytest.mark.needs("tamsk")
def test_a_first_match_at_once_is_gentle(page: Page) -> None:
    at_once = {"do": "submit", "screen": "at_once", "about": {"game": "tamsk"}}
    page.send(**at_once)
    assert page.context.hub.room("1").table.match.top.game.model_dump()["level"] == 1
    assert "There is no game" in page.why(page.send(**{**at_once, "about": {"game": "chess"}}))


# ---- places and lessons -------------------------------------------------------------------------


def test_every_place_is_a_screen_and_is_called_in_the_language_of_the_reader(page: Page) -> None:
    places = page.desk.hello()["places"]
    assert [each["text"] for each in places] == ["Play", "Lessons", "Matches", "Settings"]
    assert all(page.open(each["screen"]) for each in places)
    with spoken("cs"):
        czech = [each["text"] for each in page.desk.hello()["places"]]
    assert czech == ["Hrát", "Lekce", "Partie", "Nastavení"]


@pytest.mark.needs("gipf", "zertz")
def test_all_lessons_stand_on_one_screen_and_the_next_one_is_meant() -> None:
    page = new_page(None, installed_plugins(), Settings(lessons_done=["zertz/first"]))
    screen = page.open("lessons")
    (first,) = (row for row in rows(screen) if row["cells"][2] == "Done")
    assert first["cells"][0] == "Your first game"
    meant = [button["do"]["about"] for button in buttons(screen) if button.get("primary")]
    assert [each["game"] for each in meant] == ["gipf"]
    every = len(rows(screen))
    assert f"You have taken 1 of {every} lessons." in list(texts_of(screen))


def test_without_games_there_are_no_lessons(library: Library) -> None:
    page = new_page(library, Installed())
    assert "No game here has lessons." in list(texts_of(page.open("lessons")))
    assert page.open("launcher")["parts"]
