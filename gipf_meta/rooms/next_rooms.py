"""The rooms that a hub opens: new ones, and those that come out of others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gipf_meta.match.match import Match
from gipf_meta.rooms.ledger import Conflict
from gipf_meta.rooms.open_rooms import OpenRooms
from gipf_meta.rooms.openings import Opening, opening_of_branch, opening_of_rematch
from gipf_meta.rooms.state import RoomState


class NextRooms:
    """Opens *rooms*. *new_room* and *new_seed* make the id and the seed of one without them."""

    def __init__(
        self, rooms: OpenRooms, new_room: Callable[[], str], new_seed: Callable[[], int]
    ) -> None:
        self._rooms = rooms
        self.new_room = new_room
        self._new_seed = new_seed

    def open(
        self,
        room_id: str,
        opening: Opening,
        person: str,
        at_ms: int,
        others: Mapping[int, str] | None = None,
        admitted: Sequence[str] = (),
        read: Match | None = None,
    ) -> RoomState:
        """A new room of that id; the rest is as ``Room.open`` has it. Raises ``GipfMetaError``."""
        if opening.seed is None:
            opening = opening.model_copy(update={"seed": self._new_seed()})
        return self._rooms.open(room_id, opening, person, at_ms, others, admitted, read).state

    def open_rematch(self, room: RoomState, person: str, at_ms: int) -> str:
        """Opens the room to which *room* leads, unless it was opened already; the id of it.

        Everybody who holds a seat has his seat there, one further, and whoever was let in to watch
        may watch. *person* has asked for it. Raises ``GipfMetaError``.
        """
        if self._rooms.is_known(room.rematch):
            return room.rematch
        players, holders = len(room.table.players), room.seats.holders
        others = {seat: holders.get((seat + 1) % players, "") for seat in range(players)}
        opening = opening_of_rematch(room.table, self._new_seed()).model_copy(
            update={"is_private": room.admission.is_private, "is_open": room.admission.is_open}
        )
        by, admitted = room.admission.by or person, room.admission.admitted
        try:
            self.open(room.rematch, opening, by, at_ms, others, admitted)
        except Conflict:
            pass  # another process has opened it at this very moment
        return room.rematch

    def open_branch(self, room: RoomState, at: int, together: bool, person: str, at_ms: int) -> str:
        """The id of a new room in which *person* goes on from moment *at* of the match.

        It is private, and where several people reach the rooms nobody else sees it, unless they
        are to look at it *together*. Raises ``GipfMetaError``.
        """
        opening = opening_of_branch(room.table, at, self._new_seed())
        admission, new = room.admission, self.new_room()
        is_private = not self._rooms.pauses_alone
        admitted: tuple[str, ...] = ()
        if together:
            is_private = admission.is_private
            here = (*room.seats.holders.values(), admission.by, *admission.admitted)
            admitted = tuple(dict.fromkeys(each for each in here if each not in ("", person)))
        opening = opening.model_copy(update={"is_private": is_private})
        self.open(new, opening, person, at_ms, admitted=admitted)
        return new
