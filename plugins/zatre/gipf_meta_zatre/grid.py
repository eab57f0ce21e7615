# mypyc: compile
"""The tiles on the board, and the sums that a new tile would make (docs/reference/zatre.md §2, §5).

A grid keeps the sums of the runs beside every empty cell. So one look into a table tells whether a
placement is legal.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from gipf_meta_zatre.board import CELLS, DOUBLING, RIGHT, SIZE, UP
from gipf_meta_zatre.sheet import SUMS

MOST: Final = 12
LEAST: Final = SUMS[0]


def _values(across: int, down: int, doubling: bool) -> int:
    """The values that may join runs with these sums, as a mask with bit v for value v (§5)."""
    mask = 0
    for value in range(1, 7):
        sums = [run + value for run in (across, down) if run]
        scores = any(total >= LEAST for total in sums)
        if sums and max(sums) <= MOST and (scores or not doubling):
            mask |= 1 << value
    return mask


#: by doubling, across, down: the values that fit; *across* and *down* can exceed 12 on a cell
#: between two long runs
_SUMS: Final = range(2 * MOST + 1)
FIT: Final = tuple(
    tuple(tuple(_values(across, down, doubling) for down in _SUMS) for across in _SUMS)
    for doubling in (False, True)
)
_IS_DOUBLING: Final = tuple(int(cell in DOUBLING) for cell in range(SIZE))
_NO_TILES: Final = bytes(SIZE)


class Grid(NamedTuple):
    """*board* has the value of the tile on each cell, 0 for none. For an empty cell *across* and
    *down* are the sums of the runs that a tile there would join in its row and in its column."""

    board: bytes = bytes(SIZE)
    across: bytes = bytes(SIZE)
    down: bytes = bytes(SIZE)

    @classmethod
    def of(cls, tiles: dict[int, int]) -> Grid:
        """The grid with *tiles*: cell and value."""
        grid = cls()
        for cell, value in tiles.items():
            grid = grid.put(cell, value)
        return grid

    @property
    def empty(self) -> bool:
        """Whether no tile is on the board."""
        return self.board == _NO_TILES

    def put(self, cell: int, value: int) -> Grid:
        """The grid with a tile of *value* on *cell*."""
        board, across, down = bytearray(self.board), bytearray(self.across), bytearray(self.down)
        board[cell] = value
        join(board, across, cell, RIGHT)
        join(board, down, cell, UP)
        return Grid(bytes(board), bytes(across), bytes(down))

    def sums(self, cell: int, value: int) -> list[int]:
        """The sums of 10, 11 and 12 that *value* on the empty *cell* would make."""
        return sums_made(self.across[cell], self.down[cell], value)

    def line(self, cell: int, step: int) -> tuple[int, int]:
        """The line through the tile on *cell* along *step*: its first cell and its sum."""
        board = self.board
        while board[cell - step]:
            cell -= step
        first, total = cell, 0
        while board[cell]:
            total += board[cell]
            cell += step
        return first, total

    def scores(self, cell: int) -> bool:
        """Whether a line through the tile on *cell* has a sum of 10, 11 or 12."""
        return any(LEAST <= self.line(cell, step)[1] <= MOST for step in (RIGHT, UP))

    def fits(self, values: int, doubling: bool = True) -> list[tuple[int, int]]:
        """Each cell and each of *values*, a mask, that may be placed on it (§5, 1-4).

        Without *doubling* the rule of doubling cells is left out.
        """
        board, across, down = self.board, self.across, self.down
        found: list[tuple[int, int]] = []
        for cell in CELLS:
            a, d = across[cell], down[cell]
            if (a or d) and not board[cell]:
                fitting = FIT[int(_IS_DOUBLING[cell] and doubling)][a][d] & values
                while fitting:
                    low = fitting & -fitting
                    found.append((cell, low.bit_length() - 1))
                    fitting ^= low
        return found

    def has_room(self, values: int) -> bool:
        """Whether one of *values*, a mask, fits a cell by some rule (§5)."""
        board, across, down = self.board, self.across, self.down
        fitting = FIT[0]
        for cell in CELLS:
            a, d = across[cell], down[cell]
            if (a or d) and not board[cell] and fitting[a][d] & values:
                return True
        return False


def sums_made(across: int, down: int, value: int) -> list[int]:
    """The sums of 10, 11 and 12 that *value* makes with the runs that it joins."""
    return [run + value for run in (across, down) if run and LEAST <= run + value <= MOST]


def join(board: bytearray, sums: bytearray, cell: int, step: int) -> tuple[int, int]:
    """Updates *sums* after a tile was put on *cell*: returns the two cells at the ends of its line,
    whose sums have changed."""
    before = cell - step
    run_before = 0
    while board[before]:
        run_before += board[before]
        before -= step
    after = cell + step
    run_after = 0
    while board[after]:
        run_after += board[after]
        after += step
    sums[before] += board[cell] + run_after
    sums[after] += board[cell] + run_before
    return before, after
