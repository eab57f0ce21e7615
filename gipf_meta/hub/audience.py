"""The watchers of each room: their links, and the messages that each of them gets."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from typing import Any, Final, TypeVar

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.pending import Noted
from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import spoken
from gipf_meta.deeds.deed import LONGEST_ID, Deed
from gipf_meta.deeds.messages import LinkedPerson, RefusedMessage, RoomMessage, answering
from gipf_meta.deeds.table_elements import no_longer_words, shut_out_words
from gipf_meta.hub.open_rooms import OpenRoom, OpenRooms
from gipf_meta.hub.scenes import Telling, Watcher
from gipf_meta.protocol.failures import failure
from gipf_meta.protocol.gate import Gate
from gipf_meta.rooms.events import Event, Left
from gipf_meta.rooms.revisions import TooNew, require_readable

OWNER: Final = "owner"
"""The id of the one person where a program serves its own machine alone; he holds every seat that
no bot has."""


class Audience:
    """The watchers of *rooms* by their *links*, and those at other processes.

    *note_left* is called with a link and the room that it no longer watches. *drawing* is the
    context in which a scene is drawn.
    """

    def __init__(
        self, rooms: OpenRooms, links: Links, note_left: Callable[[str, str], object]
    ) -> None:
        self._rooms, self._links, self._note_left = rooms, links, note_left
        self._presence = Presence()
        self.drawing: Callable[[], AbstractContextManager[object]] = nullcontext

    # ---- broadcasts -----------------------------------------------------------------------------

    def tell_all(
        self, entry: OpenRoom, events: Iterable[Event] = (), person: str | None = None
    ) -> None:
        """Broadcasts *events* to all watchers of a room, or sends them to *person* alone.

        A watcher who may no longer watch gets a notice of that and nothing else, or nothing if he
        left by himself.
        """
        self._make_current(entry)
        events = [*events]
        self._shut_out(entry, {event.person for event in events if isinstance(event, Left)})
        telling = self._telling(entry, events)
        for link, watcher in list(entry.watchers.items()):
            asker = self._links.get(link)
            if asker is not None and person in (None, asker.person):
                self._tell(link, watcher, telling)

    def _shut_out(self, entry: OpenRoom, left: Collection[str]) -> None:
        """Removes the watchers who may no longer watch a room, with a notice to those who have not
        *left* by themselves."""
        for link in list(entry.watchers):
            asker = self._links.get(link)
            if asker is not None and entry.state.may_watch(asker.person):
                continue
            self.leave(entry, link)
            if asker is not None and asker.person not in left:
                with spoken(asker.language):
                    words = shut_out_words(entry.state, asker.person) or no_longer_words()
                    self._links.send(link, {"notice": words})

    def tell_alone(self, entry: OpenRoom, person: str, notice: str = "") -> None:
        """Sends *person* a change that concerns nobody else and is no event, with a *notice* of
        it."""
        entry.state.notice = notice
        self.tell_all(entry, (), person)
        entry.state.notice = ""

    def _telling(self, entry: OpenRoom, events: Iterable[Event] = ()) -> Telling:
        """Returns the broadcast of *events* to the watchers of a room."""
        return Telling(entry.state, events, self._presence.people(entry.state.id))

    def _make_current(self, entry: OpenRoom) -> None:
        """Lets time pass in a room until now, unless a deadline would pass."""
        now_ms = self._rooms.now_ms
        if entry.state.gives_back and entry.watchers:
            wait_ms = entry.room.wait_ms()
            if wait_ms is None or entry.state.at_ms + wait_ms > now_ms:
                entry.room.pass_time(now_ms)

    def _tell(self, link: str, watcher: Watcher, telling: Telling) -> None:
        """Sends a broadcast to one watcher, in the form that he wants."""
        asker = self._links.get(link)
        if asker is None:
            return
        with self.drawing(), spoken(asker.language):
            try:
                with Gate(telling.room.table.match.top.game):
                    messages = telling.messages(watcher, asker, self._rooms.now_ms)
                    self._links.send(link, *messages)
            except GipfMetaError as error:
                self._links.refuse(link, {}, error)
                entry = self._rooms.get(telling.room.id)
                if isinstance(error, TooNew) and entry is not None:
                    self.leave(entry, link)  # later events would not fit those that it knows

    # ---- watchers -------------------------------------------------------------------------------

    def join(self, entry: OpenRoom, link: str, watcher: Watcher, missed: Sequence[Event]) -> None:
        """Lets *watcher* watch a room from now on, who has *missed* some events. Raises ``TooNew``
        if his program cannot read them."""
        asker = self._links.get(link)
        if asker is not None:
            require_readable(missed, asker.revision)
        entry.watchers[link] = watcher
        self._note_here(entry)
        self._tell(link, watcher, self._telling(entry, missed))

    def leave(self, entry: OpenRoom, link: str) -> bool:
        """Ends the watching of a room by *link*; returns whether it watched."""
        self._note_left(link, entry.state.id)
        if entry.watchers.pop(link, None) is None:
            return False
        self._note_here(entry)
        return True

    def begin_anew(self, entry: OpenRoom) -> list[str]:
        """Sends a room again, as if nobody had seen anything of it. Returns the links for which
        that is impossible, since they watch events."""
        cut = list[str]()
        for link, watcher in [*entry.watchers.items()]:
            if watcher.want == "events":
                cut.append(link)
            else:
                entry.watchers[link] = Watcher(watcher.want)
        self.tell_all(entry)
        return cut

    def close(self, room_id: str) -> None:
        """Notes that nobody watches a room here any more."""
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
        if entry is not None:
            people, telling = self._presence.people(room_id), self._telling(entry)
            for link, watcher in list(entry.watchers.items()):
                if not watcher.shows(entry.state, people):
                    self._tell(link, watcher, telling)

    # ---- several processes ----------------------------------------------------------------------

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

    def add(self, name: str, link: LinkedPerson) -> None:
        """Adds a new *link*."""
        self._links[name] = link

    def rename(self, person: str, called: str) -> None:
        """Gives *person* the name *called* at all his links."""
        for name, link in self._links.items():
            if link.person == person:
                self._links[name] = replace(link, name=called)

    def remove(self, name: str) -> None:
        """Forgets a link; the messages that wait for it are never sent."""
        self._links.pop(name, None)

    def get(self, name: str) -> LinkedPerson | None:
        """The link of that name, ``None`` if it is gone."""
        return self._links.get(name)

    def take_outbox(self) -> list[tuple[str, RoomMessage]]:
        """Returns the messages to be sent since the last call, in order, each with its link."""
        outbox, self._outbox = self._outbox, []
        return [(name, message) for name, message in outbox if name in self._links]

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
