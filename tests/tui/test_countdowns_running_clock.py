"""A running clock on the screen: what is due comes at its moment, and little is drawn."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual import events
from textual.geometry import Region

from gipf_meta.base.clock import StillClock
from gipf_meta.library.store import Library
from gipf_meta.protocol.view import Piece, View
from gipf_meta.render.whole_seconds import round_clocks
from gipf_meta.table.table import Table
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.countdowns import pause_ms
from gipf_meta.tui.screens.desk_screens import DeskScreen as Launcher
from tests.tui.conftest import Driver, playing, table_of, words

OPENING = ("R:a1-a2", "B:d1-c1", "R:d7-c6", "B:a4-a3", "R:g1-f1", "B:g4-f4")


def running(library: Library) -> Table:
    """A match of level 3 in which all six glasses run."""
    table = table_of(library, "tamsk", {}, ["human", "human"])
    for move in OPENING:
        table.play(move)
    return table


def cannot_show(*_: object) -> View:
    """The view of a game that fails."""
    raise ArithmeticError("no board")


def moved(table: Table, ms: int) -> None:
    assert isinstance(table.clock, StillClock)
    table.clock.ms += ms


@pytest.mark.parametrize(
    ("due_ms", "focus", "pause"),
    [
        (None, True, 250),
        (60_000, True, 250),
        (5_001, True, 250),
        (5_000, True, 100),
        (60, True, 60),
        (0, True, 10),
        (None, False, 500),
        (4_000, False, 500),
        (60, False, 60),
    ],
)
def test_a_clock_is_looked_at_when_something_is_due_and_as_often_as_it_is_drawn(
    due_ms: int | None, focus: bool, pause: int
) -> None:
    assert pause_ms(due_ms, focus) == pause


@pytest.mark.parametrize(
    ("told", "shown"),
    [("2:57.5", "2:57"), ("0:05.0", "0:05"), ("0:04.9", "0:04.9"), ("10:04.9", "10:04"),
     ("dead", "dead"), ("", "")],
)  # fmt: skip
def test_tenths_are_shown_in_the_last_five_seconds_only(told: str, shown: str) -> None:
    view = View(
        (), pieces=(Piece("a1", "hourglass", "red", "R", clock=told),), caption=f"R: {told}."
    )
    seen = round_clocks(view)
    assert (seen.pieces[0].clock, seen.caption) == (shown, f"R: {shown}.")


async def test_the_next_look_is_at_what_is_due(driven: Driver, library: Library) -> None:
    table = running(library)
    table.play("B:F")
    async with driven(table=table) as (app, _pilot):
        screen = playing(app)
        for passed, next_ms in ((0, 250), (10_000, 100), (4_940, 60)):
            moved(table, passed)
            screen.read_clock()
            assert screen.alarm.timer is not None
            assert screen.alarm.timer._interval == pytest.approx(next_ms / 1000)


@pytest.mark.fast
async def test_a_glass_runs_out_at_its_moment_even_in_a_window_without_focus(
    driven: Driver, library: Library
) -> None:
    table = running(library)
    table.play("B:F")
    async with driven(table=table) as (app, pilot):
        screen = playing(app)
        app.post_message(events.AppBlur())
        await pilot.pause()
        assert screen.alarm.timer is not None
        assert screen.alarm.timer._interval == pytest.approx(0.5)
        moved(table, 14_980)
        screen.read_clock()
        assert screen.alarm.timer._interval == pytest.approx(0.02)
        before = table.match.top.status
        moved(table, 20)
        screen.read_clock()
        assert table.match.top.status != before
        assert "15-second glass is empty" in str(screen.query_one("#status").render())
        app.post_message(events.AppFocus())
        await pilot.pause()
        assert screen.alarm.timer._interval == pytest.approx(0.25)


async def test_what_looks_the_same_is_not_drawn_again(
    driven: Driver, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = running(library)
    moved(table, 50)
    async with driven((120, 40), table) as (app, pilot):
        screen = playing(app)
        screen.read_clock()
        await pilot.pause()
        drawn: list[str] = []
        for part in screen.query("*"):
            monkeypatch.setattr(
                part, "refresh", lambda *_, part=part, **__: drawn.append(str(part.id))
            )
        state = table.match.top.state
        moved(table, 10)
        screen.read_clock()
        assert table.match.top.state != state
        assert drawn == []
        moved(table, 1_000)
        screen.read_clock()
        assert "caption" in drawn
        assert "heading" not in drawn
        assert "prompt-words" not in drawn


async def test_time_that_passes_asks_nothing_anew(
    driven: Driver, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sand and its times are shown; news, question, words and sheets are told when more than time
    has passed."""
    table = running(library)
    table.play("B:F")
    async with driven((80, 24), table) as (app, pilot):
        screen = playing(app)
        screen.read_clock()
        await pilot.pause()
        told = list[object]()
        tell = screen._picture.tell_news
        monkeypatch.setattr(screen._picture, "tell_news", lambda it: (told.append(it), tell(it)))
        board, clocks = screen.query_one(Board), set[str]()
        for _ in range(12):
            moved(table, 1_000)
            screen.read_clock()
            clocks |= {piece.clock for piece in board.view.pieces}
        assert told == []
        assert len(clocks) >= 12
        moved(table, 4_000)  # the 15-second glass is empty
        screen.read_clock()
        await pilot.pause()
        assert told != []
        assert "15-second glass is empty" in words(app, "status")


async def test_only_cells_that_changed_are_drawn_again(
    driven: Driver, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = running(library)
    async with driven((120, 40), table) as (app, _pilot):
        board = app.screen.query_one(Board)
        drawn: list[Region] = []
        monkeypatch.setattr(board, "refresh", lambda *regions, **_: drawn.extend(regions))
        glass = board.view.pieces[0]
        other = replace(glass, label="?")
        board.show(replace(board.view, pieces=(other, *board.view.pieces[1:])), board.lit)
        assert drawn
        assert max(region.width for region in drawn) < board.size.width / 4


async def test_a_game_that_cannot_show_itself_after_some_time_is_left_and_kept(
    driven: Driver, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = running(library)
    async with driven(table=table) as (app, pilot):
        screen, turns = playing(app), library.record(1).turns
        monkeypatch.setattr(type(table.match.top.game), "view", cannot_show)
        moved(table, 1_000)
        screen.read_clock()
        await pilot.pause()
        assert isinstance(app.screen, Launcher)
        (note,) = app._notifications
        assert note.message == "TAMSK failed in view (ArithmeticError: no board)."
        assert table.match.top.time_ms == 1_000
        assert library.record(1) == table.record()
        assert library.record(1).turns == turns


async def test_a_replay_says_that_a_game_cannot_show_itself_and_goes_on(
    driven: Driver, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = running(library)
    async with driven() as (app, pilot):
        app.open_replay(table.match, table.seats)
        await pilot.pause()
        with monkeypatch.context() as patch:
            patch.setattr(type(table.match.top.game), "view", cannot_show)
            await pilot.press("right")
            assert words(app, "caption") == "TAMSK failed in view (ArithmeticError: no board)."
            assert not app.screen.query_one(Board).view.points
        await pilot.press("right")
        assert "failed" not in words(app, "caption")
        assert app.screen.query_one(Board).view.points
