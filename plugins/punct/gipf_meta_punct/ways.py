# mypyc: compile
"""The cheapest ways across the board, on six words as a set of spaces.

A word holds three columns of 18 bits, so the neighbours of its spaces are shifts away, within it or
in the words beside it. Own dots cost nothing on a way, empty spaces 1, those of the centre, where a
new piece may not lie, 2, dots of the other seat 3. The way to a space costs what all its spaces
cost, this one included.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Final

from gipf_meta_punct.board import CENTRE, IS_CENTRAL, PLACES, SIDES, SPACES

if TYPE_CHECKING:
    from mypy_extensions import i64

EMPTY: Final = 1
CENTRAL: Final = 2
ENEMY: Final = 3
FAR: Final = 99
"""More than any way costs."""
PAIRS: Final = 3
"""Pairs of opposite sides."""
OFFSETS: Final = 5
"""Detours that are told apart; all others are as dear as this."""
NARROWEST: Final = 60
_COLUMN: Final = 18
_COLUMNS: Final = 3
"""Columns in a word."""
_WORDS: Final = 6
_PRIME: Final = 67
"""The remainders of all bits of a word are different."""

#: the word of each space, and its bit there
_WORD: Final[list[int]] = [(c - 1) // _COLUMNS for c, _r in PLACES]
_BIT: Final[list[int]] = [1 << _COLUMN * ((c - 1) % _COLUMNS) + r for c, r in PLACES]
_SPACE: Final[list[int]] = [-1] * (_WORDS * _PRIME)
"""The space of a bit, by its word and its remainder."""
for _space in range(SPACES):
    _SPACE[_WORD[_space] * _PRIME + _BIT[_space] % _PRIME] = _space


class Spaces:
    """A set of spaces, by its six words."""

    def __init__(self, w0: i64, w1: i64, w2: i64, w3: i64, w4: i64, w5: i64) -> None:
        self.w0: Final = w0
        self.w1: Final = w1
        self.w2: Final = w2
        self.w3: Final = w3
        self.w4: Final = w4
        self.w5: Final = w5


def _spaces(words: list[int]) -> Spaces:
    """The set with six *words*."""
    return Spaces(words[0], words[1], words[2], words[3], words[4], words[5])


def list_words(spaces: Iterable[int]) -> list[int]:
    """The six words of the set of *spaces*."""
    words = [0] * _WORDS
    for space in spaces:
        words[_WORD[space]] |= _BIT[space]
    return words


_CENTRE: Final[list[int]] = list_words(CENTRE)
_BOARD: Final[list[int]] = list_words(range(SPACES))
#: the sides, opposite ones one after the other
_SIDE: Final[list[Spaces]] = [
    _spaces(list_words([space for space in range(SPACES) if SIDES[space] >> side & 1]))
    for side in range(2 * PAIRS)
]


def find_dots(tops: list[int]) -> list[list[int]]:
    """The words of the sets of spaces on which dots of seats 0 and 1 are highest."""
    found = [[0] * _WORDS, [0] * _WORDS]
    for space in range(SPACES):
        top: i64 = tops[space]
        if top >= 0:
            found[top & 1][_WORD[space]] |= _BIT[space]
    return found


def with_dots(dots: list[int], spaces: Sequence[int]) -> list[int]:
    """The words of the set *dots* with three *spaces* more."""
    found = dots.copy()
    for space in spaces:
        found[_WORD[space]] |= _BIT[space]
    return found


_IS_COMPILED: Final = not isinstance(find_dots, FunctionType)


class Walker:
    """Goes from one side to the opposite one, over all spaces, step by step of the price.

    *own* and *others* are the words of the spaces on which dots of the seat that walks and of the
    other one are highest. Empty spaces of the centre cost no more than others if *basic*.
    """

    def __init__(self, own: list[int], others: list[int], basic: bool) -> None:
        central = [0] * _WORDS
        plain = [0] * _WORDS
        for word in range(_WORDS):
            free = _BOARD[word] & ~(own[word] | others[word])
            if not basic:
                central[word] = free & _CENTRE[word]
            plain[word] = free ^ central[word]
        self.own: Final = _spaces(own)
        self.plain: Final = _spaces(plain)
        self.central: Final = _spaces(central)
        self.others: Final = _spaces(others)

    def walk(self, side: i64, far: list[int] | None) -> i64:
        """The price of the cheapest way from *side*, from 0 to 5, to the opposite one.

        With *far*, the price of the way to each space is entered there. In what follows a letter
        is a set of spaces: *o*, *p*, *c* and *e* are own, plain and central spaces and those of the
        enemy, *g* is the goal, *u* what is not reached yet. *f0* … are reached at this price, *x*,
        *y* and *z* at the next three unless they were before.
        """
        if not _IS_COMPILED:
            return self._walk_whole(side, far)
        own, plain, central, others = self.own, self.plain, self.central, self.others
        start, goal = _SIDE[side], _SIDE[side ^ 1]
        o0, o1, o2, o3, o4, o5 = own.w0, own.w1, own.w2, own.w3, own.w4, own.w5
        p0, p1, p2, p3, p4, p5 = plain.w0, plain.w1, plain.w2, plain.w3, plain.w4, plain.w5
        c0, c1, c2, c3, c4, c5 = (
            central.w0,
            central.w1,
            central.w2,
            central.w3,
            central.w4,
            central.w5,
        )
        e0, e1, e2, e3, e4, e5 = others.w0, others.w1, others.w2, others.w3, others.w4, others.w5
        g0, g1, g2, g3, g4, g5 = goal.w0, goal.w1, goal.w2, goal.w3, goal.w4, goal.w5
        x0, x1, x2, x3, x4, x5 = start.w0, start.w1, start.w2, start.w3, start.w4, start.w5
        u0, u1, u2, u3, u4, u5 = (
            o0 | p0 | c0 | e0,
            o1 | p1 | c1 | e1,
            o2 | p2 | c2 | e2,
            o3 | p3 | c3 | e3,
            o4 | p4 | c4 | e4,
            o5 | p5 | c5 | e5,
        )
        f0, f1, f2, f3, f4, f5 = x0 & o0, x1 & o1, x2 & o2, x3 & o3, x4 & o4, x5 & o5
        y0, y1, y2, y3, y4, y5 = x0 & c0, x1 & c1, x2 & c2, x3 & c3, x4 & c4, x5 & c5
        z0, z1, z2, z3, z4, z5 = x0 & e0, x1 & e1, x2 & e2, x3 & e3, x4 & e4, x5 & e5
        x0, x1, x2, x3, x4, x5 = x0 & p0, x1 & p1, x2 & p2, x3 & p3, x4 & p4, x5 & p5
        least: i64 = FAR
        price: i64 = 0
        while price < FAR:
            f0, f1, f2, f3, f4, f5 = f0 & u0, f1 & u1, f2 & u2, f3 & u3, f4 & u4, f5 & u5
            if f0 | f1 | f2 | f3 | f4 | f5:
                u0, u1, u2, u3, u4, u5 = u0 ^ f0, u1 ^ f1, u2 ^ f2, u3 ^ f3, u4 ^ f4, u5 ^ f5
                j0, j1, j2, j3, j4, j5 = f0, f1, f2, f3, f4, f5
                b0, b1, b2, b3, b4, b5 = f0, f1, f2, f3, f4, f5
                while True:
                    # what lies beside the spaces that have joined
                    t0, t1, t2, t3, t4, t5 = (
                        j0 | j0 << 1,
                        j1 | j1 << 1,
                        j2 | j2 << 1,
                        j3 | j3 << 1,
                        j4 | j4 << 1,
                        j5 | j5 << 1,
                    )
                    n0 = t0 | t0 >> 1 | t0 << 18 | t0 >> 19 | t1 << 35
                    n1 = t1 | t1 >> 1 | t1 << 18 | t1 >> 19 | t0 >> 36 | t2 << 35
                    n2 = t2 | t2 >> 1 | t2 << 18 | t2 >> 19 | t1 >> 36 | t3 << 35
                    n3 = t3 | t3 >> 1 | t3 << 18 | t3 >> 19 | t2 >> 36 | t4 << 35
                    n4 = t4 | t4 >> 1 | t4 << 18 | t4 >> 19 | t3 >> 36 | t5 << 35
                    n5 = t5 | t5 >> 1 | t5 << 18 | t5 >> 19 | t4 >> 36
                    b0, b1, b2, b3, b4, b5 = b0 | n0, b1 | n1, b2 | n2, b3 | n3, b4 | n4, b5 | n5
                    j0, j1, j2, j3, j4, j5 = (
                        n0 & o0 & u0,
                        n1 & o1 & u1,
                        n2 & o2 & u2,
                        n3 & o3 & u3,
                        n4 & o4 & u4,
                        n5 & o5 & u5,
                    )
                    if not (j0 | j1 | j2 | j3 | j4 | j5):
                        break
                    u0, u1, u2, u3, u4, u5 = u0 ^ j0, u1 ^ j1, u2 ^ j2, u3 ^ j3, u4 ^ j4, u5 ^ j5
                    f0, f1, f2, f3, f4, f5 = f0 | j0, f1 | j1, f2 | j2, f3 | j3, f4 | j4, f5 | j5
                if least == FAR and (f0 & g0 | f1 & g1 | f2 & g2 | f3 & g3 | f4 & g4 | f5 & g5):
                    least = price
                    if far is None:
                        break
                if far is not None:
                    _enter(f0, 0, price, far)
                    _enter(f1, 1, price, far)
                    _enter(f2, 2, price, far)
                    _enter(f3, 3, price, far)
                    _enter(f4, 4, price, far)
                    _enter(f5, 5, price, far)
                x0, x1, x2, x3, x4, x5 = (
                    x0 | b0 & p0,
                    x1 | b1 & p1,
                    x2 | b2 & p2,
                    x3 | b3 & p3,
                    x4 | b4 & p4,
                    x5 | b5 & p5,
                )
                y0, y1, y2, y3, y4, y5 = (
                    y0 | b0 & c0,
                    y1 | b1 & c1,
                    y2 | b2 & c2,
                    y3 | b3 & c3,
                    y4 | b4 & c4,
                    y5 | b5 & c5,
                )
                z0, z1, z2, z3, z4, z5 = (
                    z0 | b0 & e0,
                    z1 | b1 & e1,
                    z2 | b2 & e2,
                    z3 | b3 & e3,
                    z4 | b4 & e4,
                    z5 | b5 & e5,
                )
            elif not (
                x0
                | x1
                | x2
                | x3
                | x4
                | x5
                | y0
                | y1
                | y2
                | y3
                | y4
                | y5
                | z0
                | z1
                | z2
                | z3
                | z4
                | z5
            ):
                break
            f0, f1, f2, f3, f4, f5 = x0, x1, x2, x3, x4, x5
            x0, x1, x2, x3, x4, x5 = y0, y1, y2, y3, y4, y5
            y0, y1, y2, y3, y4, y5 = z0, z1, z2, z3, z4, z5
            z0 = z1 = z2 = z3 = z4 = z5 = 0
            price += 1
        return least

    def _walk_whole(self, side: int, far: list[int] | None) -> int:
        """The same on whole sets: where nothing is compiled, six words cost six times as much."""
        own, plain, central = _whole(self.own), _whole(self.plain), _whole(self.central)
        others = _whole(self.others)
        start, goal = _whole(_SIDE[side]), _whole(_SIDE[side ^ 1])
        unseen = own | plain | central | others
        now, one, two, three = start & own, start & plain, start & central, start & others
        least = FAR
        for price in range(FAR):
            now &= unseen
            if now:
                unseen ^= now
                beside = joined = now
                while joined:
                    both = joined | joined << 1
                    near = both | both >> 1 | both << _COLUMN | both >> _COLUMN + 1
                    beside |= near
                    joined = near & own & unseen
                    unseen ^= joined
                    now |= joined
                if least == FAR and now & goal:
                    least = price
                    if far is None:
                        break
                if far is not None:
                    while now:
                        low = now & -now
                        far[_SPACE_OF_BIT[low.bit_length()]] = price
                        now ^= low
                one |= beside & plain
                two |= beside & central
                three |= beside & others
            elif not (one | two | three):
                break
            now, one, two, three = one, two, three, 0
        return least


def _whole(spaces: Spaces) -> int:
    """The set as one long integer."""
    words: list[int] = [spaces.w0, spaces.w1, spaces.w2, spaces.w3, spaces.w4, spaces.w5]
    whole = 0
    for word in range(_WORDS):
        whole |= words[word] << _COLUMNS * _COLUMN * word
    return whole


_SPACE_OF_BIT: Final[dict[int, int]] = {
    _BIT[space].bit_length() + _COLUMNS * _COLUMN * _WORD[space]: space for space in range(SPACES)
}
"""Each space, by the length of its bit in a whole set."""


def _enter(spaces: i64, word: i64, price: i64, far: list[int]) -> None:
    """Enters *price* for the *spaces* of a word."""
    base: i64 = word * _PRIME
    while spaces:
        low: i64 = spaces & -spaces
        far[_SPACE[base + low % _PRIME]] = price
        spaces ^= low


def list_costs(tops: list[int], seat: int, basic: bool) -> list[int]:
    """What each space costs on a way of *seat*."""
    costs = [EMPTY] * SPACES
    for space in range(SPACES):
        top: i64 = tops[space]
        if top >= 0:
            costs[space] = 0 if top & 1 == seat else ENEMY
        elif IS_CENTRAL[space] and not basic:
            costs[space] = CENTRAL
    return costs


class Prices:
    """What the cheapest ways between opposite sides cost a seat: *least* between the sides that are
    nearest to each other, *second* between the next pair."""

    def __init__(self, own: list[int], others: list[int], basic: bool) -> None:
        walker = Walker(own, others, basic)
        least: i64 = FAR
        second: i64 = FAR
        for pair in range(PAIRS):
            price: i64 = walker.walk(2 * pair, None)
            if price < least:
                second = least
                least = price
            elif price < second:
                second = price
        self.least: Final[int] = least
        self.second: Final[int] = second


class Outlook:
    """How far a seat is from joining opposite sides, space by space, for the choice of a turn.

    *detours* says by how much the cheapest way through each space is dearer than the cheapest of
    all, ``OFFSETS`` at most. *narrowness* is how much it hurts to lose the space: ``NARROWEST``
    divided by the number of spaces, not own ones, that a cheapest way could take instead; half of
    it for own dots on such a way, 0 where none goes. *touches* has a bit for each side to which a
    dot on the space would be joined at once.
    """

    def __init__(self, tops: list[int], seat: int, basic: bool) -> None:
        dots = find_dots(tops)
        walker = Walker(dots[seat], dots[1 - seat], basic)
        costs = list_costs(tops, seat, basic)
        far: list[list[int]] = []
        prices = [0] * (2 * PAIRS)
        least: i64 = FAR
        for side in range(2 * PAIRS):
            row = [FAR] * SPACES
            prices[side] = walker.walk(side, row)
            least = min(least, prices[side])
            far.append(row)
        self.least: Final[int] = least
        self.detours: Final = [OFFSETS] * SPACES
        self.narrowness: Final = [0] * SPACES
        self.touches: Final = [0] * SPACES
        detours, narrowness, touches = self.detours, self.narrowness, self.touches
        is_first = True
        for pair in range(PAIRS):
            there = far[2 * pair]
            back = far[2 * pair + 1]
            bit: i64 = 1 << 2 * pair
            across = prices[2 * pair] - least
            breadth = [0] * (FAR + 1)
            for space in range(SPACES):
                cost: i64 = costs[space]
                one: i64 = there[space]
                other: i64 = back[space]
                detour: i64 = one + other - cost - least
                if detour < detours[space]:
                    detours[space] = detour
                if detour == 0 and cost:
                    breadth[one] += 1
                if one == cost:
                    touches[space] |= bit
                if other == cost:
                    touches[space] |= bit + bit
            if across == 0:
                for space in range(SPACES):
                    narrow: i64 = 0
                    if there[space] + back[space] - costs[space] == least:
                        narrow = NARROWEST // (breadth[there[space]] if costs[space] else 2)
                    if is_first or narrow < narrowness[space]:
                        narrowness[space] = narrow
                is_first = False
