"""The line in which one thing is said has room for it, and takes none from the board."""

from __future__ import annotations

import pytest
from textual.widgets import Static

from gipf_meta.library.store import Library
from gipf_meta.tui.parts.below_board import StatusLine, newest_that_fit
from gipf_meta.tui.parts.board_widget import Board
from tests.tiers import soak
from tests.tui.conftest import Driver, table_of, typed, until


@pytest.mark.parametrize("size", [(80, 24), *soak((100, 40))])
async def test_a_long_refusal_is_read_to_its_end_and_the_board_keeps_its_room(
    driven: Driver, library: Library, size: tuple[int, int]
) -> None:
    table = table_of(library, "gipf", {"variant": "basic"}, ["human", "human"])
    async with driven(size, table=table) as (app, pilot):
        line, board = app.screen.query_one(StatusLine), app.screen.query_one(Board)
        caption, room = app.screen.query_one("#caption", Static), board.size
        for said, rows in (("a1-b2", 1), ("e5", 2), ("i5-h5", 1), ("e5", 2)):
            await typed(pilot, said)
            await pilot.pause()
            assert (len(str(line.content)) > line.size.width) == (rows == 2)
            assert (line.size.height, caption.display) == (rows, True)
            assert board.size == room
        await pilot.resize_terminal(200, 40)
        # there the news stand above it
        await until(pilot, lambda: (line.size.height, caption.display) == (2, True))


def test_where_not_all_news_have_room_the_oldest_are_left_out_and_the_last_never() -> None:
    told = [f"Sentence number {n}." for n in range(1, 7)]
    whole = newest_that_fit(told, 40, 4, "more …")
    assert whole.startswith("Sentence number 1.")
    cut = newest_that_fit(told, 40, 2, "more …")
    assert cut.startswith("more …")
    assert cut.endswith("Sentence number 6.")
    assert "Sentence number 1." not in cut
    assert newest_that_fit(["x" * 90], 40, 1, "more …") == "x" * 90
