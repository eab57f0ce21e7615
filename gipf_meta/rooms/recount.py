"""Counts every clock of a match again, from the ledger of its room alone.

What each decision was charged, what each player was given back of what the network took, and what
his clock says follow from the times of the events. The match counts in its own way; if the two do
not agree, the ledger is damaged or somebody was charged wrongly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from gipf_meta.base.texts import _
from gipf_meta.match.match import GameFinder
from gipf_meta.match.session import Session
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.protocol.game import Turn
from gipf_meta.rooms import events
from gipf_meta.rooms.events import Event
from gipf_meta.rooms.lag import SAND_MS, Charge, LagQuota
from gipf_meta.rooms.ledger import LedgerError
from gipf_meta.rooms.rebuilding import retell
from gipf_meta.rooms.room import Room


@dataclass
class Recount:
    """What has come of the times of a ledger.

    *left_ms* is what each player's clock says after the last event, by player; empty without
    clocks. *given_ms* is what each was given back in all, and *quotas* what he still may be.
    """

    left_ms: dict[int, int] = field(default_factory=dict)
    given_ms: dict[int, int] = field(default_factory=dict)
    quotas: dict[int, LagQuota] = field(default_factory=dict)


def recount(id: str, events: Iterable[Event], finder: GameFinder) -> Recount:
    """The times of the room *id*, counted again from its *events*, from its last opening on.

    Raises ``LedgerError``, a sentence, if they contradict each other.
    """
    counting = _Counting()
    for room, group in retell(id, events, finder):
        counting.take(room, group)
    return counting.recount


class _Counting:
    """Counts along while the events of a room are told again.

    *spans* are the milliseconds that passed in the match's own game before each of its decisions,
    and *pending* those since the last one. *taken_back* keeps both for what may be played again.
    """

    def __init__(self) -> None:
        self.recount = Recount()
        self.spans: list[int] = []
        self.pending = 0
        self.taken_back: list[tuple[list[int], int]] = []
        self._at_ms = 0
        self._runs = self._is_alone = self._time_acts = False

    def take(self, room: Room, group: Sequence[Event]) -> None:
        """Counts on: *group* has come true in *room* since the last call.

        Raises ``LedgerError``.
        """
        first, bottom = group[0], room.state.table.match.sessions[0]
        if room.state.study is not None:
            return  # no time passes, and who walks there goes to other decisions
        if isinstance(first, events.Opened):
            self._begin(bottom)
        else:
            _require(all(each.at_ms == first.at_ms for each in group), first)
            _require(first.at_ms >= self._at_ms, first)
            self._count_span(first)
            self._count_steps(first, bottom)
        if isinstance(first, events.Played) and first.arrived_ms is not None:
            self._check_charge(first, room.state.table.match.control)
        self._look(room, first)
        self._check_clocks(room, first)

    def _begin(self, bottom: Session) -> None:
        times = [0, *(step.at_ms for step in bottom.steps)]
        self.spans = [after - before for before, after in pairwise(times)]
        self.pending = bottom.time_ms - times[-1]

    def _look(self, room: Room, event: Event) -> None:
        """Notes what must be known when the next event comes."""
        table, arrived_ms = room.state.table, getattr(event, "arrived_ms", None) or 0
        stands_still = table.paused or table.over or table.fault or table.trouble
        # what was given back passes for nobody
        self._at_ms, self._runs = max(event.at_ms, arrived_ms), not stands_still
        self._is_alone = len(table.match.sessions) == 1
        self._time_acts = table.time_acts

    def _count_span(self, event: Event) -> None:
        """Counts the time until *event*, if it has passed in the match's own game."""
        until_ms = event.from_ms if isinstance(event, events.Stopped) else event.at_ms
        if self._runs and self._is_alone:
            self.pending += until_ms - self._at_ms

    def _count_steps(self, event: Event, bottom: Session) -> None:
        """Counts the decisions to which *event* has led, or that it has taken back."""
        if isinstance(event, events.TookBack):
            self.taken_back.append((list(self.spans), self.pending))
            if self._is_alone:
                self.pending = self.spans[event.to]
                del self.spans[event.to :]
        elif isinstance(event, events.PlayedAgain):
            self.spans, self.pending = self.taken_back.pop()
        while len(self.spans) < len(bottom.steps):
            self.spans.append(self.pending)
            self.pending = 0

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

    def _check_clocks(self, room: Room, event: Event) -> None:
        """Raises ``LedgerError`` unless the match counts as the events do."""
        bottom, control = room.state.table.match.sessions[0], room.state.table.match.control
        at_ms = 0
        for step, span in zip(bottom.steps, self.spans, strict=True):
            at_ms += span
            _require(step.at_ms == at_ms, event)
        _require(bottom.time_ms == at_ms + self.pending, event)
        if control is not None:
            left_ms = self._left_ms(bottom, control)
            _require(left_ms == control.left_ms(bottom), event)
            self.recount.left_ms = dict(zip(bottom.players, left_ms, strict=True))

    def _left_ms(self, bottom: Session, control: TimeControl) -> tuple[int, ...]:
        """What each seat has left, by the time that passed while it was on turn."""
        statuses = [*(bottom.game.status(step.before) for step in bottom.steps), bottom.status]
        turns: list[list[tuple[int, int]]] = []  # for each turn who was asked, and how long
        number = 0
        for now, span in zip(statuses, [*self.spans, self.pending], strict=True):
            if isinstance(now, Turn):
                if now.number != number:
                    turns.append([])
                    number = now.number
                turns[-1].append((now.seat, span))
        asked_now = bottom.status.seat if isinstance(bottom.status, Turn) else None
        left = []
        for seat in range(len(bottom.players)):
            counted = turns[-1:] if control.turn_ms else turns
            used_ms = sum(span for turn in counted for who, span in turn if who == seat)
            begun = sum(turn[0][0] == seat for turn in turns)
            more_ms = control.increment_ms * (begun - (asked_now == seat))
            left.append((control.turn_ms or control.total_ms + more_ms) - used_ms)
        return tuple(left)


def _require(is_right: bool, event: Event) -> None:
    """Raises ``LedgerError`` if the time of *event* is wrong."""
    if not is_right:
        raise LedgerError(
            _("The time of event {number} of this match is not right.").format(number=event.number)
        )
