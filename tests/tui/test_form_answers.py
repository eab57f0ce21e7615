"""A match is begun at once or set up first, and the end of a form is in sight all the time."""

from __future__ import annotations

import pytest
from textual.widgets import Collapsible

from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import title_of
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.parts.desk_parts import DeskParts
from gipf_meta.tui.screens.play_screen import PlayScreen
from tests.tui.conftest import Driver, Keys, Mouse, place, playing, shown, typed, words

GAMES = [title_of(game) for game in load_plugins().games_to_choose()]


def is_end_in_sight(app: GipfApp, words: str) -> bool:
    lines = shown(app)
    return any("Play" in line and "Back" in line and words in line for line in lines)


@pytest.mark.parametrize("title", GAMES)
async def test_button_and_summary_are_in_sight_on_a_small_terminal(
    driven: Driver, title: str
) -> None:
    async with driven((80, 24)) as (app, pilot):
        await Keys(app, pilot).set_up(title)
        assert place(app) == "setup"
        assert is_end_in_sight(app, "You against Mia")
        for fold in app.screen.query(Collapsible):
            fold.collapsed = False
        await pilot.pause()
        app.screen.query_one(DeskParts).scroll_end(animate=False)
        await pilot.pause()
        assert is_end_in_sight(app, "no clock")


@pytest.mark.parametrize("hands", [Keys, pytest.param(Mouse, marks=pytest.mark.soak)])
async def test_a_game_that_is_chosen_begins_at_once_as_it_is_said(
    driven: Driver, hands: type[Keys | Mouse]
) -> None:
    async with driven((80, 24)) as (app, pilot):
        hand = hands(app, pilot)
        await pilot.press("down")
        await hand.until(lambda: any("You · Mia, no clock" in line for line in shown(app)))
        await hand.line("ZÈRTZ")
        assert isinstance(app.screen, PlayScreen)
        assert [seat.player for seat in playing(app).played.seats] == ["human", "beginner"]


async def test_change_before_a_game_opens_its_form_by_key_and_by_word(driven: Driver) -> None:
    async with driven((80, 24)) as (app, pilot):
        await pilot.press("c")
        assert "set up before you play" in words(app, "status")
        await pilot.press("2")
        await pilot.pause()
        assert place(app) == "setup"
        await pilot.press("escape")
        await typed(pilot, "zertz change")
        assert place(app) == "setup"


async def test_change_is_for_one_game_and_taken_back_by_the_same_key(driven: Driver) -> None:
    async with driven((80, 24)) as (app, pilot):
        await pilot.press("c", "c")
        assert words(app, "status") == ""
        await Keys(app, pilot).line("ZÈRTZ")
        assert isinstance(app.screen, PlayScreen)


async def test_the_form_s_choices_are_those_of_the_next_time(driven: Driver) -> None:
    async with driven((80, 24)) as (app, pilot):
        keys = Keys(app, pilot)
        await keys.set_up("ZÈRTZ")
        await keys.field("opponent", "easy")
        assert is_end_in_sight(app, "You against Oskar")
        await keys.button("Play")
        await keys.footer("leave")
        await keys.line("ZÈRTZ")
        assert isinstance(app.screen, PlayScreen)
        assert [seat.player for seat in playing(app).played.seats] == ["human", "easy"]


async def test_two_at_this_screen_choose_a_game(driven: Driver) -> None:
    async with driven((80, 24)) as (app, pilot):
        keys = Keys(app, pilot)
        await keys.line("Two at this screen")
        assert place(app) == "two"
        await keys.line("GIPF")
        assert [seat.player for seat in playing(app).played.seats] == ["human", "human"]
