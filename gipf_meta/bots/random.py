"""A bot that takes any legal decision, all with the same probability."""

from __future__ import annotations

from typing import Any

from gipf_meta.bots.bot import Request
from gipf_meta.protocol.game import beside_moves


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
