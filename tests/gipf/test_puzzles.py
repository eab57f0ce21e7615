"""The themes of puzzles of GIPF, each where it is and where it is not."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta_gipf import Gipf
from gipf_meta_gipf.puzzles import THEMES
from tests.gipf.boards import LAST_GIPF, drawn
from tests.gipf.test_challenge import CENTRED, JUMPER, linked
from tests.gipf.words import decided, game, position
from tests.solved import themes, themes_of_decisions

GAME = game()
GIPFS = game(variant="standard")
LINKED = linked()


def at(white: str, black: str, g: Gipf = GAME, **rest: Any) -> tuple[Gipf, Any]:
    """A position of *g* with the pieces of White, who is on turn, and of Black."""
    return g, position(g, white, black, **rest)


ROW = (*at("b3 b4 b5", "g3"), "b1-b2;xb2,b3,b4,b5")
CAPTURE = (*at("c3 c4 c5", "c6"), "c1-c2;xc2,c3,c4,c5,c6*")
MANY = (*at("e3 e4 e5", "e6 e7 e8"), "e1-e2;xe2,e3,e4,e5,e6*,e7*,e8*")
TWO_ROWS = (
    *at("b3 c3 d4 e5 c5 d6 e7", "b2"),
    "b1-b2;xb2,c3,d4,e5;xb4,c5,d6,e7",
)  # fmt: skip
WITH_LAST = (*at("b3 b4 b5", "g3", reserves="1,5"), "b1-b2;xb2,b3,b4,b5")
LAST = (
    GIPFS,
    drawn(GIPFS, LAST_GIPF, black="Gf4", reserves="1,3"),
    "a5-b5;xb5,c5,d5,e5,Gf4*",
)  # fmt: skip
ONE_OF_TWO = (
    GIPFS,
    drawn(GIPFS, LAST_GIPF, black="Gf4 Gg6", reserves="1,3"),
    "a5-b5;xb5,c5,d5,e5,Gf4*",
)  # fmt: skip
LEFT = (*at("b3 Gb4 b5", "Gg3", GIPFS), "b1-b2;xb2,b3,b5")
NOTHING_LEFT = (*at("c3", "d3", reserves="2,0"), "a1-b2")
NOT_PREVENTED = (*at("g3", "b3 b4 b5"), "i1-h2")
LOADED = (*at("c3 c4 c5", "Zc6", LINKED), "c1-c2;xc2,c3,c4,c5,Zc6*")
READY = (*at("c2 c3", "g3"), "c1-c2")
ENTERED = (*at("Gc3", "Gg3", game(variant="tournament"), opened="WB"), "Gc1-c2")
PUSHED = (*at("c2 c3", "c4"), "c1-c2")

CASES = [
    ("last_gipf", LAST, ONE_OF_TWO),
    ("gipf_taken", ONE_OF_TWO, CAPTURE),
    ("loaded_taken", LOADED, CAPTURE),
    ("last_piece", WITH_LAST, ROW),
    ("two_rows", TWO_ROWS, ROW),
    ("left_standing", LEFT, ROW),
    ("last_reserve", NOTHING_LEFT, ROW),
    ("many_taken", MANY, CAPTURE),
    ("broken", MANY, NOT_PREVENTED),
    ("prepared", READY, NOT_PREVENTED),
    ("gipf_entered", ENTERED, NOT_PREVENTED),
    ("long_push", PUSHED, NOT_PREVENTED),
    ("capture", CAPTURE, ROW),
    ("row", ROW, NOT_PREVENTED),
]
POWERS = ("allow_or_challenge", "extra_move", "announce")


@pytest.mark.parametrize(("theme", "there", "elsewhere"), CASES, ids=[case[0] for case in CASES])
def test_a_theme_is_found_where_it_is(
    theme: str, there: tuple[Any, ...], elsewhere: tuple[Any, ...]
) -> None:
    assert theme in themes(*there)
    assert theme not in themes(*elsewhere)


def test_each_theme_has_its_case() -> None:
    assert {*POWERS, *(case[0] for case in CASES)} == {*THEMES}


def test_powers_that_the_solver_uses() -> None:
    """The answer of the other side is none of his."""
    jump = themes_of_decisions(LINKED, drawn(LINKED, JUMPER), "Zc3^", "allow", "f5")
    extra = themes_of_decisions(LINKED, drawn(LINKED, CENTRED), "+", "allow", "a1-b2", "i1-h2")
    assert {*POWERS} & {*jump} == {"announce"}
    assert {*POWERS} & {*extra} == {"extra_move"}


def test_answers_that_the_solver_gives() -> None:
    asked = decided(LINKED, drawn(LINKED, JUMPER), "Zc3^")
    assert themes_of_decisions(LINKED, asked, "allow", "f5") == ["allow_or_challenge"]
    assert themes_of_decisions(LINKED, asked, "challenge") == ["allow_or_challenge"]
