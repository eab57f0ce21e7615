"""The ledger of rooms: their events, append-only. What is in it has happened; nothing else has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from pydantic import ConfigDict, TypeAdapter, ValidationError

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.json_text import read_deep_json
from gipf_meta.base.texts import _
from gipf_meta.match.match import Match
from gipf_meta.records.models import Record, Seat
from gipf_meta.records.notes import NO_NOTES, Notes
from gipf_meta.records.record_files import list_lines
from gipf_meta.rooms.events import Event


class Conflict(GipfMetaError, RuntimeError):
    """Somebody else has appended to the room, or the same command before; one sentence."""

    def __init__(self) -> None:
        super().__init__(_("Something else has happened in this match at the same moment."))


class LedgerError(GipfMetaError, RuntimeError):
    """The ledger cannot be written or read, or its events contradict each other; one sentence."""


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """An *event* as the ledger holds it, with the *sender* and the *id* of its command.

    Both are empty for what nobody asked for. All events of one command have the same, and so has
    the time that was left out before it. *letters* are those of all of them together, at the first
    one, if the ledger counts them.
    """

    event: Event
    sender: str = ""
    id: str = ""
    letters: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class RoomSummary:
    """How a room stands after its last event: what lists and sweeps must know without a replay.

    *people* sit at the seats of the *match*; *holders* are those who hold the seats, by player. At
    *due_ms* something happens by itself, or whoever was asked to think must have answered;
    ``None``: nothing happens until somebody acts. *by* is who opened the room, and has not left it;
    *admitted* are those who were let in to watch. *is_over*: nobody decides any more. *reserved*
    are the players to whose free seats somebody is invited. *study* is the record of a study,
    ``None``: it is a match that is played. *notes* stood beside the match when it was opened.
    """

    match: Match
    people: tuple[Seat, ...]
    holders: Mapping[int, str]
    due_ms: int | None = None
    by: str = ""
    admitted: tuple[str, ...] = ()
    is_over: bool = False
    reserved: frozenset[int] = frozenset()
    study: Record | None = None
    notes: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class Batch:
    """The *events* of one command in *room*, and the *summary* of how the room stands after them.

    *sender* and *id* are those of the command, both empty if nobody asked for the events.
    """

    room: str
    events: Sequence[Event]
    summary: RoomSummary
    sender: str = ""
    id: str = ""

    @property
    def after(self) -> int:
        """The number of the event that the batch follows; 0: the room is new."""
        return self.events[0].number - 1


class Ledger(Protocol):
    """Keeps the events of rooms."""

    def append(self, batch: Batch) -> None:
        """Adds the events of *batch*, all or none.

        A ledger that keeps matches or lists of them keeps the summary in the same transaction.

        Raises ``Conflict`` if the batch does not follow the last event, or if the command of that
        sender and id (unless both are empty) has events in the room already; and ``LedgerError``.
        """
        ...

    def read(self, room: str, since: int = 0) -> list[LedgerEntry]:
        """What came after event *since*; empty also for a room that is not known.

        Raises ``LedgerError``.
        """
        ...

    def rooms(self) -> list[str]:
        """The rooms that the ledger knows. Raises ``LedgerError``."""
        ...

    def stops(self, since_ms: int) -> Sequence[tuple[int, int]]:
        """The times, from when to when, in which no process served, that ended after *since_ms*;
        the first one first. They are charged to nobody.

        Raises ``LedgerError``.
        """
        ...

    def release(self, room: str) -> None:
        """Notes that nobody here holds the room open any more."""
        ...


_EVENTS: Final[TypeAdapter[list[Event]]] = TypeAdapter(
    list[Event], config=ConfigDict(defer_build=True)
)


def write_events(events: Sequence[Event]) -> str:
    """The *events* of a command as JSON text, as ledgers keep them."""
    return _EVENTS.dump_json([*events]).decode()


def read_events(text: str) -> list[Event]:
    """The events of a JSON *text*; inverse of ``write_events``. Raises ``ValueError``.

    Versions until 0.2.0 wrote variations inside each other more deeply than pydantic reads JSON.
    """
    try:
        return _EVENTS.validate_json(text)
    except ValidationError as error:
        if error.errors()[0]["type"] != "json_invalid":
            raise
    said = read_deep_json(text)
    for event in said if isinstance(said, list) else ():
        opening = event.get("opening") if isinstance(event, dict) else None
        list_lines(opening.get("record") if isinstance(opening, dict) else None)
    return _EVENTS.validate_python(said)


class MemoryLedger:
    """A ledger that lives as long as the program."""

    def __init__(self) -> None:
        self._entries: dict[str, list[LedgerEntry]] = {}
        self._commands: set[tuple[str, str, str]] = set()
        self._due_ms: dict[str, int | None] = {}
        self._stops: list[tuple[int, int]] = []

    def append(self, batch: Batch) -> None:
        """Adds the events of *batch*, all or none. Raises ``Conflict``."""
        command = (batch.room, batch.sender, batch.id)
        if len(self._entries.get(batch.room, ())) != batch.after or command in self._commands:
            raise Conflict
        if batch.id:
            self._commands.add(command)
        entries = self._entries.setdefault(batch.room, [])
        entries.extend(LedgerEntry(each, batch.sender, batch.id) for each in batch.events)
        self._due_ms[batch.room] = batch.summary.due_ms

    def read(self, room: str, since: int = 0) -> list[LedgerEntry]:
        """What came after event *since*."""
        return self._entries.get(room, [])[since:]

    def rooms(self) -> list[str]:
        """The rooms that were opened."""
        return list(self._entries)

    def due_rooms(self, at_ms: int, most: int) -> list[str]:
        """At most *most* rooms in which something is due at *at_ms*, first what was due first."""
        times = [(due_ms, room) for room, due_ms in self._due_ms.items() if due_ms is not None]
        return [room for due_ms, room in sorted(times) if due_ms <= at_ms][:most]

    def due_ms(self, room: str) -> int | None:
        """When something is due in *room*; ``None``: never."""
        return self._due_ms.get(room)

    def note_stop(self, from_ms: int, to_ms: int) -> None:
        """Notes that nobody served meanwhile."""
        self._stops.append((from_ms, to_ms))

    def stops(self, since_ms: int) -> Sequence[tuple[int, int]]:
        """The times in which nobody served that ended after *since_ms*."""
        return [stop for stop in self._stops if stop[1] > since_ms]

    def release(self, room: str) -> None:
        """Does nothing: no other program knows this ledger."""
