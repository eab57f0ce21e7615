"""The table of a room: it stands still until the room tells it the time, and notes what happens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gipf_meta.base.clock import Clock
from gipf_meta.library.store import Keeper
from gipf_meta.match.match import Match
from gipf_meta.table.pilots import Plan
from gipf_meta.table.players import Player
from gipf_meta.table.table import Table


@dataclass(frozen=True, slots=True)
class Change:
    """A change of the match to *after*, at *at_ms*; *player* is the bot that planned it."""

    after: Match
    at_ms: int
    player: int | None


class TableOfRoom(Table):
    """A table that notes the changes of its match, in the order in which they happen."""

    def __init__(
        self,
        match: Match,
        players: Sequence[Player],
        clock: Clock,
        trouble: str = "",
        keeper: Keeper | None = None,
    ) -> None:
        super().__init__(match, players, clock, trouble, keeper)
        self._changes: list[Change] = []
        self._planner: int | None = None

    @property
    def reached_ms(self) -> int:
        """Up to when time has passed in the match, by the room's clock."""
        return self.clock.now_ms() - self.behind_ms

    def take_changes(self) -> list[Change]:
        """The changes since the last call."""
        changes, self._changes = self._changes, []
        return changes

    def _note_decision(self) -> None:
        super()._note_decision()
        self._changes.append(Change(self.match, self.reached_ms, self._planner))

    def _play_plan(self, plan: Plan) -> None:
        self._planner = self.match.top.players[plan.seat]
        try:
            super()._play_plan(plan)
        finally:
            self._planner = None
