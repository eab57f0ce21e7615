"""How somebody looks at a match, and lets others look at it after its end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, Self

from pydantic import Field

from gipf_meta.base.texts import _
from gipf_meta.rooms import events as told
from gipf_meta.rooms.answers import Message
from gipf_meta.rooms.conditions import why_no_moment, why_no_seat
from gipf_meta.rooms.deed import Looking, MomentNumber, Place, Seen, Want
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.said import Said
from gipf_meta.rooms.state import RoomState


class Watch(Looking):
    """Send me what happens in the room from now on, and what has happened since event *since*."""

    do: Literal["watch"]
    since: Seen = 0
    want: Want = "scene"

    def put(self, place: Place, said: Said) -> list[Message]:
        return place.watch(self, said, self.since, self.want)


class Unwatch(Looking):
    """Send me nothing more of the room."""

    do: Literal["unwatch"]

    def put(self, place: Place, said: Said) -> list[Message]:
        return place.unwatch(self, said)


class Branch(Looking):
    """Open a match of its own that goes on from moment *at* of this one.

    *together*: all who may watch this one, which has ended, may watch that, and are led there.
    """

    do: Literal["branch"]
    at: MomentNumber
    together: Annotated[bool, Field(strict=True)] = False

    @classmethod
    def examples(cls, room: RoomState, person: str) -> Iterable[Self]:
        return (cls.of(at=0),)

    def _why_not(self, room: RoomState, person: str) -> str:
        if self.together and (why := _why_not_leading(room, person)):
            return why
        if not (room.is_ended or room.is_played_by(person)):
            return _("Others play this match: who goes on by himself waits until it is over.")
        return why_no_moment(room, self.at)

    def put(self, place: Place, said: Said) -> list[Message]:
        return place.branch(self, said, self.at, self.together)


class Show(Looking):
    """Let all look at moment *at* with me, now that the match has ended; ``None``: no longer."""

    do: Literal["show"]
    at: MomentNumber | None

    @classmethod
    def examples(cls, room: RoomState, person: str) -> Iterable[Self]:
        is_alone = room.is_played_by(person) and not room.admission.admitted
        return () if is_alone else (cls.of(at=0),)

    def _why_not(self, room: RoomState, person: str) -> str:
        if why := _why_not_leading(room, person):
            return why
        return why_no_moment(room, self.at)

    def act(self, room: Room, person: str, name: str) -> None:
        shown = room.state.shown
        is_his = shown is not None and room.state.seats.holders.get(shown.player) == person
        now = (shown.at, shown.to) if shown is not None and is_his else (None, "")
        if now != (self.at, ""):
            player = room.state.seats.held_by(person)[0]
            room.make_true(told.Shown, player=player, at=self.at)


class LeaveOff(Looking):
    """I want no more of the analysis or the review that I have asked for."""

    do: Literal["leave_off"]
    what: Literal["analysis", "review"]

    def put(self, place: Place, said: Said) -> list[Message]:
        return place.leave_off(self, said, self.what)


def _why_not_leading(room: RoomState, person: str) -> str:
    """*person* may show the others the match, which has ended."""
    if why := why_no_seat(room, person):
        return why
    return "" if room.is_ended else _("The match goes on: it is looked at together after its end.")
