"""The themes of puzzles of LYNGK, each where it is and where it is not."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta_lyngk.puzzles import THEMES
from tests.solved import themes

from .boards import GAME, stacks

READY = "Ra1 GBIKb2 Jc6 Rc7 Gg7 Bg6"
TAKEN = (stacks(READY, claims="R/-"), "a1-b2")
CLAIMED = (stacks(READY), "R,c7-c6")
CLAIMED_AGAIN = (stacks(READY, claims="I/-"), "R,c7-c6")
PREPARED = (stacks(READY), "R,c7-c6", "g7-g6", "a1-b2")
TAKEN_TWICE = (stacks("Ra1 GBIKb2 Rc7 KGBIc6 Gg7 Bg6", claims="R/-"), "a1-b2", "g7-g6", "c7-c6")
STANDING = (stacks("Ra1 GBIKb2 Jc6 Kc7"), "b2-a1")
STOPPED = (stacks("Ra1 GBIKb2 Jc6 Kc7", claims="-/R"), "b2-a1")
PASSED = (stacks("Ra1 Kb2 Rc6 Kc7", claims="RK/BG"), "a1-b2", "-", "c6-c7")
HIGHER = (stacks("Ra1 Kb2", claims="R/G"), "a1-b2")
OVER_ONE = (stacks("Ra1 Rb2 Gb1 Bc7 Kc6", claims="R/-"), "a1-b1")
NEXT_TO_IT = (stacks("Ra1 Kb2 Gb1 Bc7 Kc6", claims="R/-"), "a1-b2")
COVERED = (stacks("Ra1 Kb2 Gb1 Bc7 Kc6", claims="R/K"), "a1-b2")
FOUR = (stacks("Ra1 BGKb2 Gb1 Bc7 Kc6", claims="R/-"), "a1-b2")

CASES = [
    ("lyngk_rule", OVER_ONE, NEXT_TO_IT),
    ("obstacle", STANDING, TAKEN),
    ("stopped", STOPPED, CLAIMED),
    ("joker", CLAIMED, TAKEN),
    ("last_claim", CLAIMED_AGAIN, CLAIMED),
    ("claim", CLAIMED, TAKEN),
    ("covered", COVERED, NEXT_TO_IT),
    ("prepared", PREPARED, TAKEN_TWICE),
    ("no_turn", PASSED, PREPARED),
    ("two_stacks", TAKEN_TWICE, PREPARED),
    ("heights", HIGHER, TAKEN),
    ("stack_of_four", FOUR, TAKEN),
    ("stack_of_five", TAKEN, STANDING),
]


@pytest.mark.parametrize(("theme", "there", "elsewhere"), CASES, ids=[case[0] for case in CASES])
def test_a_theme_is_found_where_it_is(
    theme: str, there: tuple[Any, ...], elsewhere: tuple[Any, ...]
) -> None:
    assert theme in themes(GAME, *there)
    assert theme not in themes(GAME, *elsewhere)


def test_each_theme_has_its_case() -> None:
    assert [case[0] for case in CASES] == [*THEMES]
