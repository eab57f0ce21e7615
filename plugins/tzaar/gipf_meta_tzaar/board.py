# mypyc: compile
"""The board of TZAAR (docs/reference/tzaar.md §1): 60 spaces around a hole.

A space is a number from 0 to 59, in the order of the names: by column, then upwards. Sets of spaces
are masks, one bit a space.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

#: columns and diagonals are numbered from 1 to 9, the hole lies where both are 5
LAST: Final = 9
MIDDLE: Final = 5
#: the six directions around a space, as changes of column and diagonal; opposite is three further
WAYS: Final = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))


def is_space(column: int, diagonal: int) -> bool:
    """Whether there is a space in *column* on the *diagonal* that rises from the left (y of §1)."""
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
SPACE_OF: Final = {name: space for space, name in enumerate(NAME_OF)}
#: the mask of all spaces
FULL: Final = (1 << len(SPACES)) - 1


def _ray(space: int, way: int) -> tuple[int, ...]:
    """The spaces from *space* in the direction *way*, up to the edge or the hole."""
    found: list[int] = []
    (column, diagonal), (dc, dy) = PLACES[space], WAYS[way]
    while is_space(column + dc, diagonal + dy):
        column, diagonal = column + dc, diagonal + dy
        found.append(PLACES.index((column, diagonal)))
    return tuple(found)


#: for each space and each direction the spaces that follow
RAYS: Final = tuple(tuple(_ray(space, way) for way in range(len(WAYS))) for space in SPACES)


def bits(mask: int) -> Iterator[int]:
    """The numbers of the set bits, upwards."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def names(mask: int) -> list[str]:
    """The names of the spaces in *mask*, by column, then number."""
    return [NAME_OF[space] for space in bits(mask)]


def next_occupied(space: int, way: int, occupied: int) -> int:
    """The first *occupied* space from *space* in the direction *way* (§4); -1 without one."""
    for other in RAYS[space][way]:
        if occupied >> other & 1:
            return other
    return -1


def between(origin: int, target: int) -> tuple[int, ...]:
    """The spaces between two of one line, in the order in which a stack passes them."""
    for ray in RAYS[origin]:
        if target in ray:
            return ray[: ray.index(target)]
    return ()


def is_line(origin: int, target: int) -> bool:
    """Whether two spaces lie on one line, without the hole between them."""
    return any(target in ray for ray in RAYS[origin])


def bit_count(mask: i64) -> i64:
    """The number of set bits; *mask* has 63 bits at most."""
    mask -= mask >> 1 & 0x5555555555555555
    mask = (mask & 0x3333333333333333) + (mask >> 2 & 0x3333333333333333)
    mask = mask + (mask >> 4) & 0x0F0F0F0F0F0F0F0F
    return mask * 0x0101010101010101 >> 56 & 127


def bit_index(bit: i64) -> i64:
    """The number of the only set bit of *bit*."""
    return bit_count(bit - 1)
