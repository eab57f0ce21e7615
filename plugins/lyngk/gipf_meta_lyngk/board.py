# mypyc: compile
"""The board of LYNGK (docs/reference/lyngk.md §1): 43 points of a star.

A point is a number from 0 to 42, in the order of the names: by column, then upwards. Sets of points
are masks, one bit a point.
"""

from __future__ import annotations

from typing import Final

from gipf_meta import HexPlaces

#: how many points each column has, from a to i
COLUMNS: Final = (1, 4, 7, 6, 7, 6, 7, 4, 1)
#: in each column the row of a point is its number and this
SHIFTS: Final = (2, 1, 0, 1, 1, 2, 2, 4, 6)

#: column, from 1, and row of each point
PLACES: Final = tuple(
    (column, number + SHIFTS[column - 1])
    for column in range(1, len(COLUMNS) + 1)
    for number in range(1, COLUMNS[column - 1] + 1)
)
POINTS: Final = tuple(range(len(PLACES)))
NAME_OF: Final = tuple(f"{chr(96 + c)}{r - SHIFTS[c - 1]}" for c, r in PLACES)
BOARD: Final = HexPlaces(PLACES, NAME_OF)
#: for each point and each direction the points that follow
RAYS: Final = BOARD.rays


def sees(stacks: tuple[int, ...], origin: int, target: int) -> bool:
    """Whether no stack stands between two points of one line."""
    for ray in RAYS[origin]:
        for point in ray:
            if point == target:
                return True
            if stacks[point]:
                break
    return False
