"""Who may do what in a room: people hold seats; whoever holds none only watches."""

from __future__ import annotations

from collections.abc import Iterable

from gipf_meta.base.errors import GipfMetaError


class Refused(GipfMetaError, ValueError):
    """The room does not do what somebody asked; one sentence to him."""


class Seats:
    """Who holds the seat of which player. Bots' seats are nobody's."""

    def __init__(self) -> None:
        self._holders: dict[int, str] = {}
        self._people = frozenset[str]()

    @property
    def holders(self) -> dict[int, str]:
        """The person who holds the seat of each player, in order; players whom nobody holds are not
        in it. Nobody may change it."""
        return self._holders

    @property
    def people(self) -> frozenset[str]:
        """Everybody who holds a seat, or has held one."""
        return self._people

    def give(self, player: int, person: str) -> None:
        """Lets *person* hold the seat of *player*; ``""``: nobody."""
        self._people |= {person} - {""}
        holders = {**self._holders, player: person}
        self._holders = {one: holders[one] for one in sorted(holders) if holders[one]}

    def held_by(self, person: str) -> tuple[int, ...]:
        """The players whose seats *person* holds, in order; empty for a spectator."""
        return tuple(player for player, holder in self.holders.items() if holder == person)

    def are_all_held_by(self, person: str, players: Iterable[int]) -> bool:
        """Whether nobody but *person* holds the seats of *players*."""
        return all(self._holders.get(player, person) == person for player in players)
