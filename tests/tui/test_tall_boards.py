"""A board gets a row of the question below it or columns of the panel, if it lacks no more."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from gipf_meta.library.store import Library
from gipf_meta.paint.fitting import SMALL_BOARD, SMALL_WINDOW, fits, is_cramped
from gipf_meta.tui.parts.asking import Asking
from gipf_meta.tui.parts.board import Board
from gipf_meta.tui.parts.side_panel import SidePanel
from tests.tiers import slow, soak
from tests.tui.conftest import STILL, Driver, playing, ready, shown, table_of, until


@pytest.mark.slow
def test_a_board_in_a_small_window_has_the_room_that_check_asks_for(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "yinsh", {}, ("human", "human"))

    async def walk() -> None:
        async with driven(SMALL_WINDOW, table, replace(STILL, graphics="glyphs")) as (app, pilot):
            await until(pilot, lambda: playing(app).has_class("tall"))
            await until(pilot, lambda: playing(app).query_one(Board).size == SMALL_BOARD)

    asyncio.run(walk())


@pytest.mark.parametrize(
    ("game", "graphics", "rows"),
    [
        *slow(pytest.param("yinsh", "quadrant", 4)),
        *soak(pytest.param("yinsh", "glyphs", 3), pytest.param("zertz", "quadrant", 4)),
    ],
)
def test_a_tall_board_has_one_more_row(
    driven: Driver, library: Library, game: str, graphics: str, rows: int
) -> None:
    """In letters it stands upright then; in shapes it has room on its side."""
    table = table_of(library, game, {}, ("human", "human"))

    async def walk() -> None:
        async with driven((120, 40), table, replace(STILL, graphics=graphics)) as (app, pilot):
            for size, below in (((80, 24), rows), ((80, 30), 4), ((80, 24), rows)):
                await pilot.resize_terminal(*size)
                screen = playing(app)
                asking, board = screen.query_one(Asking), screen.query_one(Board)
                wanted = (size[0] - 2, below)
                await until(pilot, lambda asking=asking, wanted=wanted: asking.size == wanted)
                await ready(pilot)
                assert fits(board.view, *board.size)

    asyncio.run(walk())


@pytest.mark.parametrize(
    ("columns", "panel", "heap"),
    [
        *slow(pytest.param(80, 14, "6T 2C 4E")),
        *soak(*(pytest.param(*each, "6 T") for each in ((130, 38), (90, 24), (100, 30)))),
    ],
)
def test_a_wide_board_has_columns_of_the_panel(
    driven: Driver, library: Library, columns: int, panel: int, heap: str
) -> None:
    table = table_of(library, "punct", {}, ("human", "human"))

    async def walk() -> None:
        async with driven((columns, 24), table) as (app, pilot):
            screen = playing(app)
            side, board = screen.query_one(SidePanel), screen.query_one(Board)
            await until(pilot, lambda: side.outer_size.width == panel)
            await until(pilot, lambda: fits_well(board))
            seen = "\n".join(shown(app))
            for word in ("Turn 1,", "White", "Black"):
                assert word in seen
            for each in ("Reserve of", heap):
                assert seen.count(each) == 2
            await pilot.resize_terminal(120, 50)
            await until(pilot, lambda: side.outer_size.width == 38)

    asyncio.run(walk())


def fits_well(board: Board) -> bool:
    """Whether a board is shown with its coordinates and room for signs."""
    layout = board._layout_now
    return layout is not None and bool(layout.words) and not is_cramped(layout)
