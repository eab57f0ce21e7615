"""The numbers of TZAAR's decisions, and a seat's observation."""

from __future__ import annotations

from gipf_meta_tzaar.board import BOARD
from gipf_meta_tzaar.game import Tzaar
from tests.numbers_of import after, legal_texts, number, planes

FIXED = Tzaar(setup="fixed")
PLACED = Tzaar(setup="place")


def test_a_stack_moves_by_its_space_and_direction() -> None:
    state = after(FIXED)
    assert number(FIXED, state, "e4xf3") == (3 + 2) * 60 + BOARD.place_of["e4"]  # down to the right


def test_pieces_are_placed_by_kind_and_space() -> None:
    state = after(PLACED)
    assert len(legal_texts(PLACED, state)) == 180
    assert number(PLACED, state, legal_texts(PLACED, state)[60]) == 60


def test_each_seat_sees_its_own_kinds_first() -> None:
    first, second = planes(FIXED, after(FIXED), 0), planes(FIXED, after(FIXED), 1)
    assert [plane.bit_count() for plane in first[:6]] == [6, 9, 15, 6, 9, 15]
    assert first[0] >> BOARD.place_of["c5"] & 1  # one of White's Tzaars
    assert second[:6] == first[3:6] + first[:3]
