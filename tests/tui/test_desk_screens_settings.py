"""The settings in the terminal: every change shows at once, also in front of a match."""

from __future__ import annotations

import asyncio

from textual.widgets import Input, Select

from gipf_meta.library.settings import load_settings
from gipf_meta.library.store import Library
from gipf_meta.tui.parts.board_widget import Board
from tests.tui.conftest import Driver, place, rest, shown, table_of


async def test_settings_are_changed_in_front_of_a_match_and_show_at_once(
    driven: Driver, library: Library
) -> None:
    async with driven((80, 24), table_of(library, "zertz", {}, ["human"] * 2)) as (app, pilot):
        app.action_preferences()
        await pilot.pause()
        assert place(app) == "settings"
        boards = [board for screen in app.screen_stack for board in screen.query(Board)]
        async with asyncio.timeout(60):  # the boards of the settings are drawn first
            while not any("Graphics" in line for line in shown(app)):
                await rest()
        assert any("Graphics" in line for line in shown(app))
        app.screen.query_one("#field-theme", Select).value = "light"
        app.screen.query_one("#field-graphics", Select).value = "glyphs"
        app.screen.query_one("#field-motion", Select).value = "on"
        app.screen.query_one("#field-name", Input).value = "Ben"
        await pilot.pause()
        kept = load_settings()
        assert (kept.theme, kept.graphics, kept.motion, kept.name) == (
            *("light", "glyphs", True, "Ben"),
        )
        assert app.theme == "textual-light"
        assert {board.looks.technique for board in boards} == {"glyphs"}
        await pilot.press("escape")
        await pilot.pause()
        assert place(app) == "PlayScreen"
