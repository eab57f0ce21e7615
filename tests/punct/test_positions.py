"""Position strings of docs/reference/punct.md §8, and what is wrong with others."""

from __future__ import annotations

import pytest

from gipf_meta import BadNotation, Over
from gipf_meta_punct.board import SET
from gipf_meta_punct.game import Punct
from gipf_meta_punct.state import pack

from .boards import at, over, play, position

GAME = Punct()
FULL = "T6C2E4M2R2L2"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("w", "four fields"),
        (f"x {FULL} {FULL} -", "w, b or -"),
        (f"w T6 {FULL} -", "should be a reserve"),
        (f"w T5C2E4M2R2L2 {FULL} -", "White has 5 pieces T"),
        (f"w {FULL} {FULL} WTe5:e6,f6", "White has 7 pieces T"),
        (position("WTe5:e6,f7"), "no shape of a T"),
        (position("WTa1:a2,b2"), "a1 is no space"),
        (position("WTe5:e6"), "should be a piece"),
        (position("WTe5:e6,f6^1"), "cannot lie on that level"),
        (position("WTe5:e6,f6 BTe5:e6,f6"), "cannot lie on that level"),
        (f"w {FULL} {FULL} - z9", "no turn that has begun"),
        (f"- {FULL} {FULL} - T", "no turn goes on"),
    ],
)
def test_what_is_wrong(text: str, why: str) -> None:
    with pytest.raises(BadNotation, match=why):
        GAME.from_text(text)


def test_inside_a_turn() -> None:
    state = at("WTe5:e6,f6")
    seen = []
    for text in ("e5", "e9"):
        state = GAME.apply(state, GAME.parse(state, 0, text))
        seen.append(GAME.to_text(state).split()[-1])
        assert GAME.to_text(GAME.from_text(GAME.to_text(state))) == GAME.to_text(state)
    assert seen == ["e5", "e5-e9"]
    state = GAME.start(2)
    for text, field in (("T", "T"), ("a4", "Ta4")):
        state = GAME.apply(state, GAME.parse(state, 0, text))
        assert GAME.to_text(state).split()[-1] == field
        assert GAME.from_text(GAME.to_text(state)).target == state.target


def test_a_game_that_is_over() -> None:
    line = "WEa8:b8,c8 WEd8:e8,f8 WEg8:h8,i8 WEj8:k8,l8 WCn8:m8,o8"
    text = GAME.to_text(play(at(line), "Tp9:p10,q10"))
    assert text.startswith("- ")
    assert over(GAME.from_text(text)) == ((0,), "connection")
    assert over(GAME.from_text(text.replace("- ", "b ", 1))) == ((0,), "connection")
    assert over(GAME.from_text(position("WTe5:e6,f6", "-"))) == ((), "unfinished")
    ends = GAME.rules.position_after_end(at("WTi9:i10,j10").pieces, 0, pack(SET)).ending
    assert ends == Over((0,), "last_piece")
    resigned = GAME.to_text(GAME.start(2), Over((1,), "resign"))
    assert resigned == f"- {FULL} {FULL} -"
