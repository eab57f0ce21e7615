"""A game under examination: its random games, made once and shared by all laws."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from functools import cached_property
from random import Random
from typing import Any

from gipf_meta.base.sentences import one_line
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import AnyGame, Over
from gipf_meta.protocol.options import configure
from gipf_meta.testing.asking import Asked
from gipf_meta.testing.walks import Moment, Walk, stroll

GAMES = 12
"""Random games for each count of seats, unless somebody asks for more or fewer."""
ENOUGH = 2500
"""Decisions with one count of seats after which no other of so many games is begun."""
SHOWN = 25
"""Decisions that a place names; of a longer game the last of them."""


class Case:
    """A configured *game* and what it was seen to do.

    *games* are played at random for each count of seats that is tried, from *seed*, so that all
    can be repeated. *here* is where a law is looking, or it looks *there*, at another case; a
    finding names that place.
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
        self.ask = Asked(game, patience_ms)
        self.games, self.seed, self.most_decisions = games, seed, most_decisions
        self.invariant = invariant
        self.here: tuple[Walk, int] | None = None
        self.there: Case | None = None

    def rng(self, *words: object) -> Random:
        """A generator that only the seed and *words* decide."""
        return Random("/".join(map(str, (self.seed, *words))))

    @property
    def seat_counts(self) -> list[int]:
        """The smallest count, one in the middle and the largest."""
        counts = self.game.seat_counts
        return sorted({counts[0], counts[len(counts) // 2], counts[-1]})

    @cached_property
    def walks(self) -> tuple[Walk, ...]:
        """The random games; fewer of long ones and of those that fail."""
        walks: list[Walk] = []
        enough = ENOUGH * max(1, self.games / GAMES)
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
        """The *number*-th random game for so many *seats*."""
        rng = self.rng(seats, number)
        return stroll(self.ask, seats, rng, self.most_decisions, number)

    def examining(self, walks: tuple[Walk, ...]) -> Case:
        """The same examination of other games than the random ones."""
        other = copy(self)
        other.there = None
        other.__dict__["walks"] = walks
        return other

    def some(self, moves: tuple[Any, ...], most: int = 80) -> tuple[Any, ...]:
        """The moves, or *most* of them."""
        if len(moves) <= most:
            return moves
        return tuple(self.rng("some", len(moves)).sample(moves, most))

    def fresh(self) -> Asked:
        """The same game made anew from its options."""
        same = configure(type(self.game), self.game.model_dump(mode="json"))
        return Asked(same, self.ask.ms, self.ask.hung)

    def walked(self, most: int | None = None) -> Iterator[Walk]:
        """The random games, at most so many of each count of seats."""
        for walk in self.walks:
            if most is None or walk.number < most:
                yield walk

    def moments(self, most: int | None = None) -> Iterator[tuple[Walk, Moment]]:
        """The moments of all games, or *most* of them: of every kind, beginnings and ends first."""
        for walk, index in self._places(most):
            self.here = (walk, index)
            yield walk, walk.moments[index]
        self.here = None

    def steps(self, most: int | None = None) -> Iterator[tuple[Walk, Moment, Moment]]:
        """The moments in which something happened, each with the one after it."""
        for walk, index in self._places(most):
            if index + 1 < len(walk.moments):
                self.here = (walk, index)
                yield walk, walk.moments[index], walk.moments[index + 1]
        self.here = None

    def turns(self, most: int = 400) -> Iterator[tuple[Walk, list[Moment], Moment]]:
        """Whole turns, each with the moment after it."""
        places = [
            (walk, turn[0].index, turn, after)
            for walk in self.walked(6)
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

    def _places(self, most: int | None) -> list[tuple[Walk, int]]:
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
        """Whether time acts under these options."""
        return timed(self.game) is not None

    def place(self) -> str:
        """Where a law is looking, so that an author can go there again."""
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
            shown = ", ".join(events[-SHOWN:])
            last = f", the last {SHOWN}" if index > SHOWN else ""
            words.append(f"after {index} decision{'s' * (index > 1)}{last}: {shown}")
        return "; ".join(words)
