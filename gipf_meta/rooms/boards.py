"""The board of a match as somebody sees it: at an earlier moment, and below a duel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gipf_meta.match.match import Match
from gipf_meta.match.playback import moment_at
from gipf_meta.match.session import Session, Step
from gipf_meta.narration import asking, story
from gipf_meta.narration.prospects import Prospect, courses, ends_of_duel, places_at_stake
from gipf_meta.protocol.game import NOBODY, seat_name, title_of
from gipf_meta.protocol.view import View
from gipf_meta.render.board import changed_places, mark_last_turn
from gipf_meta.render.scene import SceneDrawer
from gipf_meta.render.speech import SpokenBoard, word_names
from gipf_meta.render.svg import board_part, still_board
from gipf_meta.rooms.elements import ProspectElement, Scene, WaitingElement, by_key
from gipf_meta.rooms.moving import MovedElement, moved_element
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
    if turn := story.after_draws(top.last_turn):
        view = mark_last_turn(view, pieces_before(top, turn, viewer))
    heading = asking.heading(then.sessions, room.table.seats)
    words = by_key({"heading": {"text": heading, "games": story.path(then.sessions)}})
    players = CommonStanding(room, then).players_for(room.seats.held_by(person), view)
    return {**drawer_of(then).draw(view), **words, **players}


def moved_to(room: RoomState, person: str, at: int) -> MovedElement | None:
    """What moves from the moment before *at* of the match in *room* to that one, for *person*."""
    if not at:
        return None
    match = room.table.match
    seen, now = moment_at(match, at - 1).sessions, moment_at(match, at).sessions
    drawer = drawer_of(replace(match, sessions=now))
    return moved_element(seen, now, room.viewer(person), drawer)


def drawer_of(match: Match) -> SceneDrawer:
    """Draws the scenes of the game on top of *match*."""
    return SceneDrawer(seat_names(match.top), title_of(match.top.game))


def view_of(session: Session, viewer: int | None) -> View:
    """*session* as *viewer* sees it; ``None``: as who only watches."""
    return session.view(NOBODY if viewer is None else viewer)


def pieces_before(session: Session, turn: Sequence[Step], viewer: int | None) -> View:
    """The pieces of *session* before *turn*, as *viewer* saw them."""
    before = session.view_of(turn[0].before, NOBODY if viewer is None else viewer)
    return View((), before.pieces)


def course_elements(session: Session, viewer: int, reader: int | None) -> Scene:
    """What each answer leads to where a duel may be one, as *viewer* sees it, who decides, in the
    words of *reader*; nothing elsewhere."""
    found, view = courses(session, viewer, reader), view_of(session, viewer)
    prospects = [each for course in found for each in course.prospects]
    shown = iter(_prospect_elements(session, view, prospects))
    scene: Scene = {
        f"course:{course.word}": {
            "title": course.title,
            "prospects": [next(shown) for _each in course.prospects],
        }
        for course in found
    }
    if found:
        names = word_names(view, seat_names(session)) | {each.word: each.title for each in found}
        scene |= by_key({"names": names})
    return scene


def seat_names(session: Session) -> list[str]:
    """What the seats of *session* are called."""
    return [seat_name(session.game, seat) for seat in range(len(session.players))]


def _prospect_elements(
    session: Session, view: View, prospects: Sequence[Prospect]
) -> list[ProspectElement]:
    """The *prospects* of the *session* that *view* shows: all of them of the same part of it."""
    places, names = places_at_stake(view, prospects), seat_names(session)
    elements: list[ProspectElement] = []
    for each in prospects:
        part = board_part(each.view, places, each.ways, each.possible)
        board = SpokenBoard(replace(each.view, marks=()), names)
        changed = changed_places(view, each.view)
        elements.append({
            "words": each.words,
            "spoken": "; ".join(board.name(at) for at in changed),
            "box": list(part.box) if part else None,
            "markup": part.markup if part else "",
        })  # fmt: skip
    return elements


def waiting_game(below: Session, viewer: int | None, reader: int | None) -> WaitingElement:
    """The game that waits for a duel, as *viewer* sees it: its board as a picture, and how it will
    stand, in the words of *reader*."""
    view = view_of(below, viewer)
    picture = still_board(view)
    ends = ends_of_duel(below, NOBODY if viewer is None else viewer, reader)
    return {
        "heading": asking.waiting(below.game),
        "box": [0, 0, round(picture.width), round(picture.height)] if picture else None,
        "markup": picture.markup if picture else "",
        "prospects": _prospect_elements(below, view, ends),
    }
