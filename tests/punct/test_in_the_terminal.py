"""A wide board and many heaps in a small window."""

from __future__ import annotations

import pytest
from textual.widgets import OptionList

from gipf_meta.library.store import Library
from gipf_meta.paint.fitting import is_cramped
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.side_panel import SidePanel
from tests.tiers import slow, soak
from tests.tui.conftest import Driver, playing, shown, table_of, until


@pytest.mark.parametrize(
    ("columns", "panel", "heap"),
    [
        *slow(pytest.param(80, 14, "6T 2C 4E")),
        *soak(*(pytest.param(*each, "6 T") for each in ((130, 38), (90, 24), (100, 30)))),
    ],
)
async def test_a_wide_board_has_columns_of_the_panel(
    driven: Driver, library: Library, columns: int, panel: int, heap: str
) -> None:
    table = table_of(library, "punct", {}, ("human", "human"))

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


@pytest.mark.slow
async def test_many_heaps_leave_rows_to_the_list_of_turns(driven: Driver, library: Library) -> None:
    table = table_of(library, "punct", {}, ["human", "human"])
    table.play("Ta2:a3,b3")
    table.close()
    async with driven((80, 20)) as (app, pilot):
        app.replay_match(1)
        await pilot.pause()
        lines = app.screen.query_one("#moments", OptionList)
        await until(pilot, lambda: lines.region.height >= 3)
        assert lines.region in app.screen.region


def fits_well(board: Board) -> bool:
    """Whether a board is shown with its coordinates and room for signs."""
    layout = board._layout_now
    return layout is not None and bool(layout.words) and not is_cramped(layout)
