"""The bots' judgement of positions of GIPF (plugins/gipf/gipf_meta_gipf/strength/bot.py)."""

from __future__ import annotations

from dataclasses import replace
from math import atanh
from random import Random
from typing import Any

import pytest

from gipf_meta.bots.bot import Request
from gipf_meta.bots.levels import LEVELS
from gipf_meta_gipf.board import SPOTS
from gipf_meta_gipf.strength.bot import CERTAIN, WEIGHTS, evaluate, threes
from tests.gipf.words import decided, game, position

BASIC = game()
STANDARD = game(variant="standard")
LINKED = game(tamsk_potentials=3, zertz_potentials=3, challenges_enabled="on")
SHARED = game(
    tamsk_potentials=3, zertz_potentials=3, challenges_enabled="on", challenges_per_kind="off"
)


def worth(g: Any, white: str, black: str, **rest: Any) -> float:
    """How the position looks for White."""
    return evaluate(g.rules, position(g, white, black, **rest), 0)


def lead(g: Any, white: str, black: str, **rest: Any) -> float:
    """White's lead: of two that differ, chances show the less the larger both are."""
    return atanh(worth(g, white, black, **rest) / CERTAIN)


EVEN = ("b5 h5", "b2 h2")


def test_of_even_sides_the_one_that_plays_next_is_a_little_ahead() -> None:
    assert 0.1 > worth(BASIC, *EVEN) == -worth(BASIC, *EVEN, side="b") > 0
    level = replace(WEIGHTS, turn=0.0)
    assert evaluate(BASIC.rules, position(BASIC, *EVEN), 0, level) == 0


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param(("b5 h5", "b2 h2"), ("b5", "b2 h2"), id="a piece"),
        pytest.param(("b5 d4", "b2 h2"), ("b5 h5", "b2 h2"), id="a place beside the centre"),
        pytest.param(("b5 e5", "b2 h2"), ("b5 d4", "b2 h2"), id="the centre"),
        pytest.param(("b3 b4 b5", "b2 h2"), ("b3 b4 h5", "b2 h2"), id="three in a row"),
    ],
)
def test_what_is_better_on_the_board(better: tuple[str, str], worse: tuple[str, str]) -> None:
    assert worth(BASIC, *better) > worth(BASIC, *worse)


def test_a_piece_in_reserve_counts_most_where_there_are_few() -> None:
    rich = worth(BASIC, *EVEN, reserves="9,9") - worth(BASIC, *EVEN, reserves="8,9")
    poor = worth(BASIC, *EVEN, reserves="1,1") - worth(BASIC, *EVEN, reserves="0,1")
    assert poor > 2 * rich > 0


def test_rows_that_stand_count_for_whoever_takes_them() -> None:
    """Black has just been pushed into White's row, and loses a piece more."""
    row = "b5 c5 d5 e5"
    assert worth(BASIC, row, "f4 h2") > worth(BASIC, row, "g4 h2")
    mine = position(BASIC, row, "f4 h2")
    assert evaluate(BASIC.rules, mine, 0) == -evaluate(BASIC.rules, mine, 1)


def test_the_last_gipf_piece_is_in_danger() -> None:
    assert worth(STANDARD, "Gb5 Gh5", "Gb2 Gh2") == worth(BASIC, *EVEN)
    lost = worth(STANDARD, "Gb5", "Gb2 Gh2") - worth(STANDARD, "Gb5 Gh5 Gb3", "Gb2 Gh2 Gg2")
    assert lost < worth(STANDARD, "Gb5 Gh5", "Gb2 Gh2 Gg2") < 0


def test_potentials_are_worth_something_in_supply_on_the_board_and_spent() -> None:
    plain = worth(LINKED, *EVEN)
    assert worth(LINKED, *EVEN, supply="T1Z0,T0Z0") > plain
    assert worth(LINKED, "Tb5 h5", "b2 h2") > worth(LINKED, *EVEN, supply="T1Z0,T0Z0")
    assert worth(LINKED, "Zb5 h5", "b2 h2") > plain
    assert plain < worth(LINKED, "b5 h5 zc5", "b2 h2") < worth(LINKED, "b5 h5 c5", "b2 h2") + 0.1


def test_a_jump_saves_whoever_has_no_piece_left() -> None:
    def gain(reserves: str) -> float:
        loaded, plain = (
            lead(LINKED, white, "b2 h2 b4", side="b", reserves=reserves)
            for white in ("Zb5 h5", "b5 h5")
        )
        return loaded - plain

    assert gain("0,1") > 2 * gain("5,5") > 0


def test_a_challenge_is_worth_something_as_long_as_there_is_a_power_of_its_kind() -> None:
    def white(challenges: str, black: str, g: Any = LINKED) -> float:
        return lead(g, "b5 h5", black, challenges=challenges)

    assert white("T1Z0,T0Z0", "b2 h2") == white("T0Z0,T0Z0", "b2 h2")
    assert white("T1Z0,T0Z0", "Zb2 h2") == white("T0Z0,T0Z0", "Zb2 h2")
    assert white("T0Z1,T0Z0", "Zb2 h2") > white("T0Z0,T0Z0", "Zb2 h2")
    assert white("T0Z2,T0Z0", "Zb2 h2") == white("T0Z1,T0Z0", "Zb2 h2")
    one = white("T0Z1,T0Z0", "Zb2 h2") - white("T0Z0,T0Z0", "Zb2 h2")
    choice = white("T0Z1,T0Z0", "Zb2 Zh2") - white("T0Z0,T0Z0", "Zb2 Zh2")
    assert choice > one
    assert white("1,0", "Zb2 h2", SHARED) > white("0,0", "Zb2 h2", SHARED)


def test_a_power_in_the_air_is_worth_less_if_it_can_be_challenged() -> None:
    jump = "Zc3 c4 d5 e5 f4"
    left = decided(LINKED, position(LINKED, jump, "g3 h2 b2"), "Zc3^")
    none = decided(LINKED, position(LINKED, jump, "g3 h2 b2", challenges="T0Z0,T0Z0"), "Zc3^")
    fought = decided(LINKED, left, "challenge")
    level = replace(WEIGHTS, turn=0.0)
    values = [evaluate(LINKED.rules, state, 0, level) for state in (none, left, fought)]
    assert values[0] > values[1]
    assert values[1] == pytest.approx(values[2], abs=0.1)
    sure = replace(level, wins=1.0)
    assert evaluate(LINKED.rules, fought, 0, sure) > values[2]


def test_threes_are_counted_on_lines_alone() -> None:
    assert threes(SPOTS.mask(["b2", "b3", "b4"])) == 1
    assert threes(SPOTS.mask(["b2", "b3", "b5"])) == 1
    assert threes(SPOTS.mask(["e2", "e3", "e4"])) == 1
    assert threes(SPOTS.mask(["e3", "e4", "e5"])) == 2
    assert threes(SPOTS.mask(["e2", "e3", "e4", "e5"])) == 2
    assert threes(SPOTS.mask(["c3", "d4", "e5"])) == 2
    assert threes(SPOTS.mask(["d5", "e5", "f4"])) == 2
    assert threes(SPOTS.mask(["d4", "e5", "f4"])) == 0


@pytest.mark.parametrize("level", ["beginner", "easy"])
@pytest.mark.parametrize("variant", ["standard", "tournament"])
def test_no_level_takes_its_own_gipf_piece_back_out(variant: str, level: str) -> None:
    """Every beginner knows that, whatever he misjudges; where nothing else is left to play with the
    piece may go."""
    g = game(variant=variant)
    row = position(g, "Gb2 c3 d4 e5 Gh5 Gb5", "g3 h2 Ge8", reserves="4,9")
    bot = LEVELS[level]()
    for seed in range(20):
        move = bot.choose(Request(g, row, 0, 2, Random(seed)))
        assert g.format(row, move) == "keep Gb2", seed


def test_a_gipf_piece_may_go_where_no_other_piece_is_left_to_play_with() -> None:
    only = position(STANDARD, "Gb2 Gc3 Gd4 Ge5 Gh5", "g3 h2 Ge8 Gf4", reserves="0,9")
    moves = STANDARD.turn_moves(only, 0)
    assert STANDARD.sensible_moves(only, 0, moves) == moves
