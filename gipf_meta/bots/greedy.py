"""A bot that takes the turn that looks best at its end, without a look at the answers to it."""

from __future__ import annotations

from typing import Any

from gipf_meta.bots.bot import Request
from gipf_meta.protocol.capabilities import Evaluated
from gipf_meta.protocol.game import (
    AnyGame,
    Over,
    Turn,
    beside_moves,
)
from gipf_meta.search.mcts import judge_of

NEARLY = 0.08
"""How much worse than the best a decision that is nearly as good may look; worth is -1 to 1."""
WHIMS = 6
"""One in this many choices takes any decision that is nearly as good as the best."""


class GreedyBot:
    """Looks to the end of its own turn, at *nodes* states at most, and takes the best decision.

    In games without a judgement only the end of the game counts. Now and then (``WHIMS``) it takes
    a decision that is nearly as good, so two greedy bots do not repeat a cycle for ever.
    """

    def __init__(self, nodes: int = 4000, reaction_ms: int = 2000) -> None:
        self.nodes = nodes
        self.reaction_ms = reaction_ms

    def choose(self, request: Request) -> Any:
        """The decision whose turn can end best; now and then one nearly as good."""
        game, state, rng = request.game, request.state, request.rng
        moves = game.turn_moves(state, request.seat)
        if len(moves) == 1:
            return moves[0]
        search = _TurnSearch(request, self.nodes // len(moves))
        worths = [search.worth(game.apply(state, move)) for move in moves]
        best = max(worths)
        if rng.randrange(WHIMS) == 0:
            best -= NEARLY
        return rng.choice([m for m, worth in zip(moves, worths, strict=True) if worth >= best])

    def beside(self, request: Request) -> Any | None:
        """The decision beside the turn that looks better than waiting, if any does."""
        return best_beside(request.game, request.state, request.seat)


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
    """Searches the best end of one turn for a seat: *share* states for each first decision."""

    def __init__(self, request: Request, share: int) -> None:
        self.game, self.seat, self.share = request.game, request.seat, share
        now = self.game.status(request.state)
        self.number = now.number if isinstance(now, Turn) else 0
        self.left = share
        self.meter = request.budget(share + 1).start()
        self.evaluate = judge_of(self.game)

    def worth(self, state: Any) -> float:
        """What *state* is worth at the best end of the turn, from -1 to 1."""
        self.left = self.share
        return self._best(state)

    def _best(self, state: Any) -> float:
        """Like ``worth``, with the states that are left of the share."""
        now = self.game.status(state)
        if isinstance(now, Over):
            if not now.winners:
                return 0.0
            return 1.0 if self.seat in now.winners else -1.0
        mine = isinstance(now, Turn) and now.seat == self.seat and now.number == self.number
        if not mine or self.left <= 0 or self.meter.is_spent(0):
            return self.evaluate(state, self.seat) if self.evaluate else 0.0
        moves = self.game.turn_moves(state, self.seat)
        self.left -= len(moves)
        return max(self._best(self.game.apply(state, move)) for move in moves)
