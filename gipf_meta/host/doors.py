"""The doors of rooms: who is let in to a seat beside whom, and whose invitations end.

Somebody who is apart from a person at the table finds the seat taken, or the link at its end, as
everybody does who comes too late.
"""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.base.texts import _
from gipf_meta.deeds.agreements import AnswerOffer, Rematch
from gipf_meta.deeds.deed import Deed
from gipf_meta.deeds.seat_deeds import Enter, Sit, no_such_invitation
from gipf_meta.deeds.view_deeds import Branch
from gipf_meta.host.acquaintances import takes_no_invitation
from gipf_meta.host.company import are_apart, find_standing
from gipf_meta.host.database import Database
from gipf_meta.host.tables import PERSON
from gipf_meta.hub.hub import Hub
from gipf_meta.hub.kept_rooms import TRIES
from gipf_meta.rooms.people_events import EndOfInvitation, Uninvited
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.seats import Refused, hash_of


class Doors:
    """The doors of the rooms of *hub*, of whose people *database* knows who is apart; *now_ms*
    returns the time."""

    def __init__(self, database: Database, hub: Hub, now_ms: Callable[[], int]) -> None:
        self._database, self._hub, self._now_ms = database, hub, now_ms

    def check(self, state: RoomState, deed: Deed, person: str) -> None:
        """Raises ``Refused`` if *deed* would bring *person* together with somebody from whom he is
        apart, or to the table of somebody who was banned."""
        if isinstance(deed, Sit):
            if not self._may_join(state, person):
                raise Refused(_("This seat is taken."))
        elif isinstance(deed, Enter):
            if _leads_to_seat(state, deed) and not self._may_join(state, person):
                raise Refused(no_such_invitation())
        elif _goes_on_together(state, deed) and not self._may_go_on(state, deed, person):
            raise Refused(takes_no_invitation())

    def _may_join(self, state: RoomState, person: str) -> bool:
        """Whether *person* may sit down beside the others there."""
        if person in (*state.seats.holders.values(), state.admission.by):
            return True
        by = state.admission.by
        is_banned = sa.select(PERSON.c.is_banned).where(PERSON.c.id == by)

        def ask(db: Connection) -> bool:
            is_apart = are_apart(db, _people_of(state), [person])
            return not (bool(db.execute(is_banned).scalar()) or is_apart)

        self._database.commit_unfinished()
        return self._database.read(ask)

    def _may_go_on(self, state: RoomState, deed: Deed, person: str) -> bool:
        """Whether the others at the table go on with *person*; whoever is asked for a rematch must
        be open to it."""
        others = {*state.seats.holders.values()} - {person}
        is_request = isinstance(deed, Rematch) and state.request is None

        def ask(db: Connection) -> bool:
            if is_request:
                return all(find_standing(db, person, each).plays for each in sorted(others))
            return not are_apart(db, others, [person])

        self._database.commit_unfinished()
        return not others or self._database.read(ask)

    def holder_of(self, room: str, player: int, person: str) -> str:
        """Returns the id of the person at the seat of *player* in a room that *person* may watch;
        ``""``: nobody sits there. Raises ``Refused``."""
        state = self._hub.rooms.find_for(room, person, "").state
        return state.seats.holders.get(player, "")

    def end_invitations(self, room: str, person: str, how: EndOfInvitation | None) -> None:
        """Ends the invitations of *person* by name in *room*, as *how* tells."""

        def end(open_room: Room) -> None:
            for player in open_room.state.admission.seats_for(person):
                open_room.emit(Uninvited, player=player, how=how)

        for _attempt in range(TRIES):
            entry = self._hub.rooms.find(room)
            if not entry.state.admission.seats_for(person):
                return
            self._hub.rooms.attempt(entry, end, self._now_ms())


def _people_of(state: RoomState) -> set[str]:
    """Returns the people who hold seats, and who opened the room."""
    return {*state.seats.holders.values(), state.admission.by} - {""}


def _leads_to_seat(state: RoomState, deed: Enter) -> bool:
    hash = hash_of(deed.key)
    return any(player is not None and hash == key for player, key in state.admission.keys.items())


def _goes_on_together(state: RoomState, deed: Deed) -> bool:
    """Whether *deed* asks the others for another match, agrees to that, or leads them to look at
    one together."""
    if isinstance(deed, AnswerOffer):
        return deed.accept and state.request is not None and state.request.what == "rematch"
    if isinstance(deed, Rematch):
        return not state.rematch
    return isinstance(deed, Branch) and bool(deed.together)
