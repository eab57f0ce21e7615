"""Any legal decision, each as likely as the other."""

from __future__ import annotations

from random import Random
from typing import Any

from gipf_meta.game import AnyGame


class RandomBot:
    """Plays at random."""

    def choose(self, game: AnyGame, state: Any, seat: int, rng: Random) -> Any:
        return rng.choice(game.legal_moves(state, seat))
