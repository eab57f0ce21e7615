"""The hub of a host: nobody opens rooms without end, and what is not kept is not told."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.online.limits import Budget, TooMany
from gipf_meta.rooms.hub import Hub
from gipf_meta.rooms.pictures import Watcher


class HostHub(Hub):
    """A hub in which every room that somebody opens counts against the *budget*.

    The rest is *about* any hub.
    """

    def __init__(self, budget: Budget, *args: Any, **about: Any) -> None:
        super().__init__(*args, **about)
        self._budget = budget

    def charge_opening(self, person: str) -> None:
        """Counts a room that *person* is about to open. Raises ``TooMany``."""
        if not self._budget.rooms.take(person):
            raise TooMany(_("You have opened many matches in the last hour; wait a while."))

    def begin_anew(self, lost: Collection[str]) -> list[str]:
        """Has the rooms that are *lost* as the ledger has them, and shows everybody his room anew.

        What waits to be sent is never sent. The answer has the links that must begin anew, too.
        """
        self.take_outbox()
        self._remembered.clear()
        cut = list[str]()
        for entry in self._rooms:
            if entry.room.id in lost:
                try:
                    entry = self._rooms.reload(entry)
                except GipfMetaError:
                    cut += entry.watchers
                    continue
            for link, watcher in [*entry.watchers.items()]:
                if watcher.want == "events":
                    cut.append(link)
                else:
                    entry.watchers[link] = Watcher(watcher.want)
            self._tell_all(entry, ())
        return cut
