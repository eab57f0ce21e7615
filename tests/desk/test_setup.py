"""The form for a match: every game, every option, every fault of the form in one sentence."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from gipf_meta.bots import engine_bot
from gipf_meta.bots.characters import CHARACTERS
from gipf_meta.bots.levels import BOTS, LEVELS
from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Library
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.options import options_of
from gipf_meta.records.models import Record, Seat
from tests.desk.conftest import Page, Part, fields, new_page, parts, values_of

GAMES = sorted(installed_plugins().games)


def room_of(page: Page, answers: list[dict[str, Any]]) -> Any:
    """The room that the answers lead to."""
    (hash,) = [answer["go"] for answer in answers if "go" in answer]
    assert hash.startswith("room/")
    return page.context.hub.room(hash.removeprefix("room/"))


def warnings(screen: dict[str, Any]) -> list[str]:
    """The warnings on the screen."""
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
            "opponent": "easy",
            "name": "Ann",
            "clock": " 300+5 ",
            "option:board": "48",
            "side": "0",
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
    assert (again["opponent"], again["side"], again["clock"]) == ("easy", "0", "5m+5s")
    assert "name" not in again, "he is known"
    assert again["preset"] == "own"
    assert again["option:board"] == "48"
    (kept,) = page.saved
    assert (kept.name, kept.name_asked) == ("Ann", True)
    assert kept.set_ups["zertz"]["options"] == {"board": "48"}


@pytest.mark.needs("zertz")
def test_a_lot_seats_the_players_and_says_who_begins(page: Page) -> None:
    screen = page.open("setup", game="zertz")
    answers = page.submit(screen, side="lot", name="Ann")
    (notice,) = [answer["notice"] for answer in answers if "notice" in answer]
    assert notice.startswith("The lot has drawn who sits first: ")
    names = [each.name for each in room_of(page, answers).table.players]
    assert "Ann" in names


@pytest.mark.needs("gipf", "zertz")
def test_the_options_of_a_duel_stand_inside_and_change_with_its_game(page: Page) -> None:
    screen = page.open("setup", showcase="yes")
    assert "option:zertz_duel:variant" in fields(screen)
    changed = page.submit(
        screen, "option:zertz_duel", **{"option:zertz_duel": "die", "name": "typed"}
    )
    screen = page.screen_of(changed)
    assert "option:zertz_duel:sides" in fields(screen)
    assert "option:zertz_duel:variant" not in fields(screen)
    assert values_of(screen)["name"] == "typed"
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
        ({"opponent": "human", "name": "Bob", "other": "Bob"}, "Give everybody a name of his own."),
        ({"name": "\x1b[2J"}, "A name has 1 to 60 letters, and none that cannot be printed."),
        ({"option:board": "38"}, "board=38"),
        ({"option:variant": "tournament", "option:board": "37"}, ""),
        ({"opponent": "grandmaster"}, "The field opponent cannot have that value."),
        ({"opponent": True}, ""),
        ({"side": "2"}, "The field you play cannot have that value."),
        ({"opponent": "each", "seat-0": "none"}, ""),
        ({"opponent": "each", "seat-1": "expert9"}, "The field who plays cannot have that value."),
        ({"opponent": "each", "seat-1": True}, ""),
        ({"opponent": "each", "lot": "whoever"}, ""),
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
def test_a_field_that_is_missing_is_as_the_last_time(page: Page) -> None:
    page.submit(page.open("setup", game="zertz"), opponent="hard", clock="5m")
    answers = page.send(do="submit", screen="setup", about={"game": "zertz"}, values={})
    table = room_of(page, answers).table
    assert [each.kind for each in table.players] == ["human", "hard"]
    assert str(table.match.control) == "5m"


@pytest.mark.needs("zertz")
def test_a_clock_that_is_none_is_said_at_its_field(page: Page) -> None:
    (refusal,) = page.submit(page.open("setup", game="zertz"), clock="soon")
    assert refusal["field"] == "clock"


def each_seat(page: Page, game: str) -> Part:
    """The form for each seat of *game*."""
    screen = page.open("setup", game=game)
    return page.screen_of(page.submit(screen, "opponent", opponent="each"))


@pytest.mark.needs("zertz")
def test_bots_are_people_with_a_character_and_a_strength(page: Page) -> None:
    entry = fields(page.open("setup", game="zertz"))["opponent"]
    assert dict(entry["choices"])["beginner"] == "Mia · beginner"
    bots = {kind: entry["details"][kind] for kind in BOTS}
    assert [bots[level]["strength"] for level in LEVELS] == [1, 2, 3, 4, 5]
    assert bots["random"]["strength"] == 0
    assert len({each["note"] for each in bots.values()}) == len(BOTS)
    assert CHARACTERS.keys() == BOTS.keys()
    assert entry["note"] == bots["beginner"]["note"]


@pytest.mark.needs("zertz")
def test_an_engine_that_may_be_started_is_an_opponent(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_bot, "_allowed", {})
    words = "engine:./my_engine --fast"
    assert words not in dict(fields(page.open("setup", game="zertz"))["opponent"]["choices"])
    engine_bot.allow_engine(words)
    screen = page.open("setup", game="zertz")
    assert dict(fields(screen)["opponent"]["choices"])[words] == "my_engine"
    table = room_of(page, page.submit(screen, opponent=words)).table
    assert [each.kind for each in table.players] == ["human", words]


@pytest.mark.needs("gipf")
def test_the_side_is_chosen_by_a_piece_in_its_colour(page: Page) -> None:
    screen = page.open("setup", game="gipf")
    side = fields(screen)["side"]
    assert [words for _value, words in side["choices"]] == ["White", "Black", "by lot"]
    white, black = (side["details"][seat]["picture"]["markup"] for seat in "01")
    assert white != black
    table = room_of(page, page.submit(screen, side="1")).table
    assert [each.kind for each in table.players] == ["beginner", "human"]
    assert values_of(page.open("setup", game="gipf"))["side"] == "1"


@pytest.mark.needs("zertz")
def test_two_at_one_screen_have_names(page: Page) -> None:
    screen = page.open("setup", game="zertz")
    assert "other" not in fields(screen)
    screen = page.screen_of(page.submit(screen, "opponent", opponent="human"))
    answers = page.submit(screen, name="Ann", other="Eva", side="1")
    assert [each.name for each in room_of(page, answers).table.players] == ["Eva", "Ann"]
    again = values_of(page.open("setup", game="zertz"))
    assert (again["opponent"], again["name"], again["other"]) == ("human", "Ann", "Eva")


@pytest.mark.needs("zertz")
def test_bots_among_themselves_are_set_up_seat_by_seat(page: Page) -> None:
    screen = each_seat(page, "zertz")
    assert "side" not in fields(screen)
    table = room_of(page, page.submit(screen, **{"seat-0": "easy", "seat-1": "hard"})).table
    assert [each.kind for each in table.players] == ["easy", "hard"]
    again = page.open("setup", game="zertz")
    assert (values_of(again)["opponent"], values_of(again)["seat-1"]) == ("each", "hard")
    screen = page.screen_of(page.submit(again, "opponent", opponent="medium"))
    assert "seat-0" not in fields(screen)


@pytest.mark.needs("zertz")
def test_a_preset_fills_in_the_options_and_is_played(page: Page) -> None:
    screen = page.open("setup", game="zertz")
    assert values_of(screen)["preset"] == "standard"
    chosen = page.screen_of(page.submit(screen, "preset", preset="blitz"))
    assert values_of(chosen)["option:variant"] == "blitz"
    assert values_of(chosen)["preset"] == "blitz"
    assert fields(chosen)["preset"]["note"] == fields(chosen)["preset"]["details"]["blitz"]["note"]
    assert room_of(page, page.submit(chosen)).table.match.top.game.variant == "blitz"
    # whoever does not wait for the form gets what he has chosen last
    quick = page.submit(screen, preset="tournament", **{"option:variant": "extended"})
    assert room_of(page, quick).table.match.top.game.variant == "tournament"


@pytest.mark.needs("zertz")
def test_options_that_are_no_preset_are_ones_own(page: Page) -> None:
    screen = page.open("setup", game="zertz")
    assert "own" not in dict(fields(screen)["preset"]["choices"])
    changed = {"option:repetition_count": "2"}
    screen = page.screen_of(page.submit(screen, "option:repetition_count", **changed))
    assert values_of(screen)["preset"] == "own"
    screen = page.screen_of(page.submit(screen, "preset", preset="standard"))
    assert values_of(screen)["option:repetition_count"] == "3"


@pytest.mark.parametrize("game", GAMES)
def test_presets_have_pictures_on_a_page_and_sentences_everywhere(page: Page, game: str) -> None:
    presets = installed_plugins().games[game].presets
    entry = fields(page.open("setup", game=game)).get("preset")
    assert bool(presets) == (entry is not None)
    if entry is not None:
        assert [value for value, _title in entry["choices"]] == [each.id for each in presets]
        for each in presets:
            assert entry["details"][each.id]["note"]
            assert "<" in entry["details"][each.id]["picture"]["markup"]


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
    screen = each_seat(page, "zertz")
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
    screen = each_seat(page, "zatre")
    assert values_of(screen)["seat-2"] == "none"
    assert "name-2" not in fields(screen)
    screen = page.screen_of(page.submit(screen, "seat-2", **{"seat-2": "human"}))
    assert values_of(screen)["name-2"] == ""
    answers = page.submit(screen, **{"name-0": "Xaver", "name-2": "Ignaz"})
    assert [each.name for each in room_of(page, answers).table.players] == [
        "Xaver", "Player 2", "Ignaz",
    ]  # fmt: skip


class Gentle(installed_plugins().games["die"]):  # type: ignore[misc]
    """A game with a gentle start that is no preset."""

    gentle_start = {"sides": 4}
    gentle_words = "With four sides."


def test_a_gentle_start_is_offered_for_a_first_match_alone(
    page: Page, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(page.context.installed.games, "die", Gentle)
    screen = page.open("setup", game="die")
    assert fields(screen)["gentle"]["note"] == "With four sides."
    table = room_of(page, page.submit(screen, gentle=True)).table
    assert table.match.sessions[0].game.sides == 4
    assert page.saved[-1].set_ups["die"]["options"] == {}, "the next match is as usual"
    library.add(Record(game="die", players=(0, 1), people=(Seat(name="a"), Seat(name="b"))))
    assert "gentle" not in fields(page.open("setup", game="die"))
    table = room_of(page, page.submit(screen, gentle=True)).table
    assert table.match.sessions[0].game.sides == 6


@pytest.mark.needs("tamsk")
def test_a_gentle_start_that_is_a_preset_is_offered_once(page: Page) -> None:
    assert "gentle" not in fields(page.open("setup", game="tamsk"))


@pytest.mark.needs("zertz")
def test_a_form_that_comes_twice_begins_one_match(page: Page) -> None:
    screen = page.open("setup", game="zertz")
    message = {"id": "twice", "do": "submit", "screen": "setup", "about": {"game": "zertz"}}
    first = page.send(**message, values=values_of(screen))
    assert page.send(**message, values=values_of(screen)) == first
    other = page.send(**message, values={**values_of(screen), "name": "Ann"})
    assert room_of(page, other) is not room_of(page, first)


@pytest.mark.needs("gipf")
def test_a_form_that_is_only_shown_anew_is_not_remembered(page: Page) -> None:
    """An updated form has a hundred kilobytes: a person who tries many values would fill the
    memory."""
    screen = page.open("setup", game="gipf")
    for opponent in ("beginner", "expert"):
        answers = page.submit(screen, "opponent", opponent=opponent)
        assert values_of(page.screen_of(answers))["opponent"] == opponent
    page.submit(screen)
    assert len(pickle.dumps(page.desk._answers)) < 1_000


@pytest.mark.needs("zertz")
def test_a_set_up_of_the_settings_that_makes_no_sense_is_a_form_all_the_same(
    library: Library,
) -> None:
    damaged = {"zertz": {"options": [1], "seats": 7, "names": {"a": 1}, "lot": "x", "clock": [2]}}
    page = new_page(library, installed_plugins(), Settings(set_ups=damaged))
    screen = page.open("setup", game="zertz")
    assert values_of(screen)["opponent"] == "beginner"
    page.submit(screen)


@pytest.mark.needs("zertz")
def test_a_match_can_begin_from_a_position_which_is_not_remembered(page: Page) -> None:
    position = "a4,c2,c3,Wc4,Wc5,d3,d4 0/3/1 3/2/4 1/2/3 2"
    screen = page.open("setup", game="zertz", position=position)
    assert fields(screen)["position"]["value"] == position
    room = room_of(page, page.submit(screen))
    assert room.table.match.top.begun_from == position
    assert room.table.match.player == 1
    assert fields(page.open("setup", game="zertz"))["position"]["value"] == ""
    assert "position" not in page.saved[-1].set_ups["zertz"]


@pytest.mark.needs("zertz")
def test_what_is_no_position_is_said_while_one_types(page: Page) -> None:
    screen = page.open("setup", game="zertz")
    values = {**values_of(screen), "position": "Wd4"}
    shown = page.screen_of(page.submit(screen, changed="position", **values))
    (why,) = warnings(shown)
    assert why.startswith("A position has five fields")
    assert page.why(page.submit(screen, **values)) == why


@pytest.mark.needs("zertz")
def test_the_options_of_a_position_come_with_it(page: Page) -> None:
    position = "a4,c2,c3,Wc4,Wc5,d3,d4 0/3/1 3/2/4 1/2/3 2"
    options = '{"isolation_claim": "optional"}'
    screen = page.open("setup", game="zertz", position=position, options=options)
    room = room_of(page, page.submit(screen))
    assert room.table.match.top.game.isolation_claim == "optional"
    for damaged in ("[", "[]", "7"):
        about = {"game": "zertz", "options": damaged}
        assert page.why(page.send(do="open", screen="setup", about=about))


@pytest.mark.needs("zatre")
def test_as_many_sit_down_as_play_in_the_position(page: Page) -> None:
    find = installed_plugins().find
    position = str(Match.begin(find("zatre")(), 3, find).top.position())
    screen = page.open("setup", game="zatre", position=position)
    assert warnings(screen) == []
    room = room_of(page, page.submit(screen))
    assert len(room.table.players) == 3


# ---- time ----------------------------------------------------------------------------------------


@pytest.mark.needs("gipf")
def test_the_clock_of_duels_is_asked_for_where_a_game_has_duels_and_a_clock(page: Page) -> None:
    plain = page.open("setup", game="gipf")
    assert "duel_clock" not in fields(page.screen_of(page.submit(plain, "clock", clock="10m")))
    screen = page.screen_of(page.submit(plain, "preset", preset="three_and_three"))
    assert "duel_clock" not in fields(screen)
    asked = fields(page.screen_of(page.submit(screen, "clock", clock="10m")))["duel_clock"]
    assert asked["choices"][0] == ["", "it stops during duels"]
    room = room_of(page, page.submit(screen, clock="10m", duel_clock=" 180 "))
    assert room.opening.duel_control == "3m"
    assert str(room.table.match.control.duels) == "3m"
    screen = page.open("setup", game="gipf")
    again = fields(screen)
    assert (again["clock"]["value"], again["duel_clock"]["value"]) == ("10m", "3m")
    (refused,) = page.submit(screen, clock="10m", duel_clock="soon")
    assert refused["field"] == "duel_clock"


@pytest.mark.needs("zertz")
def test_no_clock_of_duels_is_asked_for_in_a_game_without_duels(page: Page) -> None:
    screen = page.open("setup", game="zertz")
    shown = fields(page.screen_of(page.submit(screen, "clock", clock="10m")))
    assert "duel_clock" not in shown
    assert "away" not in shown
