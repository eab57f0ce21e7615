"""The law of answers: each command that a hub hears is answered, once to its end, by its id.

Hubs of tests are ``AskedHub``s: whatever is said to them, the law looks on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from gipf_meta.deeds.messages import RoomMessage
from gipf_meta.hub.hub import Hub
from tests.rooms.law_of_types import check_id


class AskedHub(Hub):
    """A hub that compares what it says with what it was asked, link by link."""

    def __init__(self, *args: Any, **about: Any) -> None:
        super().__init__(*args, **about)
        self._asked = Counter[tuple[str, str]]()
        self._ended = Counter[tuple[str, str]]()

    def receive(self, link: str, message: Mapping[str, Any], at_ms: int, lag_ms: int = 0) -> None:
        if self.links.get(link) is not None and isinstance(message, Mapping):
            self._asked[link, str(message.get("id"))] += 1
        super().receive(link, message, at_ms, lag_ms)

    def take_answers(self) -> list[tuple[str, RoomMessage]]:
        return self._looked_at(super().take_answers())

    def take_outbox(self) -> list[tuple[str, RoomMessage]]:
        return self._looked_at(super().take_outbox())

    def _looked_at(self, outbox: list[tuple[str, RoomMessage]]) -> list[tuple[str, RoomMessage]]:
        for link, message in outbox:
            check_id(message)
            if isinstance(id := message.get("id"), str):
                about = link, id
                assert about in self._asked, f"nobody has asked: {message}"
                self._ended[about] += "more" not in message
                assert self._ended[about] <= self._asked[about], f"answered again: {message}"
        return outbox

    def not_answered(self) -> list[str]:
        """The ids of commands of links that are still there which have had no last answer."""
        there = [about for about in self._asked if self.links.get(about[0]) is not None]
        return [id for link, id in there if not self._ended[link, id]]
