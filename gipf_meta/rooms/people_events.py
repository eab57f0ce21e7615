"""The events about the people of a room: invitations by a key or by name, how one by name ends by
itself, and vacations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from gipf_meta.match.timecontrol import DAY_MS
from gipf_meta.records.models import PlayerNumber
from gipf_meta.rooms.consequences import ExtendedEvent, MomentMs, PersonId, RoomEvent
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.seats import SeatInvitation

INVITED_MS: Final = 14 * DAY_MS
"""The time for which a person is invited by name, in milliseconds."""
MOST_SPANS: Final = 3
"""The most vacations that a person has announced at a time."""
NO_KEY: Final = ""
"""The hash of an invitation by name: no key leads to that seat."""
EndOfInvitation: TypeAlias = Literal["declined", "expired"]
"""How an invitation by name ended otherwise than by its sender: the person who was invited does not
come, or has not answered in time."""


class Invited(ExtendedEvent):
    """The holder of the key with that *hash* may take the seat of *player*; ``None``: may watch.

    *hash* is the SHA-256 of the key in hex; ``""``: it is not shown, or there is none. Where a
    *person* is invited by name, he alone may take the seat, until *until_ms*.
    """

    event: Literal["invited"] = "invited"
    player: PlayerNumber | None
    hash: Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")]
    person: PersonId | None = None
    until_ms: MomentMs | None = None

    later = frozenset({"person", "until_ms"})

    def apply(self, room: RoomState) -> None:
        invitation = None
        if self.person is not None and self.until_ms is not None:
            invitation = SeatInvitation(self.person, self.until_ms)
        room.admission.invite(self.player, self.hash, invitation)


class Uninvited(ExtendedEvent):
    """The invitation to the seat of *player* ended; ``None``: that to watch, with all its guests.

    *how* tells it of an invitation by name that its sender did not take back.
    """

    event: Literal["uninvited"] = "uninvited"
    player: PlayerNumber | None
    how: EndOfInvitation | None = None

    later = frozenset({"how"})

    def apply(self, room: RoomState) -> None:
        room.admission.withdraw(self.player)
        if self.player is not None and self.how is not None:
            room.admission.ended_ms[self.player] = self.at_ms


class Admitted(RoomEvent):
    """*person* was let in, and may watch."""

    event: Literal["admitted"] = "admitted"
    person: PersonId

    def apply(self, room: RoomState) -> None:
        room.admission.admit(self.person)


def expiry_ms(state: RoomState) -> int | None:
    """The time at which the next invitation by name ends, in milliseconds since 1970; ``None``:
    nobody is invited by name."""
    invited = state.admission.invited
    if not invited or state.is_ended:
        return None
    return min(each.until_ms for each in invited.values())


def end_expired(
    state: RoomState,
    to_ms: int,
    pass_time: Callable[[int], object],
    emit: Callable[..., object],
) -> None:
    """Ends the invitations by name whose time is up at *to_ms*, each at its time, until which
    *pass_time* lets time pass; *emit* emits an event. In a replay the events tell it."""
    invited = state.admission.invited
    while invited and not state.table.is_retold:
        end_ms = expiry_ms(state)
        if end_ms is None or end_ms > to_ms:
            return
        pass_time(end_ms)
        player = min(invited, key=lambda one: (invited[one].until_ms, one))
        emit(Uninvited, player=player, how="expired")


class Vacation(BaseModel):
    """A vacation from *from_ms* until *until_ms*."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    from_ms: MomentMs
    until_ms: MomentMs


class Rested(RoomEvent):
    """The person at the seat of *player* is on vacation in *spans*, and not in what was announced
    otherwise before. No slow clock of the match runs meanwhile.

    For each part of them that has passed, a ``Stopped`` comes before the next event.
    """

    event: Literal["rested"] = "rested"
    player: PlayerNumber
    spans: Annotated[tuple[Vacation, ...], Field(max_length=MOST_SPANS)]

    def apply(self, room: RoomState) -> None:
        spans = [(each.from_ms, each.until_ms) for each in self.spans]
        room.rests.note(self.player, spans, self.at_ms)
