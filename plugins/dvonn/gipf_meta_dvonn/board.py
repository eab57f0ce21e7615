# mypyc: compile
"""The board of DVONN (docs/reference/dvonn.md §1): 49 spaces in five rows.

A space (column c, row r) is one bit, ``(r - 1) * 12 + c - 1``, so a step of a whole set of spaces
is a shift. A row has eleven columns at most; the twelfth is empty, so that no step leads from one
end of a row to the other end of the next.
"""

from __future__ import annotations

from typing import Final

#: bits from one row to the next
ROW: Final = 12
#: bit numbers are below this
BITS: Final = 60
#: the steps in the six directions, as changes of the bit number: each is opposite to that three on
STEPS: Final = (1, ROW + 1, ROW, -1, -ROW - 1, -ROW)
#: the same as changes of column and row
WAYS: Final = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))
#: the longest line has so many spaces; a higher stack cannot move
LONGEST: Final = 11


def is_space(column: int, row: int) -> bool:
    """Whether there is a space in *column* (1 to 11) of *row* (1 to 5)."""
    return 1 <= row <= 5 and 1 <= column <= 11 and -2 <= column - row <= 8


def space_at(column: int, row: int) -> int:
    """The bit number of the space in *column* of *row*."""
    return (row - 1) * ROW + column - 1


def column_of(space: int) -> int:
    """The column of a space, from 1."""
    return space % ROW + 1


def row_of(space: int) -> int:
    """The row of a space, from 1 on White's side."""
    return space // ROW + 1


def _targets(space: int, far: int) -> tuple[int, ...]:
    """The spaces that are exactly *far* spaces away from *space* in a straight line."""
    column, row = column_of(space), row_of(space)
    return tuple(
        space_at(column + far * dc, row + far * dr)
        for dc, dr in WAYS
        if is_space(column + far * dc, row + far * dr)
    )


#: all spaces in the order of their letters, then of their numbers
SPACES: Final = tuple(space_at(c, r) for c in range(1, 12) for r in range(1, 6) if is_space(c, r))
NAME_OF: Final = {space: f"{chr(96 + column_of(space))}{row_of(space)}" for space in SPACES}
SPACE_OF: Final = {name: space for space, name in NAME_OF.items()}
#: the mask of all spaces
FULL: Final = sum(1 << space for space in SPACES)
#: the spaces a stack reaches, by its height (up to ``LONGEST``) and its bit number
TARGETS: Final = tuple(
    tuple(_targets(space, far) if far and FULL >> space & 1 else () for space in range(BITS))
    for far in range(LONGEST + 1)
)
#: the spaces with six neighbours, and the others
INNER: Final = sum(1 << space for space in SPACES if len(_targets(space, 1)) == 6)
EDGE: Final = FULL ^ INNER
#: f3, the space that the half turn of the board leaves where it is
CENTRE: Final = space_at(6, 3)
#: each pair of spaces that the half turn exchanges, in the order of its first space
PAIRS: Final = tuple(
    (space, space_at(12 - column_of(space), 6 - row_of(space)))
    for space in SPACES
    if SPACES.index(space) < SPACES.index(space_at(12 - column_of(space), 6 - row_of(space)))
)


def names(mask: int) -> list[str]:
    """The names of the spaces in *mask*, by letter, then number."""
    return [NAME_OF[space] for space in SPACES if mask >> space & 1]


def surrounded(occupied: int) -> int:
    """The spaces with six neighbours, all of which are *occupied* (§4)."""
    return (
        INNER & occupied >> 1 & occupied >> ROW & occupied >> ROW + 1
        & occupied << 1 & occupied << ROW & occupied << ROW + 1
    )  # fmt: skip


def connected(start: int, occupied: int) -> int:
    """The *occupied* spaces that are connected to those in *start*, which are occupied, too."""
    while True:
        right = start | start << 1
        left = start | start >> 1
        grown = (right | right << ROW | left | left >> ROW) & occupied
        if grown == start:
            return grown
        start = grown
