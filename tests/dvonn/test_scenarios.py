"""The numbered scenarios of docs/reference/dvonn.md §12, by their numbers."""

from __future__ import annotations

from collections import Counter

import pytest

from gipf_meta import BadNotation, IllegalMove, Over, Turn
from gipf_meta.match.turns import perft
from gipf_meta_dvonn.board import (
    EDGE,
    INNER,
    NAME_OF,
    SPACE_OF,
    SPACES,
    STEPS,
    TARGETS,
    names,
)
from gipf_meta_dvonn.rules import pieces_left
from tests.dvonn.boards import GAME, full_board, play, shown, stacks, turns

CORNERS = {"a1", "i1", "k3", "k5", "c5", "a3"}


def neighbours(name: str) -> set[str]:
    return {NAME_OF[space] for space in TARGETS[1][SPACE_OF[name]]}


def is_line(first: str, second: str) -> bool:
    """Whether two spaces lie on one line, whatever their distance."""
    far = (row[SPACE_OF[first]] for row in TARGETS)
    return any(SPACE_OF[second] in reached for reached in far)


# -- geometry and placing ------------------------------------------------------------------------


def test_1_spaces_rows_and_degrees() -> None:
    assert Counter(name[1] for name in SPACE_OF) == {"1": 9, "2": 10, "3": 11, "4": 10, "5": 9}
    assert Counter(len(TARGETS[1][space]) for space in SPACES) == {3: 6, 4: 18, 6: 25}
    assert (EDGE.bit_count(), INNER.bit_count()) == (24, 25)
    assert {n for n in names(EDGE) if len(neighbours(n)) == 3} == CORNERS


@pytest.mark.parametrize(
    ("name", "around"),
    [
        ("e3", "f3 f4 e4 d3 d2 e2"),
        ("a1", "b1 b2 a2"),
        ("a3", "b3 b4 a2"),
        ("k3", "k4 j3 j2"),
        ("c5", "d5 b4 c4"),
    ],
)
def test_2_neighbours(name: str, around: str) -> None:
    assert neighbours(name) == set(around.split())


def test_3_lines() -> None:
    line = ["a1", "b2", "c3", "d4", "e5"]
    assert all(is_line(a, b) for a in line for b in line if a != b)
    assert is_line("c5", "c1")
    assert is_line("a3", "k3")
    assert not is_line("a1", "c2")
    assert len(STEPS) == 6


def test_4_perft_of_placing() -> None:
    """The third count stands in ``benchmarks.json``, and so do those of the second phase."""
    start = GAME.start(2)
    assert [perft(GAME, start, depth) for depth in (1, 2)] == [49, 2352]


def test_5_order_of_the_first_turns() -> None:
    state, order = GAME.start(2), []
    for space in SPACES:
        side, before = state.seat, pieces_left(state)
        state = play(state, NAME_OF[space])
        (piece,) = (n for n, left in enumerate(before) if left != pieces_left(state)[n])
        order.append("wb"[side] + "-WBD"[piece])
    assert order[:5] == ["wD", "bD", "wD", "bB", "wW"]
    assert order[5:] == ["bB", "wW"] * 22
    assert (order[47], order[48]) == ("bB", "wW")
    assert GAME.to_text(state).startswith("w D0W0B0 ")
    assert GAME.status(state) == Turn(0, 50)


def test_6_one_phase_after_the_other() -> None:
    placing = play(GAME.start(2), "f3")
    for text in ("f3", "f3-f4"):
        with pytest.raises(IllegalMove):
            GAME.parse(placing, 1, text)
    with pytest.raises(IllegalMove):
        GAME.parse(stacks("Dd3 We3"), 0, "f3")


# -- moving --------------------------------------------------------------------------------------


def test_7_at_first_only_edge_pieces_move() -> None:
    state = full_board("c2 f3 i4")
    assert len(turns(state)) == 45
    assert {turn[:2] for turn in turns(state)} <= set(names(EDGE))
    assert {turn for turn in turns(state) if turn[:2] == "a1"} == {"a1-a2", "a1-b1", "a1-b2"}


@pytest.mark.parametrize(
    ("listed", "moves"),
    [
        pytest.param("Wd2 We2 Bd3 Df4 Be3", "d2-d3 d2-e2 d2-e3 e2-d2 e2-e3", id="8"),
        pytest.param("Bd2 Wd3 Be2 We3 De4 Bf3 Bf4", "d3-d2 d3-e3 d3-e4", id="9"),
        pytest.param(
            "Bd2 Wd3 Be2 We3 De4 Bf3", "d3-d2 d3-e3 d3-e4 e3-d2 e3-d3 e3-e2 e3-e4 e3-f3", id="10"
        ),
        pytest.param("BBWa3 Wb3 Wc4 Dd3 Bd5", "a3-d3 b3-a3 b3-c4 c4-b3 c4-d5", id="12"),
        pytest.param("Wa1 Ba2 WWWWa3 We3 De5", "a1-a2 a3-e3", id="13"),
        pytest.param("WWWWWa1 De5 Bf1", "a1-f1", id="14"),
        pytest.param("Dd3 Be3", "-", id="15"),
        pytest.param("Dd3 We3", "e3-d3", id="16"),
        pytest.param("Bb1 DWd3 Bd5 Be3 Bf3", "d3-b1 d3-d5 d3-f3", id="18"),
        pytest.param("WWb3 Wc3 Dd3", "b3-d3 c3-b3 c3-d3", id="21"),
    ],
)
def test_all_moves(listed: str, moves: str) -> None:
    assert turns(stacks(listed)) == set(moves.split())


def test_11_empty_spaces_count_and_may_be_passed_over() -> None:
    state = stacks("Wa1 Wb2 Wc2 BWc3 Bc5 De3")
    assert {turn for turn in turns(state) if turn[:2] == "c3"} == {"c3-a1", "c3-c5", "c3-e3"}
    assert len(turns(state)) == 9


def test_15_who_owns_nothing_passes() -> None:
    state = stacks("Dd3 Be3")
    assert turns(play(state, "-")) == {"e3-d3"}


def test_17_the_mover_owns_the_stack() -> None:
    state = play(stacks("Dd3 We3 Bc3"), "e3-d3")
    assert shown(state) == "Bc3 DWd3"
    assert turns(state) == {"c3-d3"}


# -- contact -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("listed", "turn", "left", "scores"),
    [
        pytest.param(*case, id=name)
        for name, *case in (
            ("19 a group without contact leaves",
             "Df3 We3 Bd3 Wc3 Bb3 Ba3", "e3-f3", "DWf3", (2, 0)),
            ("20 the rest stays", "Bd3 Wc3 DWe3 Wg3 Df2 Bg2", "e3-g3", "Df2 Bg2 WDWg3", None),
            ("21 own stacks may be lost", "WWb3 Wc3 Dd3", "c3-d3", "DWd3", (2, 0)),
            ("23 three groups stay",
             "Da1 Ba2 We3 Be4 De5 Wj4 Dj5 Bk5", "e3-e4", "Da1 Ba2 BWe4 De5 Wj4 Dj5 Bk5", None),
            ("24 a move may cut off the moved stack", "Db2 Wc3 Bd4", "c3-d4", "Db2", (0, 0)),
            ("27 no pass at the end", "We3 De4", "e3-e4", "DWe4", (2, 0)),
            ("28 lone DVONN pieces count for nobody",
             "Da1 DWd3 Df3 BBBg4", "d3-f3", "Da1 DDWf3 BBBg4", (3, 3)),
        )
    ],
)  # fmt: skip
def test_19_20_21_23_24_27_28_what_stays_after_a_turn(
    listed: str, turn: str, left: str, scores: tuple[int, int] | None
) -> None:
    """With *scores* the game is over by it."""
    state = play(stacks(listed), turn)
    assert shown(state) == left
    if scores is None:
        assert GAME.status(state) == Turn(1, 2)
    else:
        white, black = scores
        winners = () if white == black else (int(black > white),)
        assert GAME.status(state) == Over(winners, "no_move", scores)


def test_22_two_groups_with_a_dvonn_piece_each_stay() -> None:
    state = play(stacks("Da1 Wb1 DWj5 Bh5 Bh4"), "j5-h5")
    assert shown(state) == "Da1 Wb1 Bh4 BDWh5"
    assert GAME.view(state, None).sheets[0].rows == (("4", "1"),)


# -- pass and end --------------------------------------------------------------------------------


def test_25_pass_without_a_target() -> None:
    state = stacks("WWWb2 Dc3 Bc4 Bd3 Bd4")
    assert turns(state) == {"-"}
    assert len(turns(play(state, "-"))) == 7


def test_26_who_can_move_again_must_move() -> None:
    before = "Bd2 Bd3 Be2 We3 De4 Bf3 Bf4 Bg4"
    assert turns(stacks(before)) == {"-"}
    state = play(stacks(before, "b"), "d2-d3")
    assert len(turns(state)) == 5
    with pytest.raises(IllegalMove, match="may not pass"):
        GAME.parse(state, 0, "-")


def test_29_not_over_while_one_side_can_move() -> None:
    state = play(stacks("Da1 DWd3 Df3 BBBg4 Wg5"), "d3-f3")
    assert GAME.status(state) == Turn(1, 2)
    assert turns(state) == {"-"}
    state = play(state, "-")
    assert GAME.status(state) == Turn(0, 3)
    assert "-" not in turns(state)


def test_30_a_draw() -> None:
    state = play(stacks("BBc3 We3 Df3 WWWf2", "b"), "c3-e3")
    assert "WBBe3" in shown(state).split()
    assert GAME.status(state) == Over((), "no_move", (3, 3))


@pytest.mark.parametrize(
    "text",
    ["w D3W23B23 -", "w D1W23B23 Da1,Df3", "b D0W0B0 Da1,Wb1,Bh4,BDWh5", "- D0W0B0 Df3"],
)
def test_31_position_strings(text: str) -> None:
    assert GAME.to_text(GAME.from_text(text)) == text


def test_31_positions_after_turns() -> None:
    assert GAME.to_text(GAME.start(2)) == "w D3W23B23 -"
    assert GAME.to_text(play(GAME.start(2), "f3", "a1")) == "w D1W23B23 Da1,Df3"
    after_22 = play(stacks("Da1 Wb1 DWj5 Bh5 Bh4"), "j5-h5")
    assert GAME.to_text(after_22) == "b D0W0B0 Da1,Wb1,Bh4,BDWh5"


def test_32_who_stands_inside_passes_at_turn_50() -> None:
    inner, edge = names(INNER), names(EDGE)
    listed = [f"W{name}" for name in inner[:23]] + [f"D{name}" for name in inner[23:]]
    listed += [f"D{edge[0]}"] + [f"B{name}" for name in edge[1:]]
    state = stacks(" ".join(listed))
    assert turns(state) == {"-"}
    assert "-" not in turns(play(state, "-"))


@pytest.mark.parametrize(
    "text",
    [
        "w D0W0B0 Df3",
        "b D3W23B23 -",
        "w D1W23B23 Df3",
        "w D0W0B0 WDd3,We3",
        "w D0W0B0 Da4,We3,Wd3",
        # the same rules of section 8 otherwise
        "- D0W0B0 Dd3,We3",
        "w D2W23B22 Bf3",
        "w D1W23B23 Da1,Df3,Wa1",
        "w D0W0B0 Da1,Db1,Dc1,Dd1,We3",
        "w D0W0B0",
        "x D0W0B0 Dd3,We3",
        "w D0W0 Dd3,We3",
        "w D1W22B23 DWf3,Da1",
        "w D0W22B22 Da1,Db1,Dc1,WWa2,Bb2",
    ],
)
def test_33_refused_positions(text: str) -> None:
    with pytest.raises(BadNotation):
        GAME.from_text(text)


def test_34_the_removed_spaces_may_be_named() -> None:
    state = stacks("Df3 We3 Bd3 Wc3 Bb3 Ba3")
    assert GAME.format(state, GAME.parse(state, 0, "E3F3 X d3,c3,b3,a3")) == "e3-f3"
    for text in ("e3-f3 x a3", "e3-f3 x", "e3-f3 x a3,b3,c3,d3,k3"):
        with pytest.raises(IllegalMove, match="e3-f3 removes a3, b3, c3, d3, not"):
            GAME.parse(state, 0, text)
    with pytest.raises(IllegalMove, match="removes nothing"):
        GAME.parse(stacks("Dd3 We3"), 0, "e3-d3 x e3")
