"""The motions of rings and markers in YINSH (docs/reference/yinsh.md §3-§6)."""

from __future__ import annotations

from gipf_meta_yinsh.game import Yinsh
from tests.motions import moved_by, sentences
from tests.whole_turns import play

from .boards import OPENING, WHITE_RINGS, place

GAME = Yinsh()


def test_a_ring_is_placed() -> None:
    """§3: from those beside the board, the tenth too."""
    assert moved_by(GAME, GAME.start(2), "e3") == [["rings:W-e3"]]
    *nine, tenth = OPENING.split()
    assert moved_by(GAME, play(GAME, GAME.start(2), *nine), tenth) == [["rings:B-g8"]]


def test_a_ring_goes_a_marker_stays_and_those_on_its_way_turn() -> None:
    """§4: over a vacant point, then over markers of both colours."""
    state = place(GAME.rules, f"e3 {WHITE_RINGS}", markers=("e6", "e5 e7"))
    assert moved_by(GAME, state, "e3-e8") == [
        ["e3-e4-e5-e6-e7-e8 pool-e3 turns e5 e6 e7"],
    ]


def test_three_markers_turn_into_a_row_that_goes_with_a_ring() -> None:
    """§5: the row goes back to the pool, the ring off the board."""
    state = place(GAME.rules, f"e3 {WHITE_RINGS}", markers=("e2", "e4 e5 e6"))
    assert moved_by(GAME, state, "e3-e7;xe2-e6;xa2") == [
        ["e3-e4-e5-e6-e7 pool-e3 turns e4 e5 e6"],
        ["takes the row e2-pool e3-pool e4-pool e5-pool e6-pool"],
        ["takes a2-rings:W"],
    ]


def test_a_row_is_told_of_in_one_sentence() -> None:
    """§5: all five leave together."""
    state = place(GAME.rules, f"e3 {WHITE_RINGS}", markers=("e2", "e4 e5 e6"))
    assert sentences(GAME, state, "e3-e7", "xe2-e6") == [
        "These leave the board: white marker on e2, e3, e4, e5, e6."
    ]
    assert sentences(GAME, state, "e3-e7") == [
        "White ring goes from e3 over e4, e5, e6 to e7.",
        "White marker comes to e3.",
        "Turned over: e4, e5, e6.",
    ]
    assert sentences(GAME, state, "e3-e7", "xe2-e6", "xa2") == [
        "White ring on a2 leaves the board."
    ]
