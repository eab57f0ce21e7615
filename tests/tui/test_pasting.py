"""A match is pasted into the terminal, or the name of its file, as terminals do for one dropped."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual import events

from gipf_meta.tui.screens.play import PlayScreen
from tests.tui.conftest import Driver, shown, until

SHEET = '[Game "zertz"]\n1. Wd4,d1 {The middle.} Bd7,a4\n'

pytestmark = pytest.mark.fast


@pytest.mark.needs("zertz")
def test_a_sheet_that_is_pasted_is_looked_at_and_played_on(driven: Driver, tmp_path: Path) -> None:
    (tmp_path / "sheet.txt").write_text(SHEET)

    async def walk(pasted: str) -> None:
        async with driven((80, 30)) as (app, pilot):
            app.screen.post_message(events.Paste(pasted))
            await until(pilot, lambda: "Play on from here" in "\n".join(shown(app)))
            await pilot.press("ctrl+s")
            await until(pilot, lambda: isinstance(app.screen, PlayScreen))

    for pasted in (SHEET, f"{tmp_path}/sheet.txt"):
        asyncio.run(walk(pasted))


def test_what_is_no_match_is_said(driven: Driver) -> None:
    async def walk() -> None:
        async with driven((80, 30)) as (app, pilot):
            app.screen.post_message(events.Paste("Dear Anna"))
            said = "is no record that is known here"
            await until(pilot, lambda: said in "\n".join(shown(app)))

    asyncio.run(walk())
