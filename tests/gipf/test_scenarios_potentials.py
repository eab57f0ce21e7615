"""Potentials (`docs/reference/gipf.md` §9, §6.6; scenarios 38-54 of §14, E13 to E17, T and Z)."""

from __future__ import annotations

import pytest

from gipf_meta import IllegalMove, Turn
from gipf_meta.match.turns import legal_turns
from gipf_meta_gipf import Gipf
from tests.gipf.boards import T2, drawn, shown, tidy
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
    winner,
)

TAMSK = {"tamsk_potentials": 3}
ZERTZ = {"zertz_potentials": 3}

# Pictures of boards that several scenarios begin with; T1 and T2 are those of §9.4.
T1 = """
          b1   W   .   .   .  b6
        c1   .   B   .   .   .  c7
      d1   .   .  TW   .   .   .  d8
"""
JUMPER = """
        c1   .  ZW   .   .   .  c7
      d1   .   .   W   .   .   .  d8
    e1   .   .   .   B   .   .   .  e9
"""


# --- loaded pieces: entering them, and rows with them ---------------------------------------


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
    picture = """
              b1  GW   .   .   W  b6
            c1   .   .   .   W   .  c7
          d1   .   .   .   W   .   .  d8
        e1   .   .   .  TW   .   .  GB  e9
          f1   .   .  ZB   .   .   .  f8
            g1   .   B   .   .   .  g7
    """
    state = drawn(g, picture)
    after = removals(g, state)["xb5,c5,d5,Te5,Zf4*,g3*"]
    assert g.to_text(after) == ("w 9,5 T0Z0,T0Z0 W:Gb2 B:Ge8 L:T1Z0,T0Z1 C:T0Z0,T0Z0")


def test_40_loaded_only_rows_may_stay_by_option() -> None:
    g = game(variant="standard", loaded_only_rows="may_stay", **POTENTIALS)
    picture = """
              b1  GW   .   .   .  b6
            c1   .   .   .  TW   .  c7
          d1   .   .   .  TW   .   .  d8
        e1   .   .   .  ZW   .   .  GB  e9
    """
    state = drawn(g, picture, white="Zf4", reserves="1,1")
    assert len(removals(g, state)) == 16
    mixed = drawn(g, picture, white="Gf4", reserves="1,1")
    assert len(removals(g, mixed)) == 15


# --- TAMSK: extra moves ---------------------------------------------------------------------


def test_41_t1_an_extra_move_in_the_same_turn() -> None:
    g = game(**TAMSK)
    state = decided(g, drawn(g, T1), "a1-b2")
    assert board(g, state) == "W:b2,c3,Te5 B:d4"
    assert g.status(state) == Turn(0, 1)
    assert decisions(g, state) == ["+", "+-"]
    with pytest.raises(IllegalMove, match="now for an extra move"):
        g.parse(state, 0, "b1-c2")


def test_42_declining_loses_the_potential_alone() -> None:
    g = game(**TAMSK)
    after = played(g, drawn(g, T1), "a1-b2;+-")
    assert g.to_text(after) == "b 4,5 T0Z0,T0Z0 W:b2,c3,e5 B:d4 L:T1Z0,T0Z0 C:T0Z0,T0Z0"


def test_43_t2_an_interim_row_is_ignored() -> None:
    g = game(**TAMSK)
    after = played(g, drawn(g, T2), "e1-e2;+a5-b5")
    no_row = """
              b1   .   .   .  tW  b6
            c1   .   .   .   B   .  c7
          d1   .   .   .   B   .   .  d8
        e1   W   W   W   B   .   .   .  e9
          f1   .   .   W   .   .   .  f8
    """
    assert shown(g, after) == tidy(no_row)
    assert reserves(after) == (4, 5)


def test_44_t2_a_row_that_stands_at_the_end_is_taken() -> None:
    g = game(**TAMSK)
    after = played(g, drawn(g, T2), "e1-e2;+e9-e8;xe2,e3,e4,e5")
    assert board(g, after) == "W:te8 B:b5,c5,d5"
    assert reserves(after) == (8, 5)


def test_45_t3_one_extra_move_brings_another() -> None:
    g = game(**TAMSK)
    picture = """
              b1   .   .   .   B  b6
            c1   .   .   .   B   .  c7
          d1   .   .   .  TW   .   .  d8
        e1   W   W  TW   .   .   .   .  e9
    """
    state = decided(g, drawn(g, picture), "e1-e2", "+", "a5-b5")
    pushed = """
              b1   .   .   .  tW  b6
            c1   .   .   .   B   .  c7
          d1   .   .   .   B   .   .  d8
        e1   W   W   W  TW   .   .   .  e9
          f1   .   .   W   .   .   .  f8
    """
    assert shown(g, state) == tidy(pushed)
    assert decisions(g, state) == ["+", "+-"]
    after = decided(g, state, "+", "e9-e8")
    assert board(g, after) == "W:tb5,te8,f4 B:c5,d5"
    assert reserves(after) == (8, 5)


def test_46_t4_pushed_there_by_the_opponent() -> None:
    g = game(**TAMSK)
    picture = """
              b1   B   .   .   .  b6
            c1   .   B   .   .   .  c7
          d1   .   .  TW   .   .   .  d8
    """
    state = played(g, drawn(g, picture, side="b"), "a1-b2")
    assert board(g, state) == "W:Te5 B:b2,c3,d4"
    assert decisions(g, state) == ["+", "+-"]
    after = played(g, state, "+a5-b5;b1-c2")
    assert board(g, after) == "W:tb5,c2,e5 B:b2,c3,d4"
    assert reserves(after) == (4, 4)


def test_47_t5_rows_first_then_the_extra_move() -> None:
    g = game(**TAMSK)
    picture = """
              b1   B   .   .   W  b6
            c1   .   B   .   W   .  c7
          d1   .   .  TW   W   .   .  d8
    """
    state = played(g, drawn(g, picture, side="b"), "a1-b2")
    kept = decided(g, state, "keep Te5")
    assert decisions(g, kept) == ["+", "+-"]
    taken = decided(g, state, "take Te5")
    assert board(g, taken) == "W: B:b2,c3,d4"
    assert "+" not in decisions(g, taken)


def test_48_a_spent_potential_is_mandatory_and_worth_nothing() -> None:
    g = game(**TAMSK)
    picture = """
            c1   .   .   .   W   .  c7
          d1   .   .   .   W   .   .  d8
        e1   .   .   .  tW   .   .   .  e9
          f1   .   .  tB   .   .   .  f8
    """
    state = drawn(g, picture)
    after = played(g, state, "a5-b5;xb5")
    assert g.to_text(after) == "b 7,5 T0Z0,T0Z0 W: B: L:T1Z0,T1Z0 C:T0Z0,T0Z0"


def test_49_on_and_off_the_centre_in_one_turn_gives_nothing() -> None:
    g = game(**TAMSK)
    picture = """
              b1   .   .   .   W  b6
            c1   .   .   .   B   .  c7
          d1   .   .   .   W   .   .  d8
        e1   .   .   .  TB  TW   B   B  e9
    """
    state = decided(g, drawn(g, picture, side="b"), "+", "e9-e8")
    assert board(g, state) == "W:b5,d5,Te5 B:c5,e4,e6,e7,te8"
    state = decided(g, state, "a5-b5")
    assert board(g, state) == "W:c5,e5,Tf4 B:b5,d5,e4,e6,e7,te8"
    assert g.status(state) == Turn(0, 2)
    assert "+" not in decisions(g, state)


def test_extra_counts_as_move_by_option() -> None:
    text = {"tamsk_potentials": 3, "tamsk_extra_counts_as_move": "on"}
    picture = """
            c1   .   B   .   .   .  c7
          d1   .   .   W   .   .   .  d8
        e1   .   .   .  TW   .   .   .  e9
    """
    for g, end in ((game(**text), None), (game(**TAMSK), ((1,), "no_move"))):
        state = drawn(g, picture, reserves="0,5")
        assert decisions(g, state) == ["+", "+-"]
        assert winner(g, played(g, state, "+a5-b5")) == end
        assert winner(g, played(g, state, "+-")) == ((1,), "no_move")


def test_r13_an_extra_move_replaces_the_normal_move_only_with_an_empty_reserve() -> None:
    options = {"variant": "basic", "tamsk_potentials": 6, "tamsk_extra_counts_as_move": "on"}
    picture = """
              b1   B   .   .   .  b6
            c1   .   .   .   .   .  c7
          d1   .   .   .   W   .   .  d8
        e1   .   .   .  TW   .   .   .  e9
    """
    for reserve, owed in ((0, False), (1, True)):
        g = Gipf(**options)
        state = drawn(g, picture, reserves=f"{reserve},5", lost="T5Z0,T6Z0")
        turns = legal_turns(g, state)
        assert ("+b1-c2" in turns) is not owed
        assert ("+b1-c2;b6-b5" in turns) is owed


# --- ZÈRTZ: jumps ---------------------------------------------------------------------------


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
    picture = """
            c1   .  ZW   W   .   .  c7
          d1   .   .   .   W   .   .  d8
        e1   .   .   .   W   .   .   .  e9
          f1   .   .   W   .   .   .  f8
    """
    after = played(g, drawn(g, picture), "Zc3^c5;xzc5,d5,e5,f4")
    assert g.to_text(after) == "b 8,5 T0Z0,T0Z0 W:c3,c4 B: L:T0Z1,T0Z0 C:T0Z0,T0Z0"


def test_52_a_jump_averts_the_loss() -> None:
    g = game(**ZERTZ)
    state = drawn(g, JUMPER, reserves="0,5")
    assert decisions(g, state) == ["Zc3^"]
    assert board(g, played(g, state, "Zc3^f5")) == "W:c3,d4,zf5 B:e5"
    strict = game(potential_moves_avert_loss="off", **ZERTZ)
    state = drawn(strict, JUMPER, reserves="0,5")
    assert winner(strict, state) == ((1,), "no_move")
    state = drawn(strict, JUMPER, reserves="1,5")
    assert "Zc3^" in decisions(strict, state)


def test_53_a_potential_jumps_once() -> None:
    g = game(**ZERTZ)
    state = played(g, drawn(g, JUMPER), "Zc3^f5", "e9-e8")
    assert not [text for text in decisions(g, state) if "^" in text]


def test_54_jumped_pieces_stay() -> None:
    g = game(variant="standard", **ZERTZ)
    picture = """
              b1  GW   .   .   .  b6
            c1   .  ZW   .   .   .  c7
          d1   .   .   W   .   .   .  d8
        e1   .   .   .   B   .   .   .  e9
          f1   .   .   .  GB   .   .  f8
    """
    state = drawn(g, picture)
    after = played(g, state, "Zc3^g5")
    assert board(g, after) == "W:Gb2,c3,d4,zg5 B:e5,Gf5"
    assert reserves(after) == (5, 5)
