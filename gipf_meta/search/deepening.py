# mypyc: compile
"""Alpha-beta search on a board that moves are made on and taken back from (``SearchBoard``).

It goes one decision deeper at a time, and begins with the moves that were best at the depth before.
Where the depth is used up it goes on by loud moves, until the board's judgement can be trusted; no
line ends inside a turn. Moves that look poor are searched less deep, and fully only if they turn
out well. Scores are whole numbers, so a seed finds the same everywhere.
"""

from __future__ import annotations

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
from gipf_meta.search.root import INFINITE, PROVEN, BudgetSpent, IterativeDeepening, RootMove

if TYPE_CHECKING:
    from mypy_extensions import i64

UNSURE: Final = 12_000
"""The most that a judgement says before the end, in thousandths: 99.999 of 100."""
BY_CLEARNESS: Final = 256
"""The score of a win that is clearer by one; a win that is nearer by a decision scores one more."""
DEEPEST: Final = 120
"""The most decisions of a line."""
QUIET: Final = 8
"""The most loud moves that follow where the depth is used up."""
ASPIRED: Final = 60
"""Half the width of the first window around the last depth's score, in thousandths of a logit."""
MOST_ENTRIES: Final = 1 << 17
"""The positions that are remembered at most: 15 megabytes when they are all there."""
LEAST_ENTRIES: Final = 1 << 8
SHALLOW: Final = 2
"""The depth up to which positions are given up that are further off than a board's ``swing``."""
BETWEEN_LOOKS: Final = 63
"""Positions between two looks at the clock, a power of two less one."""


class Deepening(IterativeDeepening[SearchBoard]):
    """A search on boards, which are afterwards as before, unless they raised an error.

    Positions stay remembered for the next search of the same game, if only time ends both; they are
    *entries* at most. *blur* is the standard deviation of errors in judgements, in
    thousandths, as weak players make them. Depth is counted in turns where a board does
    (``by_turns``). Scores are thousandths of a logit, and beyond ``PROVEN`` the nearer to ``WON``
    the sooner the end comes, or beyond it the clearer.
    """

    def __init__(self, entries: int = MOST_ENTRIES, blur: int = 0) -> None:
        super().__init__(DEEPEST, value_of)
        self.entries: Final = entries
        self.blur: i64 = blur
        self._memory = TranspositionMemory(LEAST_ENTRIES)
        self._size = 0
        self._ordering = MoveOrdering(DEEPEST)
        self._most_nodes: i64 = 0
        self._error_seed: i64 = 0
        self._made: i64 = 0

    # ---- the root -------------------------------------------------------------------------------

    def _begin(self, board: SearchBoard, budget: Budget, rng: Random) -> list[int]:
        """Begins a search: remembered positions stay only where nothing but time ends it."""
        self._board = board
        nodes = budget.nodes
        size = self.entries if nodes is None else _entries_for(nodes, self.entries)
        if nodes is not None or self._size != size:
            self._memory = TranspositionMemory(size)
            self._ordering = MoveOrdering(DEEPEST)
            self._size = 0 if nodes is not None else size
        self._memory.begin()
        self._ordering.begin()
        self._error_seed = rng.getrandbits(62)
        self._most_nodes = 1 << 60 if nodes is None else nodes
        self._made = 0
        return board.moves()

    def _hope(self, move: int) -> float:
        board = self._board
        seat = board.seat
        board.make(move)
        hope = self._worth(1) if board.seat == seat else -self._worth(1)
        board.take_back()
        return float(hope)

    def _root_score(
        self, known: RootMove, depth: int, alpha: float, before: int, most: int
    ) -> float:
        try:
            return float(self._score_of(known, depth, int(alpha), before, most))
        except BudgetSpent:
            self._undo()
            raise

    def _score_of(self, known: RootMove, depth: i64, alpha: i64, before: i64, most: i64) -> i64:
        """The integer score for ``_root_score``. Moves may stay made on the board if it raises."""
        seat = self._board.seat
        self._make(known.move)
        left: i64 = self._left(depth, seat)
        score: i64
        if before >= most and left > 0:
            less: i64 = reduction(left + 1, before - most) // 2
            score = self._scout(left, less, alpha, INFINITE, 1, seat)
        elif most == 1 and left > 2 and -PROVEN < known.score < PROVEN:
            low: i64 = int(known.score) - ASPIRED
            high: i64 = int(known.score) + ASPIRED
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
        return score

    def _line(self, first: int) -> list[int]:
        board = self._board
        move: i64 = first
        line: list[int] = [first]
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
        self._undo()
        return line

    # ---- below it -------------------------------------------------------------------------------

    def _search(self, depth: i64, alpha: i64, beta: i64, ply: i64, mover: i64) -> i64:
        """The score of the board for the seat that decides: exact from *alpha* to *beta*, else a
        bound. The seat *mover* has led to it. Raises ``BudgetSpent``."""
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
        """The rest of *depth* after the decision of *seat* that led to the board."""
        board = self._board
        return depth if board.by_turns and board.seat == seat else depth - 1

    def _scout(self, depth: i64, less: i64, alpha: i64, beta: i64, ply: i64, seat: i64) -> i64:
        """The score as by ``_reply``, where some other move has *alpha*: a narrow window proves
        sooner that this one is no better, and *less* depth proves it soonest."""
        if less > 0:
            score = self._reply(depth - less, alpha, alpha + 1, ply, seat)
            if score <= alpha:
                return score
        score = self._reply(depth, alpha, alpha + 1, ply, seat)
        if alpha < score < beta:
            score = self._reply(depth, alpha, beta, ply, seat)
        return score

    def _worth(self, ply: i64) -> i64:
        """The board's value for the seat that decides, with errors unless the game is over."""
        board = self._board
        worth: i64 = board.worth()
        if board.over:
            return _end_score(worth, ply)
        if self.blur:
            worth += error_of(board.key() ^ self._error_seed, self.blur)
        return max(-UNSURE, min(UNSURE, worth))

    def _make(self, move: i64) -> None:
        self._board.make(move)
        self._made += 1

    def _take_back(self) -> None:
        self._board.take_back()
        self._made -= 1

    def _undo(self) -> None:
        """Takes back all moves that this search has made on the board."""
        while self._made:
            self._take_back()

    def _count(self) -> None:
        """Counts a position. Raises ``BudgetSpent``."""
        nodes: i64 = self.nodes
        if nodes >= self._most_nodes or (nodes & BETWEEN_LOOKS == 0 and self._is_spent()):
            raise BudgetSpent
        self.nodes = nodes + 1


def _end_score(worth: i64, ply: i64) -> i64:
    """The score of an end that is *worth* so much, *ply* decisions deep."""
    if worth == 0:
        return 0
    if worth > 0:
        return WON + (worth - WON) * BY_CLEARNESS - ply
    return ply - WON + (worth + WON) * BY_CLEARNESS


def _entries_for(nodes: int, most: int) -> int:
    """The number of entries that a search of *nodes* needs: a power of two, *most* at most."""
    wanted = LEAST_ENTRIES
    while wanted < most and wanted < 2 * nodes:
        wanted *= 2
    return wanted


def value_of(score: float) -> float:
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
