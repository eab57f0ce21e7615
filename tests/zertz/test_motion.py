"""The things that move by a turn of ZÈRTZ (docs/reference/zertz.md §4-§6, §9)."""

from __future__ import annotations

from gipf_meta_zertz.game import Zertz
from tests.motions import moved_by
from tests.whole_turns import play

from .boards import position

GAME = Zertz()


def test_a_marble_comes_from_the_pool_and_a_ring_leaves() -> None:
    """§4: a placement is a marble, then a ring."""
    assert moved_by(GAME, GAME.start(2), "Bd4,a1") == [["pool:B-d4"], ["loses a1"]]


def test_the_marble_that_jumps_is_not_the_one_that_is_taken() -> None:
    """§5: they look alike, and nothing is guessed from that."""
    state = play(GAME, GAME.start(2), "Bd4,a1", "Bd5,g4")
    assert moved_by(GAME, state, "x d4Bd6") == [["d4-d5-d6 takes d5-p1:B"]]
    assert moved_by(GAME, state, "x d5Bd3") == [["d5-d4-d3 takes d4-p1:B"]]


def test_a_chain_jumps_one_by_one() -> None:
    """§5.3: five jumps in a turn."""
    state = GAME.from_text(position("Wd4 Wd5 Ge5 Bf3 Be2 Wc2"))
    assert moved_by(GAME, state, "x d4Wd6Gf4Bf2Bd2Wb2") == [
        ["d4-d5-d6 takes d5-p1:W"],
        ["d6-e5-f4 takes e5-p1:G"],
        ["f4-f3-f2 takes f3-p1:B"],
        ["f2-e2-d2 takes e2-p1:B"],
        ["d2-c2-b2 takes c2-p1:W"],
    ]


def test_what_a_ring_cuts_off_goes_to_who_removes_it() -> None:
    """§6: the marble on a1 is isolated, and its ring leaves with it."""
    state = GAME.from_text(position("Ba1", missing="b1 b2"))
    assert moved_by(GAME, state, "Wd4,a2 x Ba1") == [
        ["pool:W-d4"],
        ["loses a2", "takes the row a1-p1:B loses a1"],
    ]


def test_from_the_empty_pool_one_places_what_one_has_captured() -> None:
    """§4: the heaps of who moves change their names with the turn."""
    state = GAME.from_text(position(pool="0/0/0", captured=("1/1/0", "0/2/5")))
    assert moved_by(GAME, state, "Wd4,a1") == [["own:W-d4"], ["loses a1"]]


def test_a_turn_that_is_taken_back_goes_back() -> None:
    """§9: the marble returns to the pool; the ring is there again."""
    game = Zertz(capture_enforcement="on_demand")
    missed = play(game, game.from_text(position("Wd4 Bd5")), "Wa1,d1")
    assert moved_by(game, missed, "takeback") == [["takes a1-pool:W"]]
