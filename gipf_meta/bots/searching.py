"""Players that search: what others answer, and what then."""

from __future__ import annotations

from random import Random
from threading import Event
from typing import Any

from gipf_meta.bots.greedy import best_beside
from gipf_meta.game import AnyGame, timed
from gipf_meta.search.budget import Budget
from gipf_meta.search.mcts import TreeSearch, options

TIMED_NODES = 150
"""Where time acts, nobody thinks longer than it takes to look at so many positions."""


class SearchingBot:
    """Looks at *nodes* positions, or thinks for *ms* milliseconds, if that is less.

    *guess* is how much of a position is judged by games played to their ends at random instead of
    by the game's own judgement.
    """

    def __init__(self, nodes: int, ms: int | None = None, guess: float = 0.0) -> None:
        self.nodes, self.ms, self.guess = nodes, ms, guess
        self.reaction_ms = 1500
        self.cancelled = Event()

    def choose(self, game: AnyGame, state: Any, seat: int, rng: Random, seats: int) -> Any:
        moves = game.turn_moves(state, seat)
        if len(moves) == 1:
            return moves[0]
        nodes = min(self.nodes, TIMED_NODES) if timed(game) else self.nodes
        search = TreeSearch(game, seats, self.reaction_ms, self.guess)
        root = search.run(state, Budget(nodes, self.ms, self.cancelled), rng)
        return options(root)[0].move

    def beside(self, game: AnyGame, state: Any, seat: int, rng: Random) -> Any | None:
        return best_beside(game, state, seat)
