"""A key or click that comes twice in one burst does no more than once, or once and then again."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.widgets import OptionList

from gipf_meta.library.store import Library
from gipf_meta.tui.screens.dialogs import QuestionDialog
from tests.tiers import slow, soak
from tests.tui.bursts import burst, burst_of_clicks, check_screens, send_bursts
from tests.tui.conftest import Driver, playing, rest, table_of
from tests.tui.soak import Walk, alone, played, screens


@pytest.mark.needs("zertz")
async def test_a_dialog_that_is_answered_twice_in_one_burst_closes_nothing_else(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "zertz", {}, ["human", "human"])
    async with driven(table=table) as (app, pilot):
        board = playing(app)
        for answers in (("m", "enter", "enter"), ("R", "n", "n"), ("R", "escape", "escape")):
            await pilot.press(answers[0])
            await burst(pilot, *answers[1:])
            check_screens(app)
            assert app.screen is board
            await burst(pilot, *answers)
            check_screens(app)
            assert board in app.screen_stack
            await pilot.press("escape")
            assert app.screen is board
        await pilot.press("m")
        line = app.screen.query_one(OptionList).region
        await burst_of_clicks(pilot, line.x + 3, line.y + 1)
        check_screens(app)
        assert app.screen is board


@pytest.mark.needs("tamsk")
async def test_the_first_match_begins_once_however_often_that_is_answered(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "tamsk", {}, ["human", "greedy"])
    async with driven(table=table, is_ready=False) as (app, pilot):
        assert isinstance(app.screen, QuestionDialog)
        assert app.screen.heading == "Your first match of TAMSK"
        await burst(pilot, "enter", "right", "enter")
        check_screens(app)
        assert playing(app).played.match.sessions[0].game.id == "tamsk"


SLOW = ("launcher", "form zertz", "play zertz", "duel die")
FEW, MANY = 4, 200


@pytest.mark.parametrize("times", [*slow(FEW), *soak(MANY)])
@pytest.mark.parametrize(
    "screen", [*SLOW, *soak(*(each for each in screens() if each not in SLOW))]
)
def test_each_key_and_click_of_a_screen_twice_in_one_burst_leaves_the_screens_in_order(
    library: Library, tmp_path: Path, screen: str, times: int
) -> None:
    played(library)
    walk = Walk(library, tmp_path, seed=times)
    with alone(walk, waits=rest):
        asyncio.run(send_bursts(walk, screen, times))
