"""The ledger of rooms: an append-only store of their events. An event that is not in it has not
happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from pydantic import ConfigDict, TypeAdapter, ValidationError

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.json_text import read_deep_json
from gipf_meta.base.texts import _
from gipf_meta.match.match import Match
from gipf_meta.match.plans import Plan
from gipf_meta.records.models import Record, Seat
from gipf_meta.records.notes import NO_NOTES, Notes
from gipf_meta.records.record_files import list_lines
from gipf_meta.rooms.events import Event
from gipf_meta.rooms.notices import NOTHING, Known, Notice


class Conflict(GipfMetaError, RuntimeError):
    """Another process has appended to the room, or the same command was appended before; one
    sentence."""

    def __init__(self) -> None:
        super().__init__(_("Something else has happened in this match at the same moment."))


class LedgerError(GipfMetaError, RuntimeError):
    """The ledger cannot be written or read, or its events contradict each other; one sentence."""


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """An *event* as the ledger holds it, with the *sender* and the *id* of its command.

    Both are empty for an event without a command. All events of one command have the same two, and
    so has the time that was left out before it. *letters* is the length of the text of all of them
    together, at the first one, if the ledger counts it.
    """

    event: Event
    sender: str = ""
    id: str = ""
    letters: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class RoomSummary:
    """The state of a room after its last event: what lists and sweeps need without a replay.

    *people* sit at the seats of the *match*; *holders* are the persons who hold the seats, by
    player. *reserved* are the players to whose free seats somebody is invited. *by* is the person
    who opened the room, and has not left it; *admitted* are the persons who were let in to watch.

    *due_ms* is the time of the next change without a command: a deadline, or that by which a bot
    must have answered; ``None``: nothing changes until somebody acts. *is_over*: nobody decides any
    more. *study* is the record of a study, ``None``: the room is a match that is played. *notes*
    stood beside the match when it was opened.

    *is_slow*: a turn may take a day or more. *flag_ms* is when the flag of the player on turn
    falls, ``None``: no clock runs; *hour_ms* is the hour at which a duel is played at one time.
    *invited* are the persons who are invited by name, with the end of the invitation (``""``: it
    ended then, and its sender did not take it back), *rests* the vacations that the room knows,
    from and until, all by player. *deciders* are the players whose holders have made a decision,
    *winners* those who won, ``None`` without a result of several people. *known* is what notices
    tell. Times are milliseconds since 1970.
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
    is_slow: bool = False
    flag_ms: int | None = None
    hour_ms: int | None = None
    invited: Mapping[int, tuple[str, int | None]] = field(default_factory=dict)
    rests: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    deciders: frozenset[int] = frozenset()
    winners: tuple[int, ...] | None = None
    known: Known = NOTHING

    @property
    def waiting_for(self) -> frozenset[int]:
        """The players for whom the match waits, to decide or to answer."""
        return frozenset(demand.player for demand in self.known.demands)


@dataclass(frozen=True, slots=True)
class Batch:
    """The *events* of one command in *room*, and the *summary* of the room after them.

    *sender* and *id* are those of the command, both empty for events without a command. *source* is
    the room from whose match this one was opened, ``""`` for none: its players have the same names.
    *notices* are for people who do not sit at the board; a ledger that can deliver them stores them
    in the same transaction. *plan* is the one by which a decision among the events was made.
    """

    room: str
    events: Sequence[Event]
    summary: RoomSummary
    sender: str = ""
    id: str = ""
    source: str = ""
    notices: tuple[Notice, ...] = ()
    plan: Plan | None = None

    @property
    def after(self) -> int:
        """The number of the event that the batch follows; 0: the room is new."""
        return self.events[0].number - 1


class Ledger(Protocol):
    """Stores the events of rooms."""

    def append(self, batch: Batch) -> None:
        """Appends the events of *batch*, all or none.

        A ledger that also stores matches or lists of them writes the summary in the same
        transaction.

        Raises ``Conflict`` if the batch does not follow the last event, if the command of that
        sender and id (unless both are empty) has events in the room already, or if the plan of the
        batch is not there any more; and ``LedgerError``.
        """
        ...

    def read(self, room: str, since: int = 0) -> list[LedgerEntry]:
        """Returns the entries after event *since*; none for a room that is not known.

        Raises ``LedgerError``.
        """
        ...

    def rooms(self) -> list[str]:
        """The ids of the rooms that the ledger knows. Raises ``LedgerError``."""
        ...

    def stops(self, since_ms: int) -> Sequence[tuple[int, int]]:
        """The spans (from, to) in milliseconds in which no process served, that ended after
        *since_ms*, the earliest first. They are charged to nobody.

        Raises ``LedgerError``.
        """
        ...

    def release(self, room: str) -> None:
        """Notes that this process no longer holds the room open."""
        ...

    def plans(self, room: str) -> list[Plan]:
        """Returns the plans that were made in *room*; some may decide nothing more. Raises
        ``LedgerError``."""
        ...

    def keep_plan(self, room: str, key: tuple[int, int], plan: Plan | None) -> None:
        """Stores *plan* in place of the one of that *key* in *room*, player and depth; ``None``:
        withdraws it. No decision of a plan that is not there is appended after that.

        Raises ``Conflict`` if the room has other events than when *plan* was made, and
        ``LedgerError``.
        """
        ...


_EVENTS: Final[TypeAdapter[list[Event]]] = TypeAdapter(
    list[Event], config=ConfigDict(defer_build=True)
)


def write_events(events: Sequence[Event]) -> str:
    """Writes the *events* of a command as JSON text, as ledgers store them."""
    return _EVENTS.dump_json([*events]).decode()


def read_events(text: str) -> list[Event]:
    """Reads the events of a JSON *text*; inverse of ``write_events``. Raises ``ValueError``.

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


class MemoryPlans:
    """The plans of rooms, as long as the program lives."""

    def __init__(self) -> None:
        self._plans: dict[str, dict[tuple[int, int], Plan]] = {}

    def plans(self, room: str) -> list[Plan]:
        """Returns the plans that were made in *room*."""
        return [*self._plans.get(room, {}).values()]

    def keep_plan(self, room: str, key: tuple[int, int], plan: Plan | None) -> None:
        """Stores *plan* in place of the one of that *key* in *room*; ``None``: withdraws it."""
        plans = self._plans.setdefault(room, {})
        plans.pop(key, None)
        if plan is not None:
            plans[key] = plan

    def require_plan(self, batch: Batch) -> None:
        """Raises ``Conflict`` unless the plan of *batch* is still there."""
        if batch.plan is not None and batch.plan not in self.plans(batch.room):
            raise Conflict


class MemoryLedger(MemoryPlans):
    """A ledger that lives as long as the program."""

    def __init__(self) -> None:
        super().__init__()
        self._entries: dict[str, list[LedgerEntry]] = {}
        self._commands: set[tuple[str, str, str]] = set()
        self._due_ms: dict[str, int | None] = {}
        self._stops: list[tuple[int, int]] = []

    def append(self, batch: Batch) -> None:
        """Appends the events of *batch*, all or none. Raises ``Conflict``."""
        command = (batch.room, batch.sender, batch.id)
        if len(self._entries.get(batch.room, ())) != batch.after or command in self._commands:
            raise Conflict
        self.require_plan(batch)
        if batch.id:
            self._commands.add(command)
        entries = self._entries.setdefault(batch.room, [])
        entries.extend(LedgerEntry(each, batch.sender, batch.id) for each in batch.events)
        self._due_ms[batch.room] = batch.summary.due_ms

    def keep_plan(self, room: str, key: tuple[int, int], plan: Plan | None) -> None:
        """Stores *plan* in place of the one of that *key* in *room*; ``None``: withdraws it. Raises
        ``Conflict``."""
        if plan is not None and plan.number != len(self._entries.get(room, ())):
            raise Conflict
        super().keep_plan(room, key, plan)

    def read(self, room: str, since: int = 0) -> list[LedgerEntry]:
        """Returns the entries after event *since*."""
        return self._entries.get(room, [])[since:]

    def rooms(self) -> list[str]:
        """The ids of the rooms that were opened."""
        return list(self._entries)

    def due_rooms(self, at_ms: int, most: int) -> list[str]:
        """The ids of at most *most* rooms whose next deadline is at *at_ms* or before, the earliest
        first."""
        times = [(due_ms, room) for room, due_ms in self._due_ms.items() if due_ms is not None]
        return [room for due_ms, room in sorted(times) if due_ms <= at_ms][:most]

    def due_ms(self, room: str) -> int | None:
        """The time of the next deadline of *room*; ``None``: it has none."""
        return self._due_ms.get(room)

    def note_stop(self, from_ms: int, to_ms: int) -> None:
        """Notes that no process served from *from_ms* to *to_ms*."""
        self._stops.append((from_ms, to_ms))

    def stops(self, since_ms: int) -> Sequence[tuple[int, int]]:
        """The spans in which no process served that ended after *since_ms*."""
        return [stop for stop in self._stops if stop[1] > since_ms]

    def release(self, room: str) -> None:
        """Does nothing: no other program knows this ledger."""
