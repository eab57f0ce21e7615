"""Ends a match for good, because whoever runs the host says so; also while hosts serve it."""

from __future__ import annotations

from gipf_meta.match.match import GameFinder
from gipf_meta.online.clock import DatabaseClock
from gipf_meta.online.database import Database
from gipf_meta.online.ledger import DatabaseLedger
from gipf_meta.rooms.ledger import Conflict
from gipf_meta.rooms.open_rooms import TRIES, OpenRooms


def close_match(database: Database, finder: GameFinder, room: str) -> None:
    """Ends the match of *room*, undecided. The hosts of *database* tell everybody in it.

    Raises ``Refused`` if there is no such room, or if its match has ended; ``Conflict`` and
    ``LedgerError``.
    """
    rooms = OpenRooms(DatabaseLedger(database), finder, None, most_idle=1, pauses_alone=False)
    at_ms = DatabaseClock(database).now_ms()
    for _attempt in range(TRIES):
        entry = rooms.find(room)
        try:
            rooms.append(entry, entry.room.close(at_ms))
        except Conflict:
            rooms.close(room)
        else:
            return
    raise Conflict
