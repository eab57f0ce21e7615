"""The board in imagination: how a match may go on is walked by keys, and kept as a plan."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from gipf_meta.library.store import Library
from gipf_meta.table.table import Table
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.screens.plan_screen import PlanScreen
from gipf_meta.tui.screens.play_screen import PlayScreen
from tests.tui.conftest import Driver, playing, typed, until, words
from tests.tui.test_table_screen_thinking import Slow, against, thinking


def walking(app: GipfApp) -> PlanScreen:
    """The screen of the walk, which is in front."""
    assert isinstance(app.screen, PlanScreen)
    return app.screen


def comes(table: Table) -> str:
    """The move that the bot makes next."""
    top = table.match.top
    return top.text_of(top.turn_moves(1)[0])


async def keep(pilot: Pilot[None], *moves: str) -> None:
    """Walks those *moves*, and keeps the way."""
    await typed(pilot, *moves)
    await pilot.press("S")
    await pilot.pause()


@pytest.mark.fast
async def test_a_way_is_walked_kept_shown_with_the_match_and_played_when_it_comes(
    driven: Driver, library: Library
) -> None:
    bot = Slow()
    table = against(library, bot)
    async with thinking(driven, table) as (app, pilot):
        move = comes(table)
        await pilot.press("E")
        await pilot.pause()
        assert words(app, "heading").startswith("In imagination: GIPF")
        assert words(app, "prompt-words").startswith("What may Bruno play?")
        await pilot.press("S")
        await pilot.pause()
        assert words(app, "status") == "Walk on to a move of yours: a plan ends with one."
        await typed(pilot, move)
        assert words(app, "walked") == move
        assert words(app, "prompt-words").startswith("If it comes so: what do you play?")
        await keep(pilot, "i1-h2")
        assert words(app, "status") == "Kept in your plan."
        assert len(table.match.top.steps) == 1
        await pilot.press("comma")
        await pilot.pause()
        assert words(app, "planned") == "Planned here: i1-h2"
        await pilot.press("less_than_sign", "full_stop", "full_stop")
        await pilot.pause()
        assert words(app, "walked") == f"{move} · i1-h2"
        await pilot.press("escape", "escape", "escape")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        assert f"If {move} comes, you play i1-h2." in words(app, "others")
        bot.may_go_on.set()
        await until(pilot, lambda: len(table.match.top.steps) >= 3)
        assert table.match.top.steps[2].text == "i1-h2"
        await until(pilot, lambda: "played to its end" in words(app, "status"))
        assert words(app, "others") == ""


async def test_a_way_is_taken_out_of_the_plan_and_then_all_of_it(
    driven: Driver, library: Library
) -> None:
    table = against(library, Slow())
    async with thinking(driven, table) as (app, pilot):
        first, second = (
            table.match.top.text_of(move) for move in table.match.top.turn_moves(1)[:2]
        )
        await pilot.press("E")
        await keep(pilot, first, "i1-h2")
        await pilot.press("less_than_sign")
        await keep(pilot, second, "i1-h2")
        assert len(walking(app).walk.planned) == 2
        await pilot.press("comma", "delete")
        await pilot.pause()
        assert [node.do for node in walking(app).walk.planned] == [first]
        await pilot.press("comma", "delete")
        await pilot.pause()
        assert words(app, "status") == "You have planned nothing any more."
        await pilot.press("delete")
        await pilot.pause()
        assert words(app, "status") == "You have planned nothing."
        assert playing_below(app).played.room.plans.pending == {}


def playing_below(app: GipfApp) -> PlayScreen:
    """The screen of the match, behind the one in front."""
    (found,) = (each for each in app.screen_stack if isinstance(each, PlayScreen))
    return found


async def test_the_walk_follows_the_match_that_goes_on(driven: Driver, library: Library) -> None:
    bot = Slow()
    table = against(library, bot)
    async with thinking(driven, table) as (app, pilot):
        move = comes(table)
        await pilot.press("E")
        await typed(pilot, move, "i1-h2")
        bot.may_go_on.set()
        await until(pilot, lambda: words(app, "walked") == "i1-h2")
        await pilot.press("escape")
        await until(pilot, lambda: words(app, "walked") == "The match as it stands.")
        assert words(app, "prompt-words").startswith("What do you play?")


async def test_a_plan_is_typed_at_the_board_told_and_withdrawn(
    driven: Driver, library: Library
) -> None:
    bot = Slow()
    table = against(library, bot)
    async with thinking(driven, table) as (app, pilot):
        move = comes(table)
        await typed(pilot, f"if {move} then i1-h2")
        assert words(app, "status").endswith(f"If {move} comes, you play i1-h2.")
        await typed(pilot, "if zz then i1-h2")
        assert "zz" in words(app, "status")
        await pilot.press("escape")
        await typed(pilot, "plan off")
        assert words(app, "status").endswith("You have planned nothing any more.")
        assert words(app, "others") == ""
        await typed(pilot, "if a9-z9 then")
        await typed(pilot, "plan")
        assert "You have planned nothing." in words(app, "status")
        await typed(pilot, f"if {move} then a5-b5")
        await pilot.press("E")
        await pilot.pause()
        assert walking(app).walk.known[0].do == move
        await pilot.press("ctrl+l")
        bot.may_go_on.set()
        await until(pilot, lambda: len(table.match.top.steps) >= 3)
        assert playing(app).played.plan.shown is None
