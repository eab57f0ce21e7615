"""A random game in machine words goes where the rules go."""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta import Dice, connected_in, height
from gipf_meta_dvonn.board import ROW, SPACES, connected
from gipf_meta_dvonn.game import Dvonn
from gipf_meta_dvonn.rules import Rules, moves_of, score
from gipf_meta_dvonn.state import OVER, PASS, STACKING, State, stack_onto
from gipf_meta_dvonn.strength import playout as words
from tests.dvonn.boards import GAME, stacks


def by_the_rules(state: State, dice: Dice) -> State:
    """The end of the second phase, where every choice is drawn as the short cut draws it."""
    while state.phase != OVER:
        heights = [height(stack) for stack in state.stacks]
        own = state.black if state.seat else state.white
        legal = GAME.rules.legal_moves(state)
        movers = sum({1 << (move >> 6 & 63) for move in legal if move != PASS})
        free = own & ~words_surrounded(state.occupied)
        chosen = words._choose(heights, free, state.occupied, dice)
        assert (chosen < 0) == (not movers)
        move = PASS if chosen < 0 else stack_onto(chosen >> 6, chosen & 63)
        assert move in legal
        state = GAME.apply(state, move)
    return state


def words_surrounded(occupied: int) -> int:
    """The occupied spaces with six occupied neighbours."""
    return sum(
        1 << space
        for space in SPACES
        if sum(occupied >> space + step & 1 for step in (1, 12, 13)) == 3
        and sum(space >= step and occupied >> space - step & 1 for step in (1, 12, 13)) == 3
    )


@pytest.mark.parametrize("seed", range(40))
def test_the_short_cut_ends_as_the_rules_do(seed: int) -> None:
    rng = Random(seed)
    state = GAME.start(2)
    while state.phase != STACKING:
        state = GAME.apply(state, rng.choice([*GAME.legal_moves(state, state.seat)]))
    end = by_the_rules(state, Dice(Random(seed)))
    ahead = score(end.stacks, end.white) - score(end.stacks, end.black)
    result = words.playout(GAME.rules, state, Random(seed))
    assert result == ((0.0, 0.0) if not ahead else (1.0, -1.0) if ahead > 0 else (-1.0, 1.0))


def test_every_move_is_as_likely_as_the_other() -> None:
    state = stacks("Db1 Bb2 BWc2 Wd2 Dd3 Bd4 Be3 Be4 Wf3 Df4")
    heights = [height(stack) for stack in state.stacks]
    legal = moves_of(state.stacks, state.white, state.occupied)
    dice, drawn = Dice(Random(1)), []
    for _ in range(300 * len(legal)):
        drawn.append(words._choose(heights, state.white, state.occupied, dice))
    counts = [drawn.count(move & 4095) for move in legal]
    assert sum(counts) == len(drawn)
    assert all(230 < count < 370 for count in counts), counts


def test_moves_are_found_where_tries_fail() -> None:
    """One move among many directions: tries are given up, and the move is found all the same."""
    state = stacks("WWWWWa1 De5 Bf1")
    heights = [height(stack) for stack in state.stacks]
    for seed in range(50):
        move = words._choose(heights, state.white, state.occupied, Dice(Random(seed)))
        assert GAME.format(state, stack_onto(move >> 6, move & 63)) == "a1-f1"


@pytest.mark.parametrize("setup", ["random", "symmetric"])
def test_playouts_from_before_luck_has_drawn(setup: str) -> None:
    game = Dvonn.model_validate({"setup": setup})
    results = [game.playout(game.start(2), Random(seed)) for seed in range(60)]
    assert {*results} >= {(1.0, -1.0), (-1.0, 1.0)}


def test_words_say_what_masks_of_any_length_do() -> None:
    rng = Random(1)
    for _ in range(200):
        occupied = sum(1 << space for space in SPACES if rng.random() < 0.6)
        start = occupied & sum(1 << space for space in SPACES if rng.random() < 0.1)
        assert connected_in(occupied, start, ROW) == connected(start, occupied)


def test_pieces_in_hand_fall_anywhere() -> None:
    """Each vacant space gets each colour as often as there are pieces of it."""
    state = GAME.start(2)
    whites = [0] * 60
    for seed in range(400):
        heights = [0] * 60
        white, black, red = words._fill(state, heights, Dice(Random(seed)))
        assert (white.bit_count(), black.bit_count(), red.bit_count()) == (23, 23, 3)
        assert [*map(bool, heights)].count(True) == 49
        for space in SPACES:
            whites[space] += white >> space & 1
    assert all(140 < whites[space] < 235 for space in SPACES)
    assert Rules().start() == state
