# mypyc: compile
"""The distance of a seat from joining opposite sides: in a position, by spaces, and after a turn.

The effect of a turn is found from the tables of the position before it; ways are walked anew
only where that does not settle their prices.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gipf_meta_punct.board import CENTRE, IS_CENTRAL, SPACES
from gipf_meta_punct.strength.ways import (
    CENTRAL,
    EMPTY,
    ENEMY,
    FAR,
    GOES_ON,
    PAIRS,
    Stage,
    Walker,
    find_dots,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

OFFSETS: Final = 5
"""The number of detours that are distinguished; longer ones count like it."""
NARROWEST: Final = 60


class Prices:
    """The prices of a seat's cheapest ways between opposite sides.

    *least* is between the sides that are nearest to each other, *second* between the next pair.
    """

    def __init__(self, least: int, second: int) -> None:
        self.least: Final = least
        self.second: Final = second


def find_prices(own: list[int], others: list[int], basic: bool) -> Prices:
    """The prices for a seat; *own* and *others* are the words of both seats' dots (``Walker``)."""
    walker = Walker(own, others, basic)
    least: i64 = FAR
    second: i64 = FAR
    for pair in range(PAIRS):
        price: i64 = walker.walk(2 * pair, None, second)
        if price < least:
            second = least
            least = price
        elif price < second:
            second = price
    return Prices(least, second)


def price_both(tops: list[int], seat: int, basic: bool) -> tuple[Prices, Prices]:
    """The prices for a *seat* and for the other one, where *tops* are the highest pieces."""
    dots = find_dots(tops)
    own, others = dots[seat], dots[1 - seat]
    return find_prices(own, others, basic), find_prices(others, own, basic)


def cost_of(top: int, space: int, seat: int, basic: bool) -> int:
    """The cost of a *space* on a way of *seat*, where *top* is the highest piece, or -1."""
    if top >= 0:
        return 0 if top & 1 == seat else ENEMY
    return CENTRAL if IS_CENTRAL[space] and not basic else EMPTY


def list_costs(tops: list[int], seat: int, basic: bool) -> bytes:
    """The cost of each space on a way of *seat*."""
    costs = [EMPTY] * SPACES
    if not basic:
        for space in CENTRE:
            costs[space] = CENTRAL
    for space in range(SPACES):
        top: i64 = tops[space]
        if top >= 0:
            costs[space] = 0 if top & 1 == seat else ENEMY
    return bytes(costs)


class Outlook:
    """The distances of a seat from joining opposite sides, by spaces, for the choice of a turn.

    Numbers by space are bytes: a search holds many, and the garbage collector skips them.
    """

    def __init__(self, tops: list[int], dots: list[list[int]], seat: int, basic: bool) -> None:
        self.basic: Final = basic
        self.costs: Final = list_costs(tops, seat, basic)
        walker = Walker(dots[seat], dots[1 - seat], basic)
        #: the price of the way to each space from each side, and between opposite sides
        self.far: Final[list[bytes]] = []
        self.prices: Final = [FAR] * PAIRS
        self.stages: Final[list[list[Stage]]] = []
        # each walk reaches every space
        row = [FAR] * SPACES
        for side in range(2 * PAIRS):
            stages: list[Stage] = []
            self.prices[side >> 1] = walker.walk(side, row, FAR, stages)
            self.far.append(bytes(row))
            if GOES_ON:
                self.stages.append(stages)
        #: the pairs, those first that are nearest to each other
        self.order: Final = sorted(range(PAIRS), key=self.prices.__getitem__)
        self.least: Final = min(self.prices)

    def find_detours(self) -> bytes:
        """The detour of each space: how much dearer its cheapest way is than the cheapest of all.

        ``OFFSETS`` at most.
        """
        far, costs = self.far, self.costs
        a, b, c, d, e, f = far[0], far[1], far[2], far[3], far[4], far[5]
        most: i64 = self.least + OFFSETS
        least: i64 = self.least
        found = [OFFSETS] * SPACES
        for space in range(SPACES):
            cost: i64 = costs[space]
            one: i64 = a[space]
            one += b[space]
            two: i64 = c[space]
            two += d[space]
            way: i64 = e[space]
            way += f[space]
            if one < way:
                way = one
            if two < way:
                way = two
            way -= cost
            if way < most:
                found[space] = way - least
        return bytes(found)

    def find_touches(self) -> bytes:
        """The sides, as bits, to which a dot on each space would be joined at once."""
        touches = [0] * SPACES
        costs = self.costs
        for side in range(2 * PAIRS):
            row = self.far[side]
            bit = 1 << side
            for space in range(SPACES):
                price: i64 = row[space]
                cost: i64 = costs[space]
                if price == cost:
                    touches[space] |= bit
        return bytes(touches)

    def find_narrowness(self) -> bytes:
        """The loss by losing each space: ``NARROWEST`` divided by the number of spaces as good as
        it.

        Those are the spaces, not own ones, that a cheapest way could take instead. It is half of
        ``NARROWEST`` for own dots on such a way, 0 for spaces on none; the least of all pairs
        that are nearest to each other.
        """
        costs = self.costs
        least: i64 = self.least
        found = [NARROWEST] * SPACES
        for pair in range(PAIRS):
            if self.prices[pair] != least:
                continue
            there, back = self.far[2 * pair], self.far[2 * pair + 1]
            breadth = [0] * (FAR + 1)
            for space in range(SPACES):
                cost: i64 = costs[space]
                way: i64 = there[space]
                way += back[space]
                if cost and way - cost == least:
                    breadth[there[space]] += 1
            for space in range(SPACES):
                cost = costs[space]
                way = there[space]
                way += back[space]
                if way - cost != least:
                    found[space] = 0
                elif found[space]:
                    narrow: i64 = NARROWEST // (breadth[there[space]] if cost else 2)
                    if narrow < found[space]:
                        found[space] = narrow
        return bytes(found)

    def prices_after(
        self, own: list[int], others: list[int], spaces: list[int], costs: list[int]
    ) -> Prices:
        """The prices after *spaces* have changed their costs to *costs*, and nothing else.

        *own* and *others* are the words of both seats' dots then. Where all costs are 0 the spaces
        lie side by side.
        """
        is_free = not any(costs)
        walker: Walker | None = None
        least: i64 = FAR
        second: i64 = FAR
        for pair in self.order:
            before: i64 = self.prices[pair]
            price: i64 = before
            by_these: i64 = self._price_by(pair, spaces, costs)
            if by_these < price:
                price = by_these
            if price >= second:
                # it is no less than that
                continue
            if not is_free and (by_these < before or self._is_on_way(pair, spaces, costs)):
                if walker is None:
                    walker = Walker(own, others, self.basic)
                side = 2 * pair
                begin = 0
                if GOES_ON:
                    begin = self._first_met(side, spaces, costs)
                    from_other_side = self._first_met(side + 1, spaces, costs)
                    if from_other_side > begin:
                        side += 1
                        begin = from_other_side
                stages = self.stages[side] if GOES_ON else None
                price = walker.walk(side, None, second, stages, begin)
            if price < least:
                second = least
                least = price
            elif price < second:
                second = price
        return Prices(least, second)

    def _first_met(self, side: int, spaces: list[int], costs: list[int]) -> int:
        """The price at which a walk from *side* meets the first of *spaces* whose cost has
        changed."""
        far, before = self.far[side], self.costs
        first = FAR
        for space, cost in zip(spaces, costs, strict=True):
            was = before[space]
            if was != cost and far[space] - was < first:
                first = far[space] - was
        return first

    def _is_on_way(self, pair: int, spaces: list[int], costs: list[int]) -> bool:
        """Whether a cheapest way between a *pair* of sides takes one of *spaces* that is dearer
        now."""
        there, back, was = self.far[2 * pair], self.far[2 * pair + 1], self.costs
        price: i64 = self.prices[pair]
        for at in range(len(spaces)):
            space: i64 = spaces[at]
            cost: i64 = costs[at]
            before: i64 = was[space]
            if cost > before and there[space] + back[space] - before == price:
                return True
        return False

    def _price_by(self, pair: int, spaces: list[int], costs: list[int]) -> i64:
        """A lower limit for ways between a *pair* of sides over those of *spaces* that are cheaper
        now.

        Where all cost nothing and lie side by side, it is the exact price.
        """
        there, back, was = self.far[2 * pair], self.far[2 * pair + 1], self.costs
        first: i64 = FAR
        last: i64 = FAR
        single: i64 = FAR
        for at in range(len(spaces)):
            space: i64 = spaces[at]
            cost: i64 = costs[at]
            before: i64 = was[space]
            if cost < before:
                to: i64 = there[space]
                to -= before
                back_from: i64 = back[space]
                back_from -= before
                first = min(first, to + cost)
                last = min(last, back_from + cost)
                single = min(single, to + back_from + cost)
        return min(single, first + last)
