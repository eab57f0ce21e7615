# mypyc: compile
"""What a position is worth to searches: whole numbers, thousandths of a logit of winning.

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
    """The spaces that a stack reaches."""

    __slots__ = ("mask",)

    def __init__(self, mask: int) -> None:
        self.mask: i64 = mask


_NOWHERE: Final = _Reach(0)
_REACHES: Final = [
    _Reach(sum(1 << target for target in TARGETS[far][space])) if space < BITS else _NOWHERE
    for far in range(LONGEST + 1)
    for space in range(64)
]
"""What a stack reaches, by its height and its space: height * 64 + space."""

_SPAN: Final = 7
"""A phase of stacking lasts until so many more stacks are gone."""
PHASES: Final = 7
_COMPARED: Final = 14
"""How many things are compared in stacking, by ``compare_sides``."""
_TURN: Final = 2 * _COMPARED
"""The last feature of a phase: it is one's turn. Those before it: one more, one fewer."""
PHASE: Final = _TURN + 1
"""How many features a phase has."""
STACKING_FEATURES: Final = PHASES * PHASE
FARTHEST: Final = 5
"""So many steps to the nearest DVONN piece, and more, are alike."""
_STEP_GROUPS: Final = 8
_PLACES: Final = FARTHEST * 2 + _STEP_GROUPS
"""What is told of a place: by the steps to the nearest DVONN piece and whether it is on the edge,
and by those to all DVONN pieces together."""
FEATURES: Final = STACKING_FEATURES + 2 * _PLACES
"""How many features there are: what is compared, by phases; where pieces of who decides are placed,
and those of the other."""


class Weights:
    """What features are worth, as boards of searches look them up; from *worths* of all of them."""

    def __init__(self, worths: Sequence[int]) -> None:
        self._worths: Final = tuple(worths)
        #: for each phase and what is compared: what one more is worth, and one fewer
        self.more: Final = [_worths_from(worths, phase, 0) for phase in range(PHASES)]
        self.fewer: Final = [_worths_from(worths, phase, 1) for phase in range(PHASES)]
        self.turn: Final = [worths[phase * PHASE + _TURN] for phase in range(PHASES)]
        self.placed: Final = [*worths[STACKING_FEATURES : STACKING_FEATURES + _PLACES]]
        self.placed_by_other: Final = [*worths[STACKING_FEATURES + _PLACES :]]

    def __reduce__(self) -> tuple[type[Weights], tuple[object, ...]]:
        return Weights, (self._worths,)


def _worths_from(worths: Sequence[int], phase: int, first: int) -> list[int]:
    """Every second worth of *phase*, from its *first* one on."""
    return [*worths[phase * PHASE + first : phase * PHASE + _TURN : 2]]


def phase_of(stacks: int) -> int:
    """The phase of stacking in which so many stacks are left."""
    return min((len(SPACES) - stacks) // _SPAN, PHASES - 1)


class SideFeatures:
    """What is counted for one side in the second phase."""

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
        """Begins anew."""
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
    """The spaces in *mask* and their neighbours on the board."""
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
    """Counts for the side with the stacks on *own*; those on *shut* cannot move."""
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
    """What who decides has more of than the other in the second phase.

    DVONN pieces, stacks at most one and two steps from one, stacks, pieces in higher stacks, moves,
    those onto others and onto DVONN pieces, others attacked, pieces in higher ones of these, moves
    of higher stacks, stacks that move, stacks shut in; and last what higher ones it attacks itself.
    *ours* and *others* are filled anew, so they are made once, by whoever compares.
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
    """The numbers of the features that who decides sees in the second phase."""
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
    """What a position of the second phase is worth to who decides; fills *ours* and *others*."""
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
    """How many steps lead from *space* to the *other*."""
    columns, rows = column_of(space) - column_of(other), row_of(space) - row_of(other)
    return max(abs(columns), abs(rows), abs(columns - rows))


_APART: Final = [
    distance(space, other) if other in SPACES and space in SPACES else 0
    for space in range(64)
    for other in range(64)
]
"""The steps between two bit numbers: one * 64 + the other."""


_ON_EDGE: Final = [EDGE >> space & 1 for space in range(64)]
_MOST_STEPS: Final = 10
"""More steps than between any two spaces."""


def features_of_places(dvonn: i64) -> list[int]:
    """What is told of each place, where these are the DVONN pieces: at 2 * bit number and after."""
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
    """The numbers of the features that who decides sees once the DVONN pieces lie there."""
    places = features_of_places(dvonn)
    found: list[int] = []
    for base, pieces in ((STACKING_FEATURES, own), (STACKING_FEATURES + _PLACES, theirs)):
        for space in SPACES:
            if pieces >> space & 1:
                found += [base + places[2 * space], base + places[2 * space + 1]]
    return found


def worths_of_places(worths: list[int], places: list[int]) -> list[int]:
    """What a piece is worth on each bit number, by *worths* of what is told of the *places*."""
    values = [0] * BITS
    for space in SPACES:
        values[space] = worths[places[2 * space]] + worths[places[2 * space + 1]]
    return values
