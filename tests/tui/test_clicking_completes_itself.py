"""A decision of which one continuation is left completes itself; keys right behind do no harm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from gipf_meta.library.store import Library
from gipf_meta.narration.prompts import was_played
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.screens.dialogs import QuestionDialog
from tests.tui.conftest import STILL, Driver, Keys, playing, table_of, typed, until, words

pytestmark = pytest.mark.needs("gipf")
PEOPLE = ("human", "human")
CORNER, ONLY = "a1", "a1-b2"
"""A dot from which only one line leads onto the board, and the decision that begins there."""


def texts(table_or_app: object) -> list[str]:
    """The texts of the decisions that were played."""
    return [step.text for step in table_or_app.match.top.steps]  # type: ignore[attr-defined]


@pytest.mark.parametrize("stale", [["enter"], ["space"]])
async def test_keys_out_of_habit_say_nothing_in_the_next_decision(
    driven: Driver, library: Library, stale: Sequence[str]
) -> None:
    table = table_of(library, "gipf", {"variant": "basic"}, PEOPLE)

    async with driven((80, 24), table) as (app, pilot):
        screen, board = playing(app), app.screen.query_one(Board)
        await Keys(app, pilot).word(CORNER)
        assert texts(table) == [ONLY]
        await pilot.press(*stale)
        await pilot.pause()
        assert (texts(table), screen.decision.path) == ([ONLY], ())
        assert words(app, "status").endswith(was_played())
        # the same once more is meant
        await pilot.press("enter")
        await pilot.pause()
        assert screen.decision.path == (board.cursor,) or len(texts(table)) == 2


async def test_a_click_out_of_habit_says_nothing_in_the_next_decision_another_does(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "gipf", {"variant": "basic"}, PEOPLE)

    async with driven((80, 24), table) as (app, _pilot):
        screen = playing(app)
        screen.click_word(CORNER)
        assert texts(table) == [ONLY]
        screen.click_word("b2")
        assert screen.decision.path == ()
        assert words(app, "status").endswith(was_played())
        screen.click_word("b2")
        assert screen.decision.path == ("b2",)
        screen.action_back()
        screen.click_word("a5")
        assert texts(table) == [ONLY, "a5-b5"]
        screen.click_word("e1")  # nothing that was left out: it is meant
        assert len(texts(table)) == 3


async def test_a_key_out_of_habit_answers_no_question_that_comes_instead(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "gipf", {"variant": "basic"}, PEOPLE)

    async with driven((80, 24), table) as (app, pilot):
        await Keys(app, pilot).word(CORNER)
        app.push_screen(QuestionDialog("A duel", "It begins.", {"on": "Go on"}))
        await pilot.press("enter")
        assert isinstance(app.screen, QuestionDialog)
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, QuestionDialog))
        assert texts(table) == [ONLY]


async def test_what_completes_itself_is_confirmed_where_that_is_set(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "gipf", {"variant": "basic"}, PEOPLE)

    async with driven((80, 24), table, replace(STILL, confirm=True)) as (app, pilot):
        await Keys(app, pilot).word(CORNER)
        assert "Once more to play it" in words(app, "status")
        assert not texts(table)
        await pilot.press("escape")
        assert playing(app).decision.path == ()
        playing(app).click_word(CORNER)
        playing(app).click_word("b2")  # who says all words says it, too
        assert texts(table) == [ONLY]


async def test_a_line_is_completed_when_it_is_entered_not_while_it_is_typed(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "gipf", {"variant": "basic"}, PEOPLE)

    async with driven((80, 24), table) as (_app, pilot):
        await pilot.press("colon", *"b2")
        assert not texts(table)
        await pilot.press("enter")
        await pilot.pause()
        assert not texts(table)  # three lines lead there
        await pilot.press("escape")
        await typed(pilot, CORNER)
        assert texts(table) == [ONLY]
