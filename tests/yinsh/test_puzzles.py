"""The themes of puzzles of YINSH, each where it is and where it is not."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta_yinsh.game import Yinsh
from gipf_meta_yinsh.puzzles import THEMES
from tests.solved import themes

from .boards import BLACK_RINGS, WHITE_RINGS, place

GAME = Yinsh()


def at(
    ring: str,
    *markers: str,
    others: str = WHITE_RINGS,
    black: str = BLACK_RINGS,
    removed: tuple[int, int] = (0, 0),
) -> Any:
    """White is to move, with a ring on *ring* and four *others*."""
    return place(GAME.rules, f"{ring} {others}", black, (markers[0], markers[1]), removed)


COLUMN = "e5 e6 e7 e8"
PLACED = (at("e4", COLUMN, ""), "e4-e3;xe4-e8;xa2")
TURNED = (at("d3", COLUMN, "e4"), "d3-f5;xe4-e8;xa2")
TWO = (at("d3", COLUMN + " f6 f7 f8 f9", "e4 f5"), "d3-g6;xe4-e8;xa2;xf5-f9;xa3")
GIVEN = (at("d3", "e4", COLUMN), "d3-f5")
BOTH = (at("e4", COLUMN, "j6 j7 j8 j9"), "e4-e3;xe4-e8;xa2", "j5-i5;xj5-j9;xk7")
BROKEN = (at("i7", "", "j6 j7 j8 j9", black="j5 b1 c1 d1 e1"), "i7-k7")
NOT_BROKEN = (at("i7", "", "j6 j7 j8 j9", black="j5 b1 c1 d1 e1"), "i7-h7")
LAST = (at("e4", COLUMN, "", removed=(2, 0)), "e4-e3;xe4-e8;xa2")
LONG = (at("e4", "e5 e7 e9", "e6 e8"), "e4-e10")
COMING = "w 48 0,0 W:Ob2,Oc3,Oe3,Oe4,Oi9,e5,e6,e7 B:"
SURE = (f"{COMING}Og10,Oh11,Oj8,Ok8,Ok9", "e4-f4")
NOT_SURE = (f"{COMING}Od5,Oi5,Oj7,Oj10,Ok9", "e4-f4")
CORNER = (at("b4", "", "", others="a3 b2 d1 e1", black="a2 k7 k8 k9 k10"), "b4-b3")
OPEN_CORNER = (at("b4", "", "", others="a3 c2 d1 e1", black="a2 k7 k8 k9 k10"), "b4-b3")

CASES = [
    ("double_row", TWO, TURNED),
    ("row_given", GIVEN, TURNED),
    ("unstoppable", SURE, NOT_SURE),
    ("race", BOTH, PLACED),
    ("broken", BROKEN, NOT_BROKEN),
    ("turned_row", TURNED, PLACED),
    ("ring_blocked", CORNER, OPEN_CORNER),
    ("long_turn", LONG, TURNED),
    ("last_ring", LAST, PLACED),
    ("prepared", NOT_SURE, PLACED),
    ("hindered", BROKEN, NOT_BROKEN),
    ("turned", TWO, PLACED),
    ("ring_moved", PLACED, TWO),
    ("row", PLACED, GIVEN),
]


@pytest.mark.parametrize(("theme", "there", "elsewhere"), CASES, ids=[case[0] for case in CASES])
def test_a_theme_is_found_where_it_is(
    theme: str, there: tuple[Any, ...], elsewhere: tuple[Any, ...]
) -> None:
    assert theme in themes(GAME, *there)
    assert theme not in themes(GAME, *elsewhere)


def test_each_theme_has_its_case() -> None:
    assert [case[0] for case in CASES] == [*THEMES]
