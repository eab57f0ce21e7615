"""Capabilities: what a game may offer beside the protocol. The host looks for the methods."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Protocol, runtime_checkable

from gipf_meta.protocol.game import AnyGame, Over
from gipf_meta.protocol.lesson import Lesson


@runtime_checkable
class Positions(Protocol):
    """Positions as one line of text: an inverse pair, which may forget the past.

    *ended* tells ``to_text`` how the match was ended from outside the rules (resigned, agreed
    draw). ``from_text`` raises ``BadNotation``.
    """

    def to_text(self, state: Any, ended: Over | None = None) -> str: ...
    def from_text(self, text: str) -> Any: ...


@runtime_checkable
class Timed(Protocol):
    """Games in which time can act. Times are integer milliseconds of session time."""

    @property
    def real_time(self) -> bool:
        """Whether time acts under these options; if not, the two methods are never called."""
        ...

    def advance(self, state: Any, ms: int) -> Any:
        """The state *ms* later; two steps come to the same as one of their sum."""
        ...

    def deadline(self, state: Any) -> int | None:
        """In how many ms something happens by itself, if nobody acts; ``None``: never."""
        ...


def timed(game: AnyGame) -> Timed | None:
    """The game, if time acts in it under its options."""
    clock: Any = game
    return clock if _offers_time(type(game)) and clock.real_time else None


@cache
def _offers_time(kind: type[AnyGame]) -> bool:
    """Whether games of that *kind* are ``Timed``: asked for every decision, so remembered."""
    return all(hasattr(kind, name) for name in ("real_time", "advance", "deadline"))


@runtime_checkable
class Eventful(Protocol):
    """Games in which things happen by themselves: a glass runs out, a turn is lost."""

    def happenings(self, state: Any, move: Any = None, ms: int = 0) -> Sequence[str]:
        """A sentence on each thing that happens when *move* is played, or when *ms* pass."""
        ...


@runtime_checkable
class Evaluated(Protocol):
    """Games that can judge a position for a seat, from -1 (lost) to 1 (won)."""

    def evaluate(self, state: Any, seat: int) -> float: ...


@runtime_checkable
class Fast(Protocol):
    """Games that can be finished at random by a short cut, for bots that search."""

    def playout(self, state: Any, rng: Random) -> tuple[float, ...]:
        """Plays on at random and gives each seat's utility: 1 won, 0 a draw, -1 lost.

        Every decision of a turn is as likely as the other, luck draws by its weights, duels are
        decided by lot, and where time acts a decision after the first takes 1000 ms. Of several
        winners each has 1.
        """
        ...


@runtime_checkable
class Tallied(Protocol):
    """Games that have something worth counting over many matches."""

    @classmethod
    def tally(cls, turns: Iterable[str]) -> Mapping[str, Mapping[str, int]]:
        """What there was in *turns*, texts of whole turns: counts by name, by thing."""
        ...


@runtime_checkable
class Taught(Protocol):
    """Games that bring lessons: first steps, page by page."""

    @classmethod
    def lessons(cls) -> Sequence[Lesson]:
        """The lessons, the first one first."""
        ...


@runtime_checkable
class Adaptable(Protocol):
    """Games whose options name the games that decide their duels."""

    def duels(self) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """The games that may be asked to decide a duel, with their options."""
        ...

    def adapted_to(self, installed: Sequence[str]) -> tuple[AnyGame, tuple[str, ...]]:
        """The game as it can be played live here, and a notice for each option it changed."""
        ...
