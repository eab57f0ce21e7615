# mypyc: compile
"""The lines of the board as patterns: the contents of five adjacent points, seen by one seat.

All windows of five points are alike, and so are the two ways to walk one. The worths of patterns
were learned (docs/decisions/0028) and stand in ``worths.json``: apart for the placing
of rings, for the game, and for the game in which the next row of a player wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gipf_meta import read_worths
from gipf_meta_yinsh.board import AXES, BETWEEN, BITS, NAME_OF, POINT_BITS, ROW, WINDOWS
from gipf_meta_yinsh.rules import Rules, all_markers, has_row, ring_moves, vacant_points
from gipf_meta_yinsh.state import MOVE, PLACE, State, first_of, last_of

# the contents of a point: a marker is its seat + 1, a ring its seat + 3
VACANT: Final = 0
MARKER: Final = 1
RING: Final = 3
HELD: Final = 5
"""The number of different contents of a point."""

PLACING: Final = 0
PLAYING: Final = 1
DECIDING: Final = 2
"""The phases: rings are placed; rows are made; the next row of a player wins."""
PHASES: Final = 3
PLACED: Final = 9
THREATENED: Final = 10
STANDINGS: Final = 13
"""The number of standings.

Below ``PLACED``: 3 times one's own removed rings plus the other's. ``PLACED``: rings are placed.
From ``THREATENED`` on, by one's own rings: the other has all but one, and a move of it makes a row.
"""

LONGEST: Final = 7
"""The most points of a stretch."""
_FIVE: Final = 3125
_SIX: Final = 15625
_SEVEN: Final = 78125
"""The numbers of codes of stretches of five, six and seven points."""
OFFSETS: Final = {5: 0, 6: _FIVE, 7: _FIVE + _SIX}
"""The first code of the stretches of each length."""

# Beside the sum of worths a sum over stretches counts windows, in bits above it.
ROW_BIT: Final = 20
"""The bit from which on a sum counts windows with five markers: rows."""
CHANCE_BIT: Final = 26
"""The bit from which on a sum counts windows that one move may make a row."""
MOST_WORTH: Final = 4000
"""The limit of the worth of a window, so that no sum reaches the bits above it."""


def _stretches() -> tuple[tuple[int, ...], ...]:
    """The stretches: parts of lines, of five to seven points; each window of five is in exactly
    one."""
    found: list[tuple[int, ...]] = []
    for step in AXES:
        for bit in BITS:
            if bit - step in NAME_OF:
                continue
            line = [bit]
            while line[-1] + step in NAME_OF:
                line.append(line[-1] + step)
            if len(line) >= ROW:
                found.append(tuple(line[:LONGEST]))
            if len(line) > LONGEST:
                found.append(tuple(line[LONGEST - ROW + 1 :]))
    return tuple(found)


STRETCHES: Final = _stretches()
"""The points of each stretch, by bits."""


def _numbers() -> list[int]:
    """The number of each pattern by its code: those of two mirror images are the same."""
    numbers: list[int] = []
    count = 0
    for code in range(_FIVE):
        mirrored = 0
        left = code
        for _point in range(ROW):
            mirrored = mirrored * HELD + left % HELD
            left //= HELD
        if mirrored < code:
            numbers.append(numbers[mirrored])
        else:
            numbers.append(count)
            count += 1
    return numbers


NUMBERS: Final = _numbers()
PATTERNS: Final = max(NUMBERS) + 1
FEATURES: Final = PHASES * PATTERNS + STANDINGS
"""The number of features: patterns by phases, then standings."""

WORTHS: Final = read_worths("gipf_meta_yinsh.strength")
"""The worth of each feature for the seat on turn, in thousandths of a logit, as learned."""


def phase_of(rules: Rules, state: State) -> int:
    """The phase of *state*."""
    if state.step == PLACE:
        return PLACING
    return DECIDING if max(state.removed) >= rules.goal - 1 else PLAYING


def sure_rings(state: State, seat: int) -> int:
    """The number of rings that *seat* has removed, with the one that it will remove for a row."""
    due = seat == state.seat and state.step not in (PLACE, MOVE)
    return state.removed[seat] + (1 if due or has_row(state.markers[seat]) else 0)


def features(rules: Rules, state: State, seat: int) -> list[int]:
    """The numbers of the features of *state* as *seat* sees it."""
    phase = phase_of(rules, state)
    base = phase * PATTERNS
    held = {}
    for bit in BITS:
        held[bit] = VACANT
        for whose in (seat, 1 - seat):
            if state.markers[whose] >> bit & 1:
                held[bit] = MARKER + (whose != seat)
            if state.rings[whose] >> bit & 1:
                held[bit] = RING + (whose != seat)
    found = []
    for ends in WINDOWS:
        first = ends >> POINT_BITS
        step = ((ends & 255) - first) // (ROW - 1)
        code = 0
        for at in range(ROW - 1, -1, -1):
            code = code * HELD + held[first + at * step]
        if code:
            found.append(base + NUMBERS[code])
    found.append(PHASES * PATTERNS + standing(rules, state, seat))
    return found


def is_threatened(rules: Rules, state: State) -> bool:
    """Whether the seat that is not on turn would win by a move if the other one passed."""
    other = 1 - state.seat
    if state.step != MOVE or state.removed[other] < rules.goal - 1:
        return False
    markers = all_markers(state)
    for move in ring_moves(state.rings[other], vacant_points(state), markers):
        turned = BETWEEN[first_of(move) << POINT_BITS | last_of(move)] & markers
        if has_row(state.markers[other] ^ turned | 1 << first_of(move)):
            return True
    return False


def standing(rules: Rules, state: State, seat: int) -> int:
    """The standing of *state* as *seat* sees it: a number below ``STANDINGS``."""
    if state.step == PLACE:
        return PLACED
    before = 3 - rules.goal
    own = min(before + sure_rings(state, seat), 2)
    if seat == state.seat and is_threatened(rules, state):
        return THREATENED + own
    return 3 * own + min(before + sure_rings(state, 1 - seat), 2)


class Worths:
    """The worths of stretches, by their codes, for both seats and in each phase.

    A table is made when it is first needed: it has a hundred thousand numbers.
    """

    def __init__(self, worths: Sequence[int]) -> None:
        """Takes the *worths* of all features."""
        self._worths: Final = tuple(worths)
        self.standings: Final = list(self._worths[PHASES * PATTERNS :])
        self._tables: Final[dict[tuple[int, int], list[int]]] = {}

    def __reduce__(self) -> tuple[type[Worths], tuple[object, ...]]:
        return Worths, (self._worths,)

    def table(self, phase: int, seat: int) -> list[int]:
        """The worths of all stretches in *phase* for *seat*."""
        found = self._tables.get((phase, seat))
        if found is None:
            base = phase * PATTERNS
            found = _of_stretches(self._worths[base : base + PATTERNS], seat)
            self._tables[phase, seat] = found
        return found


def _of_stretches(worths: Sequence[int], seat: int) -> list[int]:
    """The worths of stretches by code for *seat*, made of the *worths* of patterns."""
    five: list[int] = []
    for code in range(_FIVE):
        digits: list[int] = []
        seen, power, left = 0, 1, code
        for _point in range(ROW):
            held = left % HELD
            if seat and held:
                held = ((held - 1) ^ 1) + 1
            digits.append(held)
            seen += held * power
            power *= HELD
            left //= HELD
        worth = max(-MOST_WORTH, min(MOST_WORTH, worths[NUMBERS[seen]]))
        if digits.count(MARKER) == ROW:
            worth += 1 << ROW_BIT
        if _may_become_row(digits):
            worth += 1 << CHANCE_BIT
        five.append(worth)
    six = [five[code % _FIVE] + five[code // HELD] for code in range(_SIX)]
    seven = [six[code % _SIX] + five[code // (HELD * HELD)] for code in range(_SEVEN)]
    return [*five, *six, *seven]


def _may_become_row(held: list[int]) -> bool:
    """Whether a move may make a row of five points with the contents *held*, as the mover sees
    them.

    Four are its markers and the fifth its ring, or a marker that is turned; or its ring leaves
    for the others' markers beside it, which are turned, and its own markers are on the ring's
    far side.
    """
    if held.count(MARKER) == ROW - 1:
        return RING in held or MARKER + 1 in held
    if held.count(RING) != 1:
        return False
    at = held.index(RING)
    before, after = {*held[:at]}, {*held[at + 1 :]}
    own, other = {MARKER}, {MARKER + 1}
    return (before <= own and after <= other) or (before <= other and after <= own)
