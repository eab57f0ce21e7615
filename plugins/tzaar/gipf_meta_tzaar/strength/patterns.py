# mypyc: compile
"""The patterns by which a position is evaluated: material by kind and height, and captures.

The seat on turn sees the patterns of its own side, then those of the other, then the phase of
the game. ``gipf-meta train`` finds the worth of each, in thousandths of a logit of winning; they
stand in ``worths.json``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gipf_meta import bit_count, bit_index, height, read_worths, top
from gipf_meta_tzaar.rules import Rules
from gipf_meta_tzaar.state import BLACK, FIRST, SECOND, WHITE, State
from gipf_meta_tzaar.strength.playout import NOBODY, ROOM, links_of

if TYPE_CHECKING:
    from mypy_extensions import i64

PHASES: Final = 4
"""The number of phases of a game, by the stacks that are left."""
TALLEST: Final = 6
"""The greatest height that is counted apart; higher stacks count as this high."""
LEFT: Final = 0
"""The first pattern for the number of stacks of a kind that are left: kind * 16 + count."""
STACK: Final = 48
"""The first pattern for single stacks: by phase, kind and height."""
THREAT: Final = STACK + PHASES * 3 * TALLEST
"""The first pattern for stacks that can be captured: by kind, stacks left, and stacks in danger."""
CAPTURES: Final = THREAT + 3 * 4 * 3
"""The first pattern for the number of captures: by phase."""
HIGHEST: Final = CAPTURES + PHASES * 8
"""The first pattern for the highest stacks of both: by phase and the difference of their
heights."""
SIDE: Final = HIGHEST + PHASES * 7
"""The number of patterns of a side."""
TURN: Final = 2 * SIDE
"""The first pattern for the seat on turn: by phase, and whether the second move comes next."""
PATTERNS: Final = TURN + 2 * PHASES
WORTHS: Final = read_worths("gipf_meta_tzaar.strength")
_SOME: Final = (0, 1, 2, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6)
"""The group of each number of captures; numbers of one group count alike."""


class Sides:
    """The stacks on the board, as searches represent them.

    *heights*, *kinds* (of the tops) and *owners* have an entry for each space, *links* is that
    of ``playout``, *counts* has the numbers of stacks, by seat * 4 + kind.
    """

    __slots__ = ("black", "counts", "heights", "kinds", "links", "owners", "white")

    def __init__(self, state: State) -> None:
        self.heights: Final = [*(height(stack) for stack in state.stacks), 0]
        self.kinds: Final = [*(top(stack) if stack else 0 for stack in state.stacks), 0]
        self.owners: Final = [NOBODY] * (len(state.stacks) + 1)
        self.counts: Final = [0] * 8
        self.links: Final = links_of(state.occupied)
        self.white: i64 = state.white
        self.black: i64 = state.black
        for space in range(len(state.stacks)):
            if state.occupied >> space & 1:
                seat = BLACK if state.black >> space & 1 else WHITE
                self.owners[space] = seat
                self.counts[4 * seat + self.kinds[space]] += 1


def phase_of(occupied: i64) -> i64:
    """The phase of the game, from 0 to 3, by the *occupied* spaces."""
    gone: i64 = 60 - bit_count(occupied)
    return 0 if gone < 16 else 1 if gone < 28 else 2 if gone < 38 else 3


def some_of(captures: i64) -> i64:
    """The group of a number of *captures*, from 0 to 7."""
    if captures >= 13:
        return 7
    some: i64 = _SOME[captures]
    return some


def patterns_of(sides: Sides, seat: i64, is_second: bool) -> list[int]:
    """The numbers of the patterns for *seat*, which is on turn."""
    phase: i64 = phase_of(sides.white | sides.black)
    found: list[int] = []
    mine: i64 = _look_at_side(found, sides, seat, 0, phase)
    theirs: i64 = _look_at_side(found, sides, 1 - seat, SIDE, phase)
    ahead: i64 = max(-3, min(3, mine - theirs))
    found.append(HIGHEST + phase * 7 + 3 + ahead)
    found.append(SIDE + HIGHEST + phase * 7 + 3 - ahead)
    found.append(TURN + phase * 2 + (1 if is_second else 0))
    return found


def _look_at_side(found: list[int], sides: Sides, seat: i64, base: i64, phase: i64) -> i64:
    """Adds the patterns of *seat*, from number *base* on; returns the height of its highest
    stack."""
    heights, kinds, owners, links = sides.heights, sides.kinds, sides.owners, sides.links
    foe: i64 = 1 - seat
    left: i64 = sides.black if seat else sides.white
    captures: i64 = 0
    highest: i64 = 0
    attacked: i64 = 0
    stack_base: i64 = base + STACK + phase * (3 * TALLEST) - TALLEST - 1
    while left:
        low: i64 = left & -left
        left ^= low
        space: i64 = bit_index(low)
        high: i64 = heights[space]
        highest = max(highest, high)
        found.append(stack_base + kinds[space] * TALLEST + min(high, TALLEST))
        at: i64 = space
        while at < 6 * ROOM:
            to: i64 = links[at]
            if owners[to] == foe and heights[to] <= high:
                captures += 1
                bit: i64 = 1
                bit <<= to
                attacked |= bit
            at += ROOM
    by_kind_1: i64 = 0
    by_kind_2: i64 = 0
    by_kind_3: i64 = 0
    while attacked:
        low = attacked & -attacked
        attacked ^= low
        kind: i64 = kinds[bit_index(low)]
        if kind == 1:
            by_kind_1 += 1
        elif kind == 2:
            by_kind_2 += 1
        else:
            by_kind_3 += 1
    _add_kind(found, sides.counts, seat, base, 1, by_kind_1)
    _add_kind(found, sides.counts, seat, base, 2, by_kind_2)
    _add_kind(found, sides.counts, seat, base, 3, by_kind_3)
    found.append(base + CAPTURES + phase * 8 + some_of(captures))
    return highest


def _add_kind(
    found: list[int], counts: list[int], seat: i64, base: i64, kind: i64, attacked: i64
) -> None:
    """Adds the patterns of a *kind*: the stacks of *seat*, and those of the other that it
    attacks."""
    own: i64 = counts[seat * 4 + kind]
    found.append(base + LEFT + (kind - 1) * 16 + own)
    if attacked:
        theirs: i64 = counts[(1 - seat) * 4 + kind]
        few: i64 = min(theirs, 4) - 1
        found.append(base + THREAT + (kind - 1) * 12 + few * 3 + min(attacked, 3) - 1)


def features(rules: Rules, state: State, seat: int) -> list[int]:
    """The numbers of the patterns in *state* as *seat* sees it, which is on turn."""
    if state.phase not in (FIRST, SECOND):
        return []
    return patterns_of(Sides(state), seat, state.phase == SECOND)
