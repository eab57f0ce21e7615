"""Any legal decision, each as likely as the other."""

from __future__ import annotations

from typing import Any

from gipf_meta.bots.request import Request
from gipf_meta.protocol.game import beside_moves


class RandomBot:
    """Plays at random, also beside its turns."""

    def __init__(self, reaction_ms: int = 1000) -> None:
        self.reaction_ms = reaction_ms

    def choose(self, request: Request) -> Any:
        """Any decision of the turn."""
        return request.rng.choice(request.game.turn_moves(request.state, request.seat))

    def beside(self, request: Request) -> Any | None:
        """Every other time any decision beside the turn, where there is one."""
        moves = beside_moves(request.game, request.state, request.seat)
        rng = request.rng
        return rng.choice(moves) if moves and rng.random() < 0.5 else None
