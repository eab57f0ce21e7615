"""A board with many lines in a terminal."""

from __future__ import annotations

from tests.paint.boards import fitted


def test_an_upright_board_in_letters_gives_way_to_room_for_signs() -> None:
    crossed = fitted("yinsh", (40, 19), "glyphs")
    assert (crossed.turned, crossed.room) == (False, 5)
    assert fitted("yinsh", (42, 18), "glyphs").room == 3


def test_lines_are_rather_drawn_on_a_board_on_its_side_than_left_out() -> None:
    assert fitted("yinsh", (50, 18)).technique == "sextant"
    assert fitted("yinsh", (50, 18)).turned
