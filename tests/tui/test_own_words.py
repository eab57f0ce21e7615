"""The words and forms of the interface: each screen explains itself, in words that people use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Button, Input, Select

from gipf_meta.library.store import Library
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.forms import FoldedFields, Menu
from gipf_meta.tui.parts.prompt import Prompt
from gipf_meta.tui.screens.dialogs import ListDialog, QuestionDialog
from gipf_meta.tui.screens.keys_list import HelpPage
from gipf_meta.tui.screens.play_screen import PlayScreen
from tests.tiers import slow, soak
from tests.tui.conftest import (
    STILL,
    Driver,
    Keys,
    place,
    playing,
    set_up_for_people,
    shown,
    table_of,
    turn_to_call,
    typed,
    until,
    words,
)

NAMED = replace(STILL, name="Anna", name_asked=True)


def screen_text(app: GipfApp) -> str:
    """The text on the screen, on one line."""
    return " ".join(" ".join(shown(app)).split())


def focused_id(app: GipfApp) -> str:
    return "" if app.focused is None else str(app.focused.id)


# ---- the form --------------------------------------------------------------------------------


async def test_enter_in_a_name_leads_to_the_next_name_and_then_to_play(driven: Driver) -> None:
    async with driven((80, 24), settings=NAMED) as (app, pilot):
        await set_up_for_people(app, pilot, "ZÈRTZ")
        app.screen.query_one("#field-name_0", Input).focus()
        for after in ("field-name_1", "submit"):
            await pilot.press("enter")
            await pilot.pause()
            assert place(app) == "setup"
            assert focused_id(app) == after
        app.screen.query_one("#field-clock", Input).focus()
        await pilot.press("enter")
        await pilot.pause()
        assert focused_id(app) == "submit"
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, PlayScreen)


@pytest.mark.soak
async def test_enter_in_a_name_passes_over_seats_that_stay_empty(driven: Driver) -> None:
    async with driven((80, 24), settings=NAMED) as (app, pilot):
        await set_up_for_people(app, pilot, "Zatre")
        app.screen.query_one("#field-name_1", Input).focus()
        await pilot.press("enter")
        await pilot.pause()
        assert focused_id(app) == "submit"


@pytest.mark.soak
async def test_a_game_that_decides_who_begins_says_so_in_the_form(driven: Driver) -> None:
    async with driven((80, 24), settings=NAMED) as (app, pilot):
        keys = Keys(app, pilot)
        await keys.set_up("Zatre")
        assert "you play" not in screen_text(app)
        await keys.field("opponent", "each")
        assert "begins who draws the highest tile" in screen_text(app)
        await keys.field("first player", "fixed")
        app.screen.query_one("#field-lot", Select).focus()
        await pilot.pause()
        assert "begins Player 1" in screen_text(app), shown(app)
        await pilot.press("escape")
        await pilot.pause()
        await keys.set_up("ZÈRTZ")
        assert "Player 1 begins" in screen_text(app)


# ---- help ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("way", "title", "own"),
    [
        (("question_mark",), "The list of games", "the lessons of the game"),
        (("g", "question_mark"), "Keys of a match", "the nearest place"),
        *(
            pytest.param(*each, marks=pytest.mark.soak)
            for each in (
                (("c", "2", "tab", "question_mark"), "Keys of the form", "begin, from every field"),
                (("h", "question_mark"), "Keys of the list of matches", "asks first"),
                (("s", "question_mark"), "Keys of a page", "a page down"),
                (("p", "question_mark"), "Keys of the settings", "the next setting"),
                (("h", "r", "question_mark"), "Keys of the replay", "a decision back"),
            )
        ),
    ],
)
async def test_help_begins_with_the_keys_of_the_screen(
    driven: Driver, library: Library, way: tuple[str, ...], title: str, own: str
) -> None:
    table = table_of(library, "zertz", {}, ["human", "greedy"])
    table.play("Wd4,d1")
    table.close()

    async with driven((80, 24), settings=NAMED) as (app, pilot):
        for key in way[:-1]:
            await pilot.press(key)
            await pilot.pause()
        asker = app.screen
        await pilot.press(way[-1])
        await pilot.pause()
        assert isinstance(app.screen, HelpPage)
        assert app.screen.heading == title
        lines = {line.words: line for line in app.screen.lines}
        assert any(own in words for words in lines)
        assert "ctrl+q" in lines["quit; matches are kept"].names
        assert ("the nearest place above" in lines) == (title == "Keys of a match")
        await pilot.press("question_mark")
        await pilot.pause()
        assert app.screen is asker, "? closes what ? has opened, and nothing else"


async def test_lessons_and_rules_of_no_game_are_refused_in_words(driven: Driver) -> None:
    async with driven((80, 24)) as (app, pilot):
        [*app.screen.query(Menu)][-1].focus()
        await pilot.press("l")
        await pilot.pause()
        assert place(app) == "launcher"
        (note,) = app._notifications
        assert note.message.startswith("Move the cursor to a game first")


# ---- menus and questions ---------------------------------------------------------------------


async def test_the_menu_shows_the_keys_of_its_lines_and_takes_them(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "zertz", {}, ["human", "human"])
    table.play("Wd4,d1")
    async with driven((80, 24), table) as (app, pilot):
        await pilot.press("m")
        await pilot.pause()
        assert isinstance(app.screen, ListDialog)
        for line in ("Resign R", "Undo u", "Rules f1"):
            assert line in screen_text(app)
        await pilot.press("end")  # the list is longer than a screen of 24 rows
        await pilot.pause()
        assert "match is kept ^l" in screen_text(app)
        await pilot.press("R")
        await pilot.pause()
        assert isinstance(app.screen, QuestionDialog)
        assert app.screen.heading == "Resign?"
        assert [str(button.label) for button in app.screen.query(Button)] == [
            "Cancel (n)",
            "Yes, resign (y)",
        ]
        await pilot.press("n")
        await pilot.pause()
        assert table.over is None
        await pilot.press("R", "y")
        await pilot.pause()
        assert table.over is not None


async def test_resigning_a_duel_says_what_is_lost_by_it(driven: Driver, library: Library) -> None:
    options = {"variant": "tournament", "zertz_potentials": "1", "challenges_enabled": "on"}

    table = table_of(library, "gipf", options, ["human", "human"])
    for move in ("Ga1-b2", "Gi5-h5", "Za1-b2", "Zi5-h5", "Zb2^", "challenge"):
        table.play(move)
    async with driven((80, 24), table) as (app, pilot):
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("R")
        await pilot.pause()
        assert isinstance(app.screen, QuestionDialog)
        assert "gives up this game of ZÈRTZ" in screen_text(app)
        assert "Only the duel is given up; GIPF goes on." in app.screen.words
        for sentence in table.match.sessions[0].view(None).stakes:
            assert sentence in app.screen.words
        await pilot.press("y")
        await pilot.pause()
        assert len(table.match.sessions) == 1


# ---- the end ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("loser", "told"), [(0, "Oskar won: you resigned."), (1, "You won: Oskar resigned.")]
)
async def test_the_end_says_who_won_and_how_to_go_on(
    driven: Driver, library: Library, loser: int, told: str
) -> None:
    table = table_of(library, "zertz", {}, ["human", "easy"])
    table.play("Wd4,d1")
    async with driven((80, 24), table) as (app, pilot):
        playing(app).act(lambda: table.resign(loser))
        await pilot.pause()
        await turn_to_call(pilot)
        assert isinstance(app.screen, ListDialog)
        assert app.screen.heading == told
        await pilot.press("escape")
        await pilot.pause()
        prompt = words(app, "prompt-words")
        assert prompt.startswith(told)
        assert prompt.endswith("m: what you can do now.")
        assert ": type" in shown(app)[-1]
        await pilot.press("m")
        await pilot.pause()
        assert isinstance(app.screen, ListDialog)
        assert app.screen.heading == told


async def test_times_are_shown_and_typed_in_seconds_and_kept_in_milliseconds(
    driven: Driver,
) -> None:
    async with driven((80, 24), settings=NAMED) as (app, pilot):
        await Keys(app, pilot).set_up("TAMSK")
        sand = app.screen.query_one("#field-option_sand_ms", Input)
        timer = app.screen.query_one("#field-option_timer_ms", Input)
        assert (sand.value, timer.value) == ("180 s", "15 s")
        sand.value = "2.5"
        await pilot.pause()
        assert str(app.screen.query_one(FoldedFields).title) == "Options: sand of a glass: 2.5 s"
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert app.played is not None
        options = app.played.match.top.game.model_dump()
        assert (options["sand_ms"], options["timer_ms"]) == (2500, 15000)


# ---- typing ----------------------------------------------------------------------------------


async def test_a_line_that_is_refused_stays_to_be_corrected(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "zertz", {}, ["human", "human"])
    async with driven((80, 24), table) as (app, pilot):
        await typed(pilot, "Wd4,d3")
        line = app.screen.query_one(Prompt).query_one(Input)
        assert app.focused is line
        assert line.value == "Wd4,d3"
        assert "Ring d3 is not free" in screen_text(app)
        await pilot.press("end", "backspace", "1", "enter")
        await pilot.pause()
        assert len(table.match.top.turns()) == 1
        assert isinstance(app.focused, Board)
        await typed(pilot, "nonsense")
        # the colon and what follows it replace the refused line; a space serves as the comma
        await pilot.press("colon", *"Gd5", "space", *"c1", "enter")
        await pilot.pause()
        assert [turn[0].number for turn in table.match.top.turns()] == [1, 2]
        await typed(pilot, "nonsense")
        await pilot.press("escape")
        assert isinstance(app.focused, Board)


async def test_a_refusal_of_several_lines_is_read_to_its_end(
    driven: Driver, library: Library
) -> None:
    """While the line is open, and when it has been left."""

    def read(app: GipfApp, sentence: str) -> bool:
        return sentence in " ".join(screen_text(app).split())

    table = table_of(library, "zertz", {}, ["human", "human"])
    async with driven((80, 24), table) as (app, pilot):
        await typed(pilot, "some nonsense")
        await until(pilot, lambda: read(app, "'some nonsense' is no move of ZÈRTZ"))
        assert read(app, "Wb3, Wb4, ….")
        await pilot.press("end", "x")
        said = "Enter plays or answers it, or says why not some nonsensex"
        await until(pilot, lambda: read(app, said))
        await pilot.press("escape")
        await until(pilot, lambda: read(app, "Wb3, Wb4, …."))
        await pilot.press("colon")
        await until(pilot, lambda: read(app, "Choose a marble from the pool, then a vacant ring."))


@pytest.mark.parametrize("together", [0, 1, *slow(6), *soak(2, 3, 4, 5)])
@pytest.mark.sample(1)
async def test_a_correction_is_typed_into_the_line_that_was_refused_at_any_pause(
    driven: Driver, library: Library, together: int
) -> None:
    """The first keys of the correction come *together* with the Enter that is refused, the others
    when all of that has been drawn; in the end all at once."""

    table = table_of(library, "zertz", {}, ["human", "human"])
    async with driven((80, 24), table) as (app, pilot):
        keys = ["comma" if key == "," else key for key in "Gd2,b1"]
        await press_at_once(pilot, ["colon", *"We9", "comma", *"b1"])
        await press_at_once(pilot, ["enter", *keys[:together]])
        for key in keys[together:]:
            assert isinstance(app.focused, Input)
            await press_at_once(pilot, [key])
        await press_at_once(pilot, ["enter"])
        assert [step.text for step in table.match.top.steps] == ["Gd2", "b1"]
        assert isinstance(app.focused, Board)
        line = app.screen.query_one(Prompt)
        assert not line.display
        # what is typed on before a line has been accepted is the next line
        ahead = ["colon", *"We2", "comma", *"a1", "enter", "colon", *"x"]
        await press_at_once(pilot, ahead)
        assert len(table.match.top.turns()) == 2
        assert (line.query_one(Input).has_focus, line.query_one(Input).value) == (True, ":x")
        await press_at_once(pilot, ["escape"])
        assert isinstance(app.focused, Board)


async def press_at_once(pilot: Pilot[None], keys: Sequence[str]) -> None:
    """Presses *keys* faster than the program hears them, and lets it draw what came of them."""
    for key in keys:
        character = {"comma": ",", "colon": ":"}.get(key, key if len(key) == 1 else None)
        pilot.app.post_message(Key(key, character))
    for _drawing in range(3):
        await pilot.pause()
