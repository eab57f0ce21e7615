"""What whoever runs a host does to a match, also while hosts serve it: ends it, frees a seat."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from gipf_meta.host.clock import DatabaseClock
from gipf_meta.host.database import Database
from gipf_meta.host.ledger import DatabaseLedger
from gipf_meta.match.match import GameFinder
from gipf_meta.rooms.admission import hash_of
from gipf_meta.rooms.ledger import Conflict
from gipf_meta.rooms.open_rooms import TRIES, OpenRooms
from gipf_meta.rooms.reseating import reseat
from gipf_meta.rooms.room import Room


def close_match(database: Database, finder: GameFinder, room: str) -> None:
    """Ends the match of *room*, undecided. The hosts of *database* tell everybody in it.

    Raises ``Refused`` if there is no such room, or if its match has ended; ``Conflict`` and
    ``LedgerError``.
    """
    at_ms = DatabaseClock(database).now_ms()
    _change(database, finder, room, lambda open_room: open_room.close(at_ms))


def free_seat(database: Database, finder: GameFinder, room: str, player: int) -> str:
    """Frees the seat of *player* in *room* for who comes by a new key, which is returned.

    Who held the seat, and all others, are told. Raises ``Refused``, also if nobody can sit there;
    ``Conflict`` and ``LedgerError``.
    """
    key, at_ms = secrets.token_urlsafe(18), DatabaseClock(database).now_ms()
    hash = hash_of(key)
    _change(database, finder, room, lambda open_room: reseat(open_room, player, hash, at_ms))
    return key


def _change(
    database: Database, finder: GameFinder, room: str, act: Callable[[Room], object]
) -> None:
    """Lets *act* change *room*. Raises ``Refused``, ``Conflict`` and ``LedgerError``."""
    rooms = OpenRooms(DatabaseLedger(database), finder, None, most_idle=1, pauses_alone=False)
    for _attempt in range(TRIES):
        entry = rooms.find(room)
        try:
            act(entry.room)
            rooms.append(entry)
        except Conflict:
            rooms.close(room)
        else:
            return
    raise Conflict
