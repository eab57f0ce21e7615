"""Events beside a decision: others decide, help is read, questions are asked."""

from __future__ import annotations

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.library.store import Library
from gipf_meta.table.table import Table
from gipf_meta.tui.parts.word_choices import Words
from gipf_meta.tui.screens.dialogs import QuestionDialog
from tests.tiers import soak
from tests.tui.conftest import Driver, playing, table_of, words

OPENING = ("a1-b2", "d1-d2", "d7-d6", "a4-b4", "g1-f2", "g4-f4")
BY_HAND = "human"


def tamsk(library: Library, *seats: str) -> Table:
    """A match with the 15-second glass, in which all glasses have been moved once."""
    table = table_of(library, "tamsk", {}, list(seats))
    for n, text in enumerate(OPENING):
        table.play(text, n % 2)
    return table


async def test_what_is_clicked_stays_when_the_other_turns_the_glass(
    driven: Driver, library: Library
) -> None:
    table = tamsk(library, BY_HAND, BY_HAND)
    async with driven(table=table) as (app, _pilot):
        screen = playing(app)
        screen.click_word("b2")  # lifted: that is a decision
        screen.click_word("no ring")
        table.play("flip", 1)
        screen.refresh_table()
        assert table.match.player == 0
        assert screen.decision.path == ("no ring",)
        # somebody else's turn begins with nothing clicked
        table.play("R:>b3/", 0)
        screen.refresh_table()
        assert table.match.player == 1
        assert screen.decision.path == ()


async def test_nobody_is_offered_what_only_a_bot_may_decide(
    driven: Driver, library: Library
) -> None:
    for seats, offered in (((BY_HAND, BY_HAND), True), ((BY_HAND, "greedy"), False)):
        table = tamsk(library, *seats)
        assert table.match.player == 0
        async with driven(table=table) as (app, _pilot):
            assert ("flip" in app.screen.query_one(Words).words) is offered
            assert "B:F" in {each.notation for each in table.view().choices}


async def test_who_may_decide_beside_a_bots_turn_can(driven: Driver, library: Library) -> None:
    table = tamsk(library, "greedy", BY_HAND)
    assert table.match.player == 0
    async with driven(table=table) as (app, _pilot):
        assert playing(app).decision.words == ("flip",)
        playing(app).click_word("flip")
        assert table.match.top.steps[-1].text == "B:F"


@pytest.mark.parametrize("key", ["m", "R", *soak("question_mark", "f1")])
async def test_no_time_passes_while_somebody_reads(
    driven: Driver, library: Library, key: str
) -> None:
    table = tamsk(library, BY_HAND, BY_HAND)
    assert isinstance(table.clock, StillClock)
    async with driven(table=table) as (app, pilot):
        await pilot.press(key)
        await pilot.pause()
        before = table.match.top.time_ms
        table.clock.ms += 60_000
        await pilot.press("escape")
        await pilot.pause()
        playing(app).read_clock()
        assert table.match.top.time_ms == before
        table.clock.ms += 500
        playing(app).read_clock()
        assert table.match.top.time_ms == before + 500


async def test_arrows_choose_between_answers(driven: Driver, library: Library) -> None:
    table = table_of(library, "zertz", {}, [BY_HAND, BY_HAND])
    async with driven(table=table) as (app, pilot):
        await pilot.press("R")
        await pilot.pause()
        assert isinstance(app.screen, QuestionDialog)
        answers = list(app.screen.answers)
        await pilot.press(*(["right"] * answers.index("yes")), "enter")
        await pilot.pause()
        assert table.over is not None


@pytest.mark.fast
async def test_a_jump_with_only_one_end_is_made_by_its_first_word(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "zertz", {}, [BY_HAND, BY_HAND])
    for text in ("Wd4,d1", "Bd5,g3"):
        table.play(text)
    jumps = {each.path for each in table.view().choices}
    async with driven(table=table) as (app, _pilot):
        source, _target = next((a, b) for a, b in jumps if sum(p[0] == a for p in jumps) == 1)
        playing(app).click_word(source)
        assert len(table.match.top.steps) > 4


async def test_a_whole_turn_that_is_typed_is_not_called_impossible(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "zertz", {}, [BY_HAND, BY_HAND])
    async with driven(table=table) as (app, pilot):
        await pilot.press("colon", *"Wd4,")
        assert "Wd4,d1" in words(app, "completions")
        await pilot.press(*"d1", "enter")
        await pilot.pause()
        assert [step.text for step in table.match.top.steps] == ["Wd4", "d1"]
        # nor is what is written in another way: it is played, too
        await pilot.press("colon", "W", "space", *"e4")
        assert words(app, "completions") == "Enter plays or answers it, or says why not"
        await pilot.press("enter")
        await pilot.pause()
        assert [step.text for step in table.match.top.steps] == ["Wd4", "d1", "We4"]
