"""The short cut to the end of a random game goes where the rules go, decision by decision."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from gipf_meta_tamsk.game import Tamsk
from gipf_meta_tamsk.playout import A_DECISION_MS, _choose_move
from gipf_meta_tamsk.rules import Course
from gipf_meta_tamsk.state import LIFT, NONE, Move

GAMES = [
    Tamsk(),
    Tamsk(level=1, voluntary_pass="free", full_space="reject"),
    Tamsk(level=2, start="placement", sand_ms=20_000, full_space="reject"),
    Tamsk(voluntary_pass="costs_next", zero_rings="stop", first_moves="free", stall_limit=6),
]


@pytest.mark.parametrize("game", GAMES, ids=range(len(GAMES)))
@pytest.mark.parametrize("lifts", [False, True])
def test_the_short_cut_ends_as_the_rules_do(game: Tamsk, lifts: bool) -> None:
    for seed in range(60):
        state = game.start(2)
        if lifts and not game.rules.placement:
            state = game.apply(state, Move(LIFT, 0, state.spaces[0]))
        told = game.playout(state, Random(seed))
        random = Random(seed).random
        while state.ending is None:
            move = _choose_move(game.rules, Course(game.rules, state), random)
            assert move in game.turn_moves(state, state.to_move)
            state = game.apply(state, move)
            if game.real_time:
                state = game.advance(state, A_DECISION_MS)
        winner = state.ending.winner
        worth = (0.0, 0.0) if winner == NONE else (-1.0, 1.0) if winner else (1.0, -1.0)
        assert told == worth


@pytest.mark.parametrize("game", GAMES, ids=range(len(GAMES)))
def test_every_decision_is_as_likely_as_the_other(game: Tamsk) -> None:
    rng = Random(1)
    state = game.start(2)
    while state.ending is None:
        moves = game.turn_moves(state, state.to_move)
        course = Course(game.rules, state)
        drawn = [
            _choose_move(game.rules, course, partial(float, (n + 0.5) / len(moves)))
            for n in range(len(moves))
        ]
        assert sorted(drawn) == sorted(moves)
        state = game.apply(state, rng.choice(moves))
