# mypyc: compile
"""A board of YINSH for searches: they make moves on it and take them back.

Sections are those of docs/reference/yinsh.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gipf_meta import WON, SearchBoard, random_words
from gipf_meta_yinsh.board import BITS, POINT_BITS, ROW, STEPS, WINDOWS
from gipf_meta_yinsh.rules import Rules
from gipf_meta_yinsh.state import (
    BLACK,
    KIND_BITS,
    MOVE,
    MOVING,
    PASS,
    PASSING,
    PLACE,
    POINT_MASK,
    RING_AFTER,
    RING_BEFORE,
    RINGS,
    ROW_AFTER,
    ROW_BEFORE,
    TAKING_RING,
    TAKING_ROW,
    WHITE,
    State,
)
from gipf_meta_yinsh.strength.patterns import (
    DECIDING,
    MARKER,
    PLACED,
    PLACING,
    PLAYING,
    RING,
    THREATENED,
    VACANT,
    Worths,
)
from gipf_meta_yinsh.strength.stretches import FARTHEST, STEP_BY, LinedPoints, stretches_through

if TYPE_CHECKING:
    from mypy_extensions import i64

_WAYS: Final = list(STEPS)
_NOBODY: Final = -1
SURE: Final = 15_000
"""The worth where a player is sure to remove the last ring before the other player moves."""
_SWING: Final = 1200
"""The change of the worth by one decision that is seldom exceeded, in thousandths of a logit."""
_ROW_RANK: Final = 3000
"""The part of a move's rank for making a row, in thousandths."""
_TURNED_RANK: Final = 60
"""The part of a move's rank for each of the other's markers that is turned."""

_FIRSTS: Final = [ends >> POINT_BITS for ends in WINDOWS]
_LASTS: Final = [ends & POINT_MASK for ends in WINDOWS]
"""The two ends of each window of five points."""
_STEP_WORDS: Final = tuple(random_words(2 * 6, 41))
"""Random words for keys: one for each seat and step."""


class _Before:
    """The values that a move changes, as they were before it."""

    __slots__ = ("black", "key", "move", "phase", "pool", "seat", "slot", "step", "white")

    def __init__(self) -> None:
        self.move: i64 = 0
        self.seat: i64 = 0
        self.step: i64 = 0
        self.pool: i64 = 0
        self.phase: i64 = 0
        self.white: i64 = 0
        self.black: i64 = 0
        self.key: i64 = 0
        self.slot: i64 = 0


class YinshSearchBoard(SearchBoard):
    """The board of a *state* in which a player decides, evaluated by *worths*.

    *rules* have no limit of turns.
    """

    def __init__(self, rules: Rules, state: State, worths: Worths) -> None:
        super().__init__()
        self.seat = state.seat
        self.over = state.ending is not None
        self.swing = _SWING
        self.by_turns = True
        self._winner: i64 = _NOBODY
        self._goal: i64 = rules.goal
        self._no_move_loses: Final = rules.no_move_loses
        self._exhausted_draw: Final = rules.exhausted_draw
        self._worths: Final = worths
        self._step: i64 = state.step
        self._pool: i64 = state.pool
        self._removed: Final = [state.removed[WHITE], state.removed[BLACK]]
        #: the points of the rings of each seat, and how many it has
        self._rings: Final = [0] * (2 * RINGS)
        self._counts: Final = [0, 0]
        self._lines: Final = LinedPoints(worths)
        self._enter_phase()
        for seat in (WHITE, BLACK):
            for bit in BITS:
                if state.rings[seat] >> bit & 1:
                    self._lines.put(bit, RING + seat)
                    self._rings[seat * RINGS + self._counts[seat]] = bit
                    self._counts[seat] += 1
                elif state.markers[seat] >> bit & 1:
                    self._lines.put(bit, MARKER + seat)
        self._made: i64 = 0
        self._before: Final[list[_Before]] = []

    def key(self) -> i64:
        """The key of the position: its points, the seat on turn and the step; all else follows
        from them."""
        word: i64 = _STEP_WORDS[self.seat * 6 + self._step]
        return self._lines.key ^ word

    # -- moves -------------------------------------------------------------------------------

    def moves(self) -> list[int]:
        """The legal moves, as ``Rules.legal_moves`` has them."""
        if self._step == MOVE:
            return self._ring_moves(self.seat) or [PASS]
        if self._step == PLACE:
            points = self._lines.points
            return [bit for bit in BITS if points[bit] == VACANT]
        if self._step in (ROW_BEFORE, ROW_AFTER):
            return self._row_moves()
        base: i64 = self.seat * RINGS
        count: i64 = self._counts[self.seat]
        found: list[int] = []
        at: i64 = base
        while at < base + count:
            found.append(TAKING_RING << KIND_BITS | self._rings[at])
            at += 1
        return found

    def _ring_moves(self, seat: i64) -> list[int]:
        """The moves of the rings of *seat* (§4)."""
        points = self._lines.points
        found: list[int] = []
        at: i64 = seat * RINGS
        end: i64 = at + self._counts[seat]
        while at < end:
            origin: i64 = self._rings[at]
            base: i64 = MOVING << KIND_BITS | origin << POINT_BITS
            for step_ in _WAYS:
                step: i64 = step_
                to: i64 = origin + step
                held: i64 = points[to]
                while held == VACANT:
                    found.append(base | to)
                    to += step
                    held = points[to]
                if held == MARKER or held == MARKER + 1:
                    while held == MARKER or held == MARKER + 1:
                        to += step
                        held = points[to]
                    if held == VACANT:
                        found.append(base | to)
            at += 1
        return found

    def _row_moves(self) -> list[int]:
        """The removals of rows (§5)."""
        points = self._lines.points
        marker: i64 = MARKER + self.seat
        found: list[int] = []
        for first, last in zip(_FIRSTS, _LASTS, strict=True):
            at: i64 = first
            end: i64 = last
            step: i64 = (end - at) // (ROW - 1)
            while at <= end and points[at] == marker:
                at += step
            if at > end:
                found.append(TAKING_ROW << KIND_BITS | first << POINT_BITS | last)
        return found

    def loud_moves(self) -> list[int]:
        """The moves of rings that make a row."""
        if self._step != MOVE or not self._lines.may_make_row(self.seat):
            return []
        seat: i64 = self.seat
        return [move for move in self._ring_moves(seat) if self._lines.makes_row(move, seat)]

    def orders(self, moves: list[int]) -> list[int]:
        """The ranks of *moves*: rows first, then turning many markers of the other and few of
        one's own."""
        if self._step == PLACE:
            return [stretches_through(move) for move in moves]
        if self._step != MOVE:
            if self._removed[self.seat] >= self._goal - 1:
                return [0] * len(moves)  # each of them wins
            return self._worths_after(moves)
        points = self._lines.points
        is_loud = self._lines.may_make_row(self.seat)
        other: i64 = MARKER + 1 - self.seat
        found: list[int] = []
        for move_ in moves:
            move: i64 = move_
            at: i64 = move >> POINT_BITS & POINT_MASK
            target: i64 = move & POINT_MASK
            step: i64 = STEP_BY[target - at + FARTHEST]
            rank: i64 = 0
            at += step
            while at != target:
                held: i64 = points[at]
                if held:
                    rank += _TURNED_RANK if held == other else -_TURNED_RANK
                at += step
            if is_loud and self._lines.makes_row(move, self.seat):
                rank += _ROW_RANK
            found.append(rank)
        return found

    def _worths_after(self, moves: list[int]) -> list[int]:
        """The worth of the board after each of *moves*, for the seat on turn."""
        seat = self.seat
        found: list[int] = []
        for move in moves:
            self.make(move)
            found.append(self.worth() if self.seat == seat else -self.worth())
            self.take_back()
        return found

    # -- making moves ------------------------------------------------------------------------

    def make(self, move: i64) -> None:
        """Plays *move*."""
        if self._made == len(self._before):
            self._before.append(_Before())
        before = self._before[self._made]
        self._made += 1
        before.move = move
        before.seat = self.seat
        before.step = self._step
        before.pool = self._pool
        before.phase = self._lines.phase
        before.white = self._lines.white
        before.black = self._lines.black
        before.key = self._lines.key
        kind: i64 = move >> KIND_BITS
        first: i64 = move >> POINT_BITS & POINT_MASK
        last: i64 = move & POINT_MASK
        if kind == MOVING:
            self._move(first, last)
        elif kind == TAKING_ROW:
            self._take_row(first, last)
        elif kind == TAKING_RING:
            before.slot = self._take_ring(last)
        elif kind == PASSING:
            self._begin_turn(True)
        else:
            self._lines.put(last, RING + self.seat)
            self._rings[self.seat * RINGS + self._counts[self.seat]] = last
            self._counts[self.seat] += 1
            self._begin_turn(False)
        self._enter_phase()

    def take_back(self) -> None:
        """Takes the last move back."""
        self._made -= 1
        before = self._before[self._made]
        move: i64 = before.move
        kind: i64 = move >> KIND_BITS
        first: i64 = move >> POINT_BITS & POINT_MASK
        last: i64 = move & POINT_MASK
        seat: i64 = before.seat
        self.seat = seat
        if kind == MOVING:
            self._move_back(first, last)
        elif kind == TAKING_ROW:
            step: i64 = (last - first) // (ROW - 1)
            while first <= last:
                self._lines.put_back(first, MARKER + seat)
                first += step
        elif kind == TAKING_RING:
            self._lines.put_back(last, RING + seat)
            base: i64 = seat * RINGS
            self._rings[base + self._counts[seat]] = self._rings[base + before.slot]
            self._rings[base + before.slot] = last
            self._counts[seat] += 1
            self._removed[seat] -= 1
        elif kind != PASSING:
            self._lines.put_back(last, VACANT)
            self._counts[seat] -= 1
        self.over = False
        self._step = before.step
        self._pool = before.pool
        self._lines.white = before.white
        self._lines.black = before.black
        self._lines.key = before.key
        if before.phase != self._lines.phase:
            self._lines.use_tables(before.phase)

    def _move(self, origin: i64, target: i64) -> None:
        """Moves a ring: it leaves a marker behind, and markers that it passes over are turned
        (§4)."""
        points = self._lines.points
        seat: i64 = self.seat
        step: i64 = STEP_BY[target - origin + FARTHEST]
        at: i64 = origin + step
        while at != target:
            held: i64 = points[at]
            if held:
                self._lines.put(at, 2 * MARKER + 1 - held)
            at += step
        self._lines.put(origin, MARKER + seat)
        self._lines.put(target, RING + seat)
        self._rings[self._slot_of(origin)] = target
        self._pool -= 1
        if self._lines.has_row(seat):
            self._step = ROW_AFTER
        else:
            self._begin_turn(False)

    def _move_back(self, origin: i64, target: i64) -> None:
        """Undoes ``_move`` of the seat that is on turn again."""
        points = self._lines.points
        step: i64 = STEP_BY[target - origin + FARTHEST]
        self._lines.put_back(target, VACANT)
        self._lines.put_back(origin, RING + self.seat)
        at: i64 = origin + step
        while at != target:
            held: i64 = points[at]
            if held:
                self._lines.put_back(at, 2 * MARKER + 1 - held)
            at += step
        self._rings[self._slot_of(target)] = origin

    def _slot_of(self, point: i64) -> i64:
        """The index in ``_rings`` of the ring on *point*, which belongs to the seat on turn."""
        at: i64 = self.seat * RINGS
        while self._rings[at] != point:
            at += 1
        return at

    def _take_row(self, first: i64, last: i64) -> None:
        """Moves a row of five markers back to the pool; the removal of a ring is next (§5)."""
        step: i64 = (last - first) // (ROW - 1)
        while first <= last:
            self._lines.put(first, VACANT)
            first += step
        self._pool += ROW
        self._step = RING_BEFORE if self._step == ROW_BEFORE else RING_AFTER

    def _take_ring(self, point: i64) -> i64:
        """Removes a ring: that wins, or more rows follow, or the turn goes on (§5).

        Returns the index that the ring had among the rings of its seat.
        """
        seat: i64 = self.seat
        base: i64 = seat * RINGS
        slot: i64 = self._slot_of(point) - base
        self._lines.put(point, VACANT)
        self._counts[seat] -= 1
        self._rings[base + slot] = self._rings[base + self._counts[seat]]
        self._removed[seat] += 1
        is_before = self._step == RING_BEFORE
        if self._removed[seat] >= self._goal:
            self._end(seat)
        elif self._lines.has_row(seat):
            self._step = ROW_BEFORE if is_before else ROW_AFTER
        elif is_before:
            self._await_move()
        else:
            self._step = ROW_AFTER
            self._begin_turn(False)
        return slot

    def _begin_turn(self, passed: bool) -> None:
        """Begins the turn of the other seat; *passed*: the turn that is over was a pass (§6.3)."""
        self.seat = 1 - self.seat
        seat: i64 = self.seat
        if self._step == PLACE and self._counts[seat] < RINGS:
            return
        if self._lines.has_row(seat):
            self._step = ROW_BEFORE
        elif passed and not self._can_move(seat):
            self._end_by_rings()
        else:
            self._await_move()

    def _await_move(self) -> None:
        """Makes a move the next step, or ends the game where an end comes before it (§6.4)."""
        if not self._pool:
            self._end_by_rings()
        elif self._no_move_loses and not self._can_move(self.seat):
            self._end(1 - self.seat)
        else:
            self._step = MOVE

    def _can_move(self, seat: i64) -> bool:
        """Whether a ring of *seat* can move."""
        points = self._lines.points
        at: i64 = seat * RINGS
        end: i64 = at + self._counts[seat]
        while at < end:
            origin: i64 = self._rings[at]
            for step_ in _WAYS:
                step: i64 = step_
                to: i64 = origin + step
                held: i64 = points[to]
                while held == MARKER or held == MARKER + 1:
                    to += step
                    held = points[to]
                if held == VACANT:
                    return True
            at += 1
        return False

    def _end_by_rings(self) -> None:
        """Ends the game by removed rings, as nobody has removed the last ring needed (§6.2)."""
        white: i64 = self._removed[WHITE]
        black: i64 = self._removed[BLACK]
        if white == black or self._exhausted_draw:
            self._end(_NOBODY)
        else:
            self._end(WHITE if white > black else BLACK)

    def _end(self, winner: i64) -> None:
        self.over = True
        self._winner = winner
        self._step = MOVE

    def _enter_phase(self) -> None:
        """Switches to the tables of worths of the game's phase, if it is another one."""
        phase: i64 = PLAYING
        if self._step == PLACE:
            phase = PLACING
        elif max(self._removed) >= self._goal - 1:
            phase = DECIDING
        if phase != self._lines.phase:
            self._lines.enter(phase)

    # -- evaluation --------------------------------------------------------------------------

    def worth(self) -> i64:
        """The worth of the position for the seat on turn."""
        seat: i64 = self.seat
        if self.over:
            if self._winner == _NOBODY:
                return 0
            return WON if self._winner == seat else -WON
        standing: i64 = PLACED
        if self._step != PLACE:
            before: i64 = 3 - self._goal
            own: i64 = before + self._removed[seat]
            other: i64 = before + self._removed[1 - seat]
            if self._step != MOVE or self._lines.has_row(seat):
                own += 1
            if self._lines.has_row(1 - seat):
                other += 1
            if own >= 3:
                return SURE
            if other >= 3:
                return -SURE
            standing = 3 * own + other
            if other == 2 and self._is_threatened():
                standing = THREATENED + own
        worth: i64 = self._worths.standings[standing]
        return worth + self._lines.worth(seat)

    def _is_threatened(self) -> bool:
        """Whether the other seat could make a row by a move if the seat on turn passed."""
        other: i64 = 1 - self.seat
        if self._step != MOVE or not self._lines.may_make_row(other):
            return False
        moves = self._ring_moves(other)
        count: i64 = len(moves)
        at: i64 = 0
        while at < count and not self._lines.makes_row(moves[at], other):
            at += 1
        return at < count
