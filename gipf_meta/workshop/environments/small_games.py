"""Numbers for small games that have none: all that can come up is found by exploring them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.capability_kind import missing_members
from gipf_meta.protocol.game import AnyGame, Turn, title_of
from gipf_meta.protocol.number_groups import Axis, DecisionGroup, Plane, PlaneGroup
from gipf_meta.protocol.numbered import Numbered
from gipf_meta.workshop.environments.exploration import (
    MOST_STATES,
    Exploration,
    facts_seen,
)

PAGE: Final = "docs/protocol.md#numbers"
"""The page that says how a game numbers its decisions."""


class NotNumbered(GipfMetaError, ValueError):
    """The game has no numbers for its decisions, and is too large to find them; one sentence."""


class SmallGame:
    """The numbers of a small *game* for so many *seats*; it is ``Numbered``.

    Its decisions are numbered by their texts, in order. It is seen by facts: each piece on its
    point, each heap beside the board, each text of a score sheet, and whose turn it is. A fact has
    a bit. Raises ``NotNumbered`` if the game is too large to be explored, time acts in it, or it
    has some members of ``Numbered`` and not all.
    """

    def __init__(self, game: AnyGame, seats: int) -> None:
        self.game: Final = game
        self._seats: Final = seats
        found = self._explore()
        self._outcome_count: Final = found.most_outcomes
        self._number: Final = {text: number for number, text in enumerate(sorted(found.texts))}
        self._bit: Final = {fact: 1 << bit for bit, fact in enumerate(sorted(found.facts))}
        # programs that learn come by the same few states again and again
        self._seen: Final = lru_cache(maxsize=MOST_STATES)(self._see)
        self._legal: Final = lru_cache(maxsize=MOST_STATES)(self._number_all)

    def __reduce__(self) -> tuple[Any, ...]:
        return small_game, (self.game, self._seats)

    def _explore(self) -> Exploration:
        title = title_of(self.game)
        if missing := missing_members(Numbered, type(self.game)):
            raise NotNumbered(
                _(
                    "The decisions of {title} have no numbers: of the members of {page} it lacks"
                    " {names}."
                ).format(title=title, page=PAGE, names=", ".join(missing))
            )
        if timed(self.game) is not None:
            raise NotNumbered(
                _(
                    "The decisions of {title} have no numbers, and time acts in it, so it cannot be"
                    " played through: give it the members of {page}."
                ).format(title=title, page=PAGE)
            )
        found = Exploration(self.game, self._seats)
        if not found.is_whole:
            raise NotNumbered(
                _(
                    "The decisions of {title} have no numbers, and it is too large to be played"
                    " through: give it the members of {page}."
                ).format(title=title, page=PAGE)
            )
        return found

    @property
    def decision_count(self) -> int:
        """The number of decisions that can come up."""
        return len(self._number)

    @property
    def decisions(self) -> tuple[DecisionGroup, ...]:
        """One group, with the texts of the decisions."""
        return (DecisionGroup("decide", (Axis("text", tuple(self._number)),)),)

    def number_of(self, state: Any, move: Any) -> int:
        """The place of the text of *move* among all texts."""
        return self._number[self.game.format(state, move)]

    def decision_of(self, state: Any, number: int) -> Any:
        """The decision whose text has that *number*."""
        now = self.game.status(state)
        assert isinstance(now, Turn)
        return self._legal(state, now.seat)[number]

    def legal_numbers(self, state: Any, seat: int) -> int:
        """The numbers of the decisions of *seat*, as bits."""
        return sum(1 << number for number in self._legal(state, seat))

    def _number_all(self, state: Any, seat: int) -> dict[int, Any]:
        """The decisions of *seat* by their numbers."""
        return {self.number_of(state, move): move for move in self.game.turn_moves(state, seat)}

    @property
    def outcome_count(self) -> int:
        """The most outcomes that luck was seen to have."""
        return self._outcome_count

    @property
    def observation_shape(self) -> tuple[int, ...]:
        """One row of facts."""
        return (len(self._bit),)

    @property
    def planes(self) -> PlaneGroup:
        """The facts, each of which has a bit."""
        return PlaneGroup(tuple(Plane(fact, "flag") for fact in self._bit))

    def observe(self, state: Any, seat: int) -> int:
        """The facts that *seat* sees, as bits."""
        return self._seen(state, seat)

    def _see(self, state: Any, seat: int) -> int:
        return sum(self._bit[fact] for fact in {*facts_seen(self.game, state, seat)})


@lru_cache(maxsize=64)
def small_game(game: AnyGame, seats: int) -> SmallGame:
    """The numbers of a small *game*, found once. Raises ``NotNumbered``."""
    return SmallGame(game, seats)
