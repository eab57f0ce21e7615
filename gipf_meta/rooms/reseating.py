"""A seat whose person has lost it, with his browser's storage perhaps: it gets a new link."""

from __future__ import annotations

from gipf_meta.base.texts import _
from gipf_meta.rooms import events as told
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.seating import why_known
from gipf_meta.rooms.seats import Refused


def welcome_back(room: Room, person: str, at_ms: int) -> None:
    """Ends the new links to the seats of *person*, who looks at *room* again."""
    returned = [one for one in room.state.seats.held_by(person) if one in room.state.admission.keys]
    if returned:
        room.pass_time(at_ms)
    for player in returned:
        room.make_true(told.Uninvited, player=player)


def reseat(room: Room, player: int, hash: str, at_ms: int) -> None:
    """Frees the seat of *player* at once, for who comes by the key with that *hash*: whoever runs
    the host says so. Raises ``Refused``.
    """
    room.pass_time_for_host(at_ms)
    state = room.state
    if player not in (*state.seats.holders, *state.free_seats):
        raise Refused(_("No person sits there in this match."))
    if why := why_known(state, hash):
        raise Refused(why)
    if player in state.seats.holders:
        room.make_true(told.SeatGiven, player=player, person="")
    room.make_true(told.Invited, player=player, hash=hash)
