"""A bot that fails, or hangs: it is asked again, gives its seat to another, or loses."""

from __future__ import annotations

from dataclasses import replace
from threading import Event
from typing import Any

import pytest
from textual.pilot import Pilot

from gipf_meta.bots.bot import Request
from gipf_meta.bots.greedy import RandomBot
from gipf_meta.library.store import Library
from gipf_meta.table.table import Table
from gipf_meta.tui.screens.desk_screens import DeskScreen as Launcher
from gipf_meta.tui.screens.dialogs import ListDialog
from gipf_meta.tui.screens.play_screen import PlayScreen
from tests.table.test_players_failing import Crashing
from tests.tui.conftest import Driver, playing, table_of, turn_to_call, typed, until


class Failing(Crashing):
    """Fails so many *times*, then plays."""

    error = ArithmeticError("cannot think")


class Hanging(RandomBot):
    """Does not answer before *freed* is set, and hears nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.freed = Event()

    def choose(self, request: Request) -> Any:
        self.request = request
        self.freed.wait()
        return super().choose(request)


def against(library: Library, bot: RandomBot, name: str = "gipf", **options: Any) -> Table:
    table = table_of(library, name, options or {"variant": "basic"}, ["human", "greedy"])
    table.seat(1, replace(table.players[1], bot=bot))
    return table


async def asked(app: Any, pilot: Pilot[None]) -> ListDialog:
    await turn_to_call(pilot)
    assert isinstance(app.screen, ListDialog)
    return app.screen


@pytest.mark.parametrize(
    ("choice", "steps", "reason"),
    [
        ("again", 2, None),
        ("resign", 1, "resign"),
        *(
            pytest.param(*each, marks=pytest.mark.slow)
            for each in (("greedy", 2, None), ("human", 1, None), ("draw", 1, "draw"))
        ),
    ],
)
@pytest.mark.fast
@pytest.mark.sample(1)
async def test_the_players_say_what_is_to_become_of_it(
    driven: Driver, library: Library, choice: str, steps: int, reason: str | None
) -> None:
    table = against(library, Failing(1))
    async with driven(table=table) as (app, pilot):
        await typed(pilot, "a1-b2")
        question = await asked(app, pilot)
        assert question.heading == "Bruno is stuck"
        assert question.words == "Black failed (ArithmeticError: cannot think)."
        question.dismiss(choice)
        await until(pilot, lambda: len(table.match.top.steps) == steps and not table.fault)
        assert (table.over.reason if table.over else None) == reason
        assert table.over is None or table.over.winners == ((0,) if reason == "resign" else ())
        assert library.record(1) == table.record()
        if choice == "human":
            await until(pilot, lambda: isinstance(app.screen, PlayScreen))
            await typed(pilot, "e9-e8")
            assert len(table.match.top.steps) == 2


async def test_escape_leaves_the_match_which_is_kept(driven: Driver, library: Library) -> None:
    async with driven(table=against(library, Failing(9))) as (app, pilot):
        await typed(pilot, "a1-b2")
        await asked(app, pilot)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, Launcher))
        assert [turn.text for turn in library.record(1).turns] == ["a1-b2"]


async def test_one_that_hangs_is_not_waited_for(
    driven: Driver, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gipf_meta.web.thought_queue.ANSWER_MS", 1)

    bot = Hanging()
    table = against(library, bot)
    async with driven(table=table) as (app, pilot):
        await typed(pilot, "a1-b2")
        question = await asked(app, pilot)
        assert "no answer in" in question.words
        assert bot.request.cancelled.is_set()
        question.dismiss("human")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        await until(pilot, lambda: bool(playing(app).decision.choices))
        bot.freed.set()
        await typed(pilot, "e9-e8")
        assert [step.text for step in table.match.top.steps] == ["a1-b2", "e9-e8"]


async def test_one_that_fails_where_time_acts_stops_the_time(
    driven: Driver, library: Library
) -> None:
    table = against(library, Failing(1), "tamsk", level="3")
    person, bot = table.players
    table.seat(0, bot)
    table.seat(1, person)
    async with driven(table=table) as (app, pilot):
        question = await asked(app, pilot)
        age = table.match.top.time_ms
        table.clock.ms += 60_000
        assert table.match.top.time_ms == age
        question.dismiss("again")
        await until(pilot, lambda: table.fault is None)
        assert table.match.top.time_ms == age
