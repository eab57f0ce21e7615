"""Judgements in machine words (gipf_meta_zertz.strength.judging) are those of ``bot.evaluate``."""

from __future__ import annotations

import pickle
from itertools import pairwise
from random import Random

import pytest

from gipf_meta_zertz.game import Zertz
from gipf_meta_zertz.state import JUMP, REMOVE, State, kind_of
from gipf_meta_zertz.strength import bot
from gipf_meta_zertz.strength.bot import Weights
from gipf_meta_zertz.strength.judging import Judging
from gipf_meta_zertz.strength.masks import places_with_jumps
from tests.random_positions import states_played
from tests.tiers import slow, soak
from tests.zertz.boards import position
from tests.zertz.test_laws import GAMES

OTHERS = [
    Zertz(board=48, isolation_scope="spare_largest"),
    Zertz(pool="2/2/2", goals="2/2/2/1", handicap="p1=1/0/1"),
    Zertz(pool="99/99/99", goals="99/99/99/99", board=43, handicap="p2=98/0/0"),
    Zertz(pool="1/1/3", goals="9/9/9/9"),
]
"""Besides those of ``GAMES``, which leave machine words in most ways: boards that fit them, and
pools that run empty."""


def judged_slowly(game: Zertz, state: State, seat: int, moves: list[int]) -> list[float]:
    """The values of the states after *moves* by ``bot.evaluate``, one by one."""
    rules = game.rules
    return [bot.evaluate(rules, rules.apply(state, move), seat) for move in moves]


@pytest.mark.parametrize("seed", [1, *slow(2), *soak(*range(3, 7))])
@pytest.mark.parametrize("number", range(len(GAMES) + len(OTHERS)))
def test_every_decision_is_judged_to_the_last_digit(number: int, seed: int) -> None:
    game, rng = [*GAMES, *OTHERS][number], Random(seed)
    for index, state in enumerate(states_played(game, seed)):
        assert game.evaluate(state, 0) == bot.evaluate(game.rules, state, 0)
        assert game.evaluate(state, 1) == bot.evaluate(game.rules, state, 1)
        moves = list(game.legal_moves(state, state.seat))
        rng.shuffle(moves)
        if seed == 1:
            del moves[12:]
        told = game.evaluate_moves(state, index % 2, moves)
        assert told == judged_slowly(game, state, index % 2, moves)


def test_such_games_have_placements_removals_jumps_chains_and_full_regions() -> None:
    """Else the comparison proves less than it seems to."""
    states = [state for seed in (1, 2, 3) for state in states_played(Zertz(), seed)]
    kinds = {kind_of(move) for state in states for move in Zertz().legal_moves(state, state.seat)}
    assert {0, 1, 2, REMOVE, JUMP} <= kinds
    assert any(state.jumper for state in states)
    assert any(
        now.rings.bit_count() - after.rings.bit_count() > 1 for now, after in pairwise(states)
    )


def test_a_marble_that_hangs_by_one_ring_is_judged_as_well() -> None:
    """No random game ends in it often: to cut the marble off is the best removal."""
    game = Zertz()
    state = game.from_text(position("Wa1", rings="b2 c3 c2 d4 d3 e4 e3 f3 f2 g1"))
    moves = list(game.legal_moves(state, 0))
    assert bot.marbles_cut_off(
        game.rules, state.rings, state.white, game.rules.free_rings(state.rings, state.white)
    )
    assert game.evaluate_moves(state, 0, moves) == judged_slowly(game, state, 0, moves)


def test_other_weights_are_judged_with_them() -> None:
    game, weights = Zertz(), Weights(white=0.1, grey=0.2, black=0.3, bend=0.0, turn=0.5, rim=2.0)
    judging = pickle.loads(pickle.dumps(Judging(game.rules, weights)))
    for state in states_played(game, 5):
        assert judging.evaluate(state, 1) == bot.evaluate(game.rules, state, 1, weights)


@pytest.mark.parametrize("seed", range(3))
def test_places_with_jumps_are_those_after_which_a_marble_can_jump(seed: int) -> None:
    game = Zertz(board=44)
    rules = game.rules
    for state in states_played(game, seed):
        occupied = state.white | state.grey | state.black
        if rules.jumps(state) or state.jumper:
            continue
        found = places_with_jumps(state.rings, occupied, rules.up)
        for cell in rules.board.cells:
            if cell & state.rings & ~occupied:
                stand = occupied | cell
                jumps = rules.jumps_of(stand, state.rings ^ stand, stand)
                assert bool(jumps) == bool(found & cell)
