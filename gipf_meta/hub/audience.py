"""The watchers of each room: their links, and the messages that each of them gets."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from typing import Any, Final, TypeVar

from gipf_meta.base.dates import in_zone
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.pending import Noted
from gipf_meta.base.sentences import one_line
from gipf_meta.base.stops import stops
from gipf_meta.base.texts import spoken
from gipf_meta.deeds.deed import LONGEST_ID, Deed
from gipf_meta.deeds.messages import LinkedPerson, RefusedMessage, RoomMessage, answering
from gipf_meta.deeds.table_elements import no_longer_words, shut_out_words
from gipf_meta.hub.broadcasts import SEEN, Broadcast, MakeMessages, Newcomer, ShutOut, Tellings
from gipf_meta.hub.open_rooms import OpenRoom, OpenRooms
from gipf_meta.hub.revisions import TooNew, require_readable
from gipf_meta.hub.scenes import Watcher
from gipf_meta.protocol.failures import failure
from gipf_meta.protocol.gate import Gate
from gipf_meta.rooms.events import Event, Left

OWNER: Final = "owner"
"""The id of the one person where a program serves its own machine alone; he holds every seat that
no bot has."""


class Audience:
    """The watchers of *rooms* by their *links*, and those at other processes.

    Changes are noted first, and sent later: ``tell_events`` sends those who watch events all that
    they do not know yet, ``tell_room`` draws a room for those who see it. Several changes between
    two drawings are one for them. *note_left* is called with a link and the room that it no longer
    watches. *drawing* is the context in which a scene is drawn.
    """

    def __init__(
        self, rooms: OpenRooms, links: Links, note_left: Callable[[str, str], object]
    ) -> None:
        self._rooms, self._links, self._note_left = rooms, links, note_left
        self._presence = Presence()
        self._listed: dict[str, Broadcast] = {}
        self._drawn: dict[str, Broadcast] = {}
        self.drawing: Callable[[], AbstractContextManager[object]] = nullcontext
        #: called with the milliseconds for which a room has waited to be drawn
        self.note_drawn: Callable[[int], object] = lambda waited_ms: None

    # ---- broadcasts -----------------------------------------------------------------------------

    def tell_all(self, entry: OpenRoom, events: Iterable[Event] = ()) -> None:
        """Broadcasts *events*, or a change without one, to all watchers of a room.

        A watcher who may no longer watch gets a notice of that and nothing else, or nothing if he
        left by himself.
        """
        if not entry.watchers:
            return
        events = [*events]
        self._shut_out(entry, {event.person for event in events if isinstance(event, Left)})
        for each in self._broadcasts(entry):
            each.add_events(events, entry.state.notice)

    def _broadcasts(self, entry: OpenRoom) -> Iterator[Broadcast]:
        """The broadcasts of a room that wait: to those who watch events, and to those who see
        it."""
        for waiting in (self._listed, self._drawn):
            if entry.state.id not in waiting:
                waiting[entry.state.id] = Broadcast(self._rooms.now_ms)
            yield waiting[entry.state.id]

    def _shut_out(self, entry: OpenRoom, left: Collection[str]) -> None:
        """Notes the watchers who may no longer watch a room; those get a notice who have not *left*
        by themselves."""
        for link in entry.watchers:
            asker, words = self._links.get(link), ""
            if asker is not None and entry.state.may_watch(asker.person):
                continue
            if asker is not None and asker.person not in left:
                with spoken(asker.language):
                    words = shut_out_words(entry.state, asker.person) or no_longer_words()
            for each in self._broadcasts(entry):
                each.shut_out.setdefault(link, ShutOut(len(each.events), words))

    def tell_alone(self, entry: OpenRoom, person: str, notice: str = "") -> None:
        """Sends *person* a change that concerns nobody else and is no event, with a *notice* of
        it."""
        if entry.watchers:
            for each in self._broadcasts(entry):
                each.add_notice(person, notice)

    # ---- sending, without drawing ---------------------------------------------------------------

    def tell_events(self) -> None:
        """Sends all that waits and need not be drawn: events, presence, and notices to those who
        may watch no longer."""
        for room_id in [*self._listed]:
            self._tell_events_of(room_id)

    def _tell_events_of(self, room_id: str) -> None:
        # who is shut out has gone by that, which is sent to the others at once
        while (entry := self._find_waiting(room_id, self._listed)) is not None:
            broadcast = self._listed.pop(room_id)
            tellings = Tellings(entry.state, broadcast, self.people(room_id))
            for link, watcher in [*entry.watchers.items()]:
                if link in broadcast.shut_out:
                    self._tell(link, watcher, entry, tellings.last_events)
                    self.leave(entry, link)
                    if notice := broadcast.shut_out[link].notice:
                        self._links.send(link, {"notice": notice})
                elif watcher.want not in SEEN:
                    self._tell(link, watcher, entry, tellings.messages)

    def _find_waiting(self, room_id: str, waiting: dict[str, Broadcast]) -> OpenRoom | None:
        """The room of a broadcast that is *waiting*; ``None``: there is none, or the room must be
        read again first. That of a room which was closed is dropped."""
        entry = self._rooms.look(room_id) if room_id in waiting else None
        if entry is None and room_id not in self._rooms.unread:
            waiting.pop(room_id, None)
        return entry

    # ---- drawing --------------------------------------------------------------------------------

    def count_waiting(self) -> int:
        """Returns the number of rooms that wait to be drawn."""
        return len(self._drawn)

    def next_room(self, until_ms: int | None = None) -> str | None:
        """The room whose change has waited longest to be drawn, if it waits since *until_ms* or
        before; ``None``: there is none."""
        for room_id in [*self._drawn]:
            if room_id in self._listed:
                continue  # it has changed since the last ``tell_events``, which comes first
            if self._find_waiting(room_id, self._drawn) is not None:
                is_due = until_ms is None or self._drawn[room_id].since_ms <= until_ms
                return room_id if is_due else None
        return None

    def tell_room(self, room_id: str, at_ms: int | None = None) -> None:
        """Draws a room as at *at_ms*, ``None``: at the latest time that the rooms were given, and
        sends all that has changed to those who see it."""
        self._tell_events_of(room_id)
        entry = self._find_waiting(room_id, self._drawn)
        if entry is None:
            return
        broadcast = self._drawn.pop(room_id)
        now_ms = self._rooms.now_ms if at_ms is None else at_ms
        self.note_drawn(max(0, now_ms - broadcast.since_ms))
        self._make_current(entry, now_ms)
        tellings = Tellings(entry.state, broadcast, self.people(room_id))
        for link, watcher in [*entry.watchers.items()]:
            if watcher.want in SEEN:
                self._tell(link, watcher, entry, tellings.messages)

    def _make_current(self, entry: OpenRoom, now_ms: int) -> None:
        """Lets time pass in a room until *now_ms*, unless a deadline would pass."""
        if entry.state.gives_back and entry.watchers:
            wait_ms = entry.room.wait_ms()
            if wait_ms is None or entry.state.at_ms + wait_ms > now_ms:
                entry.room.pass_time(now_ms)

    def _tell(self, link: str, watcher: Watcher, entry: OpenRoom, make: MakeMessages) -> None:
        """Sends one watcher the messages that *make* makes; one that fails leaves him as he was."""
        asker, known = self._links.get(link), (watcher.scene, watcher.match, watcher.players)
        if asker is None:
            return
        drawing = self.drawing() if watcher.want in SEEN else nullcontext()
        with drawing, spoken(asker.language), in_zone(asker.zone):
            try:
                with Gate(entry.state.table.match.top.game):
                    self._links.send(link, *make(link, watcher, asker, self._rooms.now_ms))
            except stops():
                raise
            except BaseException as error:  # a defect in one room ends no other
                watcher.scene, watcher.match, watcher.players = known
                self._links.refuse(link, {}, error)
                if isinstance(error, TooNew):
                    self.leave(entry, link)  # later events would not fit those that it knows

    # ---- watchers -------------------------------------------------------------------------------

    def join(self, entry: OpenRoom, link: str, watcher: Watcher, missed: Sequence[Event]) -> None:
        """Lets *watcher* watch a room from now on, who has *missed* some events. Raises ``TooNew``
        if his program cannot read them."""
        asker = self._links.get(link)
        if asker is not None:
            require_readable(missed, asker.revision)
        entry.watchers[link] = watcher
        for each in self._broadcasts(entry):
            each.forget_link(link)
            each.joined[link] = Newcomer(missed, len(each.events))
        self._note_here(entry)

    def leave(self, entry: OpenRoom, link: str) -> bool:
        """Ends the watching of a room by *link*; returns whether it watched."""
        self._note_left(link, entry.state.id)
        for waiting in (self._listed, self._drawn):
            if (broadcast := waiting.get(entry.state.id)) is not None:
                broadcast.forget_link(link)
        if entry.watchers.pop(link, None) is None:
            return False
        self._note_here(entry)
        return True

    def forget_joined(self) -> None:
        """Ends the watching of all who have joined since the last ``tell_events``: their commands
        are carried out again."""
        for room_id, broadcast in [*self._listed.items()]:
            entry = self._rooms.look(room_id) or self._rooms.unread.get(room_id)
            for link in [*broadcast.joined]:
                if entry is not None:
                    self.leave(entry, link)

    def forget_events(self, entry: OpenRoom) -> None:
        """Forgets the events of a room since the last ``tell_events``, which are lost. Nobody has
        got them; so those that the ledger has instead are read and broadcast again."""
        lost, drawn = (waiting.get(entry.state.id) for waiting in (self._listed, self._drawn))
        if lost is None:
            return
        if lost.events:
            entry.last = lost.events[0].number - 1
        del self._listed[entry.state.id]
        if drawn is not None:
            drawn.events = [each for each in drawn.events if each.number <= entry.last]
            for link in lost.shut_out:
                drawn.shut_out.pop(link, None)

    def close(self, room_id: str) -> None:
        """Notes that nobody watches a room here any more."""
        self._listed.pop(room_id, None)
        self._drawn.pop(room_id, None)
        self._presence.note(room_id, (), self._rooms.now_ms)

    def gone_since_ms(self, room_id: str, person: str) -> int | None:
        """The time since which *person* has not watched a room; ``None``: he watches it, or it is
        not known."""
        return self._presence.gone_since_ms(room_id, person)

    def _note_here(self, entry: OpenRoom) -> None:
        """Notes who watches a room now, and sends the players who are there to its watchers."""
        askers = map(self._links.get, entry.watchers)
        people = {each.person for each in askers if each}
        if self._presence.note(entry.state.id, people, self._rooms.now_ms):
            self._show_here(entry.state.id)

    def _show_here(self, room_id: str) -> None:
        """Sends the players who are there to the watchers of a room who do not know them yet."""
        entry = self._rooms.get(room_id)
        if entry is not None and entry.watchers:
            for each in self._broadcasts(entry):
                each.has_presence = True

    # ---- several processes ----------------------------------------------------------------------

    def call_when_gone(self, note_gone: Callable[[str, str], object]) -> None:
        """Lets *note_gone* be called with each room and person who leaves its board, here or at
        another process."""
        self._presence.note_gone = note_gone

    def presence_changes(self) -> AbstractContextManager[dict[str, frozenset[str]]]:
        """The people who watch here now, for each room where that has changed, in a block that
        sends it to other processes; if the block fails, they stay to be sent."""
        return self._presence.changes()

    def people(self, room_id: str) -> frozenset[str]:
        """The people who watch a room, here or at another process."""
        return self._presence.people(room_id)

    def note_elsewhere(self, process: str, room_id: str, people: Collection[str]) -> None:
        """Notes the *people* who watch a room at another *process*."""
        self._presence.note_elsewhere(process, room_id, people, self._rooms.now_ms)
        self._show_here(room_id)

    def forget_process(self, process: str) -> None:
        """Notes that nobody watches at another *process* any more."""
        for room_id in self._presence.forget_process(process, self._rooms.now_ms):
            self._show_here(room_id)


MOST_GONE: Final = 10_000
"""The most people whose time of leaving is remembered, over all rooms."""

_Noted = TypeVar("_Noted")


class Presence:
    """The people who watch rooms: *here*, and elsewhere, as other processes report it.

    Times are those of the callers, in milliseconds.
    """

    def __init__(self) -> None:
        self._gone: dict[tuple[str, str], int] = {}
        self._since_ms: int | None = None
        self._here: dict[str, frozenset[str]] = {}
        self._elsewhere: dict[str, dict[str, frozenset[str]]] = {}
        self._changed = Noted[str]()
        #: called with a room, and a person who has left its board
        self.note_gone: Callable[[str, str], object] = lambda room, person: None

    def people(self, room: str) -> frozenset[str]:
        """The people who watch *room*."""
        elsewhere = (rooms.get(room, frozenset()) for rooms in self._elsewhere.values())
        return self._here.get(room, frozenset()).union(*elsewhere)

    def gone_since_ms(self, room: str, person: str) -> int | None:
        """The time since which *person* has not watched *room*, at the latest; ``None``: he watches
        it, or it is not known.

        A person who was never there, or is no longer remembered, is gone at least since this began,
        or since the latest leaving that was forgotten.
        """
        if person in self.people(room):
            return None
        return self._gone.get((room, person), self._since_ms)

    def note(self, room: str, people: Collection[str], at_ms: int) -> bool:
        """Notes who watches *room* here at *at_ms*; returns whether that has changed."""
        return self._noting(room, at_ms, lambda: self._note_here(room, people))

    def _note_here(self, room: str, people: Collection[str]) -> bool:
        before, now = self._here.get(room, frozenset()), frozenset(people)
        if now == before:
            return False
        self._changed.note(room)
        _put(self._here, room, now)
        return True

    def note_elsewhere(self, process: str, room: str, people: Collection[str], at_ms: int) -> None:
        """Notes who watches *room* at another *process* at *at_ms*."""
        self._noting(room, at_ms, lambda: self._note_elsewhere(process, room, people))

    def _note_elsewhere(self, process: str, room: str, people: Collection[str]) -> None:
        rooms = self._elsewhere.setdefault(process, {})
        _put(rooms, room, frozenset(people))
        if not rooms:
            del self._elsewhere[process]

    def forget_process(self, process: str, at_ms: int) -> list[str]:
        """Forgets who watches at a *process* that is gone; returns the rooms that it reported."""
        rooms = list(self._elsewhere.get(process, {}))
        for room in rooms:
            self.note_elsewhere(process, room, (), at_ms)
        return rooms

    def _noting(self, room: str, at_ms: int, note: Callable[[], _Noted]) -> _Noted:
        """Calls *note*, which changes who watches *room*, and notes who has gone by that; returns
        its result."""
        if self._since_ms is None:
            self._since_ms = at_ms
        before = self.people(room)
        noted = note()
        now = self.people(room)
        for person in now:
            self._gone.pop((room, person), None)
        for person in before - now:
            self._gone[room, person] = at_ms
            self.note_gone(room, person)
        while len(self._gone) > MOST_GONE:
            forgotten_ms = self._gone.pop(next(iter(self._gone)))
            self._since_ms = max(self._since_ms, forgotten_ms)
        return noted

    @contextmanager
    def changes(self) -> Iterator[dict[str, frozenset[str]]]:
        """The people who watch here now, for each room where that has changed since the last such
        block."""
        with self._changed.dealt_with() as changed:
            yield {room: self._here.get(room, frozenset()) for room in changed}


def _put(rooms: dict[str, frozenset[str]], room: str, people: frozenset[str]) -> None:
    if people:
        rooms[room] = people
    else:
        rooms.pop(room, None)


LONGEST_WHY: Final = 1000
"""The most characters of the sentence on why a command is refused."""

MOST_REMEMBERED: Final = 1000
"""The most answers that are remembered for commands that come twice and have no event."""


class Links:
    """The links by their names, and an outbox: messages wait in it until the driver takes them.

    *explain* makes the sentence on an error that people read.
    """

    def __init__(self, explain: Callable[[BaseException], str]) -> None:
        self.explain = explain
        self._links: dict[str, LinkedPerson] = {}
        self._outbox: list[tuple[str, RoomMessage]] = []
        self._withheld: list[tuple[str, RoomMessage]] | None = None

    def add(self, name: str, link: LinkedPerson) -> None:
        """Adds a new *link*."""
        self._links[name] = link

    def rename(self, person: str, called: str) -> None:
        """Gives *person* the name *called* at all his links."""
        for name, link in self._links.items():
            if link.person == person:
                self._links[name] = replace(link, name=called)

    def note_zone(self, name: str, zone: str) -> None:
        """Notes that the person at a link is in *zone*, as ``base.dates.read_zone`` names it."""
        if (link := self._links.get(name)) is not None:
            self._links[name] = replace(link, zone=zone)

    def zone_of(self, name: str) -> str:
        """The zone of the person at a link; ``""``: it is not known."""
        link = self._links.get(name)
        return "" if link is None else link.zone

    def remove(self, name: str) -> None:
        """Forgets a link; the messages that wait for it are never sent."""
        self._links.pop(name, None)

    def get(self, name: str) -> LinkedPerson | None:
        """The link of that name, ``None`` if it is gone."""
        return self._links.get(name)

    def take_outbox(self) -> list[tuple[str, RoomMessage]]:
        """Returns the messages to be sent since the last call, in order, each with its link; also
        those that were withheld."""
        withheld, self._withheld = self._withheld or [], None
        return [*self._present(withheld), *self.take_drawn()]

    def withhold(self) -> None:
        """Withholds all messages so far until the next ``take_outbox``."""
        self._withheld, self._outbox = [*(self._withheld or ()), *self._outbox], []

    @property
    def are_withheld(self) -> bool:
        """Whether messages are withheld."""
        return self._withheld is not None

    def take_drawn(self) -> list[tuple[str, RoomMessage]]:
        """Returns the messages to be sent since ``withhold`` or the last call."""
        outbox, self._outbox = self._outbox, []
        return self._present(outbox)

    def _present(self, messages: list[tuple[str, RoomMessage]]) -> list[tuple[str, RoomMessage]]:
        return [(name, message) for name, message in messages if name in self._links]

    def send(self, name: str, *messages: RoomMessage) -> None:
        """Sends *messages* to a link."""
        self._outbox.extend((name, message) for message in messages)

    def answer(
        self, name: str, id: str, answers: Iterable[RoomMessage], *, goes_on: bool = False
    ) -> None:
        """Sends *answers* to the command *id* of a link; it *goes_on* if more will come."""
        self.send(name, *answering(id, answers, goes_on=goes_on))

    def refuse(self, name: str, message: Mapping[str, Any], error: BaseException) -> None:
        """Sends the reason why a *message*, or something that followed from it, has failed."""
        id = message.get("id") if isinstance(message, Mapping) else None
        known = id if isinstance(id, str) and len(id) <= LONGEST_ID else ""
        refused: RefusedMessage = {"refused": known, "why": self.explain(error)}
        self.answer(name, known, [refused])


class RememberedAnswers:
    """The last answers to commands that have no event, in case one of these comes again."""

    def __init__(self) -> None:
        self._answers: dict[tuple[str, str, str], list[RoomMessage]] = {}

    def get(self, person: str, command: Deed) -> list[RoomMessage] | None:
        """The answers to a *command* of *person*; ``None`` if they are not remembered."""
        return self._answers.get((person, command.room, command.id))

    def keep(self, person: str, command: Deed, answers: list[RoomMessage]) -> None:
        """Remembers *answers*; the oldest ones are dropped."""
        self._answers[person, command.room, command.id] = answers
        if len(self._answers) > MOST_REMEMBERED:
            del self._answers[next(iter(self._answers))]

    def clear(self) -> None:
        """Forgets all answers."""
        self._answers.clear()


def why(error: BaseException) -> str:
    """Returns the sentence on *error*, on one line."""
    return one_line(str(error), LONGEST_WHY) if isinstance(error, GipfMetaError) else failure(error)
