"""What somebody sees of a room, as keyed elements: the board's scene, and what is around it.

What changes seldom and takes long, such as the words of each turn, is remembered for each room.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from gipf_meta.base.texts import language
from gipf_meta.match.match import Match
from gipf_meta.match.playback import ends_of_turns, moments
from gipf_meta.match.session import Session, Step
from gipf_meta.narration import asking, story
from gipf_meta.protocol.game import NOBODY, seat_name, title_of
from gipf_meta.protocol.view import View
from gipf_meta.render.last_turn import mark_last_turn
from gipf_meta.render.scene import Scene, difference, view_scene
from gipf_meta.render.svg import still_board
from gipf_meta.rooms.standing import Standing
from gipf_meta.rooms.state import RoomState

__all__ = ["difference", "moment_scene", "room_scene", "waiting_game"]

T = TypeVar("T")


class Memory:
    """What was made for a room already: for each name a *source* and what came of it.

    What is remembered stands as long as its source is the very same object.
    """

    def __init__(self) -> None:
        self._made: dict[Hashable, tuple[object, Any]] = {}

    def recall(self, name: Hashable, source: object, make: Callable[[], T]) -> T:
        """What *make* has made of *source*, or makes now; *name* tells it from other things."""
        known = self._made.get(name)
        if known is not None and known[0] is source:
            made: T = known[1]
            return made
        made = make()
        self._made[name] = source, made
        return made


_MEMORIES: WeakKeyDictionary[RoomState, Memory] = WeakKeyDictionary()


def room_scene(room: RoomState, person: str) -> Scene:
    """The scene of *room* for *person*, in the language that is spoken now.

    Raises ``GameFailed`` and whatever a game raises.
    """
    memory, match = _MEMORIES.setdefault(room, Memory()), room.table.match
    view = replace(room.view(person), choices=room.choices(person))
    standing = Standing(room, person, view)
    viewer = room.viewer(person)
    if not room.table.trouble:  # else the game below the duel is shown
        before = _view_before(match.top, viewer, memory)
        view = mark_last_turn(view, before)
    scene = _board(view, match if not room.table.trouble else _below(match))
    scene["prompt"] = {"text": standing.prompt()}
    scene["heading"] = {"text": standing.heading()}
    if room.table.over is not None:
        scene["caption"] = {"text": ""}  # whose turn it would be
    scene |= standing.elements()
    scene |= _turns(match, standing.names, memory)
    if len(match.sessions) > 1:
        below = match.sessions[-2]
        make = lambda: waiting_game(below, viewer)  # noqa: E731
        scene["below"] = memory.recall(("below", language(), viewer), below, make)
    return scene


def moment_scene(room: RoomState, person: str, at: int) -> Scene:
    """The scene of moment *at* of the match in *room*, for *person*: the board alone.

    Raises ``IndexError`` if the match has no such moment.
    """
    now = moments(room.table.match)[at]
    top, viewer = now.sessions[-1], room.viewer(person)
    view = replace(_view_of(top, viewer), choices=())
    if top.steps:
        view = mark_last_turn(view, _view_before(top, viewer, Memory()))
    scene = _board(view, replace(room.table.match, sessions=now.sessions))
    people = room.table.seats
    scene["heading"] = {"text": asking.heading(now.sessions, people)}
    return scene


def _board(view: View, match: Match) -> Scene:
    game = match.top.game
    names = [seat_name(game, seat) for seat in range(len(match.top.players))]
    return view_scene(view, names, title_of(game))


def _below(match: Match) -> Match:
    """*match* without the duel on top, if there is one."""
    return replace(match, sessions=match.sessions[:-1] or match.sessions)


def _view_of(session: Session, viewer: int | None) -> View:
    return session.view(NOBODY if viewer is None else viewer)


def _view_before(session: Session, viewer: int | None, memory: Memory) -> View | None:
    """The view before the last turn of *session*; ``None`` before its first turn."""
    turns = session.turns()
    if not turns:
        return None
    before = replace(session, state=turns[-1][0].before, steps=(), ended=None)
    name = ("before", language(), viewer)
    return memory.recall(name, before.state, lambda: _view_of(before, viewer))


def waiting_game(below: Session, viewer: int | None) -> dict[str, Any]:
    """The game that waits for a duel, as *viewer* sees it: its board as a picture, and words."""
    picture = still_board(_view_of(below, viewer))
    return {
        "heading": asking.waiting(below.game),
        "box": [0, 0, round(picture.width), round(picture.height)] if picture else None,
        "markup": picture.markup if picture else "",
    }


def _turns(match: Match, names: list[str], memory: Memory) -> Scene:
    """The turns of the game on top, and the moment that each led to."""
    top = match.top
    here = story.players_by_seat(top, names)
    scene = {}
    for n, (turn, at) in enumerate(zip(top.turns(), ends_of_turns(match), strict=True)):
        make = lambda: _turn(top, turn, at, here)  # noqa: B023, E731
        # a turn is what it was as long as its last step is the same
        name = ("turn", len(match.sessions), language(), n)
        scene[f"turn:{n}"] = memory.recall(name, turn[-1], make)
    return scene


def _turn(session: Session, turn: list[Step], at: int, here: list[str]) -> dict[str, Any]:
    # luck may draw before the seat decides
    seat = next((step.seat for step in turn if step.seat is not None), None)
    return {
        "number": turn[0].number,
        "seat": seat,
        "name": story.luck() if seat is None else here[seat],
        "text": session.turn_text(turn),
        "list_text": story.turn_words(session, turn),
        "at": at,
    }
