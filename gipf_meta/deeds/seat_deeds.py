"""Deeds by which people take seats and leave them, and replace others there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Final, Literal, Self, TypeAlias

from pydantic import Field

from gipf_meta.base.names import clean_name, other_name
from gipf_meta.base.texts import _
from gipf_meta.bots.engine_bot import why_no_engine
from gipf_meta.deeds.agreements import act_if_all_agree
from gipf_meta.deeds.claims import why_not_gone
from gipf_meta.deeds.deed import Deed, RoomFacts
from gipf_meta.deeds.table_elements import shut_out_words
from gipf_meta.deeds.weeks import repeat_vacations
from gipf_meta.records.models import PlayerNumber
from gipf_meta.records.player_names import PERSON
from gipf_meta.rooms import events
from gipf_meta.rooms.conditions import (
    why_no_say,
    why_no_such_seat,
    why_over,
    why_with_people,
)
from gipf_meta.rooms.consequences import PlayerKind
from gipf_meta.rooms.people_events import Admitted, Invited, Uninvited
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.seats import MOST_ADMITTED, Refused, hash_of

GONE_MS: Final = 600_000
"""The time after which a person who does not look at the room is gone, so that his seat may get a
new link, in milliseconds."""
GONE_TIMED_MS: Final = 60_000
"""The same while time runs in the match."""

InvitationKey: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{22,64}$")]


class SeatPlayer(Deed):
    """Gives the seat of *player* to *kind*, ``human`` or a bot, with that *name*."""

    in_study: ClassVar[bool] = False

    do: Literal["seat"]
    player: PlayerNumber
    kind: PlayerKind
    name: Annotated[str, Field(max_length=60)] = ""

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return facts.state.table.fault is not None

    @classmethod
    def examples(cls, state: RoomState, person: str) -> Iterable[Self]:
        fault = state.table.fault  # a scene does not offer to replace people
        return () if fault is None else (cls.of(player=fault.player, kind=PERSON),)

    def _why_not(self, state: RoomState, person: str) -> str:
        if why := why_no_engine(self.kind):
            return why
        is_free = self.player in state.free_seats
        if is_free and state.is_host(person):
            return ""
        if why := why_no_say(state, person) or why_no_such_seat(state, self.player):
            return why
        is_bot = self.kind != PERSON
        if is_bot and not why_not_gone(state, person, self.player):
            return ""
        if state.seats.holders.get(self.player, person) != person:
            return _("Another person sits there.")
        if is_free:
            return why_no_host(state, person)
        fault = state.table.fault
        has_failed = fault is not None and fault.player == self.player
        if state.table.players[self.player].bot is None or has_failed:
            return ""
        return why_with_people(state, person)

    def act(self, room: Room, person: str, name: str) -> None:
        player, called = self.player, call_newcomer(room.state, self.player, self.name)
        room.emit(events.Seated, player=player, kind=self.kind, name=called)
        if room.state.table.players[player].kind == PERSON:
            room.emit(events.SeatGiven, player=player, person=person)
            repeat_vacations(room)
        act_if_all_agree(room)


class Invite(Deed):
    """Lets the person who comes with *key* take the free seat of *player*; ``None``: watch.

    The sender makes the key of at least 128 random bits; it replaces the one before it.
    """

    do: Literal["invite"]
    player: PlayerNumber | None
    key: InvitationKey

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return facts.has_free_seat or facts.state.admission.is_private

    @classmethod
    def examples(cls, state: RoomState, person: str) -> Iterable[Self]:
        invited = state.admission.invited
        players: list[int | None] = [one for one in state.free_seats if one not in invited]
        if state.admission.is_private:  # else nobody needs an invitation to watch
            players.append(None)
        return [cls.of(player=player, key="") for player in players]

    def _why_not(self, state: RoomState, person: str) -> str:
        if self.player in state.others_seats(person):
            why = _why_not_gone(state, self.player)
        else:
            why = why_no_host(state, person)
            if not why and self.player is not None:
                why = _why_not_free(state, self.player) or _why_named(state, self.player)
        return why or why_known(state, hash_of(self.key))

    def act(self, room: Room, person: str, name: str) -> None:
        room.emit(Invited, player=self.player, hash=hash_of(self.key))


class Uninvite(Deed):
    """Ends the invitation to the seat of *player*; ``None``: that to watch, for those who came by
    it, too. Who is invited by name declines by it."""

    do: Literal["uninvite"]
    player: PlayerNumber | None

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return bool(facts.state.admission.keys or facts.state.admission.admitted)

    @classmethod
    def examples(cls, state: RoomState, person: str) -> Iterable[Self]:
        return [cls.of(player=player) for player in (None, *state.admission.keys)]

    def _why_not(self, state: RoomState, person: str) -> str:
        admission = state.admission
        is_watched = self.player is None and bool(admission.admitted)
        if self.player is not None and self.player in admission.seats_for(person):
            return ""
        if why := why_no_host(state, person):
            return why
        if self.player in admission.keys or is_watched:
            return ""
        return _("Nobody is invited there.")

    def act(self, room: Room, person: str, name: str) -> None:
        is_own = self.player in room.state.admission.seats_for(person)
        room.emit(Uninvited, player=self.player, how="declined" if is_own else None)


class Enter(Deed):
    """Comes in by the invitation with that *key*."""

    do: Literal["enter"]
    key: InvitationKey

    @classmethod
    def examples(cls, state: RoomState, person: str) -> Iterable[Self]:
        return ()  # nobody is shown a key

    def _why_not(self, state: RoomState, person: str) -> str:
        if self._is_his_own(state, person):
            return ""
        if hash_of(self.key) not in state.admission.keys.values():
            is_used_by_him = state.admission.used.get(hash_of(self.key)) == person
            has_lost = is_used_by_him and state.seats.lost_by(person) is not None
            return shut_out_words(state, person) if has_lost else no_such_invitation()
        player = self._player(state)
        if player is None:
            is_full = len(state.admission.admitted) >= MOST_ADMITTED
            if is_full and not state.may_watch(person):
                return _("No more people can watch this match.")
            return ""
        return "" if state.seats.held_by(person) else why_over(state)

    def act(self, room: Room, person: str, name: str) -> None:
        if self._is_his_own(room.state, person):
            return
        player = self._player(room.state)
        if player is None:
            if not room.state.may_watch(person):
                room.emit(Admitted, person=person)
        elif not room.state.seats.held_by(person):
            _sit_down(room, player, person, name)

    def _is_his_own(self, state: RoomState, person: str) -> bool:
        """Whether *person* comes again by the link by which he took his seat."""
        is_used = state.admission.used.get(hash_of(self.key)) == person
        return is_used and bool(state.seats.held_by(person))

    def _player(self, state: RoomState) -> int | None:
        """The player to whose seat the key leads; ``None``: it is for watching."""
        hash = hash_of(self.key)
        return next(player for player, known in state.admission.keys.items() if known == hash)


class Sit(Deed):
    """Takes the free seat of *player*."""

    in_study: ClassVar[bool] = False

    do: Literal["sit"]
    player: PlayerNumber

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return facts.has_free_seat

    @classmethod
    def examples(cls, state: RoomState, person: str) -> Iterable[Self]:
        return [cls.of(player=player) for player in state.free_seats]

    def _why_not(self, state: RoomState, person: str) -> str:
        is_host = state.is_host(person)
        is_invited = self.player in state.admission.seats_for(person)
        if not (state.admission.is_open or is_host or is_invited):
            return _("You can sit down at this table by invitation only.")
        if why := _why_not_free(state, self.player):
            return why
        if state.seats.held_by(person):
            return _("You sit at this table already.")
        if self.player in state.admission.keys and not (is_host or is_invited):
            return _("Somebody is invited to this seat.")
        return ""

    def act(self, room: Room, person: str, name: str) -> None:
        _sit_down(room, self.player, person, name)


class Leave(Deed):
    """Gives up the sender's seats; he watches a private match no longer."""

    when_full: ClassVar[bool] = True

    do: Literal["leave"]

    @classmethod
    def examples(cls, state: RoomState, person: str) -> Iterable[Self]:
        holds_seat = bool(state.seats.held_by(person))
        is_missed = not state.is_played_by(person) if holds_seat else False
        return (cls.of(),) if is_missed or person in state.admission.admitted else ()

    def _why_not(self, state: RoomState, person: str) -> str:
        admission = state.admission
        if state.seats.held_by(person) or person in (admission.by, *admission.admitted):
            return ""
        return _("You hold no seat in this match that you could leave.")

    def act(self, room: Room, person: str, name: str) -> None:
        room.emit(events.Left, person=person, players=room.state.seats.held_by(person))
        act_if_all_agree(room)


def no_such_invitation() -> str:
    """The refusal of a wrong key, whatever is wrong about it."""
    return _("This invitation is not valid, or not any more: ask for a new one.")


def why_known(state: RoomState, hash: str) -> str:
    """Why not: a key with that *hash* was used for the room before."""
    if state.admission.is_known(hash):
        return _("This key was used before: an invitation needs a new one.")
    return ""


def why_no_host(state: RoomState, person: str) -> str:
    """Why not: *person* does not decide who may come to the table."""
    if state.is_host(person):
        return ""
    return _("Only who opened this match invites others to it.")


def call_newcomer(state: RoomState, player: int, name: str) -> str:
    """The name at the seat of *player* for a person with that *name*; ``""``: as the seat is called
    now.

    No two players have one name: the later one gets a number.
    """
    players = state.table.players
    others = (each.name for number, each in enumerate(players) if number != player)
    return other_name(clean_name(name) or players[player].name, others)


def _sit_down(room: Room, player: int, person: str, name: str) -> None:
    """Gives the free seat of *player* to *person*, who has that *name*."""
    called = call_newcomer(room.state, player, name)
    room.emit(events.Seated, player=player, kind=PERSON, name=called)
    room.emit(events.SeatGiven, player=player, person=person)
    repeat_vacations(room)
    act_if_all_agree(room)


def _why_not_free(state: RoomState, player: int) -> str:
    """Why not: nobody may take the seat of *player*."""
    if why := why_no_such_seat(state, player):
        return why
    if player not in state.free_seats:
        return _("This seat is taken.")
    return why_over(state)


def _why_named(state: RoomState, player: int) -> str:
    """Why not: the seat of *player* is reserved for somebody who is invited by name."""
    if player not in state.admission.invited:
        return ""
    return _("Somebody is invited to this seat by name: take that back first.")


def _why_not_gone(state: RoomState, player: int) -> str:
    """Why not: the holder of the seat of *player* has not been gone for so long that it may get a
    new link.

    He may have lost his own link, with the storage of his browser. Nobody who is there can lose his
    seat so, nor by a short loss of his connection: where time runs the wait is short, elsewhere
    long.
    """
    name = state.table.players[player].name
    since_ms = state.gone_since_ms(state.seats.holders[player])
    if since_ms is None:
        return _("{name} is here: this seat gets no new link.").format(name=name)
    is_timed = state.table.clock_runs and not state.table.paused
    least_ms = GONE_TIMED_MS if is_timed else GONE_MS
    left_s = (since_ms + least_ms - state.reached_ms + 999) // 1000
    if left_s <= 0:
        return ""
    return _.many(
        "{name} was here a moment ago: the seat gets a new link in {count} second.",
        "{name} was here a moment ago: the seat gets a new link in {count} seconds.",
        left_s,
    ).format(name=name, count=left_s)


def welcome_back(room: Room, person: str, at_ms: int) -> None:
    """Ends the new links to the seats of *person*, who looks at *room* again."""
    returned = [one for one in room.state.seats.held_by(person) if one in room.state.admission.keys]
    if returned:
        room.pass_time(at_ms)
    for player in returned:
        room.emit(Uninvited, player=player)


def reseat(room: Room, player: int, hash: str, at_ms: int) -> None:
    """Frees the seat of *player* at once for the person with the key of that *hash*, for the
    operator of the host. Raises ``Refused``."""
    room.pass_time_for_host(at_ms)
    state = room.state
    if player not in (*state.seats.holders, *state.free_seats):
        raise Refused(_("No person sits there in this match."))
    if why := why_known(state, hash):
        raise Refused(why)
    if player in state.seats.holders:
        room.emit(events.SeatGiven, player=player, person="")
    room.emit(Invited, player=player, hash=hash)
