"""A board gets a row of the question below it, if it lacks no more."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from gipf_meta.library.store import Library
from gipf_meta.paint.fitting import fits
from gipf_meta.tui.parts.below_board import Asking
from gipf_meta.tui.parts.board_widget import Board
from tests.tui.conftest import STILL, Driver, playing, ready, table_of, until


@pytest.mark.soak
def test_a_tall_board_has_one_more_row(driven: Driver, library: Library) -> None:
    check_rows_below(driven, library, "zertz", "quadrant", 4)


def check_rows_below(driven: Driver, library: Library, game: str, graphics: str, rows: int) -> None:
    """Raises ``AssertionError`` unless so many *rows* are below the board of *game* in a small
    window. In letters it stands upright then; in shapes it has room on its side."""
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
