"""The broadcasts that wait to be sent to the watchers of a room."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from gipf_meta.deeds.messages import LinkedPerson, RoomMessage
from gipf_meta.hub.scenes import Telling, Watcher
from gipf_meta.rooms.events import Event
from gipf_meta.rooms.state import RoomState

SEEN: Final = ("scene", "view")
"""The forms in which a room is drawn for a watcher."""
MakeMessages: TypeAlias = Callable[[str, Watcher, LinkedPerson, int], Sequence[RoomMessage]]
"""Makes the messages for a watcher at a link: with the link, the watcher, the person, and the
time."""

BESIDE: Final = 20
"""The most notices of one person that wait in a room."""


class Newcomer(NamedTuple):
    """A watcher who has joined after the first *before* events of a broadcast, and has *missed*
    others."""

    missed: Sequence[Event]
    before: int


class ShutOut(NamedTuple):
    """A watcher who may watch no longer after the first *before* events of a broadcast. He gets a
    *notice*, unless that is ``""``."""

    before: int
    notice: str


@dataclass
class Broadcast:
    """The changes of a room that its watchers do not know yet, the first of them at *since_ms*.

    *events* were appended to the ledger. *is_for_all*: there were changes for everybody, *is_bare*:
    one of them without an event. *notices* are for single persons, to whom alone something has
    changed; those of ``""`` are for all. *has_presence*: others have come or gone. *joined* and
    *shut_out* are by link.
    """

    since_ms: int
    events: list[Event] = field(default_factory=list)
    is_for_all: bool = False
    is_bare: bool = False
    has_presence: bool = False
    notices: dict[str, list[str]] = field(default_factory=dict)
    joined: dict[str, Newcomer] = field(default_factory=dict)
    shut_out: dict[str, ShutOut] = field(default_factory=dict)

    def add_events(self, events: Sequence[Event], notice: str) -> None:
        """Adds a change for everybody, by *events* or without one, with a *notice* of it, or
        ``""``."""
        if notice:
            self.add_notice("", notice)
        self.events += events
        self.is_for_all = True
        self.is_bare = self.is_bare or not events

    def add_notice(self, person: str, notice: str) -> None:
        """Adds a change for *person* alone, with a *notice* of it, or ``""``."""
        notices = self.notices.setdefault(person, [])
        if notice and notice not in notices and len(notices) < BESIDE:
            notices.append(notice)

    def notice_for(self, person: str, last: str) -> str:
        """The notices for *person*, one after the other, with the *last* for all."""
        notices = *self.notices.get("", ()), last, *self.notices.get(person, ())
        return " ".join(dict.fromkeys(filter(None, notices)))

    def events_for(self, link: str) -> list[Event]:
        """The events for the watcher at *link*, without those that he has missed."""
        joined, shut_out = self.joined.get(link), self.shut_out.get(link)
        first = 0 if joined is None else joined.before
        return self.events[first : None if shut_out is None else shut_out.before]

    def forget_link(self, link: str) -> None:
        """Forgets that the watcher at *link* has joined, or was shut out."""
        self.joined.pop(link, None)
        self.shut_out.pop(link, None)


class Tellings:
    """The messages of a *broadcast* to the watchers of *room*, where *people* are there. The room
    must not change meanwhile."""

    def __init__(self, room: RoomState, broadcast: Broadcast, people: Collection[str]) -> None:
        self._room, self._broadcast, self._people = room, broadcast, people
        self._made: dict[tuple[int, str], Telling] = {}

    def messages(
        self, link: str, watcher: Watcher, asker: LinkedPerson, now_ms: int
    ) -> Sequence[RoomMessage]:
        """The messages for *watcher* at *link*, as ``Telling`` makes them; none if nothing has
        changed for him."""
        room, broadcast, person = self._room, self._broadcast, asker.person
        joined, is_alone = broadcast.joined.get(link), person in broadcast.notices
        has_changed = joined is not None or broadcast.is_for_all or is_alone
        if not has_changed and watcher.shows(room, self._people):
            return ()
        last = room.notice
        room.notice = broadcast.notice_for(person, last)
        try:
            messages = self._telling(link, joined).messages(watcher, asker, now_ms)
        finally:
            room.notice = last
        is_bare = watcher.want == "events" and (broadcast.is_bare or is_alone)
        if is_bare and not any("present" in each for each in messages):
            return [*messages, watcher.presence(room, self._people, now_ms)]
        return messages

    def _telling(self, link: str, joined: Newcomer | None) -> Telling:
        """The broadcast for the watcher at *link*; it is the same for all who get the same."""
        missed: Sequence[Event] = () if joined is None else joined.missed
        if missed:
            events = [*missed, *self._broadcast.events_for(link)]
            return Telling(self._room, events, self._people)
        about = 0 if joined is None else joined.before, self._room.notice
        if about not in self._made:
            events = self._broadcast.events_for(link)
            self._made[about] = Telling(self._room, events, self._people)
        return self._made[about]

    def last_events(
        self, link: str, watcher: Watcher, asker: LinkedPerson, now_ms: int
    ) -> Sequence[RoomMessage]:
        """The events before the one by which the *watcher* at *link* was shut out, if he wants
        events."""
        if watcher.want != "events":
            return ()
        joined, events = self._broadcast.joined.get(link), self._broadcast.events_for(link)
        missed: Sequence[Event] = () if joined is None else joined.missed
        return Telling(self._room, [*missed, *events]).events(asker)
