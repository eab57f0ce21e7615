# mypyc: compile
"""Playouts: a game finished at random, by its own short cut or over the protocol."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, NamedTuple

from gipf_meta.protocol.capabilities import Evaluated, Fast, timed
from gipf_meta.protocol.game import (
    AnyGame,
    Chance,
    Duel,
    Over,
    Status,
    Turn,
)

A_DECISION_MS = 1000
"""Session time that a decision takes where time acts."""
MOST_DECISIONS = 10_000
"""Decisions after which a game is not played on but judged as it stands."""


class Played(NamedTuple):
    """Where a random game stopped: its *state*, what *status* says there, and how many decisions
    led to it."""

    state: Any
    status: Status[Any]
    decisions: int


def playout_of(
    game: AnyGame, seats: int | None = None
) -> Callable[[Any, Random], tuple[float, ...]]:
    """What finishes a game at random from a state and gives each seat's utility: 1 won, -1 lost, 0
    a draw. The game's own if it has one, else ``utilities_at_random``.

    *seats* is how many play; without it utilities are as many as the game can have seats, and one
    that nobody plays has lost.
    """
    if isinstance(game, Fast):
        return game.playout
    return partial(utilities_at_random, game, seats or game.seat_counts[-1])


def utilities_at_random(
    game: AnyGame, seats: int, state: Any, rng: Random, most: int = MOST_DECISIONS
) -> tuple[float, ...]:
    """The utilities of one random game over the protocol.

    A game without an end after *most* decisions is judged by ``evaluate``, or is a draw.
    """
    end = played_at_random(game, state, rng, most)
    if isinstance(end.status, Over):
        return utilities(end.status, seats)
    if isinstance(game, Evaluated):
        return tuple(game.evaluate(end.state, seat) for seat in range(seats))
    return (0.0,) * seats


def utilities(end: Over, seats: int) -> tuple[float, ...]:
    """What *end* is worth to each seat: 1 for every winner, -1 for the others, 0 in a draw."""
    if not end.winners:
        return (0.0,) * seats
    return tuple(1.0 if seat in end.winners else -1.0 for seat in range(seats))


def played_at_random(game: AnyGame, state: Any, rng: Random, most: int = MOST_DECISIONS) -> Played:
    """Plays on at random, *most* decisions at most: each of ``turn_moves`` is as likely as the
    other, luck draws by weight, duels are decided by lot."""
    decisions = 0
    clock = timed(game)
    while True:
        now = game.status(state)
        if isinstance(now, Turn):
            if decisions >= most:
                return Played(state, now, decisions)
            if clock and decisions:
                state = clock.advance(state, A_DECISION_MS)
                now = game.status(state)
                if not isinstance(now, Turn):
                    continue
            move = rng.choice(game.turn_moves(state, now.seat))
            decisions += 1
        elif isinstance(now, Over):
            return Played(state, now, decisions)
        elif isinstance(now, Chance):
            outcomes, weights = zip(*now.outcomes, strict=True)
            (move,) = rng.choices(outcomes, weights)
        else:
            assert isinstance(now, Duel)
            move = game.settle(state, rng.choice(now.seats), now.game)
        state = game.apply(state, move)
