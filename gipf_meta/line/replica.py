"""A replica of a room at a host, as one person may see it: rebuilt from the events that he
receives."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from gipf_meta.base.clock import Clock
from gipf_meta.line.line import Message
from gipf_meta.match.match import GameFinder
from gipf_meta.rooms.consequences import Ended
from gipf_meta.rooms.deadlines import deadline_ms
from gipf_meta.rooms.events import EVENT, Event, Opened
from gipf_meta.rooms.ledger import LedgerError
from gipf_meta.rooms.rebuilding import go_on, rebuild
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.state import RoomState

WHOLE_MS: Final = 10_000
"""The milliseconds after which events that do not fit together are a defect: no more are on their
way."""


class Replica:
    """The room *id* as *person* sees it, made of its events. *clock* is that of this machine.

    Events come one by one, but those that follow from one belong to it: ``catch_up`` waits until
    all of these are there. *connected* are the players who are connected, ``None`` before the host
    has told; *watchers* is the number of others who watch.
    """

    def __init__(self, id: str, person: str, finder: GameFinder, clock: Clock) -> None:
        self.id, self.person = id, person
        self._finder, self._clock = finder, clock
        self._events: list[Event] = []
        self._room: Room | None = None
        self._ahead_ms: int | None = None
        self._torn_ms: int | None = None
        self._is_told_again = False
        self.connected: Collection[int] | None = None
        self.watchers = 0
        self._gone_since_ms: dict[int, int] = {}
        self._reached_ms = 0

    @property
    def room(self) -> RoomState:
        """The state of the room after the last events that were complete."""
        assert self._room is not None, "no event has come yet"
        return self._room.state

    @property
    def is_there(self) -> bool:
        """Whether enough events have come to show the room."""
        return self._room is not None

    @property
    def is_whole(self) -> bool:
        """Whether all events that have come were applied."""
        return bool(self._events) and self.number == self._events[-1].number

    @property
    def number(self) -> int:
        """The number of the last event that was applied; 0: none was."""
        return 0 if self._room is None else self._room.state.number

    def receive(self, said: Message) -> bool:
        """Takes the message *said* if it has an event of the room, or the players who are there;
        returns whether it had."""
        if "event" in said and said.get("room") == self.id:
            self.take_event(said)
            return True
        if "present" in said and said["present"]["room"] == self.id:
            self.take_presence(said["present"])
            return True
        return False

    def take_event(self, message: Message) -> None:
        """Takes the event in *message*. Raises ``ValueError`` if there is none.

        An opening that is known means that the host tells the room once more, from its beginning:
        a name was taken out of it.
        """
        event = read_event(message)
        if isinstance(event, Opened) and event.number <= self.number:
            self._events, self._is_told_again = [], True
        self._events.append(event)
        self.note_host_time(event.at_ms)

    def take_presence(self, present: Message) -> None:
        """Takes the body of a message on the people who are there."""
        self.connected, self.watchers = frozenset(present["players"]), present["watchers"]
        gone = present.get("gone_since_ms", {})
        self._gone_since_ms = {int(player): since_ms for player, since_ms in gone.items()}
        self.note_host_time(present["at_ms"])
        self._reached_ms = max(self._reached_ms, present["reached_ms"])

    def note_host_time(self, at_ms: int) -> None:
        """Notes that the time of the host was *at_ms* or later."""
        ahead_ms = at_ms - self._clock.now_ms()
        self._ahead_ms = max(ahead_ms, ahead_ms if self._ahead_ms is None else self._ahead_ms)

    def catch_up(self) -> list[Event]:
        """Applies the events that have come since the last call, and returns them.

        As long as they do not fit together, because more may follow from the last one, the room
        stays as before. Raises ``LedgerError`` if that lasts.
        """
        try:
            events = self._tell_fresh()
        except LedgerError:
            now_ms = self._clock.now_ms()
            self._torn_ms = now_ms if self._torn_ms is None else self._torn_ms
            if now_ms - self._torn_ms > WHOLE_MS or not self.is_there:
                raise
            return []
        self._torn_ms = None
        return events

    def _tell_fresh(self) -> list[Event]:
        """Applies the new events. Raises ``LedgerError`` if they do not fit."""
        fresh = [event for event in self._events if event.number > self.number]
        if self._is_told_again and self.is_there and self._events[-1].number >= self.number:
            self._room, self._is_told_again = self._rebuild(len(self._events)), False
            self._learn_seed(self._events)
            return fresh
        if not fresh:
            return []
        before, self._room = self._room, None
        try:
            if before is None or any(isinstance(event, Opened) for event in fresh):
                self._room = self._rebuild(len(self._events))
            else:
                go_on(before, fresh)
                self._room = before
            self._learn_seed(fresh)
        except LedgerError:
            if before is not None:  # events were applied to it halfway
                self._room = self._rebuild(len(self._events) - len(fresh))
            raise
        return fresh

    def _learn_seed(self, events: Sequence[Event]) -> None:
        """Puts the seed into the match, from an end among *events*."""
        for event in events:
            if isinstance(event, Ended) and event.seed is not None:
                table = self.room.table
                table.match = replace(table.match, seed=event.seed)

    def _rebuild(self, count: int) -> Room:
        """The room after the first *count* events, from its last opening on."""
        events = self._events[:count]
        first = max((n for n, event in enumerate(events) if isinstance(event, Opened)), default=0)
        room = rebuild(self.id, events[first:], self._finder)
        room.state.gone_since_ms = self._person_gone_since_ms
        return room

    def _person_gone_since_ms(self, person: str) -> int | None:
        """The time since which *person*, who has a seat, is away, as the host reported it."""
        held = self.room.seats.held_by(person)
        return next((self._gone_since_ms[one] for one in held if one in self._gone_since_ms), None)

    def age(self) -> None:
        """Lets time pass here as at the host, but not beyond a deadline that has not passed there
        for sure: a decision may still be on its way to the host. The same holds for the end of a
        pause."""
        state, room = self.room, self._room
        assert room is not None, "its state was asked for"
        if self._ahead_ms is None or state.is_ended or state.study is not None:
            return
        if state.is_running and self._reached_ms > state.at_ms:
            room.pass_time(self._reached_ms, may_wait=False)
        now_ms = self._clock.now_ms() + self._ahead_ms
        due_ms = deadline_ms(state) if state.is_running else state.pause_ends_ms
        until_ms = now_ms if due_ms is None else min(now_ms, due_ms - 1)
        if until_ms > state.at_ms:
            room.pass_time(until_ms, may_wait=False)

    def wait_ms(self) -> int | None:
        """The milliseconds until the next deadline; its effect comes from the host."""
        return self.room.table.ms_to_deadline()

    def take_notice(self) -> str:
        """Returns ``""``: a host sends no notice but its events."""
        return ""

    @property
    def trouble(self) -> str:
        """Always ``""``: the host stores the match."""
        return ""


def read_event(message: Message) -> Event:
    """Reads the event in a *message* of a host. Raises ``ValueError`` if there is none."""
    return EVENT.validate_python({name: each for name, each in message.items() if name != "room"})
