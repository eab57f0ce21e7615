"""The options of a game as fields, and those of its duels, which are unfolded."""

from __future__ import annotations

import asyncio

import pytest
from textual.widgets import Collapsible, Select

from gipf_meta.tui.parts.option_fields import OptionFields
from gipf_meta.tui.parts.status import Status
from gipf_meta.tui.screens.setup import SetUpForm
from tests.tui.conftest import Driver, words

LAST = {"options": {"zertz_duel_options": {"board": "48"}}}


def form(app: object) -> SetUpForm:
    screen = app.screen  # type: ignore[attr-defined]
    assert isinstance(screen, SetUpForm)
    return screen


def test_options_of_a_duel_stay_as_they_were_until_they_are_unfolded_and_changed(
    driven: Driver,
) -> None:
    async def walk() -> None:
        async with driven() as (app, pilot):
            gipf = app.installed.games["gipf"]
            app.push_screen(SetUpForm(gipf, "GIPF", "gipf", LAST))
            await pilot.pause()
            _, told = form(app).read()
            assert told["options"] == LAST["options"]
            inner = form(app).query_one("#inner-zertz_duel").query_one(Collapsible)
            inner.collapsed = False
            await pilot.pause()
            fields = inner.query_one(OptionFields)
            board = fields.fields["board"]
            assert isinstance(board, Select)
            assert board.value == "48"
            board.value = "61"
            game, told = form(app).read()
            assert told["options"] == {"zertz_duel_options": {"board": "61"}}
            assert game.zertz_duel_options["board"] in (61, "61")
            fields.fields["board"].value = ""
            assert form(app).read()[1]["options"] == {}

    asyncio.run(walk())


@pytest.mark.soak
def test_a_duel_that_is_gone_since_the_last_match_is_refused_by_the_form(driven: Driver) -> None:
    async def walk() -> None:
        async with driven() as (app, pilot):
            gipf = app.installed.games["gipf"]
            app.push_screen(SetUpForm(gipf, "GIPF", "gipf", {"options": {"zertz_duel": "chess"}}))
            await pilot.pause()
            await pilot.press("ctrl+s")
            await pilot.pause()
            said = str(form(app).query_one(Status).visual)
            assert "option zertz_duel=chess: there is no such game here. Possible: " in said
            field = form(app).query_one(OptionFields).fields["zertz_duel"]
            assert isinstance(field, Select)
            field.value = "zertz"
            assert form(app).read()[1]["options"] == {}

    asyncio.run(walk())


@pytest.mark.fast
def test_options_with_which_no_new_match_begins_are_refused_while_they_are_chosen(
    driven: Driver,
) -> None:
    """docs/reference/zertz.md §2: a tournament has at least 48 rings."""
    small = {"options": {"variant": "tournament", "board": "37"}}

    async def walk() -> None:
        async with driven() as (app, pilot):
            zertz = app.installed.games["zertz"]
            app.push_screen(SetUpForm(zertz, "ZÈRTZ", "zertz", small))
            await pilot.pause()
            board = form(app).query_one(OptionFields).fields["board"]
            assert isinstance(board, Select)
            board.value = "44"
            await pilot.pause()
            assert "48 rings or more, not on 44" in words(app, "status")
            form(app).action_begin()
            await pilot.pause()
            assert app.table is None
            board.value = "48"
            await pilot.pause()
            assert words(app, "status") == ""
            form(app).action_begin()
            await pilot.pause()
            assert app.table is not None

    asyncio.run(walk())
