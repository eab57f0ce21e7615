"""The motions of pieces and stacks in DVONN (docs/reference/dvonn.md §3, §4, §9)."""

from __future__ import annotations

from gipf_meta_dvonn.board import SPACES
from gipf_meta_dvonn.game import Dvonn
from gipf_meta_dvonn.state import BLACK, RED, WHITE, draw
from tests.motions import moved_by, moved_by_decisions, steps

from .boards import GAME, play, stacks


def test_a_piece_is_placed_from_a_hand() -> None:
    """§3: three DVONN pieces first, then each his own."""
    state = GAME.start(2)
    assert moved_by(GAME, state, "e3") == [["hand:0:D-e3"]]
    state = play(state, "e3", "e4", "d3")
    assert moved_by(GAME, state, "c3") == [["hand:1-c3"]]


def test_a_stack_of_three_slides_whole_as_far_as_it_is_high() -> None:
    """§4: over the two spaces between, and nothing else moves."""
    state = stacks("WBWd2 De2 Bg2 Df2 Dh2")
    assert moved_by(GAME, state, "d2-g2") == [["d2-e2-f2-g2"]]


def test_what_loses_contact_leaves_after_the_stack_has_moved() -> None:
    """§4: two stacks hung on the one that went; they are out of the game."""
    state = stacks("Wc3 Bd3 De3 Bb3 WWa3")
    assert moved_by(GAME, state, "c3-d3") == [["c3-d3", "takes the row a3- b3-"]]


def test_a_pass_moves_nothing() -> None:
    """§4: White has no stack that can move."""
    assert moved_by(GAME, stacks("Bc3 Dd3"), "-") == [[]]


def test_luck_takes_from_the_bag() -> None:
    """§9: in a symmetric start two at a time."""
    game = Dvonn(setup="symmetric")
    assert moved_by_decisions(game, game.start(2), "Da1", "Wa2") == [
        ["bag:D-a1 bag:D-k5"],
        ["bag:W-a2 bag:B-k4"],
    ]


def test_a_start_without_balance_goes_back_into_the_bag() -> None:
    """§9: the last piece is on the board before all leave it."""
    game = Dvonn(setup="random", random_balance=True)
    pieces = [RED] * 3 + [WHITE] * 23 + [BLACK] * 23
    *_, (told, after) = steps(game, game.start(2), list(map(draw, pieces, SPACES)))
    assert after == game.start(2)
    last, back = told
    assert last == "bag:B-k5"
    assert back.startswith("takes a1-bag:D a2-bag:D a3-bag:D b1-bag:W")
    assert back.endswith("k5-bag:B")
