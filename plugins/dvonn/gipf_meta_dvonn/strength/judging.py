# mypyc: compile
"""The static evaluation that searches use: whole numbers, in thousandths of a logit of winning.

Sections are those of docs/reference/dvonn.md. Sets of spaces are machine words; a mask of spaces
follows every left shift.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from gipf_meta import bit_count, bit_index
from gipf_meta_dvonn.board import BITS, EDGE, FULL, LONGEST, ROW, SPACES, TARGETS, column_of, row_of
from gipf_meta_dvonn.strength.playout import surrounded

if TYPE_CHECKING:
    from mypy_extensions import i64


class _Reach:
    """The set of spaces that a stack reaches, in a machine word."""

    __slots__ = ("mask",)

    def __init__(self, mask: int) -> None:
        self.mask: i64 = mask


_NOWHERE: Final = _Reach(0)
_REACHES: Final = [
    _Reach(sum(1 << target for target in TARGETS[far][space])) if space < BITS else _NOWHERE
    for far in range(LONGEST + 1)
    for space in range(64)
]
"""The spaces that a stack reaches, by height and space: height * 64 + space."""

_SPAN: Final = 7
"""The number of stacks that are lost in each phase of stacking before the next phase begins."""
PHASES: Final = 7
_COMPARED: Final = 14
"""The number of quantities that ``compare_sides`` compares."""
_TURN: Final = 2 * _COMPARED
"""The last feature of a phase, for being on turn. Before it stand two for each quantity compared:
one more, and one fewer, than the other side."""
PHASE: Final = _TURN + 1
"""The number of features of a phase."""
STACKING_FEATURES: Final = PHASES * PHASE
FARTHEST: Final = 5
"""The steps to the nearest DVONN piece from which on distances count alike."""
_STEP_GROUPS: Final = 8
_PLACES: Final = FARTHEST * 2 + _STEP_GROUPS
"""The number of features of a place: by the steps to the nearest DVONN piece and whether it is on
the edge, and by the sum of the steps to all DVONN pieces."""
FEATURES: Final = STACKING_FEATURES + 2 * _PLACES
"""The number of features: quantities compared, by phases; places of pieces of the seat on turn, and
of the other's."""


class Weights:
    """The worths of features, arranged for the boards of searches; made from the list of all
    *worths*."""

    def __init__(self, worths: Sequence[int]) -> None:
        self._worths: Final = tuple(worths)
        #: for each phase and quantity: the worth of one more than the other has, and of one fewer
        self.more: Final = [_worths_from(worths, phase, 0) for phase in range(PHASES)]
        self.fewer: Final = [_worths_from(worths, phase, 1) for phase in range(PHASES)]
        self.turn: Final = [worths[phase * PHASE + _TURN] for phase in range(PHASES)]
        self.placed: Final = [*worths[STACKING_FEATURES : STACKING_FEATURES + _PLACES]]
        self.placed_by_other: Final = [*worths[STACKING_FEATURES + _PLACES :]]

    def __reduce__(self) -> tuple[type[Weights], tuple[object, ...]]:
        return Weights, (self._worths,)


def _worths_from(worths: Sequence[int], phase: int, first: int) -> list[int]:
    """Every second worth of *phase*, beginning with number *first* of it."""
    return [*worths[phase * PHASE + first : phase * PHASE + _TURN : 2]]


def phase_of(stacks: int) -> int:
    """The phase of stacking in which that number of *stacks* is left."""
    return min((len(SPACES) - stacks) // _SPAN, PHASES - 1)


class SideFeatures:
    """The counts of one side in the second phase, filled by ``look_at_side``."""

    __slots__ = (
        "attacks",
        "enemies",
        "movers",
        "moves",
        "reds",
        "shut",
        "tall",
        "tall_attacks",
        "tall_moves",
    )

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Sets all counts to 0."""
        self.moves: i64 = 0
        self.enemies: i64 = 0
        self.reds: i64 = 0
        self.attacks: i64 = 0
        self.tall: i64 = 0
        self.tall_attacks: i64 = 0
        self.tall_moves: i64 = 0
        self.movers: i64 = 0
        self.shut: i64 = 0


def next_to(mask: i64) -> i64:
    """The spaces in *mask* and their neighbours."""
    right: i64 = mask | mask << 1
    left: i64 = mask | mask >> 1
    return (right | right << ROW | left | left >> ROW) & FULL


def look_at_side(
    found: SideFeatures,
    own: i64,
    theirs: i64,
    dvonn: i64,
    ones: i64,
    heights: list[int],
    shut: i64,
) -> None:
    """Fills *found* for the side with the stacks on *own*; stacks on *shut* cannot move."""
    found.clear()
    occupied: i64 = own | theirs | dvonn
    found.shut = bit_count(own & shut)
    movers: i64 = own & ~shut
    single: i64 = movers & ones
    attacked: i64 = 0
    hits: i64 = single << 1 & occupied
    reached: i64 = single & occupied >> 1
    found.moves += bit_count(hits)
    found.enemies += bit_count(hits & theirs)
    found.reds += bit_count(hits & dvonn)
    attacked |= hits
    hits = single >> 1 & occupied
    reached |= single & occupied << 1
    found.moves += bit_count(hits)
    found.enemies += bit_count(hits & theirs)
    found.reds += bit_count(hits & dvonn)
    attacked |= hits
    hits = single << ROW & occupied
    reached |= single & occupied >> ROW
    found.moves += bit_count(hits)
    found.enemies += bit_count(hits & theirs)
    found.reds += bit_count(hits & dvonn)
    attacked |= hits
    hits = single >> ROW & occupied
    reached |= single & occupied << ROW
    found.moves += bit_count(hits)
    found.enemies += bit_count(hits & theirs)
    found.reds += bit_count(hits & dvonn)
    attacked |= hits
    hits = single << ROW + 1 & occupied
    reached |= single & occupied >> ROW + 1
    found.moves += bit_count(hits)
    found.enemies += bit_count(hits & theirs)
    found.reds += bit_count(hits & dvonn)
    attacked |= hits
    hits = single >> ROW + 1 & occupied
    reached |= single & occupied << ROW + 1
    found.moves += bit_count(hits)
    found.enemies += bit_count(hits & theirs)
    found.reds += bit_count(hits & dvonn)
    attacked |= hits
    found.movers = bit_count(reached)
    left: i64 = own & ~ones
    while left:
        low: i64 = left & -left
        left ^= low
        space: i64 = bit_index(low)
        far: i64 = heights[space]
        found.tall += far - 1
        if low & movers and far <= LONGEST:
            hits = _REACHES[far * 64 + space].mask & occupied
            if hits:
                found.movers += 1
                moves: i64 = bit_count(hits)
                found.moves += moves
                found.tall_moves += moves
                found.enemies += bit_count(hits & theirs)
                found.reds += bit_count(hits & dvonn)
                attacked |= hits
    attacked &= theirs
    found.attacks = bit_count(attacked)
    left = attacked & ~ones
    while left:
        low = left & -left
        left ^= low
        found.tall_attacks += heights[bit_index(low)] - 1


def compare_sides(
    ours: SideFeatures,
    others: SideFeatures,
    own: i64,
    theirs: i64,
    dvonn: i64,
    ones: i64,
    heights: list[int],
) -> list[int]:
    """The quantities of the second phase, each the number of the seat on turn less the other's.

    DVONN pieces, stacks at most one and two steps from one, stacks, pieces in higher stacks,
    moves, those onto others and onto DVONN pieces, others attacked, pieces in higher ones of
    these, moves of higher stacks, stacks that move, stacks shut in. The last one is no
    difference: the pieces in higher stacks that the seat on turn attacks. *ours* and *others*
    are filled anew, so that a caller makes these objects only once.
    """
    shut: i64 = surrounded(own | theirs | dvonn)
    look_at_side(ours, own, theirs, dvonn, ones, heights, shut)
    look_at_side(others, theirs, own, dvonn, ones, heights, shut)
    by_red: i64 = next_to(dvonn)
    near: i64 = next_to(by_red)
    return [
        bit_count(own & dvonn) - bit_count(theirs & dvonn),
        bit_count(own & by_red) - bit_count(theirs & by_red),
        bit_count(own & near) - bit_count(theirs & near),
        bit_count(own) - bit_count(theirs),
        ours.tall - others.tall,
        ours.moves - others.moves,
        ours.enemies - others.enemies,
        ours.reds - others.reds,
        ours.attacks - others.attacks,
        ours.tall_attacks - others.tall_attacks,
        ours.tall_moves - others.tall_moves,
        ours.movers - others.movers,
        ours.shut - others.shut,
        ours.tall_attacks,
    ]


def stacking_features(
    own: i64, theirs: i64, dvonn: i64, ones: i64, heights: list[int]
) -> list[int]:
    """The numbers of the features of a position of the second phase for the seat on turn."""
    base = phase_of(bit_count(own | theirs | dvonn)) * PHASE
    found = [base + _TURN]
    ours, others = SideFeatures(), SideFeatures()
    for at, more in enumerate(compare_sides(ours, others, own, theirs, dvonn, ones, heights)):
        found += [base + 2 * at + (more < 0)] * abs(more)
    return found


def stacking_worth(
    weights: Weights,
    ours: SideFeatures,
    others: SideFeatures,
    own: i64,
    theirs: i64,
    dvonn: i64,
    ones: i64,
    heights: list[int],
) -> i64:
    """The worth of a second-phase position for the seat on turn; fills *ours* and *others*."""
    phase = phase_of(bit_count(own | theirs | dvonn))
    worth: i64 = weights.turn[phase]
    more_worths, fewer_worths = weights.more[phase], weights.fewer[phase]
    compared = compare_sides(ours, others, own, theirs, dvonn, ones, heights)
    at: i64 = 0
    end: i64 = len(compared)
    while at < end:
        more: i64 = compared[at]
        each: i64
        if more > 0:
            each = more_worths[at]
            worth += each * more
        elif more < 0:
            each = fewer_worths[at]
            worth -= each * more
        at += 1
    return worth


def distance(space: int, other: int) -> int:
    """The number of steps between two spaces."""
    columns, rows = column_of(space) - column_of(other), row_of(space) - row_of(other)
    return max(abs(columns), abs(rows), abs(columns - rows))


_APART: Final = [
    distance(space, other) if other in SPACES and space in SPACES else 0
    for space in range(64)
    for other in range(64)
]
"""The steps between two bit numbers, by the one * 64 + the other."""


_ON_EDGE: Final = [EDGE >> space & 1 for space in range(64)]
_MOST_STEPS: Final = 10
"""A number above the steps between any two spaces."""


def features_of_places(dvonn: i64) -> list[int]:
    """The two features of each place, by the DVONN pieces: at 2 * bit number, and one further."""
    found = [0] * (2 * BITS)
    for space in SPACES:
        steps: i64 = 0
        near: i64 = _MOST_STEPS
        left: i64 = dvonn
        while left:
            low: i64 = left & -left
            left ^= low
            apart: i64 = _APART[space * 64 + bit_index(low)]
            steps += apart
            near = min(near, apart)
        nearest: i64 = max(1, min(near, FARTHEST)) - 1
        found[2 * space] = nearest * 2 + _ON_EDGE[space]
        found[2 * space + 1] = FARTHEST * 2 + min(steps // 3, _STEP_GROUPS - 1)
    return found


def placing_features(own: i64, theirs: i64, dvonn: i64) -> list[int]:
    """The numbers of the features of the first phase for the seat on turn, once all DVONN pieces
    lie."""
    places = features_of_places(dvonn)
    found: list[int] = []
    for base, pieces in ((STACKING_FEATURES, own), (STACKING_FEATURES + _PLACES, theirs)):
        for space in SPACES:
            if pieces >> space & 1:
                found += [base + places[2 * space], base + places[2 * space + 1]]
    return found


def worths_of_places(worths: list[int], places: list[int]) -> list[int]:
    """The worth of a piece on each bit number, by the *worths* of features and the features of
    *places*."""
    values = [0] * BITS
    for space in SPACES:
        values[space] = worths[places[2 * space]] + worths[places[2 * space + 1]]
    return values
