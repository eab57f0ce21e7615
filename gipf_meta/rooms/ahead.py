"""Rooms that are rebuilt ahead, elsewhere: telling a long match again would hold everybody up.

Whoever drives a hub asks for the work (``RoomsAhead.work``), does it in a thread, and gives back
what came of it (``RoomsAhead.take``) before the room is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from gipf_meta.base.stops import stops
from gipf_meta.match.match import GameFinder
from gipf_meta.rooms.ledger import Entry, Ledger
from gipf_meta.rooms.lessons import is_lesson
from gipf_meta.rooms.rebuilding import retell
from gipf_meta.rooms.room import Room


@dataclass(frozen=True)
class RoomAhead:
    """A *room* that was rebuilt of *entries*, or the *error* with which that has failed.

    Neither: the ledger knows no such room.
    """

    entries: Sequence[Entry] = ()
    room: Room | None = None
    error: BaseException | None = None


GoesOn: TypeAlias = Callable[[], bool]
"""Whether the room is still wanted."""
Rebuild: TypeAlias = Callable[[GoesOn], RoomAhead | None]
"""The work of rebuilding a room, for any thread; ``None``: it was not wanted any more."""


def rebuild_ahead(
    room_id: str, ledger: Ledger, finder: GameFinder, goes_on: GoesOn
) -> RoomAhead | None:
    """Rebuilds a room as *ledger* has it; it ends early where that no longer *goes_on*."""
    found = RoomAhead()
    try:
        if entries := ledger.read(room_id):
            for room, _group in retell(room_id, [each.event for each in entries], finder):
                if not goes_on():
                    return None
                found = RoomAhead(entries, room)
    except stops():
        raise
    except BaseException as error:  # a game may fail in any way
        return RoomAhead(error=error)
    return found


class RoomsAhead:
    """The rooms of *ledger* that were rebuilt ahead, and are not open yet.

    *finder* finds games, *is_open* knows which rooms need not be rebuilt.
    """

    def __init__(self, ledger: Ledger, finder: GameFinder, is_open: Callable[[str], bool]) -> None:
        self._ledger, self._finder, self._is_open = ledger, finder, is_open
        self._found: dict[str, RoomAhead] = {}

    def work(self, room_id: str) -> Rebuild | None:
        """The work of rebuilding a room, for any thread; ``None``: it can be asked for at once."""
        if is_lesson(room_id) or self._is_open(room_id):
            return None
        return partial(rebuild_ahead, room_id, self._ledger, self._finder)

    def take(self, room_id: str, found: RoomAhead | None = None) -> None:
        """Keeps what was *found* for those who ask for the room now; ``None``: all have asked."""
        self._found.pop(room_id, None)
        if found is not None:
            self._found[room_id] = found

    def find(self, room_id: str) -> tuple[Room, Sequence[Entry]] | None:
        """The room of that id, and what it was rebuilt of, for whoever opens it; ``None``: it was
        not rebuilt. Raises whatever the rebuilding has raised, to everybody who asks."""
        found = self._found.get(room_id)
        if found is not None and found.error is not None:
            raise found.error
        if found is None or found.room is None:
            return None
        del self._found[room_id]
        return found.room, found.entries
