"""The options of a game as fields, those of its duels too; trouble is said while one chooses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Select

from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.parts.forms import FoldedFields
from tests.tui.conftest import STILL, Driver, place, words

NAMED = replace(STILL, name="Anna", name_asked=True)


def with_last(game: str, **options: Any) -> Any:
    """Settings of somebody who has played *game* with these *options* the last time."""
    return replace(NAMED, set_ups={game: {"options": options}})


async def choose(app: GipfApp, pilot: Pilot[None], option: str, value: str) -> None:
    """Chooses *value* for the field of an *option*."""
    field = app.screen.query_one(f"#field-option_{option}", Select)
    field.value = value
    await pilot.pause()


# slow: all options of all duels are fields here
async def test_options_of_a_duel_stay_as_they_were_until_they_are_unfolded_and_changed(
    driven: Driver,
) -> None:
    settings = with_last("gipf", zertz_duel_options={"board": "48"})
    async with driven(settings=settings) as (app, pilot):
        app.open_desk("setup", {"game": "gipf"})
        await pilot.pause()
        every = app.screen.query(FoldedFields).first()
        (inner,) = (fold for fold in every.query(FoldedFields) if "ZÈRTZ" in str(fold.title))
        assert str(every.title) == "Options: duel about ZÈRTZ: …"
        await pilot.press("ctrl+o")
        inner.collapsed = False
        await pilot.pause()
        assert app.screen.query_one("#field-option_zertz_duel_board", Select).value == "48"
        await choose(app, pilot, "zertz_duel_board", "61")
        assert not inner.collapsed
        assert str(every.title) != "Options: as usual"
        # another game for the duel has options of its own
        await choose(app, pilot, "zertz_duel", "tamsk")
        assert not app.screen.query("#field-option_zertz_duel_board")
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert app.played is not None
        assert app.played.match.sessions[0].game.model_dump()["zertz_duel"] == "tamsk"


@pytest.mark.soak
async def test_a_duel_that_is_gone_since_the_last_match_is_refused_by_the_form(
    driven: Driver,
) -> None:
    async with driven(settings=with_last("gipf", zertz_duel="chess")) as (app, pilot):
        app.open_desk("setup", {"game": "gipf"})
        await pilot.pause()
        await pilot.press("ctrl+s")
        await pilot.pause()
        said = " ".join(words(app, "status").split())
        assert "option zertz_duel=chess: there is no such game here. Possible: " in said
        await choose(app, pilot, "zertz_duel", "zertz")
        assert words(app, "status") == ""


async def test_options_with_which_no_new_match_begins_are_refused_while_they_are_chosen(
    driven: Driver,
) -> None:
    """docs/reference/zertz.md §2: a tournament has at least 48 rings."""

    settings = with_last("zertz", variant="tournament", board="37")
    async with driven(settings=settings) as (app, pilot):
        app.open_desk("setup", {"game": "zertz"})
        await pilot.pause()
        await choose(app, pilot, "board", "44")
        assert "48 rings or more, not on 44" in words(app, "status")
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert place(app) == "setup"
        assert "not on 44" in words(app, "status")
        await choose(app, pilot, "board", "48")
        assert words(app, "status") == ""
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert app.played is not None
