"""The hub: the open rooms, and who watches them. Its driver brings messages and time, and fetches
what is to be sent and which bots are to be asked; the hub itself waits for nothing."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pydantic import ValidationError

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import failure
from gipf_meta.base.stops import stops
from gipf_meta.base.texts import _, spoken
from gipf_meta.match.match import GameFinder
from gipf_meta.rooms.commands import COMMAND, Command, Unwatch, Watch
from gipf_meta.rooms.events import EVENT, Event, Opening, without_secrets
from gipf_meta.rooms.ledger import Conflict, Ledger, LedgerError
from gipf_meta.rooms.pictures import Watcher
from gipf_meta.rooms.retelling import rebuild
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.seats import Refused
from gipf_meta.table.patience import PATIENCE_MS
from gipf_meta.table.pilots import Thinking

MOST_OPEN: Final = 100
"""How many rooms that nobody watches stay in memory."""
TRIES: Final = 3
"""How often a command is judged anew because somebody else was first."""


@dataclass(frozen=True, eq=False)
class Thought:
    """A bot of *room* to be asked. ``run`` may be called in any thread."""

    room: str
    thinking: Thinking

    def run(self) -> Any:
        """The bot's decision. Raises whatever the bot or the game raises."""
        return self.thinking.choose()

    @property
    def is_cancelled(self) -> bool:
        """Whether nobody wants the decision any more."""
        return self.thinking.cancelled.is_set()

    def cancel(self) -> None:
        """Tells the bot that nobody wants its decision any more."""
        self.thinking.cancel()


@dataclass(frozen=True)
class Link:
    """A connection of *person*, who reads *language*."""

    person: str
    language: str


@dataclass
class OpenRoom:
    """A *room* that is open, who watches it by which link, and the bot that is being asked.

    *done* are the commands that have events: sender and id, with the number of the last event.
    """

    room: Room
    watchers: dict[str, Watcher] = field(default_factory=dict)
    thought: Thought | None = None
    done: dict[tuple[str, str], int] = field(default_factory=dict)


class Hub:
    """The rooms of a *ledger*. *finder* finds games.

    *new_seed* makes the seed of a match that is opened without one. Bots use at most *patience_ms*
    for a turn where time does not act; ``None``: they count positions alone. Only one thread
    touches a hub.
    """

    def __init__(
        self,
        ledger: Ledger,
        finder: GameFinder,
        *,
        new_seed: Callable[[], int] = lambda: secrets.randbits(63),
        patience_ms: int | None = PATIENCE_MS,
        most_open: int = MOST_OPEN,
    ) -> None:
        self._ledger = ledger
        self._finder = finder
        self._new_seed = new_seed
        self._patience_ms = patience_ms
        self._most_open = most_open
        self._links: dict[str, Link] = {}
        self._open: dict[str, OpenRoom] = {}
        self._outbox: list[tuple[str, dict[str, Any]]] = []

    # ---- rooms ------------------------------------------------------------------------------

    def open_room(self, room_id: str, opening: Opening, person: str, at_ms: int = 0) -> Room:
        """A new room of that id, in which *person* holds the seats. Raises ``GipfMetaError``."""
        if opening.seed is None:
            opening = opening.model_copy(update={"seed": self._new_seed()})
        room, events = Room.open(room_id, opening, self._finder, person, at_ms)
        self._append(room, events, "", "")
        self._hold(room)
        return room

    def close_room(self, room_id: str) -> None:
        """Holds the room open no longer; those who watch it hear nothing more until they ask."""
        entry = self._open.pop(room_id, None)
        if entry is not None:
            if entry.thought is not None:
                entry.thought.cancel()
            self._ledger.release(room_id)

    def room(self, room_id: str) -> Room:
        """The room of that id, open or rebuilt. Raises ``Refused`` and ``LedgerError``."""
        return self._find(room_id).room

    def _hold(self, room: Room) -> OpenRoom:
        room.table.patience.ms = self._patience_ms
        entry = self._open[room.id] = OpenRoom(room)
        idle = [id for id, each in self._open.items() if not each.watchers and id != room.id]
        for id in idle[: max(0, len(idle) - self._most_open)]:
            self.close_room(id)
        return entry

    def _find(self, room_id: str) -> OpenRoom:
        """The room of that id: the one that is open, or else rebuilt from the ledger, paused."""
        entry = self._open.pop(room_id, None)
        if entry is None:
            entry = self._load(room_id)
            if entry.room.table.clock_runs and not entry.room.table.paused:
                # nobody is charged for the time in which nobody served the room
                self._keep(entry, entry.room.pause(entry.room.at_ms))
        self._open[room_id] = entry  # used last
        return entry

    def _load(self, room_id: str) -> OpenRoom:
        """The room of that id as the ledger has it. Raises ``Refused`` and ``LedgerError``."""
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

    def _reload(self, entry: OpenRoom) -> None:
        """Rebuilds a room that has gone on elsewhere, or whose events could not be kept."""
        watchers = entry.watchers
        if entry.thought is not None:
            entry.thought.cancel()
        del self._open[entry.room.id]
        self._load(entry.room.id).watchers.update(watchers)

    # ---- links ------------------------------------------------------------------------------

    def connect(self, link: str, person: str, language: str) -> None:
        """Notes a new connection, of *person*, who reads *language* (``cs``; ``""``: as set)."""
        self._links[link] = Link(person, language)

    def disconnect(self, link: str, at_ms: int) -> None:
        """Notes the end of a connection. Rooms that nobody watches any more stop their clocks."""
        self._links.pop(link, None)
        for entry in list(self._open.values()):
            if entry.watchers.pop(link, None) is not None:
                self._leave_alone(entry, at_ms)

    def _leave_alone(self, entry: OpenRoom, at_ms: int) -> None:
        """Pauses a room that nobody watches, if its clock runs."""
        room = entry.room
        if not entry.watchers and room.table.clock_runs and not room.table.paused:
            self._try(entry, lambda: room.pause(at_ms))

    def take_outbox(self) -> list[tuple[str, dict[str, Any]]]:
        """The messages to be sent since the last call, in order, each with its link."""
        outbox, self._outbox = self._outbox, []
        return [(link, message) for link, message in outbox if link in self._links]

    def _send(self, link: str, message: dict[str, Any]) -> None:
        self._outbox.append((link, message))

    # ---- what comes in ----------------------------------------------------------------------

    def hear(self, link: str, message: Mapping[str, Any], at_ms: int) -> None:
        """Does what a client's *message* asks, or answers with a sentence why not."""
        asker = self._links.get(link)
        if asker is None:
            return
        with spoken(asker.language):
            try:
                command = _read(message)
                self._answer(link, asker.person, command, at_ms)
            except GipfMetaError as error:
                self._refuse(link, message, str(error))
            except stops():
                raise
            except BaseException as error:  # a game may fail in any way
                self._refuse(link, message, failure(error))

    def _refuse(self, link: str, message: Mapping[str, Any], why: str) -> None:
        id = message.get("id") if isinstance(message, Mapping) else None
        self._send(link, {"refused": id if isinstance(id, str) else "", "why": why})

    def _answer(self, link: str, person: str, command: Command, at_ms: int) -> None:
        """Answers a *command* that has been understood. Raises ``GipfMetaError``."""
        entry = self._find(command.room)
        if isinstance(command, Watch):
            self._catch_up(entry, at_ms)
            self._watch(self._open[command.room], link, command)
        elif isinstance(command, Unwatch):
            entry.watchers.pop(link, None)
            self._leave_alone(entry, at_ms)
            self._done(link, command, entry.room.number)
        else:
            self._done(link, command, self._change(command, person, at_ms))

    def _done(self, link: str, command: Command, number: int) -> None:
        self._send(link, {"done": command.id, "number": number})

    def _change(self, command: Command, person: str, at_ms: int) -> int:
        """Lets *command* change its room; the number of the last event of it.

        Raises ``Refused`` and ``LedgerError``.
        """
        for _attempt in range(TRIES):
            entry = self._open[command.room]
            if (person, command.id) in entry.done:
                return entry.done[person, command.id]
            try:
                self._keep(entry, entry.room.pass_time(at_ms))
                events = entry.room.hear(command, person, at_ms)
                self._keep(entry, events, person, command.id)
            except Conflict:
                self._reload(entry)
            else:
                return entry.room.number
        raise Conflict

    def _keep(
        self, entry: OpenRoom, events: Sequence[Event], sender: str = "", id: str = ""
    ) -> None:
        """Appends to the ledger what has happened in a room, and tells who watches it.

        Raises ``Conflict``; and ``LedgerError``, then the room is rebuilt.
        """
        if not events:
            return
        room = entry.room
        try:
            self._append(room, events, sender, id)
        except Conflict:
            raise
        except GipfMetaError:
            self._reload(entry)
            raise
        if id:
            entry.done[sender, id] = events[-1].number
        for link, watcher in list(entry.watchers.items()):
            self._tell(link, watcher, room, events)

    def _append(self, room: Room, events: Sequence[Event], sender: str, id: str) -> None:
        """Appends *events* of *room* to the ledger. Raises ``Conflict`` and ``LedgerError``."""
        after, table = events[0].number - 1, room.table
        self._ledger.append(room.id, after, sender, id, events, table.match, table.seats)

    def _try(self, entry: OpenRoom, act: Callable[[], list[Event]]) -> None:
        """Keeps what *act* says. Where somebody else was first, the room is rebuilt instead."""
        try:
            self._keep(entry, act())
        except Conflict:
            self._reload(entry)
        except LedgerError:
            pass  # the room is as the ledger has it

    def _catch_up(self, entry: OpenRoom, at_ms: int) -> None:
        self._try(entry, lambda: entry.room.pass_time(at_ms))

    # ---- who watches ------------------------------------------------------------------------

    def _watch(self, entry: OpenRoom, link: str, command: Watch) -> None:
        """Lets *link* watch from now on, and sends what it has missed."""
        watcher = entry.watchers[link] = Watcher(command.want)
        missed = [e.event for e in self._ledger.read(command.room, command.since)]
        self._tell(link, watcher, entry.room, missed)
        self._done(link, command, entry.room.number)

    def _tell(self, link: str, watcher: Watcher, room: Room, events: Iterable[Event]) -> None:
        """Sends what has happened, in the form that the watcher wants."""
        asker = self._links.get(link)
        if asker is None:
            return
        with spoken(asker.language):
            if watcher.want == "events":
                for event in events:
                    told = EVENT.dump_python(without_secrets(event), mode="json")
                    self._send(link, {**told, "room": room.id})
            else:
                for message in watcher.picture(room, asker.person):
                    self._send(link, message)

    # ---- time and bots ----------------------------------------------------------------------

    def pass_time(self, at_ms: int) -> None:
        """Lets time pass in all rooms that are watched."""
        for entry in list(self._open.values()):
            if entry.watchers:
                self._catch_up(entry, at_ms)

    def due_ms(self, at_ms: int) -> int | None:
        """In how many ms ``pass_time`` must be called; ``None``: nothing is going to happen."""
        due = []
        for entry in self._open.values():
            wait_ms = entry.room.due_ms() if entry.watchers else None
            if wait_ms is not None:
                due.append(max(0, entry.room.at_ms + wait_ms - at_ms))
        return min(due, default=None)

    def take_thoughts(self) -> list[Thought]:
        """The bots that are to be asked now, in rooms that somebody watches; each only once."""
        thoughts = []
        for entry in self._open.values():
            thought, table = entry.thought, entry.room.table
            if thought is not None and not entry.room.waits_for(thought.thinking):
                thought.cancel()
                thought = entry.thought = None
            if thought is None and entry.watchers and not (table.time_acts or table.paused):
                thinking = table.thinking()
                if thinking is not None:
                    thoughts.append(Thought(entry.room.id, thinking))
                    entry.thought = thoughts[-1]
        return thoughts

    def take_answer(self, thought: Thought, answer: Callable[[], Any], at_ms: int) -> None:
        """Takes what the bot of *thought* decided: what *answer* returns or raises."""
        entry = self._open.get(thought.room)
        if entry is None or entry.thought is not thought:
            return
        entry.thought = None
        self._try(entry, lambda: entry.room.take_answer(thought.thinking, answer, at_ms))


def _read(message: Mapping[str, Any]) -> Command:
    """The command that a *message* is. Raises ``Refused``."""
    try:
        return COMMAND.validate_python(message)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "do"
        raise Refused(
            _("The message is not understood: {where}: {why}.").format(
                where=where, why=first["msg"]
            )
        ) from None
