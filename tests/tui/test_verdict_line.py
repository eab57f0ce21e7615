"""The moment in which something is decided, in the terminal: a line above the board, in nobody's
way."""

from __future__ import annotations

import pytest
from rich.text import Text

from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Library
from gipf_meta.search.effort import Effort
from gipf_meta.search.verdict import curve_row, turning_point
from gipf_meta.tui.parts import verdict_line
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.prompt import Prompt
from gipf_meta.tui.parts.thought_panels import ReviewPanel
from gipf_meta.tui.parts.verdict_line import VerdictLine
from gipf_meta.tui.screens.dialogs import ListDialog
from gipf_meta.tui.screens.replay import Replay
from tests.tui.conftest import Driver, shown, table_of, typed, until, words
from tests.tui.test_play_screen_duels import TOURNAMENT

pytestmark = [pytest.mark.fast, pytest.mark.needs("gipf", "zertz", "tamsk")]

TO_THE_JUMP = ("Ga1-b2", "Gi5-h5", "Za1-b2", "Zi5-h5", "Zb2^")


@pytest.mark.slow
async def test_a_power_that_is_made_is_told_above_the_board_until_a_key_which_does_its_own(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "gipf", TOURNAMENT, ["human", "human"])
    for move in TO_THE_JUMP:
        table.play(move)
    async with driven((80, 24), table) as (app, pilot):
        board, line = app.screen.query_one(Board), app.screen.query_one(VerdictLine)
        await typed(pilot, "allow")
        assert not line.display
        before = board.region
        await typed(pilot, "d4")
        assert words(app, "verdict") == "White's jump is made: b2 → d4."
        assert line.display
        assert board.region == before, "nothing has moved by it"
        assert line.region.bottom <= board.region.y
        assert app.focused is board
        await pilot.press("colon")
        assert app.screen.query_one(Prompt).display
        assert not line.display
        assert app.screen.query_one("#heading").display


async def test_sentences_are_told_one_after_the_other(driven: Driver, library: Library) -> None:
    table = table_of(library, "gipf", TOURNAMENT, ["human", "human"])
    async with driven((80, 24), table) as (app, pilot):
        line = app.screen.query_one(VerdictLine)
        line.tell(["One.", "Two."])
        line.tell(["Three."])
        for said in ("One.", "Two.", "Three."):
            assert words(app, "verdict") == said
            line._show_next()
        assert not line.display
        line.end()
        assert not line.display
        await pilot.pause()


@pytest.mark.needs("zertz")
@pytest.mark.slow
async def test_the_end_of_a_match_leads_to_where_it_turned(
    driven: Driver, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gipf_meta.tui.parts.thought_panels.BY_TIME", Effort(200))
    table = table_of(library, "zertz", {}, ["human", "human"])
    for move in ("Wd4,a1", "Bd5,g4", "x d4Bd6"):
        table.play(move)
    table.resign(1)
    async with driven((80, 24), table) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, ListDialog))
        assert "See where it turned" in "\n".join(shown(app))
        await pilot.press("G")
        await until(pilot, lambda: isinstance(app.screen, Replay))
        replay = app.screen
        assert isinstance(replay, Replay)
        panel = replay.query_one(ReviewPanel)
        await until(pilot, lambda: panel.is_done)
        turned = turning_point(panel.verdicts) or panel.verdicts[-1]
        assert replay.at == turned.last
        row = curve_row(panel.verdicts)
        assert len(row) == 3
        assert f"turn by turn: {row}" in panel.page


async def test_the_end_of_a_match_lights_up_and_takes_no_key(
    driven: Driver, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verdict_line, "STAYS_S", 1e6)  # until it is ended, however slow this is
    table = table_of(library, "zertz", {}, ["human", "human"])
    for move in ("Wd4,a1", "Bd5,g4"):
        table.play(move)
    async with driven((80, 24), table, Settings(motion=True)) as (app, pilot):
        line = app.screen.query_one(VerdictLine)
        assert not line.display
        table.resign(1)
        await until(pilot, lambda: line.display)
        assert str(line.content).startswith("Player 1 won")
        line._light(4)
        lit = line.content
        assert isinstance(lit, Text)
        (span,) = lit.spans
        assert span.end == len(lit) // 2
        line._light(0)
        assert line._lighting is None
        line.end()
        assert not line.display


async def test_a_match_that_is_only_opened_has_no_moment(driven: Driver, library: Library) -> None:
    table = table_of(library, "zertz", {}, ["human", "human"])
    table.play("Wd4,a1")
    table.resign(1)
    async with driven((80, 24), table, Settings(motion=True)) as (app, pilot):
        await pilot.pause()
        assert not any(line.display for line in app.screen_stack[1].query(VerdictLine))
