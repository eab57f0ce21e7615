"""The numbers of Zatre's decisions, and what a seat sees."""

from __future__ import annotations

import pytest

from gipf_meta_zatre.board import CELL, SIZE
from gipf_meta_zatre.game import Zatre
from tests.numbers_of import first_decision, number, planes

OPEN = Zatre()


def test_a_tile_is_placed_by_its_value_and_cell() -> None:
    state = first_decision(OPEN, OPEN.start(2))
    assert number(OPEN, state, "h8=2") == SIZE + CELL["h8"]


@pytest.mark.parametrize(("hands", "seen"), [("open", 3), ("hidden", 0)])
def test_hidden_hands_are_seen_by_nobody_else(hands: str, seen: int) -> None:
    game = Zatre(hands=hands)
    state = first_decision(game, game.start(2))
    (onlooker,) = {0, 1} - {state.seats[state.player]}
    own, other = planes(game, state, onlooker)[6:8]
    assert (own.bit_count(), other.bit_count()) == (0, seen)
