"""A seat whose person has lost it, with his browser's storage perhaps: it gets a new link."""

from __future__ import annotations

from gipf_meta.base.texts import _
from gipf_meta.rooms import events as told
from gipf_meta.rooms.events import Event
from gipf_meta.rooms.others import closed_words
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.seating import why_known
from gipf_meta.rooms.seats import Refused


def welcome_back(room: Room, person: str, at_ms: int) -> list[Event]:
    """Ends the new links to the seats of *person*, who looks at *room* again."""
    returned = [one for one in room.seats.held_by(person) if one in room.admission.keys]
    if returned:
        room.grow_older(at_ms)
    for player in returned:
        room.make_true(told.Uninvited, player=player)
    return room.take_emitted()


def reseat(room: Room, player: int, hash: str, at_ms: int) -> list[Event]:
    """Frees the seat of *player* at once, for who comes by the key with that *hash*: whoever runs
    the host says so. Raises ``Refused``.
    """
    room.go_back()
    room.grow_older(at_ms)
    if room.is_closed:
        raise Refused(closed_words())
    if room.table.over is not None:
        raise Refused(_("The match is over."))
    if player not in (*room.seats.holders, *room.free_seats):
        raise Refused(_("No person sits there in this match."))
    if why := why_known(room, hash):
        raise Refused(why)
    if player in room.seats.holders:
        room.make_true(told.SeatGiven, player=player, person="")
    room.make_true(told.Invited, player=player, hash=hash)
    return room.take_emitted()
