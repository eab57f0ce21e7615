"""A wide board in a terminal: it lies on its side where it is too tall."""

from __future__ import annotations

from math import floor
from typing import Final

from gipf_meta.paint.layout import Direction
from tests.paint.boards import fitted

ARROWS: Final[tuple[Direction, ...]] = ("left", "right", "up", "down")
BOARD: Final = "punct-jump"


def test_a_board_that_is_too_tall_lies_on_its_side() -> None:
    """Column a is the first row, and its numbers run to the right; nothing is mirrored."""
    upright, turned = fitted(BOARD, (80, 40)), fitted(BOARD, (66, 18))
    assert (upright.turned, turned.turned) == (False, True)
    for name, (column, row) in turned.centres.items():
        beside = {way: turned.nearest(name, way) for way in ARROWS}
        before = {way: upright.nearest(name, way) for way in ARROWS}
        assert turned.hit(floor(column), floor(row)) == name
        assert (beside["right"], beside["left"]) == (before["up"], before["down"])
    words = {word.text: word for word in turned.words}
    assert words["a"].row < words["i"].row < words["q"].row
    assert words["1"].column < words["8"].column < words["17"].column


def test_a_board_in_letters_on_its_side_has_room_for_signs() -> None:
    """Coordinates give way to it."""
    layouts = [fitted(BOARD, (width, 18)) for width in (50, 62, 66)]
    assert [layout.room for layout in layouts] == [1, 3, 3]
    assert [bool(layout.words) for layout in layouts] == [True, False, True]
