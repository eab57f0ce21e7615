"""The evaluation of positions by bots (gipf_meta_lyngk/strength/bot.py)."""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta_lyngk.game import Lyngk
from gipf_meta_lyngk.state import PLAYING
from tests.lyngk.boards import GAME, SIX, TAKEN, stacks
from tests.lyngk.test_laws import played
from tests.tiers import slow, soak


@pytest.mark.parametrize("seed", [0, *slow(1, 2), *soak(*range(3, 12))])
@pytest.mark.parametrize("game", [GAME, SIX, TAKEN], ids=["standard", "stack6", "taken"])
def test_what_is_judged_without_states_is_judged_the_same(game: Lyngk, seed: int) -> None:
    rng = Random(seed)
    for state, _move in played(game, seed):
        if state.phase != PLAYING:
            continue
        moves = list(game.legal_moves(state, state.seat))
        worths = game.evaluate_moves(state, state.seat, moves)
        some = rng.sample(range(len(moves)), min(8, len(moves)))
        for at in some:
            after = game.apply(state, moves[at])
            assert worths[at] == game.evaluate(after, state.seat)
        assert len(worths) == len(moves)


def test_a_stack_that_is_taken_is_worth_more_than_anything_on_the_board() -> None:
    state = stacks("Ra1 GBIKb2 Kc6 Ic7 Gh1 Bh2", "R/-")
    moves = list(GAME.legal_moves(state, 0))
    best = max(zip(GAME.evaluate_moves(state, 0, moves), moves, strict=True))[1]
    assert GAME.apply(state, best).taken == (1, 0)


def test_high_stacks_of_ones_own_are_better_than_low_ones_and_than_the_other_players() -> None:
    listed = "KGRa1 IBc1 Ic7 Bi1 Gg7 Kg6"
    mine, nobody, theirs = (
        GAME.evaluate(stacks(listed, claims), 0) for claims in ("R/-", "-/-", "-/R")
    )
    assert mine > nobody > theirs
    assert mine > GAME.evaluate(stacks("KRa1 IBc1 Ic7 Bi1 Gg7 Kg6", "R/-"), 0)


def test_the_end_is_judged_as_it_is() -> None:
    won, drawn = GAME.from_text("- R/B 1,0 Ra1"), GAME.from_text("- -/- 0,0 Ra1")
    assert [GAME.evaluate(won, seat) for seat in (0, 1)] == [1.0, -1.0]
    assert GAME.evaluate(drawn, 0) == 0.0
