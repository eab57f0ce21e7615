"""The walks of newcomers with nothing but a mouse: no key is pressed.

In ``make test`` two walks are walked with the mouse, the others with keys.
"""

from __future__ import annotations

import pytest
from textual.widgets import DataTable, OptionList

from gipf_meta.library.store import Library
from gipf_meta.tui.parts.side_panel import SidePanel
from gipf_meta.tui.screens.replay import Replay
from tests.tui.conftest import Driver, Mouse
from tests.tui.test_newcomers import (
    walk_on_61_rings,
    walk_through_a_challenge,
    walk_through_sand,
    walk_to_four_sheets,
)


@pytest.mark.soak
async def test_a_newcomer_plays_gipf_and_its_duel_by_mouse(
    driven: Driver, library: Library
) -> None:
    async with driven() as (app, pilot):
        mouse = Mouse(app, pilot)
        await walk_through_a_challenge(mouse, library)
        await mouse.line("All matches")
        await mouse.click("GIPF", DataTable)
        await mouse.footer("replay")
        assert isinstance(app.screen, Replay)
        texts = [moment.text for moment in app.screen.moments]
        lot = next(text for text in texts if text.endswith("begins"))  # who begins the duel
        await mouse.click(lot, OptionList)
        assert app.screen.moment.text == lot


@pytest.mark.soak
async def test_a_newcomer_plays_tamsk_against_the_clock_by_mouse(driven: Driver) -> None:
    async with driven() as (app, pilot):
        await walk_through_sand(Mouse(app, pilot))


@pytest.mark.slow
async def test_a_newcomer_plays_zatre_with_three_bots_by_mouse(driven: Driver) -> None:
    async with driven() as (app, pilot):
        mouse = Mouse(app, pilot)
        await walk_to_four_sheets(mouse)
        await mouse.click("  1. ", SidePanel)  # the first turn, below all sheets


@pytest.mark.soak
async def test_a_newcomer_plays_zertz_on_61_rings_by_mouse(
    driven: Driver, library: Library
) -> None:
    async with driven() as (app, pilot):
        await walk_on_61_rings(Mouse(app, pilot), library)
