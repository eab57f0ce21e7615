"""The board of a match as somebody sees it: at an earlier moment, and below a duel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gipf_meta.match.match import Match
from gipf_meta.match.playback import moment_at
from gipf_meta.match.session import Session, Step
from gipf_meta.narration import asking, story
from gipf_meta.protocol.game import NOBODY, seat_name, title_of
from gipf_meta.protocol.view import View
from gipf_meta.render.board import mark_last_turn
from gipf_meta.render.scene import SceneDrawer
from gipf_meta.render.svg import still_board
from gipf_meta.rooms.elements import Scene, WaitingElement, by_key
from gipf_meta.rooms.seated import CommonStanding
from gipf_meta.rooms.state import RoomState


def moment_scene(room: RoomState, person: str, at: int) -> Scene:
    """The scene of moment *at* of the match in *room*, for *person*: its board, and the seats that
    the players had there.

    Raises ``IndexError`` if the match has no such moment.
    """
    now = moment_at(room.table.match, at)
    then = replace(room.table.match, sessions=now.sessions)
    top, viewer = then.top, room.viewer(person)
    view = replace(view_of(top, viewer), choices=())
    if turn := top.last_turn:
        view = mark_last_turn(view, pieces_before(top, turn, viewer))
    heading = asking.heading(then.sessions, room.table.seats)
    words = by_key({"heading": {"text": heading, "games": story.path(then.sessions)}})
    players = CommonStanding(room, then).players_for(room.seats.held_by(person), view)
    return {**drawer_of(then).draw(view), **words, **players}


def drawer_of(match: Match) -> SceneDrawer:
    """Draws the scenes of the game on top of *match*."""
    game = match.top.game
    names = [seat_name(game, seat) for seat in range(len(match.top.players))]
    return SceneDrawer(names, title_of(game))


def view_of(session: Session, viewer: int | None) -> View:
    """*session* as *viewer* sees it; ``None``: as who only watches."""
    return session.view(NOBODY if viewer is None else viewer)


def pieces_before(session: Session, turn: Sequence[Step], viewer: int | None) -> View:
    """The pieces of *session* before *turn*, as *viewer* saw them."""
    before = session.view_of(turn[0].before, NOBODY if viewer is None else viewer)
    return View((), before.pieces)


def waiting_game(below: Session, viewer: int | None) -> WaitingElement:
    """The game that waits for a duel, as *viewer* sees it: its board as a picture, and words."""
    picture = still_board(view_of(below, viewer))
    return {
        "heading": asking.waiting(below.game),
        "box": [0, 0, round(picture.width), round(picture.height)] if picture else None,
        "markup": picture.markup if picture else "",
    }
