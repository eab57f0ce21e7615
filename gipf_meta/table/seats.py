"""The seats of the players of a room, and the persons who hold them; invitations and admission."""

from __future__ import annotations

from hashlib import sha256
from typing import Final, NamedTuple

from gipf_meta.base.errors import GipfMetaError


class Refused(GipfMetaError, ValueError):
    """The room refuses a command; one sentence to its sender."""


class NotUnderstood(Refused):
    """A command is none of the protocol; one sentence to its sender."""


class Seats:
    """The persons who hold the seats of the players in a room's match. The seats of bots have
    none."""

    def __init__(self) -> None:
        self._holders: dict[int, str] = {}
        self._held: dict[str, tuple[int, ...]] = {}
        self._people = frozenset[str]()
        self._lost: dict[str, int] = {}
        self._deciders = frozenset[int]()

    @property
    def deciders(self) -> frozenset[int]:
        """The players whose holders have made a decision here."""
        return self._deciders

    def note_decision(self, player: int) -> None:
        """Notes that the holder of the seat of *player*, if there is one, has made a decision."""
        if player in self._holders:
            self._deciders |= {player}

    @property
    def holders(self) -> dict[int, str]:
        """The person who holds the seat of each player, in order, without seats that nobody holds.
        It must not be changed."""
        return self._holders

    @property
    def people(self) -> frozenset[str]:
        """The persons who hold a seat, or have held one."""
        return self._people

    def give(self, player: int, person: str, *, is_given_up: bool = False) -> None:
        """Lets *person* hold the seat of *player*; ``""``: nobody. The holder before has lost it,
        unless it *is_given_up* by himself."""
        if (before := self._holders.get(player, "")) and not is_given_up:
            self._lost[before] = player
        if before != person:
            self._deciders -= {player}
        self._lost.pop(person, None)
        self._people |= {person} - {""}
        holders = {**self._holders, player: person}
        self._holders = {one: holders[one] for one in sorted(holders) if holders[one]}
        self._held = {}
        for one, holder in self._holders.items():
            self._held[holder] = (*self._held.get(holder, ()), one)

    def held_by(self, person: str) -> tuple[int, ...]:
        """The players whose seats *person* holds, in order; empty for a spectator."""
        return self._held.get(person, ())

    def lost_by(self, person: str) -> int | None:
        """The player whose seat *person*, who holds none now, has lost; ``None``: he lost none."""
        return None if self.held_by(person) else self._lost.get(person)

    @property
    def are_shared(self) -> bool:
        """Whether several persons hold seats."""
        return len(self._held) > 1

    def has_others(self, person: str) -> bool:
        """Whether another one than *person* holds a seat."""
        return len(self._held) > 1 or (bool(self._held) and person not in self._held)


MOST_ADMITTED: Final = 500
"""The most persons who are let in to watch one private room."""


def hash_of(key: str) -> str:
    """Returns the SHA-256 of a *key*, in hex: a room stores nothing else of it."""
    return sha256(key.encode()).hexdigest()


class SeatInvitation(NamedTuple):
    """An invitation of a *person* by name, which ends at *until_ms*, milliseconds since 1970."""

    person: str
    until_ms: int


class Admission:
    """The person who opened the room (*by*; ``""``: he has left), and the rules of who may come in.

    Only players and those who were *admitted* watch a room that *is_private*. Anybody may take a
    free seat of a room that *is_open*. *keys* are the hashes of the invitations that are still
    valid, by player; ``None``: to watch, which several people may use. *used* has the person who
    took a seat by each hash. *invited* has the invitations by name among them,
    *ended_ms* when the last one ended to a seat, if nobody took it back.
    """

    def __init__(self, by: str, is_private: bool, is_open: bool) -> None:
        self.by = by
        self.is_private = is_private
        self.is_open = is_open
        self.keys: dict[int | None, str] = {}
        self.used: dict[str, str] = {}
        self.invited: dict[int, SeatInvitation] = {}
        self.ended_ms: dict[int, int] = {}
        self.admitted: tuple[str, ...] = ()

    def is_known(self, hash: str) -> bool:
        """Whether there was an invitation with that *hash* already, used or not."""
        return hash in self.used or hash in self.keys.values()

    def admit(self, person: str) -> None:
        """Lets *person* watch."""
        if person not in self.admitted:
            self.admitted = (*self.admitted, person)

    def invite(
        self, player: int | None, hash: str, invitation: SeatInvitation | None = None
    ) -> None:
        """Invites to the seat of *player* by the key with that *hash*, or by name; it takes the
        place of the invitation before."""
        self.end(player)
        self.keys[player] = hash
        if player is not None and invitation is not None:
            self.invited[player] = invitation

    def seats_for(self, person: str) -> tuple[int, ...]:
        """The players to whose seats *person* is invited by name."""
        return tuple([one for one, each in self.invited.items() if each.person == person])

    def end(self, player: int | None) -> str | None:
        """Ends the invitation to the seat of *player*; returns the hash of its key, ``None``
        without one."""
        if player is not None:
            self.invited.pop(player, None)
            self.ended_ms.pop(player, None)
        return self.keys.pop(player, None)

    def use_key(self, player: int, person: str) -> None:
        """Ends the invitation to the seat of *player*: *person* has taken it."""
        if hash := self.end(player):
            self.used[hash] = person

    def withdraw(self, player: int | None) -> None:
        """Ends an invitation; ``None``: that to watch, for those who came by it, too."""
        self.end(player)
        if player is None:
            self.admitted = ()

    def forget(self, person: str) -> None:
        """Notes that *person* has left: he watches no longer, and is no longer the one who opened
        the room, whose invitations by name end then."""
        self.admitted = tuple(each for each in self.admitted if each != person)
        if person == self.by:
            self.by = ""
            for player in [*self.invited]:
                self.end(player)
