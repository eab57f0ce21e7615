"""Rings: pieces through which the board is seen, in pictures and in the terminal."""

from __future__ import annotations

import re

import pytest

from gipf_meta.paint import shapes
from gipf_meta.paint.palette import DARK
from gipf_meta.paint.pieces import draw_piece, label_of
from gipf_meta.protocol.view import Piece
from gipf_meta.render import speech
from gipf_meta.render.brush import Brush
from gipf_meta.render.material import definitions_of

RING = Piece("a1", "ring", "white", "WO")


@pytest.mark.parametrize("unit", [4.0, 6.0, 12.0])
def test_the_board_is_seen_through_a_ring(unit: float) -> None:
    drawn, _ = draw_piece(RING, DARK, unit, shapes.disc(1))
    assert drawn
    assert all(shape.outline.distance(0, 0) < 0 for shape in drawn)
    assert any(shape.outline.distance(unit * 0.3, 0) > 0 for shape in drawn)


def test_a_ring_in_a_picture_is_not_filled() -> None:
    drawn = definitions_of(Brush(40).body("ring", "white"))
    filled = re.findall(r'<\w+ [^>]*fill="currentColor"[^>]*>', drawn)
    assert filled
    assert all('fill-rule="evenodd"' in each for each in filled)


def test_the_label_of_a_ring_is_seen_where_letters_are_wanted() -> None:
    assert label_of(RING, letters=True) == "WO"
    assert label_of(RING, letters=False) == ""
    assert label_of(Piece("a1", "disc", "white", "WO"), letters=False) == "WO"


def test_a_ring_is_called_a_ring() -> None:
    assert speech.piece(RING) == "white ring"
    assert speech.piece(Piece("a1", "ring", "p2", "BO"), ("White", "Black")) == "Black's ring"
