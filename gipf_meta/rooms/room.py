"""A room: a table that several people reach. It hears commands and says events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from gipf_meta.base.clock import StillClock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.stops import stops
from gipf_meta.base.texts import _
from gipf_meta.match.match import GameFinder, Match
from gipf_meta.rooms import events as told
from gipf_meta.rooms.deadlines import Waits, find_charge, grace_ms, pass_safe_time
from gipf_meta.rooms.deed import Deed
from gipf_meta.rooms.emitting import EmittingRoom
from gipf_meta.rooms.events import MOMENT_MOST, Event, Opening
from gipf_meta.rooms.ledger import Summary
from gipf_meta.rooms.openings import match_before, table_of
from gipf_meta.rooms.others import closed_words
from gipf_meta.rooms.seats import Refused
from gipf_meta.table.live_match import have_same_decisions
from gipf_meta.table.pilots import ANSWER_MS, PLAN_MS, Thinking
from gipf_meta.table.players import BotFailed

_END_THE_WAIT: Final = (
    told.Resigned,
    told.DrawAgreed,
    told.Paused,
    told.TookBack,
    told.PlayedAgain,
)
"""The events after which a decision that is on its way would be refused: nobody waits for it."""
TAKE_OVER_MS: Final = 2 * ANSWER_MS
"""After how many ms another process may ask a bot, because the one that asked it may be gone."""
TAKE_OVER_PLAN_MS: Final = 2 * PLAN_MS
"""The same where time acts, and a bot has less of it."""


class Room(EmittingRoom):
    """A table that people reach by commands, each with the moment at which it arrived.

    A room keeps nothing: whoever calls it appends the events that it says to a ledger and, if that
    fails, throws the room away and rebuilds it. Only one thread touches it.
    """

    _heard_ms: int | None = None

    @classmethod
    def open(
        cls,
        id: str,
        opening: Opening,
        finder: GameFinder,
        person: str,
        at_ms: int = 0,
        others: Mapping[int, str] | None = None,
        number: int = 0,
        admitted: Sequence[str] = (),
        read: Match | None = None,
    ) -> tuple[Room, list[Event]]:
        """A new room, and its first events.

        *person* opens it and holds every seat that no bot has and that none of *others* holds, who
        are people by player; ``""`` leaves a seat free. *admitted* are let in to watch. The events
        follow event *number*, which is not 0 if the match went on elsewhere. *read* is the match as
        far as the record of *opening* tells it, if it was read already.
        Raises ``GipfMetaError``, a sentence on why this match cannot be played.
        """
        clock = StillClock()
        clock.ms = at_ms
        before = read or match_before(opening, finder)
        table = table_of(opening, finder, clock, before)
        room = cls(id, opening, table, clock, number, person, before)
        room.emit_failures()
        for player in room.free_seats:
            if holder := (others or {}).get(player, person):
                room.make_true(told.SeatGiven, player=player, person=holder)
        for guest in admitted:
            room.make_true(told.Admitted, person=guest)
        if table.clock_runs != table.paused:  # clocks wait until somebody is ready
            room.make_true(told.WentOn if table.paused else told.Paused)
        return room, room.take_emitted()

    # ---- what comes from outside ------------------------------------------------------------

    def pass_time(self, at_ms: int) -> list[Event]:
        """Lets time pass until *at_ms*, and says what happened. A game that fails pauses it.

        A deadline that somebody far away may still meet waits.
        """
        self.grow_older(at_ms)
        return self.take_emitted()

    def grow_older(self, at_ms: int) -> None:
        """Lets time pass as ``pass_time`` does; ``take_emitted`` has what happened."""
        if not self.gives_back:
            self.reach(at_ms)
            return
        try:
            pass_safe_time(self, at_ms)
        except stops():
            raise
        except BaseException:  # a game may fail in any way, and says so when time passes
            self.reach(at_ms)

    def due_ms(self) -> int | None:
        """In how many ms, from *at_ms* on, something happens by itself; ``None``: never."""
        table = self.table
        if not self.is_running:
            return None
        try:
            plan_ms, deadline_ms = table.ms_to_plan(), table.ms_to_deadline()
        except stops():
            raise
        except BaseException:
            return 0  # the game fails: it says so when time passes
        if table.fault is not self._known_fault:
            return 0
        if deadline_ms is not None:
            deadline_ms += grace_ms(self)
        return min((ms for ms in (plan_ms, deadline_ms) if ms is not None), default=None)

    def _waits_until_ms(
        self, command: Deed, sender: str, arrived_ms: int, lag_ms: int
    ) -> int | None:
        """Until when a *command* waits because it counts after a deadline that may still be met.

        ``None``: it need not wait. Time has passed in the room until now.
        """
        try:
            deadline_ms = self.deadline_ms if self.gives_back else None
        except stops():
            raise
        except BaseException:
            return None  # the game fails: it says so when time passes
        at_ms, _charge = find_charge(self, command, sender, arrived_ms, lag_ms)
        if deadline_ms is None or at_ms < deadline_ms:
            return None
        return deadline_ms + grace_ms(self)

    @property
    def take_over_ms(self) -> int | None:
        """When a process may ask the bot that is due though another one should have asked it.

        ``None``: no bot is due, or nobody plays against it.
        """
        table = self.table
        if not self.seats.holders or not table.bot_is_due or table.paused or table.fault:
            return None
        return self.happened_ms + (TAKE_OVER_PLAN_MS if table.time_acts else TAKE_OVER_MS)

    def summary(self) -> Summary:
        """How the room stands now, for the ledger."""
        table, wait_ms, due_ms = self.table, self.due_ms(), self.take_over_ms
        if wait_ms is not None:
            due_ms = min(due_ms or MOMENT_MOST, self.at_ms + wait_ms)
        admission = self.admission
        return Summary(
            table.match,
            table.seats,
            self.seats.holders,
            due_ms,
            admission.by,
            admission.admitted,
            self.is_ended,
            frozenset(player for player in admission.keys if player is not None),
        )

    def hear(
        self, command: Deed, sender: str, at_ms: int, name: str = "", lag_ms: int = 0
    ) -> list[Event]:
        """Does what *sender*, who is called *name*, asks, and says what happened.

        It arrived at *at_ms*; of that the network took *lag_ms*. Time has passed here until now.
        Raises ``Waits`` if it counts after a deadline that somebody may still have met.

        Raises ``Refused``; then nothing has happened but for what time did, which ``take_emitted``
        has.
        """
        if (until_ms := self._waits_until_ms(command, sender, at_ms, lag_ms)) is not None:
            raise Waits(until_ms)
        counts_ms, self.charge = find_charge(self, command, sender, at_ms, lag_ms)
        if counts_ms < self.at_ms and self.gives_back:
            self.go_back()
        self.reach(counts_ms)
        self._heard_ms = at_ms
        try:
            if why := command.why_not(self, sender):
                raise Refused(why)
            command.act(self, sender, name)
        except GipfMetaError as error:
            raise error if isinstance(error, Refused) else Refused(str(error)) from error
        finally:
            self._heard_ms = None
        self.emit_failures()
        return self.take_emitted()

    def make_true(self, kind: type[Any], /, **values: Any) -> None:
        """Lets an event come true now, as ``EmittingRoom`` does."""
        if self._heard_ms is not None and kind in _END_THE_WAIT:
            self.grow_older(self._heard_ms)
        super().make_true(kind, **values)

    def take_answer(self, thinking: Thinking, answer: Callable[[], Any], at_ms: int) -> list[Event]:
        """Plays the decision of a bot that *answer* returns, unless nobody waits for it any more.

        What fails becomes an event.
        """
        self.grow_older(at_ms)
        before, player = self.table.match, thinking.match.top.players[thinking.seat]
        try:
            self.table.take_answer(thinking, answer)
        except BotFailed:
            pass  # it is the table's fault now
        except GipfMetaError as error:
            self.table.fault = BotFailed(str(error), player)
        self.table.take_changes()
        self.notice = self.table.take_notice()
        if not have_same_decisions(before, self.table.match):
            self._emit_decision(player, before, self.table.match, self.at_ms)
            self._end_group(before)
            self.pause_before_game(before)
        self.emit_failures()
        return self.take_emitted()

    @property
    def has_premove(self) -> bool:
        """Whether somebody has said beforehand what he decides in the turn that is due now."""
        return self.table.over is None and self.table.player in self.premoves

    def play_premove(self, at_ms: int) -> list[Event]:
        """Plays what was said beforehand for the turn that is due now, if it is legal.

        It counts at the moment at which the turn came.
        """
        self.go_back()
        if not self.has_premove:  # time has brought the turn, and that is no event
            self.grow_older(at_ms)
        player = self.table.player
        if player is not None and player in self.premoves:
            text = self.premoves.pop(player)
            try:
                self.make_true(told.Played, player=player, text=text)
            except GipfMetaError:  # another turn came than he thought
                self.impossible_premoves[player] = text
        self.emit_failures()
        return self.take_emitted()

    def thinking(self) -> Thinking | None:
        """The request to the bot that is to be asked now; ``None`` without one."""
        table = self.table
        if table.paused or table.over is not None or table.trouble:
            return None
        return table.thinking()

    def notice_failures(self) -> list[Event]:
        """Says what has failed while it was drawn or asked."""
        self.emit_failures()
        return self.take_emitted()

    def waits_for(self, thinking: Thinking) -> bool:
        """Whether the match still stands where the bot was asked."""
        return self.table.is_waiting_for(thinking) and not self.table.paused

    def stop(self, from_ms: int, to_ms: int) -> list[Event]:
        """Charges nobody for the time in which no process served the room.

        What fell due before *from_ms* has happened. Nothing is said where no time passes.
        """
        self.go_back()
        self.grow_older(from_ms)
        if self.is_running and self.at_ms < to_ms:
            self.make_true(told.Stopped, from_ms=self.at_ms, to_ms=to_ms)
        return self.take_emitted()

    def close(self, at_ms: int) -> list[Event]:
        """Ends the match, undecided, because whoever runs the host says so.

        Raises ``Refused`` if it has ended already.
        """
        self.go_back()
        self.grow_older(at_ms)
        if self.is_closed:
            raise Refused(closed_words())
        if self.table.over is not None:
            raise Refused(_("The match is over."))
        self.make_true(told.Closed)
        return self.take_emitted()

    def pause(self, at_ms: int) -> list[Event]:
        """Stops all time, because nobody is there to play."""
        self.reach(at_ms)
        if not self.table.paused:
            self.make_true(told.Paused)
        return self.take_emitted()
