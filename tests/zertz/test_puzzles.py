"""The themes of puzzles of ZÈRTZ, each where it is and where it is not."""

from __future__ import annotations

import pytest

from gipf_meta_zertz.game import Zertz
from gipf_meta_zertz.puzzles import THEMES
from tests.solved import themes

from .boards import position

GAME = Zertz()

JUMP = (position("Wd4 Bd5"), "x d4Bd6")
TWO_JUMPS = (position("Wd1 Gd2 Bd4"), "x d1Gd3Bd5")
GIVEN = (position("Wb2 Ge2", missing="a1 f1"), "Bd3,d1", "x e2Bc3", "x b2Gd4")
GIVEN_TWICE = (
    position("Wa1 Wg1"), "Bb2,d1", "x a1Bc3", "Bf2,d7", "x g1Be3", "Ga4,e1",
)  # fmt: skip
CHOOSING = (position("Wd4"), "Bd5,a1", "x d5Wd3")
CUT_OFF = (position("Wa1", missing="b1 b2"), "Gd4,a2")
FILLED = (position(missing="a2 b1 b2"), "Wa1,g1")
SET = (position("Wd4 Bd5", captured=("3/3/2", "0/0/0")), "x d4Bd6")
SIX_BLACK = (position("Wd4 Bd5", captured=("3/3/5", "0/0/0")), "x d4Bd6")
LAST_RING = (position("Wa1", rings="a1 a2"), "Ga2")
EMPTY_POOL = (position(captured=("1/0/0", "0/0/0"), pool="0/0/0"), "Wd4,a1")
QUIET = (position(), "Wd4,a1", "Wa4,g1", "Wg4,a2")

CASES = [
    ("double_sacrifice", GIVEN_TWICE, GIVEN),
    ("filling", FILLED, CUT_OFF),
    ("isolation", CUT_OFF, FILLED),
    ("sacrifice", GIVEN, QUIET),
    ("chain", TWO_JUMPS, JUMP),
    ("each_colour", SET, SIX_BLACK),
    ("full_board", LAST_RING, FILLED),
    ("own_marble", EMPTY_POOL, QUIET),
    ("quiet", QUIET, GIVEN),
    ("no_choice", GIVEN, CHOOSING),
    ("capture", JUMP, TWO_JUMPS),
]


@pytest.mark.parametrize(("theme", "there", "elsewhere"), CASES, ids=[case[0] for case in CASES])
def test_a_theme_is_found_where_it_is(
    theme: str, there: tuple[str, ...], elsewhere: tuple[str, ...]
) -> None:
    assert theme in themes(GAME, *there)
    assert theme not in themes(GAME, *elsewhere)


def test_each_theme_has_its_case() -> None:
    assert [case[0] for case in CASES] == [*THEMES]


def test_the_most_telling_theme_comes_first() -> None:
    assert themes(GAME, *GIVEN_TWICE) == ["double_sacrifice", "sacrifice", "quiet", "no_choice"]
    assert themes(GAME, *CUT_OFF) == ["isolation"]
