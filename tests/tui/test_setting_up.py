"""A board that is set up in the terminal: by keys, by clicks on what is to be put, and typed."""

from __future__ import annotations

import asyncio

import pytest

from gipf_meta.library.store import Library
from gipf_meta.tui.parts.asking import StatusLine
from gipf_meta.tui.parts.board import Board
from gipf_meta.tui.screens.desk import DeskScreen
from gipf_meta.tui.screens.play import PlayScreen
from tests.tui.conftest import Driver


@pytest.mark.needs("zertz")
def test_a_board_is_set_up_by_words_and_leads_to_the_form(driven: Driver, library: Library) -> None:
    async def walk() -> None:
        async with driven((120, 40)) as (app, pilot):
            about = {"game": "zertz"}
            app.talk.tell({"do": "submit", "screen": "board_setup", "about": about, "values": {}})
            await pilot.pause()
            assert isinstance(app.screen, PlayScreen)
            for edit in ("d4=W", "turn=2"):
                await pilot.press("colon", *edit, "enter")
                await pilot.pause()
            assert app.played is not None
            assert app.played.match.top.state.draft.at("d4") == "W"
            assert "Player 2 is on turn" in app.played.view().prompt
            await pilot.press("M")
            await pilot.pause()
            assert isinstance(app.screen, DeskScreen)
            assert library.entries() == []

    asyncio.run(walk())


@pytest.mark.needs("dvonn")
def test_at_the_edge_the_cursor_says_that_it_stays(driven: Driver) -> None:
    async def walk() -> None:
        async with driven((120, 40)) as (app, pilot):
            about = {"game": "dvonn"}
            app.talk.tell({"do": "submit", "screen": "board_setup", "about": about, "values": {}})
            await pilot.pause()
            board = app.screen.query_one(Board)
            board.focus()
            for _step in range(12):
                await pilot.press("d")
            await pilot.pause()
            stayed = str(app.screen.query_one(StatusLine).content)
            assert stayed == f"Nothing lies that way: still on {board.cursor}."

    asyncio.run(walk())
