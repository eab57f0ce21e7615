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


def _invite(room: EmittingRoom, command: asked.Invite, sender: str, name: str) -> None:
    _require_host(room, sender)
    if command.player is not None:
        _require_free(room, command.player)
    hash = hash_of(command.key)
    if room.admission.is_known(hash):
        raise Refused(_("This key was used before: an invitation needs a new one."))
    room.make_true(told.Invited, player=command.player, hash=hash)


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
