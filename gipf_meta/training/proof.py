"""Games that prove a judgement: against another one, with searches of equally many positions."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from gipf_meta.protocol.game import AnyGame, Turn
from gipf_meta.training.play import SEATS, play_game, search

OPENING: Final = 4
"""The random turns that the games of a pair begin with."""


def play_pair(games: Sequence[AnyGame], nodes: int, seed: str) -> float:
    """The points of the first of two judgements in two games that begin alike: 0, 0.5, … 2.

    *games* are one game with two judgements, which swap seats.
    """
    return sum((1 + _play(games, nodes, seed, first)) / 2 for first in (0, 1))


def _play(games: Sequence[AnyGame], nodes: int, seed: str, first: int) -> float:
    """What a game is worth to the first judgement, which sits on seat *first*."""
    luck = Random(f"{seed}/luck")

    def choose(state: Any, now: Turn) -> Any:
        game = games[now.seat ^ first]
        if now.number <= OPENING:
            return luck.choice(game.turn_moves(state, now.seat))
        rng = Random(f"{seed}/{first}/{now.number}")
        return search(game, state, nodes, rng).move

    worth = play_game(games[0], games[0].start(SEATS), choose, luck)
    return -worth if first else worth
