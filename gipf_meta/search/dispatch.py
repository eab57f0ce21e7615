"""Runs the search that suits a game: alpha-beta or a tree."""

from __future__ import annotations

from random import Random
from typing import Any

from gipf_meta.protocol.game import AnyGame
from gipf_meta.search.alphabeta import AlphaBeta
from gipf_meta.search.budget import Budget
from gipf_meta.search.mcts import Judge, Odds, SearchedDecision, TreeSearch, options


def search_moves(
    game: AnyGame,
    state: Any,
    seats: int,
    budget: Budget,
    rng: Random,
    *,
    pace_ms: int = 1000,
    guess: float | None = None,
    odds: Odds | None = None,
    judge: Judge | None = None,
    most: int = 1,
) -> list[SearchedDecision]:
    """The moves of the seat that is on turn in *state*, the best one first.

    Alpha-beta searches if the game asks for it and two play, else a tree. *most* is for alpha-beta:
    the values of the best *most* moves are exact. Other arguments are those of ``TreeSearch``.
    """
    if game.searched_by == "alpha-beta" and seats == 2:
        return AlphaBeta(game, judge, pace_ms, odds).run(state, budget, rng, most)
    search = TreeSearch(game, seats, pace_ms, guess, odds, judge=judge)
    return options(search.run(state, budget, rng))
