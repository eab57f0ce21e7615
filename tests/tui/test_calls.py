"""An act of another person moves no focus and takes no key: its news wait above the board."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from gipf_meta.library.store import Library
from gipf_meta.rooms.events import Asked, BotFailure, DrawOffered, Resigned, RoomEvent
from gipf_meta.table.table import Table
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.call_strip import CallStrip
from gipf_meta.tui.parts.prompt import Prompt
from gipf_meta.tui.screens.dialogs import ListDialog, QuestionDialog
from gipf_meta.tui.screens.play_screen import PlayScreen
from tests.tui.conftest import Driver, TableInRoom, playing, table_of, until

PLAYED = "Wd4,d1"
OTHER = 1
"""The player who does something meanwhile: a bot that never comes to decide."""


def done_by_other(table: Any, event: type[RoomEvent], **fields: Any) -> None:
    """Applies *event* to the room of *table*, as if by a person elsewhere."""
    assert isinstance(table, TableInRoom)
    entry = table.line.hub.rooms.find(table.room)
    entry.room.emit(event, player=OTHER, **fields)
    table.line.hub.rooms.keep(entry)
    table.line.pass_time()


KINDS: dict[str, tuple[type[RoomEvent], dict[str, Any], str]] = {
    "draw": (DrawOffered, {}, "A draw?"),
    "undo": (Asked, {"what": "take_back"}, "Undo?"),
    "pause": (Asked, {"what": "pause"}, "A pause?"),
    "resignation": (Resigned, {}, "You won"),
    "failure": (BotFailure, {"sentence": "It is stuck."}, "is stuck"),
}


@pytest.mark.parametrize(
    "kind",
    [pytest.param("draw", marks=pytest.mark.fast), "undo", "pause", "resignation", "failure"],
)
async def test_what_others_cause_takes_no_key_from_who_is_typing_a_move(
    driven: Driver, library: Library, kind: str
) -> None:
    event, fields, title = KINDS[kind]

    table = table_of(library, "zertz", {}, ["human", "random"])
    async with driven(table=table) as (app, pilot):
        board = playing(app)
        await pilot.press("colon", *PLAYED[:3])
        field, strip = board.query_one(Prompt).query_one(Input), board.query_one(CallStrip)
        done_by_other(table, event, **fields)
        await until(pilot, lambda: strip.display)
        assert title in str(strip.content)
        assert (app.screen, app.focused, field.value) == (board, field, PLAYED[:3])
        await pilot.press(*PLAYED[3:])
        assert (app.screen, app.focused, field.value) == (board, field, PLAYED)
        await pilot.press("enter")
        await pilot.pause()
        assert app.screen is board
        decided = [step.text for step in table.match.top.steps]
        assert ",".join(decided[:2]) == PLAYED or table.over is not None


@asynccontextmanager
async def draw_offered(
    driven: Driver, library: Library
) -> AsyncIterator[tuple[GipfApp, Pilot[None], Table, PlayScreen]]:
    """A match of ZÈRTZ in which the other has just offered a draw."""
    table = table_of(library, "zertz", {}, ["human", "random"])
    async with driven(table=table) as (app, pilot):
        board = playing(app)
        done_by_other(table, DrawOffered)
        yield app, pilot, table, board


@pytest.mark.fast
async def test_what_waits_is_opened_by_its_key_and_stays_until_it_is_answered(
    driven: Driver, library: Library
) -> None:
    async with draw_offered(driven, library) as (app, pilot, table, board):
        strip = board.query_one(CallStrip)
        await until(pilot, lambda: strip.display)
        assert isinstance(app.focused, Board)
        await pilot.press("enter")  # a point of the board, and no answer
        assert app.screen is board
        await pilot.press("escape", "O")
        assert isinstance(app.screen, QuestionDialog)
        assert "offers a draw" in app.screen.words
        assert not strip.display
        await pilot.press("y")
        await until(pilot, lambda: isinstance(app.screen, ListDialog))  # his own doing
        assert table.over is not None


async def test_a_dialog_whose_question_is_over_says_so_and_keeps_the_keys(
    driven: Driver, library: Library
) -> None:
    async with draw_offered(driven, library) as (app, pilot, table, board):
        await until(pilot, lambda: board.query_one(CallStrip).display)
        await pilot.press("O")
        dialog = app.screen
        assert isinstance(dialog, QuestionDialog)
        done_by_other(table, Resigned)
        await until(pilot, lambda: dialog.words == "This question is over.")
        assert app.screen is dialog
        await pilot.press("y")
        await pilot.pause()
        assert app.screen is board
        assert "You won" in str(board.query_one(CallStrip).content)
