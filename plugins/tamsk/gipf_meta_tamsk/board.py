# mypyc: compile
"""The board of TAMSK (docs/reference/tamsk.md §2): 37 spaces, their links and capacities.

A space is a number from 0 to 36, in the order of ``NAMES``; a set of spaces is a mask, one bit a
space.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gipf_meta import HexLattice

LATTICE: Final = HexLattice((4, 5, 6, 7, 6, 5, 4), centre=3)

#: by column, then row
NAMES: Final = LATTICE.cells
SPACE: Final = {name: space for space, name in enumerate(NAMES)}
SPACES: Final = len(NAMES)
#: the bit of each space on the lattice, where steps are shifts
BIT: Final = tuple(LATTICE.bit_of[name] for name in NAMES)


def mask(names: tuple[str, ...] | list[str]) -> int:
    """The set of the spaces called *names*."""
    return sum(1 << SPACE[name] for name in names)


def occupied(standing: Sequence[int]) -> int:
    """The set of the spaces on which glasses stand; a glass that is not placed stands on -1."""
    mask = 0
    for space in standing:
        if space >= 0:
            mask |= 1 << space
    return mask


def spaces(mask: int) -> list[int]:
    """The spaces of a set, in order."""
    out = []
    while mask:
        low = mask & -mask
        out.append(low.bit_length() - 1)
        mask ^= low
    return out


def _neighbours(name: str) -> int:
    """The spaces beside a space."""
    steps = (LATTICE.neighbour(name, direction) for direction in range(6))
    return mask([step for step in steps if step is not None])


#: the adjacent spaces of each space, as masks (§2.2)
NEIGHBOURS: Final = tuple(_neighbours(name) for name in NAMES)


def _distances(centre: int) -> list[int]:
    """The distance of every space from *centre*."""
    found = {centre: 0}
    rim = [centre]
    while rim:
        nearer = rim.pop(0)
        for space in spaces(NEIGHBOURS[nearer]):
            if space not in found:
                found[space] = found[nearer] + 1
                rim.append(space)
    return [found[space] for space in range(SPACES)]


#: how many rings a space holds (§2.3)
CAPACITY: Final = tuple(4 - distance for distance in _distances(SPACE["d4"]))

#: where the glasses R1 R2 R3 B1 B2 B3 stand at the start (§2.4)
CORNERS: Final = tuple(SPACE[name] for name in ("a1", "d7", "g1", "d1", "a4", "g4"))


def _place_on_paper(name: str) -> tuple[int, int]:
    """The place at which *name* is drawn: x in half spaces to the right, y in rows downwards.

    The rows of the physical board run across.
    """
    x, y = LATTICE.xy[name]
    column = x
    row = (column - y) // 2
    return 2 * column - row, row


XY: Final = {name: _place_on_paper(name) for name in NAMES}
