"""Deeds to which several people must agree: a draw, to take back, a pause, a rematch, to go on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, ClassVar, Final, Literal, Self

from pydantic import Field

from gipf_meta.base.texts import _
from gipf_meta.deeds.deed import Deed, RoomFacts
from gipf_meta.deeds.study_deeds import step, why_no_step
from gipf_meta.deeds.weeks import carry_out_live, why_too_late
from gipf_meta.match.lesson_progress import LessonProgress
from gipf_meta.match.match import CannotUndo
from gipf_meta.match.timecontrol import DAY_MS
from gipf_meta.rooms import events
from gipf_meta.rooms.conditions import (
    answering,
    answering_offer,
    playing,
    plays_without_people,
    why_no_match,
    why_no_new_wish,
    why_no_request,
    why_no_say,
    why_no_seat,
    why_not_deciding,
    why_not_playing,
    why_over,
    why_request_open,
    why_with_people,
)
from gipf_meta.rooms.live_hours import is_everybody_there
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.slow_time import may_begin, needs_nobody_ready
from gipf_meta.rooms.state import RoomState, Wish

PAUSE_MS: Final = 600_000
"""The longest time that a pause lasts unless its command names another, in milliseconds."""
READY_MS: Final = 600_000
"""The time after the first player is ready at which time passes though not all are, in
milliseconds."""


class Offer(Deed):
    """Offers a draw in the game on top."""

    needs_say: ClassVar[bool] = True
    in_study: ClassVar[bool] = False
    when_full: ClassVar[bool] = True

    do: Literal["offer"]

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return not facts.is_over and facts.state.offer is None and facts.state.request is None

    def _why_not(self, state: RoomState, person: str) -> str:
        if why := why_no_match(state) or why_not_deciding(state, person) or why_over(state):
            return why
        if state.offer is not None:
            return _("A draw is offered already.")
        if why := why_request_open(state):
            return why
        if set(state.free_seats) & set(state.table.match.top.players):
            return _("A seat is free: nobody there can agree to a draw.")
        return why_no_new_wish(state, state.deciders(person), "draw")

    def act(self, room: Room, person: str, name: str) -> None:
        asker = room.state.deciders(person)[0]
        room.emit(events.DrawOffered, player=asker)
        _agree_if_all_accept(room)


class AnswerOffer(Deed):
    """Accepts (*accept*) or declines the draw that is offered, or the request that is open.

    With *seen* it is refused if another offer or request has come since that event.
    """

    needs_say: ClassVar[bool] = True
    in_study: ClassVar[bool] = False
    when_full: ClassVar[bool] = True

    do: Literal["answer"]
    accept: Annotated[bool, Field(strict=True)]

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return facts.state.offer is not None or facts.state.request is not None

    @classmethod
    def examples(cls, state: RoomState, person: str) -> Iterable[Self]:
        return (cls.of(accept=True),)

    def _why_not(self, state: RoomState, person: str) -> str:
        if why := why_no_seat(state, person):
            return why
        if self.seen is not None and self.seen < state.request_number:
            return _("The question is another one now: look at it again.")
        if state.request is None:
            if why := why_not_deciding(state, person):
                return why
            if state.offer is None:
                return _("There is no question to answer.")
        if answering(state, person) or answering_offer(state, person):
            return why_too_late(state) if self.accept else ""
        return _("The others answer this, not you.")

    def act(self, room: Room, person: str, name: str) -> None:
        if room.state.request is not None:
            if self.accept:
                _agree(room, answering(room.state, person))
            else:
                room.emit(events.Declined, player=answering(room.state, person)[0])
            return
        open_to = answering_offer(room.state, person)
        if not self.accept:
            room.emit(events.DrawRefused, player=open_to[0])
            return
        for player in open_to:
            room.emit(events.DrawAccepted, player=player)
        _agree_if_all_accept(room)


class TakeBack(Deed):
    """Takes the sender's last decision back, or requests that of the others who play. A person who
    has played alone takes it back after the end, too, unless a rematch has begun. In a study
    everybody then stands before that decision, which stays in the tree."""

    needs_say: ClassVar[bool] = True

    do: Literal["take_back"]

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return facts.is_study or bool(facts.state.table.match.top.steps)

    def _why_not(self, state: RoomState, person: str) -> str:
        if why := why_no_say(state, person):
            return why
        if state.study is not None:
            return why_no_step(state, back=True)
        try:
            state.table.before_undo(_whose_decision(state, person))
        except CannotUndo as error:
            return str(error)
        is_his = state.is_played_by(person) and state.seats.people <= {person}
        if state.table.over is not None and is_his and not state.rematch:
            return ""
        return why_no_request(state, person, "take_back")

    def act(self, room: Room, person: str, name: str) -> None:
        if room.state.study is not None:
            step(room, back=True)
        elif plays_without_people(room.state, person):
            of = _whose_decision(room.state, person)
            to = len(room.state.table.before_undo(of).top.steps)
            room.emit(events.TookBack, to=to, of=of)
        else:
            _ask(room, "take_back", person)

    def step(self, progress: LessonProgress) -> LessonProgress:
        return progress.go_back()


class PlayAgain(Deed):
    """Plays again what was taken back last; in a study everybody goes on to the next decision."""

    needs_say: ClassVar[bool] = True

    do: Literal["play_again"]

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return facts.is_study or bool(facts.state.table.taken_back)

    def _why_not(self, state: RoomState, person: str) -> str:
        if state.study is not None:
            return why_no_seat(state, person) or why_no_step(state, back=False)
        if why := why_with_people(state, person):
            return why
        return "" if state.table.taken_back else _("Nothing was taken back.")

    def act(self, room: Room, person: str, name: str) -> None:
        if room.state.study is not None:
            step(room, back=False)
        else:
            room.emit(events.PlayedAgain)


class Pause(Deed):
    """Stops time, or requests that of the others who play; then time goes on by itself after *ms*
    milliseconds."""

    needs_say: ClassVar[bool] = True
    in_study: ClassVar[bool] = False

    do: Literal["pause"]
    ms: Annotated[int, Field(strict=True, ge=1000, le=DAY_MS)] = PAUSE_MS

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return not facts.state.table.paused and facts.state.table.clock_runs

    def _why_not(self, state: RoomState, person: str) -> str:
        if why := why_no_say(state, person):
            return why
        if state.table.paused:
            return _("The match is paused already.")
        if not state.table.clock_runs:
            return _("No time runs in this match: there is nothing to pause.")
        return why_no_request(state, person, "pause")

    def act(self, room: Room, person: str, name: str) -> None:
        if plays_without_people(room.state, person):
            room.emit(events.Paused)
        else:
            _ask(room, "pause", person, self.ms)


class GoOn(Deed):
    """Lets time pass again; where others play, too, as soon as all of them have sent this."""

    needs_say: ClassVar[bool] = True
    in_study: ClassVar[bool] = False
    leads_on: ClassVar[bool] = True

    do: Literal["go_on"]

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return facts.state.table.paused

    @classmethod
    def examples(cls, state: RoomState, person: str) -> Iterable[Self]:
        has_said = not state.is_played_by(person) and set(playing(state, person)) <= state.ready
        # all were ready before the hour, but not at one time: who is here now says so again
        is_anew = state.hour is not None and not state.unready
        is_said = has_said and not is_anew
        return () if is_said or needs_nobody_ready(state) else (cls.of(),)

    def _why_not(self, state: RoomState, person: str) -> str:
        if why := why_no_say(state, person):
            return why
        if not state.table.paused:
            return _("The match is not paused.")
        return "" if state.is_played_by(person) else why_not_playing(state, person)

    def act(self, room: Room, person: str, name: str) -> None:
        if room.state.is_played_by(person):
            room.emit(events.WentOn)
            return
        for player in playing(room.state, person):
            if player not in room.state.ready:
                is_hour = room.state.hour is not None
                until_ms = None if is_hour else room.state.reached_ms + READY_MS
                room.emit(events.Readied, player=player, until_ms=until_ms)
        act_if_all_agree(room)


class Rematch(Deed):
    """Opens a new match of the same players, each one seat further, after the end of this one.

    Where others hold seats, too, it requests that of them, or agrees to their request.
    """

    needs_say: ClassVar[bool] = True
    in_study: ClassVar[bool] = False
    when_full: ClassVar[bool] = True

    do: Literal["rematch"]

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return facts.is_over

    def _why_not(self, state: RoomState, person: str) -> str:
        if why := why_no_say(state, person):
            return why
        if state.table.over is None:
            return _("The match goes on: there is no rematch yet.")
        if state.rematch or plays_without_people(state, person):
            return ""
        if state.request is not None:
            return "" if answering(state, person) else _("The others answer this, not you.")
        if any((player, "rematch") in state.wished for player in state.seats.held_by(person)):
            return _("You have asked for a rematch already: now only others can ask for one.")
        return ""

    def act(self, room: Room, person: str, name: str) -> None:
        if room.state.rematch:
            return
        if plays_without_people(room.state, person):
            room.emit(events.Rematched, to=room.new_room())
        elif room.state.request is not None:
            _agree(room, answering(room.state, person))
        else:
            _ask(room, "rematch", person)


def act_if_all_agree(room: Room) -> None:
    """Carries out the request that is open, and lets time pass, where nobody must agree any more.

    It is called after somebody has agreed, after somebody has left, and after a seat was taken.
    """
    request = room.state.request
    if request is not None and not room.state.players_to_agree:
        if request.what == "pause":
            until_ms = None if request.ms is None else room.state.reached_ms + request.ms
            room.emit(events.Paused, until_ms=until_ms)
        elif request.what == "rematch":
            room.emit(events.Rematched, to=room.new_room())
        elif request.what == "live":
            carry_out_live(room, request)
        else:
            of = room.state.seats.held_by(room.state.seats.holders[request.player])
            to = len(room.state.table.before_undo(of).top.steps)
            room.emit(events.TookBack, to=to, of=of)
    state = room.state
    if state.hour is not None:
        if state.is_paused and is_everybody_there(state):
            room.emit(events.WentOn, live=state.hour.clock)
    elif may_begin(state) or (state.table.paused and state.ready and not state.unready):
        room.emit(events.WentOn)


def _whose_decision(state: RoomState, person: str) -> tuple[int, ...]:
    """The players whose last decision *person* may take back; empty: that of any person."""
    # a person who plays for everybody takes anybody's decision back
    return () if state.is_played_by(person) else state.seats.held_by(person)


def _agree(room: Room, players: Sequence[int]) -> None:
    """Notes that *players* agree to the request that is open."""
    for player in players:
        room.emit(events.Agreed, player=player)
    act_if_all_agree(room)


def _ask(room: Room, what: Wish, person: str, ms: int | None = None) -> None:
    """Requests *what* of the others, for *ms* milliseconds if it is a pause."""
    room.emit(events.Asked, player=playing(room.state, person)[0], what=what, ms=ms)
    act_if_all_agree(room)


def _agree_if_all_accept(room: Room) -> None:
    """Ends the game on top as a draw if all its people have accepted, several at one keyboard each
    for himself, and then its bots accept. A bot that has failed accepts."""
    table, asker = room.state.table, room.state.offer
    players = table.match.top.players
    people = {player for player in players if table.players[player].bot is None}
    if asker is None or not people <= room.state.accepted:
        return
    if table.fault is None and not table.pilots.accept_draw(table.match, asker):
        bot = next(player for player in players if player != asker and player not in people)
        room.emit(events.DrawRefused, player=bot)
    else:
        room.emit(events.DrawAgreed)
