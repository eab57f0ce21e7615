"""A table whose match is kept in a library, as the rooms of a program keep theirs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gipf_meta.base.clock import Clock
from gipf_meta.library.store import Keeper, Library, LibraryKeeper
from gipf_meta.line.local_ledger import KeptMatch
from gipf_meta.match.match import Match
from gipf_meta.records.models import Record
from gipf_meta.table.history import have_same_decisions
from gipf_meta.table.new_table import begin_table, resume_table
from gipf_meta.table.players import Player, seats_of
from gipf_meta.table.table import Table


class KeptTable(Table):
    """A table whose *keeper* writes every decision."""

    def __init__(
        self,
        match: Match,
        players: Sequence[Player],
        clock: Clock,
        trouble: str = "",
        keeper: Keeper | None = None,
    ) -> None:
        super().__init__(match, players, clock, trouble)
        self.kept = KeptMatch(match, keeper)

    @classmethod
    def begin(cls, *args: Any, library: Library, **values: Any) -> KeptTable:
        """The table of a new match, which *library* keeps; the rest as ``begin_table`` has it."""
        table = begin_table(*args, **values)
        keeper = LibraryKeeper(library, seats_of(table.players))
        return cls(table.match, table.players, table.clock, keeper=keeper)

    @classmethod
    def resume(cls, record: Record, finder: Any, clock: Clock, keeper: Keeper) -> KeptTable:
        """The table of a recorded match, paused, which *keeper* keeps."""
        table = resume_table(record, finder, clock)
        kept = cls(table.match, table.players, clock, table.trouble, keeper)
        kept.paused = True
        return kept

    @property
    def keeper(self) -> Keeper | None:
        """The keeper of the match."""
        return self.kept.keeper

    @keeper.setter
    def keeper(self, keeper: Keeper | None) -> None:
        self.kept.keeper = keeper

    @property
    def keep_error(self) -> str:
        """The reason why the match could not be kept the last time."""
        return self.kept.error

    def keep(self) -> None:
        """Keeps the match as it stands."""
        self.kept.match = self.match
        self.kept.keep()

    def close(self) -> None:
        """Lets others play the match."""
        if self.keeper is not None:
            self.keeper.close()

    def seat(self, player: int, newcomer: Player) -> None:
        """Seats *newcomer*, who is kept, too."""
        super().seat(player, newcomer)
        if self.keeper is not None:
            self.keeper.people = self.seats
        self.keep()

    def _change(self, change: Callable[[], Match], planner: int | None = None) -> None:
        before = self.match
        super()._change(change, planner)
        if not have_same_decisions(before, self.match):
            self.keep()

    def go_to(self, match: Match) -> None:
        super().go_to(match)
        self.keep()
