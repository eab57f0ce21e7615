"""Why turns of LYNGK are refused, in sentences (docs/reference/lyngk.md §4, §7, §8)."""

from __future__ import annotations

import re

import pytest

from gipf_meta import BadNotation, IllegalMove
from tests.lyngk.boards import GAME, SIX, TAKEN, stacks
from tests.tables import table

S = "KIBd3 KGd4 Ie3 GRe4 BIe5 IJKf3 Jf4"


@pytest.mark.parametrize(
    ("listed", "claims", "text", "why"),
    [
        (S, "-/-", "a1-e4", "There is no stack on a1."),
        (S, "-/-", "e4-e6", "There is no stack on e6."),
        (S, "-/-", "f4-e4", "a joker does not move by itself"),
        (S, "-/-", "e4-e4", "A stack goes to another point."),
        ("KIBd3 GRIe3 Ra1 Bb2", "-/-", "d3-e3", "would have 6 pieces, not at most 5"),
        (S, "-/-", "e4-d3-e3", "is no LYNGK-point"),
        ("Ra1 Gc3 Bb3", "-/-", "c3-b3", "No straight line leads from c3 to b3."),
        ("Ra1 Rc3 Gc6 Bb1", "R/-", "a1-i1", "There is no stack on i1."),
        ("Ra1 Gc3 Bd4", "R/-", "a1-d4", "nor do LYNGK-points"),
        ("Ra1 Rb2 Gb4 Bb1", "R/-", "a1-b2-a1-b2-b4", "No point is used twice"),
        ("Ra1 Rc3 Gc6", "-/-", "hello", "'hello' is no turn of LYNGK"),
        ("Ra1 Rc3 Gc6", "-/-", "W,a1-c6", "no turn of LYNGK"),
        ("Ra1 Rc3 Gc6", "-/-", "claim  Red now", "'claim Red now' is no turn of LYNGK"),
        ("Ra1 Rc3 Gc6", "-/-", "claim red", "with the move that follows it, as in R,a1-b2. Possi"),
        ("Ra1 Rc3 Gc6", "-/-", "R", "Possible: R,a1-c6, R,c3-c6, R,c6-c3."),
        (
            "Ra1 Rc3 Gc6",
            "-/-",
            "c3",
            "Write where the stack on c3 goes, as in a1-b2. Possible: c3-",
        ),
        ("Ra1 Rc3 Gc6", "-/-", "pass", "You cannot pass while you can move."),
    ],
)
def test_a_turn_is_refused_with_the_reason(listed: str, claims: str, text: str, why: str) -> None:
    with pytest.raises((BadNotation, IllegalMove), match=re.escape(why)):
        GAME.parse_turn(stacks(listed, claims), text)


def test_what_is_possible_is_told_of_the_same_stack_first() -> None:
    with pytest.raises(IllegalMove, match=r"Possible: e4-e3, e4-e5, e4-f4\.$"):
        GAME.parse_turn(stacks(S), "e4-d3")


@table("""
    text                          | why
    w -/- 0,0                     | four fields
    x -/- 0,0 Ra1,Bb2             | w or b
    w X/- 0,0 Ra1,Bb2             | have claimed, as in
    w -/- 0 Ra1,Bb2               | have taken, as in
    w -/- 0,0 RGBKIJa1,Bb2        | too high
    w -/- 0,0 Jc1,Jc2,Jc3,Jc4,Ra1 | There are 4 pieces J
    w R/- 9,0 Ra1,Bb2             | but only 43 in all
""")
def test_a_position_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(BadNotation, match=re.escape(why)):
        GAME.from_text(text)


@table("""
    text               | why
    - R/- 2,0 GBJIKRa1 | No stacks are taken here
    w R/- 1,0 GBJIKRa1 | the side must be -
    - R/- 1,0 GBIKRa1  | has one on the board
    - B/- 1,0 GBJIKRa1 | has one on the board
""")
def test_a_position_after_a_stack_of_six(text: str, why: str) -> None:
    with pytest.raises(BadNotation, match=re.escape(why)):
        SIX.from_text(text)


def test_a_given_stack_of_five_of_a_claimed_colour_stays() -> None:
    """docs/reference/lyngk.md §8: under both options."""
    for game in (GAME, TAKEN):
        state = game.from_text("w R/- 0,0 GBIKRa1,Rc1,Gc2")
        assert game.to_text(state) == "w R/- 0,0 GBIKRa1,Rc1,Gc2"
