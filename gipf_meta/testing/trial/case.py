"""A game under examination: its random games are played once, and all laws share them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from functools import cached_property, wraps
from random import Random
from typing import Any, TypeVar

from gipf_meta.base.sentences import one_line
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import AnyGame, Over
from gipf_meta.protocol.options import configure
from gipf_meta.testing.trial.findings import GuardedGame, NotAsked
from gipf_meta.testing.trial.walks import Walk, WalkState, random_walk

GAMES = 12
"""Random games for each count of seats, by default."""
ENOUGH_DECISIONS = 2500
"""Decisions with one count of seats after which no other game begins, by default."""
MOST_SHOWN = 25
"""The most decisions that ``Case.place`` lists: the last ones of the game."""
K = TypeVar("K")
"""An answer of ``status``: Turn, Chance, Duel or Over."""


class Case:
    """A configured *game* and its random games.

    *games* random games are played for each of ``seat_counts``. They follow from *seed*, so that
    everybody can repeat them; none takes more than *most_decisions*. Every answer of the game may
    take *patience_ms*. *here* is the walk and the moment that a law examines, or *there* another
    case; findings name that place. *begins* is called with words on each examination as it begins.
    *broken* has the names of the laws that were found broken.
    """

    def __init__(
        self,
        game: AnyGame,
        games: int,
        seed: int,
        most_decisions: int,
        patience_ms: int,
        invariant: Callable[[Any], None] | None,
    ) -> None:
        self.game = game
        self.ask = GuardedGame(game, patience_ms)
        self.games, self.seed, self.most_decisions = games, seed, most_decisions
        self.invariant = invariant
        self.here: tuple[Walk, int] | None = None
        self.there: Case | None = None
        self.begins: Callable[[str], None] = lambda words: None
        self.broken: set[str] = set()

    def rng(self, *words: object) -> Random:
        """A generator that follows from the seed and *words* alone."""
        return Random("/".join(map(str, (self.seed, *words))))

    @property
    def seat_counts(self) -> list[int]:
        """The counts of seats that are examined: the smallest, a middle one, the largest."""
        counts = self.game.seat_counts
        return sorted({counts[0], counts[len(counts) // 2], counts[-1]})

    @cached_property
    def walks(self) -> tuple[Walk, ...]:
        """The random games. Long games and games that fail are fewer."""
        walks: list[Walk] = []
        enough = ENOUGH_DECISIONS * max(1, self.games / GAMES)
        for seats in self.seat_counts:
            made = stopped = 0
            for number in range(self.games):
                walk = self.walk(seats, number)
                if walk is None:
                    break
                walks.append(walk)
                made += len(walk.moments)
                stopped += walk.stopped is not None
                if made > self.most_decisions or stopped > 1 or (made > enough and number > 1):
                    break
        return tuple(walks)

    def walk(self, seats: int, number: int) -> Walk | None:
        """Plays the *number*-th random game for *seats*; ``None`` if no game has so many."""
        rng = self.rng(seats, number)
        return random_walk(self.ask, seats, rng, self.most_decisions, number)

    def beside(self, game: AnyGame) -> GuardedGame:
        """The guard of another *game*, with the same time limit for answers."""
        return GuardedGame(game, self.ask.ms)

    def with_walks(self, walks: tuple[Walk, ...]) -> Case:
        """A case that examines *walks* instead of the random games."""
        other = copy(self)
        other.there = None
        other.__dict__["walks"] = walks
        return other

    def sample_moves(self, moves: tuple[Any, ...], most: int = 80) -> tuple[Any, ...]:
        """*moves*, or a sample of *most* of them."""
        if len(moves) <= most:
            return moves
        return tuple(self.rng("some", len(moves)).sample(moves, most))

    def new_game(self) -> GuardedGame:
        """A new game object with equal options."""
        same = configure(type(self.game), self.game.model_dump(mode="json"))
        return GuardedGame(same, self.ask.ms, self.ask.hung)

    def first_walks(self, most: int | None = None) -> Iterator[Walk]:
        """The random games, the first *most* of each count of seats."""
        for walk in self.walks:
            if most is None or walk.number < most:
                yield walk

    def moments(self, most: int | None = None) -> Iterator[tuple[Walk, WalkState]]:
        """The moments of all games, or about *most* of them, with some of every kind."""
        for walk, index in self._choose_moments(most):
            self.here = (walk, index)
            yield walk, walk.moments[index]
        self.here = None

    def moments_of(
        self, kind: type[K], most: int | None = None, why_not: str = ""
    ) -> Iterator[tuple[Walk, WalkState, K]]:
        """The moments in which ``status`` answers *kind*, each with that answer; *most* moments of
        all kinds are looked at. Raises ``NotAsked(why_not)`` at the end if none is such."""
        is_found = False
        for walk, moment in self.moments(most):
            if isinstance(moment.now, kind):
                is_found = True
                yield walk, moment, moment.now
        if why_not and not is_found:
            raise NotAsked(why_not)

    def steps(self, most: int | None = None) -> Iterator[tuple[Walk, WalkState, WalkState]]:
        """Moments, each with the one after it; *most* as for ``moments``."""
        for walk, index in self._choose_moments(most):
            if index + 1 < len(walk.moments):
                self.here = (walk, index)
                yield walk, walk.moments[index], walk.moments[index + 1]
        self.here = None

    def turns(self, most: int = 400) -> Iterator[tuple[Walk, list[WalkState], WalkState]]:
        """Whole turns, *most* at most, each with the moment after it."""
        places = [
            (walk, turn[0].index, turn, after)
            for walk in self.first_walks(6)
            for turn, after in walk.turns()
        ]
        if len(places) > most:
            places = sorted(
                self.rng("turns").sample(places, most), key=lambda p: (p[0].seats, p[0].number)
            )
        for walk, index, turn, after in places:
            self.here = (walk, index)
            yield walk, turn, after
        self.here = None

    def _choose_moments(self, most: int | None) -> list[tuple[Walk, int]]:
        places = [(walk, index) for walk in self.walks for index in range(len(walk.moments))]
        if most is None or len(places) <= most:
            return places
        chosen: dict[tuple[int, int, int], tuple[Walk, int]] = {}
        kinds: dict[object, int] = {}
        for walk, index in places:
            moment = walk.moments[index]
            kind = (
                walk.seats,
                type(moment.now),
                tuple(bool(moves) for moves in moment.offers),
                index == 0,
                moment.now.reason if isinstance(moment.now, Over) else "",
            )
            kinds[kind] = kinds.get(kind, 0) + 1
            if kinds[kind] <= 4:
                chosen[walk.seats, walk.number, index] = (walk, index)
        rest = [
            place for place in places if (place[0].seats, place[0].number, place[1]) not in chosen
        ]
        more = self.rng("places", most).sample(rest, max(0, min(len(rest), most - len(chosen))))
        for walk, index in more:
            chosen[walk.seats, walk.number, index] = (walk, index)
        return [chosen[key] for key in sorted(chosen)]

    @property
    def is_timed(self) -> bool:
        """Whether time acts in this game under its options."""
        return timed(self.game) is not None

    def place(self) -> str:
        """The place that a law examines, in words with which an author finds it again."""
        if self.there is not None:
            return self.there.place()
        options = self.game.model_dump(mode="json", exclude_defaults=True)
        chosen = " ".join(f"{name}={value}" for name, value in options.items())
        words = [f"with {chosen}"] if chosen else []
        if self.here is None:
            return " ".join(words)
        walk, index = self.here
        words.append(f"{walk.seats} seats, seed {self.seed}, game {walk.number}")
        if walk.position:
            words.append(f"from the position {one_line(repr(walk.position), 120)}")
        if index == 0:
            words.append("at the start")
        else:
            events = [moment.event for moment in walk.moments[:index]]
            shown = ", ".join(events[-MOST_SHOWN:])
            last = f", the last {MOST_SHOWN}" if index > MOST_SHOWN else ""
            words.append(f"after {index} decision{'s' * (index > 1)}{last}: {shown}")
        return "; ".join(words)


def asked_of(
    *capabilities: type, why_not: str
) -> Callable[[Callable[[Case], None]], Callable[[Case], None]]:
    """Decorates a law so that only games with all *capabilities* are checked; for others it raises
    ``NotAsked(why_not)``."""

    def of_these(law: Callable[[Case], None]) -> Callable[[Case], None]:
        @wraps(law)
        def check_those(case: Case) -> None:
            if not all(isinstance(case.game, capability) for capability in capabilities):
                raise NotAsked(why_not)
            law(case)

        return check_those

    return of_these
