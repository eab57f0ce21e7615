"""The turn that looks best the moment it is finished; what the opponent answers, it never asks."""

from __future__ import annotations

from random import Random
from threading import Event
from typing import Any

from gipf_meta.protocol.capabilities import Evaluated
from gipf_meta.protocol.game import (
    AnyGame,
    Over,
    Turn,
    beside_moves,
)
from gipf_meta.search.mcts import Odds, judge_of

NEARLY = 0.08
"""How much worse a decision may look and still be nearly as good."""
WHIMS = 6
"""One decision in so many falls on any that is nearly as good."""


class GreedyBot:
    """Looks to the end of its own turn, at most *nodes* states far, and takes the best.

    Games that cannot judge a position are judged by their end alone. Now and then it follows a whim
    (``WHIMS``), so that two of its kind do not go round in circles.
    """

    def __init__(self, nodes: int = 4000) -> None:
        self.nodes = nodes
        self.reaction_ms = 2000
        self.cancelled = Event()
        self.odds: Odds | None = None

    def choose(self, game: AnyGame, state: Any, seat: int, rng: Random, seats: int) -> Any:
        now = game.status(state)
        number = now.number if isinstance(now, Turn) else 0
        moves = game.turn_moves(state, seat)
        if len(moves) == 1:
            return moves[0]
        search = _TurnSearch(game, seat, number, self.nodes // len(moves), self.cancelled)
        worths = [search.worth(game.apply(state, move)) for move in moves]
        best = max(worths)
        if rng.randrange(WHIMS) == 0:
            best -= NEARLY
        return rng.choice([m for m, worth in zip(moves, worths, strict=True) if worth >= best])

    def beside(self, game: AnyGame, state: Any, seat: int, rng: Random) -> Any | None:
        return best_beside(game, state, seat)


def best_beside(game: AnyGame, state: Any, seat: int) -> Any | None:
    """The decision out of turn that looks better than waiting, if any does."""
    if not isinstance(game, Evaluated):
        return None
    best, most = None, game.evaluate(state, seat)
    for move in beside_moves(game, state, seat):
        worth = game.evaluate(game.apply(state, move), seat)
        if worth > most:
            best, most = move, worth
    return best


class _TurnSearch:
    """The best a seat can reach by the end of one turn; *share* states for each first decision."""

    def __init__(self, game: AnyGame, seat: int, number: int, share: int, cancelled: Event) -> None:
        self.game, self.seat, self.number, self.share = game, seat, number, share
        self.left = share
        self.cancelled = cancelled
        self.evaluate = judge_of(game)

    def worth(self, state: Any) -> float:
        self.left = self.share
        return self._best(state)

    def _best(self, state: Any) -> float:
        now = self.game.status(state)
        if isinstance(now, Over):
            if not now.winners:
                return 0.0
            return 1.0 if self.seat in now.winners else -1.0
        mine = isinstance(now, Turn) and now.seat == self.seat and now.number == self.number
        if not mine or self.left <= 0 or self.cancelled.is_set():
            return self.evaluate(state, self.seat) if self.evaluate else 0.0
        moves = self.game.turn_moves(state, self.seat)
        self.left -= len(moves)
        return max(self._best(self.game.apply(state, move)) for move in moves)
