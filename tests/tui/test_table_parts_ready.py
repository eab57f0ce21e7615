"""No time runs before somebody is ready; who has never played is offered a gentle start."""

from __future__ import annotations

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.library.store import Library
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.table.new_table import begin_table
from gipf_meta.table.players import players_of
from gipf_meta.table.table import Table
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.screens.dialogs import QuestionDialog
from gipf_meta.tui.screens.play_screen import PlayScreen
from tests.tui.conftest import Driver, Hands, Keys, Mouse, playing, table_of, typed, words
from tests.tui.test_app_walks import COMBINED

LEVEL_2 = {"level": "2"}
HANDS = [Keys, Mouse]


def question(app: GipfApp) -> QuestionDialog:
    assert isinstance(app.screen, QuestionDialog)
    return app.screen


def passed(table: Table, ms: int) -> None:
    assert isinstance(table.clock, StillClock)
    table.clock.ms += ms


@pytest.mark.parametrize("hands", HANDS)
@pytest.mark.fast
@pytest.mark.sample(1, "slow")
async def test_no_time_runs_before_somebody_is_ready(
    driven: Driver, library: Library, hands: type[Hands]
) -> None:
    table = table_of(library, "tamsk", LEVEL_2, ["human", "easy"])
    async with driven(table=table, is_ready=False) as (app, pilot):
        assert question(app).heading == "TAMSK: ready?"
        passed(table, 60_000)
        await hands(app, pilot).button("I am ready")
        assert isinstance(app.screen, PlayScreen)
        playing(app).read_clock()
        assert table.match.top.time_ms == 0
        passed(table, 700)
        playing(app).read_clock()
        assert table.match.top.time_ms == 700


async def test_a_players_clock_waits_too(driven: Driver, library: Library) -> None:
    installed = load_plugins()
    game = configure(installed.find("zertz"), {})
    players = players_of(["human", "human"], ["Ann", "Bob"])
    control = TimeControl.read("5m")
    table = begin_table(game, players, installed.find, StillClock(), seed=1, control=control)
    async with driven(table=table, is_ready=False) as (app, pilot):
        assert question(app).heading == "ZÈRTZ: ready?"
        passed(table, 60_000)
        await pilot.press("enter")
        await pilot.pause()
        assert table.match.control is not None
        assert table.match.control.left_ms(table.match.top) == (300_000, 300_000)


async def test_where_no_clock_runs_nothing_is_asked(driven: Driver, library: Library) -> None:
    table = table_of(library, "zertz", {}, ["human", "human"])
    async with driven(table=table, is_ready=False) as (app, _pilot):
        assert isinstance(app.screen, PlayScreen)


async def test_bots_alone_are_always_ready(driven: Driver, library: Library) -> None:
    table = table_of(library, "tamsk", LEVEL_2, ["easy", "easy"])
    async with driven(table=table, is_ready=False) as (app, _pilot):
        assert isinstance(app.screen, PlayScreen)


@pytest.mark.parametrize("hands", HANDS)
async def test_a_newcomer_is_offered_a_gentle_start(
    driven: Driver, library: Library, hands: type[Hands]
) -> None:
    """At 80x24, from the command: the words are whole, Enter keeps what was set up, and once
    played it is not offered again."""

    table = table_of(library, "tamsk", {"rings": "9"}, ["human", "easy"])
    async with driven(table=table, is_ready=False) as (app, pilot):
        asked = question(app)
        assert asked.heading == "Your first match of TAMSK"
        assert "At level 1 no sand runs" in asked.words
        assert str(getattr(app.focused, "label", "")) == "As it was set up"
        await hands(app, pilot).button("A gentle start")
        assert app.played is not None
        gentle = app.played.match.top.game.model_dump(mode="json")
        assert (gentle["level"], gentle["rings"]) == (1, 9)
        assert words(app, "heading").endswith("Oskar (Black)   level: 1: no clock, …")
        assert [player.kind for player in app.played.table.players] == ["human", "easy"]
        assert playing(app).played is app.played
        assert not app.played.clock_runs
        await typed(pilot, "a1-b2")
        assert app.played.match.top.steps[0].text == "R:a1-b2"
        assert len(library.entries(game="tamsk")) == 1, "the first table leaves nothing behind"
        assert not app.is_first_match(table.match.top.game)


async def test_who_wants_the_whole_game_gets_it_and_time_waited(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "tamsk", {}, ["human", "easy"])
    async with driven(table=table, is_ready=False) as (app, pilot):
        passed(table, 60_000)
        await Keys(app, pilot).button("As it was set up")
        playing(app).read_clock()
        assert (table.match.top.time_ms, table.paused) == (0, False)


async def test_time_waits_while_a_duel_is_announced(driven: Driver, library: Library) -> None:
    """The bot's first answer in a TAMSK duel comes after a second and a half, not before."""

    options = {**COMBINED, "zertz_potentials": "2", "zertz_duel": "tamsk"}
    table = table_of(library, "gipf", options, ["human", "human"])
    async with driven(table=table) as (app, pilot):
        for text in ("Za1-b2", "i5-h5", "Zb2^"):
            await typed(pilot, text)
        await typed(pilot, "challenge")
        assert "Time runs in it as soon as you are ready." in question(app).words
        passed(table, 90_000)
        await pilot.press("enter")
        await pilot.pause()
        playing(app).read_clock()
        assert len(table.match.sessions) == 2
        assert table.match.top.time_ms == 0
        passed(table, 250)
        playing(app).read_clock()
        assert table.match.top.time_ms == 250
