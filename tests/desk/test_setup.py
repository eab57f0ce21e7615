"""The form for a match: every game, every option, whatever is wrong with it in one sentence."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Library
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.options import options_of
from gipf_meta.records.models import Record, Seat
from tests.desk.conftest import Page, fields, new_page, parts, values_of

GAMES = sorted(installed_plugins().games)


def room_of(page: Page, answers: list[dict[str, Any]]) -> Any:
    """The room that the answers lead to."""
    (hash,) = [answer["go"] for answer in answers if "go" in answer]
    assert hash.startswith("room/")
    return page.context.hub.room(hash.removeprefix("room/"))


def warnings(screen: dict[str, Any]) -> list[str]:
    """What the screen says is wrong."""
    return [part["text"] for part in parts(screen) if part["part"] == "warning"]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_begun_from_the_form_as_it_is_and_by_its_button(
    page: Page, game: str
) -> None:
    screen = page.open("setup", game=game)
    room = room_of(page, page.submit(screen))
    assert room.table.match.sessions[0].game == installed_plugins().games[game]()
    assert room.seats.held_by("ann") == tuple(
        player for player, each in enumerate(room.table.players) if each.kind == "human"
    )
    assert room.table.match.seed == 7


@pytest.mark.parametrize("game", GAMES)
def test_the_form_has_every_option_of_the_game_with_words(page: Page, game: str) -> None:
    known = options_of(installed_plugins().games[game])
    named = {name.removesuffix("_options") for name in known if name.endswith("_options")}
    outer = [name for name in known if name.removesuffix("_options") not in named or name in named]
    entries = fields(page.open("setup", game=game))
    for name in outer:
        entry = entries[f"option:{name}"]
        assert entry["label"]
        assert entry["note"] == known[name]
        if entry["type"] == "choice":
            assert entry["value"] in [value for value, _words in entry["choices"]]


@pytest.mark.needs("zertz")
def test_what_was_chosen_is_played_and_stands_in_the_form_the_next_time(page: Page) -> None:
    screen = page.open("setup", game="zertz")
    answers = page.submit(
        screen,
        **{
            "seat-1": "easy",
            "name-0": "Ann",
            "clock": " 300+5 ",
            "option:board": "48",
            "lot": "first",
        },
    )
    table = room_of(page, answers).table
    assert table.match.sessions[0].game.board == 48
    assert str(table.match.control) == "5m+5s"
    assert [(each.name, each.kind) for each in table.players] == [
        ("Ann", "human"),
        ("Player 2", "easy"),
    ]
    again = values_of(page.open("setup", game="zertz"))
    assert (again["seat-1"], again["name-0"], again["clock"]) == ("easy", "Ann", "5m+5s")
    assert again["option:board"] == "48"
    (kept,) = page.saved
    assert (kept.name, kept.name_asked) == ("Ann", True)
    assert kept.set_ups["zertz"]["options"] == {"board": "48"}


@pytest.mark.needs("zertz")
def test_a_lot_seats_the_players_and_says_who_begins(page: Page) -> None:
    screen = page.open("setup", game="zertz")
    answers = page.submit(screen, **{"lot": "lot", "name-0": "Ann"})
    (notice,) = [answer["notice"] for answer in answers if "notice" in answer]
    assert notice.startswith("The lot has drawn who sits first, as Player 1: ")
    names = [each.name for each in room_of(page, answers).table.players]
    assert "Ann" in names


@pytest.mark.needs("gipf", "zertz")
def test_the_options_of_a_duel_stand_inside_and_change_with_its_game(page: Page) -> None:
    screen = page.open("setup", showcase="yes")
    assert "option:zertz_duel:variant" in fields(screen)
    changed = page.submit(
        screen, "option:zertz_duel", **{"option:zertz_duel": "die", "name-0": "typed"}
    )
    screen = page.screen_of(changed)
    assert "option:zertz_duel:sides" in fields(screen)
    assert "option:zertz_duel:variant" not in fields(screen)
    assert values_of(screen)["name-0"] == "typed"
    answers = page.submit(screen, **{"option:zertz_duel:sides": "20"})
    game = room_of(page, answers).table.match.sessions[0].game
    assert game.zertz_duel == "die"
    assert game.zertz_duel_options == {"sides": "20"}
    assert game.challenges_enabled, "the options of what is shown off"
    assert "showcase" in page.saved[0].set_ups


@pytest.mark.needs("zertz")
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"clock": "soon"}, "soon"),
        ({"name-0": "Bob", "name-1": "Bob"}, "Give everybody a name of his own."),
        ({"name-0": "\x1b[2J"}, "A name has 1 to 60 letters, and none that cannot be printed."),
        ({"option:board": "38"}, "board=38"),
        ({"option:variant": "tournament", "option:board": "37"}, ""),
        ({"seat-0": "none"}, ""),
        ({"seat-1": "grandmaster"}, "The field who plays cannot have that value."),
        ({"seat-1": True}, ""),
        ({"lot": "whoever"}, ""),
    ],
)  # fmt: skip
def test_whatever_is_wrong_is_one_sentence_and_nothing_is_begun_or_kept(
    page: Page, changes: dict[str, Any], words: str
) -> None:
    answers = page.submit(page.open("setup", game="zertz"), **changes)
    assert words in page.why(answers)
    assert page.saved == []
    assert page.context.hub.take_outbox() == []


@pytest.mark.needs("zertz")
def test_a_field_that_is_missing_is_named(page: Page) -> None:
    screen = page.open("setup", game="zertz")
    values = values_of(screen)
    del values["clock"]
    (refusal,) = page.send(do="submit", screen="setup", about={"game": "zertz"}, values=values)
    assert refusal["why"] == "The form lacks the field clock."
    assert refusal["field"] == "clock"


@pytest.mark.needs("zertz")
def test_the_form_says_what_is_wrong_while_it_is_filled_in_and_keeps_what_was_typed(
    page: Page,
) -> None:
    screen = page.open("setup", game="zertz")
    assert warnings(screen) == []
    changed = {"option:variant": "tournament", "option:board": "37", "clock": "10m"}
    screen = page.screen_of(page.submit(screen, "option:board", **changed))
    assert len(warnings(screen)) == 1
    assert {name: values_of(screen)[name] for name in changed} == changed
    screen = page.screen_of(page.submit(screen, "clock", clock="soon"))
    assert values_of(screen)["clock"] == "soon"
    screen = page.screen_of(
        page.submit(screen, "option:board", **{"option:board": "48", "clock": ""})
    )
    assert warnings(screen) == []


@pytest.mark.needs("zertz")
def test_the_users_name_moves_with_his_seat(library: Library) -> None:
    page = new_page(library, installed_plugins(), Settings(name="Ann", name_asked=True))
    screen = page.open("setup", game="zertz")
    assert (values_of(screen)["name-0"], values_of(screen)["name-1"]) == ("Ann", "")
    moved = page.submit(screen, "seat-0", **{"seat-0": "easy", "seat-1": "human"})
    screen = page.screen_of(moved)
    assert (values_of(screen)["name-0"], values_of(screen)["name-1"]) == ("", "Ann")
    screen = page.screen_of(page.submit(screen, "seat-0", **{"seat-0": "human"}))
    assert (values_of(screen)["name-0"], values_of(screen)["name-1"]) == ("Ann", "")
    typed = page.submit(screen, "seat-1", **{"seat-1": "easy", "name-0": "Xaver"})
    assert values_of(page.screen_of(typed))["name-0"] == "Xaver", "what he has typed stays"


@pytest.mark.needs("zatre")
def test_an_empty_seat_has_no_name_until_somebody_sits_there(page: Page) -> None:
    screen = page.open("setup", game="zatre")
    assert values_of(screen)["seat-2"] == "none"
    assert "name-2" not in fields(screen)
    screen = page.screen_of(page.submit(screen, "seat-2", **{"seat-2": "human"}))
    assert values_of(screen)["name-2"] == ""
    answers = page.submit(screen, **{"name-0": "Xaver", "name-2": "Ignaz"})
    assert [each.name for each in room_of(page, answers).table.players] == [
        "Xaver", "Player 2", "Ignaz",
    ]  # fmt: skip


@pytest.mark.needs("tamsk")
def test_a_gentle_start_is_offered_for_a_first_match_alone(page: Page, library: Library) -> None:
    screen = page.open("setup", game="tamsk")
    assert fields(screen)["gentle"]["note"]
    table = room_of(page, page.submit(screen, gentle=True)).table
    assert table.match.sessions[0].game.level == 1
    assert page.saved[-1].set_ups["tamsk"]["options"] == {}, "the next match is as usual"
    library.add(Record(game="tamsk", players=(0, 1), people=(Seat(name="a"), Seat(name="b"))))
    assert "gentle" not in fields(page.open("setup", game="tamsk"))
    table = room_of(page, page.submit(screen, gentle=True)).table
    assert table.match.sessions[0].game.level == 3


@pytest.mark.needs("zertz")
def test_a_form_that_comes_twice_begins_one_match(page: Page) -> None:
    screen = page.open("setup", game="zertz")
    message = {"id": "twice", "do": "submit", "screen": "setup", "about": {"game": "zertz"}}
    first = page.send(**message, values=values_of(screen))
    assert page.send(**message, values=values_of(screen)) == first
    other = page.send(**message, values={**values_of(screen), "name-0": "Ann"})
    assert room_of(page, other) is not room_of(page, first)


@pytest.mark.needs("zertz")
def test_a_set_up_of_the_settings_that_makes_no_sense_is_a_form_all_the_same(
    library: Library,
) -> None:
    damaged = {"zertz": {"options": [1], "seats": 7, "names": {"a": 1}, "lot": "x", "clock": [2]}}
    page = new_page(library, installed_plugins(), Settings(set_ups=damaged))
    screen = page.open("setup", game="zertz")
    assert values_of(screen)["seat-0"] == "human"
    page.submit(screen)
