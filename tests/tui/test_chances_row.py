"""The row of chances beside the board: while a match is looked at again, and against bots."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gipf_meta.library.store import Library
from gipf_meta.narration.shares import ChancesTold
from gipf_meta.paint.palette import DARK
from gipf_meta.search.effort import Effort
from gipf_meta.table.table import Table
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.chances_row import EMPTY, ChancesRow, row_of
from gipf_meta.tui.parts.thought_panels import ReviewPanel
from tests.tui.conftest import STILL, Driver, table_of, until
from tests.tui.replaying import replaying

ONE_WHITE = {"goals": "1/5/6/3"}


def told(*shares: tuple[int | None, int]) -> ChancesTold:
    return {"shares": [{"player": who, "percent": n} for who, n in shares], "words": ""}


@pytest.mark.parametrize(
    ("found", "columns", "row"),
    [
        (None, 6, 6 * EMPTY),
        (told((0, 50), (1, 50)), 24, " You 50 %    Mia 50 %   "),
        (told((0, 90), (1, 10)), 20, " You 90 %           "),
        (told((0, 0), (1, 100)), 12, " Mia 100 %  "),
        (told((0, 40), (None, 60)), 30, " You 40 %    the others 60 %  "),
    ],
)
def test_each_player_has_his_share_of_the_cells(
    found: ChancesTold | None, columns: int, row: str
) -> None:
    assert row_of(found, ("You", "Mia"), columns, DARK).plain == row


@pytest.mark.needs("zertz")
async def test_a_review_shows_the_chances_of_the_moment(
    driven: Driver, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    effort = Effort(20, is_rough_first=True)
    monkeypatch.setattr("gipf_meta.tui.parts.thought_panels.BY_TIME", effort)
    table = table_of(library, "zertz", ONE_WHITE, ["human", "human"])
    for move in ("Wd4,d1", "Bd5,a1", "x d5Wd3"):
        table.play(move)
    async with replaying(driven, table, (80, 24)) as (app, pilot):
        row, board = app.screen.query_one(ChancesRow), app.screen.query_one(Board).region
        assert not row.display
        await pilot.press("r")
        await until(pilot, lambda: app.screen.query_one(ReviewPanel).is_done)
        await pilot.press("home")
        await pilot.pause()
        assert row.display
        assert "%" in str(row.content)
        assert app.screen.query_one(Board).region == board
        await pilot.press("end")
        await pilot.pause()
        assert "100 %" in str(row.content)


@pytest.mark.needs("zertz")
@pytest.mark.parametrize("is_wanted", [True, False])
async def test_against_bots_they_are_seen_by_who_wants_them(
    driven: Driver, library: Library, is_wanted: bool
) -> None:
    table: Table = table_of(library, "zertz", ONE_WHITE, ["human", "greedy"])
    settings = replace(STILL, chances=is_wanted)
    async with driven((80, 24), table, settings) as (app, pilot):
        board = app.screen.query_one(Board).region
        row = app.screen.query_one(ChancesRow)
        if is_wanted:
            await until(pilot, lambda: row.display and "%" in str(row.content))
        await pilot.pause()
        assert row.display == is_wanted
        assert app.screen.query_one(Board).region == board
