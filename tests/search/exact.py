"""The worth of small games when everybody plays them right: solved by trying everything."""

from __future__ import annotations

from functools import cache
from typing import Any

from gipf_meta.protocol.game import (
    AnyGame,
    Chance,
    Duel,
    Over,
    Turn,
)
from gipf_meta.search.mcts import Odds

Worth = tuple[float, ...]


class TooManyError(Exception):
    """More states follow than are to be looked at."""


def solved(game: AnyGame, seats: int, odds: Odds | None = None, most: int | None = None) -> Any:
    """The function that tells what a state is worth to each seat; duels are even without *odds*.

    It raises ``TooManyError`` where it would have to know of more than *most* states in all.
    """

    @cache
    def worth(state: Any) -> Worth:
        if most is not None and worth.cache_info().misses > most:
            raise TooManyError
        now = game.status(state)
        if isinstance(now, Over):
            if not now.winners:
                return (0.0,) * seats
            return tuple(1.0 if seat in now.winners else -1.0 for seat in range(seats))
        if isinstance(now, Turn):
            moves = game.turn_moves(state, now.seat)
            return max(
                (worth(game.apply(state, move)) for move in moves), key=lambda w: w[now.seat]
            )
        if isinstance(now, Chance):
            lots = [(game.apply(state, lot), float(weight)) for lot, weight in now.outcomes]
        else:
            assert isinstance(now, Duel)
            ends = [game.settle(state, seat, now.game) for seat in now.seats]
            chances = odds(now) if odds else [1.0] * len(ends)
            lots = [(game.apply(state, end), odd) for end, odd in zip(ends, chances, strict=True)]
        total = sum(weight for _, weight in lots)
        return tuple(
            sum(worth(after)[seat] * weight for after, weight in lots) / total
            for seat in range(seats)
        )

    return worth
