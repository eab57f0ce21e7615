"""Time in the open rooms: deadlines that pass, and events that other processes have appended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.deeds.claims import claimable_ms
from gipf_meta.deeds.thoughts import BotThought
from gipf_meta.hub.audience import Audience
from gipf_meta.hub.kept_rooms import KeptRooms
from gipf_meta.hub.open_rooms import OpenRoom, OpenRooms
from gipf_meta.rooms.deadlines import take_over_ms
from gipf_meta.rooms.ledger import LedgerError
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.slow_time import next_rest_change_ms

AGAIN_MS: Final = 1_000
"""The time after which a room that could not be read is read again, in milliseconds."""


class PassingTime:
    """Lets time pass in the *open* ones of some *rooms*, which an *audience* watches.

    Several processes may serve the rooms of one ledger. Each informs the others of the events that
    it appended (``read_news``), and each handles the rooms whose deadlines have passed (``sweep``).
    """

    def __init__(self, rooms: KeptRooms, open: OpenRooms, audience: Audience) -> None:
        self._rooms, self._open, self._audience = rooms, open, audience
        self._read_again_ms = 0

    def pass_time(self, at_ms: int) -> None:
        """Lets time pass in all rooms that are watched, or whose clocks run without that."""
        self._open.now_ms = at_ms
        self._read_again(at_ms)
        self._note_due()
        for entry in self._open:
            if not self._open.is_alive(entry):
                continue
            if entry.is_due(at_ms):
                with suppress(GipfMetaError):  # it is read again, and holds up no other room
                    self._pass_time_in(entry, at_ms)
            elif self._open.pauses_alone:  # hosts have many rooms: these wait for a watcher
                self._rooms.attempt_pass_time(entry, at_ms)

    def _read_again(self, at_ms: int) -> None:
        """Reads the rooms that could not be read, for those who watch them."""
        if at_ms < self._read_again_ms:
            return
        for entry in self._open.unread.values():
            self._read_again_ms = at_ms + AGAIN_MS
            with suppress(GipfMetaError):  # the trouble with the database is reported elsewhere
                self._rooms.find(entry.state.id)

    def _pass_time_in(self, entry: OpenRoom, at_ms: int) -> None:
        """Lets time pass in a room; appends and broadcasts what follows. Raises ``LedgerError`` if
        a decision was planned that cannot be appended, and the room cannot be read either."""
        table, number = entry.state.table, entry.state.number
        rests_ms = next_rest_change_ms(entry.state)
        acted, gone_ms = table.times_acted, claimable_ms(entry.state)
        entry = self.play_due(entry, at_ms)
        if entry.state.planned is not None:  # it could not be appended: time waits for it
            return
        self._rooms.attempt_pass_time(entry, at_ms)
        self.follow_up(entry.state.id, at_ms)
        is_gone = any(ms is not None and ms <= at_ms for ms in (gone_ms, rests_ms))
        if (table.times_acted > acted or is_gone) and entry.state.number == number:
            self._audience.tell_all(entry)
        self._open.take_over(entry.state.id, at_ms)

    def play_due(self, entry: OpenRoom, at_ms: int) -> OpenRoom:
        """Plays what was planned for a turn that has come already, and was not played yet: it
        counts before any time passes. Returns the room as it is then. Raises ``LedgerError``."""
        if entry.state.planned is None:
            return entry
        self.follow_up(entry.state.id, at_ms)
        return self._rooms.find(entry.state.id)

    def follow_up(self, room_id: str, at_ms: int) -> None:
        """Plays the decisions that were planned for the turns that have come; one that cannot be
        appended waits."""
        tried = None
        while (entry := self._open.get(room_id)) is not None:
            state, player = entry.state, entry.state.table.player
            if (planned := state.planned) is None or tried == (state.number, planned):
                break
            tried = state.number, planned
            pass_time = partial(entry.pass_time, at_ms)
            self._rooms.attempt(entry, partial(Room.play_planned, pass_time=pass_time))
            if player in state.plans.lost:
                self._audience.tell_alone(entry, state.seats.holders.get(player, ""))

    def wait_ms(self, at_ms: int) -> int | None:
        """The milliseconds until ``pass_time`` must be called; ``None``: no deadline is ahead."""
        self._note_due()
        times_ms = [
            entry.due_at_ms
            for entry in self._open
            if entry.due_at_ms is not None and self._open.is_alive(entry)
        ]
        if self._open.unread:
            times_ms.append(self._read_again_ms)
        return max(0, min(times_ms) - at_ms) if times_ms else None

    def _note_due(self) -> None:
        """Notes the next deadlines of the rooms that were used since the last call."""
        for entry in self._open.take_used("due"):
            room, wait_ms = entry.room, entry.room.wait_ms()
            times_ms = [] if wait_ms is None else [room.state.at_ms + wait_ms]
            gone_ms = claimable_ms(room.state) if entry.watchers else None
            if gone_ms is not None and gone_ms > self._open.now_ms:
                times_ms.append(gone_ms)  # then the watchers see that they can claim the win
            rests_ms = next_rest_change_ms(room.state) if entry.watchers else None
            if rests_ms is not None and rests_ms > self._open.now_ms:
                times_ms.append(rests_ms)  # then they see that clocks stand, or run again
            if not entry.asks_bots and (due_ms := take_over_ms(room.state)) is not None:
                times_ms.append(due_ms)
            entry.due_at_ms = min(times_ms, default=None)

    def note_held(self, from_ms: int, to_ms: int) -> None:
        """Notes that this process was held up from *from_ms* to *to_ms*.

        In the rooms that people watch here that span is charged to nobody. It is appended to the
        ledger of each with its next events: all at once would hold the process up again.
        """
        for entry in self._open:
            if not self._open.pauses_alone and entry.watchers and entry.state.needs_time:
                entry.owe(from_ms, to_ms)

    def take_thoughts(self) -> Iterator[BotThought]:
        """The bots that must think now, each only once; cancels those that need not any more."""
        for entry in self._open.take_used("thoughts"):
            if entry.thought is not None and not entry.room.waits_for(entry.thought.thinking):
                entry.drop_thought()
            if entry.thought is None and self._open.asks_bots(entry):
                thinking = entry.room.thinking()
                if thinking is not None:
                    self._open.get(entry.state.id)  # a use: it waits for the bot from now on
                    entry.thought = BotThought(entry.state.id, thinking)
                    yield entry.thought

    # ---- several processes ----------------------------------------------------------------------

    def is_news(self, room_id: str, number: int) -> bool:
        """Whether event *number* of a room that is open here is not known here yet."""
        last = self._open.last_known(room_id)
        return last is not None and number > last

    def read_news(self, room_id: str, number: int, at_ms: int | None = None) -> None:
        """Reads the events up to *number* that another process has appended to a room.

        Its watchers see the room as at *at_ms*; ``None``: after that event. A room that is not open
        here is left alone. Raises ``LedgerError``; then the room is no longer open.
        """
        self._open.now_ms = at_ms or self._open.now_ms
        entry = self._open.get(room_id)
        if entry is None or not self.is_news(room_id, number):
            return
        try:
            entry = self._rooms.read_on(entry)
        except LedgerError:
            self._open.put_off(entry)
            raise
        self.follow_up(room_id, entry.state.at_ms)
        if at_ms is not None:
            self._pass_time_in(self._rooms.find(room_id), at_ms)

    def read_plans(self, room_id: str, at_ms: int) -> None:
        """Reads the plans of an open room again, of which another process has stored some, shows
        them to those who made them, and plays what is planned. Raises ``LedgerError``."""
        if (entry := self._open.get(room_id)) is None:
            return
        plans = entry.state.plans
        before, lost = plans.pending, {**plans.lost}
        self._rooms.read_plans(entry)
        keys = before.keys() | plans.pending.keys()
        players = {key[0] for key in keys if before.get(key) != plans.pending.get(key)}
        players |= {each for each in plans.lost if each not in lost}
        for player in sorted(players):
            self._audience.tell_alone(entry, entry.state.seats.holders.get(player, ""))
        self.follow_up(room_id, at_ms)

    def sweep(self, room_ids: Iterable[str], at_ms: int) -> dict[str, GipfMetaError]:
        """Lets time pass in the rooms of those ids, whose deadlines have passed by the ledger;
        opens them.

        Asks bots that another process should have asked long ago. Returns the errors of the rooms
        that cannot be opened here, by their ids.
        """
        self._open.now_ms = at_ms
        failed: dict[str, GipfMetaError] = {}
        for room_id in room_ids:
            try:
                self._pass_time_in(self._rooms.find(room_id), at_ms)
            except GipfMetaError as error:
                failed[room_id] = error
        self._open.close_idle()
        return failed
