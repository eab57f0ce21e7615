"""Runs the search that suits a game: on a board that takes moves back, alpha-beta, or a tree."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from gipf_meta.protocol.capabilities import Searchable
from gipf_meta.protocol.game import AnyGame, Turn
from gipf_meta.protocol.searching import SearchBoard
from gipf_meta.search.alphabeta import AlphaBeta
from gipf_meta.search.budget import Budget
from gipf_meta.search.deepening import Deepening
from gipf_meta.search.judgement import judgement
from gipf_meta.search.mcts import Odds, SearchedDecision, TreeSearch, options

LOGIT: Final = 2000
"""How many thousandths of a logit a value of 1 is at even chances."""


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
    blur: float = 0.0,
    most: int = 1,
) -> list[SearchedDecision]:
    """The moves of the seat that is on turn in *state*, the best one first.

    Where two play a game that has boards for it, ``Deepening`` searches; else alpha-beta if the
    game asks for it and two play; else a tree. *most* is for the first two: the values of the best
    *most* moves are exact. *blur* is the standard deviation of errors in judgements. Other
    arguments are those of ``TreeSearch``.
    """
    if seats == 2 and (board := search_board_of(game, state)) is not None:
        return Deepening(blur=round(LOGIT * blur)).run(board, budget, rng, most)
    judge = judgement(game, blur, rng)
    if game.searched_by == "alpha-beta" and seats == 2:
        return AlphaBeta(game, judge, pace_ms, odds).run(state, budget, rng, most)
    search = TreeSearch(game, seats, pace_ms, guess, odds, judge=judge)
    return options(search.run(state, budget, rng))


def search_board_of(game: AnyGame, state: Any) -> SearchBoard | None:
    """The board that *game* offers to search *state* on, in which a seat is on turn, if it does."""
    if isinstance(game, Searchable) and isinstance(game.status(state), Turn):
        return game.search_board(state)
    return None
