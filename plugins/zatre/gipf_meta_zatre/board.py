# mypyc: compile
"""The board of Zatre (docs/reference/zatre.md §2): 193 cells, 33 of them doubling cells.

A cell is a number, ``17 * row + column`` with columns and rows from 1 to 15, so that a margin of
numbers that are no cells surrounds the board and a step is always the same difference.
"""

from __future__ import annotations

from typing import Final

COLUMNS: Final = "abcdefghijklmno"
WIDTH: Final = 17
SIZE: Final = WIDTH * WIDTH

RIGHT: Final = 1
UP: Final = WIDTH


def _exists(column: int, row: int) -> bool:
    """The inner square, and two strips of three cells on each side."""
    if 2 <= column <= 14 and 2 <= row <= 14:
        return True
    along = row if column in (1, 15) else column
    across = column if column in (1, 15) else row
    return across in (1, 15) and along in (5, 6, 7, 9, 10, 11)


def _doubles(column: int, row: int) -> bool:
    """The diagonals of the inner square, and the outer cells beside a missing middle one."""
    inner = 2 <= column <= 14 and 2 <= row <= 14
    if inner:
        return column == row or column + row == 16
    return 7 in (column, row) or 9 in (column, row)


_GRID: Final = [(column, row) for column in range(1, 16) for row in range(1, 16)]
#: the cells, by column, then row: the order of names
NAME: Final = {
    WIDTH * row + column: f"{COLUMNS[column - 1]}{row}"
    for column, row in _GRID
    if _exists(column, row)
}
CELL: Final = {name: cell for cell, name in NAME.items()}
CELLS: Final = tuple(NAME)
DOUBLING: Final = frozenset(
    WIDTH * row + column for column, row in _GRID if _exists(column, row) and _doubles(column, row)
)
CENTRE: Final = CELL["h8"]
NEIGHBOURS: Final = {
    cell: tuple(cell + step for step in (RIGHT, -RIGHT, UP, -UP) if cell + step in NAME)
    for cell in CELLS
}


def place_of(cell: int) -> tuple[int, int]:
    """Column and row of a cell, from 1."""
    return cell % WIDTH, cell // WIDTH
