"""The board of a moment, and the players around it with their names, colours and clocks."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from gipf_meta.base.addressee import Addressee, Controls, Shared, told_to
from gipf_meta.deeds.elements import PlayerElement, ProspectElement, Scene, WaitingElement, by_key
from gipf_meta.match.clock_readings import Clocks, clocks_of
from gipf_meta.match.match import Match
from gipf_meta.match.plans import viewer_of
from gipf_meta.match.playback import moment_at
from gipf_meta.match.session import Session, Step
from gipf_meta.narration import prompts, story
from gipf_meta.narration.prospects import Prospect, courses, ends_of_duel, places_at_stake
from gipf_meta.narration.scene_motion import MovedElement, moved_element
from gipf_meta.protocol.game import NOBODY, seat_name, title_of
from gipf_meta.protocol.options import changed_options
from gipf_meta.protocol.view import View
from gipf_meta.render.board import changed_places, mark_last_turn
from gipf_meta.render.scene import SceneDrawer
from gipf_meta.render.speech import SpokenBoard, owner_of, word_names
from gipf_meta.render.svg import board_part, still_board
from gipf_meta.rooms.slow_time import is_resting
from gipf_meta.rooms.state import RoomState
from gipf_meta.rooms.summaries import slow_flag_ms


def addressee_in(state: RoomState, person: str, hand: Controls) -> Addressee:
    """*person*, who decides by *hand*, as a reader of the match in *state*. Nobody is *you* in a
    study."""
    match, study = state.table.match, state.study
    if study is not None:
        return story.addressee_of(study.record.people or state.table.seats, match, hand=hand)
    return story.addressee_of(state.table.seats, match, state.reader(person), hand)


def moment_scene(state: RoomState, person: str, at: int) -> Scene:
    """The scene of moment *at* of the match in *state*, for *person*: its board, and the seats that
    the players had then.

    Raises ``IndexError`` if the match has no such moment.
    """
    with told_to(addressee_in(state, person, "mouse")):
        return _moment_scene(state, person, at)


def _moment_scene(state: RoomState, person: str, at: int) -> Scene:
    now = moment_at(state.table.match, at)
    then = replace(state.table.match, sessions=now.sessions)
    top, viewer = then.top, state.viewer(person)
    view = replace(view_of(top, viewer), choices=())
    if turn := story.after_draws(top.last_turn):
        view = mark_last_turn(view, pieces_before(top, turn, viewer))
    heading = prompts.heading(then.sessions, story.names_told(state.table.seats, then))
    words = by_key({"heading": {"text": heading, "games": story.path(then.sessions)}})
    players = CommonStanding(state, then).players_for(state.seats.held_by(person), view)
    return {**drawer_of(then).draw(view), **words, **players}


def moved_to(state: RoomState, person: str, at: int) -> MovedElement | None:
    """The motions from the moment before *at* of the match in *state* to that one, for *person*;
    ``None``: there are none."""
    if not at:
        return None
    match = state.table.match
    seen, now = moment_at(match, at - 1).sessions, moment_at(match, at).sessions
    drawer = drawer_of(replace(match, sessions=now))
    return moved_element(seen, now, state.viewer(person), drawer)


def imagined_scene(match: Match, session: Session, player: int, question: str) -> Scene:
    """The board of *session*, imagined in place of the game on top of *match* by *player*, with the
    choices of whoever decides there, and the *question*."""
    viewer = viewer_of(session, player)
    view = session.view(viewer)
    if turn := story.after_draws(session.last_turn):
        view = mark_last_turn(view, pieces_before(session, turn, viewer))
    drawn = drawer_of(replace(match, sessions=(*match.sessions[:-1], session))).draw(view)
    return {**drawn, **by_key({"prompt": {"text": question}})}


def drawer_of(match: Match) -> SceneDrawer:
    """Returns the drawer of scenes of the game on top of *match*."""
    return SceneDrawer(seat_names(match.top), title_of(match.top.game))


def view_of(session: Session, viewer: int | None) -> View:
    """*session* as *viewer* sees it; ``None``: as a spectator."""
    return session.view(NOBODY if viewer is None else viewer)


def pieces_before(session: Session, turn: Sequence[Step], viewer: int | None) -> View:
    """The pieces of *session* before *turn*, as *viewer* saw them."""
    before = session.view_of(turn[0].before, NOBODY if viewer is None else viewer)
    return View((), before.pieces)


def course_elements(session: Session, viewer: int, reader: int | None) -> Scene:
    """The consequences of each answer where a duel may be one, as *viewer* sees them, who decides,
    in the words of *reader*; nothing elsewhere."""
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
    """The names of the seats of *session*."""
    return [seat_name(session.game, seat) for seat in range(len(session.players))]


def _prospect_elements(
    session: Session, view: View, prospects: Sequence[Prospect]
) -> list[ProspectElement]:
    """The elements of *prospects* of the *session* that *view* shows, all with the same part of the
    board."""
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
    """The game that waits for a duel, as *viewer* sees it: a picture of its board, and its
    prospects after the duel, in the words of *reader*."""
    view = view_of(below, viewer)
    picture = still_board(view)
    ends = ends_of_duel(below, NOBODY if viewer is None else viewer, reader)
    return {
        "heading": prompts.waiting(below.game),
        "box": [0, 0, round(picture.width), round(picture.height)] if picture else None,
        "markup": picture.markup if picture else "",
        "prospects": _prospect_elements(below, view, ends),
    }


class CommonStanding:
    """The standing of the match in *state* in the words of the readers of one language: today, or
    in the match *then* of an earlier moment."""

    def __init__(self, state: RoomState, then: Match | None = None) -> None:
        self.room, self.table = state, state.table
        self.match: Match = then or state.table.match
        self.over, self.on_turn = self.table.over, self.match.player
        self.to_decide = self.on_turn if then else self.table.player
        self.is_ended = state.is_ended and then is None
        self.bot_is_due = self.table.bot_is_due
        self.flag_ms = slow_flag_ms(state) if state.gives_back and then is None else None
        self._names, self._heading, self._thinking = (
            Shared[list[str]](),
            Shared[str](),
            Shared[str](),
        )

    @property
    def names(self) -> list[str]:
        """The names of the match's players, as the reader knows them."""
        return self._names.find(lambda: story.names_told(self.table.seats, self.match))

    @cached_property
    def players(self) -> list[PlayerElement]:
        """The players, without the fields that differ between readers: name, colour, and whether he
        is the reader."""
        return [self._player(player) for player in range(len(self.table.players))]

    def _player(self, player: int) -> PlayerElement:
        top, seated = self.match.top, self.table.players[player]
        seat = top.seat_of(player) if player in top.players else None
        is_due = not self.is_ended and self.to_decide == player
        element: PlayerElement = {
            "name": "",
            "seat_name": "" if seat is None else seat_name(top.game, seat),
            "seat": seat,
            "role": "",
            "kind": seated.kind,
            "bot": seated.bot is not None,
            "due": is_due,
            "you": False,
            "free": player in self.free_seats,
            "ready": player in self.room.ready,
        }
        if (clocks := self._clocks) is not None:
            element["clock_ms"] = clocks.left_ms[player]
            element["clock_runs"] = is_due and clocks.runs and not self._stands
            if element["clock_runs"] and self.flag_ms is not None:
                element["flag_ms"] = self.flag_ms
        return element

    @cached_property
    def free_seats(self) -> tuple[int, ...]:
        """The players whose seats nobody holds."""
        return self.room.free_seats

    @cached_property
    def _stands(self) -> bool:
        """Whether no clock runs: the match pauses, or somebody is on vacation."""
        return self.table.paused or is_resting(self.room)

    @cached_property
    def _clocks(self) -> Clocks | None:
        """The time that each player has left; ``None`` without a players' clock."""
        return clocks_of(self.match)

    @cached_property
    def options(self) -> str:
        """The options in which the game on top differs from the usual one, in JSON, or ``""``."""
        changed = changed_options(self.match.top.game)
        return json.dumps(changed, sort_keys=True) if changed else ""

    @property
    def heading(self) -> str:
        """The games, down to the one on top, and its players."""
        return self._heading.find(self._make_heading)

    def _make_heading(self) -> str:
        if self.room.study is not None:
            return prompts.study_heading(self.match.sessions, self.names)
        return prompts.heading(self.match.sessions, self.names)

    @property
    def thinking(self) -> str:
        """The sentence that a bot is thinking; ``""`` if none is."""
        return self._thinking.find(self._make_thinking)

    def _make_thinking(self) -> str:
        if (
            not self.bot_is_due
            or self.on_turn is None
            or self.is_ended
            or self.table.fault is not None
        ):
            return ""
        seat = self.match.top.seat_of(self.on_turn)
        return prompts.prompt("", self.match.top, seat, self.names, is_asked=False)

    # ---- for one reader -----------------------------------------------------------------------

    def players_for(self, held: Collection[int], view: View) -> Scene:
        """The players for a reader who has the seats *held* and sees *view*, each with his name and
        colour, and whether he is the reader."""
        here, roles = story.players_by_seat(self.match.top, self.names), self._roles(view)
        return {
            f"player:{number}": self._told(number, here, number in held, roles)
            for number in range(len(self.players))
        }

    def _told(
        self, number: int, here: Sequence[str], you: bool, roles: Mapping[int, str]
    ) -> PlayerElement:
        seat = self.players[number]["seat"]
        name = self.names[number] if seat is None else here[seat]
        role = "" if seat is None else roles.get(seat, "")
        return {**self.players[number], "name": name, "role": role, "you": you}

    def _roles(self, view: View) -> dict[int, str]:
        """The colour of each seat: that of its first thing or piece in *view*."""
        things = [item.role for tray in view.trays for item in tray.items]
        names, roles = self.match.top.game.seat_names, dict[int, str]()
        for role in dict.fromkeys([*things, *(piece.role for piece in view.pieces)]):
            if (seat := owner_of(role, names)) is not None:
                roles.setdefault(seat, role)
        return roles
