"""What small games are worth when everybody plays them right: solved by trying everything."""

from __future__ import annotations

from functools import cache
from typing import Any

from gipf_meta.game import AnyGame, Chance, Duel, Over, Turn

Worth = tuple[float, ...]


def solved(game: AnyGame, seats: int) -> Any:
    """The function that tells what a state is worth to each seat."""

    @cache
    def worth(state: Any) -> Worth:
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
            lots = [(game.apply(state, outcome), weight) for outcome, weight in now.outcomes]
        else:
            assert isinstance(now, Duel)
            ends = [game.settle(state, seat, now.game) for seat in now.seats]
            lots = [(game.apply(state, end), 1) for end in ends]
        total = sum(weight for _, weight in lots)
        return tuple(
            sum(worth(after)[seat] * weight for after, weight in lots) / total
            for seat in range(seats)
        )

    return worth
