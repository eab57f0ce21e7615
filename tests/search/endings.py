"""Small endings of games, found by playing at random, and what they are worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from gipf_meta.protocol.game import AnyGame, Chance, Over, Turn
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

    ``None`` where none of them has a choice.
    """
    found: Ending | None = None
    for state, now in reversed([*_random_turns(game, Random(seed))]):
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


def _random_turns(game: AnyGame, rng: Random) -> Iterator[tuple[Any, Turn]]:
    """The states of a random game that lasts as long as it can, in which a seat decides."""
    state = game.start(SEATS)
    while not isinstance(now := game.status(state), Over):
        if isinstance(now, Chance):
            lots, weights = zip(*now.outcomes, strict=True)
            state = game.apply(state, *rng.choices(lots, [float(weight) for weight in weights]))
            continue
        assert isinstance(now, Turn)
        yield state, now
        moves = list(game.turn_moves(state, now.seat))
        tried = rng.sample(moves, min(TRIES, len(moves)))
        afters = (game.apply(state, move) for move in tried)
        going_on = (each for each in afters if not isinstance(game.status(each), Over))
        last = game.apply(state, tried[0])
        state = next(going_on, last)
