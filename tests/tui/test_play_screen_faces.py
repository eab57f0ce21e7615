"""The lines of bots in a terminal: below the board, to who wants them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gipf_meta.bots.spoken_lines import LINES, lines_at_slips
from gipf_meta.library.store import Library
from gipf_meta.match.session import Session
from gipf_meta.narration.shares import ChancesTold
from gipf_meta.tui.parts.below_board import Asking, StatusLine
from tests.tui.conftest import STILL, Driver, table_of, typed, until

pytestmark = pytest.mark.needs("zertz")


@pytest.mark.parametrize("faces", [True, False])
async def test_a_bot_greets_below_the_board(driven: Driver, library: Library, faces: bool) -> None:
    table = table_of(library, "zertz", {}, ["human", "medium"])
    async with driven((100, 40), table, replace(STILL, faces=faces)) as (app, pilot):
        await pilot.pause()
        status = str(app.screen.query_one(StatusLine).content)
        greetings = [line for line in LINES["medium"]["start"] if f"Nora: “{line}”" in status]
        assert len(greetings) == faces
        assert app.screen.query_one(Asking).news[0] == [f"Nora: “{line}”" for line in greetings]


@pytest.mark.parametrize("faces", [True, False])
async def test_a_bot_speaks_of_a_slip_that_the_row_of_chances_has_shown(
    driven: Driver, library: Library, monkeypatch: pytest.MonkeyPatch, faces: bool
) -> None:
    looked = list[int]()

    def fall(session: Session, _names: object, _percent: int) -> ChancesTold:
        looked.append(len(session.steps))
        own = 90 if not session.steps else 10
        shares: Any = [{"player": 0, "percent": own}, {"player": 1, "percent": 100 - own}]
        return {"shares": shares, "words": ""}

    monkeypatch.setattr("gipf_meta.tui.parts.chances_row.chances_now", fall)
    table = table_of(library, "zertz", {}, ["human", "greedy"])
    settings = replace(STILL, chances=True, faces=faces)
    async with driven((100, 40), table, settings) as (app, pilot):
        await until(pilot, lambda: looked == [0])
        await typed(pilot, "Wd4,a1")
        await until(pilot, lambda: looked[-1] > 0)
        await pilot.pause()
        line = f"Bruno: “{lines_at_slips('greedy', table.match.seed)[0]}”"
        assert (app.screen.query_one(Asking).said == line) == faces
