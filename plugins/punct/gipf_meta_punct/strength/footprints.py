# mypyc: compile
"""The footprints of pieces: the three spaces on which a new piece lies, whatever its kind."""

from __future__ import annotations

from typing import Final

from gipf_meta_punct.board import DOT, KIND, MINOR, OTHER, SPACES
from gipf_meta_punct.state import COUNT_BITS, COUNT_MASK

#: the shape of each kind, in the order of ``KINDS``: triangles, straight and angular pieces
_SHAPE: Final = (0, 1, 1, 2, 2, 2)
RESERVES: Final[list[int]] = [
    sum([COUNT_MASK << COUNT_BITS * kind for kind in range(6) if _SHAPE[kind] == shape])
    for shape in range(3)
]
"""The bits of a reserve that count pieces of each shape."""
OF_FOOTPRINT: Final[list[list[int]]] = []
"""The placements of each footprint, that is of each three spaces."""
FOOTPRINT: Final[list[int]] = []
"""The footprint of each placement."""
FOOTPRINTS_OVER: Final[list[list[list[int]]]] = [
    [[] for _space in range(SPACES)] for _shape in "TEM"
]
"""The footprints of each shape that take each space."""


def _number_footprints() -> list[list[int]]:
    """Fills the tables of footprints; returns the three spaces of each."""
    numbers: dict[tuple[int, ...], int] = {}
    spaces: list[list[int]] = []
    for placement in range(len(KIND)):
        a, b, c = sorted([DOT[placement], MINOR[placement], OTHER[placement]])
        if (a, b, c) not in numbers:
            number = numbers[a, b, c] = len(numbers)
            for space in (a, b, c):
                FOOTPRINTS_OVER[_SHAPE[KIND[placement]]][space].append(number)
            spaces.append([a, b, c])
            OF_FOOTPRINT.append([])
        FOOTPRINT.append(numbers[a, b, c])
        OF_FOOTPRINT[numbers[a, b, c]].append(placement)
    return spaces


_SPACES_OF: Final = _number_footprints()
LOW: Final = bytes([spaces[0] for spaces in _SPACES_OF])
"""The lowest space of each footprint, …"""
BETWEEN: Final = bytes([spaces[1] for spaces in _SPACES_OF])
HIGH: Final = bytes([spaces[2] for spaces in _SPACES_OF])
"""… and the other two, in their order."""
