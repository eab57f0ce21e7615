"""Boards for searches beside the rules. The law for boards compares moves, seats, ends and keys;
here it is what the sums of stretches tell: rows, what may become one, and what all of it is worth.
"""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta_yinsh.game import Yinsh
from gipf_meta_yinsh.state import MOVE, ROW_AFTER, State
from gipf_meta_yinsh.strength.patterns import FEATURES, features, sure_rings
from gipf_meta_yinsh.strength.search_board import SURE, YinshSearchBoard
from tests.tiers import slow

from .boards import place

STANDARD = Yinsh()


def board_of(game: Yinsh, state: State) -> YinshSearchBoard:
    board = game.search_board(state)
    assert board is not None
    return board


@pytest.mark.parametrize(
    "game", [STANDARD, Yinsh(variant="blitz"), *slow(Yinsh(no_move="lose", markers=25))]
)
def test_sums_of_stretches_follow_a_game(game: Yinsh) -> None:
    """Rows are made wherever they can be, so that games have many."""
    rng, state = Random(3), game.start(2)
    board = board_of(game, state)
    while state.ending is None:
        moves = game.turn_moves(state, state.seat)
        loud = board.loud_moves()
        if state.step == MOVE:
            makes = [move for move in moves if game.apply(state, move).step == ROW_AFTER]
            assert sorted(loud) == sorted(makes)
        if max(sure_rings(state, 0), sure_rings(state, 1)) >= game.rules.goal:
            assert abs(int(board.worth())) == SURE
        elif state.number % 4 < 2:
            named = features(game.rules, state, state.seat)
            assert board.worth() == sum([game.worths[feature] for feature in named])
            assert board.worth() == board_of(game, state).worth()
        move = rng.choice(loud or moves)
        board.make(move)
        state = game.apply(state, move)


def test_a_limit_of_turns_is_not_for_boards() -> None:
    """A board's key does not include the number of the turn, so no limit can depend on it."""
    game = Yinsh(max_turns=40)
    assert game.search_board(game.start(2)) is None


def test_mirror_images_have_the_same_features() -> None:
    assert len(STANDARD.worths) == FEATURES
    below, above = (
        place(STANDARD.rules, "f6", black="k7", markers=(own, other))
        for own, other in (("f2 f4", "f3"), ("f10 f8", "f9"))
    )
    assert sorted(features(STANDARD.rules, below, 0)) == sorted(features(STANDARD.rules, above, 0))
    assert sorted(features(STANDARD.rules, below, 0)) != sorted(features(STANDARD.rules, below, 1))


def test_rows_are_tried_first() -> None:
    state = place(STANDARD.rules, "a2 a3 a4 a5 f5", markers=("f6 f7 f8 f9", ""))
    board = board_of(STANDARD, state)
    moves = board.moves()
    ranks = dict(zip(moves, board.orders(moves), strict=True))
    loud = board.loud_moves()
    assert loud
    assert min(ranks[move] for move in loud) > max(ranks[m] for m in moves if m not in loud)
