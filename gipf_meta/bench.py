"""How fast the rules of a game are: random games through the public protocol."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from gipf_meta.clock import cpu_ms
from gipf_meta.game import AnyGame, Chance, Duel, Over, Turn, timed


class Speed(NamedTuple):
    """Random games and decisions a second of processor time, on one core."""

    games: float
    decisions: float


A_DECISION_MS = 1000
"""Session time that a decision takes where time acts."""


def random_game(game: AnyGame, seats: int, rng: Random) -> int:
    """Plays a game at random, duels by lot, and returns the number of decisions."""
    state, decisions = game.start(seats), 0
    clock = timed(game)
    while True:
        now = game.status(state)
        if isinstance(now, Turn):
            if clock and decisions:
                state = clock.advance(state, A_DECISION_MS)
                now = game.status(state)
                if not isinstance(now, Turn):
                    continue
            move = rng.choice(game.turn_moves(state, now.seat))
            decisions += 1
        elif isinstance(now, Over):
            return decisions
        elif isinstance(now, Chance):
            outcomes, weights = zip(*now.outcomes, strict=True)
            (move,) = rng.choices(outcomes, weights)
        else:
            assert isinstance(now, Duel)
            move = game.settle(state, rng.choice(now.seats), now.game)
        state = game.apply(state, move)


def speed(game: AnyGame, ms: int, seed: int = 1) -> Speed:
    """Measures for *ms* milliseconds of processor time."""
    rng = Random(seed)
    seats = game.seat_counts[0]
    games = decisions = 0
    begun = cpu_ms()
    while (passed := cpu_ms() - begun) < ms:
        decisions += random_game(game, seats, rng)
        games += 1
    return Speed(1000 * games / passed, 1000 * decisions / passed)
