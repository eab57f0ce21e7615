"""A board of stacks in a terminal."""

from __future__ import annotations

import pytest

from gipf_meta.paint.painter import Painter
from gipf_meta.paint.palette import DARK, HIGH_CONTRAST
from tests.paint.boards import fitted, views


@pytest.mark.parametrize(("size", "letters"), [((52, 22), False), ((88, 38), True)])
def test_the_height_of_every_stack_is_written_on_it(size: tuple[int, int], letters: bool) -> None:
    view = views()["dvonn"]
    palette = HIGH_CONTRAST if letters else DARK
    layout = fitted("dvonn", size)
    rows = Painter(palette).paint(view, layout).rows
    stacks = [piece for piece in view.pieces if piece.stack > 1]
    assert len(stacks) > 8
    for piece in stacks:
        column, row = layout.centres[piece.at]
        near = rows[int(row)][int(column) - 2 : int(column) + 3]
        text = "".join(cell.glyph for cell in near if cell.glyph.isalnum())
        assert text == f"{piece.label if letters else piece.badge}{piece.stack}"
