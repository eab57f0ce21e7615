"""The lines of bots: each has some for each occasion, short ones, chosen by the seed."""

from __future__ import annotations

import re
from itertools import product
from typing import get_args

import pytest

from gipf_meta.bots.characters import CHARACTERS
from gipf_meta.bots.levels import BOTS
from gipf_meta.bots.spoken_lines import LINES, Occasion, level_of, line_of, lines_at_slips
from gipf_meta.render.bot_faces import PORTRAITS

OCCASIONS: tuple[Occasion, ...] = get_args(Occasion)
LONGEST = 62
"""The most letters of a line, which stands beside a board."""


def test_each_bot_is_a_character_with_lines_and_a_portrait() -> None:
    assert {*CHARACTERS} == {*LINES} == {*PORTRAITS} == {*BOTS}


@pytest.mark.parametrize(("level", "occasion"), [*product(LINES, OCCASIONS)])
def test_each_bot_has_short_lines_without_notation_for_each_occasion(
    level: str, occasion: Occasion
) -> None:
    lines = LINES[level][occasion]
    assert lines
    for line in lines:
        assert len(line) <= LONGEST, line
        assert line[-1] in ".!?", line
        assert not re.search(r"[0-9]", line), line
    # each variant is said in some match, and in the same match the same one
    assert {line_of(level, occasion, seed) for seed in range(60)} == {*lines}
    assert line_of(level, occasion, 7) == line_of(level, occasion, 7)


def test_no_line_is_said_twice() -> None:
    every = [line for lines in LINES.values() for some in lines.values() for line in some]
    assert len(every) == len({*every})


@pytest.mark.parametrize("level", LINES)
def test_the_lines_at_slips_of_a_match_are_all_in_an_order_of_its_own(level: str) -> None:
    orders = {tuple(lines_at_slips(level, seed)) for seed in range(30)}
    assert len(orders) == len(LINES[level]["slip"]) == 2
    assert all({*order} == {*LINES[level]["slip"]} for order in orders)


def test_the_level_of_a_player_is_that_of_our_bots_alone() -> None:
    kinds = ("greedy:500", "expert:ms=200", "human", "engine:beginner", "")
    assert [*map(level_of, kinds)] == ["greedy", "expert", "", "", ""]
