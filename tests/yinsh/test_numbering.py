"""The numbers of YINSH's decisions, and a seat's observation."""

from __future__ import annotations

from gipf_meta_yinsh.game import Yinsh
from tests.numbers_of import after, legal_texts, number, planes

GAME = Yinsh()
RINGS = ("e5", "f6", "e6", "f7", "d5", "g6", "g7", "d6", "h8", "c5")


def test_rings_are_placed_removed_and_moved_by_numbers_that_stay() -> None:
    placed = after(GAME, *RINGS)
    moved = after(GAME, *RINGS, "e5-e4", "f6-f5")
    assert number(GAME, after(GAME), "a2") == 0
    assert number(GAME, placed, "h8-i9") == number(GAME, moved, "h8-i9")


def test_the_first_ring_has_every_point() -> None:
    assert len(legal_texts(GAME, after(GAME))) == 85


def test_each_seat_sees_its_own_rings_first() -> None:
    state = after(GAME, *RINGS)
    own, other, *_rest = planes(GAME, state, 0)
    assert (own.bit_count(), other.bit_count()) == (5, 5)
    assert planes(GAME, state, 1)[:2] == [other, own]
