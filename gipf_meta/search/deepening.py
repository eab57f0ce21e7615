# mypyc: compile
"""Alpha-beta search on a board that moves are made on and taken back from (``SearchBoard``).

It goes one decision deeper at a time, and looks first at what was best one decision before. Where
the depth is used up it goes on by loud moves, until the board's judgement can be trusted; no line
ends inside a turn. Moves that look poor are searched less deep, and fully only if they turn out
well. All that decides are whole numbers, so a seed finds the same everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Final

from gipf_meta.base.arithmetic import exp
from gipf_meta.protocol.searching import WON, SearchBoard
from gipf_meta.search.budget import Budget
from gipf_meta.search.memory import (
    AT_LEAST,
    AT_MOST,
    COMPLETE,
    EXACT,
    NO_MOVE,
    TranspositionMemory,
)
from gipf_meta.search.ordering import MoveOrdering, put_best, put_first, reduction
from gipf_meta.search.search_tree import SearchedDecision

if TYPE_CHECKING:
    from mypy_extensions import i64

INFINITE: Final = 2 * WON
"""More than any score."""
PROVEN: Final = WON // 2
"""A higher score is a proven win, one below its negative a proven loss."""
UNSURE: Final = 12_000
"""The most that a judgement says before the end, in thousandths: 99.999 of 100."""
BY_CLEARNESS: Final = 256
"""The score of a win that is clearer by one; a win that is nearer by a decision scores one more."""
DEEPEST: Final = 120
"""The most decisions of a line."""
QUIET: Final = 8
"""How many loud moves follow where the depth is used up."""
ASPIRED: Final = 60
"""How far from the score of the last depth the next one is first expected, in thousandths."""
MOST_ENTRIES: Final = 1 << 17
"""The positions that are remembered at most: 15 megabytes when they are all there."""
LEAST_ENTRIES: Final = 1 << 8
SHALLOW: Final = 2
"""The depth up to which positions are given up that are further off than a board's ``swing``."""
BETWEEN_LOOKS: Final = 63
"""Positions between two looks at the clock, a power of two less one."""


class _BudgetSpent(Exception):
    """The budget is used up in the middle of an iteration."""


class DeepenedMove:
    """A move at the root with its *score* for whoever decides.

    Unless the score is *exact*, it is an upper bound. *complete* says that the search met only ends
    of the game below it; *visits* counts positions.
    """

    __slots__ = ("complete", "exact", "move", "score", "visits")

    def __init__(self, move: i64, score: i64) -> None:
        self.move: i64 = move
        self.score: i64 = score
        self.exact = False
        self.complete = False
        self.visits = 0

    @property
    def sure(self) -> bool:
        """Whether no deeper search can change who wins."""
        if self.score < -PROVEN:
            return True
        return self.exact and (self.complete or self.score > PROVEN)


class Deepening:
    """A search. What it remembers serves the next one of the same game, if only time ends both.

    *entries* positions are remembered at most. *blur* is the standard deviation of errors in
    judgements, in thousandths, as weak players make them. After a run, *nodes* counts the positions
    whose moves were searched, *depth* how many decisions, or turns (``by_turns``), deep every move
    was searched, and *is_settled* says whether a deeper search would find the same.
    """

    def __init__(self, entries: int = MOST_ENTRIES, blur: int = 0) -> None:
        self.entries: Final = entries
        self.blur: i64 = blur
        self.nodes: i64 = 0
        self.depth: i64 = 0
        self.is_settled = False
        self._memory = TranspositionMemory(LEAST_ENTRIES)
        self._size = 0
        self._ordering = MoveOrdering(DEEPEST)
        self._horizons: i64 = 0
        self._most_nodes: i64 = 0
        self._error_seed: i64 = 0
        self._made: i64 = 0
        self._found: list[DeepenedMove] = []

    # ---- the root -------------------------------------------------------------------------------

    def run(
        self, board: SearchBoard, budget: Budget, rng: Random, most: int = 1
    ) -> list[SearchedDecision]:
        """The moves of the seat that decides on *board*, the best one first.

        The values of the best *most* moves are exact, those of the others are upper bounds. *rng*
        decides between moves of equal worth, and draws the errors. *board* is as before at the end,
        unless it raised an error.
        """
        for _depth in self._depths(board, budget, rng, most):
            pass
        return self._options()

    def deepen(
        self, board: SearchBoard, budget: Budget, rng: Random, most: int = 1
    ) -> Iterator[list[SearchedDecision]]:
        """The same after each depth: what it yields last is what ``run`` returns."""
        for _depth in self._depths(board, budget, rng, most):
            yield self._options()

    def _depths(self, board: SearchBoard, budget: Budget, rng: Random, most: int) -> Iterator[int]:
        """Searches one decision deeper before it yields each depth; the last may be cut short."""
        self._begin(board, budget, rng)
        roots = self._found = self._roots(budget, rng)
        depth = 0
        while depth < DEEPEST - 1 and not self._is_spent():
            depth += 1
            if not self._deepen(roots, depth, most):
                break
            self.depth = depth
            if _is_settled(roots, most, depth):
                self.is_settled = True
                break
            yield depth
        yield depth

    def _options(self) -> list[SearchedDecision]:
        return [self._option(each) for each in self._found]

    def _begin(self, board: SearchBoard, budget: Budget, rng: Random) -> None:
        """Sets out: what was remembered stays only where nothing but time ends the search."""
        self._board = board
        self._meter = budget.start()
        nodes = budget.nodes
        size = self.entries
        if nodes is not None:
            wanted = LEAST_ENTRIES
            while wanted < size and wanted < 2 * nodes:
                wanted *= 2
            size = wanted
        if nodes is not None or self._size != size:
            self._memory = TranspositionMemory(size)
            self._ordering = MoveOrdering(DEEPEST)
            self._size = 0 if nodes is not None else size
        self._memory.begin()
        self._ordering.begin()
        self._error_seed = rng.getrandbits(62)
        self._most_nodes = 1 << 60 if nodes is None else nodes
        self.nodes = self.depth = self._horizons = self._made = 0
        self.is_settled = False

    def _roots(self, budget: Budget, rng: Random) -> list[DeepenedMove]:
        """The moves at the root, sorted by the judgement of what follows."""
        board = self._board
        seat = board.seat
        moves = board.moves()
        rng.shuffle(moves)
        roots: list[DeepenedMove] = []
        for move in moves:
            hope: i64 = 0
            if not budget.cancelled.is_set():
                board.make(move)
                hope = self._worth(1) if board.seat == seat else -self._worth(1)
                board.take_back()
            roots.append(DeepenedMove(move, hope))
        roots.sort(key=_score, reverse=True)
        return roots

    def _deepen(self, roots: list[DeepenedMove], depth: i64, most: int) -> bool:
        """Searches every move *depth* decisions deep and sorts *roots*; whether the budget lasted.

        If it did not last, the searched moves go before the others, provided they are enough:
        scores of two depths are not compared, for one decision more makes one side look better.
        Without enough of them, only proven scores count.
        """
        self.nodes += 1
        done: list[DeepenedMove] = []
        finished = True
        try:
            for each in roots:
                done.append(self._root_score(each, done, depth, most))
        except _BudgetSpent:
            while self._made:
                self._board.take_back()
                self._made -= 1
            finished = False
        open_ = sum([each.score >= -PROVEN for each in done])
        if finished or open_ >= most:
            done.sort(key=_score, reverse=True)
            roots[:] = [*done[:open_], *roots[len(done) :], *done[open_:]]
        else:
            for index, each in enumerate(done):
                if each.sure:
                    roots[index] = each
            roots.sort(key=_score, reverse=True)
        return finished

    def _root_score(
        self, each: DeepenedMove, done: list[DeepenedMove], depth: i64, most: int
    ) -> DeepenedMove:
        """*each* searched *depth* decisions deep, after those that are *done*."""
        horizons, nodes = self._horizons, self.nodes
        board = self._board
        seat = board.seat
        alpha: i64 = -INFINITE
        if len(done) >= most:
            best = sorted([one.score for one in done], reverse=True)
            alpha = best[most - 1]
        self._make(each.move)
        left: i64 = self._left(depth, seat)
        score: i64
        if len(done) >= most and left > 0:
            less: i64 = reduction(left + 1, len(done) - most) // 2
            score = self._scout(left, less, alpha, INFINITE, 1, seat)
        elif most == 1 and left > 2 and -PROVEN < each.score < PROVEN:
            low: i64 = each.score - ASPIRED
            high: i64 = each.score + ASPIRED
            score = self._reply(left, low, high, 1, seat)
            if score <= low:
                score = self._reply(left, -INFINITE, high, 1, seat)
            if score >= high:
                score = self._reply(left, low, INFINITE, 1, seat)
            if score <= low:
                score = self._reply(left, -INFINITE, INFINITE, 1, seat)
        else:
            score = self._reply(left, alpha, INFINITE, 1, seat)
        self._take_back()
        deeper = DeepenedMove(each.move, score)
        deeper.exact = score > alpha
        deeper.complete = self._horizons == horizons
        deeper.visits = each.visits + self.nodes - nodes + 1
        return deeper

    def _option(self, each: DeepenedMove) -> SearchedDecision:
        return SearchedDecision(
            each.move, value_of(each.score), each.visits, each.sure, self._line(each)
        )

    def _line(self, each: DeepenedMove) -> tuple[int, ...]:
        """*each* and the best moves after it, as far as the memory knows them."""
        board = self._board
        move: i64 = each.move
        line: list[int] = [move]
        self._make(move)
        while not board.over and len(line) < DEEPEST:
            known = self._memory.find(board.key())
            if known.key != board.key() or known.bound == AT_MOST:
                break
            move = known.move
            if move not in board.moves():
                break
            line.append(move)
            self._make(move)
        while self._made:
            self._take_back()
        return tuple(line)

    # ---- below it -------------------------------------------------------------------------------

    def _search(self, depth: i64, alpha: i64, beta: i64, ply: i64, mover: i64) -> i64:
        """The score of the board for the seat that decides: exact from *alpha* to *beta*, else a
        bound. The seat *mover* has led to it. Raises ``_BudgetSpent``."""
        board = self._board
        if board.over:
            return self._worth(ply)
        if depth <= 0 or ply >= DEEPEST:
            return self._quiet(QUIET, alpha, beta, ply, mover)
        self._count()
        key: i64 = board.key()
        known = self._memory.find(key)
        first: i64 = NO_MOVE
        score: i64
        if known.key == key:
            if known.depth >= depth:
                score = _shift(known.score, ply)
                if (
                    known.bound == EXACT
                    or (known.bound == AT_LEAST and score >= beta)
                    or (known.bound == AT_MOST and score <= alpha)
                ):
                    if known.depth < COMPLETE:
                        self._horizons += 1
                    return score
            first = known.move
        if depth <= SHALLOW and board.swing and beta - alpha == 1 and -PROVEN < alpha < PROVEN:
            score = self._worth(ply)
            off: i64 = board.swing * depth
            if score - off >= beta:
                self._horizons += 1
                return score
            if score + off <= alpha:
                return self._quiet(QUIET, alpha, beta, ply, mover)
        moves = board.moves()
        count: i64 = len(moves)
        seat: i64 = board.seat
        horizons: i64 = self._horizons
        lowest: i64 = alpha
        best: i64 = -INFINITE
        best_move: i64 = NO_MOVE
        is_ranked = False
        ranks: list[int] = []
        at: i64 = 0
        if first != NO_MOVE and not put_first(moves, first):
            first = NO_MOVE
        while at < count:
            if at or first == NO_MOVE:
                if not is_ranked:
                    ranks = self._ordering.ranks(board, moves, ply)
                    is_ranked = True
                put_best(moves, ranks, at)
            move: i64 = moves[at]
            self._make(move)
            left: i64 = depth if count == 1 else self._left(depth, seat)
            if at and left > 0:
                score = self._scout(left, reduction(left, at), alpha, beta, ply + 1, seat)
            else:
                score = self._reply(left, alpha, beta, ply + 1, seat)
            self._take_back()
            if score > best:
                best = score
                best_move = move
                if score > alpha:
                    alpha = score
                    if alpha >= beta:
                        self._ordering.note_cutoff(seat, moves, at, depth, ply)
                        break
            at += 1
        bound: i64 = AT_LEAST if best >= beta else EXACT if best > lowest else AT_MOST
        reached: i64 = COMPLETE if self._horizons == horizons else depth
        self._memory.keep(key, reached, bound, _shift(best, -ply), best_move)
        return best

    def _quiet(self, more: i64, alpha: i64, beta: i64, ply: i64, mover: i64) -> i64:
        """The score of a board whose depth is used up: it goes on by loud moves, *more* at most,
        and to the end of the turn of *mover*."""
        board = self._board
        if board.over:
            return self._worth(ply)
        seat: i64 = board.seat
        best: i64 = -INFINITE
        if seat == mover and ply < DEEPEST:
            moves = board.moves()
        else:
            self._horizons += 1
            best = self._worth(ply)
            if best >= beta or more <= 0 or ply >= DEEPEST:
                return best
            moves = board.loud_moves()
            if best > alpha:
                alpha = best
        count: i64 = len(moves)
        if not count:
            return best
        self._count()
        ranks = board.orders(moves) if count > 1 else [0]
        at: i64 = 0
        while at < count:
            put_best(moves, ranks, at)
            self._make(moves[at])
            score: i64
            if board.seat == seat:
                score = self._quiet(more - 1, alpha, beta, ply + 1, seat)
            else:
                score = -self._quiet(more - 1, -beta, -alpha, ply + 1, seat)
            self._take_back()
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    if alpha >= beta:
                        break
            at += 1
        return best

    def _reply(self, depth: i64, alpha: i64, beta: i64, ply: i64, seat: i64) -> i64:
        """The score for *seat*, which has just moved."""
        if self._board.seat == seat:
            return self._search(depth, alpha, beta, ply, seat)
        return -self._search(depth, -beta, -alpha, ply, seat)

    def _left(self, depth: i64, seat: i64) -> i64:
        """What is left of *depth* after the decision of *seat* that led to the board."""
        board = self._board
        return depth if board.by_turns and board.seat == seat else depth - 1

    def _scout(self, depth: i64, less: i64, alpha: i64, beta: i64, ply: i64, seat: i64) -> i64:
        """The same where some other move has *alpha*: a narrow window proves sooner that this one
        is no better, and *less* depth proves it soonest."""
        if less > 0:
            score = self._reply(depth - less, alpha, alpha + 1, ply, seat)
            if score <= alpha:
                return score
        score = self._reply(depth, alpha, alpha + 1, ply, seat)
        if alpha < score < beta:
            score = self._reply(depth, alpha, beta, ply, seat)
        return score

    def _worth(self, ply: i64) -> i64:
        """What the board is worth to the seat that decides, with errors unless the game is over."""
        board = self._board
        worth: i64 = board.worth()
        if board.over:
            if worth == 0:
                return 0
            if worth > 0:
                return WON + (worth - WON) * BY_CLEARNESS - ply
            return ply - WON + (worth + WON) * BY_CLEARNESS
        if self.blur:
            worth += error_of(board.key() ^ self._error_seed, self.blur)
        return max(-UNSURE, min(UNSURE, worth))

    def _make(self, move: i64) -> None:
        self._board.make(move)
        self._made += 1

    def _take_back(self) -> None:
        self._board.take_back()
        self._made -= 1

    def _count(self) -> None:
        """Counts a position. Raises ``_BudgetSpent``."""
        nodes: i64 = self.nodes
        if nodes >= self._most_nodes or (nodes & BETWEEN_LOOKS == 0 and self._is_spent()):
            raise _BudgetSpent
        self.nodes = nodes + 1

    def _is_spent(self) -> bool:
        return self._meter.is_spent(self.nodes)


def value_of(score: int) -> float:
    """A *score* as a value from -1 (lost) to 1 (won)."""
    if score > PROVEN:
        return 1.0
    if score < -PROVEN:
        return -1.0
    return 1.0 - 2.0 / (1.0 + exp(score / 1000.0))


def error_of(word: i64, blur: i64) -> i64:
    """The error that *word* draws: about normally distributed, of standard deviation *blur*."""
    for _round in range(3):
        word = (word & 0xFFFFFFFF) * 698769069 + (word >> 32)
        word ^= word >> 29
    total: i64 = (word & 0x7FFF) + (word >> 15 & 0x7FFF)
    total += (word >> 30 & 0x7FFF) + (word >> 45 & 0x7FFF)
    # four even numbers of 15 bits have the mean 65534 and deviate by 18918, as 887 parts of 2**24
    return (total - 65534) * blur * 887 >> 24


def _shift(score: i64, ply: i64) -> i64:
    """A proven score of a board, as seen *ply* decisions before it."""
    if score > PROVEN:
        return score - ply
    return score + ply if score < -PROVEN else score


def _score(each: DeepenedMove) -> int:
    return each.score


def _is_settled(roots: list[DeepenedMove], most: int, depth: int) -> bool:
    """Whether a search deeper than *depth* would give the best *most* moves the same scores."""
    if all(each.complete for each in roots):
        return True
    near: i64 = WON - depth
    return all(each.sure and near <= abs(int(each.score)) <= WON for each in roots[:most])
