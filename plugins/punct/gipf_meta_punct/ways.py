# mypyc: compile
"""The cheapest ways across the board, on integers as sets of spaces.

The bit of a space is ``COLUMN * column + number``, so its neighbours are shifts away. The ways
between all pairs of sides are found together: each has a board of its own, a *lane* of one long
integer.
"""

from __future__ import annotations

from typing import Final

from gipf_meta_punct.board import CENTRE, DOT, KIND, MINOR, OTHER, PLACES, SIDES, SPACES
from gipf_meta_punct.state import PLACEMENT_MASK

COLUMN: Final = 18
"""Bits of a column: 17 spaces at most, and one that stays empty."""
LANE: Final = 18 * COLUMN
"""Bits of a board: 17 columns, and one that stays empty."""
PRICES: Final = 128
"""More than any way costs: half of a line of 17 spaces at the highest price."""
OFFSETS: Final = 5
"""How far off the cheapest way a space may be and still be told, as a price."""
PAIRS: Final = (1, 4, 16)
"""The first sides of the three pairs, as in ``SIDES``; twice as much is the opposite one."""

BITS: Final[list[int]] = [1 << COLUMN * c + r for c, r in PLACES]
"""The bit of each space."""
_SPACE_OF: Final[list[int]] = [0] * (LANE + 1)
"""Each space, by the length of its bit."""
for _space in range(SPACES):
    _SPACE_OF[BITS[_space].bit_length()] = _space


def _mask(spaces: list[int]) -> int:
    found = 0
    for space in spaces:
        found |= BITS[space]
    return found


BOARD: Final = _mask(list(range(SPACES)))
CENTRAL: Final = _mask(CENTRE)
DOTS: Final[list[int]] = [BITS[DOT[n]] | BITS[MINOR[n]] | BITS[OTHER[n]] for n in range(len(KIND))]
"""The three spaces of each placement."""


def _side(bit: int) -> int:
    return _mask([space for space in range(SPACES) if SIDES[space] & bit])


def _lanes(boards: list[int]) -> int:
    """The *boards* side by side."""
    found = 0
    for lane, board in enumerate(boards):
        found |= board << LANE * lane
    return found


#: once, in three and six lanes
THREE: Final = _lanes([1] * 3)
SIX: Final = _lanes([1] * 6)
#: where the ways begin, a lane for each pair of sides; then the same ways back
_STARTS: Final = _lanes([_side(one) for one in PAIRS] + [_side(2 * one) for one in PAIRS])
#: where the ways there end
_GOALS: Final = _lanes([_side(2 * one) for one in PAIRS])
#: all places of each lane, and of the three lanes of the ways there
_LANES: Final[list[int]] = [((1 << LANE) - 1) << LANE * lane for lane in range(3)]
_THERE: Final = (1 << 3 * LANE) - 1


def find_tops(pieces: tuple[int, ...]) -> tuple[int, int]:
    """Where the dots of seats 0 and 1 are on top."""
    white = black = 0
    for one in pieces:
        dots = DOTS[one >> 1 & PLACEMENT_MASK]
        if one & 1:
            black |= dots
            white &= ~dots
        else:
            white |= dots
            black &= ~dots
    return white, black


def list_spaces(mask: int) -> list[int]:
    """The spaces of *mask*, by their numbers."""
    found = []
    while mask:
        low = mask & -mask
        found.append(_SPACE_OF[low.bit_length()])
        mask ^= low
    return found


def find_neighbours(spaces: int) -> int:
    """The neighbours of *spaces*, in every lane; also *spaces*, and places beside the board."""
    up = spaces | spaces << 1
    down = spaces | spaces >> 1
    return up | down | up << COLUMN | down >> COLUMN


class Walk:
    """Goes from sides to the opposite ones, over all spaces, step by step of the price.

    *own* and *others* are the spaces on which dots of a seat and of the other one are on top. Own
    ones cost nothing; *empty*, *central* and *enemy* are the prices of the other spaces. Central
    ones are those where a new piece may not lie; there are none if *basic*. With *back*, all ways
    are gone back, too: three more lanes.

    *levels* are the spaces by the price of the cheapest way there, they included. *least* is what
    the cheapest way costs, and *second* that between the second best pair of sides.
    """

    def __init__(
        self,
        basic: bool,
        own: int,
        others: int,
        empty: int,
        central: int,
        enemy: int,
        back: bool = False,
    ) -> None:
        free = BOARD & ~(own | others)
        inner = 0 if basic else free & CENTRAL
        times = SIX if back else THREE
        self.back: Final = back
        self.costs: Final = (0, empty, central, enemy)
        #: the spaces of each cost
        self.classes: Final = (own * times, (free ^ inner) * times, inner * times, others * times)
        self.levels: Final[list[int]] = []
        self.least = self.second = PRICES
        self._go()

    def _go(self) -> None:
        """Fills *levels* and the prices of the ways."""
        own, plain, inner, others = self.classes
        _nothing, empty, central, enemy = self.costs
        unseen = own | plain | inner | others
        starts = _STARTS & unseen
        fronts = [0] * (PRICES + empty + central + enemy)
        fronts[0] = starts & own
        fronts[empty] |= starts & plain
        fronts[central] |= starts & inner
        fronts[enemy] |= starts & others
        goals = _GOALS
        last = PRICES
        for price in range(PRICES):
            front = fronts[price] & unseen
            level = front
            if front:
                unseen ^= front
                near = find_neighbours(front)
                joined = near & own & unseen
                while joined:
                    level |= joined
                    unseen ^= joined
                    more = find_neighbours(joined)
                    near |= more
                    joined = more & own & unseen
                fronts[price + empty] |= near & plain
                fronts[price + central] |= near & inner
                fronts[price + enemy] |= near & others
                if level & goals:
                    goals = self._arrive(level & goals, goals, price)
                    if not goals:
                        last = max(price, self.least + OFFSETS) if self.back else price
            self.levels.append(level)
            if price >= last:
                break

    def _arrive(self, arrived: int, goals: int, price: int) -> int:
        """Enters *price* for the ways that have *arrived*; the *goals* that are left, which are
        none after two ways."""
        for lane in range(3):
            if arrived & _LANES[lane]:
                goals &= ~_LANES[lane]
                if self.least < PRICES:
                    self.second = price
                    return 0
                self.least = price
        return goals

    def spaces_near(self) -> list[int]:
        """The spaces on a cheapest way, then those on ways that cost up to 1, 2, … more, each with
        those before it; for walks there and *back*."""
        reached = []
        so_far = 0
        for level in self.levels:
            so_far |= level >> 3 * LANE
            reached.append(so_far)
        # the spaces by the price of the way to them, they left out
        before = [0] * len(self.levels)
        for price, level in enumerate(self.levels):
            there = level & _THERE
            if there:
                for n in range(4):
                    if price >= self.costs[n]:
                        before[price - self.costs[n]] |= there & self.classes[n]
        found = []
        for most in range(self.least, self.least + OFFSETS):
            through = 0
            for price in range(min(most + 1, len(before))):
                if before[price]:
                    through |= before[price] & reached[min(most - price, len(reached) - 1)]
            found.append((through | through >> LANE | through >> 2 * LANE) & BOARD)
        return found
