"""Who watches which room, by which link, and what each of them is told."""

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


class Audience:
    """Those who watch *rooms* by their *links*, here and by other processes.

    *note_left* hears of a link and of the room that it watches no longer. *drawing* is entered
    while somebody's picture is drawn.
    """

    def __init__(
        self, rooms: OpenRooms, links: Links, note_left: Callable[[str, str], object]
    ) -> None:
        self._rooms, self._links, self._note_left = rooms, links, note_left
        self._presence = Presence()
        self.drawing: Callable[[], AbstractContextManager[object]] = nullcontext

    # ---- telling --------------------------------------------------------------------------------

    def tell_all(
        self, entry: OpenRoom, events: Iterable[Event] = (), person: str | None = None
    ) -> None:
        """Sends what has happened to who watches a room, or to *person* alone.

        Who may not watch it any more hears that alone, unless he has left by himself.
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
        """Sends nothing more to those who may not watch a room any more, and tells those of them
        who have not *left* it by themselves."""
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
        """Shows *person* what changes for nobody else, and is no event; *notice* tells of it."""
        entry.state.notice = notice
        self.tell_all(entry, (), person)
        entry.state.notice = ""

    def _telling(self, entry: OpenRoom, events: Iterable[Event] = ()) -> Telling:
        """Tells who watches a room of *events*."""
        return Telling(entry.state, events, self._presence.people(entry.state.id))

    def _make_current(self, entry: OpenRoom) -> None:
        """Lets time pass in a room until now, unless something would happen by itself."""
        now_ms = self._rooms.now_ms
        if entry.state.gives_back and entry.watchers:
            wait_ms = entry.room.due_ms()
            if wait_ms is None or entry.state.at_ms + wait_ms > now_ms:
                entry.room.pass_time(now_ms)

    def _tell(self, link: str, watcher: Watcher, telling: Telling) -> None:
        """Sends what has happened, in the form that the watcher wants."""
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
                    self.leave(entry, link)  # whatever comes does not fit what it knows

    # ---- who watches ----------------------------------------------------------------------------

    def join(self, entry: OpenRoom, link: str, watcher: Watcher, missed: Sequence[Event]) -> None:
        """Shows a room to *watcher* from now on, who has *missed* some events. Raises ``TooNew``
        if his program cannot read them."""
        asker = self._links.get(link)
        if asker is not None:
            require_readable(missed, asker.revision)
        entry.watchers[link] = watcher
        self._note_here(entry)
        self._tell(link, watcher, self._telling(entry, missed))

    def leave(self, entry: OpenRoom, link: str) -> bool:
        """Sends nothing more of a room to *link*; whether it has watched."""
        self._note_left(link, entry.state.id)
        if entry.watchers.pop(link, None) is None:
            return False
        self._note_here(entry)
        return True

    def begin_anew(self, entry: OpenRoom) -> list[str]:
        """Shows a room anew, as if nobody had seen anything of it. The answer has the links for
        which that cannot be done, as they want events."""
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
        """Since when *person* does not watch a room; ``None``: he does, or nobody knows."""
        return self._presence.gone_since_ms(room_id, person)

    def _note_here(self, entry: OpenRoom) -> None:
        """Notes who watches a room now, and shows those who do so which players are there."""
        askers = map(self._links.get, entry.watchers)
        people = {each.person for each in askers if each}
        if self._presence.note(entry.state.id, people, self._rooms.now_ms):
            self._show_here(entry.state.id)

    def _show_here(self, room_id: str) -> None:
        """Shows who watches a room which players are there, unless he knows."""
        entry = self._rooms.get(room_id)
        if entry is not None:
            people, telling = self._presence.people(room_id), self._telling(entry)
            for link, watcher in list(entry.watchers.items()):
                if not watcher.shows(entry.state, people):
                    self._tell(link, watcher, telling)

    # ---- several processes ----------------------------------------------------------------------

    def presence_told(self) -> AbstractContextManager[dict[str, frozenset[str]]]:
        """Who watches here now, for each room where that has changed, while the block tells it to
        the other processes; if that fails, it is still to be told."""
        return self._presence.changes_told()

    def people(self, room_id: str) -> frozenset[str]:
        """Everybody who watches a room, here or by another process."""
        return self._presence.people(room_id)

    def note_elsewhere(self, process: str, room_id: str, people: Collection[str]) -> None:
        """Notes which *people* watch a room by another *process*."""
        self._presence.note_elsewhere(process, room_id, people, self._rooms.now_ms)
        self._show_here(room_id)

    def forget_process(self, process: str) -> None:
        """Notes that nobody watches by another *process* any more."""
        for room_id in self._presence.forget_process(process, self._rooms.now_ms):
            self._show_here(room_id)


MOST_GONE: Final = 10_000
"""How many people are remembered who have gone, over all rooms."""

_Noted = TypeVar("_Noted")


class Presence:
    """The people who watch rooms: *here*, and elsewhere, as other processes say.

    Times are those of whoever notes something, in milliseconds.
    """

    def __init__(self) -> None:
        self._gone: dict[tuple[str, str], int] = {}
        self._since_ms: int | None = None
        self._here: dict[str, frozenset[str]] = {}
        self._elsewhere: dict[str, dict[str, frozenset[str]]] = {}
        self._changed = Noted[str]()

    def people(self, room: str) -> frozenset[str]:
        """Everybody who watches *room*."""
        elsewhere = (rooms.get(room, frozenset()) for rooms in self._elsewhere.values())
        return self._here.get(room, frozenset()).union(*elsewhere)

    def gone_since_ms(self, room: str, person: str) -> int | None:
        """Since when *person* does not watch *room*, at least; ``None``: he does, or nobody knows.

        Who was not there since this began, or is not remembered any more, is gone since then at
        least.
        """
        if person in self.people(room):
            return None
        return self._gone.get((room, person), self._since_ms)

    def note(self, room: str, people: Collection[str], at_ms: int) -> bool:
        """Notes who watches *room* here at *at_ms*; whether that has changed."""
        return self._noting(room, at_ms, lambda: self._note_here(room, people))

    def _note_here(self, room: str, people: Collection[str]) -> bool:
        before, now = self._here.get(room, frozenset()), frozenset(people)
        if now == before:
            return False
        self._changed.note(room)
        _put(self._here, room, now)
        return True

    def note_elsewhere(self, process: str, room: str, people: Collection[str], at_ms: int) -> None:
        """Notes who watches *room* by another *process* at *at_ms*."""
        self._noting(room, at_ms, lambda: self._note_elsewhere(process, room, people))

    def _note_elsewhere(self, process: str, room: str, people: Collection[str]) -> None:
        rooms = self._elsewhere.setdefault(process, {})
        _put(rooms, room, frozenset(people))
        if not rooms:
            del self._elsewhere[process]

    def forget_process(self, process: str, at_ms: int) -> list[str]:
        """Forgets who watches by a *process* that is gone; the rooms of which it told."""
        rooms = list(self._elsewhere.get(process, {}))
        for room in rooms:
            self.note_elsewhere(process, room, (), at_ms)
        return rooms

    def _noting(self, room: str, at_ms: int, note: Callable[[], _Noted]) -> _Noted:
        """What *note* returns, which changes who watches *room*; notes who has gone by that."""
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
    def changes_told(self) -> Iterator[dict[str, frozenset[str]]]:
        """Who watches here now, for each room where that has changed since it was told."""
        with self._changed.dealt_with() as changed:
            yield {room: self._here.get(room, frozenset()) for room in changed}


def _put(rooms: dict[str, frozenset[str]], room: str, people: frozenset[str]) -> None:
    if people:
        rooms[room] = people
    else:
        rooms.pop(room, None)


LONGEST_WHY: Final = 1000
"""The most letters of the sentence on why a command is refused."""

MOST_REMEMBERED: Final = 1000
"""How many answers are kept that are in no ledger, for commands that come twice."""


class Links:
    """The links by their names. What is sent waits until it is taken.

    *explain* makes the sentence on an error that is told to people.
    """

    def __init__(self, explain: Callable[[BaseException], str]) -> None:
        self.explain = explain
        self._links: dict[str, LinkedPerson] = {}
        self._outbox: list[tuple[str, RoomMessage]] = []

    def add(self, name: str, link: LinkedPerson) -> None:
        """Notes a new *link*."""
        self._links[name] = link

    def rename(self, person: str, called: str) -> None:
        """Lets *person* be *called* so at every link of his."""
        for name, link in self._links.items():
            if link.person == person:
                self._links[name] = replace(link, name=called)

    def remove(self, name: str) -> None:
        """Forgets a link; what waits for it is never sent."""
        self._links.pop(name, None)

    def get(self, name: str) -> LinkedPerson | None:
        """The link of that name, ``None`` if it is gone."""
        return self._links.get(name)

    def take_outbox(self) -> list[tuple[str, RoomMessage]]:
        """The messages to be sent since the last call, in order, each with its link."""
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
        """Says why a *message*, or what followed from one, has failed."""
        id = message.get("id") if isinstance(message, Mapping) else None
        known = id if isinstance(id, str) and len(id) <= LONGEST_ID else ""
        refused: RefusedMessage = {"refused": known, "why": self.explain(error)}
        self.answer(name, known, [refused])


class RememberedAnswers:
    """The last answers that are in no ledger, for commands that come again."""

    def __init__(self) -> None:
        self._answers: dict[tuple[str, str, str], list[RoomMessage]] = {}

    def get(self, person: str, command: Deed) -> list[RoomMessage] | None:
        """The answers to a *command* of *person*; ``None`` if they are not remembered."""
        return self._answers.get((person, command.room, command.id))

    def keep(self, person: str, command: Deed, answers: list[RoomMessage]) -> None:
        """Keeps *answers*; the oldest ones make room."""
        self._answers[person, command.room, command.id] = answers
        if len(self._answers) > MOST_REMEMBERED:
            del self._answers[next(iter(self._answers))]

    def clear(self) -> None:
        """Forgets all answers."""
        self._answers.clear()


def why(error: BaseException) -> str:
    """The sentence on *error*, on one line."""
    return one_line(str(error), LONGEST_WHY) if isinstance(error, GipfMetaError) else failure(error)
