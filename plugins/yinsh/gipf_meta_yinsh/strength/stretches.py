# mypyc: compile
"""The points of a board of YINSH for searches, in stretches of lines with worths.

85 points are more than a machine word holds. So each point is an entry of a list, by its bit
number, with a margin that no step leaves; and each stretch of a line has a code, the number that
its points make. Tables give the worth of each code, and the rows in it. A change of a point
changes the codes of the stretches through it, and the sums of their table entries.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gipf_meta import random_words
from gipf_meta_yinsh.board import AXES, NAME_OF, POINT_BITS, ROW, STEPS, STRIDE
from gipf_meta_yinsh.state import BLACK, KIND_BITS, MOVING, POINT_MASK, WHITE
from gipf_meta_yinsh.strength.patterns import (
    CHANCE_BIT,
    HELD,
    MARKER,
    OFFSETS,
    PHASES,
    ROW_BIT,
    STRETCHES,
    VACANT,
    Worths,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

_AXES: Final = list(AXES)
_OFF: Final = 5
"""The content of an entry beside the board."""
_ENTRIES: Final = 13 * STRIDE
_EMPTY: Final = [VACANT if bit in NAME_OF else _OFF for bit in range(_ENTRIES)]
_MOST: Final = 6
"""The most stretches through a point."""
_STRETCHES_AT: Final = [
    [number for number, points in enumerate(STRETCHES) if bit in points] for bit in range(_ENTRIES)
]
_STRETCH: Final = [number for found in _STRETCHES_AT for number in (found + [0] * _MOST)[:_MOST]]
"""The stretches through each point, *_MOST* a point."""
_ENDS: Final = [bit * _MOST + len(found) for bit, found in enumerate(_STRETCHES_AT)]
"""The end of each point's stretches in ``_STRETCH``."""
_POWERS: Final = [1, 5, 25, 125, 625, 3125, 15625]
_POWER: Final = [
    _POWERS[STRETCHES[number].index(bit)] if bit in STRETCHES[number] else 0
    for bit in range(_ENTRIES)
    for number in _STRETCH[bit * _MOST : bit * _MOST + _MOST]
]
"""The factor of the point in the code of each of these stretches."""
_FIRST_CODES: Final = [OFFSETS[len(points)] for points in STRETCHES]
FARTHEST: Final = 10 * (STRIDE + 1)
STEP_BY: Final = [0] * (2 * FARTHEST + 1)
"""The step along a line, by the difference of two points plus ``FARTHEST``."""
for _step in STEPS:
    for _times in range(1, 11):
        STEP_BY[FARTHEST + _step * _times] = _step

_WORDS: Final = [0] * _ENTRIES + random_words((HELD - 1) * _ENTRIES, 40)
_CHANGES: Final = [
    _WORDS[was * _ENTRIES + bit] ^ _WORDS[now * _ENTRIES + bit]
    for was in range(HELD)
    for now in range(HELD)
    for bit in range(_ENTRIES)
]
"""Random words for keys: one for each change of a point's content."""


class LinedPoints:
    """The contents of all points, evaluated by *worths*; all points are vacant at first.

    *white* and *black* are the sums of the table entries of all stretches for each of them,
    *key* is made of a word for each point's content. ``enter`` sets the phase.
    """

    def __init__(self, worths: Worths) -> None:
        self.points: Final = _EMPTY.copy()
        self.key: i64 = 0
        self.white: i64 = 0
        self.black: i64 = 0
        self.phase: i64 = PHASES
        self._worths: Final = worths
        self._codes: Final = _FIRST_CODES.copy()
        self._as_white: list[int] = []
        self._as_black: list[int] = []

    def put(self, point: i64, now: i64) -> None:
        """Sets the content of *point* to *now*, and updates the sums and the key."""
        points = self.points
        codes = self._codes
        as_white = self._as_white
        as_black = self._as_black
        was: i64 = points[point]
        points[point] = now
        word: i64 = _CHANGES[(was * HELD + now) * _ENTRIES + point]
        self.key ^= word
        change: i64 = now - was
        white: i64 = self.white
        black: i64 = self.black
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
        self.white = white
        self.black = black

    def put_back(self, point: i64, was: i64) -> None:
        """Sets the content of *point* back to *was*; the caller restores the sums and the key."""
        codes = self._codes
        now: i64 = self.points[point]
        self.points[point] = was
        change: i64 = was - now
        at: i64 = point * _MOST
        end: i64 = _ENDS[point]
        while at < end:
            stretch: i64 = _STRETCH[at]
            power: i64 = _POWER[at]
            code: i64 = codes[stretch]
            codes[stretch] = code + change * power
            at += 1

    def enter(self, phase: i64) -> None:
        """Switches to the tables of *phase*, and sums anew."""
        self.use_tables(phase)
        self.white = self.black = 0
        for code in self._codes:
            self.white += self._as_white[code]
            self.black += self._as_black[code]

    def use_tables(self, phase: i64) -> None:
        """Switches to the tables of *phase*; the caller restores the sums."""
        self.phase = phase
        self._as_white = self._worths.table(phase, WHITE)
        self._as_black = self._worths.table(phase, BLACK)

    def _sum(self, seat: i64) -> i64:
        """The sum of the table entries of all stretches for *seat*: its worth, and counts above it.

        Only the worth may be negative.
        """
        return self.black if seat else self.white

    def has_row(self, seat: i64) -> bool:
        """Whether *seat* has a row on the board (§5)."""
        half: i64 = 1
        half <<= ROW_BIT - 1
        return (self._sum(seat) + half) >> ROW_BIT & 63 != 0

    def may_make_row(self, seat: i64) -> bool:
        """Whether a move of *seat* might make a row; where not, no move does."""
        half: i64 = 1
        half <<= ROW_BIT - 1
        return (self._sum(seat) + half) >> CHANCE_BIT != 0

    def makes_row(self, move: i64, seat: i64) -> bool:
        """Whether *move* of *seat* makes a row of its own."""
        if move >> KIND_BITS != MOVING:
            return False
        points = self.points
        own: i64 = MARKER + seat
        other: i64 = MARKER + 1 - seat
        origin: i64 = move >> POINT_BITS & POINT_MASK
        target: i64 = move & POINT_MASK
        step: i64 = STEP_BY[target - origin + FARTHEST]
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
        return 1 + self._run(origin, step, other) + self._run(origin, -step, own) >= ROW

    def _length(self, point: i64, step: i64, marker: i64) -> i64:
        """The number of adjacent *marker* in a line if one lay on *point*."""
        return 1 + self._run(point, step, marker) + self._run(point, -step, marker)

    def _run(self, point: i64, step: i64, marker: i64) -> i64:
        """The number of adjacent *marker* behind *point* in the direction of *step*."""
        points = self.points
        count: i64 = 0
        at: i64 = point + step
        while points[at] == marker:
            count += 1
            at += step
        return count

    def worth(self, seat: i64) -> i64:
        """The worth of all windows for *seat*, in thousandths of a logit."""
        half: i64 = 1
        half <<= ROW_BIT - 1
        return ((self._sum(seat) + half) & (2 * half - 1)) - half


def stretches_through(point: i64) -> i64:
    """The number of stretches through *point*."""
    end: i64 = _ENDS[point]
    return end - point * _MOST
