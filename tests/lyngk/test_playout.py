"""A random game in machine words goes where the rules go."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from gipf_meta import Dice
from gipf_meta_lyngk.game import Lyngk
from gipf_meta_lyngk.state import PASS, PLAYING
from gipf_meta_lyngk.strength.random_board import RandomBoard
from tests.lyngk.boards import GAME, L1, SIX, TAKEN, stacks
from tests.tiers import slow, soak

CHAIN = "Ra1 BRc3 GRe4 Be7 Gh1 Jg1 KIb4 Ig4 Kg5"
"""Chains of red stacks, and two stacks that one of them meets from two points."""


@pytest.mark.interpreted
@pytest.mark.parametrize("seed", [0, 1, *slow(*range(2, 8)), *soak(*range(8, 30))])
@pytest.mark.parametrize("game", [GAME, SIX, TAKEN], ids=["standard", "stack6", "taken"])
def test_the_short_cut_goes_where_the_rules_go(
    game: Lyngk, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every choice is legal, the list has the legal turns, and whoever wins, wins by the rules."""
    state = stacks(L1, game=game)
    choose = RandomBoard.choose

    def follow(self: RandomBoard, dice: Dice) -> int:
        nonlocal state
        if state.phase != PLAYING:
            return choose(self, dice)
        if game.rules.takes_obstacles:
            state = self.state()  # turns between two boards are not seen here
        legal = game.legal_moves(state, state.seat)
        assert sorted(self.turns() or [PASS]) == sorted(legal)
        move = choose(self, dice)
        assert move in legal
        state = game.apply(state, move)
        return move

    monkeypatch.setattr(RandomBoard, "choose", follow)
    result = game.playout(state, Random(seed))
    assert game.rules.takes_obstacles or state.ending is not None
    if state.ending is not None:
        winners = state.ending.winners
        assert result == ((0.0, 0.0) if not winners else (1.0, -1.0)[:: 1 - 2 * winners[0]])


@pytest.mark.parametrize("claims", ["-/-", "R/-", "RB/G"])
def test_every_turn_is_as_likely_as_the_other(claims: str) -> None:
    state = stacks(CHAIN, claims)
    legal = GAME.legal_moves(state, 0)
    board, dice = RandomBoard(GAME.rules, state), Dice(Random(1))
    drawn = Counter(board.choose(dice) for _ in range(60 * len(legal)))
    assert drawn.keys() == {*legal}
    assert 20 < min(drawn.values()) <= max(drawn.values()) < 110


def test_the_only_turn_among_many_is_found() -> None:
    """Tries are given up, and what is listed is played."""
    state = stacks("GBa1 KIRb2", "-/R")
    for seed in range(10):
        board = RandomBoard(GAME.rules, state)
        assert GAME.format(state, board.choose(Dice(Random(seed)))) == "B,a1-b2"


def test_a_finished_game_is_worth_its_result() -> None:
    for text, worth in (
        ("- R/B 1,0 Ra1", (1.0, -1.0)),
        ("- R/B 0,1 GIKRa1", (-1.0, 1.0)),
        ("- -/- 0,0 Ra1", (0.0, 0.0)),
    ):
        assert GAME.playout(GAME.from_text(text), Random(1)) == worth


def test_playouts_begin_before_the_board_is_full() -> None:
    half = GAME.from_text("? -/- 0,0 Ia1,Bb1,Rb2")
    results = {GAME.playout(half, Random(seed)) for seed in range(30)}
    assert results >= {(1.0, -1.0), (-1.0, 1.0)}


def test_who_claims_an_obstacle_takes_it_in_random_games_too() -> None:
    """docs/reference/lyngk.md scenario 20: every first turn claims or not, and some take two."""
    state = stacks("RBIKGb2 IKRBGe4 Kc6 Ic7", game=TAKEN)
    results = Counter(TAKEN.playout(state, Random(seed)) for seed in range(60))
    assert results[1.0, -1.0] > 5
