"""Small endings of games, found by playing at random, and what they are worth."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import AnyGame, Over, Turn
from tests.search.exact import TooManyError, solved

SEATS = 2
TRIES = 30
"""The number of decisions that are tried before one that ends a random game is played."""
GAMES = 20
"""The number of random games that are played for one whose last states leave a choice."""


class Ending(NamedTuple):
    """A *state* near the end, what it is *worth* to who decides there, and by which moves."""

    state: Any
    worth: float
    best: tuple[Any, ...]


def find_ending(game: AnyGame, seed: int, most: int) -> Ending | None:
    """The earliest state of a random game after which at most *most* states can come.

    Games in whose last states nobody has a choice are passed over. ``None`` where luck or time has
    a part in the game, or two cannot play it.
    """
    rng = Random(seed)
    if timed(game) or 2 not in game.seat_counts:
        return None
    for _game in range(GAMES):
        turns = _random_turns(game, rng)
        if not turns:
            return None
        found = _earliest(game, turns, most)
        if found is not None:
            return found
    raise AssertionError(f"Of {GAMES} games of {game.id} the last states leave no choice.")


def _earliest(game: AnyGame, turns: Sequence[tuple[Any, Turn]], most: int) -> Ending | None:
    """The earliest of the states in *turns* from which all ends are found, if one has a choice."""
    found: Ending | None = None
    for state, now in reversed(turns):
        worth = solved(game, SEATS, most=most)
        moves: Sequence[Any] = game.turn_moves(state, now.seat)
        try:
            worths = [worth(game.apply(state, move))[now.seat] for move in moves]
        except (TooManyError, RecursionError):
            return found
        if len(moves) > 1:
            best = max(worths)
            good = [move for move, each in zip(moves, worths, strict=True) if each == best]
            found = Ending(state, best, tuple(good))
    return found


def _random_turns(game: AnyGame, rng: Random) -> list[tuple[Any, Turn]]:
    """The states of a random game that lasts as long as it can; none where luck or duels decide."""
    state = game.start(SEATS)
    found: list[tuple[Any, Turn]] = []
    while not isinstance(now := game.status(state), Over):
        if not isinstance(now, Turn):
            return []
        found.append((state, now))
        moves = list(game.turn_moves(state, now.seat))
        tried = rng.sample(moves, min(TRIES, len(moves)))
        afters = (game.apply(state, move) for move in tried)
        going_on = (each for each in afters if not isinstance(game.status(each), Over))
        last = game.apply(state, tried[0])
        state = next(going_on, last)
    return found
