"""Frames between two views."""

from __future__ import annotations

import pytest

from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Library
from gipf_meta.match.match import Match
from gipf_meta.match.session import Session
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.protocol.view import Point
from gipf_meta.render.board import changed_places
from gipf_meta.tui.parts.animation import _straight, frames_between
from gipf_meta.tui.parts.board_widget import Board
from tests.tui.conftest import Driver, table_of, typed
from tests.web.walks import gipf_with_a_row


def sessions(game: str, *turns: str) -> tuple[Session, ...]:
    """The sessions of a match of *game* after *turns*."""
    match = Match.begin(configure(load_plugins().find(game), {}), 2, load_plugins().find, 1)
    for turn in turns:
        match = match.play(turn)
    return match.sessions


CHAIN = ("Wb2,a1", "Wd5,g1", "Ge2,f1", "Bg4,d7", "Bd3,d1", "x e2Bc3")


def test_who_jumps_is_on_its_way_and_who_is_taken_is_marked() -> None:
    frames = frames_between(sessions("zertz", *CHAIN[:5]), sessions("zertz", *CHAIN), None)
    assert [[mark.at for mark in frame.marks if mark.kind == "capture"] for frame in frames] == [
        ["d3"], ["d3"]
    ]  # fmt: skip
    moving = [{piece.at for piece in frame.pieces} & {"d3", "c3", "e2"} for frame in frames]
    assert moving == [{"d3"}, {"d3", "c3"}]
    assert not any(frame.choices for frame in frames)


def test_a_chain_jumps_one_by_one() -> None:
    after = (*CHAIN, "x b2Gd4Wd6")
    frames = frames_between(sessions("zertz", *CHAIN), sessions("zertz", *after), None)
    white = [{piece.at for piece in frame.pieces if piece.role == "white"} for frame in frames]
    # who is taken on d5 stays until the jumper has come; over c3 and d5 the jumper is above
    assert [sorted(places & {"b2", "c3", "d4", "d5", "d6"}) for places in white] == [
        ["c3", "d5"],
        ["d4", "d5"],
        ["d5"],
        ["d5", "d6"],
    ]


def test_a_piece_slides_over_the_places_between() -> None:
    """The game says from where to where; the places on the straight way are the board's."""
    row = tuple(Point(name, x, 0) for x, name in enumerate("abcdef"))
    assert _straight("a", "f", {point.id: point for point in row}) == ["b", "c", "d", "e", "f"]


def test_nothing_moves_where_nothing_was_played_or_something_was_taken_back() -> None:
    assert frames_between(sessions("zertz", *CHAIN), sessions("zertz", *CHAIN), None) == []
    assert frames_between(sessions("zertz", *CHAIN), sessions("zertz", *CHAIN[:5]), None) == []
    assert frames_between((), sessions("zertz", *CHAIN), None) == []


def test_running_sand_is_no_motion() -> None:
    game = configure(load_plugins().find("tamsk"), {})
    state = game.apply(game.start(2), game.parse(game.start(2), 0, "a1-b2/"))
    later = game.advance(state, 5000)
    assert changed_places(game.view(state, None), game.view(later, None)) == ()


async def test_motion_never_keeps_anybody_from_playing(
    driven: Driver, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gipf_meta.tui.parts.board_widget.FRAME_S", 3600)

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


@pytest.mark.needs("gipf")
def test_the_places_of_a_row_light_up_one_after_the_other_before_it_leaves() -> None:
    match, text = gipf_with_a_row()
    frames = frames_between(match.sessions, match.play(text).sessions, None)
    lit = [[mark.at for mark in frame.marks if mark.kind == "selected"] for frame in frames]
    row = lit[-2]
    assert len(row) == 4
    assert [len(places) for places in lit] == [0, 1, 2, 3, 4, 0], "first the push is seen"
    assert all(places == row[: len(places)] for places in lit)
    assert all({piece.at for piece in frame.pieces} >= {*row} for frame in frames)
