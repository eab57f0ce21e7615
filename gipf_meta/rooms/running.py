"""The open rooms of a hub: time passes in them, and what happens is kept, told and read on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.stops import stops
from gipf_meta.base.texts import spoken
from gipf_meta.rooms.events import Event
from gipf_meta.rooms.ledger import Conflict, LedgerError
from gipf_meta.rooms.links import Links
from gipf_meta.rooms.open_rooms import TRIES, OpenRoom, OpenRooms, no_such_room
from gipf_meta.rooms.pictures import Telling, Watcher
from gipf_meta.rooms.presence import Presence
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.seats import Refused


class RunningRooms:
    """The open *rooms*, which people watch by their *links*.

    Several processes may serve the rooms of one ledger. Each tells the others of what it has
    appended (``hear_news``), and each looks after the rooms that are due (``sweep``).

    *now_ms* is the last moment that the rooms have heard of. *ahead* rebuilds rooms elsewhere.
    """

    def __init__(self, rooms: OpenRooms, links: Links) -> None:
        self.now_ms = 0
        self._rooms, self.ahead = rooms, rooms.ahead
        self._links = links
        self._presence = Presence()
        self._owed: dict[str, list[tuple[int, int]]] = {}

    # ---- what happens ---------------------------------------------------------------------------

    def _keep(
        self, entry: OpenRoom, events: Sequence[Event], sender: str = "", id: str = ""
    ) -> None:
        """Appends to the ledger what has happened in a room, and tells who watches it.

        Raises ``Conflict``; and ``LedgerError``, then the room is rebuilt.
        """
        if not events:
            return
        try:
            self._rooms.append(entry, events, sender, id)
        except Exception as error:
            if not isinstance(error, Conflict):
                self._reload(entry)
            raise
        self._tell_all(entry, events)
        self._keep(entry, entry.room.notice_failures())

    def _try(self, entry: OpenRoom, act: Callable[[], list[Event]]) -> None:
        """Keeps what *act* says. Where somebody else was first, the room is rebuilt instead."""
        try:
            self._keep(entry, act())
        except Conflict:
            self._reload(entry)
        except LedgerError:
            pass  # the room is as the ledger has it

    def _reload(self, entry: OpenRoom) -> OpenRoom:
        """The room as the ledger has it; who watches it hears what others have appended.

        Raises ``LedgerError``; then the room is not open any more.
        """
        return self._tell_missed(*self._rooms.reload(entry))

    def _read_on(self, entry: OpenRoom) -> OpenRoom:
        """The room with what others have appended, which is told to who watches it.

        Raises ``LedgerError``; then the room is not open any more.
        """
        return self._tell_missed(*self._rooms.read_on(entry))

    def _tell_missed(self, entry: OpenRoom, missed: Sequence[Event]) -> OpenRoom:
        """Tells who watches a room what he has *missed*."""
        if missed:
            self._tell_all(entry, missed)
        return entry

    def _follow_up(self, room_id: str, at_ms: int) -> None:
        """Plays what was said beforehand for the turns that are due now."""
        while (entry := self._rooms.get(room_id)) is not None and entry.room.has_premove:
            room, player = entry.room, entry.room.table.player
            self._try(entry, lambda room=room: room.play_premove(at_ms))  # type: ignore[misc]
            if player in room.impossible_premoves:
                self._tell_alone(entry, room.seats.holders.get(player, ""))

    # ---- who watches ----------------------------------------------------------------------------

    def _telling(self, room: Room, events: Iterable[Event] = ()) -> Telling:
        """Tells who watches *room* of *events*."""
        return Telling(room, events, self._presence.people(room.id))

    def _tell(self, link: str, watcher: Watcher, telling: Telling) -> None:
        """Sends what has happened, in the form that the watcher wants."""
        asker = self._links.get(link)
        if asker is None:
            return
        if watcher.want == "events":
            self._links.send(link, *telling.events)
            # without an event time has changed the board, or others have come
            room, people = telling.room, telling.people
            if not telling.events or watcher.players is None or not watcher.shows(room, people):
                self._links.send(link, watcher.presence(room, people, self.now_ms))
            return
        with spoken(asker.language):
            try:
                self._links.send(link, telling.picture(watcher, asker.person))
            except stops():
                raise
            except BaseException as error:  # a game may fail in any way
                self._links.refuse(link, {}, error)

    def _tell_all(
        self, entry: OpenRoom, events: Sequence[Event], person: str | None = None
    ) -> None:
        """Sends what has happened to who watches a room, or to *person* alone.

        Who may not watch it any more hears nothing.
        """
        self._make_current(entry)
        telling = self._telling(entry.room, events)
        for link, watcher in list(entry.watchers.items()):
            asker = self._links.get(link)
            if asker is None or not entry.room.may_watch(asker.person):
                self._stop_watching(entry, link)
            elif person is None or asker.person == person:
                self._tell(link, watcher, telling)

    def _make_current(self, entry: OpenRoom) -> None:
        """Lets time pass in a room until now, unless something would happen by itself."""
        room = entry.room
        if room.gives_back and entry.watchers:
            wait_ms = room.due_ms()
            if wait_ms is None or room.at_ms + wait_ms > self.now_ms:
                room.grow_older(self.now_ms)

    def _stop_watching(self, entry: OpenRoom, link: str) -> bool:
        """Sends nothing more of a room to *link*; whether it has watched."""
        if entry.watchers.pop(link, None) is None:
            return False
        self._note_here(entry)
        return True

    def _note_here(self, entry: OpenRoom) -> None:
        """Notes who watches a room now, and shows those who do so which players are there."""
        askers = map(self._links.get, entry.watchers)
        people = {each.person for each in askers if each}
        if self._presence.note(entry.room.id, people, self.now_ms):
            self._show_here(entry.room.id)

    def _show_here(self, room_id: str) -> None:
        """Shows who watches a room which players are there, unless he knows."""
        entry = self._rooms.get(room_id)
        if entry is not None:
            people, telling = self._presence.people(room_id), self._telling(entry.room)
            for link, watcher in list(entry.watchers.items()):
                if not watcher.shows(entry.room, people):
                    self._tell(link, watcher, telling)

    def _find_for(self, room_id: str, person: str, id: str) -> OpenRoom:
        """The room of that id, if *person* may watch it, or sent the command *id* when he might.

        Raises ``Refused`` as if there were no such room, and ``LedgerError``.
        """
        entry = self._rooms.find(room_id)
        if not entry.may_hear(person, id):  # he may have been let in by another process
            entry = self._read_on(entry)
        if not entry.may_hear(person, id):
            raise Refused(no_such_room())
        return entry

    def _tell_alone(self, entry: OpenRoom, person: str, notice: str = "") -> None:
        """Shows *person* what changes for nobody else, and is no event; *notice* tells of it."""
        entry.room.notice = notice
        self._tell_all(entry, (), person)
        entry.room.notice = ""

    # ---- time -----------------------------------------------------------------------------------

    def note_held(self, from_ms: int, to_ms: int) -> None:
        """Notes that something held everybody up here from *from_ms* to *to_ms*.

        In the rooms that people watch here that time is charged to nobody. It goes into the ledger
        of each as soon as something happens there: in all at once it would hold them up again.
        """
        for entry in self._rooms:
            if not self._rooms.pauses_alone and entry.watchers and entry.room.is_running:
                self._owed.setdefault(entry.room.id, []).append((from_ms, to_ms))

    def _leave_out_held(self, room_id: str) -> None:
        """Leaves out of the time of a room what nobody there is to be charged for."""
        for from_ms, to_ms in self._owed.pop(room_id, ()):
            for _attempt in range(TRIES):
                entry = self._rooms.get(room_id)
                if entry is None:
                    return
                try:
                    self._keep(entry, entry.room.stop(from_ms, to_ms))
                except Conflict:  # another process was first
                    self._reload(entry)
                except LedgerError:
                    break  # the room is as the ledger has it
                else:
                    break

    def pass_time(self, at_ms: int) -> None:
        """Lets time pass in all rooms that are watched or whose clocks do not wait for that."""
        self.now_ms = at_ms
        self._note_due()
        for entry in self._rooms:
            if not self._rooms.is_alive(entry):
                continue
            if entry.is_due(at_ms):
                self._pass_time_in(entry, at_ms)
            elif self._rooms.pauses_alone:  # many rooms grow older when somebody looks at them
                self._try(entry, lambda entry=entry: entry.room.pass_time(at_ms))  # type: ignore[misc]

    def _pass_time_in(self, entry: OpenRoom, at_ms: int) -> None:
        """Lets time pass in a room; what follows is kept and told."""
        if entry.room.id in self._owed:
            self._leave_out_held(entry.room.id)
            entry = self._rooms.find(entry.room.id)
        table, number = entry.room.table, entry.room.number
        acted = table.times_acted
        self._try(entry, lambda: entry.room.pass_time(at_ms))
        self._follow_up(entry.room.id, at_ms)
        if table.times_acted > acted and entry.room.number == number:
            self._tell_all(entry, ())
        self._rooms.take_over(entry.room.id, at_ms)

    def due_ms(self, at_ms: int) -> int | None:
        """In how many ms ``pass_time`` must be called; ``None``: nothing is going to happen."""
        self._note_due()
        due = [
            entry.due_at_ms
            for entry in self._rooms
            if entry.due_at_ms is not None and self._rooms.is_alive(entry)
        ]
        return max(0, min(due) - at_ms) if due else None

    def _note_due(self) -> None:
        """Notes when something is due in the rooms that were used since this was asked last."""
        for entry in self._rooms.take_used("due"):
            room, wait_ms = entry.room, entry.room.due_ms()
            due = [] if wait_ms is None else [room.at_ms + wait_ms]
            if not entry.asks_bots and (take_over_ms := room.take_over_ms) is not None:
                due.append(take_over_ms)
            entry.due_at_ms = min(due, default=None)

    # ---- several processes ----------------------------------------------------------------------

    def take_presence(self) -> dict[str, frozenset[str]]:
        """Who watches here now, for each room where that has changed since the last call.

        It is for the other processes.
        """
        return self._presence.take_changes()

    def note_elsewhere(self, process: str, room_id: str, people: Collection[str]) -> None:
        """Notes which *people* watch a room by another *process*."""
        self._presence.note_elsewhere(process, room_id, people, self.now_ms)
        self._show_here(room_id)

    def forget_process(self, process: str) -> None:
        """Notes that nobody watches by another *process* any more."""
        for room_id in self._presence.forget_process(process, self.now_ms):
            self._show_here(room_id)

    def is_news(self, room_id: str, number: int) -> bool:
        """Whether event *number* of a room that is open here is not known here."""
        entry = self._rooms.get(room_id)
        return entry is not None and number > entry.kept

    def hear_news(self, room_id: str, number: int, at_ms: int | None = None) -> None:
        """Reads on in a room to which another process has appended up to event *number*.

        Who watches it is shown how it stands at *at_ms*; ``None``: after that event. A room that
        is not open here is left alone. Raises ``LedgerError``; then the room is not open any more.
        """
        self.now_ms = at_ms or self.now_ms
        entry = self._rooms.get(room_id)
        if entry is None or not self.is_news(room_id, number):
            return
        entry = self._read_on(entry)
        self._follow_up(room_id, entry.room.at_ms)
        if at_ms is not None:
            self._pass_time_in(self._rooms.find(room_id), at_ms)

    def sweep(self, room_ids: Iterable[str], at_ms: int) -> dict[str, str]:
        """Lets time pass in the rooms of those ids, which the ledger says are due; opens them.

        Bots are asked here whom another process should have asked long ago. The answer has the
        rooms that cannot be opened here, each with a sentence on why.
        """
        self.now_ms, failed = at_ms, {}
        for room_id in room_ids:
            try:
                self._pass_time_in(self._rooms.find(room_id), at_ms)
            except GipfMetaError as error:
                failed[room_id] = str(error)
        self._rooms.close_idle()
        return failed
