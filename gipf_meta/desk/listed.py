"""Tables as lists show them, and who knows them: what the desk of a host is handed in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class ListedSeat(Protocol):
    """A seat of a table."""

    @property
    def player(self) -> int:
        """The number of its player."""
        ...

    @property
    def name(self) -> str:
        """What the player is called."""
        ...

    @property
    def person(self) -> str:
        """Who holds it; ``""``: nobody does."""
        ...

    @property
    def kind(self) -> str:
        """``human``, or a bot."""
        ...

    @property
    def is_reserved(self) -> bool:
        """Whether somebody is invited to it."""
        ...


class Listed(Protocol):
    """A table."""

    @property
    def room(self) -> str:
        """The id of its room."""
        ...

    @property
    def game(self) -> str:
        """The id of its game."""
        ...

    @property
    def seats(self) -> Sequence[ListedSeat]:
        """All seats, in the order of the players."""
        ...

    @property
    def player(self) -> int | None:
        """Who decides next; ``None``: nobody does."""
        ...

    @property
    def turns(self) -> int:
        """How many turns were played."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        ...


class Tables(Protocol):
    """Knows the tables of a host."""

    def tables_of(self, person: str) -> Sequence[Listed]:
        """The tables at which *person* holds a seat, and those that he has opened.

        The one at which something happened last comes first.
        """
        ...

    def open_tables(self) -> Sequence[Listed]:
        """The tables that are not over and at which anybody may take a seat, the newest first."""
        ...
