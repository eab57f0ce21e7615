"""The motions of pieces and stacks in TZAAR (docs/reference/tzaar.md §3, §4)."""

from __future__ import annotations

from tests.motions import moved_by, moved_by_decisions
from tests.tzaar.boards import GAME, PLACE, stacks

STATE = stacks("TZc3,AAe1,Zi2,TTi3 B:Ta5,Ab5,Tb6,Zc4,Ah6,Zi5")


def test_what_is_captured_leaves_before_the_other_arrives() -> None:
    """§4: and a stack goes over the vacant spaces between."""
    assert moved_by(GAME, STATE, "i3xi5;-") == [["takes i5-", "i3-i4-i5"], []]


def test_a_stack_goes_onto_another() -> None:
    """§4: nothing leaves."""
    assert moved_by(GAME, STATE, "c3xc4;i3-i2") == [["takes c4-", "c3-c4"], ["i3-i2"]]


def test_a_piece_is_placed_from_a_hand() -> None:
    """§3: of a kind of one's choice."""
    assert moved_by(PLACE, PLACE.start(2), "Ae3") == [["hand:WA-e3"]]


def test_luck_takes_from_the_heap_of_each_kind() -> None:
    """§3: space by space."""
    assert moved_by_decisions(GAME, GAME.start(2), "BZa1", "WTa2") == [
        ["hand:BZ-a1"],
        ["hand:WT-a2"],
    ]
