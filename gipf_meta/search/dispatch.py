"""Runs the search that suits a game: on a board that takes moves back, alpha-beta, or a tree."""

from __future__ import annotations

from random import Random
from threading import Lock
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


class SearchMemory:
    """What a player keeps of searches from decision to decision, in one game at a time.

    It serves searches that only time ends; those that positions end begin with nothing. What is
    sent elsewhere begins with nothing, too.
    """

    def __init__(self) -> None:
        self._lock: Final = Lock()
        self._game: AnyGame | None = None
        self._search: Deepening | None = None

    def __reduce__(self) -> tuple[type[SearchMemory], tuple[()]]:
        return SearchMemory, ()

    def search(
        self,
        game: AnyGame,
        board: SearchBoard,
        budget: Budget,
        rng: Random,
        blur: int,
        most: int,
    ) -> list[SearchedDecision]:
        """What is found on *board*, as ``Deepening.run`` tells it."""
        if budget.nodes is not None or not self._lock.acquire(blocking=False):
            # a search that was cancelled may not have ended yet
            return Deepening(blur=blur).run(board, budget, rng, most)
        try:
            search = self._search
            if search is None or self._game != game or search.blur != blur:
                search = self._search = Deepening(blur=blur)
                self._game = game
            return search.run(board, budget, rng, most)
        finally:
            self._lock.release()


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
    memory: SearchMemory | None = None,
) -> list[SearchedDecision]:
    """The moves of the seat that is on turn in *state*, the best one first.

    Where two play a game that has boards for it, ``Deepening`` searches; else alpha-beta if the
    game asks for it and two play; else a tree. *most* is for the first two: the values of the best
    *most* moves are exact. *blur* is the standard deviation of errors in judgements. *memory* is
    what the first keeps for the next search of the same player. Other arguments are those of
    ``TreeSearch``.
    """
    if seats == 2 and (board := search_board_of(game, state)) is not None:
        memory = memory or SearchMemory()
        return memory.search(game, board, budget, rng, round(LOGIT * blur), most)
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
