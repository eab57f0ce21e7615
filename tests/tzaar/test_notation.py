"""Turns read and written (docs/reference/tzaar.md §7), with what players type and mistype."""

from __future__ import annotations

import pytest

from gipf_meta import BadNotation, IllegalMove
from tests.tzaar.boards import FIXED, FORBID, GAME, PLACE, stacks

OPEN = stacks("Ab1,Zc3,Te9,TZg1 B:Ta3,Tc1,Tc6,Te3,Tf5,Af7,TTg3,Zh1")
INSIDE = GAME.from_text("w - W:Ta1,Ta3,Ab1,Zi4,Zi5 B:Tb3,Zf8,Zg7,Ah6,Ti1 second")


@pytest.mark.parametrize("text", ["c3xe3", "C3XE3", "c3e3", " c3 - e3 ", "3. c3xe3", "c3-e3"])
def test_captures_are_read_leniently(text: str) -> None:
    assert GAME.format(OPEN, GAME.parse(OPEN, 0, text)) == "c3xe3"


@pytest.mark.parametrize("text", ["a1-a3", "A1A3", "a1 a3"])
def test_strengthenings_are_read_leniently(text: str) -> None:
    assert GAME.format(INSIDE, GAME.parse(INSIDE, 0, text)) == "a1-a3"


@pytest.mark.parametrize("text", ["", "x", "c3--e3", "Wf3", "dd", "c-e", "c3xe3x", "e3"])
def test_what_is_no_notation_says_what_is(text: str) -> None:
    with pytest.raises(BadNotation, match=r"is no move of TZAAR; write e9xe8 .*Possible: "):
        GAME.parse(OPEN, 0, text)
    with pytest.raises(BadNotation, match=r"is no move of TZAAR; write Zc3 .*Possible: "):
        PLACE.parse(PLACE.start(2), 0, text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a1xa3", "There is no stack on a1."),
        ("a3xc3", "The stack on a3 is Black's."),
        ("c3xf4", "No straight line leads from c3 to f4."),
        ("c3xc3", "No straight line leads from c3 to c3."),
        ("b1xd1", "On the way from b1 to d1 there is a stack on c1."),
        ("c3xd4", "d4 is vacant: a stack moves onto another stack. Possible: "),
        ("g1xg2", "g2 is vacant"),
        ("c3xg3", "No straight line leads from c3 to g3."),
        ("e9xe4", "No straight line leads from e9 to e4."),
        ("-", "only the second move may be passed (rules: A turn). Possible: "),
        ("Zc3", "All pieces are placed; move a stack, as in e9xe8."),
        ("a1xj1", "There is no space j1."),
        ("c3xe5", "e5 is no space: it is the hole"),
    ],
)
def test_illegal_moves_say_why(text: str, why: str) -> None:
    with pytest.raises((IllegalMove, BadNotation)) as refused:
        GAME.parse(OPEN, 0, text)
    assert why in str(refused.value)


def test_more_than_one_decision_is_read_as_a_turn_alone() -> None:
    with pytest.raises(BadNotation, match="more than one decision"):
        GAME.parse(OPEN, 0, "c3xe3;-")
    with pytest.raises(IllegalMove, match="is too much: the turn is over after a1-a3"):
        GAME.parse_turn(INSIDE, "a1-a3;-")


def test_placing_says_why_not() -> None:
    with pytest.raises(IllegalMove, match="now place a piece on a vacant space"):
        PLACE.parse(PLACE.start(2), 0, "a1xa2")
    with pytest.raises(IllegalMove, match="Whoever places a piece may not pass"):
        PLACE.parse(PLACE.start(2), 0, "-")


def test_whose_turn_it_is_and_when_it_is_over() -> None:
    with pytest.raises(IllegalMove, match="It is White's turn, not Black's"):
        GAME.parse(OPEN, 1, "a3xc3")
    with pytest.raises(IllegalMove, match="The game is over"):
        GAME.parse(GAME.from_text("-w - W:Zc3,Ae1,Ti3 B:Ta5,Ab6"), 0, "c3xc4")
    with pytest.raises(IllegalMove, match="Luck sets the board up first"):
        GAME.parse_turn(GAME.start(2), "c3xc4")


@pytest.mark.parametrize("text", ["WTa2", "WTa1,WTa1", "WTa1,WTa2,g5xh5"])
def test_draws_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(IllegalMove):
        GAME.parse_turn(GAME.start(2), text)


def test_what_may_not_be_covered_is_not_offered() -> None:
    """§9: Black's c4 may be strengthened by a Tott; White's c3 is his last Tzaar."""
    inside = FORBID.from_text("w - W:Tc2,Zc4,Ae1,Ti3 B:Aa5,Zb6,Tc5,Ah6,Zi5 second")
    texts = [FORBID.format(inside, move) for move in FORBID.legal_moves(inside, 0)]
    assert "c2-c4" not in texts
    assert "c4-c2" in texts
    lost = GAME.parse(inside, 0, "c2-c4")
    (choice,) = (c for c in GAME.view(inside, 0).choices if c.notation == GAME.format(inside, lost))
    assert choice.label == "put c2 onto c4; covers your last stack of its kind and loses"


def test_the_first_turn_says_what_it_is() -> None:
    assert FIXED.view(FIXED.start(2), 0).prompt.endswith(
        "in the first turn of the game that is all."
    )
