"""Who watches which room, and what each of them is told."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from contextlib import AbstractContextManager, nullcontext

from gipf_meta.base.stops import stops
from gipf_meta.base.texts import spoken
from gipf_meta.rooms.events import Event
from gipf_meta.rooms.links import Links
from gipf_meta.rooms.open_rooms import OpenRoom, OpenRooms
from gipf_meta.rooms.pictures import Telling, Watcher
from gipf_meta.rooms.presence import Presence


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

        Who may not watch it any more hears nothing.
        """
        self._make_current(entry)
        telling = self._telling(entry, events)
        for link, watcher in list(entry.watchers.items()):
            asker = self._links.get(link)
            if asker is None or not entry.state.may_watch(asker.person):
                self.leave(entry, link)
            elif person is None or asker.person == person:
                self._tell(link, watcher, telling)

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
                self._links.send(link, *telling.messages(watcher, asker.person, self._rooms.now_ms))
            except stops():
                raise
            except BaseException as error:  # a game may fail in any way
                self._links.refuse(link, {}, error)

    # ---- who watches ----------------------------------------------------------------------------

    def join(self, entry: OpenRoom, link: str, watcher: Watcher, missed: Iterable[Event]) -> None:
        """Shows a room to *watcher* from now on, who has *missed* some events."""
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

    def take_presence(self) -> dict[str, frozenset[str]]:
        """Who watches here now, for each room where that has changed since the last call.

        It is for the other processes.
        """
        return self._presence.take_changes()

    def note_elsewhere(self, process: str, room_id: str, people: Collection[str]) -> None:
        """Notes which *people* watch a room by another *process*."""
        self._presence.note_elsewhere(process, room_id, people, self._rooms.now_ms)
        self._show_here(room_id)

    def forget_process(self, process: str) -> None:
        """Notes that nobody watches by another *process* any more."""
        for room_id in self._presence.forget_process(process, self._rooms.now_ms):
            self._show_here(room_id)
