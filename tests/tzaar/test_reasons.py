"""Hints about turns of TZAAR are true (gipf_meta_tzaar/reasons.py).

Whether a turn can win is found in a second way: by playing all turns with the rules.
"""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta_tzaar.reasons import reasons, winning_turn
from gipf_meta_tzaar.rules import CAPTURED
from gipf_meta_tzaar.state import FIRST, State
from tests.tiers import soak
from tests.tzaar.boards import FIXED, GAME, long_game, play, stacks, turns


def told(listed: str, turn: str, side: str = "w") -> list[str]:
    before = stacks(listed, side)
    moves = GAME.parse_turn(before, turn)
    return [*reasons(GAME.rules, before, moves, play(before, turn), before.seat)]


def wins(state: State) -> set[str]:
    """The turns that take the last stack of a kind."""
    return {
        text
        for text, after in turns(state).items()
        if after.ending is not None and after.ending.reason == CAPTURED
    }


@pytest.mark.parametrize("seed", [0, *soak(*range(1, 60))])
def test_a_turn_that_wins_is_found_if_there_is_one(seed: int) -> None:
    met = []
    for state in long_game(Random(seed)):
        if state.phase == FIRST and state.occupied.bit_count() < 30:
            found = winning_turn(FIXED.rules, state, state.seat)
            winning = wins(state)
            assert bool(found) == bool(winning)
            assert not found or FIXED.format_turn(state, found) in winning
            met.append(bool(found))
    assert {*met} == {True, False}


def test_what_is_left_and_what_threatens_is_told() -> None:
    """White leaves one Tott, and takes it next; Black has nothing that stops it in time."""
    said = told("Tc2,Zc3,TAe1,Ti3 B:Aa5,Zb6,Tc4,Tc5,Ah6,Zi5", "c3xc4;-")
    assert said == [
        "It leaves your opponent one Tott: capture it, and you win.",
        "Your opponent can take your last Tzaar next and win, by c5xc4.",
        "Your opponent has only 3 captures; without one he loses.",
    ]


def test_what_is_stopped_is_told() -> None:
    said = told("Za1,Tb1,Tb2,Td8,Ag3,Ah6,Ai5 B:Ta2,Zc6,Ae8,Ae9,Zg7,Ti1,TTi2", "b2xa2;a1-b1")
    assert (
        "Your opponent could have taken your last Tzaar and won, by a2xa1: now he cannot." in said
    )


def test_a_stack_out_of_reach_is_told_and_few_captures_are() -> None:
    said = told("TTTa1,Za3,Aa4,AAc1,Zi1 B:Tb1,Td2,Zf6,Zh6,Ai5,Ae9", "a1xb1;a3-a4")
    assert "No stack of your opponent's is high enough to capture yours on a4." in said
    assert any(each.startswith("Your opponent has only ") for each in said)


def test_how_many_stacks_are_as_high_as_a_strengthened_one_is_told() -> None:
    board = "TTTa1,Za3,Aa4,AAc1,Zi1 B:Tb1,Td2,Zf6,{},Ai5,Ae9"
    told_of = "Your stack on a4 is 2 high now: "
    said = told(board.format("TZh6"), "a1xb1;a3-a4")
    assert f"{told_of}1 of your opponent's is no lower." in said
    said = told(board.format("TZh6,AATh5"), "a1xb1;a3-a4")
    assert f"{told_of}2 of your opponent's are no lower." in said


def test_nothing_is_said_of_the_end_and_of_placing() -> None:
    assert told("Zc3,Ae1,Ti3 B:Ta5,Ab6,Zc4", "c3xc4") == []
