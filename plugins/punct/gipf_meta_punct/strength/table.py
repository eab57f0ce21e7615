# mypyc: compile
"""The board of a random game of PÜNCT: spaces and pieces that are changed in place.

No table of placements is used: of the six ways in which a piece can be turned on a space, the
legal ones are found by looking at the spaces around it, as a mask with a bit for each of
``DIRECTIONS``. Compiled, an attribute that is an ``i64`` is a word of memory; a number in a list
is an object.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gipf_meta_punct.board import (
    DIRECTIONS,
    IS_CENTRAL,
    KINDS,
    PLACEMENT_OF,
    PLACES,
    RAYS,
    SIDES,
    SPACE_AT,
    SPACES,
)
from gipf_meta_punct.rules import Rules
from gipf_meta_punct.state import piece

if TYPE_CHECKING:
    from mypy_extensions import i64

TRIANGLE: Final = KINDS.index("T")
CENTRED: Final = KINDS.index("C")
STRAIGHT: Final = KINDS.index("E")
BENT: Final = KINDS.index("M")
RIGHT: Final = KINDS.index("R")
ALL_TURNS: Final = 63
BEYOND: Final = 99
"""The level of the space that stands for all places beside the board."""
_MANY: Final = bytes([mask.bit_count() for mask in range(64)])


class TableSpace:
    """A space of the board, or the one space that stands for all places beside the board.

    *top* is the highest piece on it; *level* and *owner* are those of that piece, -1 of none.
    """

    def __init__(self, number: int) -> None:
        self.number: Final = number
        self.is_central: Final = number >= 0 and IS_CENTRAL[number]
        self.sides: i64 = SIDES[number] if number >= 0 else 0
        self.level: i64 = -1 if number >= 0 else BEYOND
        self.owner: i64 = -1
        self.top: TablePiece | None = None
        #: the flood that has reached it last
        self.reached: i64 = 0
        # its neighbours, in the order of DIRECTIONS
        self.up: TableSpace = self
        self.up_right: TableSpace = self
        self.down_right: TableSpace = self
        self.down: TableSpace = self
        self.down_left: TableSpace = self
        self.up_left: TableSpace = self
        self.beside: list[TableSpace] = []
        #: the directions in which its neighbour is outside the centre, the space behind that, and
        #: the one beside the neighbour and the next one
        self.outside: i64 = 0
        self.outside_behind: i64 = 0
        self.outside_right: i64 = 0
        #: the spaces to which a PÜNCT on it can go
        self.ray: list[TableSpace] = []

    def lay(self, one: TablePiece | None) -> None:
        """Makes *one* the highest piece, or clears the space."""
        self.top = one
        if one is None:
            self.level = -1
            self.owner = -1
        else:
            self.level = one.level
            self.owner = one.seat


class TablePiece:
    """A piece of *seat*: its PÜNCT is on *dot*, and its minor dots are on *near* and *far*.

    *near* is the first in the direction *turn*. The ``below_…`` are the pieces under each dot.
    """

    def __init__(self, seat: int, beyond: TableSpace) -> None:
        self.seat: Final[i64] = seat
        self.kind: i64 = 0
        self.turn: i64 = 0
        self.level: i64 = 0
        self.dot = self.near = self.far = beyond
        self.below_dot: TablePiece | None = None
        self.below_near: TablePiece | None = None
        self.below_far: TablePiece | None = None

    def is_free(self) -> bool:
        """Whether no piece lies on it."""
        return self.dot.top is self and self.near.top is self and self.far.top is self

    def turn_to(self, dot: TableSpace, turn: i64) -> None:
        """Puts its PÜNCT on *dot*, turned to the direction *turn*, without laying the piece."""
        kind = self.kind
        near = dot.beside[turn]
        self.dot = dot
        self.turn = turn
        self.near = near
        if kind == STRAIGHT:
            self.far = near.beside[turn]
        elif kind == TRIANGLE:
            self.far = dot.beside[_next(turn, 1)]
        elif kind == CENTRED:
            self.far = dot.beside[_next(turn, 3)]
        elif kind == BENT:
            self.far = dot.beside[_next(turn, 2)]
        elif kind == RIGHT:
            self.far = near.beside[_next(turn, 1)]
        else:
            self.far = near.beside[_next(turn, 5)]

    def lay(self) -> None:
        """Lays the piece on top of its three spaces."""
        self.below_dot = self.dot.top
        self.below_near = self.near.top
        self.below_far = self.far.top
        self.dot.lay(self)
        self.near.lay(self)
        self.far.lay(self)

    def lift(self) -> None:
        """Takes the piece, which must be free, from the board."""
        self.dot.lay(self.below_dot)
        self.near.lay(self.below_near)
        self.far.lay(self.below_far)

    def end(self) -> TableSpace:
        """The space of the end that is not *far*; a triangle has three ends."""
        return self.near if self.kind == CENTRED or self.kind == BENT else self.dot

    def middle(self) -> TableSpace:
        """The space of the middle dot; a triangle has none, and its third end stands for it."""
        return self.dot if self.kind == CENTRED or self.kind == BENT else self.near

    def number(self) -> int:
        """The integer of this piece in a state."""
        low, high = sorted([self.near.number, self.far.number])
        placement = PLACEMENT_OF[int(self.kind), self.dot.number, low, high]
        return piece(placement, int(self.seat), int(self.level))


def _next(turn: i64, steps: i64) -> i64:
    """The direction that is *steps* further clockwise."""
    turn += steps
    return turn if turn < 6 else turn - 6


def _rotate(mask: i64, steps: i64) -> i64:
    """The directions for which the direction *steps* further is in *mask*."""
    return (mask >> steps | mask << (6 - steps)) & ALL_TURNS


def _empty_beside(space: TableSpace) -> i64:
    """The directions in which the neighbour of *space* is empty."""
    found: i64 = 0
    if space.up.level < 0:
        found = 1
    if space.up_right.level < 0:
        found |= 2
    if space.down_right.level < 0:
        found |= 4
    if space.down.level < 0:
        found |= 8
    if space.down_left.level < 0:
        found |= 16
    if space.up_left.level < 0:
        found |= 32
    return found


def _empty_behind(space: TableSpace) -> i64:
    """The directions in which the space behind the neighbour is empty."""
    found: i64 = 0
    if space.up.up.level < 0:
        found = 1
    if space.up_right.up_right.level < 0:
        found |= 2
    if space.down_right.down_right.level < 0:
        found |= 4
    if space.down.down.level < 0:
        found |= 8
    if space.down_left.down_left.level < 0:
        found |= 16
    if space.up_left.up_left.level < 0:
        found |= 32
    return found


def _empty_right(space: TableSpace) -> i64:
    """The directions in which the space is empty that touches that neighbour and the next one."""
    found: i64 = 0
    if space.up.up_right.level < 0:
        found = 1
    if space.up_right.down_right.level < 0:
        found |= 2
    if space.down_right.down.level < 0:
        found |= 4
    if space.down.down_left.level < 0:
        found |= 8
    if space.down_left.up_left.level < 0:
        found |= 16
    if space.up_left.up.level < 0:
        found |= 32
    return found


def turns_on_board(space: TableSpace, kind: i64, keeps_out: bool) -> i64:
    """The directions to which a new piece of *kind* can be turned, with its PÜNCT on *space*.

    It lies on empty spaces, and with *keeps_out* outside the central hexagon.
    """
    if space.level >= 0:
        return 0
    outside: i64 = ALL_TURNS
    if keeps_out:
        if space.is_central:
            return 0
        outside = space.outside
    beside: i64 = _empty_beside(space) & outside
    if not beside:
        return 0
    if kind == TRIANGLE:
        return beside & _rotate(beside, 1)
    if kind == CENTRED:
        return beside & _rotate(beside, 3) & 7
    if kind == BENT:
        return beside & _rotate(beside, 2)
    if kind == STRAIGHT:
        found: i64 = beside & _empty_behind(space)
        return found & space.outside_behind if keeps_out else found
    beyond: i64 = _empty_right(space)
    if keeps_out:
        beyond &= space.outside_right
    return beside & (beyond if kind == RIGHT else _rotate(beyond, 5))


def turns_above(rules: Rules, one: TablePiece, space: TableSpace) -> i64:
    """The directions to which *one*, a lifted piece, can be turned above others, with its PÜNCT on
    *space*.

    The piece itself is turned meanwhile.
    """
    kind: i64 = one.kind
    if space.owner != one.seat and not (rules.frees_middle and kind in (CENTRED, BENT)):
        return 0
    found: i64 = 0
    bit: i64 = 1
    turn: i64 = 0
    turns: i64 = 3 if kind == CENTRED else 6
    while turn < turns:
        one.turn_to(space, turn)
        if _can_lie_above(rules, one):
            found |= bit
        bit += bit
        turn += 1
    return found


def _can_lie_above(rules: Rules, one: TablePiece) -> bool:
    """Whether *one*, as it is turned, can lie above others (§4.4, §4.5)."""
    dot = one.dot
    middle = one.middle()
    end = one.end()
    far_end = one.far
    level: i64 = end.level
    if level < 0 or level == BEYOND or far_end.level != level:
        return False
    if middle.level != level:
        if middle.level > level or one.kind == TRIANGLE:
            return False
        if rules.two_pieces and end.top is far_end.top:
            return False
        if middle is dot:
            if rules.forbids_middle:
                return False
            if rules.frees_middle:
                return True
    return dot.owner == one.seat


def count_turns(turns: i64) -> i64:
    """The number of directions in the mask *turns*."""
    return _MANY[turns]


def pick_turn(turns: i64, number: i64) -> i64:
    """The direction with that *number* in the mask *turns*, from 0."""
    turn: i64 = 0
    while True:
        if turns & 1:
            if number == 0:
                return turn
            number -= 1
        turns >>= 1
        turn += 1


def make_spaces() -> list[TableSpace]:
    """The spaces of an empty board, by their numbers; the last one stands for all places beside
    it."""
    spaces = [TableSpace(number) for number in range(SPACES)]
    beyond = TableSpace(-1)
    for space, (column, row) in zip(spaces, PLACES, strict=True):
        space.beside = [
            spaces[SPACE_AT[column + c, row + r]] if (column + c, row + r) in SPACE_AT else beyond
            for c, r in DIRECTIONS
        ]
        space.up, space.up_right, space.down_right = space.beside[:3]
        space.down, space.down_left, space.up_left = space.beside[3:]
        space.ray = [spaces[number] for number in RAYS[space.number]]
    beyond.beside = [beyond] * len(DIRECTIONS)
    for space in spaces:
        beside = space.beside
        space.outside = _outside(beside)
        space.outside_behind = _outside([beside[turn].beside[turn] for turn in range(6)])
        space.outside_right = _outside([beside[turn].beside[turn - 5] for turn in range(6)])
    return [*spaces, beyond]


def _outside(spaces: list[TableSpace]) -> int:
    """The directions in which the space of *spaces* is outside the centre."""
    return sum([1 << turn for turn in range(6) if not spaces[turn].is_central])
