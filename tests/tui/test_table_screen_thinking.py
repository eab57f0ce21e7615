"""Bots think beside the interface, which never waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from threading import Event
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Select

from gipf_meta.base.clock import StillClock
from gipf_meta.bots import analyst
from gipf_meta.bots.analyst import Analyst
from gipf_meta.bots.bot import Request
from gipf_meta.bots.engine_bot import EngineBot
from gipf_meta.bots.levels import SearchingBot
from gipf_meta.library.store import Library
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.table.table import Table
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.screens.desk_screens import DeskScreen as Launcher
from gipf_meta.tui.screens.keys_list import HelpPage
from gipf_meta.tui.screens.play_screen import PlayScreen
from tests.tui.conftest import (
    STILL,
    Driver,
    in_room,
    is_thinking,
    playing,
    table_of,
    typed,
    until,
    words,
)


class Slow(SearchingBot):
    """Thinks until it may go on, or is cancelled; then takes the first move there is."""

    def __init__(self) -> None:
        super().__init__(nodes=1)
        self.may_go_on = Event()
        self.asked = 0

    def choose(self, request: Request) -> Any:
        self.asked += 1
        self.request = request
        while not self.may_go_on.wait(0.001):
            if request.cancelled.is_set():
                raise AssertionError("nobody asks for it any more")
        return request.game.turn_moves(request.state, request.seat)[0]


def against(library: Library, bot: SearchingBot) -> Table:
    table = table_of(library, "gipf", {"variant": "basic"}, ["human", "greedy"])
    table.seat(1, replace(table.players[1], bot=bot))
    return table


@asynccontextmanager
async def thinking(driven: Driver, table: Table) -> AsyncIterator[tuple[GipfApp, Pilot[None]]]:
    """The program, whose bot thinks after a first move."""
    async with driven(table=table) as (app, pilot):
        await typed(pilot, "a1-b2")
        await until(pilot, lambda: is_thinking(app))
        yield app, pilot


async def test_everything_can_be_done_while_a_bot_thinks(driven: Driver, library: Library) -> None:
    bot = Slow()
    table = against(library, bot)
    async with thinking(driven, table) as (app, pilot):
        assert "is thinking" in words(app, "prompt-words")
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, HelpPage)
        await pilot.press("escape")
        await pilot.press("colon", "a")
        await pilot.press("escape")
        assert len(table.match.top.steps) == 1
        bot.may_go_on.set()
        await until(pilot, lambda: len(table.match.top.steps) == 2)
        assert library.record(1) == table.record()
        assert not is_thinking(app)
        assert bot.asked == 1


async def test_a_bot_goes_on_after_the_first_decision_of_its_turn_where_pieces_move(
    driven: Driver, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gipf_meta.tui.app.BOT_PAUSE_S", 0.001)

    table = table_of(library, "zertz", {}, ["human", "random"])
    async with driven(table=table, settings=replace(STILL, motion=True)) as (app, pilot):
        await typed(pilot, "Wa2,a3")
        await until(pilot, lambda: len(table.match.top.steps) == 4)
        await until(pilot, lambda: "Your turn." in words(app, "prompt-words"))


@pytest.mark.parametrize("people", [1, pytest.param(0, marks=pytest.mark.soak)])
def test_every_key_of_a_match_answers_while_a_bot_thinks_and_after_the_end(
    driven: Driver, library: Library, people: int
) -> None:
    async def walk() -> None:
        table = against(library, Slow())
        if not people:
            table.seat(0, replace(table.players[0], bot=Slow()))
        async with driven(table=table) as (app, pilot):
            if people:
                await typed(pilot, "a1-b2")
            await until(pilot, lambda: is_thinking(app))
            screen = playing(app)
            await press_all(pilot, screen, "UDRPHAVSI?m")
            assert screen.played.over is None
            in_room(screen.played).resign(0)
            await until(pilot, lambda: app.screen is not screen)
            await press_all(pilot, screen, "UDRPHAVSI?m")
            assert screen.played.over is not None

    async def press_all(pilot: Pilot[None], screen: PlayScreen, keys: str) -> None:
        for key in keys:
            while pilot.app.screen is not screen:
                await pilot.press("escape")
                await pilot.pause()
            await pilot.press(key)
            await pilot.pause()

    asyncio.run(walk())


async def test_what_is_typed_while_others_are_on_turn_is_played_when_the_turn_comes(
    driven: Driver, library: Library
) -> None:
    bot = Slow()
    table = against(library, bot)
    async with thinking(driven, table) as (app, pilot):
        await typed(pilot, "i1-h2")
        assert "i1-h2 is played as soon as your turn comes" in playing(app).deciding.prompt
        await pilot.press("escape")
        assert "i1-h2" not in playing(app).deciding.prompt
        assert words(app, "status").endswith("No move waits for your turn any more.")
        await typed(pilot, "zz")
        bot.may_go_on.set()
        await until(pilot, lambda: "zz was said beforehand" in playing(app).deciding.prompt)
        bot.may_go_on.clear()
        await typed(pilot, "a5-b5")
        await until(pilot, lambda: is_thinking(app))
        assert "beforehand" not in playing(app).deciding.prompt
        await typed(pilot, "i1-h2")
        bot.may_go_on.set()
        await until(pilot, lambda: len(table.match.top.steps) >= 5)
        assert table.match.top.steps[4].text == "i1-h2"
        assert "i1-h2" not in playing(app).deciding.prompt


async def test_a_clock_that_runs_while_a_bot_thinks_is_the_bots(
    driven: Driver, library: Library
) -> None:
    bot = Slow()
    table = against(library, bot)
    table.match = replace(table.match, control=TimeControl.read("5m"))
    async with driven(table=table) as (app, pilot):
        await typed(pilot, "a1-b2")
        await until(pilot, lambda: is_thinking(app))
        assert isinstance(table.clock, StillClock)
        for _ in range(2):
            table.clock.ms += 1000
            playing(app).read_clock()
        table.clock.ms += 500
        bot.may_go_on.set()
        await until(pilot, lambda: len(table.match.top.steps) == 2)
        assert bot.asked == 1
        assert table.match.control is not None
        assert table.match.control.left_ms(table.match.top) == (300_000, 297_500)


async def test_a_bot_that_nobody_waits_for_is_stopped(driven: Driver, library: Library) -> None:
    bot = Slow()
    table = against(library, bot)
    async with thinking(driven, table) as (app, pilot):
        await pilot.press("u")
        await pilot.pause()
        assert bot.request.cancelled.is_set()
        assert not table.match.top.steps
        await typed(pilot, "a1-b2")
        await until(pilot, lambda: is_thinking(app))
        assert not bot.request.cancelled.is_set()
        await pilot.press("ctrl+l")
        await pilot.pause()
        assert bot.request.cancelled.is_set()
        assert isinstance(app.screen, Launcher)
        assert [turn.text for turn in library.record(1).turns] == ["a1-b2"]


async def test_a_hint_comes_when_it_is_found(driven: Driver, library: Library) -> None:
    table = table_of(library, "gipf", {"variant": "basic"}, ["human", "human"])
    async with driven(table=table) as (app, pilot):
        await pilot.press("H")
        await until(pilot, lambda: "seems best" in words(app, "status"))
        said = words(app, "status")
        labels = {c.label: c.notation for c in table.view().choices}
        advised = said.split(".")[0]
        assert f"{labels[advised[:1].lower() + advised[1:]]} seems best" in said


async def test_where_the_engine_that_looks_fails_a_hint_says_so_and_the_match_goes_on(
    driven: Driver, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyst, "_appointed", Analyst(EngineBot("/no/engine", may_run=True)))

    table = table_of(library, "gipf", {"variant": "basic"}, ["human", "human"])
    async with driven(table=table) as (app, pilot):
        await pilot.press("H")
        await until(pilot, lambda: "'/no/engine' cannot be started" in words(app, "status"))
        await typed(pilot, "a1-b2")
        await until(pilot, lambda: len(table.match.top.steps) == 1)


async def test_a_bot_that_had_to_stop_says_that_it_could_be_stronger(
    driven: Driver, library: Library
) -> None:
    table = against(library, SearchingBot(nodes=10**9))
    async with driven(table=table) as (app, pilot):
        table.pilots.patience.ms = 1
        await typed(pilot, "a1-b2")
        await until(pilot, lambda: len(table.match.top.steps) == 2)
        await until(pilot, lambda: "could be stronger with more time" in words(app, "status"))


async def test_how_long_bots_think_is_a_setting(driven: Driver, library: Library) -> None:
    table = against(library, SearchingBot(nodes=1))
    async with driven(table=table) as (app, pilot):
        app.action_preferences()
        await until(pilot, lambda: bool(app.screen.query("#field-thinking_s")))
        choice = app.screen.query_one("#field-thinking_s", Select)
        assert choice.value == "8"
        choice.value = "4"
        await pilot.pause()
        assert app.settings.thinking_s == 4
        assert table.pilots.patience.ms == 4_000
        await pilot.press("escape")
        assert playing(app).is_current
