"""The themes of puzzles of DVONN, each where it is and where it is not, on the third row."""

from __future__ import annotations

import pytest

from gipf_meta_dvonn.puzzles import THEMES
from gipf_meta_dvonn.state import State
from tests.solved import themes

from .boards import GAME, stacks

CUT = (stacks("Dd3 We3 Bf3"), "e3-d3")
ONTO_RED = (stacks("Wc3 Dd3 Be3 Bf3"), "c3-d3")
CUT_OF_BOTH = (stacks("Dd3 We3 Bf3 Bg3 Wh3"), "e3-d3")
SAVED = (stacks("Wc3 Bd3 De3 Wf3"), "c3-d3")
LEFT_ALONE = (stacks("Wc3 Bd3 De3 Wf3"), "f3-e3")
PASSED = (stacks("Wa3 Wb3 Dc3 Wd3 BBe3"), "a3-b3", "e3-c3", "d3-c3")
SHUT = (stacks("Wa3 Wb3 Wc3 Dd3 BBBBe3"), "a3-b3")
NOT_SHUT = (stacks("Wa3 Wb3 Wc3 Dd3 BBBBe3 Wf3 Wg3"), "g3-f3")
FOUR_TAKEN = (stacks("We3 BBBBf3 Dg3"), "e3-f3")
THREE_TAKEN = (stacks("We3 BBBf3 Dg3"), "e3-f3")
RED_MOVED = (stacks("DWe3 Bf3 Bg3"), "e3-g3")
OWN = (stacks("Wa3 Wb3 Dc3 Bd3 Be3"), "a3-b3")
HIGH_BUILT = (stacks("Wa3 WWWb3 Dc3 Bd3 Be3"), "a3-b3")
FAR = (stacks("WWWa3 Bb3 Bc3 Wd3 De3"), "a3-d3")
THREAT = (stacks("Dd3 Be3 Bf3 Bg3 Wg4"), "g4-f3")
FREED = (stacks("Dc2 Bd2 Bc3 Wd3 We3 Bd4 De4 Wf4"), "e3-f4")

CASES = [
    ("costly_cut", CUT_OF_BOTH, CUT),
    ("cut_off", CUT, ONTO_RED),
    ("blockade", SAVED, RED_MOVED),
    ("immobile", SHUT, NOT_SHUT),
    ("red_moved", RED_MOVED, ONTO_RED),
    ("red_taken", ONTO_RED, SAVED),
    ("big_stack", FOUR_TAKEN, THREE_TAKEN),
    ("threat", THREAT, CUT),
    ("freed", FREED, CUT),
    ("high_built", HIGH_BUILT, OWN),
    ("saved", SAVED, LEFT_ALONE),
    ("far", FAR, OWN),
    ("own_stack", OWN, CUT),
    ("taken", FOUR_TAKEN, CUT),
]


@pytest.mark.parametrize(("theme", "there", "elsewhere"), CASES, ids=[case[0] for case in CASES])
def test_a_theme_is_found_where_it_is(
    theme: str, there: tuple[State | str, ...], elsewhere: tuple[State | str, ...]
) -> None:
    assert theme in themes(GAME, *there)
    assert theme not in themes(GAME, *elsewhere)


def test_each_theme_has_its_case() -> None:
    assert [case[0] for case in CASES] == [*THEMES]


def test_a_side_that_passes_is_blockaded() -> None:
    assert "blockade" in themes(GAME, stacks("Wa3 Wb3 Dc3 Wd3 We3 BBBBBBBk3"), "a3-b3", "-")
