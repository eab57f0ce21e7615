# mypyc: compile
"""What a position is worth to searches: whole numbers, thousandths of a logit of winning.

Sections are those of docs/reference/dvonn.md. Sets of spaces are machine words; a mask of spaces
follows every left shift.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from gipf_meta_dvonn.board import (
    BITS,
    EDGE,
    FULL,
    LONGEST,
    ROW,
    SPACES,
    TARGETS,
    column_of,
    row_of,
)
from gipf_meta_dvonn.playout import count, index, sum_over, surrounded

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

STACKING: Final = (
    "reds", "by_red", "near", "stacks", "tall", "moves", "enemies", "red_targets", "attacks",
    "tall_attacks", "tall_moves", "movers", "shut", "tall_attacks_on_turn", "turn",
)  # fmt: skip
"""What is counted in the second phase, White's less Black's: each is worth so much at the start,
and so much more, in 49ths, for each stack that is gone."""
RINGS: Final = (25, 26, 60)
"""What it is worth to be one, two or three steps away from a DVONN piece at most."""
TOTAL: Final = -12
"""What each step to each DVONN piece is worth."""
NEAREST: Final = -23
"""What each step to the nearest one is worth, besides."""
ON_EDGE: Final = -51
"""What a place on the edge is worth; there a piece can move at once, and is cut off sooner."""
EDGE_RINGS: Final = (112, 53)
"""What it is worth there to be one or two steps away from a DVONN piece at most, besides."""


class PhaseWeights:
    """What the features of the second phase are worth where so many stacks are left."""

    def __init__(self, worths: list[int]) -> None:
        self.reds: i64 = worths[0]
        self.by_red: i64 = worths[1]
        self.near: i64 = worths[2]
        self.stacks: i64 = worths[3]
        self.tall: i64 = worths[4]
        self.moves: i64 = worths[5]
        self.enemies: i64 = worths[6]
        self.red_targets: i64 = worths[7]
        self.attacks: i64 = worths[8]
        self.tall_attacks: i64 = worths[9]
        self.tall_moves: i64 = worths[10]
        self.movers: i64 = worths[11]
        self.shut: i64 = worths[12]
        self.tall_attacks_on_turn: i64 = worths[13]
        self.turn: i64 = worths[14]


def weights_by_gone(worths: Sequence[int]) -> list[PhaseWeights]:
    """The weights by the number of stacks that are gone, from *worths* as ``worths.json`` has
    them: for each feature at the start, then for each what 49 stacks change."""
    half = len(STACKING)
    return [
        PhaseWeights([(49 * worths[n] + gone * worths[half + n]) // 49 for n in range(half)])
        for gone in range(50)
    ]


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
    found.shut = count(own & shut)
    movers: i64 = own & ~shut
    single: i64 = movers & ones
    attacked: i64 = 0
    hits: i64 = single << 1 & occupied
    reached: i64 = single & occupied >> 1
    found.moves += count(hits)
    found.enemies += count(hits & theirs)
    found.reds += count(hits & dvonn)
    attacked |= hits
    hits = single >> 1 & occupied
    reached |= single & occupied << 1
    found.moves += count(hits)
    found.enemies += count(hits & theirs)
    found.reds += count(hits & dvonn)
    attacked |= hits
    hits = single << ROW & occupied
    reached |= single & occupied >> ROW
    found.moves += count(hits)
    found.enemies += count(hits & theirs)
    found.reds += count(hits & dvonn)
    attacked |= hits
    hits = single >> ROW & occupied
    reached |= single & occupied << ROW
    found.moves += count(hits)
    found.enemies += count(hits & theirs)
    found.reds += count(hits & dvonn)
    attacked |= hits
    hits = single << ROW + 1 & occupied
    reached |= single & occupied >> ROW + 1
    found.moves += count(hits)
    found.enemies += count(hits & theirs)
    found.reds += count(hits & dvonn)
    attacked |= hits
    hits = single >> ROW + 1 & occupied
    reached |= single & occupied << ROW + 1
    found.moves += count(hits)
    found.enemies += count(hits & theirs)
    found.reds += count(hits & dvonn)
    attacked |= hits
    found.movers = count(reached)
    left: i64 = own & ~ones
    while left:
        low: i64 = left & -left
        left ^= low
        space: i64 = index(low)
        far: i64 = heights[space]
        found.tall += far - 1
        if low & movers and far <= LONGEST:
            hits = _REACHES[far * 64 + space].mask & occupied
            if hits:
                found.movers += 1
                moves: i64 = count(hits)
                found.moves += moves
                found.tall_moves += moves
                found.enemies += count(hits & theirs)
                found.reds += count(hits & dvonn)
                attacked |= hits
    attacked &= theirs
    found.attacks = count(attacked)
    left = attacked & ~ones
    while left:
        low = left & -left
        left ^= low
        found.tall_attacks += heights[index(low)] - 1


_OURS: Final = SideFeatures()
_THEIRS: Final = SideFeatures()


def stacking_features(
    white: i64, black: i64, dvonn: i64, ones: i64, heights: list[int], seat: i64
) -> list[int]:
    """What White has more of than Black, and last who is on turn."""
    occupied: i64 = white | black | dvonn
    shut: i64 = surrounded(occupied)
    ours, theirs = SideFeatures(), SideFeatures()
    look_at_side(ours, white, black, dvonn, ones, heights, shut)
    look_at_side(theirs, black, white, dvonn, ones, heights, shut)
    by_red: i64 = next_to(dvonn)
    near: i64 = next_to(by_red)
    return [
        count(white & dvonn) - count(black & dvonn),
        count(white & by_red) - count(black & by_red),
        count(white & near) - count(black & near),
        count(white) - count(black),
        ours.tall - theirs.tall,
        ours.moves - theirs.moves,
        ours.enemies - theirs.enemies,
        ours.reds - theirs.reds,
        ours.attacks - theirs.attacks,
        ours.tall_attacks - theirs.tall_attacks,
        ours.tall_moves - theirs.tall_moves,
        ours.movers - theirs.movers,
        ours.shut - theirs.shut,
        -theirs.tall_attacks if seat else ours.tall_attacks,
        -1 if seat else 1,
    ]


def stacking_worth(
    weights: PhaseWeights,
    white: i64,
    black: i64,
    dvonn: i64,
    ones: i64,
    heights: list[int],
    seat: i64,
) -> i64:
    """What a position of the second phase is worth to *seat*, which decides."""
    shut: i64 = surrounded(white | black | dvonn)
    ours, theirs = _OURS, _THEIRS
    look_at_side(ours, white, black, dvonn, ones, heights, shut)
    look_at_side(theirs, black, white, dvonn, ones, heights, shut)
    by_red: i64 = next_to(dvonn)
    near: i64 = next_to(by_red)
    worth: i64 = weights.reds * (count(white & dvonn) - count(black & dvonn))
    worth += weights.by_red * (count(white & by_red) - count(black & by_red))
    worth += weights.near * (count(white & near) - count(black & near))
    worth += weights.stacks * (count(white) - count(black))
    worth += weights.tall * (ours.tall - theirs.tall)
    worth += weights.moves * (ours.moves - theirs.moves)
    worth += weights.enemies * (ours.enemies - theirs.enemies)
    worth += weights.red_targets * (ours.reds - theirs.reds)
    worth += weights.attacks * (ours.attacks - theirs.attacks)
    worth += weights.tall_attacks * (ours.tall_attacks - theirs.tall_attacks)
    worth += weights.tall_moves * (ours.tall_moves - theirs.tall_moves)
    worth += weights.movers * (ours.movers - theirs.movers)
    worth += weights.shut * (ours.shut - theirs.shut)
    if seat:
        return weights.turn + weights.tall_attacks_on_turn * theirs.tall_attacks - worth
    return weights.turn + weights.tall_attacks_on_turn * ours.tall_attacks + worth


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


def _value(space: int, steps: int, near: int) -> int:
    """What a piece on *space* is worth, *steps* away from all DVONN pieces together and *near* from
    the nearest."""
    value = TOTAL * steps + NEAREST * near + sum(RINGS[near - 1 :] if near else RINGS)
    if EDGE >> space & 1:
        value += ON_EDGE + sum(EDGE_RINGS[near - 1 :] if near else EDGE_RINGS)
    return value


_FARTHEST: Final = 11
_VALUES: Final = [
    _value(space, 0, near) if space in SPACES else 0
    for space in range(BITS)
    for near in range(_FARTHEST)
]
"""What a piece on each bit number is worth by its steps to the nearest DVONN piece, less what the
steps to all of them are."""


def placing_values(dvonn: i64) -> list[int]:
    """What a piece on each bit number is worth to its owner when stacking begins: it wants to be
    near the DVONN pieces, and on the edge only close to one."""
    values = [0] * BITS
    for space in SPACES:
        steps: i64 = 0
        near: i64 = _FARTHEST - 1
        left: i64 = dvonn
        while left:
            low: i64 = left & -left
            left ^= low
            apart: i64 = _APART[space * 64 + index(low)]
            steps += apart
            near = min(near, apart)
        values[space] = TOTAL * steps + _VALUES[space * _FARTHEST + near]
    return values


def placing_worth(values: list[int], white: i64, black: i64, seat: i64) -> i64:
    """What a position of the first phase is worth to *seat*, which decides."""
    total: i64 = sum_over(values, white) - sum_over(values, black)
    return -total if seat else total
