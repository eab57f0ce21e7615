# mypyc: compile
"""The board of TZAAR (docs/reference/tzaar.md §1): 60 spaces around a hole.

A space is a number from 0 to 59, in the order of the names: by column, then upwards. Sets of spaces
are masks, one bit a space.
"""

from __future__ import annotations

from typing import Final

from gipf_meta import HexPlaces

#: columns and diagonals are numbered from 1 to 9, the hole lies where both are 5
LAST: Final = 9
MIDDLE: Final = 5


def is_space(column: int, diagonal: int) -> bool:
    """Whether there is a space in *column* on *diagonal*, which rises from the left (y of §1)."""
    return (
        1 <= column <= LAST
        and 1 <= diagonal <= LAST
        and -MIDDLE < column - diagonal < MIDDLE
        and (column, diagonal) != (MIDDLE, MIDDLE)
    )


#: column and diagonal of each space
PLACES: Final = tuple(
    (c, y) for c in range(1, LAST + 1) for y in range(1, LAST + 1) if is_space(c, y)
)
SPACES: Final = tuple(range(len(PLACES)))
NAME_OF: Final = tuple(f"{chr(96 + c)}{y - max(0, c - MIDDLE)}" for c, y in PLACES)
BOARD: Final = HexPlaces(PLACES, NAME_OF)
#: for each space and each direction the spaces that follow, up to the edge or the hole
RAYS: Final = BOARD.rays
#: the mask of all spaces
FULL: Final = (1 << len(SPACES)) - 1
