"""The numbers of TZAAR's decisions, and a seat's observation."""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta_tzaar.board import BOARD
from gipf_meta_tzaar.game import Tzaar
from gipf_meta_tzaar.state import SECOND, State
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


def numbers_of_moves(game: Tzaar, state: State) -> int:
    """The set of the numbers of all decisions, from their list."""
    return sum(1 << game.number_of(state, move) for move in game.legal_moves(state, state.seat))


HIGH = "w - W:TTTTTTTTTa1,Tc1,Ab1,TZd1 B:TTTTTTTTTTa2,TAAAAAAAb2,Ta3,Ae1,TZe2"
"""The rule about heights among stacks that share a plane: a1 may capture b2, and not a2."""


@pytest.mark.parametrize("position", [HIGH, f"{HIGH} second"])
def test_very_high_stacks_capture_by_their_height(position: str) -> None:
    state = FIXED.from_text(position)
    assert FIXED.legal_numbers(state, state.seat) == numbers_of_moves(FIXED, state)


def test_what_may_not_be_covered_has_no_number() -> None:
    game, rng, second = Tzaar(setup="fixed", cover_last="forbid"), Random(1), 0
    for _game in range(3):
        state = game.start(2)
        while state.ending is None:
            numbers = game.legal_numbers(state, state.seat)
            assert numbers == numbers_of_moves(game, state)
            second += state.phase == SECOND
            state = game.apply(state, rng.choice(game.legal_moves(state, state.seat)))
    assert second > 20
