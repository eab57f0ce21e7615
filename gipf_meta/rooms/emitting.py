"""How a room emits what happens: each event with its number, and what follows from it."""

from __future__ import annotations

from typing import Any, Final

from gipf_meta.base.clock import StillClock
from gipf_meta.base.stops import stops
from gipf_meta.match.match import Match
from gipf_meta.protocol.game import Turn
from gipf_meta.rooms import events as told
from gipf_meta.rooms.consequences import consequences
from gipf_meta.rooms.effects import EFFECTS
from gipf_meta.rooms.events import Event, Opening
from gipf_meta.rooms.lag import Charge
from gipf_meta.rooms.state import RoomState
from gipf_meta.rooms.table import TableOfRoom
from gipf_meta.table.live_match import have_same_decisions
from gipf_meta.table.players import BotFailed

_DECISIONS: Final = (told.Played, told.Resigned, told.DrawAgreed)
"""The events that have not happened if the duel on top failed instead."""


class EmittingRoom(RoomState):
    """A room that emits what happens. ``take_emitted`` has what was not fetched yet.

    *before* is the match of a record before anything has followed from it.

    *happened_ms* is the moment of its last event, or at which that arrived. *charge* is what is
    charged for the command that is being heard; ``None``: nothing.
    """

    def __init__(
        self,
        id: str,
        opening: Opening,
        table: TableOfRoom,
        clock: StillClock,
        number: int = 0,
        by: str = "",
        before: Match | None = None,
    ) -> None:
        super().__init__(id, opening, table, clock, number, by)
        self._turn: object = None
        self._own_turn: object = None
        self._emitted: list[Event] = []
        self._known_trouble, self._known_fault = "", table.fault
        self.happened_ms, self._match_then = clock.ms, table.match
        self.charge: Charge | None = None
        self._emit(told.Opened, opening=opening, by=by)
        self._emit_consequences(before, table.match)
        self._end_group()

    def reach(self, at_ms: int) -> None:
        """Lets time pass until *at_ms*."""
        self._clock.ms = max(at_ms, self._clock.ms)
        before, has_failed = self.table.match, False
        first = before
        try:
            self.table.tick()
        except BotFailed:
            pass  # it is the table's fault now
        except stops():
            raise
        except BaseException:  # a game may fail in any way
            has_failed = True
        for change in self.table.take_changes():
            if change.player is None:
                self._emit(told.Happened, change.at_ms)
                self._emit_consequences(before, change.after, change.at_ms)
            else:
                self._emit_decision(change.player, before, change.after, change.at_ms)
            self._end_group(before, change.after, change.at_ms)
            before = change.after
        self.emit_failures(self.table.reached_ms)
        if has_failed:
            self.stop_time()
            self._emit(told.Paused, self.table.reached_ms)
            self._end_group(at_ms=self.table.reached_ms)
        self.pause_before_game(first)

    @property
    def deadline_ms(self) -> int | None:
        """When a flag falls, or time acts in the game on top; ``None``: never.

        Raises whatever a game raises.
        """
        wait_ms = self.table.ms_to_deadline() if self.is_running else None
        return None if wait_ms is None else self.at_ms + wait_ms

    @property
    def plan_ms(self) -> int | None:
        """When a bot plays what it has planned; ``None``: no bot has a plan."""
        wait_ms = self.table.ms_to_plan() if self.is_running else None
        return None if wait_ms is None else self.at_ms + wait_ms

    @property
    def is_running(self) -> bool:
        """Whether time passes in the room."""
        return self.table.clock_runs and not self.table.paused

    def decide(self, player: int, text: str) -> None:
        """Lets *player* decide *text*, at the moment that he is charged. Raises ``MoveError``."""
        charge, values = self.charge, dict[str, int]()
        if charge is not None and charge.player in (None, player):
            values = {name: getattr(charge, name) for name in ("arrived_ms", "lag_ms", "given_ms")}
        self.make_true(told.Played, player=player, text=text, **values)

    def go_back(self) -> None:
        """Goes back to *happened_ms*: no time has passed since then."""
        self._clock.ms = self.happened_ms
        self.table.go_back(self._match_then)

    def make_true(self, kind: type[Any], /, **values: Any) -> None:
        """Lets an event come true now, and emits it and what follows from it.

        Raises whatever its effect raises; then nothing has happened.
        """
        before, self.notice = self.table.match, ""
        event = kind(number=self.number + 1, at_ms=self._clock.ms, **values)
        EFFECTS[kind](self, event)
        if kind is told.DuelChosen:
            self._known_trouble = ""  # whatever the trouble is now, it is told
        self.table.take_changes()
        after = self.table.match
        if kind in _DECISIONS and have_same_decisions(before, after):
            return  # the duel on top has failed
        self._emit(kind, **values)
        if kind not in (told.TookBack, told.PlayedAgain):
            self._emit_consequences(before, after, skipped=1 if kind is told.Played else 0)
        self._end_group(before)
        if values.get("arrived_ms") is not None:  # what was given back passes for nobody
            self.leave_out(values["arrived_ms"])
            self.happened_ms = self._clock.ms
        self.pause_before_game(before)

    def _emit_decision(self, player: int, before: Match, after: Match, at_ms: int) -> None:
        """Emits the decision of a bot that has changed the match, and what followed."""
        text = consequences(before, after)[0][1]["text"]
        self._emit(told.Played, at_ms, player=player, text=text)
        self._emit_consequences(before, after, at_ms, skipped=1)

    def _emit_consequences(
        self, before: Match | None, after: Match, at_ms: int | None = None, skipped: int = 0
    ) -> None:
        """Emits what followed between two matches, but for the first *skipped* things."""
        for kind, values in consequences(before, after)[skipped:]:
            self._emit(kind, at_ms, **values)

    def _emit(self, kind: type[Any], at_ms: int | None = None, /, **values: Any) -> None:
        """Emits the next event; it happened now, unless *at_ms* is given."""
        self.number += 1
        at_ms = self._clock.ms if at_ms is None else at_ms
        self._emitted.append(kind(number=self.number, at_ms=at_ms, **values))

    def _end_group(
        self, before: Match | None = None, after: Match | None = None, at_ms: int | None = None
    ) -> None:
        """Notes after an event, and what followed, whether another turn is due.

        The event has changed the match *before* to *after*; ``None``: it is what it is now. It
        happened now, unless *at_ms* is given.
        """
        table = self.table
        after = after or table.match
        self.happened_ms = self._clock.ms if at_ms is None else at_ms
        self._match_then = after
        below, now = after.sessions[:-1], after.top.status
        made = tuple(len(session.steps) for session in below)
        if isinstance(now, Turn) and (own := (made, now.seat, now.number)) != self._own_turn:
            self._own_turn = own
            self.begin_turn(after.top.players[now.seat])
        turn = (made, now if isinstance(now, Turn) else None, table.taken_back)
        if turn != self._turn:
            self._turn, self.turn_since = turn, self.number
        if before is not None and not have_same_decisions(before, after):
            self.withdraw_offer()
            self.request = None
            self.impossible_premoves.clear()
        if table.over is not None and self.request is not None and self.request.what != "rematch":
            self.request = None

    def pause_before_game(self, before: Match) -> None:
        """Stops the clock if another game than *before* is on top: people look at it first.

        What was said beforehand was meant for the game before.
        """
        table, after = self.table, self.table.match
        is_same = len(before.sessions) == len(after.sessions) and before.top.game is after.top.game
        if not is_same:
            self.premoves.clear()
        is_needed = table.clock_runs and self.seats.holders and not (table.paused or is_same)
        if is_needed and not table.is_retold:
            self.stop_time()
            self._emit(told.Paused)
            self._end_group()

    def emit_failures(self, at_ms: int | None = None) -> None:
        """Emits what has failed since it was emitted last: the duel on top, or a bot."""
        table = self.table
        if table.is_retold:
            return  # the ledger says so
        if table.trouble and table.trouble != self._known_trouble:
            self._emit(told.DuelUnplayable, at_ms, sentence=table.trouble)
            self._end_group(at_ms=at_ms)
        if table.fault is not None and table.fault is not self._known_fault:
            fault = table.fault
            self._emit(told.BotFailed, at_ms, player=fault.player, sentence=str(fault))
            self._end_group(at_ms=at_ms)
        self.know_failures()

    def know_failures(self) -> None:
        """Takes what has failed as emitted."""
        self._known_trouble, self._known_fault = self.table.trouble, self.table.fault

    def take_emitted(self) -> list[Event]:
        """The events that were emitted since the last call."""
        emitted, self._emitted = self._emitted, []
        return emitted
