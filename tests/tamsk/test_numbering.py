"""The numbers of TAMSK's decisions, and what a seat sees."""

from __future__ import annotations

from gipf_meta_tamsk.board import SPACE, SPACES
from gipf_meta_tamsk.game import Tamsk
from tests.numbers_of import after, number, planes

GAME = Tamsk()


def test_a_glass_moves_by_its_space_and_direction_with_a_ring_or_without() -> None:
    state = after(GAME)
    assert number(GAME, state, "R:a1-a2/") == SPACE["a1"]
    assert number(GAME, state, "R:a1-a2") == SPACES + SPACE["a1"]


def test_sand_is_seen_as_a_count_that_falls() -> None:
    state = after(GAME)
    state = GAME.apply(state, GAME.parse(state, 0, "R:a1-a2"))
    later = GAME.advance(state, GAME.sand_ms // 2)
    full, half = (planes(GAME, each, 0)[6].bit_count() for each in (state, later))
    assert (full, half) == (37, 19)
