"""A tall board in a small window: it gets a row of the question below it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gipf_meta.library.store import Library
from gipf_meta.paint.fitting import SMALL_BOARD, SMALL_WINDOW
from gipf_meta.tui.parts.board_widget import Board
from tests.tiers import slow, soak
from tests.tui.conftest import STILL, Driver, playing, table_of, until
from tests.tui.test_below_board_tall import check_rows_below


@pytest.mark.slow
async def test_a_board_in_a_small_window_has_the_room_that_check_asks_for(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "yinsh", {}, ("human", "human"))

    async with driven(SMALL_WINDOW, table, replace(STILL, graphics="glyphs")) as (app, pilot):
        await until(pilot, lambda: playing(app).has_class("tall"))
        await until(pilot, lambda: playing(app).query_one(Board).size == SMALL_BOARD)


@pytest.mark.parametrize(
    ("graphics", "rows"), [*slow(pytest.param("quadrant", 4)), *soak(pytest.param("glyphs", 3))]
)
def test_a_tall_board_has_one_more_row(
    driven: Driver, library: Library, graphics: str, rows: int
) -> None:
    check_rows_below(driven, library, "yinsh", graphics, rows)
