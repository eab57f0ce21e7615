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
"""So many decisions are tried before one that ends a random game is played."""


class Ending(NamedTuple):
    """A *state* near the end, what it is *worth* to who decides there, and by which moves."""

    state: Any
    worth: float
    best: tuple[Any, ...]


def find_ending(game: AnyGame, seed: int, most: int) -> Ending | None:
    """The earliest state of a random game after which at most *most* states can come.

    ``None`` where none of them has a choice, or luck or time has a part in the game.
    """
    found: Ending | None = None
    turns = [] if timed(game) or 2 not in game.seat_counts else _random_turns(game, Random(seed))
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
