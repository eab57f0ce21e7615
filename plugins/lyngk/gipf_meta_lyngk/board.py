# mypyc: compile
"""The board of LYNGK (docs/reference/lyngk.md §1): 43 points of a star.

A point is a number from 0 to 42, in the order of the names: by column, then upwards. Sets of points
are masks, one bit a point.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

#: how many points each column has, from a to i
COLUMNS: Final = (1, 4, 7, 6, 7, 6, 7, 4, 1)
#: in each column the row of a point is its number and this
SHIFTS: Final = (2, 1, 0, 1, 1, 2, 2, 4, 6)
#: the six directions around a point, as changes of column and row; opposite is three further
WAYS: Final = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))

#: column, from 1, and row of each point
PLACES: Final = tuple(
    (column, number + SHIFTS[column - 1])
    for column in range(1, len(COLUMNS) + 1)
    for number in range(1, COLUMNS[column - 1] + 1)
)
POINTS: Final = tuple(range(len(PLACES)))
NAME_OF: Final = tuple(f"{chr(96 + c)}{r - SHIFTS[c - 1]}" for c, r in PLACES)
POINT_OF: Final = {name: point for point, name in enumerate(NAME_OF)}


def _ray(point: int, way: int) -> tuple[int, ...]:
    """The points from *point* in the direction *way*, up to the edge."""
    found: list[int] = []
    (column, row), (dc, dr) = PLACES[point], WAYS[way]
    while (column + dc, row + dr) in PLACES:
        column, row = column + dc, row + dr
        found.append(PLACES.index((column, row)))
    return tuple(found)


#: for each point and each direction the points that follow
RAYS: Final = tuple(tuple(_ray(point, way) for way in range(len(WAYS))) for point in POINTS)


def bits(mask: int) -> Iterator[int]:
    """The numbers of the set bits, upwards."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def names(mask: int) -> list[str]:
    """The names of the points in *mask*, by column, then number."""
    return [NAME_OF[point] for point in bits(mask)]


def next_occupied(point: int, way: int, occupied: int) -> int:
    """The first *occupied* point from *point* in the direction *way* (§4.2); -1 without one."""
    for other in RAYS[point][way]:
        if occupied >> other & 1:
            return other
    return -1


def between(origin: int, target: int) -> tuple[int, ...]:
    """The points between two of one line, in the order in which a stack passes them."""
    for ray in RAYS[origin]:
        if target in ray:
            return ray[: ray.index(target)]
    return ()


def is_line(origin: int, target: int) -> bool:
    """Whether two points lie on one line."""
    return any(target in ray for ray in RAYS[origin])


def sees(stacks: tuple[int, ...], origin: int, target: int) -> bool:
    """Whether no stack stands between two points of one line."""
    for ray in RAYS[origin]:
        for point in ray:
            if point == target:
                return True
            if stacks[point]:
                break
    return False
