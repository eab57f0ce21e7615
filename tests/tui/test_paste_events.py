"""A match is pasted into the terminal, or the name of its file, as terminals do for one dropped."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Select

from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.parts.forms import field_id
from gipf_meta.tui.parts.prompt import Prompt
from gipf_meta.tui.screens.desk_screens import DeskScreen
from gipf_meta.tui.screens.dialogs import CopyDialog
from gipf_meta.tui.screens.play_screen import PlayScreen
from tests.tui.conftest import Driver, shown, until

SHEET = '[Game "zertz"]\n1. Wd4,d1 {The middle.} Bd7,a4\n'


async def paste(app: GipfApp, pilot: Pilot[None], text: str) -> None:
    """Pastes a match, which can be played on then."""
    app.screen.post_message(events.Paste(text))
    await until(pilot, lambda: "Play on from here" in "\n".join(shown(app)))


@pytest.mark.needs("zertz")
def test_a_sheet_that_is_pasted_is_looked_at_and_played_on(driven: Driver, tmp_path: Path) -> None:
    (tmp_path / "sheet.txt").write_text(SHEET)

    async def walk(pasted: str) -> None:
        async with driven((80, 30)) as (app, pilot):
            await paste(app, pilot, pasted)
            await pilot.press("ctrl+s")
            await until(pilot, lambda: isinstance(app.screen, PlayScreen))

    for pasted in (SHEET, f"{tmp_path}/sheet.txt"):
        asyncio.run(walk(pasted))


@pytest.mark.fast
async def test_what_is_no_match_is_said(driven: Driver) -> None:
    async with driven((80, 30)) as (app, pilot):
        app.screen.post_message(events.Paste("Dear Anna"))
        await until(pilot, lambda: bool(app._notifications))
        (note,) = app._notifications
        assert "is no game, position or link that is known here" in note.message


@pytest.mark.needs("zertz")
async def test_turns_are_played_in_a_match_up_to_the_first_that_is_refused(driven: Driver) -> None:
    """Though a line is open to be typed in, which would keep the first of them."""

    async with driven((80, 30)) as (app, pilot):
        await paste(app, pilot, SHEET)
        for name in ("seat-0", "seat-1"):
            app.screen.query_one(f"#{field_id(name)}", Select).value = "human"
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        await pilot.press("colon")
        await until(pilot, lambda: app.screen.query_one(Prompt).display)
        app.post_message(events.Paste("We3,a1\rXX\rWc2"))
        await until(pilot, lambda: bool(app._notifications))
        (note,) = app._notifications
        assert note.message.startswith("line 2: XX: 'XX' is no move of ZÈRTZ")
        assert app.played is not None
        assert [turn.text for turn in app.played.record().turns][2:] == ["We3,a1"]
        assert not app.screen.query_one(Prompt).display
        app.screen.post_message(events.Paste(SHEET))
        await until(pilot, lambda: isinstance(app.screen, DeskScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))


@pytest.mark.needs("zertz", "gipf")
async def test_several_games_are_listed_and_a_position_is_shown(driven: Driver) -> None:
    several = f'{SHEET}\n[Game "gipf"]\n1. Gf1-f2\n'

    async with driven((80, 30)) as (app, pilot):
        app.screen.post_message(events.Paste(several))
        await until(pilot, lambda: "Which of these games?" in "\n".join(shown(app)))
        await pilot.press("enter")
        await until(pilot, lambda: "Play on from here" in "\n".join(shown(app)))
        await pilot.press("escape")
        await until(pilot, lambda: "Which of these games?" in "\n".join(shown(app)))
        app.screen.post_message(events.Paste("a1,a2,b1 1/0/0 0/0/0 0/0/0 1"))
        await until(pilot, lambda: "Study" in "\n".join(shown(app)))
        assert "Play on from here" in "\n".join(shown(app))


@pytest.mark.needs("zertz")
async def test_what_is_chosen_is_copied_and_shown(driven: Driver) -> None:
    async with driven((80, 30)) as (app, pilot):
        await paste(app, pilot, SHEET)
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        await pilot.press("C")
        await until(pilot, lambda: isinstance(app.screen, CopyDialog))
        await pilot.press("down", "down", "down", "enter")
        await until(pilot, lambda: app.clipboard.startswith('[Game "zertz"]'))
        await until(pilot, lambda: "1. Wd4,d1 {The middle.}" in "\n".join(shown(app)))
