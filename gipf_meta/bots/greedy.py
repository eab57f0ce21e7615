"""Bots that search no replies: one takes the turn that looks best at its end, one any turn."""

from __future__ import annotations

from collections.abc import Sequence
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
"""The most by which a decision that is nearly as good as the best may look worse; worth is -1 to
1."""
WHIMS = 6
"""One in this many choices takes any decision that is nearly as good as the best."""
PROMISING = 6
"""The number of decisions, the best ones at a glance, that are followed where the turn goes on."""
UNPROMISING = -2.0
"""The worth of a decision that is not followed: less than any other."""


class GreedyBot:
    """A bot that searches its own turn to the end, *nodes* states at most, and takes the best
    decision.

    Where its turn goes on after a decision, it searches on from the most promising ones alone: a
    turn of two or three decisions can be one of thousands. In games without a judgement it searches
    on from all, and only the end of the game counts. Now and then (``WHIMS``) it takes a decision
    that is nearly as good, so two greedy bots do not repeat a cycle for ever.
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
        search = _TurnSearch(request)
        worths = search.worths([game.apply(state, move) for move in moves], self.nodes)
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
    """Searches the best end of one turn for a seat."""

    def __init__(self, request: Request) -> None:
        self.game, self.seat = request.game, request.seat
        now = self.game.status(request.state)
        self.number = now.number if isinstance(now, Turn) else 0
        self.meter = request.budget(1).start()
        self.evaluate = judge_of(self.game)

    def worths(self, states: Sequence[Any], share: int) -> list[float]:
        """The worth of each of *states* at the best end of the turn, from -1 to 1, found with about
        *share* states more; ``UNPROMISING`` where others look better on the way."""
        found = [self._judge(state) for state in states]
        open_ = [index for index, state in enumerate(states) if self._goes_on(state)]
        if self.evaluate:
            open_.sort(key=found.__getitem__, reverse=True)
            for index in open_[PROMISING:]:
                found[index] = UNPROMISING
            del open_[PROMISING:]
        for index in open_:
            found[index] = self._follow(states[index], share // len(open_))
        return found

    def _follow(self, state: Any, share: int) -> float:
        """The worth of *state*, in which the turn goes on, at the best end of the turn."""
        if share <= 0 or self.meter.is_spent(0):
            return self._judge(state)
        moves = self.game.turn_moves(state, self.seat)
        states = [self.game.apply(state, move) for move in moves]
        return max(self.worths(states, share - len(states)))

    def _judge(self, state: Any) -> float:
        """The worth of *state* as it stands."""
        now = self.game.status(state)
        if isinstance(now, Over):
            if not now.winners:
                return 0.0
            return 1.0 if self.seat in now.winners else -1.0
        return self.evaluate(state, self.seat) if self.evaluate else 0.0

    def _goes_on(self, state: Any) -> bool:
        """Whether the seat decides in *state*, in the same turn."""
        now = self.game.status(state)
        return isinstance(now, Turn) and now.seat == self.seat and now.number == self.number


class RandomBot:
    """Plays at random, also beside its turns."""

    def __init__(self, reaction_ms: int = 1000) -> None:
        self.reaction_ms = reaction_ms

    def choose(self, request: Request) -> Any:
        """Any decision of the turn."""
        return request.rng.choice(request.game.turn_moves(request.state, request.seat))

    def beside(self, request: Request) -> Any | None:
        """Any decision beside the turn, with probability 1/2 if one is legal."""
        moves = beside_moves(request.game, request.state, request.seat)
        rng = request.rng
        return rng.choice(moves) if moves and rng.random() < 0.5 else None
