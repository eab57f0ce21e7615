"""Counts every clock of a match again, from the ledger of its room alone.

The times of the events tell what each decision was charged, how much lag each player was given
back, what his clock shows in the match and in each duel, when a flag falls, and how long a pause
may last. The match counts in a way of its own; if the two differ, the ledger is damaged or somebody
was charged wrongly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, takewhile

from gipf_meta.base.texts import _
from gipf_meta.match.match import GameFinder, Match
from gipf_meta.match.session import Session, Step
from gipf_meta.match.timecontrol import NO_CLOCK, TimeControl
from gipf_meta.protocol.game import Duel, Over, Turn
from gipf_meta.rooms import events
from gipf_meta.rooms.events import Event
from gipf_meta.rooms.ledger import LedgerError
from gipf_meta.rooms.people_events import Rested
from gipf_meta.rooms.rebuilding import replay
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.state import GRACE_MS, NEWCOMER_MS, RoomState
from gipf_meta.table.lag import SAND_MS, Charge, LagQuota


@dataclass
class Recount:
    """The clocks and quotas after the last event of a ledger, by player.

    *left_ms* is the time left on each player's clock of the match; empty without clocks. *given_ms*
    is the lag that each was given back in all, *quotas* what he can still be given.
    """

    left_ms: dict[int, int] = field(default_factory=dict)
    given_ms: dict[int, int] = field(default_factory=dict)
    quotas: dict[int, LagQuota] = field(default_factory=dict)


def recount(id: str, events: Iterable[Event], finder: GameFinder) -> Recount:
    """Counts the times of the room *id* again from its *events*, from its last opening on.

    Raises ``LedgerError``, a sentence, if they contradict each other.
    """
    counting = _Counting()
    for room, group in replay(id, events, finder):
        counting.take(room, group)
    return counting.recount


@dataclass
class SessionCount:
    """The milliseconds that passed in a session before each of its decisions (*spans*), and since
    the last one (*pending*). If it is played *live* by a clock of its own, *slow_ms* of the first
    turn passed before that, and count nowhere."""

    spans: list[int] = field(default_factory=list)
    pending: int = 0
    live: TimeControl | None = None
    slow_ms: int = 0

    @classmethod
    def begun(cls, session: Session) -> SessionCount:
        """Returns the count of a *session* with which a ledger begins, as its record tells it."""
        times = [0, *(step.at_ms for step in session.steps)]
        spans = [after - before for before, after in pairwise(times)]
        count = cls(spans, session.time_ms - times[-1])
        if session.live is not None:
            drawn_ms = [step.at_ms for step in takewhile(_is_of_luck, session.steps)]
            count.live = TimeControl(*session.live.times)
            count.slow_ms = session.live.from_ms - max(drawn_ms, default=0)
        return count

    def copy(self) -> SessionCount:
        """Returns a copy, which does not change when this one goes on."""
        return SessionCount([*self.spans], self.pending, self.live, self.slow_ms)

    def follow(self, session: Session) -> None:
        """Counts the new decisions of *session*; no time passed between them."""
        while len(self.spans) < len(session.steps):
            self.spans.append(self.pending)
            self.pending = 0

    def go_back(self, to: int) -> None:
        """Goes back until only *to* decisions are left."""
        self.pending = self.spans[to]
        del self.spans[to:]

    def agrees_with(self, session: Session) -> bool:
        """Whether *session* itself counts the same times."""
        at_ms = 0
        for step, span in zip(session.steps, self.spans, strict=True):
            at_ms += span
            if step.at_ms != at_ms:
                return False
        return session.time_ms == at_ms + self.pending

    def left_ms(self, session: Session, control: TimeControl) -> tuple[int, ...]:
        """The time that each seat of *session* has left, by the time that passed while it was on
        turn. Who begins a turn gets its increment when another one begins, or the game is over."""
        statuses = [*(session.game.status(step.before) for step in session.steps), session.status]
        turns: list[list[tuple[int, int]]] = []  # for each turn its seats on turn, and how long
        number, slow_ms = 0, self.slow_ms
        for now, span in zip(statuses, [*self.spans, self.pending], strict=True):
            if isinstance(now, Turn):
                if now.number != number:
                    turns.append([])
                    number = now.number
                turns[-1].append((now.seat, span - slow_ms))
                slow_ms = 0
        now = session.status
        if control.takes_from_answers:
            goes_on = now.seat if isinstance(now, Turn) else None
        else:
            goes_on = None if isinstance(now, Over) or not turns else turns[-1][0][0]
        left = []
        for seat in range(len(session.players)):
            counted = turns[-1:] if control.turn_ms else turns
            used_ms = sum(span for turn in counted for who, span in turn if who == seat)
            begun = sum(turn[0][0] == seat for turn in turns)
            more_ms = control.increment_ms * (begun - (goes_on == seat))
            left.append((control.turn_ms or control.total_ms + more_ms) - used_ms)
        return tuple(left)


class _Counting:
    """Counts along with the replay of a room.

    *counts* are those of the sessions of the match, the bottom one first: each duel begins anew at
    0, and no time passes below it. *taken_back* holds the counts for decisions that may be played
    again.
    """

    def __init__(self) -> None:
        self.recount = Recount()
        self.counts: list[SessionCount] = []
        self.taken_back: list[list[SessionCount]] = []
        self._pause, self._vacations = PauseCount(), VacationCount()
        self._at_ms = 0
        self._runs = self._time_acts = False
        self._match: Match | None = None

    def take(self, room: Room, group: Sequence[Event]) -> None:
        """Counts on: *group* was applied to *room* since the last call.

        Raises ``LedgerError``.
        """
        first, match = group[0], room.state.table.match
        if room.state.study is not None:
            return  # no time passes, and walking leads to other decisions
        if self._match is None:
            self.counts = [SessionCount.begun(session) for session in match.sessions]
        else:
            _require(all(each.at_ms == first.at_ms for each in group), first)
            _require(first.at_ms >= self._at_ms, first)
            _require(self._pause.allows(first), first)
            self._count_span(first)
            self._check_flag(first, self._match, match)
            self._count_steps(first, self._match, match)
            self._note_live(first)
        if isinstance(first, events.Played) and first.arrived_ms is not None:
            self._check_charge(first, match.control)
        self._look(room, first)
        self._check_clocks(match, first)

    def _look(self, room: Room, event: Event) -> None:
        """Notes the state that is needed when the next event comes."""
        table, arrived_ms = room.state.table, getattr(event, "arrived_ms", None) or 0
        stands_still = table.paused or table.over or table.fault or table.trouble
        # time that was given back passes for nobody
        self._at_ms, self._runs = max(event.at_ms, arrived_ms), not stands_still
        self._time_acts, self._match = table.time_acts, table.match
        self._pause.note(event, room.state)
        self._vacations.note(event)

    def _count_span(self, event: Event) -> None:
        """Adds the time until *event*, if time passed, to the game on top. Raises ``LedgerError``
        if a slow clock ran while somebody was on vacation."""
        if self._runs:
            self.counts[-1].pending += _when(event) - self._at_ms
            control = None if self._match is None else self._match.running_control
            if control is not None and control.is_slow and not self._time_acts:
                _require(not self._vacations.overlap(self._at_ms, _when(event)), event)

    def _check_flag(self, event: Event, before: Match, after: Match) -> None:
        """Raises ``LedgerError`` unless a flag falls with *event* exactly when it must."""
        control, top = before.running_control, before.top
        if control is None or not isinstance(top.status, Turn) or not self._runs:
            _require(getattr(event, "flagged", None) is None, event)
            return
        if self._time_acts:
            return  # the turn may have changed without an event
        left_ms = self.counts[-1].left_ms(top, control)[top.status.seat]
        if not isinstance(event, events.Happened):
            _require(left_ms >= 0, event)  # a bot's decision at the deadline still counts
            return
        ended = after.sessions[0].ended
        is_lost = ended is not None and ended.reason == "time"
        if len(before.sessions) > 1:
            is_lost = event.flagged is not None
            _require(event.flagged in (None, top.players[top.status.seat]), event)
        if is_lost and left_ms == control.increment_ms:  # perhaps as versions until 0.2.0 counted
            left_ms = self.counts[-1].left_ms(top, control.as_before)[top.status.seat]
        _require(is_lost == (left_ms == 0) and left_ms >= 0, event)

    def _count_steps(self, event: Event, before: Match, after: Match) -> None:
        """Counts the decisions that *event* made, or took back."""
        if isinstance(event, events.TookBack):
            self.taken_back.append([each.copy() for each in self.counts])
            self.counts[-1].go_back(event.to)
        elif isinstance(event, events.PlayedAgain):
            self.counts = self.taken_back.pop()
        elif isinstance(event, events.DuelChosen) and not isinstance(before.top.status, Duel):
            self.counts.pop()  # that duel is given up
        self._follow(event, 0, after.sessions)

    def _note_live(self, event: Event) -> None:
        """Notes that the duel on top is played live from *event* on, if it is."""
        clock = event.live if isinstance(event, events.WentOn) else None
        if clock not in (None, NO_CLOCK):
            self.counts[-1].live = TimeControl.stored(clock, None)
            self.counts[-1].slow_ms = self.counts[-1].pending

    def _follow(self, event: Event, depth: int, sessions: Sequence[Session]) -> None:
        """Counts the new decisions of *sessions*, of which the first lies at *depth* in the match.
        Raises ``LedgerError`` unless a duel that has ended has the times of its events."""
        for level, session in enumerate(sessions, depth):
            if level == len(self.counts):
                self.counts.append(SessionCount())
            made = session.steps[len(self.counts[level].spans) :]
            if made and level + 1 < len(self.counts):  # first of all the duel on it has ended
                duel = made[0].duel
                assert isinstance(duel, Session), "nobody decides below a duel"
                self._follow(event, level + 1, [duel])
                _require(self.counts[level + 1].agrees_with(duel), event)
                del self.counts[level + 1 :]
            self.counts[level].follow(session)

    def _check_charge(self, event: events.Played, control: TimeControl | None) -> None:
        """Raises ``LedgerError`` unless *event* was charged as it must be."""
        assert event.arrived_ms is not None
        lag_ms, player = event.lag_ms or 0, event.player
        quota = self.recount.quotas.get(player) or LagQuota.begin(control or TimeControl())
        most_ms = SAND_MS if self._time_acts else quota.left_ms
        charge = Charge.of(event.arrived_ms, lag_ms, most_ms, self._at_ms)
        _require((charge.at_ms, charge.given_ms) == (event.at_ms, event.given_ms), event)
        if not self._time_acts:
            self.recount.quotas[player] = quota.after(charge.given_ms)
        given_ms = self.recount.given_ms
        given_ms[player] = given_ms.get(player, 0) + charge.given_ms

    def _check_clocks(self, match: Match, event: Event) -> None:
        """Raises ``LedgerError`` unless the clocks of the match agree with the events."""
        for count, session in zip(self.counts, match.sessions, strict=True):
            _require(count.agrees_with(session), event)
        control, (bottom, *duels) = match.control, match.sessions
        if control is None:
            return
        left_ms = self._left_ms(0, bottom, control, event)
        self.recount.left_ms = dict(zip(bottom.players, left_ms, strict=True))
        for level, duel in enumerate(duels, 1):
            live = self.counts[level].live
            _require((live is None) == (duel.live is None), event)
            if (in_duel := live or control.duels) is not None:
                self._left_ms(level, duel, in_duel, event)

    def _left_ms(
        self, level: int, session: Session, control: TimeControl, event: Event
    ) -> tuple[int, ...]:
        """The time that each seat of *session*, on that *level*, has left. Raises ``LedgerError``
        unless its clock shows the same."""
        left_ms = self.counts[level].left_ms(session, control)
        _require(left_ms == control.left_ms(session), event)
        return left_ms


@dataclass
class PauseCount:
    """The latest end of a pause, by the events: *until_ms*; ``None``: it has no end.

    *may_last* is whether the pause may last longer than that; if not, only the event that ends it
    may come later. *is_hour*: it waits for the hour of a duel.
    """

    until_ms: int | None = None
    may_last: bool = True
    is_hour: bool = False

    def allows(self, event: Event) -> bool:
        """Whether *event* does not come after the end of the pause."""
        return self.may_last or self.until_ms is None or _when(event) <= self.until_ms

    def note(self, event: Event, room: RoomState) -> None:
        """Notes the changes of the pause by *event*; *room* is the state after it."""
        has_waited, until_ms = self.may_last, self.until_ms
        match event:
            case events.Paused():
                until_ms, self.is_hour = event.until_ms, event.live is not None
            case events.Readied() if until_ms is None:
                until_ms = event.until_ms
            case events.SeatGiven() if event.person and until_ms is not None:
                until_ms = max(until_ms, event.at_ms + NEWCOMER_MS)
            case events.Stopped() if self.is_hour and until_ms is not None:
                until_ms = event.to_ms + GRACE_MS if until_ms <= event.to_ms else until_ms
            case events.Stopped() if until_ms is not None:
                until_ms = max(until_ms, event.to_ms)
            case events.WentOn():
                until_ms, self.is_hour = None, False
        self.may_last = not room.table.paused or room.is_ended or room.waits_for_newcomers
        if has_waited and not self.may_last and until_ms is not None:
            until_ms = max(until_ms, event.at_ms)
        self.until_ms = until_ms


def _is_of_luck(step: Step) -> bool:
    """Whether luck drew *step*, and no seat decided it."""
    return step.seat is None


class VacationCount:
    """The vacations of the people at the seats, by the events: spans by player."""

    def __init__(self) -> None:
        self._spans: dict[int, Sequence[tuple[int, int]]] = {}

    def note(self, event: Event) -> None:
        """Notes the vacations that *event* tells of, or that end with it."""
        match event:
            case Rested():
                self._spans[event.player] = [(each.from_ms, each.until_ms) for each in event.spans]
            case events.SeatGiven() | events.Seated():
                self._spans.pop(event.player, None)
            case events.Left():
                for player in event.players:
                    self._spans.pop(player, None)

    def overlap(self, from_ms: int, to_ms: int) -> bool:
        """Whether somebody is on vacation between *from_ms* and *to_ms*."""
        spans = (span for spans in self._spans.values() for span in spans)
        return any(max(begin, from_ms) < min(until, to_ms) for begin, until in spans)


def _when(event: Event) -> int:
    """The time up to which time has passed before *event*."""
    return event.from_ms if isinstance(event, events.Stopped) else event.at_ms


def _require(is_right: bool, event: Event) -> None:
    """Raises ``LedgerError`` unless the time of *event* *is_right*."""
    if not is_right:
        raise LedgerError(
            _("The time of event {number} of this match is not right.").format(number=event.number)
        )
