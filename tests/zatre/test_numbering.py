"""The numbers of Zatre's decisions, and what a seat sees."""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta import Chance, Over, Turn
from gipf_meta_zatre.board import CELL, SIZE
from gipf_meta_zatre.game import Zatre
from gipf_meta_zatre.state import VALUES
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


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.sample(1)
def test_nothing_says_which_tiles_are_in_a_hidden_hand_and_which_in_the_bag(seed: int) -> None:
    game, rng, compared = Zatre(hands="hidden", start="fixed"), Random(seed), 0
    state = game.start(2)
    while not isinstance(now := game.status(state), Over):
        if isinstance(now, Turn):
            onlooker = 1 - now.seat
            (drawn, *_others), bag = state.hands[state.player], list(state.bag)
            for value in VALUES:
                if bag[value - 1] and value != drawn:
                    hand = [value, *state.hands[state.player][1:]]
                    left = [
                        count + (each == drawn) - (each == value)
                        for each, count in zip(VALUES, bag, strict=True)
                    ]
                    hands = [*state.hands]
                    hands[state.player] = tuple(sorted(hand))
                    other = state.but(hands=tuple(hands), bag=tuple(left))
                    assert game.observe(other, onlooker) == game.observe(state, onlooker)
                    assert game.view(other, onlooker) == game.view(state, onlooker)
                    assert game.view(other, 2) == game.view(state, 2), "who only watches"
                    assert game.observe(other, now.seat) != game.observe(state, now.seat)
                    compared += 1
            state = game.apply(state, rng.choice(game.turn_moves(state, now.seat)))
        else:
            assert isinstance(now, Chance)
            state = game.apply(state, rng.choice(now.outcomes)[0])
    assert compared > 20
