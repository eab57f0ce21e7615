"""The analysis of a position and the review of a match, while a match is looked at again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from threading import Event
from typing import Any

import pytest
from textual.widgets import OptionList

from gipf_meta.library.store import Library
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.protocol.game import Chance, Duel
from gipf_meta.search.analysis import Analysis, Line
from gipf_meta.search.budget import Budget
from gipf_meta.search.effort import Effort
from gipf_meta.search.review import Judged
from gipf_meta.search.verdict import Verdict
from gipf_meta.table.table import Table
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.thought_panels import AnalysisPanel, ReviewPanel
from gipf_meta.tui.screens.dialogs import ListDialog
from gipf_meta.tui.screens.pages import ReviewPage
from gipf_meta.tui.screens.play_screen import PlayScreen
from gipf_meta.tui.screens.replay import Replay
from tests.tiers import soak
from tests.tui.conftest import Driver, playing, table_of, until, words
from tests.tui.replaying import replaying
from tests.tui.test_app_walks import COMBINED, TO_THE_DUEL
from tests.tui.test_replay import DUEL
from tests.tui.test_table_screen_thinking import Slow, against

SIZES = [(80, 24), *soak((120, 40))]
ONE_WHITE = {"goals": "1/5/6/3"}
OVERLOOKED = ("Wd4,d1", "Bd5,a1", "x d4Bd6", "Wd3,a2")
"""Player 2 offers the white marble that wins, and Player 1 takes the black one."""


@pytest.fixture(autouse=True)
def positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions end the searches of reviews, not time."""
    effort = Effort(20, is_rough_first=True)
    monkeypatch.setattr("gipf_meta.tui.parts.thought_panels.BY_TIME", effort)


def overlooked(library: Library) -> Table:
    table = table_of(library, "zertz", ONE_WHITE, ["human", "human"])
    for move in OVERLOOKED:
        table.play(move)
    table.resign(0)
    return table


class Slowly:
    """Finds one thing, and looks for the next until it is cancelled."""

    def __init__(self, found: object) -> None:
        self.found = found
        self.asked: list[Event] = []
        self.ended: list[Event] = []

    def __call__(self, *asked: Any, cancelled: Event | None = None, **_more: Any) -> Iterator[Any]:
        if cancelled is None:  # an analysis is told in its budget
            [cancelled] = [each.cancelled for each in asked if isinstance(each, Budget)]
        self.asked.append(cancelled)
        yield self.found
        while not cancelled.wait(0.001):
            pass
        self.ended.append(cancelled)


def some() -> Analysis:
    return Analysis((Line(("Wd4", "d1"), 0.5, 7, False),), 9, False)


def shown(app: GipfApp) -> Replay:
    assert isinstance(app.screen, Replay)
    return app.screen


def best(app: GipfApp) -> str:
    """The best lines, however they are broken."""
    return " ".join(words(app, "analysis").split())


def panel(app: GipfApp) -> AnalysisPanel:
    return app.screen.query_one(AnalysisPanel)


def lines(app: GipfApp) -> list[str]:
    told = app.screen.query_one("#moments", OptionList)
    return [str(told.get_option_at_index(n).prompt) for n in range(told.option_count)]


# ---- analysis ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_the_best_lines_of_the_moment_that_is_shown_stand_beside_the_board(
    driven: Driver, library: Library, size: tuple[int, int]
) -> None:
    table = overlooked(library)

    async with replaying(driven, table, size) as (app, pilot):
        await pilot.press(*["right"] * 4, "a")
        await until(pilot, lambda: "The win is sure" in best(app))
        assert "a win x d5Wd3" in best(app)
        await until(pilot, lambda: panel(app).region.height == 9)
        await pilot.press("end")
        assert best(app) == "The game is over here: there is nothing to analyse."
        await pilot.press("a")
        assert not panel(app).display


@pytest.mark.parametrize(
    ("game", "options", "moves", "who"),
    [("zatre", {}, (), "Luck"), ("gipf", COMBINED, (*TO_THE_DUEL, *DUEL), "A duel")],
)
async def test_where_luck_or_a_duel_decides_a_sentence_says_so(
    driven: Driver,
    library: Library,
    game: str,
    options: dict[str, Any],
    moves: tuple[str, ...],
    who: str,
) -> None:
    table = table_of(library, game, options, ["human", "human"])
    for move in moves:
        table.play(move)

    async with replaying(driven, table) as (app, pilot):
        here = [type(moment.sessions[-1].status) for moment in shown(app).moments]
        shown(app).go_to(here.index(Chance if who == "Luck" else Duel))
        await pilot.press("a")
        assert best(app).startswith(f"{who} decides here: ")


async def test_the_search_begins_anew_with_each_moment_and_ends_on_leaving(
    driven: Driver, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, search = overlooked(library), Slowly(some())
    monkeypatch.setattr("gipf_meta.bots.analyst.deepen_analysis", search)

    async with replaying(driven, table) as (app, pilot):
        await pilot.press("a")
        await until(pilot, lambda: "chances 75 %" in best(app))
        assert best(app).endswith(" 75 % Wd4 d1")
        await pilot.press("right")
        await until(pilot, lambda: len(search.ended) == 1)
        await until(pilot, lambda: "chances 75 %" in best(app))
        assert [each.is_set() for each in search.asked] == [True, False]
        await pilot.press("escape")
        await until(pilot, lambda: len(search.ended) == 2)
        assert not isinstance(app.screen, Replay)


async def test_a_game_that_fails_while_it_is_analysed_is_named(
    driven: Driver, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_asked: Any, **_more: Any) -> Iterator[Analysis]:
        raise ArithmeticError("no idea")

    table = overlooked(library)
    monkeypatch.setattr("gipf_meta.bots.analyst.deepen_analysis", failing)

    async with replaying(driven, table) as (app, pilot):
        await pilot.press("a")
        failed = "ZÈRTZ failed (ArithmeticError: no idea)."
        await until(pilot, lambda: best(app) == failed)


async def test_the_board_keeps_its_room_in_a_small_terminal(
    driven: Driver, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(library, "gipf", {"variant": "tournament"}, ["human", "human"])
    table.play("Ga1-b2")
    monkeypatch.setattr("gipf_meta.bots.analyst.deepen_analysis", Slowly(some()))

    async with replaying(driven, table, (80, 24), at_end=True) as (app, pilot):
        board = app.screen.query_one(Board)
        before = board.region.height
        await pilot.press("a", "r")
        await pilot.pause()
        await until(pilot, lambda: app.screen.query_one(ReviewPanel).region.height == 1)
        assert board.region.height == before
        assert not app.screen.query_one("#trays").display


# ---- while a match is played -------------------------------------------------------------------


async def test_a_player_who_may_ask_for_a_hint_may_ask_for_the_best_lines(
    driven: Driver, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(library, "zertz", ONE_WHITE, ["human", "human"])
    monkeypatch.setattr("gipf_meta.bots.analyst.deepen_analysis", Slowly(some()))

    async with driven(table=table) as (app, pilot):
        await pilot.press("A")
        await pilot.pause()
        assert shown(app).moment.sessions == table.match.sessions
        await until(pilot, lambda: "chances 75 %" in best(app))
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, PlayScreen)


async def test_nobody_is_told_what_a_bot_should_play(driven: Driver, library: Library) -> None:
    bot = Slow()
    table = against(library, bot)
    async with driven(table=table) as (app, pilot):
        table.play("a1-b2")
        playing(app).refresh_table()
        await pilot.press("A")
        await pilot.pause()
        assert isinstance(app.screen, PlayScreen)
        assert "It is not your turn" in words(app, "status")
        await pilot.press("V")
        await until(pilot, lambda: isinstance(app.screen, Replay))
        await pilot.press("a")
        assert "It is not your turn" in words(app, "status")
        assert not panel(app).display
        await pilot.press("r")
        assert not app.screen.query_one(ReviewPanel).is_running


async def test_time_does_not_stand_still_for_an_analysis(
    driven: Driver, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(library, "zertz", {}, ["human", "human"])
    monkeypatch.setattr("gipf_meta.bots.analyst.deepen_analysis", Slowly(some()))
    table.match = replace(table.match, control=TimeControl.read("5m"))

    async with driven(table=table) as (app, pilot):
        await pilot.press("A")
        await pilot.pause()
        assert isinstance(app.screen, PlayScreen)
        assert words(app, "status") == "Nothing is analysed while a clock runs; H gives a hint."
        table.resign(0)
        playing(app).refresh_table()
        await pilot.pause()
        await pilot.press("escape", "A")
        await pilot.pause()
        assert shown(app).is_analysed


# ---- the review --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.fast
async def test_a_review_marks_turns_leads_to_them_and_sums_them_up(
    driven: Driver, library: Library, size: tuple[int, int]
) -> None:
    table = overlooked(library)

    async with replaying(driven, table, size) as (app, pilot):
        await pilot.press("n")
        assert words(app, "status") == "No turn there is marked; r reviews the match."
        await pilot.press("r")
        await until(pilot, lambda: app.screen.query_one(ReviewPanel).is_done)
        assert words(app, "review").startswith("The review is done: ")
        marked = [line for line in lines(app) if line.endswith("?")]
        assert "  3. x d4Bd6 ??" in marked
        while shown(app).moment.text != "x d4Bd6":
            await pilot.press("n")
        assert words(app, "review").startswith("Player 1: a blunder, ")
        assert words(app, "review").endswith(" instead of a win; better: x d5Wd3")
        await pilot.press("N")
        assert shown(app).moment.turn == 2
        await pilot.press("r")
        await pilot.pause()
        assert isinstance(app.screen, ReviewPage)
        assert "\n    3. x d4Bd6: a blunder, " in app.screen.page
        assert "??  x d4Bd6; better: x d5Wd3\n" in app.screen.page


async def test_a_review_tells_how_far_it_is_and_is_stopped_by_its_key_or_on_leaving(
    driven: Driver, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = overlooked(library)
    game = table.match.sessions[0].game
    verdict = Verdict(1, 2, 0, game, 0, 1, "Wd4,d1", "Wc4,d1", 60, 48)
    search = Slowly(Judged(0, verdict, 1))
    monkeypatch.setattr("gipf_meta.tui.parts.thought_panels.deepen_review", search)

    async with replaying(driven, table) as (app, pilot):
        await pilot.press("r")
        await until(pilot, lambda: words(app, "review") == "Reviewed: 1 of 4; r stops.")
        assert lines(app)[2] == "  1. d1 ?"
        await pilot.press("right")
        told = "Player 1: a mistake, 48 % instead of 60 %; better: Wc4,d1"
        assert words(app, "review") == f"1/4 · {told}"
        await pilot.press("r")
        await until(pilot, lambda: len(search.ended) == 1)
        assert words(app, "review") == told
        await pilot.press("home")
        assert words(app, "review") == "Stopped: 1 of 4 reviewed; r begins anew."
        await pilot.press("r")
        await until(pilot, lambda: len(search.asked) == 2)
        await pilot.press("escape")
        await until(pilot, lambda: len(search.ended) == 2)


class Twice:
    """Takes its first verdict back, and looks on until it is cancelled."""

    def __init__(self, *verdicts: Judged) -> None:
        self.verdicts = verdicts

    def __call__(self, *_asked: Any, cancelled: Event, **_more: Any) -> Iterator[Judged]:
        yield from self.verdicts
        cancelled.wait()


async def test_a_verdict_replaces_the_rough_one_with_its_mark(
    driven: Driver, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = overlooked(library)
    rough = Verdict(1, 2, 0, table.match.sessions[0].game, 0, 1, "Wd4,d1", "Wc4,d1", 60, 48)
    other = replace(rough, first=3, last=4, turn=2, left=60)
    search = Twice(
        Judged(0, rough, 0),
        Judged(1, other, 0),
        Judged(0, replace(rough, before=48), 1),
        Judged(1, replace(other, before=100, left=0, before_sure=True, left_sure=True), 1),
    )
    monkeypatch.setattr("gipf_meta.tui.parts.thought_panels.deepen_review", search)

    async with replaying(driven, table) as (app, pilot):
        await pilot.press("r")
        await until(pilot, lambda: lines(app)[4].endswith("??"))
        assert lines(app)[2] == "  1. d1"
        await pilot.press("n")
        told = "Player 1: a blunder, a loss instead of a win; better: Wc4,d1"
        assert words(app, "review") == f"1/4 · {told}"
        await pilot.press("r")
        assert words(app, "review") == told


async def test_a_match_in_which_nothing_was_played_has_no_review(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "zertz", {}, ["human", "human"])

    async with replaying(driven, table) as (app, pilot):
        await pilot.press("r")
        nothing = "Nothing was played that could be reviewed."
        await until(pilot, lambda: words(app, "review") == nothing)


async def test_the_menu_leads_to_both(
    driven: Driver, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = overlooked(library)
    monkeypatch.setattr("gipf_meta.bots.analyst.deepen_analysis", Slowly(some()))
    monkeypatch.setattr(
        "gipf_meta.tui.parts.thought_panels.deepen_review",
        Slowly(Judged(0, Verdict(1, 2, 0, table.match.sessions[0].game, 0, 1, "", "", 9, 9), 1)),
    )

    async with replaying(driven, table) as (app, pilot):
        await pilot.press("m", "enter")
        await pilot.pause()
        assert shown(app).is_analysed
        await pilot.press("m")
        await pilot.pause()
        assert isinstance(app.screen, ListDialog)
        await pilot.press("down", "enter")
        await pilot.pause()
        assert app.screen.query_one(ReviewPanel).is_running
