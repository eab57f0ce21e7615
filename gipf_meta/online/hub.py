"""The hub of a host: nobody opens rooms without end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gipf_meta.base.texts import _
from gipf_meta.online.limits import Budget, TooMany
from gipf_meta.rooms.events import Opening
from gipf_meta.rooms.hub import Hub
from gipf_meta.rooms.room import Room


class HostHub(Hub):
    """A hub in which every room that somebody opens counts against the *budget*.

    The rest is *about* any hub.
    """

    def __init__(self, budget: Budget, *args: Any, **about: Any) -> None:
        super().__init__(*args, **about)
        self._budget = budget

    def open_room(
        self,
        room_id: str,
        opening: Opening,
        person: str,
        at_ms: int = 0,
        others: Mapping[int, str] | None = None,
    ) -> Room:
        """A new room. Raises ``TooMany``, and what any hub raises."""
        if not self._budget.rooms.take(person):
            raise TooMany(_("You have opened many matches in the last hour; wait a while."))
        return super().open_room(room_id, opening, person, at_ms, others)
