"""Hints about turns of LYNGK are true (gipf_meta_lyngk/reasons.py)."""

from __future__ import annotations

import pytest

from gipf_meta_lyngk.game import Lyngk
from gipf_meta_lyngk.reasons import reasons, taking_turn
from gipf_meta_lyngk.state import PLAYING
from tests.lyngk.boards import GAME, SIX, TAKEN, play, stacks
from tests.lyngk.test_laws import played
from tests.tiers import slow, soak


def told(listed: str, turn: str, claims: str = "-/-", game: Lyngk = GAME) -> list[str]:
    before = stacks(listed, claims, game=game)
    moves = game.parse_turn(before, turn)
    after = play(before, turn, game=game)
    return [*reasons(game.rules, before, moves, after, before.seat)]


@pytest.mark.parametrize("seed", [0, *slow(1, 2), *soak(*range(3, 12))])
@pytest.mark.parametrize("game", [GAME, SIX, TAKEN], ids=["standard", "stack6", "taken"])
def test_a_turn_that_takes_is_found_if_there_is_one(game: Lyngk, seed: int) -> None:
    """As by playing all turns with the rules."""
    for state, _move in played(game, seed)[50:]:
        if state.phase != PLAYING:
            continue
        seat = state.seat
        taking = [
            move
            for move in game.legal_moves(state, seat)
            if game.apply(state, move).taken[seat] > state.taken[seat]
        ]
        found = taking_turn(game.rules, state, seat)
        assert found in taking if taking else found is None


def test_a_claim_and_what_it_threatens_are_told() -> None:
    assert told("Ra1 GBIKb2 Jc6 Rc7 Gg7", "R,c7-c6") == [
        "The claim makes 2 stacks on the board yours.",
        "Your opponent can take a stack next, by K,b2-a1.",
        "Unless it is stopped, a1-b2 takes a stack next.",
    ]


def test_what_the_opponent_can_take_is_told() -> None:
    said = told("Ra1 GBIKb2 Kc6 Ic7", "c6-c7", claims="-/R")
    assert said[0] == "Your opponent can take a stack next, by a1-b2."


def test_what_is_stopped_is_told() -> None:
    said = told("Ra1 GBIKb2 Jc6 Kc7", "b2-a1", claims="-/R")
    assert "Your opponent could have taken a stack, by a1-b2: now he cannot take any." in said


def test_stacks_of_six_are_told() -> None:
    said = told("Ra1 JGBIKb2 Kc6 Ic7", "c6-c7", claims="-/R", game=SIX)
    assert said[0] == "Your opponent can make a stack of six next and win, by a1-b2."


def test_nothing_is_said_of_the_end_and_of_a_pass() -> None:
    assert told("Ra1 Gb2", "a1-b2", claims="R/G") == []
    assert told("GBa1 KIRb2", "-", claims="IK/R") == []
