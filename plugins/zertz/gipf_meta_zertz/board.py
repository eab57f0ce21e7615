# mypyc: compile
"""The six boards of ZÈRTZ (docs/reference/zertz.md §1), and tables that turn masks into moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, TypeAlias

from gipf_meta import HexLattice

#: bits kept for the cell in a move; the biggest board needs cells up to 88
CELL_BITS: Final = 7

#: number of rings: rings per column, index of the centre column
SIZES: Final[dict[int, tuple[tuple[int, ...], int]]] = {
    37: ((4, 5, 6, 7, 6, 5, 4), 3),
    40: ((5, 6, 7, 7, 6, 5, 4), 3),
    43: ((5, 6, 7, 7, 6, 5, 4, 3), 3),
    44: ((5, 6, 7, 8, 7, 6, 5), 3),
    48: ((5, 6, 7, 8, 7, 6, 5, 4), 3),
    61: ((5, 6, 7, 8, 9, 8, 7, 6, 5), 4),
}

#: rings in one part of a board: 2 ** 13 masks at most are ever tabulated for a part
PART: Final = 13


def bits(mask: int) -> Iterator[int]:
    """The numbers of the set bits, upwards."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Part(dict[int, tuple[int, ...]]):
    """The moves of all *kinds* on the cells of a mask; each entry is made when it is first read."""

    def __init__(self, kinds: tuple[int, ...]) -> None:
        super().__init__()
        self.kinds: Final = kinds

    def __missing__(self, mask: int) -> tuple[int, ...]:
        moves = tuple(kind << CELL_BITS | bit for bit in bits(mask) for kind in self.kinds)
        self[mask] = moves
        return moves


Table: TypeAlias = tuple[tuple[int, Part], ...]


class Board:
    """One board: its lattice, and moves by mask.

    ``names`` finds the bit of a coordinate as a reader may write it: on 61 rings the ninth column
    is ``i``, and ``j`` is an alias (§1).
    """

    def __init__(self, rings: int) -> None:
        heights, centre = SIZES[rings]
        self.rings: Final = rings
        self.lattice: Final = HexLattice(heights, centre)
        self.names: Final = dict(self.lattice.bit_of)
        if rings == 61:
            self.names.update(
                {f"j{name[1:]}": bit for name, bit in self.lattice.bit_of.items() if name[0] == "i"}
            )
        #: the mask of each cell
        self.bits: Final = tuple(sorted(self.lattice.name_of))
        self.cells: Final = tuple(1 << bit for bit in self.bits)
        #: the places of a plane, for programs that learn: whole rows of the lattice
        self.places: Final = (self.bits[-1] // self.lattice.stride + 1) * self.lattice.stride
        self._tables: Final[dict[tuple[int, ...], Table]] = {}

    def __reduce__(self) -> tuple[Callable[[int], Board], tuple[int]]:
        return board, (self.rings,)

    def table(self, kinds: tuple[int, ...]) -> Table:
        """The parts of the board, each with its moves of these *kinds* by mask.

        The moves of a mask are those of ``mask & part`` in every part, one after the other.
        """
        if kinds not in self._tables:
            count = -(-len(self.cells) // PART)
            parts = [sum(self.cells[n::count]) for n in range(count)]
            self._tables[kinds] = tuple((part, Part(kinds)) for part in parts)
        return self._tables[kinds]


@cache
def board(rings: int) -> Board:
    """The board with *rings* rings, shared by all games."""
    return Board(rings)
