"""The rooms that are open: opened anew, or rebuilt from the ledger; the least used ones leave."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from gipf_meta.base.texts import _
from gipf_meta.match.match import GameFinder
from gipf_meta.rooms.events import Event, Opening
from gipf_meta.rooms.ledger import Entry, Ledger
from gipf_meta.rooms.pictures import Watcher
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.seats import Refused
from gipf_meta.rooms.thoughts import BotThought

MOST_IDLE: Final = 100
"""How many rooms that nobody watches stay in memory."""


@dataclass
class OpenRoom:
    """A *room* that is open, who watches it by which link, and the bot that is being asked.

    *done* are the commands that have events: sender and id, with the number of their last event.
    """

    room: Room
    watchers: dict[str, Watcher] = field(default_factory=dict)
    thought: BotThought | None = None
    done: dict[tuple[str, str], int] = field(default_factory=dict)

    def drop_thought(self) -> None:
        """Waits for no bot any more."""
        if self.thought is not None:
            self.thought.cancel()
            self.thought = None


class OpenRooms:
    """The open rooms of a *ledger*, the one that was used last at the end.

    *patience_ms* is how long bots may take for a turn, in rooms that are opened from now on.
    """

    def __init__(
        self, ledger: Ledger, finder: GameFinder, patience_ms: int | None, most_idle: int
    ) -> None:
        self._ledger = ledger
        self._finder = finder
        self.patience_ms = patience_ms
        self._most_idle = most_idle
        self._open: dict[str, OpenRoom] = {}

    def __iter__(self) -> Iterator[OpenRoom]:
        return iter(list(self._open.values()))

    def get(self, room_id: str) -> OpenRoom | None:
        """The room of that id, if it is open."""
        return self._open.get(room_id)

    def open(
        self,
        room_id: str,
        opening: Opening,
        person: str,
        at_ms: int,
        others: Mapping[int, str] | None = None,
    ) -> OpenRoom:
        """A new room; the seats as ``Room.open`` gives them. Raises ``GipfMetaError``."""
        room, events = Room.open(room_id, opening, self._finder, person, at_ms, others)
        self.append(room, events)
        return self._hold(room)

    def find(self, room_id: str) -> OpenRoom:
        """The room of that id; one that was not open is rebuilt, and its clock is stopped.

        Raises ``Refused`` and ``LedgerError``.
        """
        entry = self._open.pop(room_id, None)
        if entry is None:
            entry = self._load(room_id)
            # nobody is charged for the time in which nobody served the room
            if entry.room.is_running and (events := entry.room.pause(entry.room.at_ms)):
                self.append(entry.room, events)
        self._open[room_id] = entry
        return entry

    def reload(self, entry: OpenRoom) -> OpenRoom:
        """The room as the ledger has it: it went on elsewhere, or could not be kept.

        Raises ``LedgerError``; then the room is not open any more.
        """
        room_id = entry.room.id
        entry.drop_thought()
        self._open.pop(room_id, None)
        loaded = self._load(room_id)
        loaded.watchers = entry.watchers
        return loaded

    def close(self, room_id: str) -> None:
        """Holds the room open no longer."""
        entry = self._open.pop(room_id, None)
        if entry is not None:
            entry.drop_thought()
            self._ledger.release(room_id)

    def append(self, room: Room, events: Sequence[Event], sender: str = "", id: str = "") -> None:
        """Appends *events* of *room* to the ledger. Raises ``Conflict`` and ``LedgerError``."""
        self._ledger.append(room.id, events[0].number - 1, sender, id, events, room.summary())

    def read(self, room_id: str, since: int = 0) -> list[Entry]:
        """What the ledger has after event *since*. Raises ``LedgerError``."""
        return self._ledger.read(room_id, since)

    def _load(self, room_id: str) -> OpenRoom:
        """The room as the ledger has it. Raises ``Refused`` and ``LedgerError``."""
        entries = self._ledger.read(room_id)
        if not entries:
            raise Refused(_("There is no such match here."))
        try:
            room = rebuild(room_id, [each.event for each in entries], self._finder)
        except BaseException:
            self._ledger.release(room_id)
            raise
        entry = self._hold(room)
        entry.done = {(e.sender, e.id): e.event.number for e in entries if e.id}
        return entry

    def _hold(self, room: Room) -> OpenRoom:
        """Keeps *room* in memory, and lets go of rooms that nobody has used for long."""
        room.table.patience.ms = self.patience_ms
        entry = self._open[room.id] = OpenRoom(room)
        self.close_idle(but=room.id)
        return entry

    def close_idle(self, but: str = "") -> None:
        """Closes rooms that nobody watches, those first that were used long ago, if they are more
        than may stay; never the room *but*.
        """
        idle = [id for id, each in self._open.items() if not each.watchers and id != but]
        for id in idle[: max(0, len(idle) - self._most_idle)]:
            self.close(id)
