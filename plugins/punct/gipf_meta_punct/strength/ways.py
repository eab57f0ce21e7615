# mypyc: compile
"""The cheapest ways across the board, computed on sets of spaces in machine words.

A word holds columns of 18 bits, so the neighbours of its spaces are shifts away, within it or in
the words beside it. Compiled, six words hold three columns each, for these are registers; from
the sources one word holds all columns, for there six words cost six times as much. Own dots cost
nothing on a way, empty spaces 1, those of the centre, where a new piece may not lie, 2, dots of
the other seat 3. The way to a space costs as much as all its spaces, this one included.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import FunctionType
from typing import TYPE_CHECKING, Final, TypeAlias

from gipf_meta_punct.board import CENTRE, PLACES, SIDES, SPACES

if TYPE_CHECKING:
    from mypy_extensions import i64

EMPTY: Final = 1
CENTRAL: Final = 2
ENEMY: Final = 3
FAR: Final = 99
"""A price above that of any way."""
PAIRS: Final = 3
"""The number of pairs of opposite sides."""

_Words: TypeAlias = tuple[list[int], list[int], list[int], list[int]]
"""The words of four sets: own, plain and central spaces, and those of the enemy."""

Stage: TypeAlias = tuple[int, int, int, int, int]
"""The state of a walk at a price: the set not reached, reached now, and at the next three
prices."""


def _is_compiled() -> bool:
    """Whether this module is compiled: its functions are no Python functions then."""
    return not isinstance(_is_compiled, FunctionType)


_IS_COMPILED: Final = _is_compiled()
GOES_ON: Final = not _IS_COMPILED
"""Whether walks continue from stages of another board's walk; on registers that is not needed."""
_COLUMN: Final = 18
_COLUMNS: Final = 3 if _IS_COMPILED else 18
"""The number of columns in a word."""
_WORDS: Final = 18 // _COLUMNS
_PRIME: Final = 67
"""A prime: the remainders of all bits of a word of three columns are different."""

#: the word of each space, and its bit there
_WORD: Final[list[int]] = [(c - 1) // _COLUMNS for c, _r in PLACES]
_BIT: Final[list[int]] = [1 << _COLUMN * ((c - 1) % _COLUMNS) + r for c, r in PLACES]
_PLACE_OF: Final[dict[int, int]] = {
    _WORD[space] * _PRIME + _BIT[space] % _PRIME: space for space in range(SPACES)
}
_SPACE: Final = bytes([_PLACE_OF.get(place, 0) for place in range(_WORDS * _PRIME)])
"""The space of a bit, by its word and its remainder."""
_SPACE_OF_LENGTH: Final[dict[int, int]] = {
    _BIT[space].bit_length(): space for space in range(SPACES)
}
"""Each space, by the length of its bit where one word holds all columns."""


def list_words(spaces: Iterable[int]) -> list[int]:
    """The words of the set of *spaces*."""
    words = [0] * _WORDS
    for space in spaces:
        words[_WORD[space]] |= _BIT[space]
    return words


NO_DOTS: Final[list[int]] = list_words(())
_CENTRE: Final[list[int]] = list_words(CENTRE)
_BOARD: Final[list[int]] = list_words(range(SPACES))
#: the sides, opposite ones one after the other
_SIDE: Final[list[list[int]]] = [
    list_words([space for space in range(SPACES) if SIDES[space] >> side & 1])
    for side in range(2 * PAIRS)
]


def find_dots(tops: list[int]) -> list[list[int]]:
    """The words of the sets of spaces on which dots of seats 0 and 1 are highest."""
    found = [NO_DOTS.copy(), NO_DOTS.copy()]
    for space in range(SPACES):
        top: i64 = tops[space]
        if top >= 0:
            found[top & 1][_WORD[space]] |= _BIT[space]
    return found


def with_dots(dots: list[int], spaces: list[int]) -> list[int]:
    """The words of the set *dots* with *spaces* more."""
    found = dots.copy()
    for space in spaces:
        found[_WORD[space]] |= _BIT[space]
    return found


def without_dots(dots: list[int], spaces: list[int]) -> list[int]:
    """The words of the set *dots* without *spaces*."""
    found = dots.copy()
    for space in spaces:
        found[_WORD[space]] &= ~_BIT[space]
    return found


class Spaces:
    """A set of spaces, by its six words."""

    def __init__(self, w0: i64, w1: i64, w2: i64, w3: i64, w4: i64, w5: i64) -> None:
        self.w0: Final = w0
        self.w1: Final = w1
        self.w2: Final = w2
        self.w3: Final = w3
        self.w4: Final = w4
        self.w5: Final = w5


def _pack(words: list[int]) -> Spaces:
    """The set with these six words."""
    return Spaces(words[0], words[1], words[2], words[3], words[4], words[5])


_SIDE_SPACES: Final[list[Spaces]] = [_pack(words) for words in _SIDE if _IS_COMPILED]
_BOARD_SPACES: Final[list[Spaces]] = [_pack(words) for words in [_BOARD] if _IS_COMPILED]
_CENTRE_SPACES: Final[list[Spaces]] = [_pack(words) for words in [_CENTRE, NO_DOTS] if _IS_COMPILED]
"""The spaces that are dearer; by ``basic`` as an index: those of the centre, or none."""


_NO_WORDS: Final[_Words] = ([], [], [], [])


def _tell_apart(own: list[int], others: list[int], basic: bool) -> _Words:
    """The words of own, plain and central spaces, and those of the enemy."""
    central: list[int] = []
    plain: list[int] = []
    for word in range(_WORDS):
        free = _BOARD[word] & ~(own[word] | others[word])
        dear = 0 if basic else free & _CENTRE[word]
        central.append(dear)
        plain.append(free ^ dear)
    return own, plain, central, others


class Walker:
    """The walk from one side to the opposite one, over all spaces, price by price.

    *own* and *others* are the words of the spaces on which dots of the seat that walks and of
    the other one are highest. Empty spaces of the centre cost no more than others if *basic*.
    """

    def __init__(self, own: list[int], others: list[int], basic: bool) -> None:
        self.words: Final = _NO_WORDS if _IS_COMPILED else _tell_apart(own, others, basic)
        #: own spaces and those of the enemy, as registers
        self.spaces: Final = [_pack(words) for words in (own, others) if _IS_COMPILED]
        self.basic: Final = basic

    def walk(
        self,
        side: i64,
        far: list[int] | None,
        most: i64 = FAR,
        stages: list[Stage] | None = None,
        begin: int = 0,
    ) -> i64:
        """Returns the price of the cheapest way from *side*, 0 to 5, to the opposite one.

        It returns *most* if no way costs less.

        With *far*, the price of the way to each space is entered there and, from the sources, each
        stage of the walk in *stages*. Without it, a walk from the sources goes on from the price
        *begin* in the *stages* of another board, which is the same as far as it was walked there.

        In what follows a letter is a set of spaces: *o*, *p*, *c* and *e* are own, plain and
        central spaces and those of the enemy, *g* is the goal, *u* the set not reached yet. *f0* …
        are reached at this price, *x*, *y* and *z* at the next three unless they were before.
        """
        if not _IS_COMPILED:
            return _walk_whole(self.words, side, far, most, stages, begin)
        spaces = self.spaces
        own, others = spaces[0], spaces[1]
        board, centre = _BOARD_SPACES[0], _CENTRE_SPACES[int(self.basic)]
        start, goal = _SIDE_SPACES[side], _SIDE_SPACES[side ^ 1]
        o0, o1, o2, o3, o4, o5 = own.w0, own.w1, own.w2, own.w3, own.w4, own.w5
        e0, e1, e2, e3, e4, e5 = others.w0, others.w1, others.w2, others.w3, others.w4, others.w5
        p0, p1, p2, p3, p4, p5 = (
            board.w0 & ~(o0 | e0),
            board.w1 & ~(o1 | e1),
            board.w2 & ~(o2 | e2),
            board.w3 & ~(o3 | e3),
            board.w4 & ~(o4 | e4),
            board.w5 & ~(o5 | e5),
        )
        c0, c1, c2, c3, c4, c5 = (
            p0 & centre.w0,
            p1 & centre.w1,
            p2 & centre.w2,
            p3 & centre.w3,
            p4 & centre.w4,
            p5 & centre.w5,
        )
        p0, p1, p2, p3, p4, p5 = p0 ^ c0, p1 ^ c1, p2 ^ c2, p3 ^ c3, p4 ^ c4, p5 ^ c5
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
        least: i64 = most
        price: i64 = 0
        while price < most:
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
                if least == most and (f0 & g0 | f1 & g1 | f2 & g2 | f3 & g3 | f4 & g4 | f5 & g5):
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


def _walk_whole(
    words: _Words,
    side: int,
    far: list[int] | None,
    most: int,
    stages: list[Stage] | None,
    begin: int,
) -> int:
    """Does the same as ``Walker.walk`` on one word for the whole board."""
    own, plain, central, others = words[0][0], words[1][0], words[2][0], words[3][0]
    start, goal = _SIDE[side][0], _SIDE[side ^ 1][0]
    unseen = own | plain | central | others
    now, one, two, three = start & own, start & plain, start & central, start & others
    if begin and stages is not None:
        unseen, now, one, two, three = stages[begin]
    else:
        begin = 0
    least = most
    for price in range(begin, most):
        if far is not None and stages is not None:
            stages.append((unseen, now, one, two, three))
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
            if least == most and now & goal:
                least = price
                if far is None:
                    break
            if far is not None:
                while now:
                    low = now & -now
                    far[_SPACE_OF_LENGTH[low.bit_length()]] = price
                    now ^= low
            one |= beside & plain
            two |= beside & central
            three |= beside & others
        elif not (one | two | three):
            break
        now, one, two, three = one, two, three, 0
    return least


def _enter(spaces: i64, word: i64, price: i64, far: list[int]) -> None:
    """Enters *price* in *far* for the *spaces* of one word."""
    base: i64 = word * _PRIME
    while spaces:
        low: i64 = spaces & -spaces
        far[_SPACE[base + low % _PRIME]] = price
        spaces ^= low
