"""Any legal decision, each as likely as the other."""

from __future__ import annotations

from random import Random
from threading import Event
from typing import Any

from gipf_meta.protocol.game import AnyGame, beside_moves
from gipf_meta.search.mcts import Odds


class RandomBot:
    """Plays at random; beside its turns, too, it does every other time what it may."""

    def __init__(self) -> None:
        self.reaction_ms = 1000
        self.cancelled = Event()
        self.odds: Odds | None = None

    def choose(self, game: AnyGame, state: Any, seat: int, rng: Random, seats: int) -> Any:
        return rng.choice(game.turn_moves(state, seat))

    def beside(self, game: AnyGame, state: Any, seat: int, rng: Random) -> Any | None:
        moves = beside_moves(game, state, seat)
        return rng.choice(moves) if moves and rng.random() < 0.5 else None
