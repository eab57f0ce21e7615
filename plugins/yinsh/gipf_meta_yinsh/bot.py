# mypyc: compile
"""What a position is worth: rings removed, markers that line up, and rings that can move.

Sections are those of docs/reference/yinsh.md. What was measured: tuning/README.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

from gipf_meta_yinsh.board import AXES, STEPS, WINDOWS
from gipf_meta_yinsh.rules import Rules, has_row, vacant_points
from gipf_meta_yinsh.state import MOVE, PLACE, State

WON: Final = 0.95
"""The worth of a last ring that will be removed before the other player moves."""
FAR: Final = 3
"""How many steps of a ring count."""


@dataclass(frozen=True)
class Weights:
    """What the parts of a lead are worth.

    *ring*: a ring that is removed, and *more* for each one before it. *four*, *three*, *two*: five
    points in a line with so many markers. *marker*: a marker. *free*: a vacant point that a ring
    reaches within three steps. *turn*: five points with four markers, for who moves next.
    """

    ring: float = 0.8
    more: float = 0.3
    four: float = 0.09
    three: float = 0.02
    two: float = 0.0
    marker: float = 0.015
    free: float = 0.006
    turn: float = 0.12

    def __reduce__(self) -> tuple[type[Weights], tuple[object, ...]]:
        return Weights, (
            self.ring, self.more, self.four, self.three, self.two, self.marker, self.free,
            self.turn,
        )  # fmt: skip


WEIGHTS: Final = Weights()
#: the first points of all windows, by axis
_WINDOWS: Final = tuple(
    sum(1 << (ends >> 8) for ends in WINDOWS if (ends & 255) - (ends >> 8) == 4 * axis)
    for axis in AXES
)


def evaluate(rules: Rules, state: State, seat: int, weights: Weights = WEIGHTS) -> float:
    """What *state* is worth to *seat*, from -1 (lost) to 1 (won)."""
    ending = state.ending
    if ending is not None:
        if not ending.winners:
            return 0.0
        return 1.0 if seat in ending.winners else -1.0
    worth = _worth(rules, state, weights)
    return -worth if seat else worth


def _worth(rules: Rules, state: State, weights: Weights) -> float:
    """What the position is worth to seat 0, from -0.95 to 0.95."""
    mover = state.seat
    own, other = _sure_rings(state, mover), _sure_rings(state, 1 - mover)
    if own >= rules.goal or other >= rules.goal:
        return WON if (mover == 0) == (own >= rules.goal) else -WON
    vacant = vacant_points(state)
    lead = _rings_worth(own, weights) - _rings_worth(other, weights)
    # after the move is made, the other player moves next
    ahead, behind = (weights.turn, 0.0) if state.step <= MOVE else (0.0, weights.turn)
    lead += _lines_worth(state.markers[mover], weights, ahead)
    lead -= _lines_worth(state.markers[1 - mover], weights, behind)
    near = reach(state.rings[mover], vacant) - reach(state.rings[1 - mover], vacant)
    lead += weights.free * near
    worth = WON * lead / sqrt(1.0 + lead * lead)
    return -worth if mover else worth


def _sure_rings(state: State, seat: int) -> int:
    """The rings that *seat* has removed, with the one that it must remove for a row."""
    due = seat == state.seat and state.step not in (PLACE, MOVE)
    return state.removed[seat] + (1 if due or has_row(state.markers[seat]) else 0)


def _rings_worth(count: int, weights: Weights) -> float:
    """What *count* removed rings are worth."""
    return count * (weights.ring + weights.more * (count - 1))


def _lines_worth(markers: int, weights: Weights, turn: float) -> float:
    """What the markers of one colour are worth; *turn* for lines of four, for who moves next."""
    twos, threes, fours = count_windows(markers)
    worth = weights.two * twos + weights.three * threes + weights.four * fours
    if fours:
        worth += turn
    return worth + weights.marker * markers.bit_count()


def count_windows(markers: int) -> tuple[int, int, int]:
    """How many windows of five points hold two, three and four of *markers*.

    The markers of all windows of an axis are added at once, each sum in three masks: ones, twos
    and fours.
    """
    two = three = four = 0
    for n, axis in enumerate(AXES):
        b = markers >> axis
        c = markers >> 2 * axis
        d = markers >> 3 * axis
        e = markers >> 4 * axis
        ab = markers ^ b
        cd = c ^ d
        ones = ab ^ cd
        one_pair = markers & b
        other_pair = c & d
        across = ab & cd
        twos = one_pair ^ other_pair ^ across
        fours = one_pair & other_pair | across & (one_pair | other_pair)
        carry = ones & e
        ones ^= e
        fours |= twos & carry
        twos ^= carry
        windows = _WINDOWS[n]
        twos &= windows
        fours &= windows
        two += (twos & ~ones).bit_count()
        three += (twos & ones).bit_count()
        four += (fours & ~ones & ~twos).bit_count()
    return two, three, four


def reach(rings: int, vacant: int) -> int:
    """How many vacant points *rings* reach within three steps, each by each way."""
    count = 0
    for step in STEPS:
        front = rings
        for _ in range(FAR):
            front = (front << step if step > 0 else front >> -step) & vacant
            if not front:
                break
            count += front.bit_count()
    return count
