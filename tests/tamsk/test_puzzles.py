"""The themes of puzzles of TAMSK, each where it is and where it is not."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta_tamsk.puzzles import THEMES
from tests.solved import themes_of_decisions
from tests.tamsk.words import drawn, game

FIRST = game(level="1")
SAND = game(level="2")

CORNER = """
        B  1  .  .
      1  .  R  .  .
    .  .  .  .  .  .
  .  .  .  .  .  .  .
    .  .  .  .  .  .
      .  .  .  .  .
        R  R  B  B
"""
"""A black glass on a1, with one way left: b2."""
TWO_BLACK = """
        B  1  .  .
      B  1  R  .  .
    1  2  .  .  .  .
  .  .  .  .  .  .  .
    .  .  .  .  .  .
      .  .  .  .  .
        R  R  .  B
"""
"""Another one on a2, whose last way is b2, too."""
ALL_BLACK = """
        B  1  1  B
      1  1  R  2  1
    .  .  .  .  .  1
  .  .  .  .  .  2  B
    .  .  .  .  .  1
      .  .  .  .  .
        R  R  .  .
"""
RED_CORNER = """
        R  1  .  .
      1  .  .  .  .
    .  .  .  .  .  .
  B  .  .  .  .  .  .
    .  .  .  .  .  .
      .  .  .  .  .
        R  R  B  B
"""
CENTRE = """
        .  .  .  .
      .  .  .  .  .
    .  .  .  .  .  .
  B  .  R  3  .  .  .
    .  .  .  .  .  .
      .  .  .  .  .
        R  R  B  B
"""

RUNNING = dict.fromkeys(("c4", "d7", "e6", "a4", "f5", "g4"), "~90000")


def one(picture: str, *turns: str, **rest: Any) -> tuple[Any, ...]:
    """Turns of level 1 on the board of *picture*."""
    return (FIRST, drawn(picture, level=1, **rest), *turns)


TWO_SHUT_IN = one(TWO_BLACK, "R:c2-b2")
FOR_GOOD = one(CORNER.replace("1  .  R", "1  1  R"), "R:c2-b2")
FOR_NOW = one(CORNER, "R:c2-b2/")
FORGOTTEN = (
    FIRST,
    drawn(CENTRE, level=1).replace("open:-", "open:a4B"),
    "R:claim",
)  # fmt: skip
ALONE = one(ALL_BLACK, "R:c2-b2", "R:d7-c6")
OUT = one(RED_CORNER, "R:a1-b2")
LAST_RING = one(CENTRE, "R:c4-d4", left="1/5")
IN_CENTRE = one(CENTRE, "R:c4-d4")
BESIDE = one(CENTRE, "R:c4-c5")
SOON = (SAND, drawn(CENTRE, sand=RUNNING | {"c4": "~5000"}), "R:c4-c5")
IN_TIME = (SAND, drawn(CENTRE, sand=RUNNING), "R:c4-c5")
LONGEST = (SAND, drawn(CENTRE, sand=RUNNING | {"d7": "~120000"}, left="1/0"), "R:c4-c5")
NARROW = one(CORNER.replace("B  1", "B  ."), "R:c2-b2")

CASES = [
    ("two_shut_in", TWO_SHUT_IN, FOR_GOOD),
    ("isolation", FOR_GOOD, FOR_NOW),
    ("claim", FORGOTTEN, BESIDE),
    ("glass_race", SOON, IN_TIME),
    ("last_running", LONGEST, SOON),
    ("no_turn", ALONE, FOR_GOOD),
    ("escape", OUT, BESIDE),
    ("all_rings", LAST_RING, IN_CENTRE),
    ("shut_in", FOR_NOW, OUT),
    ("inner_space", IN_CENTRE, BESIDE),
    ("one_way", NARROW, FOR_GOOD),
    ("no_ring", FOR_NOW, FOR_GOOD),
]


@pytest.mark.parametrize(("theme", "there", "elsewhere"), CASES, ids=[case[0] for case in CASES])
def test_a_theme_is_found_where_it_is(
    theme: str, there: tuple[Any, ...], elsewhere: tuple[Any, ...]
) -> None:
    assert theme in themes_of_decisions(*there)
    assert theme not in themes_of_decisions(*elsewhere)


def test_each_theme_has_its_case() -> None:
    assert [case[0] for case in CASES] == [*THEMES]
