# mypyc: compile
"""Playouts: play a game to its end at random, by its own short cut or over the protocol."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, NamedTuple

from gipf_meta.protocol.capabilities import Evaluated, Fast, timed
from gipf_meta.protocol.game import AnyGame, Chance, Duel, Over, Status, Turn

A_DECISION_MS = 1000
"""Milliseconds of session time that a decision takes in games with clocks."""
MOST_DECISIONS = 10_000
"""The most decisions of a random game; after them it is judged as it stands."""


class RandomGame(NamedTuple):
    """The last *state* of a random game, its *status*, and the number of *decisions*."""

    state: Any
    status: Status[Any]
    decisions: int


def playout_of(
    game: AnyGame, seats: int | None = None
) -> Callable[[Any, Random], tuple[float, ...]]:
    """A function that finishes a game at random and returns each seat's utility: 1 won, 0 a draw,
    -1 lost. It is the game's own ``playout``, or ``random_utilities``.

    *seats* is how many play; by default there is a utility for every seat that the game can have,
    and a seat that nobody plays has lost.
    """
    if isinstance(game, Fast):
        return game.playout
    return partial(random_utilities, game, seats or game.seat_counts[-1])


def random_utilities(
    game: AnyGame, seats: int, state: Any, rng: Random, most: int = MOST_DECISIONS
) -> tuple[float, ...]:
    """The utilities of one random game over the protocol, from *state* on.

    A game without an end after *most* decisions is judged by ``evaluate``, or is a draw.
    """
    end = play_at_random(game, state, rng, most)
    if isinstance(end.status, Over):
        return utilities(end.status, seats)
    if isinstance(game, Evaluated):
        return tuple(game.evaluate(end.state, seat) for seat in range(seats))
    return (0.0,) * seats


def utilities(end: Over, seats: int) -> tuple[float, ...]:
    """The utility of *end* for each seat: 1 for every winner, -1 for the others, 0 in a draw."""
    if not end.winners:
        return (0.0,) * seats
    return tuple(1.0 if seat in end.winners else -1.0 for seat in range(seats))


def play_at_random(
    game: AnyGame, state: Any, rng: Random, most: int = MOST_DECISIONS
) -> RandomGame:
    """Plays on at random from *state*, *most* decisions at most.

    All ``turn_moves`` are equally likely, luck draws by weight, and lots decide duels.
    """
    decisions = 0
    clock = timed(game)
    while True:
        now = game.status(state)
        if isinstance(now, Turn):
            if decisions >= most:
                return RandomGame(state, now, decisions)
            if clock and decisions:
                state = clock.advance(state, A_DECISION_MS)
                now = game.status(state)
                if not isinstance(now, Turn):
                    continue
            move = rng.choice(game.turn_moves(state, now.seat))
            decisions += 1
        elif isinstance(now, Over):
            return RandomGame(state, now, decisions)
        elif isinstance(now, Chance):
            outcomes, weights = zip(*now.outcomes, strict=True)
            (move,) = rng.choices(outcomes, weights)
        else:
            assert isinstance(now, Duel)
            move = game.settle(state, rng.choice(now.seats), now.game)
        state = game.apply(state, move)
