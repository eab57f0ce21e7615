"""The themes of puzzles of PÜNCT, each where it is and where it is not."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta_punct.game import Punct
from gipf_meta_punct.lessons import LAST_STEP
from gipf_meta_punct.puzzles import THEMES
from tests.solved import themes

from .boards import at, with_reserve

GAME = Punct()

UNDER = "WTe5:d4,d5 BTe7:e8,f8"
BRIDGED = (at(f"{UNDER} WEe2:c2,d2"), "e2-e5:e6,e7")
FLAT = (at(f"{UNDER} WEe2:c2,d2 WEe6:f6,g6"), "e2-e5:e6,e7")
ADDED = (at(UNDER), "Te11:e12,f12")
UNCOVERED = (at("WTe5:d4,d5 WTe5:d4,d5^1"), "e5-e9:e10,f10")
HIGH = (
    at("WTe5:d4,d5 WTe7:e8,f8 WCe2:d2,f2 WEe6:f6,g6 WTe5:d4,d5^1 WTe7:e8,f8^1"),
    "e2-e6:e5,e7",
)  # fmt: skip
JOINED = (LAST_STEP, "Tp9:p10,q10")
STOPPED = (LAST_STEP.replace("w ", "b ", 1), "Tp9:p10,q10")
NOT_STOPPED = (LAST_STEP.replace("w ", "b ", 1), "Ta2:b2,b3")
PREPARED = (LAST_STEP, "Ta2:b2,b3", "Td4:d5,e5", "Tp9:p10,q10")
BY_CENTRE = (with_reserve(at("WTi9:i10,j10"), "T"), "Te5:e6,f6")

CASES = [
    ("bridge", BRIDGED, FLAT),
    ("uncovered", UNCOVERED, FLAT),
    ("high", HIGH, BRIDGED),
    ("stopped", STOPPED, NOT_STOPPED),
    ("cover", BRIDGED, ADDED),
    ("centre", BY_CENTRE, JOINED),
    ("prepared", PREPARED, JOINED),
    ("nearer", JOINED, FLAT),
    ("moved", BRIDGED, ADDED),
    ("joined", JOINED, BRIDGED),
]


@pytest.mark.parametrize(("theme", "there", "elsewhere"), CASES, ids=[case[0] for case in CASES])
def test_a_theme_is_found_where_it_is(
    theme: str, there: tuple[Any, ...], elsewhere: tuple[Any, ...]
) -> None:
    assert theme in themes(GAME, *there)
    assert theme not in themes(GAME, *elsewhere)


def test_each_theme_has_its_case() -> None:
    assert [case[0] for case in CASES] == [*THEMES]
