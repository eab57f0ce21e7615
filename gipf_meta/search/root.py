# mypyc: compile
"""Iterative deepening over the moves at the root, which both alpha-beta searches share.

A subclass defines how to go to the next position, by a state or on a board, and how to score a move
at the root (docs/decisions/0048-two-alpha-betas-one-root.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from gipf_meta.protocol.searching import WON
from gipf_meta.search.budget import Budget, Meter
from gipf_meta.search.search_tree import SearchedDecision

if TYPE_CHECKING:
    from mypy_extensions import i64

Position = TypeVar("Position")
"""A state, or a board."""

INFINITE: Final = 2 * WON
"""More than any score."""
PROVEN: Final = WON // 2
"""A higher score is a proven win, one below its negative a proven loss."""


class BudgetSpent(Exception):
    """The budget is used up in the middle of an iteration."""


class RootMove:
    """A move at the root with its *score* for the seat that decides.

    Unless the score is *exact*, it is an upper bound. *complete* says that the search met only ends
    of the game below it; *visits* counts positions.
    """

    __slots__ = ("complete", "exact", "move", "score", "visits")

    def __init__(self, move: Any, score: float) -> None:
        self.move = move
        self.score = score
        self.exact = False
        self.complete = False
        self.visits = 0

    @property
    def sure(self) -> bool:
        """Whether no deeper search can change who wins."""
        if self.score < -PROVEN:
            return True
        return self.exact and (self.complete or self.score > PROVEN)


class IterativeDeepening(Generic[Position]):
    """A search that goes deeper and deeper, with the best move of one depth first at the next.

    *deepest* is the most decisions of a line, and one more; *value* tells a score as a value from
    -1 (lost) to 1 (won). After a run, *nodes* counts the
    positions whose moves were searched, *depth* says how deep every move was searched, and
    *is_settled* whether a deeper search would find the same.
    """

    def __init__(self, deepest: int, value: Callable[[float], float]) -> None:
        self._value: Final = value
        self.deepest: Final = deepest
        self.nodes: i64 = 0
        self.depth: i64 = 0
        self.is_settled = False
        #: how many lines have ended at a judgement instead of an end of the game
        self._horizons: i64 = 0
        self._found: list[RootMove] = []

    # ---- a subclass says ------------------------------------------------------------------------

    def _begin(self, position: Position, budget: Budget, rng: Random) -> list[Any]:
        """Begins a search from *position*; returns its moves."""
        raise NotImplementedError

    def _hope(self, move: Any) -> float:
        """The judgement of the position after *move*, for the seat that decides at the root."""
        raise NotImplementedError

    def _root_score(
        self, known: RootMove, depth: int, alpha: float, before: int, most: int
    ) -> float:
        """The score of a move *depth* decisions deep: exact above *alpha*, else an upper bound.

        *known* is the result of the depth before, *before* the number of moves searched before
        this one; the scores of the best *most* moves must be exact. Raises ``BudgetSpent``.
        """
        raise NotImplementedError

    def _line(self, move: Any) -> Sequence[Any]:
        """The principal variation that begins with *move*, as far as it is remembered."""
        raise NotImplementedError

    def _step(self, depth: int) -> int:
        """The number of decisions by which the iteration after *depth* looks deeper."""
        return 1

    # ---- the root -------------------------------------------------------------------------------

    def run(
        self, position: Position, budget: Budget, rng: Random, most: int = 1
    ) -> list[SearchedDecision]:
        """Returns the moves of the seat that decides in *position*, the best one first.

        The values of the best *most* moves are exact, those of the others are upper bounds. *rng*
        decides between moves of equal worth, and draws the errors of a board's judgements.
        """
        for _depth in self._depths(position, budget, rng, most):
            pass
        return self._options()

    def deepen(
        self, position: Position, budget: Budget, rng: Random, most: int = 1
    ) -> Iterator[list[SearchedDecision]]:
        """Yields the same after each depth; the last is what ``run`` returns."""
        for _depth in self._depths(position, budget, rng, most):
            yield self._options()

    def _depths(self, position: Position, budget: Budget, rng: Random, most: int) -> Iterator[int]:
        """Searches deeper before it yields each depth; the last may be cut short."""
        self._meter: Meter = budget.start()
        self.nodes = self.depth = self._horizons = 0
        self.is_settled = False
        moves = self._begin(position, budget, rng)
        rng.shuffle(moves)
        stop = budget.cancelled
        roots = [RootMove(move, 0.0 if stop.is_set() else self._hope(move)) for move in moves]
        roots.sort(key=_score, reverse=True)
        self._found = roots
        depth = 1
        while depth < self.deepest and not self._is_spent():
            if not self._deepen(roots, depth, most):
                break
            self.depth = depth
            if _is_settled(roots, most, depth):
                self.is_settled = True
                break
            yield depth
            depth += self._step(depth)
        yield depth

    def _deepen(self, roots: list[RootMove], depth: int, most: int) -> bool:
        """Searches every move *depth* decisions deep, sorts *roots*; ``False``: out of budget."""
        self.nodes += 1
        done: list[RootMove] = []
        finished = True
        try:
            for each in roots:
                done.append(self._deeper(each, done, depth, most))
        except BudgetSpent:
            finished = False
        _enter(roots, done, finished, most)
        return finished

    def _deeper(self, each: RootMove, done: list[RootMove], depth: int, most: int) -> RootMove:
        """The move of *each*, searched *depth* decisions deep after the moves that are *done*."""
        horizons: i64 = self._horizons
        nodes: i64 = self.nodes
        alpha = -float(INFINITE)
        if len(done) >= most:
            alpha = sorted([one.score for one in done], reverse=True)[most - 1]
        score = self._root_score(each, depth, alpha, len(done), most)
        deeper = RootMove(each.move, score)
        deeper.exact = score > alpha
        deeper.complete = self._horizons == horizons
        deeper.visits = each.visits + self.nodes - nodes + 1
        return deeper

    def _options(self) -> list[SearchedDecision]:
        return [
            SearchedDecision(
                each.move,
                self._value(each.score),
                each.visits,
                each.sure,
                (*self._line(each.move),),
            )
            for each in self._found
        ]

    def _is_spent(self) -> bool:
        return self._meter.is_spent(self.nodes)


def _score(each: RootMove) -> float:
    return each.score


def _enter(roots: list[RootMove], done: list[RootMove], finished: bool, most: int) -> None:
    """Enters in *roots* the moves that were searched deeper, *done*, and sorts *roots*.

    If the iteration was not *finished*, the searched moves go before the others, provided they are
    enough: scores of two depths are not compared, for one decision more makes one side look better.
    Without enough of them, only proven scores count.
    """
    open_ = sum([each.score >= -PROVEN for each in done])
    if finished or open_ >= most:
        done.sort(key=_score, reverse=True)
        roots[:] = [*done[:open_], *roots[len(done) :], *done[open_:]]
        return
    for index, each in enumerate(done):
        if each.sure:
            roots[index] = each
    roots.sort(key=_score, reverse=True)


def _is_settled(roots: list[RootMove], most: int, depth: int) -> bool:
    """Whether a search deeper than *depth* would give the best *most* moves the same scores."""
    if all(each.complete for each in roots):
        return True
    near = WON - depth
    return all(each.sure and near <= abs(each.score) <= WON for each in roots[:most])
