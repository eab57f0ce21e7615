"""The ledger of a host, which counts what it is asked and measures how long it takes."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_meta.online.database import Database
from gipf_meta.online.figures import Figures
from gipf_meta.online.groups import Group
from gipf_meta.online.ledger import DatabaseLedger
from gipf_meta.rooms.events import Event, Played
from gipf_meta.rooms.ledger import Conflict, Summary


class MeasuredLedger(DatabaseLedger):
    """The ledger of *database*, whose work is told in *figures*."""

    def __init__(self, database: Database, figures: Figures) -> None:
        super().__init__(database)
        self._figures = figures

    def append(
        self,
        room: str,
        after: int,
        sender: str,
        id: str,
        events: Sequence[Event],
        summary: Summary,
    ) -> None:
        """Adds *events*. Raises ``Conflict`` and ``LedgerError``."""
        try:
            with self._figures.part("commit"):
                super().append(room, after, sender, id, events, summary)
        except Conflict:
            self._figures.conflicts.inc()
            raise
        self._figures.moves.inc(sum(isinstance(each, Played) for each in events))
        if self._group is None:
            self._figures.commits.inc()

    def _commit(self, group: Group) -> None:
        if group.rooms:
            self._figures.commits.inc()
        with self._figures.part("commit"):
            super()._commit(group)
