"""Matches that one press begins: with the choices of the last time, as the caption says."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.desk.context import Face
from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Library
from gipf_meta.plugins.loading import Installed, installed_plugins
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.protocol.options import changed_options
from gipf_meta.protocol.presets import preset_of, title_of_preset
from gipf_meta.table.table import Table
from tests.desk.conftest import Page, fields, new_page, parts, values_of
from tests.small_games.stones import Stones
from tests.small_games.wager import Wager

GAMES = [game.id for game in installed_plugins().games_to_choose()]
TOOLS = [game.id for game in installed_plugins().tools()]


def rows(screen: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The rows of all lists of a screen, by their names."""
    lists = [part for part in parts(screen) if part["part"] == "rows"]
    return {row["cells"][0]: row for each in lists for row in each["rows"]}


def row_of(page: Page, game: str) -> dict[str, Any]:
    return rows(page.open("launcher"))[title_of(page.context.installed.find(game))]


def begun(page: Page, row: dict[str, Any], button: int = 0) -> Table:
    """The table of the match that a button of *row* begins."""
    answers = page.send(**row["buttons"][button]["do"])
    (room,) = (answer["go"] for answer in answers if "go" in answer)
    return page.context.hub.room(room.removeprefix("room/")).table


def kinds(table: Table) -> list[str]:
    return [seat.player for seat in table.seats]


# ---- play ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", ["page", "terminal", "lines"])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sample(9)
def test_play_begins_a_match_of_every_game(page: Page, game: str, face: Face) -> None:
    page.context.face = face
    row = row_of(page, game)
    table = begun(page, row)
    assert table.match.top.game.id == game
    assert kinds(table)[0] == "human"
    assert {*kinds(table)[1:]} == {"beginner"}
    sides, began = ["You", *["Mia"] * (len(kinds(table)) - 1)], table.match.top.game
    said = [" · ".join(sides), "no clock"]
    if (preset := preset_of(type(began), changed_options(began))) and preset.options:
        said.append(title_of_preset(type(began), preset))  # a gentle start
    assert row["cells"][2] == ", ".join(said)


@pytest.mark.parametrize("game", [Stones, Wager])
def test_play_begins_a_match_of_somebody_else_s_game(library: Library, game: type[AnyGame]) -> None:
    page = new_page(library, Installed(games={game.id: game}))
    assert begun(page, row_of(page, game.id)).match.top.game.id == game.id


@pytest.mark.parametrize("game", TOOLS)
def test_a_tool_is_set_up_first(page: Page, game: str) -> None:
    row = row_of(page, game)
    assert row["buttons"][0]["do"]["screen"] == "setup"
    assert len(row["cells"]) == 2
    assert [button["text"] for button in row["buttons"][:2]] == ["Play", "Rules"]


@pytest.mark.needs("gipf", "zertz")
def test_the_showcase_is_played_at_once_with_its_own_options(page: Page) -> None:
    row = rows(page.open("launcher"))["GIPF with potentials and challenges"]
    assert row["cells"][2] == "You · Mia, no clock"
    options = begun(page, row).match.top.game.model_dump()
    assert options["challenges_enabled"] == "on"
    again = page.open("setup", showcase="yes")
    page.submit(again, opponent="hard", clock="10m")
    row = rows(page.open("launcher"))["GIPF with potentials and challenges"]
    assert row["cells"][2] == "You · Viktor, 10 minutes"
    table = begun(page, row)
    assert kinds(table) == ["human", "hard"]
    assert table.match.top.game.model_dump() == options


# ---- as the last time ---------------------------------------------------------------------------


@pytest.mark.needs("zertz")
def test_the_choices_against_a_bot_are_those_of_the_next_time(page: Page) -> None:
    form = page.open("setup", game="zertz")
    page.submit(form, opponent="hard", side="1", clock="10m", preset="blitz")
    row = row_of(page, "zertz")
    assert row["cells"][2] == "Viktor · You, 10 minutes, Blitz"
    table = begun(page, row)
    assert kinds(table) == ["hard", "human"]
    assert table.match.top.game.model_dump()["variant"] == "blitz"
    assert str(table.match.control) == "10m"


@pytest.mark.needs("zertz")
@pytest.mark.parametrize("opponent", ["human", "each"])
def test_those_of_people_at_one_screen_are_not(page: Page, opponent: str) -> None:
    seats = {"seat-0": "human", "seat-1": "human"} if opponent == "each" else {}
    page.submit(page.open("setup", game="zertz"), opponent=opponent, clock="5m", **seats)
    row = row_of(page, "zertz")
    assert row["cells"][2] == "You · Mia, no clock"
    table = begun(page, row)
    assert kinds(table) == ["human", "beginner"]
    assert table.match.control is None


@pytest.mark.needs("zertz")
def test_bots_among_themselves_are_not_played_again(page: Page) -> None:
    form = page.open("setup", game="zertz")
    page.submit(form, opponent="each", **{"seat-0": "hard", "seat-1": "easy"})
    assert row_of(page, "zertz")["cells"][2] == "You · Mia, no clock"


@pytest.mark.needs("zatre")
def test_more_players_are_all_named(page: Page) -> None:
    seats = {"seat-0": "human", "seat-1": "beginner", "seat-2": "easy"}
    page.submit(page.open("setup", game="zatre"), opponent="each", clock="10m", **seats)
    row = row_of(page, "zatre")
    assert row["cells"][2] == "You · Mia · Oskar, 10 minutes"
    assert kinds(begun(page, row)) == [*seats.values()]


@pytest.mark.needs("zertz")
@pytest.mark.parametrize(
    "damaged",
    [
        {"seats": ["human", "nobody"], "names": ["", ""]},
        {"seats": "human", "names": ["", ""]},
        {"seats": ["human", 7], "names": ["", ""]},
        {"seats": ["human", "easy"], "names": [""]},
        {"seats": ["human", "easy"], "names": ["", ""], "clock": "soon"},
        {"seats": ["human", "easy"], "names": ["", ""], "options": {"board": "38"}},
        {"seats": ["human", "engine:/bin/false"], "names": ["", ""]},
    ],
)
def test_choices_that_nobody_can_play_by_are_left_out(damaged: dict[str, Any]) -> None:
    page = new_page(None, installed_plugins(), Settings(set_ups={"zertz": damaged}))
    row = row_of(page, "zertz")
    assert row["cells"][2] == "You · Mia, no clock"
    assert kinds(begun(page, row)) == ["human", "beginner"]


@pytest.mark.needs("zertz")
@pytest.mark.parametrize("name", ["Ann", "Player 2"])
def test_the_user_has_his_name_at_his_seat(name: str) -> None:
    last = {"seats": ["easy", "human"], "names": ["", "Old"]}
    page = new_page(None, installed_plugins(), Settings(name=name, set_ups={"zertz": last}))
    table = begun(page, row_of(page, "zertz"))
    assert table.seats[1].name == name


@pytest.mark.needs("zertz")
def test_who_draws_lots_stands_first_in_the_caption(page: Page) -> None:
    last = {"seats": ["easy", "human"], "names": ["", ""], "lot": True}
    page = new_page(None, installed_plugins(), Settings(set_ups={"zertz": last}))
    assert row_of(page, "zertz")["cells"][2] == "You · Oskar, no clock"


# ---- change -------------------------------------------------------------------------------------


@pytest.mark.needs("zertz")
def test_change_opens_the_form_with_the_last_choices(page: Page) -> None:
    page.submit(page.open("setup", game="zertz"), opponent="hard", clock="10m")
    change = row_of(page, "zertz")["buttons"][1]
    assert change["text"] == "Change …"
    values = values_of(page.screen_of(page.send(**change["do"])))
    assert (values["opponent"], values["clock"]) == ("hard", "10m")


@pytest.mark.needs("zertz")
def test_the_form_says_beside_its_button_what_it_begins(page: Page) -> None:
    def summary(screen: dict[str, Any]) -> str:
        (form,) = (part for part in parts(screen) if part["part"] == "form")
        last = form["parts"][-1]
        return str(last["text"]) if last["part"] == "text" else ""

    screen = page.open("setup", game="zertz")
    assert summary(screen) == "You against Mia · Standard · no clock"
    answers = page.submit(screen, changed="clock", opponent="hard", clock="10m+5s")
    changed = page.screen_of(answers)
    assert summary(changed) == "You against Viktor · Standard · 10 minutes + 5 seconds a turn"
    wrong = page.screen_of(page.submit(screen, changed="clock", clock="soon"))
    assert summary(wrong) == ""
    assert "clock" in fields(wrong)


# ---- two at this screen -------------------------------------------------------------------------


@pytest.mark.parametrize("face", ["page", "terminal", "lines"])
def test_two_at_this_screen_begin_any_game_for_two_by_one_press(page: Page, face: Face) -> None:
    page.context.face = face
    listed = rows(page.open("two"))
    games = [page.context.installed.find(game) for game in GAMES]
    assert [*listed] == [title_of(game) for game in games if 2 in game.seat_counts]
    for row in listed.values():
        assert kinds(begun(page, row)) == ["human", "human"]


@pytest.mark.needs("zertz", "gipf")
def test_the_second_one_is_called_as_the_last_time(page: Page) -> None:
    page.context.settings = Settings(name="Ann", name_asked=True)
    assert rows(page.open("two"))["GIPF"]["cells"][2] == "You · your guest, no clock"
    page.submit(page.open("setup", game="gipf"), opponent="human", other="Zoe", clock="5m")
    page.submit(page.open("setup", game="zertz"), opponent="human", other="Ben")
    listed = rows(page.open("two"))
    assert listed["GIPF"]["cells"][2] == "You · Zoe, 5 minutes"
    table = begun(page, listed["GIPF"])
    assert [seat.name for seat in table.seats] == ["Ann", "Zoe"]
    assert str(table.match.control) == "5m"
    others = [row for title, row in listed.items() if title != "GIPF"]
    assert {row["cells"][2] for row in others} == {"You · Ben, no clock"}


def test_without_games_for_two_that_is_said(library: Library) -> None:
    page = new_page(library, Installed())
    (text,) = (part["text"] for part in parts(page.open("two")) if part["part"] == "text")
    assert text == "There is no game for two here."
