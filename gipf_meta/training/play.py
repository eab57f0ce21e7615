"""One game between two judgements of it, by search, without a table or a record."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import AnyGame, Chance, Duel, Over, Turn
from gipf_meta.search.budget import Budget
from gipf_meta.search.dispatch import search_moves
from gipf_meta.search.mcts import Option
from gipf_meta.search.playout import utilities

LONGEST: Final = 4000
"""Decisions after which a game counts as a draw."""
PACE_MS: Final = 1500
"""What a decision takes where time acts, in milliseconds."""
SEATS: Final = 2

Choose = Callable[[Any, Turn], Any]
"""Decides: the state, in which there is a choice, and whose turn it is."""


def play_game(game: AnyGame, state: Any, choose: Choose, rng: Random) -> float:
    """What a *game* for two that is in *state* is worth to its first seat at its end, -1 to 1.

    *rng* draws what luck draws, and how duels end. Where a seat has one decision only, *choose* is
    not asked.
    """
    clock = timed(game)
    for decision in range(LONGEST):
        now = game.status(state)
        if clock is not None and isinstance(now, Turn) and decision:
            state = clock.advance(state, PACE_MS)
            now = game.status(state)
        if isinstance(now, Over):
            return utilities(now, SEATS)[0]
        if isinstance(now, Chance):
            outcomes, weights = zip(*now.outcomes, strict=True)
            (move,) = rng.choices(outcomes, [float(weight) for weight in weights])
        elif isinstance(now, Duel):
            move = game.settle(state, rng.choice(now.seats), now.game)
        else:
            moves = game.turn_moves(state, now.seat)
            move = moves[0] if len(moves) == 1 else choose(state, now)
        state = game.apply(state, move)
    return 0.0


def search(game: AnyGame, state: Any, nodes: int, rng: Random) -> Option:
    """The best decision in *state* after a look at so many positions."""
    return search_moves(game, state, SEATS, Budget(nodes), rng, pace_ms=PACE_MS)[0]
