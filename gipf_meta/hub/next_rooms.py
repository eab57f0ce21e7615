"""The rooms that follow from others: rematches, branches, studies."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gipf_meta.hub.kept_rooms import KeptRooms
from gipf_meta.records.study import Study, StudyMark
from gipf_meta.rooms.ledger import Conflict
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.openings import Opening, opening_of_branch, opening_of_rematch


class NextRooms:
    """Opens *rooms* that follow from others. *new_room* makes their ids; *marks* finds those of the
    review of a room for a study of it. Branches *are_private* where several people reach the
    rooms."""

    def __init__(
        self,
        rooms: KeptRooms,
        new_room: Callable[[], str],
        marks: Callable[[str, Study], Sequence[StudyMark]],
        are_private: bool = False,
    ) -> None:
        self._rooms, self._marks, self._are_private = rooms, marks, are_private
        self.new_room = new_room

    def open_rematch(self, room: RoomState, person: str, at_ms: int) -> str:
        """Opens the rematch of *room*, unless it is open already; returns its id.

        Every holder of a seat has his seat there, one further, and everybody who was let in to
        watch may watch. *person* has requested it. Raises ``GipfMetaError``.
        """
        if self._rooms.is_known(room.rematch):
            return room.rematch
        players, holders = len(room.table.players), room.seats.holders
        others = {seat: holders.get((seat + 1) % players, "") for seat in range(players)}
        admission, before = room.admission, room.opening
        opening = opening_of_rematch(room.table, self._rooms.new_seed()).model_copy(
            update={
                "is_private": admission.is_private,
                "is_open": admission.is_open,
                "away_ms": before.away_ms,
                "duel_control": before.duel_control,
            }
        )
        by, admitted = admission.by or person, admission.admitted
        try:
            self._rooms.open(room.rematch, opening, by, at_ms, others, admitted, source=room.id)
        except Conflict:
            pass  # another process has opened it at this very moment
        return room.rematch

    def open_branch(
        self, room: RoomState, at: int | None, together: bool, person: str, at_ms: int
    ) -> str:
        """Opens a new room in which *person* goes on from moment *at* of the match; ``None``:
        studies it. Returns its id.

        It is private, and where several people reach the rooms nobody else sees it, unless they are
        to look at it *together*. Raises ``GipfMetaError``.
        """
        if at is None:
            opening = self._opening_of_study(room)
        else:
            opening = opening_of_branch(room.table, at, self._rooms.new_seed())
        admission, new = room.admission, self.new_room()
        is_private = self._are_private
        admitted: tuple[str, ...] = ()
        if together:
            is_private = admission.is_private
            here = (*room.seats.holders.values(), admission.by, *admission.admitted)
            admitted = tuple(dict.fromkeys(each for each in here if each not in ("", person)))
        opening = opening.model_copy(update={"is_private": is_private})
        self._rooms.open(new, opening, person, at_ms, admitted=admitted, source=room.id)
        return new

    def _opening_of_study(self, room: RoomState) -> Opening:
        """The opening of a study of the match of *room*, with the marks of its review."""
        record = room.record()
        if not room.is_ended:  # the seed would show the future draws of the match
            record = record.model_copy(update={"seed": self._rooms.new_seed()})
        study = Study.of(record)
        return Opening.of_record(study.mark(self._marks(room.id, study)).record)
