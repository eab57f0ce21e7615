"""The rooms of a ledger: opened, found, written, broadcast, and read again after other processes
wrote.

This module alone appends to a ledger, broadcasts the events that it appended, and reads a room
again.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.deeds.table_elements import shut_out_words
from gipf_meta.hub.open_rooms import OpenRoom, OpenRooms
from gipf_meta.match.match import GameFinder, Match
from gipf_meta.match.plan_lines import write_plan
from gipf_meta.records.player_names import PERSON
from gipf_meta.rooms.events import Event, Stopped
from gipf_meta.rooms.ledger import Batch, Conflict, Ledger, LedgerEntry, LedgerError, write_events
from gipf_meta.rooms.notices import NOTHING, Known, Notice, notices_between
from gipf_meta.rooms.rebuilding import RoomsAhead, go_on, rebuild
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.summaries import known_of
from gipf_meta.table.history import have_same_decisions
from gipf_meta.table.openings import Opening, agreed_among_people
from gipf_meta.table.seats import Refused, SeatInvitation

TRIES: Final = 3
"""The number of attempts at a change, of which each fails because another process was first."""


def random_seed() -> int:
    """Returns a seed that nobody can guess."""
    return secrets.randbits(63)


def tell_nobody(entry: OpenRoom, events: Iterable[Event]) -> None:
    """Sends *events* to nobody: the room has no watchers."""


class KeptRooms:
    """The rooms of a *ledger*, of which some are *open* in memory.

    Several processes may serve the rooms of one ledger: the second one to append gets a
    ``Conflict``, and reads on. *tell* broadcasts events that are in the ledger to the watchers of a
    room.

    *patience_ms* is the most time that bots take for a turn, in rooms that are opened from now on.
    With *plans_elsewhere* nothing here waits for the plans of bots. *new_seed* makes the seeds of
    new matches. *gone_since_ms* returns since when a person has not watched a room. The rooms that
    were rebuilt *ahead* are opened at their first use. *note_written* is called after an append for
    a person: with him, and the numbers of events and of characters. *people_at*, set from outside,
    returns who sits at the board of a room; ``None``: the ledger gets no notices.
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
        #: whether somebody chose the seeds of new matches, so that these can be repeated
        self.is_seeded = False
        self.note_written: Callable[[str, int, int], object] = lambda person, events, letters: None
        self.people_at: Callable[[str], Collection[str]] | None = None
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
        source: str = "",
        invited: Mapping[int, SeatInvitation] | None = None,
    ) -> OpenRoom:
        """Opens a new room as ``Room.open`` does, with a new seed for an *opening* without one.

        *source* is the room from whose match it is opened; ``""``: from none. Raises
        ``GipfMetaError``.
        """
        if opening.seed is None:
            opening = opening.model_copy(update={"seed": self.new_seed()})
        if opening.thinking is None and opening.record is None:
            thinking = "positions" if self.patience_ms is None or self.is_seeded else "time"
            opening = opening.model_copy(update={"thinking": thinking})
        if any(holder != person for holder in _holders_of_people(opening, others)):
            opening = agreed_among_people(opening, self._finder)
        people = others, 0, admitted, read, invited
        room = Room.open(room_id, opening, self._finder, person, at_ms, *people)
        self._set_up(room)
        events = room.take_emitted()
        letters, known = self._append(room, events, NOTHING, by=person, source=source)
        entry = self._open.hold(room)
        entry.letters, entry.known = letters, known
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

        Raises ``LedgerError``, and ``Refused`` as if there were no such room; only a person who has
        held a seat in it learns what became of the seat.
        """
        try:
            entry = self.find(room_id)
        except NoSuchRoom as error:
            raise Refused(self._nothing_to_see()) from error
        if not entry.may_hear(person, id):  # another process may have let him in
            entry = self.read_on(entry)
        if not entry.may_hear(person, id):
            raise Refused(shut_out_words(entry.state, person) or self._nothing_to_see())
        return entry

    def _nothing_to_see(self) -> str:
        """The sentence on a room that the person who asks cannot see; at a host, with what he can
        do."""
        return no_such_room() if self._open.pauses_alone else no_room_to_see()

    def peek(self, room_id: str) -> Room | None:
        """The room of that id, to look at only: if it is open, or was rebuilt ahead."""
        return self._open.get_room(room_id) or self.ahead.peek(room_id)

    def is_known(self, room_id: str) -> bool:
        """Whether there is a room of that id. Raises ``LedgerError``."""
        return room_id in self._open or bool(self.read(room_id))

    def read(self, room_id: str, since: int = 0) -> list[LedgerEntry]:
        """The entries of the ledger after event *since*. Raises ``LedgerError``."""
        return self._ledger.read(room_id, since)

    def close(self, room_id: str) -> None:
        """Removes the room from memory."""
        self._open.close(room_id)

    # ---- appending ------------------------------------------------------------------------------

    def keep(self, entry: OpenRoom, sender: str = "", id: str = "") -> None:
        """Appends the events that a room has emitted to the ledger, broadcasts them to its
        watchers, and stores the plans that were made in it.

        Raises ``Conflict``; and ``LedgerError``, then the room is rebuilt.
        """
        try:
            events = self.append(entry, sender, id)
            if not events:
                self._store_plans(entry)
        except Exception as error:
            if not isinstance(error, Conflict):
                self.reload(entry)
            raise
        if events:
            self._tell(entry, events)
            entry.room.emit_failures()
            self.keep(entry)

    def _store_plans(self, entry: OpenRoom) -> None:
        """Stores the plans that were made or withdrawn in a room. Raises ``Conflict`` if another
        process has gone on since one was made, which may have ended it, and ``LedgerError``."""
        for key, plan in entry.state.plans.take_changed().items():
            self._ledger.keep_plan(entry.state.id, key, plan)
            holder = entry.state.seats.holders.get(key[0], "") if plan is None else plan.person
            self.note_written(holder, 1, 0 if plan is None else len(write_plan(plan)))

    def pass_time(self, entry: OpenRoom) -> None:
        """Lets time pass in a room until now. Changes by time have no sender, and are appended at
        once; time that was left out is appended with the next events, so that both are broadcast
        together. Raises as ``keep``."""
        entry.pass_time(self._open.now_ms)
        if not all(isinstance(each, Stopped) for each in entry.room.emitted):
            self.keep(entry)

    def attempt(
        self, entry: OpenRoom, act: Callable[[Room], object], at_ms: int | None = None
    ) -> None:
        """Lets *act* change a room, after time has passed until *at_ms*, if that is given, and
        appends the events. After a conflict or an error the room is read again instead, at once or
        later."""
        with suppress(LedgerError):  # the room was read again from the ledger
            try:
                if at_ms is not None:
                    entry.pass_time(at_ms)
                act(entry.room)
                self.keep(entry)
            except Conflict:
                self.reload(entry)

    def attempt_pass_time(self, entry: OpenRoom, at_ms: int) -> None:
        """Lets time pass in a room until *at_ms*, as ``attempt`` does."""
        self.attempt(entry, lambda room: None, at_ms)

    def append(self, entry: OpenRoom, sender: str = "", id: str = "") -> list[Event]:
        """Appends the events that a room has emitted to the ledger, and returns them.

        Raises ``Conflict`` and ``LedgerError``.
        """
        events = entry.room.take_emitted()
        if events:
            self._open.note_use(entry.state.id)
            about = entry.known, sender, id
            letters, known = self._append(entry.room, events, *about, by=sender)
            entry.letters += letters
            entry.note_kept([LedgerEntry(each, sender, id) for each in events], known)
            entry.asks_bots = True
        return events

    def _append(
        self,
        room: Room,
        events: Sequence[Event],
        before: Known,
        sender: str = "",
        id: str = "",
        *,
        by: str,
        source: str = "",
    ) -> tuple[int, Known]:
        """Appends *events* of *room*, caused *by* a person, *before* which something else was
        known; returns the number of their characters, and what is known now.

        *source* is the room from which it was opened with them."""
        notices: tuple[Notice, ...] = ()
        summary = room.summary()
        if self.people_at is not None:
            here = self.people_at(room.state.id)
            notices = notices_between(before, summary.known, events[-1].number, by, here)
        about = summary, sender, id, source, notices, room.by_plan
        self._ledger.append(Batch(room.state.id, events, *about))
        room.by_plan = None
        letters = len(write_events(events))
        if by:  # time that was left out is no person's doing
            own = sum(not isinstance(each, Stopped) for each in events)
            self.note_written(by, own, letters)
        return letters, summary.known

    # ---- reading again --------------------------------------------------------------------------

    def reload(self, entry: OpenRoom) -> OpenRoom:
        """Rebuilds the room from the ledger, and broadcasts the events of other processes.

        Raises ``LedgerError``; then the room is no longer open.
        """
        return self._tell_missed(*self.load_again(entry))

    def read_on(self, entry: OpenRoom) -> OpenRoom:
        """Applies and broadcasts the events that other processes have appended to the room.

        Raises ``LedgerError``; then the room is no longer open.
        """
        return self._tell_missed(*self._read_on(entry))

    def _tell_missed(self, entry: OpenRoom, missed: Sequence[Event]) -> OpenRoom:
        """Broadcasts the *missed* events to the watchers of a room."""
        if missed:
            self._tell(entry, missed)
        return entry

    def load_again(self, entry: OpenRoom) -> tuple[OpenRoom, list[Event]]:
        """Rebuilds the room from the ledger, after other processes wrote or an append failed;
        returns it with the events that were not read here before, which are not broadcast yet.

        Raises ``LedgerError``; then the room is no longer open.
        """
        room_id = entry.state.id
        self._open.put_off(entry)
        entries = self._ledger.read(room_id)
        self._open.note_read(room_id)
        room = self._replayed(room_id, entries)
        self._open.put_off(entry)  # until its plans were read, too
        loaded = self._hold_rebuilt(room, entries)
        self._open.note_read(room_id)
        loaded.watchers, loaded.owed = entry.watchers, entry.owed
        missed = [each.event for each in entries if each.event.number > entry.last]
        if not missed:  # a bot that this process had to ask it still has to
            loaded.asks_bots = entry.asks_bots
        return loaded, missed

    def _read_on(self, entry: OpenRoom) -> tuple[OpenRoom, list[Event]]:
        """Does what ``read_on`` does, but returns the events instead of broadcasting them."""
        entries, before = self._ledger.read(entry.state.id, entry.last), entry.state.table.match
        if entry.state.number != entry.last:
            return self.load_again(entry)  # the room has events that are in no ledger
        events = [each.event for each in entries]
        try:
            go_on(entry.room, events)
        except LedgerError:
            return self.load_again(entry)
        entry.note_kept(entries, known_of(entry.state))
        if not have_same_decisions(before, entry.state.table.match):
            entry.asks_bots = self._open.pauses_alone
        return entry, events

    # ---- rebuilding -----------------------------------------------------------------------------

    def _find_ahead(self, room_id: str) -> OpenRoom | None:
        """The room of that id as it was rebuilt ahead, with the entries that the ledger has got
        since; ``None`` if it was not. Raises the error of the rebuilding."""
        if (found := self.ahead.find(room_id)) is None:
            return None
        room, entries = found
        entry = self._hold_rebuilt(room, entries)
        return self._read_on(entry)[0] if self.read(room_id, entry.last) else entry

    def _leave_out_stops(self, entry: OpenRoom) -> OpenRoom:
        """Leaves out of a rebuilt room the time in which no process served.

        The bot on turn is asked here: the process that should have asked it is gone. Raises
        ``Conflict`` and ``LedgerError``; then the room is no longer open.
        """
        try:
            for _attempt in range(TRIES):
                try:
                    for from_ms, to_ms in self._ledger.stops(entry.state.happened_ms):
                        entry.room.stop(from_ms, to_ms)
                        self.append(entry)
                        entry.asks_bots = True
                except Conflict:  # another process has left the time out meanwhile
                    entry, _missed = self.load_again(entry)
                else:
                    return entry
        except LedgerError:
            self.close(entry.state.id)
            raise
        raise Conflict

    def _rebuild(self, room_id: str, entries: Sequence[LedgerEntry]) -> OpenRoom:
        """The room of *entries*, all that the ledger has. Raises ``Refused`` and
        ``LedgerError``."""
        return self._hold_rebuilt(self._replayed(room_id, entries), entries)

    def _replayed(self, room_id: str, entries: Sequence[LedgerEntry]) -> Room:
        """The room of *entries*, which is not open yet. Raises as ``_rebuild``."""
        if not entries:
            raise NoSuchRoom
        try:
            return rebuild(room_id, [each.event for each in entries], self._finder)
        except GipfMetaError:
            self._ledger.release(room_id)
            raise

    def _hold_rebuilt(self, room: Room, entries: Sequence[LedgerEntry]) -> OpenRoom:
        """Holds *room*, which was rebuilt from *entries*, in memory, with its plans. Raises
        ``LedgerError``."""
        self._set_up(room)
        self._load_plans(room)
        entry = self._open.hold(room)
        entry.note_kept(entries, known_of(room.state))
        entry.asks_bots = self._open.pauses_alone
        return entry

    def _load_plans(self, room: Room) -> None:
        """Reads the plans of *room* from the ledger. Raises ``LedgerError``."""
        state = room.state
        if not state.is_ended and state.study is None:
            plans, holders = self._ledger.plans(state.id), state.seats.holders
            state.plans.load(plans, holders, state.table.match, state.number)

    def read_plans(self, entry: OpenRoom) -> None:
        """Reads the plans of a room again, of which another process has stored some. Raises
        ``LedgerError``."""
        self._load_plans(entry.room)

    def _set_up(self, room: Room) -> None:
        """Gives *room* the settings of the rooms here."""
        state = room.state
        state.table.pilots.patience.ms = self.patience_ms
        state.table.pilots.plans_elsewhere = self._plans_elsewhere
        state.gives_back = not self._open.pauses_alone
        state.gone_since_ms = partial(self._gone_since_ms, state.id)


def _holders_of_people(opening: Opening, others: Mapping[int, str] | None) -> list[str]:
    """The persons who hold seats of people, as *others* has them."""
    people = {player for player, seat in enumerate(opening.players) if seat.player == PERSON}
    return [holder for player, holder in (others or {}).items() if player in people]


def no_such_room() -> str:
    """The sentence on a room that does not exist."""
    return _("There is no such match here.")


def no_room_to_see() -> str:
    """The sentence of a host on a room that does not exist, or that the person who asks may not
    see: he must not learn which. He may be a player of it whose key was renewed."""
    return _(
        "There is no match here that you may see: ask who plays it for a link, and if your key was"
        " renewed, come by the new one."
    )


class NoSuchRoom(Refused):
    """There is no room of that id; one sentence."""

    def __init__(self) -> None:
        super().__init__(no_such_room())
