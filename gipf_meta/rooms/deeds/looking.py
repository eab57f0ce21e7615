"""What somebody looks at: the match as it goes on, moments of it, files, hints and studies.

None of it changes the match, but for what is shown to the others after its end.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field

from gipf_meta.base.texts import _
from gipf_meta.rooms import events as told
from gipf_meta.rooms.deeds.conditions import why_no_moment, why_no_seat
from gipf_meta.rooms.deeds.deed import Deed, MomentNumber, Seen, Typed
from gipf_meta.rooms.emitting import EmittingRoom
from gipf_meta.rooms.state import RoomState


class Looking(Deed):
    """Something that is done after whoever runs the host has ended the match, too."""

    after_closing: ClassVar[bool] = True


class Watch(Looking):
    """Send me what happens in the room from now on, and what has happened since event *since*."""

    do: Literal["watch"]
    since: Seen = 0
    want: Literal["scene", "view", "events"] = "scene"


class Unwatch(Looking):
    """Send me nothing more of the room."""

    do: Literal["unwatch"]


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

    def lead(self, room: EmittingRoom, person: str, to: str) -> None:
        """Shows the others the room *to*, in which *person* goes on."""
        player = room.seats.held_by(person)[0]
        room.make_true(told.Shown, player=player, at=self.at, to=to)


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

    def act(self, room: EmittingRoom, person: str, name: str) -> None:
        shown = room.shown
        is_his = shown is not None and room.seats.holders.get(shown.player) == person
        now = (shown.at, shown.to) if shown is not None and is_his else (None, "")
        if now != (self.at, ""):
            player = room.seats.held_by(person)[0]
            room.make_true(told.Shown, player=player, at=self.at)


class Hint(Deed):
    """Tell me what to play."""

    do: Literal["hint"]

    def _why_not(self, room: RoomState, person: str) -> str:
        return _why_no_help(room, person)


class Analyse(Looking):
    """Tell me the best lines of moment *at*, better ones as they are found; ``None``: of now.

    An analysis or a review ends when it is told, when the match goes on, and by ``leave_off``.
    """

    do: Literal["analyse"]
    at: MomentNumber | None = None

    def _why_not(self, room: RoomState, person: str) -> str:
        return _why_no_study(room, person) or why_no_moment(room, self.at)


class Review(Looking):
    """Tell me what each turn of the match was worth, and what was better, turn by turn."""

    do: Literal["review"]

    def _why_not(self, room: RoomState, person: str) -> str:
        return _why_no_study(room, person)


class LeaveOff(Looking):
    """I want no more of the analysis or the review that I have asked for."""

    do: Literal["leave_off"]
    what: Literal["analysis", "review"]


class Ask(Looking):
    """Answer a *question* about the board, in English or in my language."""

    do: Literal["ask"]
    question: Typed

    @classmethod
    def examples(cls, room: RoomState, person: str) -> Iterable[Self]:
        return (cls.of(question=""),)


class Look(Looking):
    """Show me moment *at* of the match: 0 is its beginning, each decision leads to the next."""

    do: Literal["look"]
    at: MomentNumber

    @classmethod
    def examples(cls, room: RoomState, person: str) -> Iterable[Self]:
        return (cls.of(at=0),)

    def _why_not(self, room: RoomState, person: str) -> str:
        return why_no_moment(room, self.at)


class SaveRecord(Looking):
    """Give me the match as a file."""

    do: Literal["record"]


class SavePicture(Looking):
    """Give me the board as a picture, at moment *at*; ``None``: now."""

    do: Literal["picture"]
    at: MomentNumber | None = None

    def _why_not(self, room: RoomState, person: str) -> str:
        return why_no_moment(room, self.at)


def _why_not_leading(room: RoomState, person: str) -> str:
    """*person* may show the others the match, which has ended."""
    if why := why_no_seat(room, person):
        return why
    return "" if room.is_ended else _("The match goes on: it is looked at together after its end.")


def _why_no_help(room: RoomState, person: str) -> str:
    """It is the turn of *person*, and he plays without other people."""
    if room.table.over is None and not room.is_played_by(person):
        return _("Another person plays this match, too: nobody is helped in it.")
    if room.table.advice() is None or room.table.player not in room.deciders(person):
        return _("It is not your turn: there is nothing to advise.")
    return ""


def _why_no_study(room: RoomState, person: str) -> str:
    """The match has ended, or *person* would be helped in it and nobody gains time."""
    if room.is_ended:
        return ""
    if room.table.clock_runs:
        return _("Nothing is analysed while a clock runs; H gives a hint.")
    return _why_no_help(room, person)
