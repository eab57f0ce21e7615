"""The open rooms of a hub: they hear commands, time passes in them, what happens is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.stops import stops
from gipf_meta.deeds.answers import Said
from gipf_meta.deeds.claims import claimable_ms
from gipf_meta.deeds.deed import Deed
from gipf_meta.deeds.others import shut_out_words
from gipf_meta.deeds.thoughts import BotThought
from gipf_meta.hub.audience import Audience
from gipf_meta.hub.open_rooms import (
    NoSuchRoom,
    OpenRoom,
    OpenRooms,
    no_room_to_see,
    no_such_room,
)
from gipf_meta.rooms.deadlines import deadline_ms, grace_ms, most_given_ms, take_over_ms
from gipf_meta.rooms.events import Event, Stopped
from gipf_meta.rooms.lag import Charge
from gipf_meta.rooms.ledger import Conflict, LedgerError
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.seats import Refused
from gipf_meta.rooms.state import RoomState

AGAIN_MS: Final = 1_000
"""After how many milliseconds a room is read again that could not be read."""


class RunningRooms:
    """The open *rooms*, which an *audience* watches.

    Several processes may serve the rooms of one ledger. Each tells the others of what it has
    appended (``hear_news``), and each looks after the rooms that are due (``sweep``).
    """

    def __init__(self, rooms: OpenRooms, audience: Audience) -> None:
        self._rooms, self._audience = rooms, audience
        self._read_again_ms = 0
        rooms.tell_missed = audience.tell_all

    # ---- what happens ---------------------------------------------------------------------------

    def keep(self, entry: OpenRoom, sender: str = "", id: str = "") -> None:
        """Appends to the ledger what a room has emitted, and tells who watches it.

        Raises ``Conflict``; and ``LedgerError``, then the room is rebuilt.
        """
        try:
            events = self._rooms.append(entry, sender, id)
        except Exception as error:
            if not isinstance(error, Conflict):
                self.reload(entry)
            raise
        if events:
            self._audience.tell_all(entry, events)
            entry.room.emit_failures()
            self.keep(entry)

    def change(self, entry: OpenRoom, act: Callable[[Room], object], sender: str, id: str) -> None:
        """Lets *act* change a room in which time has passed until now, as the command *id* of
        *sender* asks. The time that was left out is kept with what that emits, and told in one go;
        what time did is nobody's, and is kept before.

        Raises what *act* does, when what was left out is kept alone; and as ``keep``.
        """
        entry.pass_time(self._rooms.now_ms)
        if not all(isinstance(each, Stopped) for each in entry.room.emitted):
            self.keep(entry)
        number = entry.state.number
        try:
            act(entry.room)
        except stops():
            raise
        except BaseException:  # a game may fail in any way
            self.keep(entry)
            raise
        # what has no event of its own is done again when it comes again
        self.keep(entry, *((sender, id) if entry.state.number > number else ()))

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

    def reload(self, entry: OpenRoom) -> OpenRoom:
        """The room as the ledger has it; who watches it hears what others have appended.

        Raises ``LedgerError``; then the room is not open any more.
        """
        return self._tell_missed(*self._rooms.reload(entry))

    def read_on(self, entry: OpenRoom) -> OpenRoom:
        """The room with what others have appended, which is told to who watches it.

        Raises ``LedgerError``; then the room is not open any more.
        """
        return self._tell_missed(*self._rooms.read_on(entry))

    def _tell_missed(self, entry: OpenRoom, missed: Sequence[Event]) -> OpenRoom:
        """Tells who watches a room what he has *missed*."""
        if missed:
            self._audience.tell_all(entry, missed)
        return entry

    def follow_up(self, room_id: str, at_ms: int) -> None:
        """Plays what was said beforehand for the turns that are due now."""
        while (entry := self._rooms.get(room_id)) is not None and entry.state.has_premove:
            state, player = entry.state, entry.state.table.player
            pass_time = partial(entry.pass_time, at_ms)
            self.attempt(entry, partial(Room.play_premove, pass_time=pass_time))
            if player in state.impossible_premoves:
                self._audience.tell_alone(entry, state.seats.holders.get(player, ""))

    def take_thoughts(self) -> Iterator[BotThought]:
        """The bots that are to think now, each only once; those cancelled that are not any more."""
        for entry in self._rooms.take_used("thoughts"):
            if entry.thought is not None and not entry.room.waits_for(entry.thought.thinking):
                entry.drop_thought()
            if entry.thought is None and self._rooms.asks_bots(entry):
                thinking = entry.room.thinking()
                if thinking is not None:
                    self._rooms.get(entry.state.id)  # it waits for the bot from now on
                    entry.thought = BotThought(entry.state.id, thinking)
                    yield entry.thought

    def find_for(self, room_id: str, person: str, id: str) -> OpenRoom:
        """The room of that id, if *person* may watch it, or sent the command *id* when he might.

        Raises ``LedgerError``, and ``Refused`` as if there were no such room; only who has held a
        seat in it is told what has become of that.
        """
        try:
            entry = self._rooms.find(room_id)
        except NoSuchRoom as error:
            raise Refused(self._nothing_to_see()) from error
        if not entry.may_hear(person, id):  # he may have been let in by another process
            entry = self.read_on(entry)
        if not entry.may_hear(person, id):
            raise Refused(shut_out_words(entry.state, person) or self._nothing_to_see())
        return entry

    def _nothing_to_see(self) -> str:
        """What is said of a room that is not there for who asks; at a host, what he can do."""
        return no_such_room() if self._rooms.pauses_alone else no_room_to_see()

    # ---- time -----------------------------------------------------------------------------------

    def note_held(self, from_ms: int, to_ms: int) -> None:
        """Notes that something held everybody up here from *from_ms* to *to_ms*.

        In the rooms that people watch here that time is charged to nobody. It goes into the ledger
        of each with what happens there next: in all at once it would hold them up again.
        """
        for entry in self._rooms:
            if not self._rooms.pauses_alone and entry.watchers and entry.state.needs_time:
                entry.owe(from_ms, to_ms)

    def pass_time(self, at_ms: int) -> None:
        """Lets time pass in all rooms that are watched or whose clocks do not wait for that."""
        self._rooms.now_ms = at_ms
        self._read_again(at_ms)
        self._note_due()
        for entry in self._rooms:
            if not self._rooms.is_alive(entry):
                continue
            if entry.is_due(at_ms):
                self._pass_time_in(entry, at_ms)
            elif self._rooms.pauses_alone:  # many rooms grow older when somebody looks at them
                self.grow(entry, at_ms)

    def _read_again(self, at_ms: int) -> None:
        """Reads the rooms that could not be read, for those who watch them."""
        if at_ms < self._read_again_ms:
            return
        for entry in self._rooms.unread:
            self._read_again_ms = at_ms + AGAIN_MS
            with suppress(GipfMetaError):  # the database says so elsewhere
                self._rooms.find(entry.state.id)

    def _pass_time_in(self, entry: OpenRoom, at_ms: int) -> None:
        """Lets time pass in a room; what follows is kept and told."""
        table, number = entry.state.table, entry.state.number
        acted, gone_ms = table.times_acted, claimable_ms(entry.state)
        self.grow(entry, at_ms)
        self.follow_up(entry.state.id, at_ms)
        is_gone = gone_ms is not None and gone_ms <= at_ms
        if (table.times_acted > acted or is_gone) and entry.state.number == number:
            self._audience.tell_all(entry)
        self._rooms.take_over(entry.state.id, at_ms)

    def due_ms(self, at_ms: int) -> int | None:
        """In how many ms ``pass_time`` must be called; ``None``: nothing is going to happen."""
        self._note_due()
        times_ms = [
            entry.due_at_ms
            for entry in self._rooms
            if entry.due_at_ms is not None and self._rooms.is_alive(entry)
        ]
        if self._rooms.unread:
            times_ms.append(self._read_again_ms)
        return max(0, min(times_ms) - at_ms) if times_ms else None

    def _note_due(self) -> None:
        """Notes when something is due in the rooms that were used since this was asked last."""
        for entry in self._rooms.take_used("due"):
            room, wait_ms = entry.room, entry.room.due_ms()
            times_ms = [] if wait_ms is None else [room.state.at_ms + wait_ms]
            gone_ms = claimable_ms(room.state) if entry.watchers else None
            if gone_ms is not None and gone_ms > self._rooms.now_ms:
                times_ms.append(gone_ms)  # who watches is shown then that he can claim the win
            if not entry.asks_bots and (due_ms := take_over_ms(room.state)) is not None:
                times_ms.append(due_ms)
            entry.due_at_ms = min(times_ms, default=None)

    # ---- several processes ----------------------------------------------------------------------

    def is_news(self, room_id: str, number: int) -> bool:
        """Whether event *number* of a room that is open here is not known here."""
        entry = self._rooms.get(room_id)
        return entry is not None and number > entry.last

    def hear_news(self, room_id: str, number: int, at_ms: int | None = None) -> None:
        """Reads on in a room to which another process has appended up to event *number*.

        Who watches it is shown how it stands at *at_ms*; ``None``: after that event. A room that
        is not open here is left alone. Raises ``LedgerError``; then the room is not open any more.
        """
        self._rooms.now_ms = at_ms or self._rooms.now_ms
        entry = self._rooms.get(room_id)
        if entry is None or not self.is_news(room_id, number):
            return
        try:
            entry = self.read_on(entry)
        except LedgerError:
            self._rooms.put_off(entry)
            raise
        self.follow_up(room_id, entry.state.at_ms)
        if at_ms is not None:
            self._pass_time_in(self._rooms.find(room_id), at_ms)

    def sweep(self, room_ids: Iterable[str], at_ms: int) -> dict[str, GipfMetaError]:
        """Lets time pass in the rooms of those ids, which the ledger says are due; opens them.

        Bots are asked here whom another process should have asked long ago. The answer has the
        rooms that cannot be opened here, each with why.
        """
        self._rooms.now_ms = at_ms
        failed: dict[str, GipfMetaError] = {}
        for room_id in room_ids:
            try:
                self._pass_time_in(self._rooms.find(room_id), at_ms)
            except GipfMetaError as error:
                failed[room_id] = error
        self._rooms.close_idle()
        return failed


def carry_out(
    room: Room, command: Deed, sender: str, at_ms: int, name: str = "", lag_ms: int = 0
) -> None:
    """Does in *room* what *sender*, who is called *name*, asks.

    It arrived at *at_ms*; of that the network took *lag_ms*. Time has passed here until now.
    Raises ``Waits`` if it counts after a deadline that somebody may still have met, and
    ``Refused``; then nothing has happened but for what time did.
    """
    state = room.state
    if (until_ms := _waits_until_ms(state, command, sender, at_ms, lag_ms)) is not None:
        raise Waits(until_ms)
    counts_ms, room.charge = _find_charge(state, command, sender, at_ms, lag_ms)
    if counts_ms < state.at_ms and state.gives_back:
        room.go_back()
    room.pass_time(counts_ms, may_wait=False)
    state.heard_ms = at_ms
    try:
        if why := command.why_not(state, sender):
            raise Refused(why)
        command.act(room, sender, name)
    except GipfMetaError as error:
        raise error if isinstance(error, Refused) else Refused(str(error)) from error
    finally:
        state.heard_ms = None
    room.emit_failures()


def _find_charge(
    room: RoomState, command: Deed, sender: str, arrived_ms: int, lag_ms: int
) -> tuple[int, Charge | None]:
    """When a *command* of *sender* counts, and what is charged for it if it is a decision.

    It arrived at *arrived_ms*; of that the network took *lag_ms*.
    """
    if not room.gives_back:
        return arrived_ms, None
    most_ms, table = most_given_ms(room), room.table
    players = room.deciders(sender) if command.is_decision else []
    if most_ms and players and (table.time_acts or table.player in players):
        player = None if table.time_acts else table.player
        charge = Charge.of(arrived_ms, max(0, lag_ms), most_ms, room.happened_ms, player)
        return charge.at_ms, charge
    # so late that nobody who has decided before it loses what he is given back
    return max(arrived_ms - most_ms, room.happened_ms), None


def _waits_until_ms(
    room: RoomState, command: Deed, sender: str, arrived_ms: int, lag_ms: int
) -> int | None:
    """Until when a *command* waits because it counts after a deadline that may still be met.

    ``None``: it need not wait. Time has passed in the room until now.
    """
    try:
        due_ms = deadline_ms(room) if room.gives_back else None
    except stops():
        raise
    except BaseException:
        return None  # the game fails: it says so when time passes
    at_ms, _charge = _find_charge(room, command, sender, arrived_ms, lag_ms)
    return None if due_ms is None or at_ms < due_ms else due_ms + grace_ms(room)


class Waits(Exception):
    """A command is not heard yet: it counts after a deadline, and waits until *until_ms*."""

    def __init__(self, until_ms: int) -> None:
        super().__init__(until_ms)
        self.until_ms = until_ms


@dataclass(frozen=True)
class HeldCommand:
    """A *command* that waits until *until_ms*. The room stood after event *number* when it came."""

    command: Deed
    said: Said
    until_ms: int
    number: int


class HeldCommands:
    """The commands that wait for a deadline, in the order in which they arrived; and those that
    have been judged, until it is sure that this is kept."""

    def __init__(self) -> None:
        self._held: list[HeldCommand] = []
        self._judged: list[HeldCommand] = []

    def add(self, held: HeldCommand) -> None:
        """Lets a command wait, unless it has come before and waits already."""
        if not self.has(held.said.person, held.command):
            self._held.append(held)

    def has(self, person: str, command: Deed) -> bool:
        """Whether that *command* of *person* waits."""
        one = (person, command.room, command.id)
        return any((h.said.person, h.command.room, h.command.id) == one for h in self._held)

    def take(self, is_due: Callable[[HeldCommand], bool]) -> list[HeldCommand]:
        """Removes and returns the commands that wait no longer."""
        ready = [held for held in self._held if is_due(held)]
        self._held = [held for held in self._held if held not in ready]
        self._judged += ready
        return ready

    def note_kept(self) -> None:
        """Notes that all that was judged so far is kept."""
        self._judged.clear()

    def judge_again(self) -> None:
        """Lets those wait anew whose judgement may not have been kept."""
        judged, self._judged = self._judged, []
        for held in judged:
            self.add(held)

    def due_ms(self) -> int | None:
        """When the first of them waits no longer, at the latest; ``None``: none waits."""
        return min((held.until_ms for held in self._held), default=None)
