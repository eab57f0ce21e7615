"""The board, moves and rows (`docs/reference/gipf.md` §2-6; scenarios 1-26 of §14, E1 to E12)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gipf_meta import BadNotation, IllegalMove, Turn
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
from tests.gipf.boards import drawn, shown, tidy
from tests.gipf.words import (
    POTENTIALS,
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
from tests.tables import table

LINES = """
b1 b2 b3 b4 b5 b6; c1 c2 c3 c4 c5 c6 c7; d1 d2 d3 d4 d5 d6 d7 d8; e1 e2 e3 e4 e5 e6 e7 e8 e9;
f1 f2 f3 f4 f5 f6 f7 f8; g1 g2 g3 g4 g5 g6 g7; h1 h2 h3 h4 h5 h6; a1 b2 c3 d4 e5 f5 g5 h5 i5;
a2 b3 c4 d5 e6 f6 g6 h6; a3 b4 c5 d6 e7 f7 g7; a4 b5 c6 d7 e8 f8; b1 c2 d3 e4 f4 g4 h4 i4;
c1 d2 e3 f3 g3 h3 i3; d1 e2 f2 g2 h2 i2; a2 b2 c2 d2 e2 f1; a3 b3 c3 d3 e3 f2 g1;
a4 b4 c4 d4 e4 f3 g2 h1; a5 b5 c5 d5 e5 f4 g3 h2 i1; b6 c6 d6 e6 f5 g4 h3 i2;
c7 d7 e7 f6 g5 h4 i3; d8 e8 f7 g6 h5 i4
"""
FOUR_GIPFS = """
          b1  GW   .   .   .  b6
        c1   .   .   .  GW   .  c7
      d1   .   .   .  GW   .   .  d8
    e1   .   .   .  GW   .   .  GB  e9
      f1   .   .  GW   .   .   .  f8
"""


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
    picture = """
              b1   W   B   .   B  b6
            c1   .   W   .   .   .  c7
    """
    after = played(g, drawn(g, picture), "b1-b2")
    assert board(g, after) == "W:b2,b3,c3 B:b4,b5"


def test_09_kinds_are_pushed_as_units() -> None:
    g = game(variant="standard", **POTENTIALS)
    before = """
            c1  GW   .   .   .   .  c7
          d1   .  TW   .   .   .   .  d8
        e1   .   .  ZB   .   .   .  GW  e9
          f1   .   .  tB   .   .   .  f8
            g1   .   .   .   .   .  g7
              h1  GB   .   .   .  h6
    """
    after = """
            c1   W   .   .   .   .  c7
          d1   .  GW   .   .   .   .  d8
        e1   .   .  TW   .   .   .  GW  e9
          f1   .   .  ZB   .   .   .  f8
            g1   .   .  tB   .   .  g7
              h1  GB   .   .   .  h6
    """
    assert shown(g, played(g, drawn(g, before), "b1-c2")) == tidy(after)


@table("""
    text  | sentence
    a1-b3 | No line leads from a1 to b3
    e5-e6 | e5 is a spot
    a1-a2 | a2 is a dot
    b1-b6 | b6 is a dot
    a9-b9 | There is no point a9
""")
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
    picture = """
            c1   .   B   .   .   .  c7
          d1   .   .   B   .   .   .  d8
        e1   W   W   B   .   .   .   .  e9
          f1   .   .   .   B   .   .  f8
    """
    state = played(g, drawn(g, picture), "e1-e2")
    assert g.to_text(state) == "b 4,5 T0Z0,T0Z0 W:e2,e3,e4 B:c3,d4,e5,f5"
    assert all(text.startswith("xc3,d4,e5,f5;") for text in turns(g, state))
    after = played(g, state, "xc3,d4,e5,f5;e9-e8")
    assert board(g, after) == "W:e2,e3,e4 B:e8"
    assert reserves(after) == (4, 8)


def test_16_e6_the_mover_takes_his_row_first() -> None:
    g = game()
    picture = """
              b1   .   W   B   .  b6
            c1   .   W   B   .   .  c7
          d1   .   W   B   .   .   .  d8
        e1   W   B   .   .   .   .   .  e9
    """
    state = played(g, drawn(g, picture), "e1-e2;xb3,c3,d3,e3")
    assert board(g, state) == "W:e2 B:b4,c4,d4,e4"
    assert reserves(state) == (8, 5)
    after = decided(g, state, "xb4,c4,d4,e4")
    assert board(g, after) == "W:e2 B:"
    assert reserves(after) == (8, 9)


def test_17_e7_a_removal_breaks_the_other_row() -> None:
    g = game()
    picture = """
            c1   .   .   .   .   B  c7
          d1   .   .   .   .   B   .  d8
        e1   W   W   W   B   .   .   .  e9
          f1   .   .   .   B   .   .  f8
    """
    state = played(g, drawn(g, picture), "e1-e2;xe2,e3,e4,e5,e6*")
    assert g.to_text(state) == "b 8,5 T0Z0,T0Z0 W: B:c6,d6,f5"
    assert len(decisions(g, state)) == 42


def test_18_e8_crossing_rows_can_be_taken_in_two_ways() -> None:
    g = game()
    picture = """
              b1   B   .   .   .  b6
            c1   .   B   .   W   .  c7
          d1   .   .   W   W   .   .  d8
        e1   .   .   .   .   W   W   W  e9
          f1   .   .   W   .   .   .  f8
    """
    state = drawn(g, picture)
    ends = {text: s for text, s in turns(g, state).items() if text.startswith("a1-b2")}
    assert {text: board(g, s) for text, s in ends.items()} == {
        "a1-b2;xc5,d5,e5,f4": "W:b2,e6,e7,e8 B:c3,d4",
        "a1-b2;xe5,e6,e7,e8": "W:b2,c5,d5,f4 B:c3,d4",
    }


def test_19_e9_a_crossing_gipf_piece_makes_four_ends() -> None:
    g = game(variant="standard")
    picture = """
              b1  GB   .   .   .  b6
            c1   .   B   .   W   .  c7
          d1   .   .  GW   W   .   .  d8
        e1   .   .   .   .   W   W   W  e9
          f1   .   .   W   .   .   .  f8
    """
    state = drawn(g, picture, reserves="2,5")
    ends = {s for text, s in turns(g, state).items() if text.startswith("a1-b2")}
    alive = [s for s in ends if winner(g, s) is None]
    lost = [s for s in ends if winner(g, s) == ((1,), "last_gipf")]
    assert sorted(s.white_reserve - 1 for s in alive) == [6]
    assert len(lost) == 3

    state = drawn(g, picture, white="Gh5", reserves="2,5")
    ends = {s for text, s in turns(g, state).items() if text.startswith("a1-b2")}
    assert sorted(s.white_reserve - 1 for s in ends) == [5, 5, 6, 8]


def test_20_e10_the_order_of_two_rows_matters() -> None:
    g = game()
    picture = """
        e1   .   W   W   W   .   W   B  e9
          f1   .   .   .   .   .   W  f8
            g1   .   .   .   .   W  g7
              h1   .   .   .   W  h6
    """
    state = drawn(g, picture, reserves="4,5")
    ends = {text: s for text, s in turns(g, state).items() if text.startswith("e9-e8")}
    assert {text: (board(g, s), reserves(s)) for text, s in ends.items()} == {
        "e9-e8;xe3,e4,e5,e6,e7*,e8": ("W:f7,g6,h5 B:", (8, 5)),
        "e9-e8;xe8,f7,g6,h5;xe3,e4,e5,e6,e7*": ("W: B:", (11, 5)),
    }


def test_21_e11_an_enemy_gipf_piece_is_optional() -> None:
    g = game(variant="standard")
    picture = """
              b1  GB   .   .   B  b6
            c1   .   .   .  GB   .  c7
          d1   .   .   .   W   .   .  d8
        e1   .   .   .   W   .   .  GW  e9
          f1   .   .   W   .   .   .  f8
            g1   .   W   .   .   .  g7
              h1   B   .   .   .  h6
    """
    state = drawn(g, picture)
    taken = removals(g, state)
    assert {text: board(g, s) for text, s in taken.items()} == {
        "xb5*,d5,e5,f4,g3,h2*": "W:Ge8 B:Gb2,Gc5",
        "xb5*,Gc5*,d5,e5,f4,g3,h2*": "W:Ge8 B:Gb2",
    }
    assert {reserves(s) for s in taken.values()} == {(9, 5)}


def test_22_an_own_gipf_piece_gives_two_pieces_back() -> None:
    g = game(variant="tournament")
    picture = """
              b1  GW   .   .   .  b6
            c1   .   .   .  GW   .  c7
          d1   .   .   .   W   .   .  d8
        e1   .   .   .   W   .   .  GB  e9
          f1   .   .   W   .   .   .  f8
    """
    closed = drawn(g, picture, reserves="3,5", opened="B")
    after = decided(g, closed, "take Gc5")
    assert reserves(after) == (8, 5)
    assert not [text for text in decisions(g, after) if text.startswith("G")]
    opened = drawn(g, FOUR_GIPFS, reserves="3,5", opened="WB")
    after = played(g, opened, "xGc5;Ga5-b5")
    assert reserves(after) == (3, 5)


def test_23_e12_any_gipf_piece_may_stay() -> None:
    g = game(variant="standard")
    state = drawn(g, FOUR_GIPFS, black="g3", reserves="2,5")
    taken = removals(g, state)
    assert len(taken) == 16
    assert all("g3*" in text for text in taken)


def test_24_an_all_gipf_row_may_stay_and_is_offered_again() -> None:
    g = game(variant="standard")
    state = drawn(g, FOUR_GIPFS, reserves="2,5")
    assert decisions(g, state) == ["row Gc5,Gd5,Ge5,Gf4", "stop"]
    assert len(removals(g, state)) == 16
    moved = decided(g, state, "stop", "h1-h2")
    assert decisions(g, moved) == ["row Gc5,Gd5,Ge5,Gf4", "stop"]
    done = decided(g, moved, "stop")
    assert g.status(done) == Turn(1, 2)
    assert len(decisions(g, done)) == 42
    again = decided(g, done, "i5-h5")
    assert decisions(g, again) == ["row Gc5,Gd5,Ge5,Gf4", "stop"]
    assert played(g, state, "h1-h2", "i5-h5") == again


def test_25_a_kept_row_is_live() -> None:
    g = game(variant="standard")
    state = drawn(g, FOUR_GIPFS, black="h2", side="b", reserves="2,5")
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
