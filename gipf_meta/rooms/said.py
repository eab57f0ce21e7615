"""How something was said to rooms: by whom, by which link, and when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True)
class Link:
    """A connection of *person*, who reads *language* and is called *name*; ``""``: as the seat."""

    person: str
    language: str
    name: str = ""


class Said(NamedTuple):
    """*asker* has said something at *link*. It arrived at *at_ms*; its way there, and that of what
    it answers, took *lag_ms*."""

    link: str
    asker: Link
    at_ms: int
    lag_ms: int = 0

    @property
    def person(self) -> str:
        """Who has said it."""
        return self.asker.person
