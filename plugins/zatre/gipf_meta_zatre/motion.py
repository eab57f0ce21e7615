"""The motions of tiles by a decision or a draw of Zatre."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, takewhile

from gipf_meta import Motion, Way
from gipf_meta_zatre.board import NAME, RIGHT, UP
from gipf_meta_zatre.grid import LEAST, MOST, Grid
from gipf_meta_zatre.rules import Rules
from gipf_meta_zatre.state import PLACE, Move, State
from gipf_meta_zatre.view import held_id


def moved(rules: Rules, before: State, move: Move, after: State) -> Sequence[Motion]:
    """The motion of a tile from a hand to a cell (§5), or from the bag to a hand (§3, §4); bag and
    lottery are out of sight."""
    if move.kind == PLACE:
        placed = Motion((Way(held_id(move.player, move.value), NAME[move.cell]),))
        return (placed, *(Motion(row=row) for row in _rows(after.grid, move.cell)))
    drawn = tuple(
        Way("", held_id(player, value))
        for player, (had, has) in enumerate(zip(before.hands, after.hands, strict=True))
        for value in (Counter(has) - Counter(had)).elements()
    )
    return (Motion(drawn),) if drawn else ()


def _rows(grid: Grid, cell: int) -> Iterator[tuple[str, ...]]:
    """The lines through the tile on *cell* that score (§6), each from its first tile."""
    for step in (RIGHT, UP):
        first, total = grid.line(cell, step)
        if LEAST <= total <= MOST:
            cells = takewhile(grid.board.__getitem__, count(first, step))
            yield tuple(NAME[each] for each in cells)
