"""The numbered scenarios of `docs/reference/gipf.md` §14, and its worked examples E, T and Z."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gipf_meta import BadNotation, IllegalMove, Turn
from gipf_meta.turns import legal_turns
from gipf_meta_gipf import Gipf
from gipf_meta_gipf.board import (
    BIT_OF,
    CENTRE,
    DOTS,
    ENTRY_DOT,
    ENTRY_NAME,
    LINE_BITS,
    LINE_POINTS,
    POINTS,
    SPOTS,
)
from gipf_meta_gipf.rows import rows_of, run_on, segment_on
from tests.gipf.words import (
    board,
    decided,
    decisions,
    game,
    played,
    position,
    removals,
    reserves,
    turns,
    winner,
)

LINES = """
b1 b2 b3 b4 b5 b6; c1 c2 c3 c4 c5 c6 c7; d1 d2 d3 d4 d5 d6 d7 d8; e1 e2 e3 e4 e5 e6 e7 e8 e9;
f1 f2 f3 f4 f5 f6 f7 f8; g1 g2 g3 g4 g5 g6 g7; h1 h2 h3 h4 h5 h6; a1 b2 c3 d4 e5 f5 g5 h5 i5;
a2 b3 c4 d5 e6 f6 g6 h6; a3 b4 c5 d6 e7 f7 g7; a4 b5 c6 d7 e8 f8; b1 c2 d3 e4 f4 g4 h4 i4;
c1 d2 e3 f3 g3 h3 i3; d1 e2 f2 g2 h2 i2; a2 b2 c2 d2 e2 f1; a3 b3 c3 d3 e3 f2 g1;
a4 b4 c4 d4 e4 f3 g2 h1; a5 b5 c5 d5 e5 f4 g3 h2 i1; b6 c6 d6 e6 f5 g4 h3 i2;
c7 d7 e7 f6 g5 h4 i3; d8 e8 f7 g6 h5 i4
"""
POTENTIALS = {"tamsk_potentials": 3, "zertz_potentials": 3}
TAMSK = {"tamsk_potentials": 3}
ZERTZ = {"zertz_potentials": 3}
E8 = "c5 d5 f4 e6 e7 e8 d4"
E9 = "c5 d5 f4 e6 e7 e8 Gd4"


# --- geometry and set-up --------------------------------------------------------------------


def test_01_counts_of_the_board() -> None:
    counts = (len(POINTS.cells), len(DOTS), len(SPOTS.cells), len(LINE_POINTS), len(ENTRY_NAME))
    assert counts == (61, 24, 37, 21, 42)
    assert Counter(len(bits) for bits in LINE_BITS) == {4: 6, 5: 6, 6: 6, 7: 3}
    assert set(LINE_POINTS) == {tuple(line.split()) for line in LINES.split(";")}


def test_02_entries_of_the_dots() -> None:
    corners = {"a1": "b2", "a5": "b5", "e1": "e2", "e9": "e8", "i1": "h2", "i5": "h5"}
    for dot, count in Counter(ENTRY_DOT).items():
        assert count == (1 if dot in corners else 2)
    assert {f"{dot}-{spot}" for dot, spot in corners.items()} <= set(ENTRY_NAME)


def test_03_neighbours() -> None:
    assert [POINTS.neighbour("e5", d) for d in range(6)] == ["e6", "f5", "f4", "e4", "d4", "d5"]
    assert POINTS.neighbour("d4", 1) == "e5"
    assert POINTS.neighbour("d5", 2) == "e5"


@pytest.mark.parametrize(
    ("variant", "text", "distinct"),
    [
        ("basic", "w 12,12 T0Z0,T0Z0 W:b5,e2,h5 B:b2,e8,h2", 24),
        ("standard", "w 12,12 T0Z0,T0Z0 W:Gb5,Ge2,Gh5 B:Gb2,Ge8,Gh2", 30),
        ("tournament", "w 18,18 T0Z0,T0Z0 W: B: G:WB", 18),
    ],
)
def test_04_05_starts(variant: str, text: str, distinct: int) -> None:
    g = game(variant=variant)
    state = g.start(2)
    assert g.to_text(state) == text
    assert g.status(state) == Turn(0, 1)
    moves = g.legal_moves(state, 0)
    assert len(moves) == 42
    assert len({g.apply(state, move) for move in moves}) == distinct


def test_04_extra_pieces_are_in_reserve() -> None:
    assert reserves(game(extra_pieces="2/0").start(2)) == (14, 12)


# --- moves ----------------------------------------------------------------------------------


def test_06_entering_an_empty_spot_costs_one_piece() -> None:
    g = game()
    after = played(g, position(g), "b1-c2")
    assert board(g, after) == "W:c2 B:"
    assert reserves(after) == (4, 5)


def test_07_pushing_and_full_lines() -> None:
    g = game()
    state = played(g, g.start(2), "b1-b2", "b6-b5")
    assert board(g, state) == "W:b2,b4,e2,h5 B:b3,b5,e8,h2"
    legal = decisions(g, state)
    assert "b1-c2" in legal
    assert not {"b1-b2", "b6-b5"} & set(legal)
    with pytest.raises(IllegalMove, match="The line from b1 to b6 is full"):
        g.parse(state, 0, "b1-b2")


def test_08_a_gap_absorbs_the_push() -> None:
    g = game()
    after = played(g, position(g, "b2 c3", "b5 b3"), "b1-b2")
    assert board(g, after) == "W:b2,b3,c3 B:b4,b5"


def test_09_kinds_are_pushed_as_units() -> None:
    g = game(variant="standard", **POTENTIALS)
    state = position(g, "Gc2 Td3 Ge8", "Ze4 tf4 Gh2")
    assert board(g, played(g, state, "b1-c2")) == "W:c2,Gd3,Te4,Ge8 B:Zf4,tg4,Gh2"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a1-b3", "No line leads from a1 to b3"),
        ("e5-e6", "e5 is a spot"),
        ("a1-a2", "a2 is a dot"),
        ("b1-b6", "b6 is a dot"),
        ("a9-b9", "There is no point a9"),
    ],
)
def test_10_impossible_entries(text: str, sentence: str) -> None:
    g = game()
    for read in (g.parse_turn, lambda state, words: g.parse(state, 0, words)):
        with pytest.raises((BadNotation, IllegalMove), match=sentence):
            read(g.start(2), text)


# --- rows -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("white", "black", "turn", "left", "back"),
    [
        ("c5 d5 e5", "", "a5-b5;xb5,c5,d5,e5", "W: B:", 4),
        ("c5 d5 e5", "f4 g3", "a5-b5;xb5,c5,d5,e5,f4*,g3*", "W: B:", 4),
        ("c5 d5 e5", "g3", "a5-b5;xb5,c5,d5,e5", "W: B:g3", 4),
        ("c5 d5 e5 g3", "f4", "a5-b5;xb5,c5,d5,e5,f4*,g3", "W: B:", 5),
    ],
)
def test_11_to_14_e1_to_e4(white: str, black: str, turn: str, left: str, back: int) -> None:
    g = game()
    state = position(g, white, black)
    assert turn in turns(g, state)
    after = played(g, state, turn)
    assert board(g, after) == left
    assert reserves(after) == (5 - 1 + back, 5)


def test_15_e5_the_other_ones_row_waits_for_his_turn() -> None:
    g = game()
    state = played(g, position(g, "e2 e3", "c3 d4 e4 f5"), "e1-e2")
    assert g.to_text(state) == "b 4,5 T0Z0,T0Z0 W:e2,e3,e4 B:c3,d4,e5,f5"
    assert all(text.startswith("xc3,d4,e5,f5;") for text in turns(g, state))
    after = played(g, state, "xc3,d4,e5,f5;e9-e8")
    assert board(g, after) == "W:e2,e3,e4 B:e8"
    assert reserves(after) == (4, 8)


def test_16_e6_the_mover_takes_his_row_first() -> None:
    g = game()
    state = played(g, position(g, "b3 c3 d3 e2", "b4 c4 d4 e3"), "e1-e2;xb3,c3,d3,e3")
    assert board(g, state) == "W:e2 B:b4,c4,d4,e4"
    assert reserves(state) == (8, 5)
    after = decided(g, state, "xb4,c4,d4,e4")
    assert board(g, after) == "W:e2 B:"
    assert reserves(after) == (8, 9)


def test_17_e7_a_removal_breaks_the_other_row() -> None:
    g = game()
    state = played(g, position(g, "e2 e3 e4", "e5 c6 d6 f5"), "e1-e2;xe2,e3,e4,e5,e6*")
    assert g.to_text(state) == "b 8,5 T0Z0,T0Z0 W: B:c6,d6,f5"
    assert len(decisions(g, state)) == 42


def test_18_e8_crossing_rows_can_be_taken_in_two_ways() -> None:
    g = game()
    state = position(g, E8, "b2 c3")
    ends = {text: s for text, s in turns(g, state).items() if text.startswith("a1-b2")}
    assert {text: board(g, s) for text, s in ends.items()} == {
        "a1-b2;xc5,d5,e5,f4": "W:b2,e6,e7,e8 B:c3,d4",
        "a1-b2;xe5,e6,e7,e8": "W:b2,c5,d5,f4 B:c3,d4",
    }


def test_19_e9_a_crossing_gipf_piece_makes_four_ends() -> None:
    g = game(variant="standard")
    state = position(g, E9, "Gb2 c3", reserves="2,5")
    ends = {s for text, s in turns(g, state).items() if text.startswith("a1-b2")}
    alive = [s for s in ends if winner(g, s) is None]
    lost = [s for s in ends if winner(g, s) == ((1,), "last_gipf")]
    assert sorted(s.white_reserve - 1 for s in alive) == [6]
    assert len(lost) == 3

    state = position(g, E9 + " Gh5", "Gb2 c3", reserves="2,5")
    ends = {s for text, s in turns(g, state).items() if text.startswith("a1-b2")}
    assert sorted(s.white_reserve - 1 for s in ends) == [5, 5, 6, 8]


def test_20_e10_the_order_of_two_rows_matters() -> None:
    g = game()
    state = position(g, "e3 e4 e5 e7 f7 g6 h5", "e8", reserves="4,5")
    ends = {text: s for text, s in turns(g, state).items() if text.startswith("e9-e8")}
    assert {text: (board(g, s), reserves(s)) for text, s in ends.items()} == {
        "e9-e8;xe3,e4,e5,e6,e7*,e8": ("W:f7,g6,h5 B:", (8, 5)),
        "e9-e8;xe8,f7,g6,h5;xe3,e4,e5,e6,e7*": ("W: B:", (11, 5)),
    }


def test_21_e11_an_enemy_gipf_piece_is_optional() -> None:
    g = game(variant="standard")
    state = position(g, "d5 e5 f4 g3 Ge8", "b5 Gc5 h2 Gb2")
    taken = removals(g, state)
    assert {text: board(g, s) for text, s in taken.items()} == {
        "xb5*,d5,e5,f4,g3,h2*": "W:Ge8 B:Gb2,Gc5",
        "xb5*,Gc5*,d5,e5,f4,g3,h2*": "W:Ge8 B:Gb2",
    }
    assert {reserves(s) for s in taken.values()} == {(9, 5)}


def test_22_an_own_gipf_piece_gives_two_pieces_back() -> None:
    g = game(variant="tournament")
    closed = position(g, "Gc5 d5 e5 f4 Gb2", "Ge8", reserves="3,5", opened="B")
    after = decided(g, closed, "take Gc5")
    assert reserves(after) == (8, 5)
    assert not [text for text in decisions(g, after) if text.startswith("G")]
    opened = position(g, "Gc5 Gd5 Ge5 Gf4 Gb2", "Ge8", reserves="3,5", opened="WB")
    after = played(g, opened, "xGc5;Ga5-b5")
    assert reserves(after) == (3, 5)


def test_23_e12_any_gipf_piece_may_stay() -> None:
    g = game(variant="standard")
    state = position(g, "Gc5 Gd5 Ge5 Gf4 Gb2", "g3 Ge8", reserves="2,5")
    taken = removals(g, state)
    assert len(taken) == 16
    assert all("g3*" in text for text in taken)


def test_24_an_all_gipf_row_may_stay_and_is_offered_again() -> None:
    g = game(variant="standard")
    state = position(g, "Gc5 Gd5 Ge5 Gf4 Gb2", "Ge8", reserves="2,5")
    assert decisions(g, state) == ["xGc5,Gd5,Ge5,Gf4", "stop"]
    assert len(removals(g, state)) == 16
    moved = decided(g, state, "stop", "h1-h2")
    assert decisions(g, moved) == ["xGc5,Gd5,Ge5,Gf4", "stop"]
    done = decided(g, moved, "stop")
    assert g.status(done) == Turn(1, 2)
    assert len(decisions(g, done)) == 42
    again = decided(g, done, "i5-h5")
    assert decisions(g, again) == ["xGc5,Gd5,Ge5,Gf4", "stop"]
    assert played(g, state, "h1-h2", "i5-h5") == again


def test_25_a_kept_row_is_live() -> None:
    g = game(variant="standard")
    state = position(g, "Gc5 Gd5 Ge5 Gf4 Gb2", "h2 Ge8", side="b", reserves="2,5")
    after = played(g, state, "i1-h2")
    assert board(g, after) == "W:Gb2,Gc5,Gd5,Ge5,Gf4 B:Ge8,g3,h2"
    taken = removals(g, after)
    assert len(taken) == 16
    assert "xg3*,h2*" in taken
    with pytest.raises(IllegalMove, match="add its part, xg3,h2"):
        g.parse_turn(after, "a1-b2")


@given(st.dictionaries(st.sampled_from(SPOTS.cells), st.booleans()))
def test_26_the_centre_is_never_an_extension(colours: dict[str, bool]) -> None:
    white = SPOTS.mask([name for name, is_white in colours.items() if is_white])
    black = SPOTS.mask([name for name, is_white in colours.items() if not is_white])
    for own, other in ((white, black), (black, white)):
        for line in rows_of(own):
            run = run_on(own, line)
            assert run.bit_count() >= 4
            if BIT_OF["e5"] in LINE_BITS[line]:
                assert run & CENTRE
            assert not segment_on(white | black, run, line) & other & CENTRE


# --- end ------------------------------------------------------------------------------------


def test_27_without_reserve_the_main_action_is_lost() -> None:
    g = game()
    after = played(g, position(g, "c3", "d3", reserves="0,2", side="b"), "a1-b2")
    assert winner(g, after) == ((1,), "no_move")
    assert g.to_text(after).startswith("- 0,1 ")
    assert winner(g, position(g, "c3", "d3", reserves="0,2")) == ((1,), "no_move")


def test_28_a_row_made_by_the_opponent_saves() -> None:
    g = game()
    state = position(g, "c3 d4 e4 f5", "e2 e3", reserves="0,2", side="b")
    after = played(g, state, "e1-e2")
    assert g.status(after) == Turn(0, 2)
    assert reserves(played(g, after, "xc3,d4,e5,f5;a1-b2")) == (3, 1)


def test_29_the_last_piece_is_not_yet_the_end() -> None:
    g = game()
    state = played(g, position(g, "c3", "d3", reserves="1,3"), "a1-b2")
    assert g.status(state) == Turn(1, 2)
    assert winner(g, played(g, state, "e9-e8")) == ((1,), "no_move")


def test_30_taking_the_last_gipf_piece_with_the_last_piece_wins() -> None:
    g = game(variant="standard")
    state = position(g, "c5 d5 e5 Gb2", "Gf4", reserves="1,3")
    after = played(g, state, "a5-b5;xb5,c5,d5,e5,Gf4*")
    assert winner(g, after) == ((0,), "last_gipf")
    state = position(g, "c5 d5 e5 Gb2", "Gg3", reserves="1,3")
    assert winner(g, played(g, state, "a5-b5;xb5,c5,d5,e5")) is None


def test_31_taking_ones_own_last_gipf_piece_loses() -> None:
    g = game(variant="standard")
    state = position(g, "c5 d5 Ge5", "Gb2", reserves="1,3")
    assert winner(g, played(g, state, "a5-b5;xb5,c5,d5,Ge5")) == ((1,), "last_gipf")
    assert winner(g, played(g, state, "a5-b5;xb5,c5,d5")) is None


def test_32_the_end_comes_before_the_other_row() -> None:
    g = game(variant="standard")
    state = position(g, "c5 d5 e5 Gb2", "Gf4 b3 b4 c4 d4 e4", reserves="1,3")
    after = played(g, state, "a5-b5;xb5,c5,d5,e5,Gf4*")
    assert winner(g, after) == ((0,), "last_gipf")
    assert "b4,c4,d4,e4" in board(g, after)


def test_33_both_last_gipf_pieces_in_one_removal() -> None:
    g = game(variant="standard")
    state = position(g, "c5 d5 Ge5", "Gf4", reserves="1,3")
    assert winner(g, played(g, state, "a5-b5;xb5,c5,d5,Ge5,Gf4*")) == ((0,), "last_gipf")


def test_34_no_gipf_piece_yet_is_no_loss() -> None:
    g = game(variant="tournament")
    state = played(g, g.start(2), "Gb1-c2")
    assert g.status(state) == Turn(1, 2)
    assert g.to_text(state) == "b 16,18 T0Z0,T0Z0 W:Gc2 B: G:WB"


# --- tournament opening ---------------------------------------------------------------------


@pytest.mark.parametrize("text", ["b1-c2", "Tb1-c2", "Zb1-c2", "c2"])
def test_35_the_first_piece_is_a_gipf_piece(text: str) -> None:
    g = game(variant="tournament", **POTENTIALS)
    with pytest.raises(IllegalMove, match="first piece of the tournament game must be a GIPF"):
        g.parse_turn(g.start(2), text)
    assert reserves(played(g, g.start(2), "Gb1-c2")) == (16, 18)


def test_36_a_basic_piece_closes_gipf_entry_for_its_player() -> None:
    g = game(variant="tournament")
    state = played(g, g.start(2), "Gb1-c2", "Gi3-h3", "a1-b2")
    assert g.to_text(state).endswith("G:B")
    assert "Ge1-e2" in decisions(g, state)
    state = played(g, state, "Ge1-e2")
    with pytest.raises(IllegalMove, match="has entered a single piece"):
        g.parse_turn(state, "Ga5-b5")


def test_37_a_gipf_piece_needs_two_pieces() -> None:
    g = game(variant="tournament")
    state = position(g, "Gc2", "Gh3", reserves="1,4", opened="WB")
    assert "a1-b2" in decisions(g, state)
    with pytest.raises(IllegalMove, match="takes two pieces, and White has one"):
        g.parse_turn(state, "Ga1-b2")


# --- potentials -----------------------------------------------------------------------------


def test_38_loaded_entries_and_the_supply() -> None:
    g = game(variant="tournament", **POTENTIALS)
    state = played(g, g.start(2), "Gb1-c2", "Gi3-h3", "Ta1-b2", "Zi1-h2", "Za1-b2", "e9-e8")
    assert g.to_text(state) == (
        "w 14,14 T2Z2,T0Z0 W:Zb2,Gc2,Tc3 B:e8,Zh2,Gh3 G:- L:T0Z0,T3Z2 C:T0Z0,T0Z0"
    )
    with pytest.raises(IllegalMove, match="no GIPF-piece can be entered"):
        g.parse_turn(state, "Ge1-e2")
    state = played(g, state, "e1-e2")
    with pytest.raises(IllegalMove, match="Black has no TAMSK-potential in supply"):
        g.parse_turn(state, "Td8-d7")


def test_39_gipf_after_loaded() -> None:
    opening = ("Gb1-c2", "Gi3-h3", "Ta1-b2", "Zi1-h2")
    g = game(variant="tournament", **POTENTIALS)
    with pytest.raises(IllegalMove, match="no GIPF-piece can be entered"):
        g.parse_turn(played(g, g.start(2), *opening), "Ge1-e2")
    g = game(variant="tournament", gipf_after_loaded="on", **POTENTIALS)
    state = played(g, g.start(2), *opening, "Ge1-e2")
    assert g.to_text(state).split()[5] == "G:WB"


@pytest.mark.parametrize(
    ("white", "black", "count", "legal", "illegal"),
    [
        ("Tc5 Td5 Ge5 Gf4", "", 15, {"xTc5", "xGf4"}, set()),
        (
            "Tb5 Gc5 Gd5 Ge5 Gf4",
            "",
            None,
            {"xTb5", "xGc5", "xGd5", "xGe5", "xTb5,Gf4"},
            {"xGf4", ""},
        ),
        ("b5 Tc5 Td5 Ge5 Gf4", "", 15, {"xb5,Tc5", "xb5,Gf4"}, {"xb5"}),
        (
            "b5 c5 d5 Te5",
            "Zf4 g3",
            4,
            {"xb5,c5,d5,g3*", "xb5,c5,d5,Te5,Zf4*,g3*"},
            set(),
        ),
        ("Tc5 Td5 Ze5 Zf4", "", 15, {"xTc5", "xTd5", "xZe5", "xZf4"}, {""}),
    ],
)
def test_40_e13_to_e17_keep_sets(
    white: str, black: str, count: int | None, legal: set[str], illegal: set[str]
) -> None:
    g = game(variant="standard", **POTENTIALS)
    taken = removals(g, position(g, white + " Gb2", black + " Ge8", reserves="1,1"))
    if count is not None:
        assert len(taken) == count
    assert legal <= set(taken)
    assert not illegal & set(taken)


def test_40_e16_accounts() -> None:
    g = game(variant="standard", **POTENTIALS)
    state = position(g, "b5 c5 d5 Te5 Gb2", "Zf4 g3 Ge8")
    after = removals(g, state)["xb5,c5,d5,Te5,Zf4*,g3*"]
    assert g.to_text(after) == ("w 9,5 T0Z0,T0Z0 W:Gb2 B:Ge8 L:T1Z0,T0Z1 C:T0Z0,T0Z0")


def test_40_loaded_only_rows_may_stay_by_option() -> None:
    g = game(variant="standard", loaded_only_rows="may_stay", **POTENTIALS)
    state = position(g, "Tc5 Td5 Ze5 Zf4 Gb2", "Ge8", reserves="1,1")
    assert len(removals(g, state)) == 16
    mixed = position(g, "Tc5 Td5 Ze5 Gf4 Gb2", "Ge8", reserves="1,1")
    assert len(removals(g, mixed)) == 15


def test_41_t1_an_extra_move_in_the_same_turn() -> None:
    g = game(**TAMSK)
    state = decided(g, position(g, "b2 Td4", "c3"), "a1-b2")
    assert board(g, state) == "W:b2,c3,Te5 B:d4"
    assert g.status(state) == Turn(0, 1)
    assert decisions(g, state) == ["+", "+-"]
    with pytest.raises(IllegalMove, match="must be used for an extra move"):
        g.parse(state, 0, "b1-c2")


def test_42_declining_loses_the_potential_alone() -> None:
    g = game(**TAMSK)
    after = played(g, position(g, "b2 Td4", "c3"), "a1-b2;+-")
    assert g.to_text(after) == "b 4,5 T0Z0,T0Z0 W:b2,c3,e5 B:d4 L:T1Z0,T0Z0 C:T0Z0,T0Z0"


def test_43_t2_an_interim_row_is_ignored() -> None:
    g = game(**TAMSK)
    state = position(g, "e2 e3 Te4", "b5 c5 d5")
    after = played(g, state, "e1-e2;+a5-b5")
    assert board(g, after) == "W:tb5,e2,e3,e4,f4 B:c5,d5,e5"
    assert reserves(after) == (4, 5)


def test_44_t2_a_row_that_stands_at_the_end_is_taken() -> None:
    g = game(**TAMSK)
    state = position(g, "e2 e3 Te4", "b5 c5 d5")
    after = played(g, state, "e1-e2;+e9-e8;xe2,e3,e4,e5")
    assert board(g, after) == "W:te8 B:b5,c5,d5"
    assert reserves(after) == (8, 5)


def test_45_t3_one_extra_move_brings_another() -> None:
    g = game(**TAMSK)
    state = decided(g, position(g, "e2 e3 Te4 Td5", "b5 c5"), "e1-e2", "+", "a5-b5")
    assert board(g, state) == "W:tb5,e2,e3,e4,Te5,f4 B:c5,d5"
    assert decisions(g, state) == ["+", "+-"]
    after = decided(g, state, "+", "e9-e8")
    assert board(g, after) == "W:tb5,te8,f4 B:c5,d5"
    assert reserves(after) == (8, 5)


def test_46_t4_pushed_there_by_the_opponent() -> None:
    g = game(**TAMSK)
    state = played(g, position(g, "Td4", "b2 c3", side="b"), "a1-b2")
    assert board(g, state) == "W:Te5 B:b2,c3,d4"
    assert decisions(g, state) == ["+", "+-"]
    after = played(g, state, "+a5-b5;b1-c2")
    assert board(g, after) == "W:tb5,c2,e5 B:b2,c3,d4"
    assert reserves(after) == (4, 4)


def test_47_t5_rows_first_then_the_extra_move() -> None:
    g = game(**TAMSK)
    state = position(g, "Td4 b5 c5 d5", "b2 c3", side="b")
    state = played(g, state, "a1-b2")
    kept = decided(g, state, "keep Te5")
    assert decisions(g, kept) == ["+", "+-"]
    taken = decided(g, state, "take Te5")
    assert board(g, taken) == "W: B:b2,c3,d4"
    assert "+" not in decisions(g, taken)


def test_48_a_spent_potential_is_mandatory_and_worth_nothing() -> None:
    g = game(**TAMSK)
    state = position(g, "c5 d5 te5", "tf4")
    after = played(g, state, "a5-b5;xb5")
    assert g.to_text(after) == "b 7,5 T0Z0,T0Z0 W: B: L:T1Z0,T1Z0 C:T0Z0,T0Z0"


def test_49_on_and_off_the_centre_in_one_turn_gives_nothing() -> None:
    g = game(**TAMSK)
    state = position(g, "b5 d5 Te6", "c5 e7 e8 Te5", side="b")
    state = decided(g, state, "+", "e9-e8")
    assert board(g, state) == "W:b5,d5,Te5 B:c5,e4,e6,e7,te8"
    state = decided(g, state, "a5-b5")
    assert board(g, state) == "W:c5,e5,Tf4 B:b5,d5,e4,e6,e7,te8"
    assert g.status(state) == Turn(0, 2)
    assert "+" not in decisions(g, state)


@pytest.mark.parametrize(
    ("white", "black", "targets"),
    [
        ("Zc3 d4", "e5 Gf5", ["g5"]),
        ("Zc3 d4 Te5", "f5 Gg5 h5", None),
        ("Zc3 c4 d3", "b3 e6", ["c5", "e3"]),
    ],
)
def test_50_z1_to_z3_targets(white: str, black: str, targets: list[str] | None) -> None:
    g = game(variant="standard", **POTENTIALS)
    state = position(g, white + " Gb5", black + " Gh2")
    if "Te5" in white:
        state = decided(g, state, "+-")
    assert ("Zc3^" in decisions(g, state)) == (targets is not None)
    if targets:
        assert decisions(g, decided(g, state, "Zc3^")) == targets


def test_51_z4_a_jump_makes_a_row() -> None:
    g = game(**ZERTZ)
    after = played(g, position(g, "Zc3 c4 d5 e5 f4"), "Zc3^c5;xzc5,d5,e5,f4")
    assert g.to_text(after) == "b 8,5 T0Z0,T0Z0 W:c3,c4 B: L:T0Z1,T0Z0 C:T0Z0,T0Z0"


def test_52_a_jump_averts_the_loss() -> None:
    g = game(**ZERTZ)
    state = position(g, "Zc3 d4", "e5", reserves="0,5")
    assert decisions(g, state) == ["Zc3^"]
    assert board(g, played(g, state, "Zc3^f5")) == "W:c3,d4,zf5 B:e5"
    strict = game(potential_moves_avert_loss="off", **ZERTZ)
    state = position(strict, "Zc3 d4", "e5", reserves="0,5")
    assert winner(strict, state) == ((1,), "no_move")
    state = position(strict, "Zc3 d4", "e5", reserves="1,5")
    assert "Zc3^" in decisions(strict, state)


def test_53_a_potential_jumps_once() -> None:
    g = game(**ZERTZ)
    state = played(g, position(g, "Zc3 d4", "e5"), "Zc3^f5", "e9-e8")
    assert not [text for text in decisions(g, state) if "^" in text]


def test_54_jumped_pieces_stay() -> None:
    g = game(variant="standard", **ZERTZ)
    state = position(g, "Zc3 d4 Gb2", "e5 Gf5")
    after = played(g, state, "Zc3^g5")
    assert board(g, after) == "W:Gb2,c3,d4,zg5 B:e5,Gf5"
    assert reserves(after) == (5, 5)


def test_extra_counts_as_move_by_option() -> None:
    text = {"tamsk_potentials": 3, "tamsk_extra_counts_as_move": "on"}
    for g, end in ((game(**text), None), (game(**TAMSK), ((1,), "no_move"))):
        state = position(g, "Te5 d4", "c3", reserves="0,5")
        assert decisions(g, state) == ["+", "+-"]
        assert winner(g, played(g, state, "+a5-b5")) == end
        assert winner(g, played(g, state, "+-")) == ((1,), "no_move")


def test_r25_no_vacant_spot_is_a_loss() -> None:
    g = game(variant="basic", extra_pieces=3, tamsk_potentials=4)
    white = "tb3 tb5 c2 c4 c6 d2 d3 d4 d6 d7 e2 e6 f2 f4 g3 g5 g6 h2 h3"
    black = "b2 b4 c3 c5 d5 e3 e4 e5 e7 e8 f3 f5 f6 f7 g2 g4 h4 h5"
    assert winner(g, position(g, white, black, reserves="1,0")) == ((1,), "no_move")
    assert winner(g, position(g, white, black, reserves="0,0", side="b")) == ((0,), "no_move")
    loaded = position(g, white, black.replace("e5", "Te5"), reserves="0,0", side="b")
    assert decisions(g, loaded) == ["+-"]
    assert winner(g, played(g, loaded, "+-")) == ((0,), "no_move")


def test_r31_a_turn_has_at_least_one_part() -> None:
    g = game(variant="standard")
    state = position(g, "Gc5 Gd5 Ge5 Gf4", "Ge8", reserves="0,5")
    # no "stop", and not all four can be kept
    assert "stop" not in decisions(g, state)
    assert len(turns(g, state)) > 0
    assert all(text.startswith("x") for text in turns(g, state))
    kept = decided(g, state, "keep Gc5", "keep Gd5", "keep Ge5")
    assert decisions(g, kept) == ["take Gf4"]


@pytest.mark.parametrize(("turns_played", "end"), [(2, None), (3, ((), "unfinished"))])
def test_r26_a_cap_ends_without_a_winner(
    turns_played: int, end: tuple[tuple[int, ...], str] | None
) -> None:
    g = game(max_turns=3)
    state = played(g, g.start(2), *["b1-b2", "e9-e8", "b1-c2"][:turns_played])
    assert winner(g, state) == end


def test_r13_an_extra_move_replaces_the_normal_move_only_with_an_empty_reserve() -> None:
    options = {"variant": "basic", "tamsk_potentials": 6, "tamsk_extra_counts_as_move": "on"}
    for reserve, owed in ((0, False), (1, True)):
        g = Gipf(**options)
        state = g.from_text(f"w {reserve},5 T0Z0,T0Z0 W:d5,Te5 B:b2 L:T5Z0,T6Z0 C:T0Z0,T0Z0")
        turns = legal_turns(g, state)
        assert ("+b1-c2" in turns) is not owed
        assert ("+b1-c2;b6-b5" in turns) is owed
