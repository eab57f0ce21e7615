"""The themes of puzzles of Zatre, each where it is and where it is not."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta_zatre.puzzles import THEMES
from tests.solved import themes_of_decisions
from tests.zatre.test_scenarios import LAID
from tests.zatre.test_scenarios_turns import CROSSING
from tests.zatre.words import drawn, game, position

GAME = game()


def at(pre: str, hand: str, sheets: str = "") -> Any:
    """The position with the tiles *pre*, a *hand*, and perhaps sheets."""
    return GAME.from_text(position(pre, hands=f"{hand},-") + sheets)


def laid(number: str) -> tuple[Any, ...]:
    """The turn of a scenario."""
    turn = LAID[number]
    return (at(turn.pre, turn.hand), *turn.placements.split())


ROW = """
    f g h i
9   . . 1 .
8   2 5 4 .
7   . . 6 .
"""
TWO_CROSSES = (GAME.from_text(drawn(ROW, hands="15,-")), "g7=5", "i7=1")
BONUS = (at("f8=4 h8=5", "3", " sheets:X0/1/2/-,X0/-/-/-"), "g8=3")
EXCEPTION = (GAME.from_text(drawn(CROSSING, hands="6,-")), "g7=6!")

CASES = [
    ("two_crosses", TWO_CROSSES, laid("11")),
    ("bonus", BONUS, laid("7")),
    ("cross", laid("11"), laid("7")),
    ("many_sums", laid("23"), laid("9")),
    ("two_twelves", laid("9"), laid("8")),
    ("both_ways", laid("8"), laid("7")),
    ("exception", EXCEPTION, laid("11")),
    ("prepared", laid("13"), laid("7")),
    ("twelve", laid("7"), laid("11")),
    ("sum", laid("11"), laid("7")),
]


@pytest.mark.parametrize(("theme", "there", "elsewhere"), CASES, ids=[case[0] for case in CASES])
def test_a_theme_is_found_where_it_is(
    theme: str, there: tuple[Any, ...], elsewhere: tuple[Any, ...]
) -> None:
    assert theme in themes_of_decisions(GAME, *there)
    assert theme not in themes_of_decisions(GAME, *elsewhere)


def test_each_theme_has_its_case() -> None:
    assert [case[0] for case in CASES] == [*THEMES]
