# mypyc: compile
"""The order in which a search tries moves: by a glance at them, and by those that refuted
positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gipf_meta.protocol.searching import SearchBoard
from gipf_meta.search.memory import NO_MOVE

if TYPE_CHECKING:
    from mypy_extensions import i64

HISTORY: Final = (1 << 14) - 1
"""The moves of a seat that history tells apart, less one."""
KILLER: Final = 400
"""The rank, in thousandths, that a move gains if it refuted another position so deep in the
line."""
MOST_HISTORY: Final = 1000
"""The most that history is worth to a rank, in thousandths."""


class MoveOrdering:
    """Ranks moves, in thousandths: the highest is tried first.

    *deepest* is the most decisions of a line.
    """

    def __init__(self, deepest: int) -> None:
        self._history: Final = [0] * (2 * HISTORY + 2)
        self._killers: Final = [NO_MOVE] * (2 * deepest + 4)

    def begin(self) -> None:
        """Begins another search: forgets the moves that refuted positions at each depth of the last
        one."""
        for at in range(len(self._killers)):
            self._killers[at] = NO_MOVE

    def ranks(self, board: SearchBoard, moves: list[int], ply: i64) -> list[int]:
        """The rank of each of *moves*: by *board*, by the moves that refuted positions *ply*
        decisions deep, and by the moves that were good elsewhere."""
        ranks = board.orders(moves)
        base: i64 = board.seat * (HISTORY + 1)
        killer: i64 = self._killers[2 * ply]
        other: i64 = self._killers[2 * ply + 1]
        at: i64 = 0
        count: i64 = len(moves)
        while at < count:
            move: i64 = moves[at]
            rank: i64 = ranks[at] + self._history[base + _slot(move)]
            if move in (killer, other):
                rank += KILLER
            ranks[at] = rank
            at += 1
        return ranks

    def note_cutoff(self, seat: i64, moves: list[int], at: i64, depth: i64, ply: i64) -> None:
        """Remembers the move *at* that place, by which *seat* refuted the position, to try it early
        in similar ones, and those before it, to try them later."""
        move: i64 = moves[at]
        if self._killers[2 * ply] != move:
            self._killers[2 * ply + 1] = self._killers[2 * ply]
            self._killers[2 * ply] = move
        gain: i64 = min(depth * depth * 4, MOST_HISTORY // 2)
        base: i64 = seat * (HISTORY + 1)
        self._gain(base + _slot(move), gain)
        before: i64 = 0
        while before < at:
            self._gain(base + _slot(moves[before]), -gain)
            before += 1

    def _gain(self, slot: i64, gain: i64) -> None:
        """Moves what history says towards *gain*, the less the further it is there already."""
        was: i64 = self._history[slot]
        against: i64 = was * gain if gain > 0 else -was * gain
        self._history[slot] = was + gain - against // MOST_HISTORY


def put_first(moves: list[int], move: i64) -> bool:
    """Puts *move* before the others; whether it is one of *moves*."""
    at: i64 = 0
    count: i64 = len(moves)
    while at < count:
        if moves[at] == move:
            moves[at] = moves[0]
            moves[0] = move
            return True
        at += 1
    return False


def put_best(moves: list[int], ranks: list[int], at: i64) -> None:
    """Puts the move with the highest rank, of those from *at* on, to that place."""
    best: i64 = at
    most: i64 = ranks[at]
    other: i64 = at + 1
    count: i64 = len(moves)
    while other < count:
        rank: i64 = ranks[other]
        if rank > most:
            most = rank
            best = other
        other += 1
    if best != at:
        moves[at], moves[best] = moves[best], moves[at]
        ranks[at], ranks[best] = ranks[best], ranks[at]


def _reduction(depth: int, index: int) -> int:
    if depth < 2 or index < 3:
        return 0
    if depth >= 4 and index >= 8:
        return 3 if depth >= 7 and index >= 20 else 2
    return 1


REDUCTIONS: Final = [_reduction(depth, index) for depth in range(32) for index in range(64)]


def reduction(depth: i64, index: i64) -> i64:
    """The number of decisions by which the first search of the move with *index* is less deep than
    *depth*."""
    return REDUCTIONS[min(depth, 31) * 64 + min(index, 63)]


def _slot(move: i64) -> i64:
    """The place of *move* in a history."""
    return (move ^ move >> 14 ^ move >> 28 ^ move >> 42) & HISTORY
