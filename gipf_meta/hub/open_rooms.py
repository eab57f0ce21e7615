"""The rooms that are open: opened anew, or rebuilt from the ledger; the least used ones leave."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from heapq import nlargest
from typing import Final

from gipf_meta.base.texts import _
from gipf_meta.deeds.thoughts import BotThought
from gipf_meta.hub.scenes import Watcher
from gipf_meta.match.match import GameFinder, Match
from gipf_meta.records.people import PERSON
from gipf_meta.rooms.deadlines import take_over_ms
from gipf_meta.rooms.events import Event, Stopped
from gipf_meta.rooms.ledger import Conflict, Ledger, LedgerEntry, LedgerError, write_events
from gipf_meta.rooms.openings import (
    Opening,
    agreed_among_people,
)
from gipf_meta.rooms.rebuilding import RoomsAhead, go_on, rebuild
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.seats import Refused
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.history import have_same_decisions

TRIES: Final = 3
"""How often something is judged anew because somebody else was first."""
MOST_IDLE: Final = 100
"""How many rooms that nobody watches stay in memory."""
MOST_OWED: Final = 1_000
"""How many times may be owed in a room; of more, the longer half stays."""


@dataclass
class OpenRoom:
    """A *room* that is open, who watches it by which link, and the bot that is being asked.

    *done* are the commands that have events: sender and id, with the number of their last event.
    *last* is the number of the last event that is known to be in the ledger. *asks_bots* says that
    the bot that is due is asked here, and not by another process. *due_at_ms* is when something
    happens by itself, as it was noted when the room had been used last. *owed* are the times, from
    when to when and apart from each other, in which something held everybody up here. *letters* are
    those of its events in the ledger. Nobody has asked for it since *used_ms*.
    """

    room: Room
    watchers: dict[str, Watcher] = field(default_factory=dict)
    thought: BotThought | None = None
    done: dict[tuple[str, str], int] = field(default_factory=dict)
    last: int = 0
    asks_bots: bool = True
    due_at_ms: int | None = None
    owed: deque[tuple[int, int]] = field(default_factory=deque)
    letters: int = 0
    used_ms: int = 0

    @property
    def state(self) -> RoomState:
        """How the room stands."""
        return self.room.state

    def is_due(self, at_ms: int) -> bool:
        """Whether something happens by itself until *at_ms*, as far as that was noted."""
        return self.due_at_ms is not None and self.due_at_ms <= at_ms

    def owe(self, from_ms: int, to_ms: int) -> None:
        """Notes that the time from *from_ms* to *to_ms*, the latest of all, is charged to nobody.

        What is owed stays until the room has gone on after it: an append may still fail.
        """
        owed = self.owed
        while owed and owed[0][1] <= self.state.happened_ms:
            owed.popleft()
        while owed and from_ms <= owed[-1][1]:
            earlier_ms, later_ms = owed.pop()
            from_ms, to_ms = min(earlier_ms, from_ms), max(later_ms, to_ms)
        owed.append((from_ms, to_ms))
        if len(owed) > MOST_OWED:
            longest = nlargest(MOST_OWED // 2, owed, key=lambda span: span[1] - span[0])
            self.owed = deque(sorted(longest))

    def pass_time(self, at_ms: int) -> None:
        """Lets time pass until *at_ms*; what is owed is left out of it."""
        for from_ms, to_ms in self.owed:
            if to_ms > self.state.happened_ms:
                self.room.stop(from_ms, to_ms)
        self.room.pass_time(at_ms)

    def note_kept(self, entries: Sequence[LedgerEntry]) -> None:
        """Notes that the ledger has *entries*, the last ones of the room."""
        self.done.update({(each.sender, each.id): each.event.number for each in entries if each.id})
        self.last = self.state.number
        self.letters += sum(each.letters for each in entries)

    def may_hear(self, person: str, id: str) -> bool:
        """Whether *person* may watch the room, or sent the command *id* when he might."""
        return self.state.may_watch(person) or (person, id) in self.done

    def drop_thought(self) -> None:
        """Waits for no bot any more."""
        if self.thought is not None:
            self.thought.cancel()
            self.thought = None


def random_seed() -> int:
    """A seed that nobody can guess."""
    return secrets.randbits(63)


class OpenRooms:
    """The open rooms of a *ledger*, the one that was used last at the end.

    *patience_ms* is how long bots may take for a turn, in rooms that are opened from now on. A room
    that *pauses_alone* stops its clock where nobody watches it; if none does, other processes may
    serve the same rooms. With *plans_elsewhere* nobody waits here for the plans of bots. What was
    rebuilt *ahead* is held as soon as somebody asks for it. *now_ms* is the last moment that the
    rooms have heard of. *gone_since_ms* says since when a person does not watch a room; whoever
    knows that sets it.

    Rooms that nobody watches leave when they are more than *most_idle*, or nobody has asked for
    them for *idle_ms* (``None``: however long that is). *is_thought_about* knows in which of them
    somebody has asked for something that takes time. *note_written* hears of each person who has
    written something into the ledger: so many events, of so many letters. *tell_missed* tells who
    watches a room what was read of it at last.
    """

    def __init__(
        self,
        ledger: Ledger,
        finder: GameFinder,
        patience_ms: int | None,
        most_idle: int,
        idle_ms: int | None = None,
        pauses_alone: bool = True,
        plans_elsewhere: bool = True,
        new_seed: Callable[[], int] = random_seed,
    ) -> None:
        self._ledger = ledger
        self._finder = finder
        self.patience_ms = patience_ms
        self.pauses_alone = pauses_alone
        self._plans_elsewhere = plans_elsewhere
        self.gone_since_ms: Callable[[str, str], int | None] = lambda room, person: None
        self._most_idle, self._idle_ms = most_idle, idle_ms
        self.is_thought_about: Callable[[str], bool] = lambda room_id: False
        self.note_written: Callable[[str, int, int], object] = lambda person, events, letters: None
        self.new_seed = new_seed
        #: whether the seeds of new matches were asked for, so that they can be played again
        self.is_seeded = False
        self.now_ms = 0
        self._open: dict[str, OpenRoom] = {}
        #: the rooms that somebody watches, and that could not be read since others went on there
        self._unread: dict[str, OpenRoom] = {}
        self.tell_missed: Callable[[OpenRoom, Sequence[Event]], object] = lambda entry, missed: None
        self._used: dict[str, dict[str, None]] = {}
        self.ahead = RoomsAhead(ledger, finder, lambda room_id: room_id in self._open)

    def __len__(self) -> int:
        return len(self._open)

    def __iter__(self) -> Iterator[OpenRoom]:
        return iter(list(self._open.values()))

    def get(self, room_id: str) -> OpenRoom | None:
        """The room of that id, if it is open."""
        if room_id in self._open:
            self._note_use(room_id)
        return self._open.get(room_id)

    def peek(self, room_id: str) -> Room | None:
        """The room of that id for who only looks at it: it is open, or was rebuilt ahead."""
        entry = self._open.get(room_id)
        return self.ahead.peek(room_id) if entry is None else entry.room

    def take_used(self, asker: str) -> list[OpenRoom]:
        """The open rooms that may have changed since the last call of that *asker*."""
        used = [*self._used.get(asker, self._open)]
        self._used[asker] = {}
        return [self._open[room_id] for room_id in used if room_id in self._open]

    def _note_use(self, room_id: str) -> None:
        for used in self._used.values():
            used[room_id] = None

    def is_alive(self, entry: OpenRoom) -> bool:
        """Whether time passes in a room, and its bots are asked: while somebody is there, or
        because its clocks wait for nobody.
        """
        return bool(entry.watchers or (not self.pauses_alone and entry.state.seats.holders))

    def asks_bots(self, entry: OpenRoom) -> bool:
        """Whether the bot that is due in a room is to be asked here."""
        # where bots play among themselves, whoever shows them asks them
        is_here = entry.asks_bots or not entry.state.seats.holders
        return is_here and self.is_alive(entry)

    def take_over(self, room_id: str, at_ms: int) -> None:
        """Lets the bot that is due be asked here if who was to ask it has not done so in time."""
        entry = self.get(room_id)
        if entry is not None and (due_ms := take_over_ms(entry.state)) is not None:
            entry.asks_bots = entry.asks_bots or at_ms >= due_ms

    def open(
        self,
        room_id: str,
        opening: Opening,
        person: str,
        at_ms: int,
        others: Mapping[int, str] | None = None,
        admitted: Sequence[str] = (),
        read: Match | None = None,
    ) -> OpenRoom:
        """A new room; all as ``Room.open`` has it, and a new seed for an *opening* without one.

        Raises ``GipfMetaError``.
        """
        if opening.seed is None:
            opening = opening.model_copy(update={"seed": self.new_seed()})
        if opening.thinking is None and opening.record is None:
            thinking = "positions" if self.patience_ms is None or self.is_seeded else "time"
            opening = opening.model_copy(update={"thinking": thinking})
        if any(holder != person for holder in _holders_of_people(opening, others)):
            opening = agreed_among_people(opening, self._finder)
        room = Room.open(room_id, opening, self._finder, person, at_ms, others, 0, admitted, read)
        self._set_up(room)
        letters = self._append(room, room.take_emitted(), by=person)
        entry = self._hold(room)
        entry.letters = letters
        return entry

    def find(self, room_id: str) -> OpenRoom:
        """The room of that id; one that was not open is rebuilt, and stops its clock if it pauses
        alone.

        Raises ``Refused`` and ``LedgerError``.
        """
        entry = self._open.pop(room_id, None)
        if entry is None and (unread := self._unread.get(room_id)) is not None:
            entry, missed = self.reload(unread)
            self.tell_missed(entry, missed)
        elif entry is None:
            entry = self._find_ahead(room_id) or self._rebuild(room_id, self._ledger.read(room_id))
            # nobody is charged for the time in which nobody served the room
            if not self.pauses_alone:
                entry = self._leave_out_stops(entry)
            elif entry.state.needs_time:
                entry.room.pause(entry.state.at_ms)
                self.append(entry)
        self._open[room_id] = entry
        self._note_use(room_id)
        entry.used_ms = self.now_ms
        return entry

    def _find_ahead(self, room_id: str) -> OpenRoom | None:
        """The room of that id as it was rebuilt ahead, with what the ledger has got since; ``None``
        if it was not. Raises whatever the rebuilding has raised."""
        if (found := self.ahead.find(room_id)) is None:
            return None
        room, entries = found
        entry = self._hold_rebuilt(room, entries)
        return self.read_on(entry)[0] if self.read(room_id, entry.last) else entry

    def _leave_out_stops(self, entry: OpenRoom) -> OpenRoom:
        """A room that was rebuilt, with the time left out in which no process served.

        The bot that is due there is asked here: who was to ask it is gone. Raises ``Conflict`` and
        ``LedgerError``; then the room is not open any more.
        """
        try:
            for _attempt in range(TRIES):
                try:
                    for from_ms, to_ms in self._ledger.stops(entry.state.happened_ms):
                        entry.room.stop(from_ms, to_ms)
                        self.append(entry)
                        entry.asks_bots = True
                except Conflict:  # another process has left it out meanwhile
                    entry, _missed = self.reload(entry)
                else:
                    return entry
        except LedgerError:
            self.close(entry.state.id)
            raise
        raise Conflict

    def reload(self, entry: OpenRoom) -> tuple[OpenRoom, list[Event]]:
        """The room as the ledger has it, with the events that were not read here before: it went on
        elsewhere, or could not be kept.

        Raises ``LedgerError``; then the room is not open any more.
        """
        room_id = entry.state.id
        self.put_off(entry)
        entries = self._ledger.read(room_id)
        self._unread.pop(room_id, None)
        loaded = self._rebuild(room_id, entries)
        loaded.watchers, loaded.owed = entry.watchers, entry.owed
        missed = [each.event for each in entries if each.event.number > entry.last]
        if not missed:  # what it was to ask it still is
            loaded.asks_bots = entry.asks_bots
        return loaded, missed

    def put_off(self, entry: OpenRoom) -> None:
        """Holds a room open no longer until it was read again; who watches it waits for that."""
        entry.drop_thought()
        self._open.pop(entry.state.id, None)
        if entry.watchers:
            self._unread[entry.state.id] = entry

    @property
    def unread(self) -> list[OpenRoom]:
        """The rooms that wait for being read again, as they stood before."""
        return [*self._unread.values()]

    def is_known(self, room_id: str) -> bool:
        """Whether there is a room of that id. Raises ``LedgerError``."""
        return room_id in self._open or bool(self.read(room_id))

    def close(self, room_id: str) -> None:
        """Holds the room open no longer."""
        self._unread.pop(room_id, None)
        entry = self._open.pop(room_id, None)
        if entry is not None:
            entry.drop_thought()
            self._ledger.release(room_id)
            for used in self._used.values():
                used.pop(room_id, None)

    def read_on(self, entry: OpenRoom) -> tuple[OpenRoom, list[Event]]:
        """The room with what others have appended to the ledger since it was read, and that.

        Raises ``LedgerError``; then the room is not open any more.
        """
        entries, before = self._ledger.read(entry.state.id, entry.last), entry.state.table.match
        if entry.state.number != entry.last:
            return self.reload(entry)  # it holds what is in no ledger
        events = [each.event for each in entries]
        try:
            go_on(entry.room, events)
        except LedgerError:
            return self.reload(entry)
        entry.note_kept(entries)
        if not have_same_decisions(before, entry.state.table.match):
            entry.asks_bots = self.pauses_alone
        return entry, events

    def append(self, entry: OpenRoom, sender: str = "", id: str = "") -> list[Event]:
        """Appends to the ledger what a room has emitted, and returns it.

        Raises ``Conflict`` and ``LedgerError``.
        """
        events = entry.room.take_emitted()
        if events:
            self._note_use(entry.state.id)
            entry.letters += self._append(entry.room, events, sender, id, by=sender)
            entry.note_kept([LedgerEntry(each, sender, id) for each in events])
            entry.asks_bots = True
        return events

    def _append(
        self, room: Room, events: Sequence[Event], sender: str = "", id: str = "", *, by: str
    ) -> int:
        """Appends *events* of *room*, which came *by* somebody; of how many letters they are."""
        self._ledger.append(room.state.id, events[0].number - 1, sender, id, events, room.summary())
        letters = len(write_events(events))
        if by:  # for the time that was left out nobody can be blamed
            own = sum(not isinstance(each, Stopped) for each in events)
            self.note_written(by, own, letters)
        return letters

    def read(self, room_id: str, since: int = 0) -> list[LedgerEntry]:
        """What the ledger has after event *since*. Raises ``LedgerError``."""
        return self._ledger.read(room_id, since)

    def _rebuild(self, room_id: str, entries: Sequence[LedgerEntry]) -> OpenRoom:
        """The room of *entries*, all the ledger has. Raises ``Refused`` and ``LedgerError``."""
        if not entries:
            raise NoSuchRoom
        try:
            room = rebuild(room_id, [each.event for each in entries], self._finder)
        except BaseException:
            self._ledger.release(room_id)
            raise
        return self._hold_rebuilt(room, entries)

    def _hold_rebuilt(self, room: Room, entries: Sequence[LedgerEntry]) -> OpenRoom:
        """Keeps *room*, which was rebuilt of *entries*."""
        entry = self._hold(room)
        entry.note_kept(entries)
        entry.asks_bots = self.pauses_alone
        return entry

    def _hold(self, room: Room) -> OpenRoom:
        """Keeps *room* in memory, and lets go of rooms that nobody has used for long."""
        self._set_up(room)
        state = room.state
        entry = self._open[state.id] = OpenRoom(room, last=state.number, used_ms=self.now_ms)
        self._note_use(state.id)
        self.close_idle(but=state.id)
        return entry

    def _set_up(self, room: Room) -> None:
        """Lets *room* be as the rooms here are."""
        state = room.state
        state.table.pilots.patience.ms = self.patience_ms
        state.table.pilots.plans_elsewhere = self._plans_elsewhere
        state.gives_back = not self.pauses_alone
        state.gone_since_ms = partial(self.gone_since_ms, state.id)

    def note_left(self, entry: OpenRoom, at_ms: int) -> None:
        """Notes that nobody watches a room any more since *at_ms*; one that is over leaves then, if
        rooms do so in time."""
        entry.used_ms = at_ms
        is_asked = self.is_thought_about(entry.state.id)
        if self._idle_ms is not None and entry.state.is_ended and not is_asked:
            self.close(entry.state.id)

    def _is_left(self, entry: OpenRoom) -> bool:
        """Whether nobody has asked for a room for so long that it leaves.

        Nothing is about to happen there then, nobody waits for something that takes time, and
        nobody has said beforehand what he decides: that is in no ledger.
        """
        if self._idle_ms is None or self.now_ms - entry.used_ms <= self._idle_ms:
            return False
        is_needed = entry.state.premoves or self.is_thought_about(entry.state.id)
        return not is_needed and not entry.is_due(self.now_ms + self._idle_ms)

    def let_go(self, at_ms: int) -> None:
        """Closes, at *at_ms*, the rooms that nobody needs."""
        self.now_ms = at_ms
        self.close_idle()

    def close_idle(self, but: str = "") -> None:
        """Closes rooms that nobody watches: those for which nobody has asked for long, and if more
        are left than may stay, those that were used long ago; never the room *but*.
        """
        idle = [
            id
            for id, each in self._open.items()
            if not each.watchers and id != but and (self.pauses_alone or each.thought is None)
        ]
        for id in idle:
            if self._is_left(self._open[id]):
                self.close(id)
        idle = [id for id in idle if id in self._open]
        for id in idle[: max(0, len(idle) - self._most_idle)]:
            self.close(id)


def _holders_of_people(opening: Opening, others: Mapping[int, str] | None) -> list[str]:
    """Who holds seats of people as *others* has it."""
    people = {player for player, seat in enumerate(opening.players) if seat.player == PERSON}
    return [holder for player, holder in (others or {}).items() if player in people]


def no_such_room() -> str:
    """What is said about a room that does not exist."""
    return _("There is no such match here.")


def no_room_to_see() -> str:
    """What is said at a host about a room that does not exist, or is none of who asks: nobody
    learns which. He may be somebody who plays there, and comes by a key that was renewed."""
    return _(
        "There is no match here that you may see: ask who plays it for a link, and if your key was"
        " renewed, come by the new one."
    )


class NoSuchRoom(Refused):
    """There is no room of that id; one sentence."""

    def __init__(self) -> None:
        super().__init__(no_such_room())
