"""The numbers of PÜNCT's decisions, and a seat's observation."""

from __future__ import annotations

from gipf_meta_punct.board import SPACE_OF
from gipf_meta_punct.game import Punct
from tests.numbers_of import after, legal_texts, number, planes

GAME = Punct()


def test_the_decisions_of_a_turn_are_numbered_one_after_the_other() -> None:
    state = after(GAME)
    assert legal_texts(GAME, state) == ["T", "C", "E", "M", "R", "L"]
    taken = GAME.apply(state, GAME.parse(state, 0, "T"))
    assert number(GAME, taken, "a2") == 6 + 211 + SPACE_OF["a2"]


def test_the_other_seat_does_not_see_the_piece_in_hand() -> None:
    state = after(GAME)
    one, other = (GAME.apply(state, GAME.parse(state, 0, kind)) for kind in "TC")
    assert planes(GAME, one, 0) != planes(GAME, other, 0)
    assert planes(GAME, one, 1) == planes(GAME, other, 1)
