# mypyc: compile
"""The board of YINSH (docs/reference/yinsh.md §1): 85 points, and tables of the points between
them.

A point is a bit: ``12 * number + column``, columns counted from 0. So a step of a whole set of
points is a shift, and no step from the board ends on another side of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

COLUMNS: Final = "abcdefghijk"
#: the lowest and the highest number of each column
NUMBERS: Final = (
    (2, 5), (1, 7), (1, 8), (1, 9), (1, 10), (2, 10), (2, 11), (3, 11), (4, 11), (5, 11), (7, 10),
)  # fmt: skip
STRIDE: Final = 12
#: one place up in a column, one along a number to the right, one along both
AXES: Final = (STRIDE, 1, STRIDE + 1)
#: the six steps, as changes of the bit: N, NE, SE, S, SW, NW
STEPS: Final = (STRIDE, STRIDE + 1, 1, -STRIDE, -STRIDE - 1, -1)
#: the bits of a point in a move
POINT_BITS: Final = 8

#: the points by column, then number
CELLS: Final = tuple(
    f"{letter}{number}"
    for letter, (low, high) in zip(COLUMNS, NUMBERS, strict=True)
    for number in range(low, high + 1)
)
BIT_OF: Final[dict[str, int]] = {
    name: STRIDE * int(name[1:]) + COLUMNS.index(name[0]) for name in CELLS
}
NAME_OF: Final[dict[int, str]] = {bit: name for name, bit in BIT_OF.items()}
#: the bits of all points, by column, then number
BITS: Final = tuple(BIT_OF[name] for name in CELLS)
#: all points
FULL: Final = sum(1 << bit for bit in BITS)
#: where points are drawn: one step of y is half a place within a column, downwards
XY: Final[dict[str, tuple[int, int]]] = {
    name: (bit % STRIDE, bit % STRIDE - 2 * (bit // STRIDE)) for name, bit in BIT_OF.items()
}


def bits(mask: int) -> Iterator[int]:
    """The numbers of the set bits, upwards."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def names(mask: int) -> list[str]:
    """The names of the points in *mask*, by column, then number."""
    return [name for name, bit in BIT_OF.items() if mask >> bit & 1] if mask else []


def mask_of(*points: str) -> int:
    """The set of the points with the names *points*."""
    return sum(1 << BIT_OF[name] for name in points)


def step_towards(first: int, last: int) -> int:
    """The step of ``STEPS`` that leads from one point of a line to another."""
    way = last - first
    step = next(axis for axis in (STRIDE + 1, STRIDE, 1) if way % axis == 0)
    return step if way > 0 else -step


def _between() -> dict[int, int]:
    """The sets of points between *a* and *b*, for every two points of a line, by ``a << 8 | b``."""
    found: dict[int, int] = {}
    for bit in BITS:
        for step in STEPS:
            passed, at = 0, bit + step
            while at in NAME_OF:
                found[bit << POINT_BITS | at] = passed
                passed |= 1 << at
                at += step
    return found


#: the points strictly between two points of a line, by ``first << 8 | last``, bits in any order
BETWEEN: Final[dict[int, int]] = _between()
#: how many markers make a row
ROW: Final = 5
#: the five points of each window, by its two ends as ``first << 8 | last``, the lower bit first
WINDOWS: Final[dict[int, int]] = {
    first << POINT_BITS | first + 4 * step: sum(1 << first + n * step for n in range(ROW))
    for first in BITS
    for step in AXES
    if all(first + n * step in NAME_OF for n in range(ROW))
}
