"""The hub of a host: nobody opens rooms without end, and what is not kept is not told."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.online.figures import Figures
from gipf_meta.online.limits import Budget
from gipf_meta.online.rooms_allowed import Counts, RoomsAllowed
from gipf_meta.rooms.deed import Deed, Message, Want
from gipf_meta.rooms.hub import Hub
from gipf_meta.rooms.said import Said
from gipf_meta.rooms.thoughts import Thought


class HostHub(Hub):
    """A hub in which every room that somebody opens counts against the *budget*.

    *rooms* counts those that there are. *figures* tell what drawing costs. The rest is *about* any
    hub.
    """

    def __init__(
        self, budget: Budget, rooms: Counts, figures: Figures, *args: Any, **about: Any
    ) -> None:
        super().__init__(*args, **about)
        self._allowed, self._figures = RoomsAllowed(budget, rooms), figures
        self.audience.drawing = lambda: figures.part("drawing")
        self.note_watching: Callable[[str], object] = lambda link: None

    def take_thoughts(self) -> list[Thought]:
        """What is to be thought about now."""
        thoughts = super().take_thoughts()
        self._figures.thoughts.inc(len(thoughts))
        return thoughts

    def watch(self, deed: Deed, said: Said, since: int, want: Want) -> list[Message]:
        answers = super().watch(deed, said, since, want)
        self.note_watching(said.link)
        return answers

    def charge_opening(self, person: str, is_table: bool = False) -> None:
        """Counts a room that *person* is about to open.

        Raises ``TooMany`` and ``DatabaseError``.
        """
        self._allowed.charge(person, is_table)

    def begin_anew(self, lost: Collection[str]) -> list[str]:
        """Has the rooms that are *lost* as the ledger has them, and shows everybody his room anew.

        What waits to be sent is never sent. The answer has the links that must begin anew, too.
        """
        self.take_outbox()
        self._remembered.clear()
        cut = list[str]()
        for entry in self.rooms:
            if entry.state.id in lost:
                try:
                    entry, _missed = self.rooms.reload(entry)
                except GipfMetaError:
                    cut += entry.watchers
                    continue
            cut += self.audience.begin_anew(entry)
        return cut
