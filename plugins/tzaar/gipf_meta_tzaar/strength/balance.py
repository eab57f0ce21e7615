# mypyc: compile
"""The sums of the worths of patterns, for both sides, updated while stacks are moved.

To evaluate all patterns anew a search would look along six lines from each stack. A move changes
only the lines of two stacks, so only these are counted again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from gipf_meta import bit_index
from gipf_meta_tzaar.strength.patterns import (
    CAPTURES,
    HIGHEST,
    LEFT,
    SIDE,
    STACK,
    TALLEST,
    THREAT,
    TURN,
    Sides,
    phase_of,
    some_of,
)
from gipf_meta_tzaar.strength.playout import NOBODY, ROOM, relink, unlink

if TYPE_CHECKING:
    from mypy_extensions import i64

_HEIGHTS: Final = 64
"""The number of heights; every height is below it."""


class Balance:
    """The stacks of *sides*, and the worths of the patterns that they show.

    A caller that moves a stack takes the two stacks off by ``leave``, joins the lines through
    the space that is vacant then by ``close_up``, and puts the moved stack down by ``arrive``.
    To undo the move it goes the same way back, by ``open_up``.
    """

    def __init__(self, sides: Sides, worths: Sequence[int]) -> None:
        self._sides: Final = sides
        self._worths: Final = list(worths)
        #: the worth of the stacks of each seat, while it is on turn and while the other one is
        self._white_own: i64 = 0
        self._white_other: i64 = 0
        self._black_own: i64 = 0
        self._black_other: i64 = 0
        self._phase: i64 = phase_of(sides.white | sides.black)
        #: the numbers of stacks, by seat * _HEIGHTS + height; and the greatest height of each seat
        self._heights: Final = [0] * (2 * _HEIGHTS)
        self._highest: Final = [0, 0]
        #: the number of captures of each seat, and of stacks that can capture each stack
        self._captures: Final = [0, 0]
        self._attackers: Final = [0] * ROOM
        #: the number of the other's stacks that a seat can capture, by seat * 4 + kind
        self._attacked: Final = [0] * 8
        self._arrive_all()

    def _arrive_all(self) -> None:
        """Counts every stack that stands on the board at first."""
        sides = self._sides
        owners = sides.owners[:]
        sides.white = sides.black = 0
        for space in range(len(owners)):
            sides.owners[space] = NOBODY
        sides.counts[:] = [0] * len(sides.counts)
        for space, owner in enumerate(owners):
            if owner != NOBODY:
                self.arrive(space, owner, sides.kinds[space], sides.heights[space])

    # -- stacks come and go ------------------------------------------------------------------

    def leave(self, space: i64) -> None:
        """Takes the stack on *space* off the board and out of all counts."""
        sides = self._sides
        owner: i64 = sides.owners[space]
        high: i64 = sides.heights[space]
        kind: i64 = sides.kinds[space]
        self._see(space, -1)
        self._weigh(owner, kind, high, -1)
        sides.owners[space] = NOBODY
        sides.counts[owner * 4 + kind] -= 1
        bit: i64 = 1
        bit <<= space
        if owner:
            sides.black &= ~bit
        else:
            sides.white &= ~bit
        at: i64 = owner * _HEIGHTS
        self._heights[at + high] -= 1
        top: i64 = self._highest[owner]
        while top and not self._heights[at + top]:
            top -= 1
        self._highest[owner] = top

    def arrive(self, space: i64, owner: i64, kind: i64, high: i64) -> None:
        """Puts a stack of *owner* on *space* and adds it to all counts."""
        sides = self._sides
        sides.owners[space] = owner
        sides.kinds[space] = kind
        sides.heights[space] = high
        sides.counts[owner * 4 + kind] += 1
        bit: i64 = 1
        bit <<= space
        if owner:
            sides.black |= bit
        else:
            sides.white |= bit
        self._heights[owner * _HEIGHTS + high] += 1
        if high > self._highest[owner]:
            self._highest[owner] = high
        self._weigh(owner, kind, high, 1)
        self._see(space, 1)

    def close_up(self, space: i64) -> None:
        """Joins the lines through the vacated *space*: the stacks on both sides now see each
        other."""
        unlink(self._sides.links, space)
        self._see_across(space, 1)

    def open_up(self, space: i64) -> None:
        """Undoes ``close_up`` of *space*, which must be the last one."""
        self._see_across(space, -1)
        relink(self._sides.links, space)

    def come_to_rest(self) -> None:
        """Updates the phase after a move: if it is another one, the stacks are weighed anew."""
        sides = self._sides
        phase: i64 = phase_of(sides.white | sides.black)
        if phase == self._phase:
            return
        self._phase = phase
        self._white_own = self._white_other = self._black_own = self._black_other = 0
        left: i64 = sides.white | sides.black
        while left:
            low: i64 = left & -left
            left ^= low
            space: i64 = bit_index(low)
            self._weigh(sides.owners[space], sides.kinds[space], sides.heights[space], 1)

    def _weigh(self, owner: i64, kind: i64, high: i64, sign: i64) -> None:
        """Adds the worth of a stack (*sign* 1), or subtracts it (-1)."""
        at: i64 = STACK + self._phase * (3 * TALLEST) - TALLEST - 1 + kind * TALLEST
        at += min(high, TALLEST)
        own: i64 = self._worths[at]
        other: i64 = self._worths[SIDE + at]
        if owner:
            self._black_own += sign * own
            self._black_other += sign * other
        else:
            self._white_own += sign * own
            self._white_other += sign * other

    def _see(self, space: i64, sign: i64) -> None:
        """Adds (*sign* 1) or removes (-1) the captures between the stack on *space* and its
        neighbours."""
        sides = self._sides
        owners, links = sides.owners, sides.links
        foe: i64 = 1 - sides.owners[space]
        at: i64 = space
        while at < 6 * ROOM:
            to: i64 = links[at]
            if owners[to] == foe:
                self._meet(space, to, sign)
            at += ROOM

    def _see_across(self, space: i64, sign: i64) -> None:
        """Adds or removes the captures between the two neighbours of *space* on each line."""
        sides = self._sides
        owners, links = sides.owners, sides.links
        at: i64 = space
        end: i64 = 3 * ROOM
        while at < end:
            one: i64 = links[at]
            other: i64 = links[at + end]
            owner: i64 = owners[one]
            if owner != NOBODY and owners[other] == 1 - owner:
                self._meet(one, other, sign)
            at += ROOM

    def _meet(self, one: i64, other: i64, sign: i64) -> None:
        """Adds or removes the captures between two stacks of different players that see each
        other."""
        heights = self._sides.heights
        lead: i64 = heights[one] - heights[other]
        if lead >= 0:
            self._attack(one, other, sign)
        if lead <= 0:
            self._attack(other, one, sign)

    def _attack(self, origin: i64, target: i64, sign: i64) -> None:
        """Adds or removes the capture of the stack on *target* by the one on *origin*."""
        sides = self._sides
        seat: i64 = sides.owners[origin]
        self._captures[seat] += sign
        before: i64 = self._attackers[target]
        self._attackers[target] = before + sign
        if before == 0 or before + sign == 0:
            self._attacked[seat * 4 + sides.kinds[target]] += sign

    # -- evaluation --------------------------------------------------------------------------

    def can_capture(self, seat: i64) -> bool:
        """Whether *seat* has a capture."""
        return self._captures[seat] != 0

    def worth(self, seat: i64, is_second: bool) -> i64:
        """The worth of the patterns for *seat*, which is on turn."""
        phase: i64 = self._phase
        foe: i64 = 1 - seat
        total: i64
        if seat:
            total = self._black_own + self._white_other
        else:
            total = self._white_own + self._black_other
        ahead: i64 = max(-3, min(3, self._highest[seat] - self._highest[foe]))
        at: i64 = HIGHEST + phase * 7 + 3
        total += self._worths[at + ahead]
        total += self._worths[SIDE + at - ahead]
        total += self._worths[TURN + phase * 2 + (1 if is_second else 0)]
        return total + self._worth_of_side(seat, 0) + self._worth_of_side(foe, SIDE)

    def _worth_of_side(self, seat: i64, base: i64) -> i64:
        """The worth of the kinds and the captures of *seat*, by patterns from number *base* on."""
        worths, counts = self._worths, self._sides.counts
        at: i64 = base + CAPTURES + self._phase * 8 + some_of(self._captures[seat])
        total: i64 = worths[at]
        kind: i64 = 1
        while kind <= 3:
            own: i64 = counts[seat * 4 + kind]
            total += worths[base + LEFT + (kind - 1) * 16 + own]
            attacked: i64 = self._attacked[seat * 4 + kind]
            if attacked:
                theirs: i64 = counts[(1 - seat) * 4 + kind]
                few: i64 = min(theirs, 4) - 1
                total += worths[base + THREAT + (kind - 1) * 12 + few * 3 + min(attacked, 3) - 1]
            kind += 1
        return total
