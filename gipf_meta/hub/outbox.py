"""The messages that a hub sends: answers and events after a commit, and scenes room by room."""

from __future__ import annotations

from typing import TypeAlias

from gipf_meta.deeds.messages import RoomMessage
from gipf_meta.hub.audience import Audience, Links
from gipf_meta.hub.held_commands import HeldCommands
from gipf_meta.hub.kept_rooms import KeptRooms
from gipf_meta.hub.open_rooms import OpenRooms

Addressed: TypeAlias = list[tuple[str, RoomMessage]]
"""Messages, each with its link."""


class Outbox:
    """The messages of *links* and of the *audience* of some *rooms*, of which some are *open*.
    *held* are the commands that wait."""

    def __init__(
        self,
        links: Links,
        audience: Audience,
        rooms: KeptRooms,
        open: OpenRooms,
        held: HeldCommands,
    ) -> None:
        self._links, self._audience = links, audience
        self._rooms, self._open, self._held = rooms, open, held

    def take_answers(self) -> Addressed:
        """Returns the events and answers to be sent since the last call. Call it only after the
        commit of these events, and before ``tell_room``."""
        self._held.note_kept()
        answers = self._links.take_outbox()
        self._audience.tell_events()  # programs until 0.2.0 expect them before the answers
        return [*self._links.take_outbox(), *answers]

    def withhold(self) -> None:
        """Withholds the answers so far until ``take_answers``: their events are not committed yet.
        Of the rooms that have changed with them ``Audience.next_room`` names none until then."""
        self._links.withhold()

    def take_drawn(self) -> Addressed:
        """Returns the messages to be sent after ``tell_room``; answers that were withheld stay."""
        return self._links.take_drawn() if self._links.are_withheld else self.take_answers()

    def tell_room(self, room_id: str, at_ms: int | None = None) -> bool:
        """Draws a room as at *at_ms* for those who see it (``Audience.tell_room``); a game that
        fails at that has an event. Returns whether there is one."""
        self._audience.tell_room(room_id, at_ms)
        if (entry := self._open.look(room_id)) is None:
            return False
        emitted = len(entry.room.emitted)
        entry.room.emit_failures()
        has_failed = len(entry.room.emitted) > emitted
        if has_failed:
            self._rooms.attempt(entry, lambda room: None)
        return has_failed

    def take_all(self) -> Addressed:
        """Draws all rooms that have changed, and returns the messages to be sent since the last
        call: what people see, and then the answers. Call it as ``take_answers``."""
        self._held.note_kept()
        answers = self._links.take_outbox()
        self._audience.tell_events()
        while (room_id := self._audience.next_room()) is not None:
            self.tell_room(room_id)
            self._audience.tell_events()
        return [*self._links.take_outbox(), *answers]
