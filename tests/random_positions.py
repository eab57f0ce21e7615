"""Positions of random games of any kind, for tests that look at many."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from gipf_meta.protocol.game import AnyGame, Chance, Over, Turn


def positions(game: AnyGame, rng: Random, most: int) -> Iterator[Any]:
    """The positions of a random game in which somebody decides, its duels settled by lot."""
    state = game.start(game.seat_counts[0])
    for _ in range(most):
        now = game.status(state)
        if isinstance(now, Over):
            return
        if isinstance(now, Turn):
            yield state
            move = rng.choice(game.turn_moves(state, now.seat))
        elif isinstance(now, Chance):
            move = rng.choice([outcome for outcome, _weight in now.outcomes])
        else:
            move = game.settle(state, rng.choice(list(now.seats)), now.game)
        state = game.apply(state, move)
