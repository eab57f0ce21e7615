"""The table of a room: it stands still until the room tells it the time, and notes what happens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from gipf_meta.match.match import Match
from gipf_meta.protocol.capabilities import timed
from gipf_meta.table.live_match import check_can_be_shown, have_same_decisions
from gipf_meta.table.pilots import Plan, Thinking
from gipf_meta.table.table import Table


@dataclass(frozen=True, slots=True)
class Change:
    """A change of the match to *after*, at *at_ms*; *player* is the bot that planned it."""

    after: Match
    at_ms: int
    player: int | None


class TableOfRoom(Table):
    """A table that notes the changes of its match, in the order in which they happen."""

    plans_elsewhere: ClassVar[bool] = True
    times_acted: int = 0
    """How often time has changed the board without a decision or an end."""
    _changes: tuple[Change, ...] = ()
    _planner: int | None = None

    @property
    def reached_ms(self) -> int:
        """Up to when time has passed in the match, by the room's clock."""
        return self.clock.now_ms() - self.behind_ms

    def go_back(self, match: Match) -> None:
        """Goes back to *match*, in which less time has passed; it goes on from now."""
        self.match, self.behind_ms = match, 0
        self._stopwatch.restart()

    def take_changes(self) -> tuple[Change, ...]:
        """The changes since the last call."""
        changes, self._changes = self._changes, ()
        return changes

    # ---- bots: nobody in a room waits while one of them thinks --------------------------------

    def thinking(self) -> Thinking | None:
        """The request to the bot that is asked now; where time acts, for its plan."""
        if not self.time_acts:
            return super().thinking()
        self.wait_ms()  # where time acts bots are asked after every decision
        return None if self.fault else self._pilots.planning(self.match)

    def is_waiting_for(self, thinking: Thinking) -> bool:
        """Whether the match still stands where the bot was asked."""
        if timed(thinking.match.top.game) is None:
            return super().is_waiting_for(thinking)
        return self._pilots.planning(self.match) is thinking

    def take_answer(self, thinking: Thinking, answer: Callable[[], Any]) -> None:
        """As ``Table.take_answer``; where time acts, the decision is played when it is due."""
        if timed(thinking.match.top.game) is None:
            super().take_answer(thinking, answer)
            return
        self.tick()
        if self.is_waiting_for(thinking):
            self._ask_bots(lambda: self._pilots.take_planned(self.match, thinking, answer))

    def _check_can_be_shown(self, match: Match) -> None:
        check_can_be_shown(match, match.player)  # so he is shown what was made for this

    # ---- what has changed ---------------------------------------------------------------------

    def _note_decision(self) -> None:
        super()._note_decision()
        change = Change(self.match, self.reached_ms, self._planner)
        self._changes = (*self._changes, change)

    def _grow_older(self, ms: int) -> None:
        before, top = self.match, self.match.top
        clock = timed(top.game)
        due_ms = clock.deadline(top.state) if clock else None
        super()._grow_older(ms)
        # a lost turn, say: no decision, and yet the board is another one
        if due_ms is not None and due_ms <= ms and have_same_decisions(before, self.match):
            self.times_acted += 1

    def _play_plan(self, plan: Plan) -> None:
        self._planner = self.match.top.players[plan.seat]
        try:
            super()._play_plan(plan)
        finally:
            self._planner = None
