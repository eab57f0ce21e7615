"""The time at which a command counts, and the queue of those that wait because a deadline may still
be met."""

from __future__ import annotations

from dataclasses import dataclass

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.deeds.deed import Deed
from gipf_meta.deeds.messages import Said
from gipf_meta.hub.open_rooms import OpenRooms
from gipf_meta.rooms.deadlines import deadline_ms, grace_ms, most_given_ms
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.lag import Charge


def when_it_counts(room: RoomState, command: Deed, said: Said) -> tuple[int, Charge | None]:
    """The time at which *command*, sent by *said*, counts in *room*, in which time has passed until
    now, and its charge if it is a decision.

    Raises ``Waits`` if it counts after a deadline that a decision on its way may still meet.
    """
    at_ms, charge = _find_charge(room, command, said)
    if (due_ms := _next_deadline_ms(room)) is not None and at_ms >= due_ms:
        raise Waits(due_ms + grace_ms(room))
    return at_ms, charge


def _find_charge(room: RoomState, command: Deed, said: Said) -> tuple[int, Charge | None]:
    """The time at which *command* counts, and its charge, without regard to deadlines."""
    if not room.gives_back:
        return said.at_ms, None
    most_ms, table = most_given_ms(room), room.table
    players = room.deciders(said.person) if command.is_decision else []
    if most_ms and players and (table.time_acts or table.player in players):
        player = None if table.time_acts else table.player
        charge = Charge.of(said.at_ms, max(0, said.lag_ms), most_ms, room.happened_ms, player)
        return charge.at_ms, charge
    # so late that earlier decisions on their way still get their lag back
    return max(said.at_ms - most_ms, room.happened_ms), None


def _next_deadline_ms(room: RoomState) -> int | None:
    """The deadline for which commands wait; ``None``: there is none."""
    try:
        return deadline_ms(room) if room.gives_back else None
    except GipfMetaError:
        return None  # the game fails: the error comes when time passes


class Waits(Exception):
    """A command is not handled yet: it counts after a deadline, and waits until *until_ms*."""

    def __init__(self, until_ms: int) -> None:
        super().__init__(until_ms)
        self.until_ms = until_ms


@dataclass(frozen=True)
class HeldCommand:
    """A *command* that waits until *until_ms*. *number* is that of the room's last event when it
    came."""

    command: Deed
    said: Said
    until_ms: int
    number: int


class HeldCommands:
    """The queue of commands that wait for a deadline, in the order of arrival; and those that were
    handled since, until their events are surely in the ledger."""

    def __init__(self) -> None:
        self._held: list[HeldCommand] = []
        self._judged: list[HeldCommand] = []

    def add(self, held: HeldCommand) -> None:
        """Lets a command wait, unless a copy of it waits already."""
        if not self.has(held.said.person, held.command):
            self._held.append(held)

    def has(self, person: str, command: Deed) -> bool:
        """Whether that *command* of *person* waits."""
        one = (person, command.room, command.id)
        return any((h.said.person, h.command.room, h.command.id) == one for h in self._held)

    def take_ready(self, rooms: OpenRooms) -> list[HeldCommand]:
        """Removes and returns the commands that wait no longer: their deadline has passed, or their
        room, one of *rooms*, has changed."""
        ready = [held for held in self._held if _is_ready(held, rooms)]
        self._held = [held for held in self._held if held not in ready]
        self._judged += ready
        return ready

    def note_kept(self) -> None:
        """Notes that the events of all handled commands are in the ledger."""
        self._judged.clear()

    def judge_again(self) -> None:
        """Puts the handled commands whose events may not be in the ledger back into the queue."""
        judged, self._judged = self._judged, []
        for held in judged:
            self.add(held)

    def due_ms(self) -> int | None:
        """The time at which the first of them waits no longer, at the latest; ``None``: none
        waits."""
        return min((held.until_ms for held in self._held), default=None)


def _is_ready(held: HeldCommand, rooms: OpenRooms) -> bool:
    entry = rooms.get(held.command.room)
    return entry is None or entry.last != held.number or held.until_ms <= rooms.now_ms
