"""The contract between the desk's screens and the people whom a person of a host knows: those he
has played, his favourites, those he has blocked, and their profiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeAlias

from gipf_meta.base.texts import N_

OpenTo: TypeAlias = Literal["anybody", "met", "favourites", "nobody"]
"""The people who may invite a person by name: anybody who has the link to his profile, those whom
he has played and his favourites, his favourites alone, or nobody."""
OPEN_TO: Final[tuple[tuple[OpenTo, str], ...]] = (
    ("anybody", N_("anybody who has the link to your profile")),
    ("met", N_("people whom you have played, and your favourites")),
    ("favourites", N_("your favourites alone")),
    ("nobody", N_("nobody")),
)
"""The words of each choice."""


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """A person whom somebody knows: his id, his *name*, the number of matches that both have
    *played*, and when the last of these changed, in milliseconds since 1970; 0: there is none.
    """

    person: str
    name: str
    played: int = 0
    last_ms: int = 0
    is_favourite: bool = False
    is_blocked: bool = False


@dataclass(frozen=True, slots=True)
class GameResults:
    """The finished matches of a *game* against other people: won, lost, and drawn."""

    game: str
    won: int
    lost: int
    drawn: int


@dataclass(frozen=True, slots=True)
class Profile:
    """The facts that somebody may see of a person: beside the acquaintance, since which month he is
    here (``2026-11``; empty: not shown), and his *results* against all and against the reader.

    *is_own*: it is the reader's own profile.
    """

    about: Acquaintance
    since: str = ""
    results: tuple[GameResults, ...] = ()
    against_you: tuple[GameResults, ...] = ()
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class OwnSettings:
    """The choice who may invite a person by name, and whether his profile *is_hidden*."""

    open_to: OpenTo
    is_hidden: bool


class Acquaintances(Protocol):
    """The people whom the person at a connection knows, as a host keeps them.

    In every method *link* is the name of the connection that asks; each raises ``GipfMetaError``
    with the sentence for the person.
    """

    def people(self, link: str) -> list[Acquaintance]:
        """The favourites of the person, those whom he has played, the last one first, and those
        whom he has blocked."""
        ...

    def profile(self, link: str, person: str) -> Profile:
        """The profile of *person*; ``""``: the reader's own. Nobody learns whether he does not
        exist or is hidden."""
        ...

    def person_at(self, link: str, room: str, player: int) -> str:
        """The id of the person who holds the seat of *player* in a *room* that the reader may
        watch."""
        ...

    def may_ask(self, link: str, person: str) -> None:
        """Raises the sentence why *person* cannot be invited by name, the same for everything that
        depends on him."""
        ...

    def ask(self, link: str, people: Sequence[str]) -> None:
        """Charges an invitation by name of each of *people*, who will be invited at once. Raises as
        ``may_ask``, and where there are too many invitations."""
        ...

    def end_invitation(self, link: str, room: str) -> None:
        """Declines the invitation of the person by name in *room*; whoever invited takes it back
        there."""
        ...

    def mark(
        self, link: str, person: str, *, favourite: bool | None = None, blocked: bool | None = None
    ) -> None:
        """Makes *person* a favourite, or blocks him, or ends either; ``None`` changes nothing."""
        ...

    def settings(self, link: str) -> OwnSettings:
        """The settings of the person about other people."""
        ...

    def set_open_to(self, link: str, open_to: OpenTo) -> None:
        """Sets who may invite the person by name."""
        ...

    def set_hidden(self, link: str, hidden: bool) -> None:
        """Hides the profile of the person, or shows it."""
        ...
