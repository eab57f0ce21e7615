"""The contract between the desk's screens and the vacations of the people of a host."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class ListedVacation:
    """A vacation that has not ended: its id, from and until, in milliseconds since 1970, and
    whether it *runs*."""

    id: str
    from_ms: int
    until_ms: int
    runs: bool = False


@dataclass(frozen=True, slots=True)
class OwnVacations:
    """The *vacations* of a person that have not ended, the first one first; the days *left* for
    others, and the present time *now_ms* of the host."""

    vacations: tuple[ListedVacation, ...]
    left: int
    now_ms: int


@dataclass(frozen=True, slots=True)
class WantedVacation:
    """A vacation that somebody wants: from *from_ms* (``None``: as soon as possible) until
    *until_ms*, or for so many *days* if that is ``None``."""

    from_ms: int | None
    until_ms: int | None = None
    days: int = 0


class Vacations(Protocol):
    """The vacations of the person at a connection.

    In every method *link* is the name of the connection that asks; each raises ``GipfMetaError``
    with the sentence for the person.
    """

    def own(self, link: str) -> OwnVacations:
        """The vacations of the person."""
        ...

    def announce(self, link: str, wanted: WantedVacation) -> None:
        """Announces another vacation."""
        ...

    def move(self, link: str, id: str, wanted: WantedVacation) -> None:
        """Moves the vacation of that id, which has not begun."""
        ...

    def end(self, link: str, id: str) -> None:
        """Ends the vacation of that id now, or calls it off if it has not begun."""
        ...
