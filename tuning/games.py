"""Games between two players who search alike and judge unlike, in pairs that begin alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from gipf_meta.bots.bot import Bot, Request
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import Installed, load_plugins
from gipf_meta.protocol.capabilities import with_worths
from gipf_meta.protocol.game import AnyGame, Turn
from gipf_meta.protocol.options import configure
from gipf_meta.search.budget import Budget
from gipf_meta.search.dispatch import search_moves
from gipf_meta.search.mcts import TreeSearch
from gipf_meta.search.search_tree import options
from gipf_meta.workshop.arena.referee import play_opening
from gipf_meta.workshop.training.selfplay import PACE_MS, SEATS, play_game

Judge = Callable[[Any, Any, int], float]
"""Judges a position: the rules, the state, the seat."""


@dataclass(frozen=True)
class Side:
    """A player: *judge* says what a position is worth to him, if not the game itself, the others
    how he searches.

    With *explore*, how much he tries what was seldom tried, he searches by a tree in every game;
    a *bot* decides in its own way. *worths* are those of features in a game that learns.
    """

    judge: Judge | None = None
    nodes: int = 100
    guess: float = 0.0
    explore: float = 0.0
    bot: Bot | None = None
    worths: tuple[int, ...] | None = None


def judged_by(game: type[AnyGame], given: Mapping[str, Any], side: Side) -> AnyGame:
    """*game* with the options *given*, in which *side* says what a position is worth."""
    judge = side.judge
    if side.worths is not None:
        return with_worths(configure(game, given), side.worths)
    if judge is None:
        return configure(game, given)

    class Judged(game):  # type: ignore[valid-type, misc]
        def evaluate(self, state: Any, seat: int) -> float:
            return judge(self.rules, state, seat)

        def evaluate_moves(self, state: Any, seat: int, moves: Sequence[Any]) -> list[float]:
            return [judge(self.rules, self.apply(state, move), seat) for move in moves]

        def search_board(self, state: Any) -> None:
            """None: boards judge by themselves."""

    return configure(Judged, given)


class PatientRequest(Request):
    """A request without a time limit: positions alone are counted, on any machine."""

    def budget(self, nodes: int, ms: int | None = None) -> Budget:
        """At most *nodes* positions."""
        return Budget(nodes, cancelled=self.cancelled)


class Meeting:
    """Two *sides* that play *game* against each other, again and again."""

    def __init__(
        self,
        game: type[AnyGame],
        given: Mapping[str, Any],
        sides: Sequence[Side],
        seed: int,
        opening: int = 4,
    ) -> None:
        self.sides = sides
        self.games = [judged_by(game, given, side) for side in sides]
        self.seed, self.opening = seed, opening

    def pairs(self, count: int) -> Iterator[float]:
        """Plays so many pairs; yields the points of the first side in each: 0, 1/2, 1, 3/2 or 2."""
        for pair in range(count):
            yield self.pair(pair)

    def pair(self, number: int) -> float:
        """The points of the first side in two games, in which the sides swap seats."""
        told = [self.play(number, seats) for seats in ((0, 1), (1, 0))]
        return sum((worth + 1) / 2 for worth in told)

    def play(
        self, number: int, seats: tuple[int, int], seen: Callable[[Any], None] | None = None
    ) -> float:
        """Plays game *number*; returns its worth to the first side. *seats* has the side of each
        seat.

        *seen* gets each state in which somebody has a choice.
        """
        game = self.games[0]
        begun = Match.begin(game, SEATS, installed().find, self.seed * 100_003 + number)
        begin = play_opening(begun, self.opening).sessions[0].state
        luck = Random(f"{self.seed}/{number}/luck")
        noise = Random(f"{self.seed}/{number}/{seats}/noise")

        def choose(state: Any, now: Turn) -> Any:
            if seen is not None:
                seen(state)
            return self._choice(state, now.seat, seats[now.seat], noise)

        worth = play_game(game, begin, choose, luck)
        return -worth if seats.index(0) else worth

    def _choice(self, state: Any, seat: int, which: int, noise: Random) -> Any:
        side, game = self.sides[which], self.games[which]
        rng = Random(noise.getrandbits(62))
        if side.bot is not None:
            return side.bot.choose(PatientRequest(game, state, seat, SEATS, rng))
        budget = Budget(side.nodes)
        if not side.explore:
            guess = side.guess
            found = search_moves(game, state, SEATS, budget, rng, pace_ms=PACE_MS, guess=guess)
            return found[0].move
        search = TreeSearch(game, SEATS, PACE_MS, side.guess)
        search.explore = side.explore
        return options(search.run(state, budget, rng))[0].move


@cache
def installed() -> Installed:
    """The plugins, once."""
    return load_plugins()
