"""The numbers of DVONN's decisions, and a seat's observation."""

from __future__ import annotations

from gipf_meta_dvonn.board import BITS, SPACE_OF
from gipf_meta_dvonn.game import Dvonn
from tests.numbers_of import after, legal_texts, number, planes

GAME = Dvonn()
SHOWN = GAME.from_text(GAME.shown_position)


def test_a_space_has_its_number_whatever_piece_is_due() -> None:
    numbers = [number(GAME, state, "f3") for state in (after(GAME), after(GAME, "a1"))]
    assert numbers == [SPACE_OF["f3"], SPACE_OF["f3"]]


def test_a_stack_moves_by_its_space_and_direction_as_far_as_it_is_high() -> None:
    assert number(GAME, SHOWN, "e1-e2") == 3 * BITS + SPACE_OF["e1"]  # up
    assert number(GAME, SHOWN, "d1-g1") == BITS + SPACE_OF["d1"]  # along the row, three spaces


def test_who_cannot_move_has_the_last_number() -> None:
    state = GAME.from_text("w D0W0B0 Ba1,Da2,Bb1")
    assert (legal_texts(GAME, state), number(GAME, state, "-")) == (["-"], 420)


def test_stacks_are_seen_by_owner_and_by_height() -> None:
    own, other, *_rest = planes(GAME, SHOWN, 0)
    assert planes(GAME, SHOWN, 1)[:2] == [other, own]
    assert planes(GAME, SHOWN, 0)[5] >> SPACE_OF["d1"] & 1
