"""The board of Cairn, and the state of a game: stacks, hands, turn."""

from __future__ import annotations

from typing import NamedTuple

from gipf_meta import HexLattice

COLOURS = "wb"
BOARD = HexLattice((3, 4, 5, 4, 3), 2)
NEIGHBOURS = {
    space: [near for way in range(6) if (near := BOARD.neighbour(space, way))]
    for space in BOARD.cells
}


class State(NamedTuple):
    """The stacks by space, each from its bottom to its top; the hands; the number of the turn; the
    climb that a duel decides."""

    stacks: tuple[tuple[str, str], ...]
    hands: tuple[int, int]
    number: int
    contest: str = ""

    @property
    def seat(self) -> int:
        """The seat whose turn it is."""
        return (self.number - 1) % 2
