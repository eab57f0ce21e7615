# mypyc: compile
"""A board of YINSH for searches: moves are made on it and taken back.

85 points are more than a machine word holds. So each point is an entry of a list, by its bit
number, with a margin that no step leaves; and each stretch of a line has a code, the number that
its points make, from which tables tell what it is worth and whether rows are in it. A move changes
the codes of the stretches through the points that it changes, and the sums of what they tell.
Sections are those of docs/reference/yinsh.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gipf_meta import WON, SearchBoard, random_words
from gipf_meta_yinsh.board import AXES, BITS, NAME_OF, POINT_BITS, ROW, STEPS, STRIDE, WINDOWS
from gipf_meta_yinsh.patterns import (
    CHANCE_BIT,
    DECIDING,
    HELD,
    MARKER,
    OFFSETS,
    PHASES,
    PLACING,
    PLAYING,
    RING,
    ROW_BIT,
    STANDINGS,
    STRETCHES,
    VACANT,
    Worths,
)
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

if TYPE_CHECKING:
    from mypy_extensions import i64

_WAYS: Final = list(STEPS)
_AXES: Final = list(AXES)
_OFF: Final = 5
"""What an entry beside the board holds."""
_ENTRIES: Final = 13 * STRIDE
_EMPTY: Final = [VACANT if bit in NAME_OF else _OFF for bit in range(_ENTRIES)]
_NOBODY: Final = -1
SURE: Final = 15_000
"""The worth of a last ring that will be removed before the other player moves."""
_SWING: Final = 1200
"""By how much one decision seldom changes what a position is worth, in thousandths of a logit."""
_ROW_RANK: Final = 3000
"""What a row is worth to a move's rank, in thousandths."""
_TURNED_RANK: Final = 60
"""What it is worth to a move's rank to turn a marker of the other."""

_MOST: Final = 6
"""The most stretches through a point."""
_STRETCHES_AT: Final = [
    [number for number, points in enumerate(STRETCHES) if bit in points] for bit in range(_ENTRIES)
]
_STRETCH: Final = [number for found in _STRETCHES_AT for number in (found + [0] * _MOST)[:_MOST]]
"""The stretches through each point, *_MOST* a point."""
_ENDS: Final = [bit * _MOST + len(found) for bit, found in enumerate(_STRETCHES_AT)]
"""Of each point: the end of its stretches in ``_STRETCH``."""
_POWERS: Final = [1, 5, 25, 125, 625, 3125, 15625]
_POWER: Final = [
    _POWERS[STRETCHES[number].index(bit)] if bit in STRETCHES[number] else 0
    for bit in range(_ENTRIES)
    for number in _STRETCH[bit * _MOST : bit * _MOST + _MOST]
]
"""By what a change of the point multiplies in the code of each of them."""
_FIRST_CODES: Final = [OFFSETS[len(points)] for points in STRETCHES]
_FIRSTS: Final = [ends >> POINT_BITS for ends in WINDOWS]
_LASTS: Final = [ends & POINT_MASK for ends in WINDOWS]
"""The ends of each window of five points."""
_FARTHEST: Final = 10 * (STRIDE + 1)
_STEP_BY: Final = [0] * (2 * _FARTHEST + 1)
"""The step that leads along a line, by the difference of two points."""
for _step in STEPS:
    for _times in range(1, 11):
        _STEP_BY[_FARTHEST + _step * _times] = _step

_WORDS: Final = [0] * _ENTRIES + random_words((HELD - 1) * _ENTRIES, 40)
_CHANGES: Final = [
    _WORDS[was * _ENTRIES + bit] ^ _WORDS[now * _ENTRIES + bit]
    for was in range(HELD)
    for now in range(HELD)
    for bit in range(_ENTRIES)
]
"""For keys: a word for each change of what a point holds."""
_STEP_WORDS: Final = tuple(random_words(2 * 6, 41))
"""For keys: a word for each seat and each step."""


class _Before:
    """What a move has changed."""

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
    """The board of a *state* in which somebody decides, judged by *worths*.

    *rules* have no limit of turns. Sums are those of what stretches tell to White and to Black.
    """

    def __init__(self, rules: Rules, state: State, worths: Worths) -> None:
        super().__init__()
        self.seat = state.seat
        self.over = state.ending is not None
        self.swing = _SWING
        self._winner: i64 = _NOBODY
        self._goal: i64 = rules.goal
        self._no_move_loses: Final = rules.no_move_loses
        self._exhausted_draw: Final = rules.exhausted_draw
        self._worths: Final = worths
        self._step: i64 = state.step
        self._pool: i64 = state.pool
        self._removed: Final = [state.removed[WHITE], state.removed[BLACK]]
        self._points: Final = _EMPTY.copy()
        self._codes: Final = _FIRST_CODES.copy()
        #: the points of the rings of each seat, and how many it has
        self._rings: Final = [0] * (2 * RINGS)
        self._counts: Final = [0, 0]
        self._key: i64 = 0
        self._white: i64 = 0
        self._black: i64 = 0
        self._phase: i64 = PHASES
        self._as_white: list[int] = []
        self._as_black: list[int] = []
        self._enter_phase()
        for seat in (WHITE, BLACK):
            for bit in BITS:
                if state.rings[seat] >> bit & 1:
                    self._put(bit, RING + seat)
                    self._rings[seat * RINGS + self._counts[seat]] = bit
                    self._counts[seat] += 1
                elif state.markers[seat] >> bit & 1:
                    self._put(bit, MARKER + seat)
        self._made: i64 = 0
        self._before: Final[list[_Before]] = []

    def key(self) -> i64:
        """The position, who decides, and on what: the pool and the removed rings follow."""
        word: i64 = _STEP_WORDS[self.seat * 6 + self._step]
        return self._key ^ word

    # -- the sums ----------------------------------------------------------------------------

    def _put(self, point: i64, now: i64) -> None:
        """Lets *point* hold *now*."""
        points = self._points
        codes = self._codes
        as_white = self._as_white
        as_black = self._as_black
        was: i64 = points[point]
        points[point] = now
        word: i64 = _CHANGES[(was * HELD + now) * _ENTRIES + point]
        self._key ^= word
        change: i64 = now - was
        white: i64 = self._white
        black: i64 = self._black
        at: i64 = point * _MOST
        end: i64 = _ENDS[point]
        while at < end:
            stretch: i64 = _STRETCH[at]
            power: i64 = _POWER[at]
            old: i64 = codes[stretch]
            new: i64 = old + change * power
            codes[stretch] = new
            more: i64 = as_white[new]
            less: i64 = as_white[old]
            white += more - less
            more = as_black[new]
            less = as_black[old]
            black += more - less
            at += 1
        self._white = white
        self._black = black

    def _put_back(self, point: i64, was: i64) -> None:
        """Lets *point* hold again what it held before; the sums and the key are put back apart."""
        codes = self._codes
        now: i64 = self._points[point]
        self._points[point] = was
        change: i64 = was - now
        at: i64 = point * _MOST
        end: i64 = _ENDS[point]
        while at < end:
            stretch: i64 = _STRETCH[at]
            power: i64 = _POWER[at]
            code: i64 = codes[stretch]
            codes[stretch] = code + change * power
            at += 1

    def _enter_phase(self) -> None:
        """Judges by the tables of the phase that the game is in."""
        phase: i64 = PLAYING
        if self._step == PLACE:
            phase = PLACING
        elif max(self._removed) >= self._goal - 1:
            phase = DECIDING
        if phase == self._phase:
            return
        self._use_tables(phase)
        self._white = self._black = 0
        for code in self._codes:
            self._white += self._as_white[code]
            self._black += self._as_black[code]

    def _use_tables(self, phase: i64) -> None:
        self._phase = phase
        self._as_white = self._worths.table(phase, WHITE)
        self._as_black = self._worths.table(phase, BLACK)

    def _sum(self, seat: i64) -> i64:
        """What all stretches tell to *seat*, none of it negative but the worth."""
        return self._black if seat else self._white

    def _has_row(self, seat: i64) -> bool:
        """Whether *seat* has a row on the board (§5)."""
        half: i64 = 1
        half <<= ROW_BIT - 1
        return (self._sum(seat) + half) >> ROW_BIT & 63 != 0

    def _may_make_row(self, seat: i64) -> bool:
        """Whether a move of *seat* might make a row: if not, none does."""
        half: i64 = 1
        half <<= ROW_BIT - 1
        return (self._sum(seat) + half) >> CHANCE_BIT != 0

    # -- moves -------------------------------------------------------------------------------

    def moves(self) -> list[int]:
        """All decisions, as ``Rules.legal_moves`` has them."""
        if self._step == MOVE:
            return self._ring_moves()
        if self._step == PLACE:
            points = self._points
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

    def _ring_moves(self) -> list[int]:
        """The moves of rings (§4), or the pass."""
        points = self._points
        found: list[int] = []
        at: i64 = self.seat * RINGS
        end: i64 = at + self._counts[self.seat]
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
        if not found:
            found.append(PASS)
        return found

    def _row_moves(self) -> list[int]:
        """The removals of rows (§5)."""
        points = self._points
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
        if self._step != MOVE or not self._may_make_row(self.seat):
            return []
        return [move for move in self._ring_moves() if self._makes_row(move)]

    def _makes_row(self, move: i64) -> bool:
        """Whether *move* makes a row of whoever moves."""
        if move >> KIND_BITS != MOVING:
            return False
        points = self._points
        own: i64 = MARKER + self.seat
        other: i64 = MARKER + 1 - self.seat
        origin: i64 = move >> POINT_BITS & POINT_MASK
        target: i64 = move & POINT_MASK
        step: i64 = _STEP_BY[target - origin + _FARTHEST]
        for axis_ in _AXES:
            axis: i64 = axis_
            if axis == step or axis == -step:
                continue
            if self._length(origin, axis, own) >= ROW:
                return True
            at: i64 = origin + step
            while at != target:
                if points[at] == other and self._length(at, axis, own) >= ROW:
                    return True
                at += step
        count: i64 = 1
        at = origin + step
        while points[at] == other:
            count += 1
            at += step
        at = origin - step
        while points[at] == own:
            count += 1
            at -= step
        return count >= ROW

    def _length(self, point: i64, step: i64, marker: i64) -> i64:
        """How many of *marker* would be adjacent in a line with one on *point*."""
        points = self._points
        count: i64 = 1
        at: i64 = point + step
        while points[at] == marker:
            count += 1
            at += step
        at = point - step
        while points[at] == marker:
            count += 1
            at -= step
        return count

    def orders(self, moves: list[int]) -> list[int]:
        """Rows first, then moves that turn many markers of the other and few of one's own."""
        if self._step == PLACE:
            return [_ENDS[move] - move * _MOST for move in moves]
        if self._step != MOVE:
            return self._judged(moves)
        points = self._points
        is_loud = self._may_make_row(self.seat)
        other: i64 = MARKER + 1 - self.seat
        found: list[int] = []
        for move_ in moves:
            move: i64 = move_
            at: i64 = move >> POINT_BITS & POINT_MASK
            target: i64 = move & POINT_MASK
            step: i64 = _STEP_BY[target - at + _FARTHEST]
            rank: i64 = 0
            at += step
            while at != target:
                held: i64 = points[at]
                if held:
                    rank += _TURNED_RANK if held == other else -_TURNED_RANK
                at += step
            if is_loud and self._makes_row(move):
                rank += _ROW_RANK
            found.append(rank)
        return found

    def _judged(self, moves: list[int]) -> list[int]:
        """What the board is worth to whoever decides after each of *moves*."""
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
        before.phase = self._phase
        before.white = self._white
        before.black = self._black
        before.key = self._key
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
            self._put(last, RING + self.seat)
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
                self._put_back(first, MARKER + seat)
                first += step
        elif kind == TAKING_RING:
            self._put_back(last, RING + seat)
            base: i64 = seat * RINGS
            self._rings[base + self._counts[seat]] = self._rings[base + before.slot]
            self._rings[base + before.slot] = last
            self._counts[seat] += 1
            self._removed[seat] -= 1
        elif kind != PASSING:
            self._put_back(last, VACANT)
            self._counts[seat] -= 1
        self.over = False
        self._step = before.step
        self._pool = before.pool
        self._white = before.white
        self._black = before.black
        self._key = before.key
        if before.phase != self._phase:
            self._use_tables(before.phase)

    def _move(self, origin: i64, target: i64) -> None:
        """A marker stays where the ring was, and what the ring passes over is turned (§4)."""
        points = self._points
        seat: i64 = self.seat
        step: i64 = _STEP_BY[target - origin + _FARTHEST]
        at: i64 = origin + step
        while at != target:
            held: i64 = points[at]
            if held:
                self._put(at, 2 * MARKER + 1 - held)
            at += step
        self._put(origin, MARKER + seat)
        self._put(target, RING + seat)
        self._rings[self._slot_of(origin)] = target
        self._pool -= 1
        if self._has_row(seat):
            self._step = ROW_AFTER
        else:
            self._begin_turn(False)

    def _move_back(self, origin: i64, target: i64) -> None:
        """Undoes ``_move`` of the seat that decides again."""
        points = self._points
        step: i64 = _STEP_BY[target - origin + _FARTHEST]
        self._put_back(target, VACANT)
        self._put_back(origin, RING + self.seat)
        at: i64 = origin + step
        while at != target:
            held: i64 = points[at]
            if held:
                self._put_back(at, 2 * MARKER + 1 - held)
            at += step
        self._rings[self._slot_of(target)] = origin

    def _slot_of(self, point: i64) -> i64:
        """Where the ring on *point*, of the seat that decides, stands among the rings."""
        at: i64 = self.seat * RINGS
        while self._rings[at] != point:
            at += 1
        return at

    def _take_row(self, first: i64, last: i64) -> None:
        """Five markers go back to the pool; a ring must follow (§5)."""
        step: i64 = (last - first) // (ROW - 1)
        while first <= last:
            self._put(first, VACANT)
            first += step
        self._pool += ROW
        self._step = RING_BEFORE if self._step == ROW_BEFORE else RING_AFTER

    def _take_ring(self, point: i64) -> i64:
        """A ring goes; it wins, or more rows are due, or the turn goes on (§5). Answers where the
        ring stood among those of its seat."""
        seat: i64 = self.seat
        base: i64 = seat * RINGS
        slot: i64 = self._slot_of(point) - base
        self._put(point, VACANT)
        self._counts[seat] -= 1
        self._rings[base + slot] = self._rings[base + self._counts[seat]]
        self._removed[seat] += 1
        is_before = self._step == RING_BEFORE
        if self._removed[seat] >= self._goal:
            self._end(seat)
        elif self._has_row(seat):
            self._step = ROW_BEFORE if is_before else ROW_AFTER
        elif is_before:
            self._await_move()
        else:
            self._step = ROW_AFTER
            self._begin_turn(False)
        return slot

    def _begin_turn(self, passed: bool) -> None:
        """The next turn, of the other seat; *passed*: the turn that is over was a pass (§6.3)."""
        self.seat = 1 - self.seat
        seat: i64 = self.seat
        if self._step == PLACE and self._counts[seat] < RINGS:
            return
        if self._has_row(seat):
            self._step = ROW_BEFORE
        elif passed and not self._can_move(seat):
            self._end_by_rings()
        else:
            self._await_move()

    def _await_move(self) -> None:
        """A move is due, or the end that comes first (§6.4)."""
        if not self._pool:
            self._end_by_rings()
        elif self._no_move_loses and not self._can_move(self.seat):
            self._end(1 - self.seat)
        else:
            self._step = MOVE

    def _can_move(self, seat: i64) -> bool:
        """Whether a ring of *seat* can move."""
        points = self._points
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
        """Ends the game without a last ring (§6.2)."""
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

    # -- judgement ---------------------------------------------------------------------------

    def worth(self) -> i64:
        """What the position is worth to the seat that decides."""
        seat: i64 = self.seat
        if self.over:
            if self._winner == _NOBODY:
                return 0
            return WON if self._winner == seat else -WON
        standing: i64 = STANDINGS - 1
        if self._step != PLACE:
            before: i64 = 3 - self._goal
            own: i64 = before + self._removed[seat]
            other: i64 = before + self._removed[1 - seat]
            if self._step != MOVE or self._has_row(seat):
                own += 1
            if self._has_row(1 - seat):
                other += 1
            if own >= 3:
                return SURE
            if other >= 3:
                return -SURE
            standing = 3 * own + other
        total: i64 = self._sum(seat)
        half: i64 = 1
        half <<= ROW_BIT - 1
        low: i64 = 2 * half - 1
        worth: i64 = self._worths.standings[standing]
        return worth + ((total + half) & low) - half
