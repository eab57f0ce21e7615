"""Runs the search that suits a game: on a board that takes moves back, alpha-beta, or a tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from threading import Lock
from typing import Any, Final

from gipf_meta.protocol.capabilities import Searchable
from gipf_meta.protocol.game import AnyGame, Turn
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.searching import SearchBoard
from gipf_meta.search.alphabeta import AlphaBeta
from gipf_meta.search.budget import Budget
from gipf_meta.search.deepening import Deepening
from gipf_meta.search.judgement import judgement
from gipf_meta.search.mcts import Odds, TreeSearch
from gipf_meta.search.root import IterativeDeepening
from gipf_meta.search.search_tree import SearchedDecision, best_by_worth, options

LOGIT: Final = 2000
"""The thousandths of a logit of a value of 1, at even chances."""

MOST_REMEMBERED: Final = 12_000_000
"""The most moves that the nodes of a tree remember, if each had as many as the root, where time
ends its search: some 40 bytes each, half a gigabyte."""


class SearchMemory:
    """The memory of a player's searches from decision to decision, in one game at a time.

    It serves searches that only time ends; searches that end by a number of positions begin with
    nothing. A memory that is pickled begins with nothing, too.
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
        """Returns the decisions that a search of *board* finds, as ``Deepening.run`` returns
        them."""
        if budget.nodes is not None or not self._lock.acquire(blocking=False):
            # a search that was cancelled may not have ended yet
            return Deepening(blur=blur).run(board, budget, rng, most)
        try:
            search = self._search
            if search is None or self._game != game or search.blur != blur:
                search = self._search = Deepening(blur=blur)
                self._game = game
            return _until_won(search.deepen(board, budget, rng, most))
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
    ``TreeSearch``. A search that only time ends is over as soon as a win is proven.
    """
    with Gate(game):
        if seats == 2 and (board := search_board_of(game, state)) is not None:
            memory = memory or SearchMemory()
            return memory.search(game, board, budget, rng, round(LOGIT * blur), most)
        judge = judgement(game, blur, rng)
        if game.searched_by == "alpha-beta" and seats == 2:
            search = AlphaBeta(game, judge, pace_ms, odds)
            if budget.nodes is None:
                return _until_won(search.deepen(state, budget, rng, most))
            return search.run(state, budget, rng, most)
        tree = TreeSearch(game, seats, pace_ms, guess, odds, judge=judge)
        return options(tree.run(state, budget, rng))


def _until_won(deepening: Iterator[list[SearchedDecision]]) -> list[SearchedDecision]:
    """The last result of *deepening*, or the first in which the best decision surely wins: how
    clearly, and how soon, is no reason to let people wait."""
    for found in deepening:
        if found[0].sure and found[0].value == 1.0:
            break
    return found


@dataclass(frozen=True)
class Found:
    """The result of a search after so many *positions*: its *decisions*, the best one first.

    *sure*: the worth of the best one is proven, and none is better.
    """

    decisions: list[SearchedDecision]
    positions: int
    sure: bool


def found_of(decisions: list[SearchedDecision], most: int, positions: int, is_all: bool) -> Found:
    """The best *most* of *decisions*; *is_all* says that of the others more is not to be known."""
    best = decisions[0]
    # the rest may yet be better than a sure draw
    sure = best.sure and (is_all or abs(best.value) == 1)
    return Found(decisions[:most], positions, sure)


def deepen_moves(
    game: AnyGame,
    state: Any,
    seats: int,
    budget: Budget,
    rng: Random,
    *,
    odds: Odds | None = None,
    most: int = 3,
) -> Iterator[Found]:
    """The best *most* moves of the seat that is on turn in *state*, better and better known.

    The values are exact, and the order is theirs. The search is that of ``search_moves``. It ends
    when *budget* is spent, or what the position is worth is proven.
    """
    for found in Gate(game).each(_deepen(game, state, seats, budget, rng, odds, most)):
        yield found
        if found.sure:
            return


def _deepen(
    game: AnyGame, state: Any, seats: int, budget: Budget, rng: Random, odds: Odds | None, most: int
) -> Iterator[Found]:
    position: Any = search_board_of(game, state) if seats == 2 else None
    search: IterativeDeepening[Any] | None = None
    if position is not None:
        search = Deepening()
    elif game.searched_by == "alpha-beta" and seats == 2:
        search, position = AlphaBeta(game, odds=odds), state
    if search is not None:
        for decisions in search.deepen(position, budget, rng, most):
            yield found_of(decisions, most, search.nodes, search.is_settled)
        return
    tree = TreeSearch(game, seats, odds=odds)
    for root in tree.grow(state, budget, rng):
        # a node remembers its moves: where only time ends a search, its memory would have no end
        is_full = budget.ms is not None and tree.nodes * len(root.moves) >= MOST_REMEMBERED
        yield found_of(best_by_worth(root, most), most, tree.nodes, root.proven is not None)
        if is_full:
            return


def search_board_of(game: AnyGame, state: Any) -> SearchBoard | None:
    """The board of *game* on which *state*, with a seat on turn, can be searched; ``None``:
    none."""
    if isinstance(game, Searchable) and isinstance(game.status(state), Turn):
        return game.search_board(state)
    return None
