"""The notation of docs/reference/punct.md §7: what is read, and what is refused and why."""

from __future__ import annotations

import pytest

from gipf_meta import BadNotation, IllegalMove, new_match
from gipf_meta_punct.game import Punct
from tests.tables import table

from .boards import at, play

GAME = Punct()
PIECES = "WTe5:e6,f6 BTm9:m10,n10"


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("Ta2:b3,a3", "Ta2:a3,b3"),
        ("ta2: a3 b3", "Ta2:a3,b3"),
        ("TA2:A3,B3", "Ta2:a3,b3"),
        ("12. Ta2:a3,b3", "Ta2:a3,b3"),
        ("ee9:e10,e11", "Ee9:e10,e11"),
        ("EE9:E10,E11", "Ee9:e10,e11"),
        ("E5:F5,F6", "e5-e5:f5,f6"),
        ("e5:f6,f5", "e5-e5:f5,f6"),
        ("E5-E9:F10,E10", "e5-e9:e10,f10"),
    ],
)
def test_what_is_read(typed: str, written: str) -> None:
    state = at(PIECES)
    assert GAME.format_turn(state, GAME.parse_turn(state, typed)) == written


def test_dots_may_be_left_out_where_one_way_is_legal() -> None:
    state = at("WTa2:a3,b3")
    assert GAME.format_turn(state, GAME.parse_turn(state, "a2")) == "a2-a2:b2,b3"
    with pytest.raises(IllegalMove, match="several ways"):
        GAME.parse_turn(state, "a2-h9")


def test_a_turn_is_decided_step_by_step() -> None:
    match = new_match("punct", seed=1)
    for text in ("T", "e5", "e6,f6", "Tm9:m10,n10", "e5", "e9", "f10 e10"):
        match = match.play(text)
    assert match.turns == ("Te5:e6,f6", "Tm9:m10,n10", "e5-e9:e10,f10")
    assert match.to_move == 1


@table("""
    text          | why
    e9            | e9 is empty
    m9            | not yours
    e6            | minor dot: name the space of the piece's PÜNCT, e5
    e5-f9:f10,g10 | not in one line
    e5-m5:m9,m10  | no shape of a T
    e5-e5:e6,f6   | lies so already
    Ti9:i10,j10   | central hexagon
    Te5:e6,f6     | e5 is not empty
    e5-e9:e8,e9   | no shape
""")
def test_what_is_illegal(text: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        GAME.parse_turn(at(PIECES), text)


@table("""
    text           | why
    Xa2:a3,b3      | is no move of PÜNCT
    Te5-e9:e10,f10 | is no move of PÜNCT
    Ta1:a2,b2      | a1 is no space
    z5             | z5 is no space
                   | is no move of PÜNCT
""")
def test_what_is_no_notation(text: str, why: str) -> None:
    with pytest.raises(BadNotation, match=why):
        GAME.parse_turn(at(PIECES), text)


def test_an_empty_reserve_and_the_wrong_seat() -> None:
    state = at("WCc4:c3,c5 WCm9:m8,m10")
    with pytest.raises(IllegalMove, match="No C is left in the reserve of White"):
        GAME.parse(state, 0, "C")
    with pytest.raises(IllegalMove, match="It is White's turn"):
        GAME.parse(state, 1, "T")


def test_a_chosen_piece_is_not_chosen_again() -> None:
    state = GAME.apply(at(PIECES), GAME.parse(at(PIECES), 0, "T"))
    for text in ("C", "Ca2:a3,a4", "e5-e9:e10,f10"):
        with pytest.raises((IllegalMove, BadNotation)):
            GAME.parse_turn(state, text)
    assert GAME.format_turn(state, GAME.parse_turn(state, "a2:a3,b3")) == "a2:a3,b3"
    after = play(state, "a2:a3,b3")
    assert "WTa2:a3,b3" in GAME.to_text(after)


def test_a_turn_that_has_begun_may_be_said_whole() -> None:
    state = at(PIECES)
    for steps, text in (
        (("T",), "Ta2:a3,b3"),
        (("T", "a4"), "Ta4:a5,b5"),
        (("E",), "Ee9:e10,e11"),
        (("e5",), "e5-e9:e10,f10"),
        (("e5", "e9"), "e5-e9:e10,f10"),
        (("e5",), "e5-e5:f5,f6"),
    ):
        begun = state
        for step in steps:
            begun = GAME.apply(begun, GAME.parse(begun, 0, step))
        assert GAME.to_text(play(begun, text)) == GAME.to_text(play(state, text))
