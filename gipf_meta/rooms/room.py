"""A room: a match that several people reach. Applies events to its state, and emits them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from gipf_meta.base.clock import StillClock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.match.match import GameFinder, Match
from gipf_meta.match.plans import Plan
from gipf_meta.match.playback import count_moments
from gipf_meta.match.timecontrol import NO_CLOCK
from gipf_meta.protocol.failures import GameFailed
from gipf_meta.protocol.game import Turn
from gipf_meta.records.study import Study
from gipf_meta.rooms import events
from gipf_meta.rooms.conditions import closed_words, why_over
from gipf_meta.rooms.consequences import MOMENT_MOST, Ended, consequences
from gipf_meta.rooms.deadlines import ms_to_change, safe_ms, take_over_ms
from gipf_meta.rooms.events import Event
from gipf_meta.rooms.ledger import RoomSummary
from gipf_meta.rooms.live_hours import first_hour_ms, how_it_begins
from gipf_meta.rooms.people_events import NO_KEY, Admitted, Invited, end_expired
from gipf_meta.rooms.slow_time import (
    apply_after_rests,
    emit_rests,
    pass_but_rests,
    waits_at_first,
    waits_before_game,
)
from gipf_meta.rooms.state import RoomState
from gipf_meta.rooms.study_events import STUDIED
from gipf_meta.rooms.summaries import summary_of
from gipf_meta.table.history import have_same_decisions
from gipf_meta.table.lag import Charge
from gipf_meta.table.openings import Opening, match_before, table_of
from gipf_meta.table.pilots import Thinking
from gipf_meta.table.players import BotFailed
from gipf_meta.table.seats import Admission, Refused, SeatInvitation
from gipf_meta.table.table import Table

_DECISIONS: Final = (events.Played, events.Resigned, events.DrawAgreed)
"""The events that are dropped if the duel on top failed instead."""
_LEAD_ELSEWHERE: Final = (events.TookBack, events.PlayedAgain, *STUDIED)
"""The events that no decisions follow: they lead to another moment of the match."""
_ACTS: Final = (
    events.Agreed,
    events.Asked,
    events.Closed,
    events.Declined,
    events.DrawOffered,
    events.DrawRefused,
    events.Happened,
    events.Left,
    events.Opened,
    events.Paused,
    events.Resigned,
    events.SeatGiven,
    events.Seated,
    events.WentOn,
)
"""The events of which people are told in sentences, after the first one, the opening."""
_END_THE_WAIT: Final = (
    events.Resigned,
    events.DrawAgreed,
    events.Paused,
    events.TookBack,
    events.PlayedAgain,
)
"""The events after which a decision that is on its way would be refused: the room waits for it no
longer."""


class Room:
    """A match that people change by commands, each with the time at which it arrived. *state* is
    its state; *before* is the match of its record, as far as the record tells it.

    A room stores nothing: its caller appends the events of ``take_emitted`` to a ledger and, if
    that fails, throws the room away and rebuilds it. Only one thread uses it.

    *new_room*, set from outside, makes the id of the room of a rematch. *charge* is that of the
    command that is being handled. *emitted* are the events that nobody has taken yet;
    *by_plan* is the plan whose decision is among them, ``None``: none is.
    """

    def __init__(
        self,
        id: str,
        opening: Opening,
        table: Table,
        clock: StillClock,
        number: int = 0,
        by: str = "",
        before: Match | None = None,
    ) -> None:
        admission = Admission(by, opening.is_private, opening.is_open)
        self.state = RoomState(id, opening, table, clock, admission, number, clock.ms)
        self.state.vacant_since_ms = dict.fromkeys(self.state.free_seats, clock.ms)
        if opening.record is not None and opening.is_study:
            self.state.study = Study.of(opening.record)
        self.new_room: Callable[[], str] = lambda: f"{id[:50]}-rematch"
        self.charge: Charge | None = None
        self._failure: GameFailed | None = None
        self._turn: object = None
        self._own_turn: object = None
        self.emitted: list[Event] = []
        self.by_plan: Plan | None = None
        self._known_trouble, self._known_fault = "", table.fault
        self._match_then = table.match
        self._add_event(events.Opened, opening=opening, by=by)
        self._emit_consequences(before, table.match)
        self._end_group()

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
        invited: Mapping[int, SeatInvitation] | None = None,
    ) -> Room:
        """Opens a new room, and emits its first events.

        *person* opens it and holds every seat that no bot has and that none of *others* holds, who
        are persons by player; ``""`` leaves a seat free. *admitted* are persons who may watch,
        *invited* those for whom a free seat is reserved. The events follow event *number*, which is
        not 0 if the match went on elsewhere. *read* is the match as far as the record of *opening*
        tells it, if it was read already. Raises ``GipfMetaError``, a sentence on why this match
        cannot be played.
        """
        clock = StillClock()
        clock.ms = at_ms
        before = read or match_before(opening, finder)
        table = table_of(opening, finder, clock, before)
        room = cls(id, opening, table, clock, number, person, before)
        room.emit_failures()
        for player in room.state.free_seats:
            if holder := (others or {}).get(player, person):
                room.emit(events.SeatGiven, player=player, person=holder)
        for guest in admitted:
            room.emit(Admitted, person=guest)
        for player, (guest, until_ms) in (invited or {}).items():
            room.emit(Invited, player=player, hash=NO_KEY, person=guest, until_ms=until_ms)
        if waits_at_first(room.state) != table.paused and room.state.study is None:
            room.emit(events.WentOn if table.paused else events.Paused)
        return room

    # ---- time -------------------------------------------------------------------------------

    def pass_time(self, to_ms: int, may_wait: bool = True) -> None:
        """Lets time pass until *to_ms*, and emits what happens. A game that fails pauses the room.

        If it *may_wait*, a deadline that a decision on its way may still meet does not pass yet.
        """
        end_expired(self.state, to_ms, self._pass_all_time, self.emit)
        _end_pause(self, to_ms)
        state = self.state
        if not (may_wait and state.gives_back):
            self._pass_all_time(to_ms)
            return
        try:
            while state.at_ms < to_ms and (until_ms := safe_ms(state, to_ms)) > state.at_ms:
                self._pass_all_time(until_ms)
        except GipfMetaError:  # the game fails, and the error comes when time passes
            self._pass_all_time(to_ms)

    @contextmanager
    def handling(self, arrived_ms: int, counts_ms: int, charge: Charge | None) -> Iterator[None]:
        """Handles a command in this context, in which the room stands at *counts_ms*, when the
        command counts; a decision is charged *charge*."""
        state, self.charge = self.state, charge
        if counts_ms < state.at_ms and state.gives_back:
            self.go_back()
        self.pass_time(counts_ms, may_wait=False)
        state.arrived_ms = arrived_ms
        try:
            yield
        finally:
            state.arrived_ms = None
        self.emit_failures()

    def _pass_all_time(self, to_ms: int) -> None:
        """Lets time pass until *to_ms*, whatever decisions may still be on their way; but for
        vacations."""
        pass_but_rests(self.state, to_ms, self._let_clocks_run)

    def _let_clocks_run(self, to_ms: int) -> None:
        """Lets time pass until *to_ms*, in which nobody is on vacation."""
        state, table = self.state, self.state.table
        state.clock.ms = max(to_ms, state.at_ms)
        before, has_failed = table.match, False
        first = before
        try:
            table.tick()
        except BotFailed:
            pass  # it is the table's fault now
        except GipfMetaError as error:
            has_failed, self._failure = True, GameFailed.of(first.top.game, error)
        for change in table.take_changes():
            if change.player is None:
                self._add_event(events.Happened, change.at_ms, flagged=_who_was_flagged(before))
                self._emit_consequences(before, change.after, change.at_ms)
            else:
                self._emit_decision(change.player, before, change.after, change.at_ms)
            self._end_group(before, change.after, change.at_ms)
            before = change.after
        self.emit_failures(table.reached_ms)
        if has_failed:
            state.stop_time()
            self._add_event(events.Paused, table.reached_ms)
            self._end_group(at_ms=table.reached_ms)
        self._pause_before_game(first)

    def take_failure(self) -> GameFailed | None:
        """The failure of the game since the last call, when time passed; ``None``: none."""
        failure, self._failure = self._failure, None
        return failure

    def pass_time_for_host(self, at_ms: int) -> None:
        """Lets time pass until *at_ms*, before the operator of the host changes the match.

        Raises ``Refused`` if it has ended already.
        """
        self.go_back()
        self.pass_time(at_ms)
        if why := closed_words() if self.state.is_closed else why_over(self.state):
            raise Refused(why)

    def go_back(self) -> None:
        """Goes back to *happened_ms*, as if no time had passed since then."""
        self.state.clock.ms = self.state.happened_ms
        self.state.rests.left_out.clear()
        self.state.table.go_back(self._match_then)

    def wait_ms(self) -> int | None:
        """The milliseconds from *at_ms* until something happens without a command; ``None``:
        nothing does."""
        return ms_to_change(self.state, self._known_fault)

    def summary(self) -> RoomSummary:
        """Returns the present state of the room, for the ledger."""
        state, wait_ms, due_ms = self.state, self.wait_ms(), take_over_ms(self.state)
        if wait_ms is not None:
            due_ms = min(due_ms or MOMENT_MOST, state.at_ms + wait_ms)
        return summary_of(state, due_ms)

    # ---- events ------------------------------------------------------------------------------

    def emit(self, kind: type[Any], /, **values: Any) -> None:
        """Applies a new event of this *kind* now, and emits it and the events that follow.

        Raises the errors of applying it; then nothing has happened.
        """
        state, table = self.state, self.state.table
        stands = kind is events.Paused and table.paused  # another hour: no time passes anyway
        if state.arrived_ms is not None and kind in _END_THE_WAIT and not stands:
            self.pass_time(state.arrived_ms)
        before, state.notice = table.match, ""
        apply_after_rests(state, self.emitted, kind, values)
        if kind is events.DuelChosen:
            self._known_trouble = ""  # trouble that is there from now on is emitted
        table.take_changes()
        after = table.match
        if kind in _DECISIONS and have_same_decisions(before, after):
            return  # the duel on top has failed
        self._add_event(kind, **values)
        if kind not in _LEAD_ELSEWHERE:
            self._emit_consequences(before, after, skipped=1 if kind is events.Played else 0)
        self._end_group(before)
        if values.get("arrived_ms") is not None:  # time that was given back passes for nobody
            state.leave_out(values["arrived_ms"])
            state.happened_ms = state.at_ms
        self._pause_before_game(before)

    def decide(self, player: int, text: str) -> None:
        """Lets *player* decide *text*, at the time that he is charged. Raises ``MoveError``."""
        charge, values = self.charge, dict[str, int]()
        if charge is not None and charge.player in (None, player):
            values = {name: getattr(charge, name) for name in ("arrived_ms", "lag_ms", "given_ms")}
        self.emit(events.Played, player=player, text=text, **values)

    def take_answer(self, thinking: Thinking, answer: Callable[[], Any]) -> None:
        """Plays the decision of a bot that *answer* returns, unless the match has moved on. A
        failure of the bot becomes an event."""
        state, table = self.state, self.state.table
        before, player = table.match, thinking.match.top.players[thinking.seat]
        try:
            table.take_answer(thinking, answer)
        except BotFailed:
            pass  # it is the table's fault now
        except GipfMetaError as error:
            table.fault = BotFailed(str(error), player)
        table.take_changes()
        state.notice = table.pilots.take_notice()
        if not have_same_decisions(before, table.match):
            self._emit_decision(player, before, table.match, state.at_ms)
            self._end_group(before)
            self._pause_before_game(before)
        self.emit_failures()

    def play_planned(self, pass_time: Callable[[], object]) -> None:
        """Plays the decision that the player on turn has planned, if it is legal.

        It counts at the time at which the turn came; *pass_time* lets time pass until now.
        """
        self.go_back()
        if self.state.planned is None:  # the turn came by time, which is no event
            pass_time()
        if (planned := self.state.planned) is not None:
            (plan, text), before = planned, self.state.table.match
            self.by_plan = plan
            try:
                self.emit(events.Played, player=plan.player, text=text)
            except GipfMetaError:  # another turn came than the player expected
                self.state.plans.lose(plan, text)
            if have_same_decisions(before, self.state.table.match):
                self.state.plans.drop(plan)
        self.emit_failures()

    def stop(self, from_ms: int, to_ms: int) -> None:
        """Leaves out the time in which no process served the room: it is charged to nobody.

        Deadlines before *from_ms* have passed. Emits nothing where no time passes in the room.
        """
        self.go_back()
        self.pass_time(from_ms)
        at_ms = self.state.at_ms
        if self.state.needs_time and at_ms < to_ms:
            self.emit(events.Stopped, from_ms=at_ms, to_ms=to_ms)

    def close(self, at_ms: int) -> None:
        """Ends the match without a result, for the operator of the host.

        Raises ``Refused`` if it has ended already.
        """
        self.pass_time_for_host(at_ms)
        self.emit(events.Closed)

    def pause(self, at_ms: int) -> None:
        """Stops all time, because nobody is connected to play."""
        self.pass_time(at_ms, may_wait=False)
        if not self.state.table.paused or self.state.pause_ends_ms is not None:
            self.emit(events.Paused)

    # ---- bots -------------------------------------------------------------------------------

    def thinking(self) -> Thinking | None:
        """The request to the bot that must decide now; ``None``: no bot must."""
        table = self.state.table
        if table.paused or table.over is not None or table.trouble:
            return None
        return table.thinking()

    def waits_for(self, thinking: Thinking) -> bool:
        """Whether the match still stands where the bot was asked to think."""
        return self.state.table.is_waiting_for(thinking) and not self.state.table.paused

    # ---- emitted events ---------------------------------------------------------------------

    def take_emitted(self) -> list[Event]:
        """Returns the events that were emitted since the last call."""
        emitted, self.emitted = self.emitted, []
        return emitted

    def emit_failures(self, at_ms: int | None = None) -> None:
        """Emits the failures that were not emitted yet: of the duel on top, or of a bot."""
        table = self.state.table
        if table.is_retold:
            return  # the failures are in the ledger
        if table.trouble and table.trouble != self._known_trouble:
            self._add_event(events.DuelUnplayable, at_ms, sentence=table.trouble)
            self._end_group(at_ms=at_ms)
        if table.fault is not None and table.fault is not self._known_fault:
            fault = table.fault
            self._add_event(events.BotFailure, at_ms, player=fault.player, sentence=str(fault))
            self._end_group(at_ms=at_ms)
        self.know_failures()

    def know_failures(self) -> None:
        """Notes that the present failures were emitted."""
        self._known_trouble, self._known_fault = self.state.table.trouble, self.state.table.fault

    def _emit_decision(self, player: int, before: Match, after: Match, at_ms: int) -> None:
        """Emits the decision of a bot, which changed the match, and what followed."""
        text = consequences(before, after)[0][1]["text"]
        self._add_event(events.Played, at_ms, player=player, text=text)
        self._emit_consequences(before, after, at_ms, skipped=1)

    def _emit_consequences(
        self, before: Match | None, after: Match, at_ms: int | None = None, skipped: int = 0
    ) -> None:
        """Emits the events that followed between two matches, but for the first *skipped* ones."""
        for kind, values in consequences(before, after)[skipped:]:
            if kind is not Ended or self.state.study is None:
                self._add_event(kind, at_ms, **values)

    def _add_event(self, kind: type[Any], at_ms: int | None = None, /, **values: Any) -> None:
        """Adds the next event to the emitted ones; it happened now, unless *at_ms* is given."""
        state = self.state
        if state.rests.left_out:
            emit_rests(state, self.emitted)
        state.number += 1
        event = kind(number=state.number, at_ms=state.at_ms if at_ms is None else at_ms, **values)
        self.emitted.append(event)
        _note_act(state, event)

    def _end_group(
        self, before: Match | None = None, after: Match | None = None, at_ms: int | None = None
    ) -> None:
        """Notes, after an event and those that followed, whether another turn has come.

        The event has changed the match *before* to *after*; ``None``: the present match. It
        happened now, unless *at_ms* is given.
        """
        state, table = self.state, self.state.table
        after = after or table.match
        state.happened_ms = state.at_ms if at_ms is None else at_ms
        self._match_then = after
        below, now = after.sessions[:-1], after.top.status
        made = tuple(len(session.steps) for session in below)
        if isinstance(now, Turn) and (own := (made, now.seat, now.number)) != self._own_turn:
            self._own_turn = own
            state.begin_turn(after.top.players[now.seat])
        where = None if state.study is None else state.study.node
        turn = (made, now if isinstance(now, Turn) else None, table.taken_back, where)
        if turn != self._turn:
            self._turn, state.turn_since = turn, state.number
            state.waits_since_ms = state.happened_ms
        if before is not None and not have_same_decisions(before, after):
            state.withdraw_offer()
            state.request = None
            state.plans.follow(after, state.number)
        if table.over is not None and state.request is not None and state.request.what != "rematch":
            state.request = None

    def _pause_before_game(self, before: Match) -> None:
        """Stops the clock if another game than in *before* is on top, so that people can look at it
        first; a slow clock leaves them time for that.
        """
        state, table, after = self.state, self.state.table, self.state.table.match
        is_same = len(before.sessions) == len(after.sessions) and before.top.game is after.top.game
        has_hour = state.hour is not None and not table.is_retold and table.over is None
        if has_hour and not is_same:
            self.emit(events.WentOn)  # its duel has ended before that hour
        is_needed = not (is_same or table.paused or table.is_retold) and waits_before_game(state)
        if is_needed:
            hour_ms = first_hour_ms(state)
            fields = {} if hour_ms is None else {"until_ms": hour_ms, "live": NO_CLOCK}
            self._add_event(events.Paused, **fields)
            self.emitted[-1].apply(state)
            self._end_group()


def _end_pause(room: Room, to_ms: int) -> None:
    """Ends a pause of *room* whose end is at *to_ms* or before, at that time; the hour of a duel
    may be put off instead."""
    state = room.state
    while (end_ms := state.pause_ends_ms) is not None and end_ms <= to_ms:
        if state.table.is_retold:
            return
        room._pass_all_time(end_ms)
        values = {} if state.hour is None else how_it_begins(state, state.hour)
        room.emit(events.Paused if "until_ms" in values else events.WentOn, **values)


def _note_act(state: RoomState, event: Event) -> None:
    """Notes *event*, which has just happened, if people are told of it in a sentence. What was
    noted at moments that are taken back counts as of now."""
    if isinstance(event, _ACTS):
        state.acts.append((count_moments(state.table.match), event))
    elif isinstance(event, events.TookBack):
        now = count_moments(state.table.match)
        state.acts = [(min(at, now), each) for at, each in state.acts]


def _who_was_flagged(before: Match) -> int | None:
    """The player who lost a duel by its clock when time ended it; ``None``: nobody. In a duel with
    such a clock, time changes the match *before* in no other way."""
    is_duel = len(before.sessions) > 1
    return before.player if is_duel and before.running_control is not None else None
