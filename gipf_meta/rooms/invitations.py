"""How people come to a table and leave it: what a room does for the commands about its seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from gipf_meta.base.names import clean_name, other_name
from gipf_meta.base.texts import _
from gipf_meta.records.people import PERSON
from gipf_meta.rooms import commands as asked
from gipf_meta.rooms import events as told
from gipf_meta.rooms.admission import MOST_ADMITTED, hash_of
from gipf_meta.rooms.agreements import settle
from gipf_meta.rooms.emitting import EmittingRoom
from gipf_meta.rooms.seats import Refused

GONE_MS: Final = 600_000
"""After how many milliseconds without him a person has gone, so that his seat gets a new link."""
GONE_TIMED_MS: Final = 60_000
"""The same while time runs in the match."""


def _invite(room: EmittingRoom, command: asked.Invite, sender: str, name: str) -> None:
    player = command.player
    if player in room.others_seats(sender):
        _require_gone(room, room.seats.holders[player], room.table.players[player].name)
    else:
        _require_host(room, sender)
        if player is not None:
            _require_free(room, player)
    hash = hash_of(command.key)
    require_new(room, hash)
    room.make_true(told.Invited, player=player, hash=hash)


def require_new(room: EmittingRoom, hash: str) -> None:
    """Raises ``Refused`` if a key with that *hash* was sent out for *room* before."""
    if room.admission.is_known(hash):
        raise Refused(_("This key was used before: an invitation needs a new one."))


def _uninvite(room: EmittingRoom, command: asked.Uninvite, sender: str, name: str) -> None:
    _require_host(room, sender)
    admission = room.admission
    is_out = command.player in admission.keys
    if not is_out and not (command.player is None and admission.admitted):
        raise Refused(_("Nobody is invited there."))
    room.make_true(told.Uninvited, player=command.player)


def _enter(room: EmittingRoom, command: asked.Enter, sender: str, name: str) -> None:
    admission, hash = room.admission, hash_of(command.key)
    if admission.used.get(hash) == sender and room.seats.held_by(sender):
        return  # he comes again by his own link
    player = next((each for each, known in admission.keys.items() if known == hash), -1)
    if player == -1:
        raise Refused(no_such_invitation())
    if player is None:
        if not room.may_watch(sender):
            if len(admission.admitted) >= MOST_ADMITTED:
                raise Refused(_("More people cannot watch this match."))
            room.make_true(told.Admitted, person=sender)
    elif not room.seats.held_by(sender):
        _sit_down(room, player, sender, name)


def _sit(room: EmittingRoom, command: asked.Sit, sender: str, name: str) -> None:
    player, is_host = command.player, room.is_host(sender)
    if not (room.admission.is_open or is_host):
        raise Refused(_("One sits down at this table by invitation only."))
    _require_free(room, player)
    if room.seats.held_by(sender):
        raise Refused(_("You sit at this table already."))
    if player in room.admission.keys and not is_host:
        raise Refused(_("Somebody is invited to this seat."))
    _sit_down(room, player, sender, name)


def _leave(room: EmittingRoom, command: asked.Leave, sender: str, name: str) -> None:
    admission = room.admission
    if not (room.seats.held_by(sender) or sender in (admission.by, *admission.admitted)):
        raise Refused(_("You hold no seat in this match that you could leave."))
    room.make_true(told.Left, person=sender, players=room.seats.held_by(sender))
    settle(room)


def no_such_invitation() -> str:
    """What is said to whoever comes with a wrong key, whatever is wrong about it."""
    return _("This invitation is not valid, or not any more: ask for a new one.")


def call_newcomer(room: EmittingRoom, player: int, name: str) -> str:
    """How somebody called *name* is called at the seat of *player*; ``""``: as the seat is now.

    Nobody is called as another player is: who comes later gets a number.
    """
    players = room.table.players
    others = (each.name for number, each in enumerate(players) if number != player)
    return other_name(clean_name(name) or players[player].name, others)


def _sit_down(room: EmittingRoom, player: int, sender: str, name: str) -> None:
    """Lets *sender*, who is called *name*, hold the free seat of *player*."""
    if room.table.over is not None:
        raise Refused(_("The match is over."))
    called = call_newcomer(room, player, name)
    room.make_true(told.Seated, player=player, kind=PERSON, name=called)
    room.make_true(told.SeatGiven, player=player, person=sender)


def _require_host(room: EmittingRoom, sender: str) -> None:
    """Raises ``Refused`` unless *sender* decides who may come to the table."""
    if not room.is_host(sender):
        raise Refused(_("Only who opened this match invites others to it."))


def _require_gone(room: EmittingRoom, person: str, name: str) -> None:
    """Raises ``Refused`` unless *person*, called *name*, has gone for so long that his seat may be
    given a new link.

    His own link to the room may be lost, with what his browser kept. Nobody who is there can lose
    his seat, and nobody whose line was cut: time that runs does not wait for long, all else does.
    """
    since_ms = room.gone_since_ms(person)
    if since_ms is None:
        raise Refused(_("{name} is here: this seat gets no new link.").format(name=name))
    is_timed = room.table.clock_runs and not room.table.paused
    least_ms = GONE_TIMED_MS if is_timed else GONE_MS
    left_s = (since_ms + least_ms - room.at_ms + 999) // 1000
    if left_s > 0:
        raise Refused(
            _.many(
                "{name} was here a moment ago: the seat gets a new link in {count} second.",
                "{name} was here a moment ago: the seat gets a new link in {count} seconds.",
                left_s,
            ).format(name=name, count=left_s)
        )


def _require_free(room: EmittingRoom, player: int) -> None:
    """Raises ``Refused`` unless somebody may sit down in the seat of *player*."""
    if player >= len(room.table.players):
        raise Refused(_("There is no such seat in this match."))
    if player not in room.free_seats:
        raise Refused(_("This seat is taken."))
    if room.table.over is not None:
        raise Refused(_("The match is over."))


ENTRANCES: Final[Mapping[type[Any], Callable[[EmittingRoom, Any, str, str], None]]] = {
    asked.Invite: _invite,
    asked.Uninvite: _uninvite,
    asked.Enter: _enter,
    asked.Sit: _sit,
    asked.Leave: _leave,
}
"""What a room does for each command about who comes and goes; the last value is his name."""
