"""The rooms of a ledger: opened, found, kept, told, and read again where others went on there.

This module alone appends to a ledger, tells what it has appended, and reads a room again.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.deeds.table_elements import shut_out_words
from gipf_meta.hub.open_rooms import OpenRoom, OpenRooms
from gipf_meta.match.match import GameFinder, Match
from gipf_meta.records.player_names import PERSON
from gipf_meta.rooms.events import Event, Stopped
from gipf_meta.rooms.ledger import Batch, Conflict, Ledger, LedgerEntry, LedgerError, write_events
from gipf_meta.rooms.openings import Opening, agreed_among_people
from gipf_meta.rooms.rebuilding import RoomsAhead, go_on, rebuild
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.seats import Refused
from gipf_meta.table.history import have_same_decisions

TRIES: Final = 3
"""How often something is judged anew because somebody else was first."""


def random_seed() -> int:
    """A seed that nobody can guess."""
    return secrets.randbits(63)


def tell_nobody(entry: OpenRoom, events: Iterable[Event]) -> None:
    """Tells nobody of *events*: nobody watches."""


class KeptRooms:
    """The rooms of a *ledger*, those among them that are *open* in memory.

    Several processes may serve the rooms of one ledger: who appends second finds a ``Conflict``,
    and reads on. *tell* tells who watches a room of what is in the ledger now.

    *patience_ms* is how long bots may take for a turn, in rooms that are opened from now on. With
    *plans_elsewhere* nobody waits here for the plans of bots. *new_seed* makes the seeds of new
    matches. *gone_since_ms* says since when a person does not watch a room. What was rebuilt
    *ahead* is held as soon as somebody asks for it. *note_written* hears of each person who has
    written something into the ledger: so many events, of so many letters.
    """

    def __init__(
        self,
        ledger: Ledger,
        finder: GameFinder,
        open: OpenRooms,
        tell: Callable[[OpenRoom, Iterable[Event]], object] = tell_nobody,
        gone_since_ms: Callable[[str, str], int | None] = lambda room, person: None,
        patience_ms: int | None = None,
        plans_elsewhere: bool = True,
        new_seed: Callable[[], int] = random_seed,
    ) -> None:
        self._ledger, self._finder, self._open, self._tell = ledger, finder, open, tell
        self.patience_ms, self._plans_elsewhere = patience_ms, plans_elsewhere
        self.new_seed, self._gone_since_ms = new_seed, gone_since_ms
        #: whether the seeds of new matches were asked for, so that they can be played again
        self.is_seeded = False
        self.note_written: Callable[[str, int, int], object] = lambda person, events, letters: None
        self.ahead = RoomsAhead(ledger, finder, open.__contains__)

    def change_patience(self, patience_ms: int | None) -> None:
        """Lets bots use at most *patience_ms* for a turn from now on, in every room."""
        self.patience_ms = patience_ms
        for entry in self._open:
            entry.state.table.pilots.patience.ms = patience_ms

    # ---- opening and finding --------------------------------------------------------------------

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
        entry = self._open.hold(room)
        entry.letters = letters
        return entry

    def find(self, room_id: str) -> OpenRoom:
        """The room of that id; one that was not open is rebuilt, and stops its clock if it pauses
        alone.

        Raises ``Refused`` and ``LedgerError``.
        """
        entry = self._open.get(room_id)
        if entry is None and (unread := self._open.unread.get(room_id)) is not None:
            entry, missed = self.load_again(unread)
            self._tell(entry, missed)
        elif entry is None:
            entry = self._find_ahead(room_id) or self._rebuild(room_id, self._ledger.read(room_id))
            # nobody is charged for the time in which nobody served the room
            if not self._open.pauses_alone:
                entry = self._leave_out_stops(entry)
            elif entry.state.needs_time:
                entry.room.pause(entry.state.at_ms)
                self.append(entry)
        self._open.note_asked(entry)
        return entry

    def find_for(self, room_id: str, person: str, id: str) -> OpenRoom:
        """The room of that id, if *person* may watch it, or sent the command *id* when he might.

        Raises ``LedgerError``, and ``Refused`` as if there were no such room; only who has held a
        seat in it is told what has become of that.
        """
        try:
            entry = self.find(room_id)
        except NoSuchRoom as error:
            raise Refused(self._nothing_to_see()) from error
        if not entry.may_hear(person, id):  # he may have been let in by another process
            entry = self.read_on(entry)
        if not entry.may_hear(person, id):
            raise Refused(shut_out_words(entry.state, person) or self._nothing_to_see())
        return entry

    def _nothing_to_see(self) -> str:
        """What is said of a room that is not there for who asks; at a host, what he can do."""
        return no_such_room() if self._open.pauses_alone else no_room_to_see()

    def peek(self, room_id: str) -> Room | None:
        """The room of that id for who only looks at it: it is open, or was rebuilt ahead."""
        return self._open.get_room(room_id) or self.ahead.peek(room_id)

    def is_known(self, room_id: str) -> bool:
        """Whether there is a room of that id. Raises ``LedgerError``."""
        return room_id in self._open or bool(self.read(room_id))

    def read(self, room_id: str, since: int = 0) -> list[LedgerEntry]:
        """What the ledger has after event *since*. Raises ``LedgerError``."""
        return self._ledger.read(room_id, since)

    def close(self, room_id: str) -> None:
        """Holds the room open no longer."""
        self._open.close(room_id)

    # ---- keeping --------------------------------------------------------------------------------

    def keep(self, entry: OpenRoom, sender: str = "", id: str = "") -> None:
        """Appends to the ledger what a room has emitted, and tells who watches it.

        Raises ``Conflict``; and ``LedgerError``, then the room is rebuilt.
        """
        try:
            events = self.append(entry, sender, id)
        except Exception as error:
            if not isinstance(error, Conflict):
                self.reload(entry)
            raise
        if events:
            self._tell(entry, events)
            entry.room.emit_failures()
            self.keep(entry)

    def pass_time(self, entry: OpenRoom) -> None:
        """Lets time pass in a room until now. What time did is nobody's, and is kept; time that was
        left out is kept with what comes next, so that both are told in one go. Raises as ``keep``.
        """
        entry.pass_time(self._open.now_ms)
        if not all(isinstance(each, Stopped) for each in entry.room.emitted):
            self.keep(entry)

    def attempt(
        self, entry: OpenRoom, act: Callable[[Room], object], at_ms: int | None = None
    ) -> None:
        """Lets *act* change a room in which time has passed until *at_ms*, if that is given, and
        keeps what is emitted. Where somebody else was first, the room is rebuilt instead, or waits
        to be read again."""
        with suppress(LedgerError):  # the room is as the ledger has it
            try:
                if at_ms is not None:
                    entry.pass_time(at_ms)
                act(entry.room)
                self.keep(entry)
            except Conflict:
                self.reload(entry)

    def grow(self, entry: OpenRoom, at_ms: int) -> None:
        """Lets time pass in a room until *at_ms*, as ``attempt`` does."""
        self.attempt(entry, lambda room: None, at_ms)

    def append(self, entry: OpenRoom, sender: str = "", id: str = "") -> list[Event]:
        """Appends to the ledger what a room has emitted, and returns it.

        Raises ``Conflict`` and ``LedgerError``.
        """
        events = entry.room.take_emitted()
        if events:
            self._open.note_use(entry.state.id)
            entry.letters += self._append(entry.room, events, sender, id, by=sender)
            entry.note_kept([LedgerEntry(each, sender, id) for each in events])
            entry.asks_bots = True
        return events

    def _append(
        self, room: Room, events: Sequence[Event], sender: str = "", id: str = "", *, by: str
    ) -> int:
        """Appends *events* of *room*, which came *by* somebody; of how many letters they are."""
        self._ledger.append(Batch(room.state.id, events, room.summary(), sender, id))
        letters = len(write_events(events))
        if by:  # for the time that was left out nobody can be blamed
            own = sum(not isinstance(each, Stopped) for each in events)
            self.note_written(by, own, letters)
        return letters

    # ---- reading again --------------------------------------------------------------------------

    def reload(self, entry: OpenRoom) -> OpenRoom:
        """The room as the ledger has it; who watches it hears what others have appended.

        Raises ``LedgerError``; then the room is not open any more.
        """
        return self._tell_missed(*self.load_again(entry))

    def read_on(self, entry: OpenRoom) -> OpenRoom:
        """The room with what others have appended, which is told to who watches it.

        Raises ``LedgerError``; then the room is not open any more.
        """
        return self._tell_missed(*self._read_on(entry))

    def _tell_missed(self, entry: OpenRoom, missed: Sequence[Event]) -> OpenRoom:
        """Tells who watches a room what he has *missed*."""
        if missed:
            self._tell(entry, missed)
        return entry

    def load_again(self, entry: OpenRoom) -> tuple[OpenRoom, list[Event]]:
        """The room as the ledger has it, with the events that were not read here before, of which
        nobody is told yet: it went on elsewhere, or could not be kept.

        Raises ``LedgerError``; then the room is not open any more.
        """
        room_id = entry.state.id
        self._open.put_off(entry)
        entries = self._ledger.read(room_id)
        self._open.note_read(room_id)
        loaded = self._rebuild(room_id, entries)
        loaded.watchers, loaded.owed = entry.watchers, entry.owed
        missed = [each.event for each in entries if each.event.number > entry.last]
        if not missed:  # what it was to ask it still is
            loaded.asks_bots = entry.asks_bots
        return loaded, missed

    def _read_on(self, entry: OpenRoom) -> tuple[OpenRoom, list[Event]]:
        """As ``read_on``, with what is to be told of it."""
        entries, before = self._ledger.read(entry.state.id, entry.last), entry.state.table.match
        if entry.state.number != entry.last:
            return self.load_again(entry)  # it holds what is in no ledger
        events = [each.event for each in entries]
        try:
            go_on(entry.room, events)
        except LedgerError:
            return self.load_again(entry)
        entry.note_kept(entries)
        if not have_same_decisions(before, entry.state.table.match):
            entry.asks_bots = self._open.pauses_alone
        return entry, events

    # ---- rebuilding -----------------------------------------------------------------------------

    def _find_ahead(self, room_id: str) -> OpenRoom | None:
        """The room of that id as it was rebuilt ahead, with what the ledger has got since; ``None``
        if it was not. Raises whatever the rebuilding has raised."""
        if (found := self.ahead.find(room_id)) is None:
            return None
        room, entries = found
        entry = self._hold_rebuilt(room, entries)
        return self._read_on(entry)[0] if self.read(room_id, entry.last) else entry

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
                    entry, _missed = self.load_again(entry)
                else:
                    return entry
        except LedgerError:
            self.close(entry.state.id)
            raise
        raise Conflict

    def _rebuild(self, room_id: str, entries: Sequence[LedgerEntry]) -> OpenRoom:
        """The room of *entries*, all the ledger has. Raises ``Refused`` and ``LedgerError``."""
        if not entries:
            raise NoSuchRoom
        try:
            room = rebuild(room_id, [each.event for each in entries], self._finder)
        except GipfMetaError:
            self._ledger.release(room_id)
            raise
        return self._hold_rebuilt(room, entries)

    def _hold_rebuilt(self, room: Room, entries: Sequence[LedgerEntry]) -> OpenRoom:
        """Keeps *room*, which was rebuilt of *entries*, in memory."""
        self._set_up(room)
        entry = self._open.hold(room)
        entry.note_kept(entries)
        entry.asks_bots = self._open.pauses_alone
        return entry

    def _set_up(self, room: Room) -> None:
        """Lets *room* be as the rooms here are."""
        state = room.state
        state.table.pilots.patience.ms = self.patience_ms
        state.table.pilots.plans_elsewhere = self._plans_elsewhere
        state.gives_back = not self._open.pauses_alone
        state.gone_since_ms = partial(self._gone_since_ms, state.id)


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
