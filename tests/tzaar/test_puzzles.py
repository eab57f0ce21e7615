"""The themes of puzzles of TZAAR, each where it is and where it is not."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta_tzaar.puzzles import THEMES
from tests.solved import themes

from .boards import GAME, stacks

FIVE = (stacks("TTTa1,ZZZZa3,Aa4,AAc1,Zi1 B:Tb1,Td2,Zf6,Zh6,Ai5,Ae9"), "a1xb1;a3-a4")
THREE = (stacks("TTTa1,ZZa3,Aa4,AAc1,Zi1 B:Tb1,Td2,Zf6,Zh6,Ai5,Ae9"), "a1xb1;a3-a4")
TWO = (stacks("TTTa1,Za3,Aa4,AAc1,Zi1 B:Tb1,Td2,Zf6,Zh6,Ai5,Ae9"), "a1xb1;a3-a4")
HIGH_TAKEN = (stacks("TTTc4,Ze1,Ai3 B:Aa5,Zb6,TTTc5,Te9"), "c4xc5;-")
LOW_TAKEN = (stacks("TTTc4,Ze1,Ai3 B:Aa5,Zb6,TTc5,Te9"), "c4xc5;-")
TWO_KINDS = (stacks("Tc2,Zc3,TAe1,Ti3 B:Aa5,Zb6,Tc4,Tc5"), "c3xc4;-")
ONE_KIND = (stacks("Tc2,Zc3,TAe1,Ti3 B:Aa5,Zb6,Tc4,Tc5,Ah6,Zi5"), "c3xc4;-")
TAKEN_TWICE = (stacks("Tc2,Zc3,Ae1,Ti3 B:Aa5,Zb6,Tc4,Tc5,Ah6,Zi5"), "c3xc4;c4xc5")
SAVED = (
    stacks("Za1,Tb1,Tb2,Td8,Ag3,Ah6,Ai5 B:Ta2,Zc6,Ae8,Ae9,Zg7,Ti1,TTi2"),
    "b2xa2;a1-b1",
)  # fmt: skip
STUCK = (stacks("TTTc2,TTZc3,AAAe1 B:Ta5,Tb6,Zc4,Zi5,Ah5"), "c3xc4;-")
TZAAR_TAKEN = (stacks("Tc2,Zc3,TAe1,Ti3 B:Aa5,Zb6,Zc4,Tc5,Ah6,Zi5"), "c3xc4;-")

CASES = [
    ("stack_of_five", FIVE, THREE),
    ("stack_taken", HIGH_TAKEN, LOW_TAKEN),
    ("two_kinds", TWO_KINDS, ONE_KIND),
    ("saved", SAVED, ONE_KIND),
    ("out_of_reach", THREE, TWO),
    ("no_capture", STUCK, ONE_KIND),
    ("tzaar_taken", TZAAR_TAKEN, ONE_KIND),
    ("pass", ONE_KIND, TAKEN_TWICE),
    ("double_capture", TAKEN_TWICE, ONE_KIND),
    ("last_of_kind", TAKEN_TWICE, ONE_KIND),
    ("one_left", ONE_KIND, TAKEN_TWICE),
    ("strengthened", TWO, ONE_KIND),
]


@pytest.mark.parametrize(("theme", "there", "elsewhere"), CASES, ids=[case[0] for case in CASES])
def test_a_theme_is_found_where_it_is(
    theme: str, there: tuple[Any, ...], elsewhere: tuple[Any, ...]
) -> None:
    assert theme in themes(GAME, *there)
    assert theme not in themes(GAME, *elsewhere)


def test_each_theme_has_its_case() -> None:
    assert [case[0] for case in CASES] == [*THEMES]
