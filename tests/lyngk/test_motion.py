"""The motions of pieces and stacks in LYNGK (docs/reference/lyngk.md §3, §4, §9)."""

from __future__ import annotations

from tests.lyngk.boards import GAME, TAKEN, stacks
from tests.motions import moved_by, moved_by_decisions

CHAIN = "Ra1 BRc3 GRe4 Be7 Gh1 Jg1"


def test_a_stack_goes_over_empty_points() -> None:
    """§4.2"""
    assert moved_by(GAME, stacks("Ra1 Gc3"), "a1-c3") == [["a1-b2-c3"]]


def test_a_stack_goes_over_its_own_colour() -> None:
    """§4.3: over as few points as lead there."""
    assert moved_by(GAME, stacks(CHAIN, "R/-"), "a1-h1") == [["a1-b2-c3-d3-e4-f3-g3-h1"]]


def test_a_claimed_colour_goes_to_who_has_claimed_it() -> None:
    """§2, §4.1: before the move."""
    state = stacks("Ra1 Rc3 Gc6")
    assert moved_by(GAME, state, "R,a1-c6") == [
        ["claim:R-claimed:R", "a1-b2-c3-c4-c5-c6"],
    ]


def test_what_is_full_leaves_after_that() -> None:
    """§4.4"""
    state = stacks("Ra1 GBIKb2 Kc6 Ic7", "R/-")
    assert moved_by(GAME, state, "a1-b2") == [["a1-b2", "takes the row b2-"]]


def test_obstacles_leave_with_the_claim() -> None:
    """§9"""
    state = stacks("RBIKGb2 IKRBGe4 Kc6 Ic7", game=TAKEN)
    assert moved_by(TAKEN, state, "G,c6-c7") == [
        ["claim:G-claimed:G takes b2- e4-", "c6-c7"],
    ]


def test_luck_takes_from_the_heap_of_each_colour() -> None:
    """§3: point by point."""
    assert moved_by_decisions(GAME, GAME.start(2), "Ja1", "Kb1") == [["bag:J-a1"], ["bag:K-b1"]]
