"""Searches on boards of DVONN against trying everything: who wins, and by how much."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from gipf_meta.search.budget import Budget
from gipf_meta.search.deepening import Deepening
from gipf_meta_dvonn.game import Dvonn
from gipf_meta_dvonn.rules import score
from gipf_meta_dvonn.state import OVER, State
from gipf_meta_dvonn.strength.judging import FEATURES, PHASE, PHASES, STACKING_FEATURES
from tests.tiers import slow, soak

GAME = Dvonn()


def ending(seed: int, moves: int) -> State:
    """A position of a random game in which so many stacks can be moved at most."""
    rng = Random(seed)
    state = GAME.start(2)
    while state.phase != OVER:
        decisions = GAME.turn_moves(state, state.seat)
        if state.phase > 1 and len(decisions) > 1 and len(_all_moves(state)) <= moves:
            break
        state = GAME.apply(state, rng.choice(decisions))
    return state


def _all_moves(state: State) -> set[Any]:
    other = State(
        state.stacks, state.white, state.black, state.dvonn, state.phase, 1 - state.seat, 1
    )
    return {*GAME.rules.legal_moves(state), *GAME.rules.legal_moves(other)}


@cache
def lead(state: State) -> int:
    """By how many pieces White wins if both play right."""
    if state.phase == OVER:
        return score(state.stacks, state.white) - score(state.stacks, state.black)
    leads = [lead(GAME.apply(state, move)) for move in GAME.turn_moves(state, state.seat)]
    return min(leads) if state.seat else max(leads)


def positions(seed: int) -> list[State]:
    """The positions of a random game in which somebody decides."""
    rng = Random(seed)
    found: list[State] = []
    state = GAME.start(2)
    while state.phase != OVER:
        found.append(state)
        state = GAME.apply(state, rng.choice(GAME.turn_moves(state, state.seat)))
    return found


def test_a_position_is_worth_the_sum_of_its_features_on_the_board_too() -> None:
    for seed in range(2):
        for state in positions(seed):
            worths = [GAME.worths[feature] for feature in GAME.features(state, state.seat)]
            assert GAME.search_board(state).worth() == sum(worths)


def test_sides_that_change_places_see_the_same_features() -> None:
    for state in (ending(3, 40), positions(1)[30]):
        other = State(
            state.stacks, state.black, state.white, state.dvonn, state.phase, 1 - state.seat, 1
        )
        assert GAME.features(state, state.seat) == GAME.features(other, other.seat) != []


def test_all_features_have_a_worth_and_each_is_met() -> None:
    assert len(GAME.worths) == FEATURES
    met = {each for seed in range(4) for s in positions(seed) for each in GAME.features(s, s.seat)}
    assert max(met) < FEATURES
    assert {each // PHASE for each in met if each < STACKING_FEATURES} == {*range(PHASES)}


@pytest.mark.slow
def test_a_lost_ending_is_lost_by_as_little_as_can_be() -> None:
    """Of a real game: this loses by 4, and ``j3-i3``, which was played, by 10."""
    state = GAME.from_text(
        "w D0W0B0 WBWe2,De3,De4,Wf1,Wf2,Bf3,Bf4,BWf5,Wg2,Bg3,Bg4,WBg5,WBh1,BBWh2,BWh3,Bi1,Di2,"
        "WBi3,Wj2,Wj3,Bk3"
    )
    chosen = []
    for nodes in (1500, 6000):
        best = Deepening().run(GAME.search_board(state), Budget(nodes=nodes), Random(1))[0]
        chosen.append(GAME.format(state, best.move))
    assert chosen[0] == "j3-k3"
    assert "j3-i3" not in chosen


@pytest.mark.parametrize("seed", [*range(12), *slow(*range(12, 30)), *soak(*range(30, 500))])
def test_the_last_moves_are_played_for_as_many_pieces_as_there_are_to_be_had(seed: int) -> None:
    state = ending(seed, 9)
    if state.phase == OVER:
        return
    board = GAME.search_board(state)
    best = Deepening().run(board, Budget(nodes=10**6), Random(1))[0]
    worth = lead(state) * (-1 if state.seat else 1)
    assert best.sure
    assert best.value == (worth > 0) - (worth < 0)
    assert lead(GAME.apply(state, best.move)) == lead(state)
