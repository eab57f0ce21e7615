"""The rooms that are open in this process, and their watchers; the least used ones are closed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from typing import Final

from gipf_meta.deeds.thoughts import BotThought
from gipf_meta.hub.scenes import Watcher
from gipf_meta.rooms.deadlines import take_over_ms
from gipf_meta.rooms.ledger import LedgerEntry
from gipf_meta.rooms.notices import NOTHING, Known
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.state import RoomState

MOST_IDLE: Final = 100
"""The most rooms without watchers that stay in memory."""
MOST_OWED: Final = 1_000
"""The most spans of time that may be owed in a room; of more, the longer half stays."""


@dataclass
class OpenRoom:
    """An open *room*, its watchers by their links, and the thought of the bot on turn.

    *last* is the number of the last event that is known to be in the ledger. *done* are the
    commands that have events: sender and id, with the number of their last event. *letters* is the
    number of characters of its events in the ledger.

    *asks_bots*: the bot on turn is asked here, and not by another process. *due_at_ms* is the time
    of the next deadline, as it was noted when the room was used last; *used_ms* is that of its last
    use. *owed* are spans (from, to), apart from each other, in which this process was held up.
    *known* is what notices tell of the room as the ledger has it.
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
    known: Known = NOTHING

    @property
    def state(self) -> RoomState:
        """The state of the room."""
        return self.room.state

    def is_due(self, at_ms: int) -> bool:
        """Whether the next deadline that was noted is at *at_ms* or before."""
        return self.due_at_ms is not None and self.due_at_ms <= at_ms

    def owe(self, from_ms: int, to_ms: int) -> None:
        """Notes that the span from *from_ms* to *to_ms*, the latest of all, is charged to nobody.

        A span stays until the room has gone on after it: an append may still fail.
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
        """Lets time pass until *at_ms*, without the spans in ``owed``."""
        for from_ms, to_ms in self.owed:
            if to_ms > self.state.happened_ms:
                self.room.stop(from_ms, to_ms)
        self.room.pass_time(at_ms)

    def note_kept(self, entries: Sequence[LedgerEntry], known: Known) -> None:
        """Notes that the ledger has *entries*, the last ones of the room, of which that is *known*
        now."""
        self.done.update({(each.sender, each.id): each.event.number for each in entries if each.id})
        self.last, self.known = self.state.number, known
        self.letters += sum(each.letters for each in entries)

    def may_hear(self, person: str, id: str) -> bool:
        """Whether *person* may watch the room, or sent the command *id* when he might."""
        return self.state.may_watch(person) or (person, id) in self.done

    def drop_thought(self) -> None:
        """Cancels the thought of the bot, if there is one."""
        if self.thought is not None:
            self.thought.cancel()
            self.thought = None


class OpenRooms:
    """The rooms in memory, the one that was used last at the end. They are only held here:
    ``KeptRooms`` finds them, and writes their events.

    A room that *pauses_alone* stops its clock where nobody watches it; if none does, other
    processes may serve the same rooms. *now_ms* is the latest time that the rooms were given. Rooms
    without watchers are closed when they are more than *most_idle*, or were not used for *idle_ms*
    (``None``: however long that is); *note_closed* is called with the id of each.
    *is_thought_about* tells in which of them an inquiry runs.
    """

    def __init__(
        self,
        note_closed: Callable[[str], object],
        most_idle: int = MOST_IDLE,
        idle_ms: int | None = None,
        pauses_alone: bool = True,
    ) -> None:
        self.pauses_alone = pauses_alone
        self._note_closed, self._most_idle, self._idle_ms = note_closed, most_idle, idle_ms
        self.is_thought_about: Callable[[str], bool] = lambda room_id: False
        self.now_ms = 0
        self._open: dict[str, OpenRoom] = {}
        #: the watched rooms that could not be read after other processes had appended
        self._unread: dict[str, OpenRoom] = {}
        self._used: dict[str, dict[str, None]] = {}

    def __len__(self) -> int:
        return len(self._open)

    def __iter__(self) -> Iterator[OpenRoom]:
        return iter(list(self._open.values()))

    def __contains__(self, room_id: str) -> bool:
        return room_id in self._open

    def get(self, room_id: str) -> OpenRoom | None:
        """The room of that id, if it is open; this counts as a use of it."""
        if room_id in self._open:
            self.note_use(room_id)
        return self._open.get(room_id)

    def look(self, room_id: str) -> OpenRoom | None:
        """The room of that id, if it is open, which is no use of it."""
        return self._open.get(room_id)

    def get_room(self, room_id: str) -> Room | None:
        """The room of that id, if it is open, to look at only, which is no use of it."""
        entry = self._open.get(room_id)
        return None if entry is None else entry.room

    def last_known(self, room_id: str) -> int | None:
        """The number of the last event that is known of a room, ``None`` if it is not open; this
        is no use of it."""
        entry = self._open.get(room_id)
        return None if entry is None else entry.last

    def note_use(self, room_id: str) -> None:
        """Notes that a room may have changed."""
        for used in self._used.values():
            used[room_id] = None

    def take_used(self, asker: str) -> list[OpenRoom]:
        """The open rooms that may have changed since the last call of that *asker*."""
        used = [*self._used.get(asker, self._open)]
        self._used[asker] = {}
        return [self._open[room_id] for room_id in used if room_id in self._open]

    def is_alive(self, entry: OpenRoom) -> bool:
        """Whether time passes in a room, and its bots are asked: somebody watches, or its clocks
        wait for nobody."""
        return bool(entry.watchers or (not self.pauses_alone and entry.state.seats.holders))

    def asks_bots(self, entry: OpenRoom) -> bool:
        """Whether this process asks the bot on turn in a room."""
        # in a match of bots alone, each process that shows it asks them
        is_here = entry.asks_bots or not entry.state.seats.holders
        return is_here and self.is_alive(entry)

    def take_over(self, room_id: str, at_ms: int) -> None:
        """Lets this process ask the bot on turn if another one has not done so in time."""
        entry = self.get(room_id)
        if entry is not None and (due_ms := take_over_ms(entry.state)) is not None:
            entry.asks_bots = entry.asks_bots or at_ms >= due_ms

    # ---- holding --------------------------------------------------------------------------------

    def hold(self, room: Room) -> OpenRoom:
        """Adds *room* to the open rooms, and closes rooms that were not used for long."""
        id = room.state.id
        entry = self._open[id] = OpenRoom(room, last=room.state.number, used_ms=self.now_ms)
        self.note_use(id)
        self.close_idle(but=id)
        return entry

    def note_asked(self, entry: OpenRoom) -> None:
        """Notes the use of a room by a person: it is closed last."""
        id = entry.state.id
        self._open.pop(id, None)
        self._open[id] = entry
        self.note_use(id)
        entry.used_ms = self.now_ms

    def put_off(self, entry: OpenRoom) -> None:
        """Removes a room until it was read again; its watchers wait for that."""
        entry.drop_thought()
        self._open.pop(entry.state.id, None)
        if entry.watchers:
            self._unread[entry.state.id] = entry

    def note_read(self, room_id: str) -> None:
        """Notes that a room was read again."""
        self._unread.pop(room_id, None)

    @property
    def unread(self) -> dict[str, OpenRoom]:
        """The rooms that wait to be read again, in their old states, by their ids."""
        return {**self._unread}

    # ---- closing --------------------------------------------------------------------------------

    def close(self, room_id: str) -> None:
        """Closes the room: it is no longer in memory."""
        self._unread.pop(room_id, None)
        entry = self._open.pop(room_id, None)
        if entry is not None:
            entry.drop_thought()
            self._note_closed(room_id)
            for used in self._used.values():
                used.pop(room_id, None)

    def note_left(self, entry: OpenRoom, at_ms: int) -> None:
        """Notes that nobody has watched a room since *at_ms*. Where rooms are closed after
        ``idle_ms``, one that is over is closed at once."""
        entry.used_ms = at_ms
        is_asked = self.is_thought_about(entry.state.id)
        if self._idle_ms is not None and entry.state.is_ended and not is_asked:
            self.close(entry.state.id)

    def _is_left(self, entry: OpenRoom) -> bool:
        """Whether a room was not used for so long that it is closed.

        Never if a deadline is ahead in it, or an inquiry runs.
        """
        if self._idle_ms is None or self.now_ms - entry.used_ms <= self._idle_ms:
            return False
        is_needed = self.is_thought_about(entry.state.id)
        return not is_needed and not entry.is_due(self.now_ms + self._idle_ms)

    def let_go(self, at_ms: int) -> None:
        """Closes, at *at_ms*, the rooms that nobody needs."""
        self.now_ms = at_ms
        self.close_idle()

    def close_idle(self, but: str = "") -> None:
        """Closes rooms without watchers: those not used for long and, if too many are left, the
        least used ones; never the room *but*."""
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
