"""Positions on one line: what is read, and what is refused."""

from __future__ import annotations

import pytest

from gipf_meta import BadNotation, Over, Turn
from gipf_meta_yinsh.board import CELLS
from gipf_meta_yinsh.game import Yinsh
from tests.whole_turns import play

from .boards import WHITE_RINGS, place

GAME = Yinsh()
OPENED = "W:Ob5,Od6,Oe3,Og3,Og7,h7 B:Oa5,Oc6,Oe4,Og2,Og8"
ROW = "g2,g3,g4,g5,g6"
BLACK = f"B:{ROW},Oj5,Ok7,Ok8,Ok9,Ok10"


def test_positions_inside_a_turn() -> None:
    state = place(GAME.rules, f"{WHITE_RINGS} f5", markers=("f6 f7 f8 f9", ""))
    fields = []
    for text in ("f5-e5", "xf5-f9"):
        state = GAME.apply(state, GAME.parse(state, 0, text))
        fields.append(GAME.to_text(state).split()[-1])
        again = GAME.from_text(GAME.to_text(state))
        assert GAME.legal_moves(again, 0) == GAME.legal_moves(state, 0)
        assert (again.step, again.pool) == (state.step, state.pool)
    assert fields == ["rows", "ring"]
    waiting = place(GAME.rules, f"{WHITE_RINGS} e4", markers=("g6", "g2 g3 g4 g5"))
    state = play(GAME, waiting, "e4-h7")
    assert len(GAME.to_text(state).split()) == 5
    with_field = GAME.from_text(f"{GAME.to_text(state)} rows:pre")
    assert GAME.to_text(with_field) == GAME.to_text(state)
    state = GAME.apply(state, GAME.parse(state, 1, "xg2-g6"))
    assert GAME.to_text(state).endswith(" ring:pre")
    again = GAME.from_text(GAME.to_text(state))
    after = GAME.apply(again, GAME.parse(again, 1, "xk7"))
    assert GAME.status(after) == Turn(1, 1)


@pytest.mark.parametrize(
    ("text", "winners"),
    [
        ("- 51 3,1 W:Oa2,Oa3 B:Ok7,Ok8,Ok9,Ok10", (0,)),
        ("- 51 1,1 W:Oa2,Oa3,Oa4,Oa5 B:Ok7,Ok8,Ok9,Ok10", ()),
        ("- 51 1,2 W:Oa2,Oa3,Oa4,Oa5 B:Ok7,Ok8,Ok9", (1,)),
        ("- 51 0,0 W: B:", ()),
    ],
)
def test_games_that_are_over(text: str, winners: tuple[int, ...]) -> None:
    state = GAME.from_text(text)
    status = GAME.status(state)
    assert isinstance(status, Over)
    assert status.winners == winners
    assert GAME.to_text(state) == text


def test_who_cannot_move_has_lost() -> None:
    lose = Yinsh(no_move="lose")
    state = lose.from_text("w 51 2,0 W:Oa2,Oa3,Ob3 B:Ob2,Oa4,Ob4,Oc3,Oc4")
    assert lose.status(state) == Over((1,), "no_move")
    again = lose.from_text(lose.to_text(state))
    assert lose.status(again) == Over((1,), "no_move")
    passes = GAME.from_text(lose.to_text(state))
    assert GAME.status(passes) == Over((0,), "unfinished"), "who cannot move passes, by default"


def full_board(side: str) -> str:
    """A board without a vacant point and without a row."""
    rings = "a2 a3 a4 a5 b1", "k7 k8 k9 k10 j5"
    listed: list[list[str]] = [[], []]
    for name in CELLS:
        ring = [name in of.split() for of in rings]
        column, number = ord(name[0]), int(name[1:])
        seat = ring.index(True) if any(ring) else (column + 2 * number) % 4 // 2
        listed[seat].append("O" * any(ring) + name)
    return f"{side} 10 0,0 W:{','.join(listed[0])} B:{','.join(listed[1])}"


def test_nobody_can_move() -> None:
    """A pass that the other player would have to answer with a pass ends the game (§6.3)."""
    game = Yinsh(markers=85)
    state = game.from_text(full_board("b"))
    assert [game.format(state, move) for move in game.legal_moves(state, 1)] == ["-"]
    over = play(game, state, "-")
    assert game.status(over) == Over((), "stuck")
    assert game.status(game.from_text(game.to_text(over))) == Over((), "stuck")
    lose = Yinsh(markers=85, no_move="lose")
    assert lose.status(lose.from_text(full_board("b"))) == Over((0,), "no_move")


REFUSED = {
    "w 51 0,0 W:": "five fields",
    "x 51 0,0 W: B:": "w, b or -",
    f"b 49 0,0 {OPENED}": "of 51 markers 1 are on the board",
    "w 51 0 W: B:": "such as 0,1",
    "w 51 3,3 W: B:": "game ends with ring 3",
    "w 51 4,0 W: B:": "game ends with ring 3",
    "w 51 0,0 B: W:": "should begin with W:",
    "w 51 0,0 W:Of1 B:": "'f1' is no point",
    "w 51 0,0 W:Oe3,Oe3 B:": "e3 is named twice",
    "b 51 0,0 W:Oe3 B:Oe3": "e3 is named twice",
    "w 51 0,0 W:Oa2,Oa3,Oa4,Oa5,Ob1,Ob2 B:": "there are 5",
    "w 51 0,0 W:Oe3 B:": "place rings in turn",
    "b 51 0,0 W: B:": "place rings in turn",
    "w 50 0,0 W:e3 B:": "Rings are missing",
    "w 51 3,0 W:Oa2,Oa3 B:Ok7,Ok8,Ok9,Ok10,Oj5": "the side to move is -",
    f"b 50 0,0 {OPENED} rows": "has no row",
    f"b 50 0,0 {OPENED} row": "last field",
    f"- 50 0,0 {OPENED} rows": "belongs to a turn",
    "w 51 0,0 W: B: ring": "belongs to a turn",
}


@pytest.mark.parametrize(("text", "answer"), REFUSED.items(), ids=range(len(REFUSED)))
def test_what_cannot_be_is_refused(text: str, answer: str) -> None:
    with pytest.raises(BadNotation, match=answer):
        GAME.from_text(text)


def test_an_empty_pool_ends_the_game() -> None:
    few = Yinsh(markers=20)
    pool = "w 0 0,0 W:Oa2,Oa3,Oa4,Oa5,Ob7,b1,b2,b3,b4,c1,c2,c3,c4,d5,d6 "
    state = few.from_text(pool + "B:Ok7,Ok8,Ok9,Ok10,Oj5,e1,e2,e3,e4,f2,f3,f4,g5,h5,h6")
    assert few.status(state) == Over((), "markers")
    assert few.to_text(state).startswith("- 0 ")
