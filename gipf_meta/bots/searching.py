"""A bot that searches: it looks at the answers to its moves, and at the answers to those."""

from __future__ import annotations

from typing import Any

from gipf_meta.bots.bot import Request
from gipf_meta.bots.dueling import may_challenge
from gipf_meta.bots.greedy import best_beside
from gipf_meta.bots.judgement import judgement
from gipf_meta.protocol.capabilities import timed
from gipf_meta.search.dispatch import search_moves

CONTESTED = 6
"""The factor by which a bot looks at more positions where a decision can ask for a duel: such
decisions are rare and weigh much."""


class SearchingBot:
    """Looks at *nodes* positions, or as many as it can in *ms* milliseconds, or in the time that
    people wait for it.

    Where time acts it thinks for half its reaction time at most. *guess* is the weight of random
    playouts, from 0 to 1, against the game's own judgement; ``None``: the game's
    ``playouts_tell``. *blur* is the standard deviation of the errors in that judgement.
    """

    def __init__(
        self,
        nodes: int,
        ms: int | None = None,
        guess: float | None = None,
        blur: float = 0.0,
        reaction_ms: int = 1500,
    ) -> None:
        self.nodes, self.ms, self.guess, self.blur = nodes, ms, guess, blur
        self.reaction_ms = reaction_ms

    def choose(self, request: Request) -> Any:
        """The decision that a search finds best."""
        game, state, rng = request.game, request.state, request.rng
        moves = game.turn_moves(state, request.seat)
        if len(moves) == 1:
            return moves[0]
        ms = self.ms
        if timed(game):
            ms = min(self.reaction_ms // 2, ms or self.reaction_ms)
        nodes = self.nodes
        if may_challenge(game, state, moves):
            nodes *= CONTESTED
        found = search_moves(
            game,
            state,
            request.seats,
            request.budget(nodes, ms),
            rng,
            pace_ms=self.reaction_ms,
            guess=self.guess,
            odds=request.odds,
            judge=judgement(game, self.blur, rng) if self.blur else None,
        )
        return found[0].move

    def beside(self, request: Request) -> Any | None:
        """The decision beside the turn that looks better than waiting, if any does."""
        return best_beside(request.game, request.state, request.seat)
