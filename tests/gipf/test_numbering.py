"""The numbers of GIPF's decisions, and what a seat sees."""

from __future__ import annotations

from gipf_meta_gipf.board import ENTRY_NAME
from gipf_meta_gipf.game import Gipf
from tests.numbers_of import after, legal_texts, number, planes

BASIC = Gipf(variant="basic")


def test_a_piece_is_entered_by_its_kind_and_entry() -> None:
    state = after(BASIC)
    assert legal_texts(BASIC, state)[0] == ENTRY_NAME[0]
    assert number(BASIC, state, ENTRY_NAME[41]) == 41


def test_a_gipf_piece_has_the_next_numbers() -> None:
    tournament = Gipf(variant="tournament")
    assert number(tournament, after(tournament), f"G{ENTRY_NAME[0]}") == 42


def test_each_seat_sees_its_own_pieces_first() -> None:
    own, other, *_rest = planes(BASIC, after(BASIC, "a1-b2"), 0)
    assert planes(BASIC, after(BASIC, "a1-b2"), 1)[:2] == [other, own]
