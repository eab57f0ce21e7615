"""Hints about moves of DVONN are true (gipf_meta_dvonn/reasons.py).

The pieces that a move cuts off are found in a second way: by playing it with the rules, and
counting.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from gipf_meta import (
    height,
    origin_of,
    target_of,
)
from gipf_meta_dvonn.game import Dvonn
from gipf_meta_dvonn.reasons import best_cut, owned, reasons
from gipf_meta_dvonn.rules import score
from gipf_meta_dvonn.state import PASS, STACKING, State
from tests.tiers import soak

GAME = Dvonn()


def positions(seed: int) -> Iterator[State]:
    """The positions of a random game after its placing."""
    rng, state = Random(seed), GAME.start(2)
    while moves := GAME.rules.legal_moves(state):
        if state.phase == STACKING:
            yield state
        state = GAME.apply(state, rng.choice(moves))


def lost(state: State, move: int, seat: int, loser: int) -> int:
    """How many pieces in stacks of *loser* leave the game when *seat* plays *move*."""
    mine = State(
        state.stacks, state.white, state.black, state.dvonn, STACKING, seat, state.number
    )  # fmt: skip
    after = GAME.apply(mine, move)
    origin, target = origin_of(move), target_of(move)
    gone = mine.occupied & ~after.occupied & ~(1 << origin)
    pieces = score(mine.stacks, owned(mine, loser) & gone)
    if loser == seat and gone >> target & 1:
        pieces += height(mine.stacks[origin])
    return pieces


@pytest.mark.parametrize("seed", [*range(3), *soak(*range(3, 200))])
def test_the_best_cut_is_the_best_of_all_moves(seed: int) -> None:
    met = 0
    for state in positions(seed):
        for seat in (0, 1):
            moves = [each for each in legal(state, seat) if each != PASS]
            gains = {
                each: lost(state, each, seat, 1 - seat) - lost(state, each, seat, seat)
                for each in moves
            }
            most = max([0, *gains.values()])
            cut = best_cut(state, seat)
            assert (cut is not None) == (most > 0)
            if cut:
                assert gains[cut.move] == most
                assert cut.pieces == lost(state, cut.move, seat, 1 - seat)
            met += cut is not None
    assert met


def legal(state: State, seat: int) -> list[int]:
    return [
        *GAME.rules.legal_moves(
            State(state.stacks, state.white, state.black, state.dvonn, STACKING, seat, 1)
        )
    ]


@pytest.mark.parametrize("seed", [0, *soak(*range(1, 200))])
def test_what_a_move_cuts_off_is_counted(seed: int) -> None:
    for state in [*positions(seed)][::3]:
        for move in GAME.rules.legal_moves(state):
            if move == PASS:
                continue
            seat, after = state.seat, GAME.apply(state, move)
            said = " ".join(reasons(GAME.rules, state, [move], after, seat))
            theirs, yours = (
                lost(state, move, state.seat, who) for who in (1 - state.seat, state.seat)
            )
            assert ("It cuts off" in said) == (theirs > 0)
            assert f"It cuts off {theirs} " in said or not theirs
            assert f"It costs you {yours} " in said or not yours


def told(position: str, turn: str, seat: int) -> list[str]:
    before = GAME.from_text(position)
    (move,) = GAME.parse_turn(before, turn)
    return [*reasons(GAME.rules, before, [move], GAME.apply(before, move), seat)]


def test_who_is_cut_off_is_told_and_who_could_be() -> None:
    """White's d1 holds two black pieces to the DVONN piece on c1."""
    chain = "D0W0B0 Wb1,Dc1,Wd1,Be1,BBf1"
    assert told(f"w {chain}", "d1-c1", 0) == [
        "It cuts off 3 pieces in your opponent's stacks from the DVONN pieces."
    ]
    assert told(f"w {chain}", "b1-c1", 0) == [
        "Unless it is stopped, d1-c1 cuts off 3 pieces in your opponent's stacks next."
    ]
    assert told(f"b {chain}", "e1-d1", 1) == [
        "It costs you 2 pieces in your own stacks, which are cut off.",
        "Your opponent could have cut off 3 pieces in your stacks by d1-c1: now none.",
    ]
