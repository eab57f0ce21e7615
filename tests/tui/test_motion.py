"""What is seen between two views."""

from __future__ import annotations

import asyncio

import pytest

from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Library
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.protocol.view import Piece, Point, View
from gipf_meta.render.board import changed_places
from gipf_meta.tui.parts.board import MOST, Board, frames_between
from tests.tui.conftest import Driver, table_of, typed

ROW = tuple(Point(name, x, 0) for x, name in enumerate("abcdef"))


def view(**roles: str) -> View:
    """A row of six places with discs."""
    return View(ROW, pieces=tuple(Piece(at, "disc", role, "x") for at, role in roles.items()))


def test_a_piece_slides_over_the_places_between() -> None:
    frames = frames_between(view(a="p1"), view(f="p1"))
    assert [frame.pieces[0].at for frame in frames] == ["b", "c", "d", "f"]
    assert len(frames) <= MOST
    assert not any(frame.choices for frame in frames)


def test_what_was_taken_stays_marked_until_the_others_have_come() -> None:
    frames = frames_between(view(a="p1", c="p2"), view(e="p1"))
    assert all(any(mark.at == "c" and mark.kind == "capture" for mark in f.marks) for f in frames)
    assert all({"c"} <= {piece.at for piece in frame.pieces} for frame in frames)


def test_only_equal_pieces_are_the_same_piece() -> None:
    frames = frames_between(view(a="p1"), view(f="p2"))
    assert [{piece.at for piece in frame.pieces} for frame in frames] == [{"a", "f"}]


def test_nothing_moves_where_nothing_changed_or_the_board_is_another() -> None:
    assert frames_between(view(a="p1"), view(a="p1")) == []
    assert frames_between(View(()), view(a="p1")) == []
    assert frames_between(view(a="p1"), View(ROW[:3])) == []


def test_running_sand_is_no_motion() -> None:
    game = configure(load_plugins().find("tamsk"), {})
    state = game.apply(game.start(2), game.parse(game.start(2), 0, "a1-b2/"))
    later = game.advance(state, 5000)
    assert changed_places(game.view(state, None), game.view(later, None)) == ()


def test_motion_never_keeps_anybody_from_playing(
    driven: Driver, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gipf_meta.tui.parts.board.FRAME_S", 3600)

    async def walk() -> None:
        table = table_of(library, "gipf", {"variant": "basic"}, ["human", "human"])
        settings = Settings(motion=True, graphics="quadrant")
        async with driven((120, 40), table, settings) as (app, pilot):
            board = app.screen.query_one(Board)
            await typed(pilot, "a1-b2")
            assert board._frames
            await typed(pilot, "i5-h5")
            assert len(table.match.top.steps) == 2
            assert board.view.pieces == table.view().pieces
            while board._frames:
                board._show_next_frame()
            assert board._motion is None

    asyncio.run(walk())
