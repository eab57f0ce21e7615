"""A browser on a phone: few columns, many rows. All that a game shows is in sight."""

from __future__ import annotations

import pytest
from textual.widgets import Static

from gipf_meta.library.store import Library
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.tui.parts.board_widget import Board
from tests.tiers import soak
from tests.tui.conftest import Driver, table_of

PHONE = (48, 52)
"""The cells of a phone's screen of 390x844."""
MOST_DIFFERENT = ("gipf", "zatre", "zatre_pad")
"""The games at which the fast tests look."""
OTHERS = [game.id for game in load_plugins().sorted_games() if game.id not in MOST_DIFFERENT]


@pytest.mark.parametrize("game", [*MOST_DIFFERENT, *soak(*OTHERS)])
@pytest.mark.needs("gipf", "zatre")
@pytest.mark.fast
@pytest.mark.sample(1, "slow")
async def test_trays_and_score_sheets_are_below_the_board_on_a_phone(
    driven: Driver, library: Library, game: str
) -> None:
    seats = ["human"] * load_plugins().find(game).seat_counts[0]
    table = table_of(library, game, {}, seats)

    async with driven(PHONE, table) as (app, pilot):
        if table.paused:
            await pilot.press("enter")
            await pilot.pause()
        view = table.view()
        board, below = app.screen.query_one(Board), app.screen.query_one("#below")
        trays = app.screen.query_one("#trays" if view.trays else "#sheets", Static)
        seen = app.screen.query_one("#side").region
        if view.trays or view.sheets:
            assert trays.region.y >= board.region.bottom
            assert trays.region.height
            assert seen.height
            assert seen.bottom <= below.region.y
        if not view.points:
            assert seen.height == PHONE[1] - 2 - below.region.height
        else:
            assert seen.height <= 0.4 * PHONE[1]
            assert not app.screen.query_one("#turns").region.height
            assert board.region.height >= 16
            assert board.region.width == PHONE[0]


@pytest.mark.soak
async def test_a_replay_shows_board_trays_and_turns_on_a_phone(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "gipf", {}, ["human"] * 2)
    table.play("Ga1-b2")

    async with driven(PHONE) as (app, pilot):
        app.open_replay(table.match, table.seats, at_end=True)
        await pilot.pause()
        await pilot.press("a")
        await pilot.pause()
        heights = [
            app.screen.query_one(f"#{part}").region.height
            for part in ("board", "trays", "analysis", "moments")
        ]
        assert min(heights) >= 2
        assert heights[0] >= 20


async def test_a_small_terminal_shows_the_board_alone(driven: Driver, library: Library) -> None:
    async with driven((41, 24), table_of(library, "zertz", {}, ["human"] * 2)) as (app, _pilot):
        assert not app.screen.query_one("#side").display


@pytest.mark.parametrize("keys", [("p",), *soak(("1", "ctrl+o"))])
async def test_what_a_field_means_has_the_width_of_a_phone(
    driven: Driver, keys: tuple[str, ...]
) -> None:
    async with driven(PHONE) as (app, pilot):
        await pilot.press(*keys)
        await pilot.pause()
        meanings = app.screen.query(".field .meaning").results(Static)
        widths = [meaning.region.width for meaning in meanings if meaning.region]
        assert widths
        assert min(widths) >= PHONE[0] - 10
