"""The end and the tournament opening (`docs/reference/gipf.md` §7-8; scenarios 27-37 of §14)."""

from __future__ import annotations

import pytest

from gipf_meta import IllegalMove, Turn
from tests.gipf.boards import LAST_GIPF, drawn
from tests.gipf.words import (
    POTENTIALS,
    board,
    decided,
    decisions,
    game,
    played,
    position,
    reserves,
    turns,
    winner,
)

# --- end ------------------------------------------------------------------------------------


def test_27_without_reserve_the_main_action_is_lost() -> None:
    g = game()
    after = played(g, position(g, "c3", "d3", reserves="0,2", side="b"), "a1-b2")
    assert winner(g, after) == ((1,), "no_move")
    assert g.to_text(after).startswith("- 0,1 ")
    assert winner(g, position(g, "c3", "d3", reserves="0,2")) == ((1,), "no_move")


def test_28_a_row_made_by_the_opponent_saves() -> None:
    g = game()
    picture = """
            c1   .   W   .   .   .  c7
          d1   .   .   W   .   .   .  d8
        e1   B   B   W   .   .   .   .  e9
          f1   .   .   .   W   .   .  f8
    """
    state = drawn(g, picture, reserves="0,2", side="b")
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
    state = drawn(g, LAST_GIPF, black="Gf4", reserves="1,3")
    after = played(g, state, "a5-b5;xb5,c5,d5,e5,Gf4*")
    assert winner(g, after) == ((0,), "last_gipf")
    state = drawn(g, LAST_GIPF, black="Gg3", reserves="1,3")
    assert winner(g, played(g, state, "a5-b5;xb5,c5,d5,e5")) is None


def test_31_taking_ones_own_last_gipf_piece_loses() -> None:
    g = game(variant="standard")
    picture = """
              b1  GB   .   .   .  b6
            c1   .   .   .   W   .  c7
          d1   .   .   .   W   .   .  d8
        e1   .   .   .  GW   .   .   .  e9
    """
    state = drawn(g, picture, reserves="1,3")
    assert winner(g, played(g, state, "a5-b5;xb5,c5,d5,Ge5")) == ((1,), "last_gipf")
    assert winner(g, played(g, state, "a5-b5;xb5,c5,d5")) is None


def test_32_the_end_comes_before_the_other_row() -> None:
    g = game(variant="standard")
    picture = """
              b1  GW   B   B   .  b6
            c1   .   .   B   W   .  c7
          d1   .   .   B   W   .   .  d8
        e1   .   .   B   W   .   .   .  e9
          f1   .   .  GB   .   .   .  f8
    """
    state = drawn(g, picture, reserves="1,3")
    after = played(g, state, "a5-b5;xb5,c5,d5,e5,Gf4*")
    assert winner(g, after) == ((0,), "last_gipf")
    assert "b4,c4,d4,e4" in board(g, after)


def test_33_both_last_gipf_pieces_in_one_removal() -> None:
    g = game(variant="standard")
    picture = """
            c1   .   .   .   W   .  c7
          d1   .   .   .   W   .   .  d8
        e1   .   .   .  GW   .   .   .  e9
          f1   .   .  GB   .   .   .  f8
    """
    state = drawn(g, picture, reserves="1,3")
    assert winner(g, played(g, state, "a5-b5;xb5,c5,d5,Ge5,Gf4*")) == ((0,), "last_gipf")


def test_34_no_gipf_piece_yet_is_no_loss() -> None:
    g = game(variant="tournament")
    state = played(g, g.start(2), "Gb1-c2")
    assert g.status(state) == Turn(1, 2)
    assert g.to_text(state) == "b 16,18 T0Z0,T0Z0 W:Gc2 B: G:WB"


def test_r25_no_vacant_spot_is_a_loss() -> None:
    g = game(variant="basic", extra_pieces=3, tamsk_potentials=4)
    picture = """
              b1   B  tW   B  tW  b6
            c1   W   B   W   B   W  c7
          d1   W   W   W   B   W   W  d8
        e1   W   B   B   .   W   B   B  e9
          f1   W   B   W   B   B   B  f8
            g1   B   W   B   W   W  g7
              h1   W   W   B   B  h6
    """
    full = drawn(g, picture, black="e5", reserves="1,0")
    assert winner(g, full) == ((1,), "no_move")
    full = drawn(g, picture, black="e5", reserves="0,0", side="b")
    assert winner(g, full) == ((0,), "no_move")
    loaded = drawn(g, picture, black="Te5", reserves="0,0", side="b")
    assert decisions(g, loaded) == ["+-"]
    assert winner(g, played(g, loaded, "+-")) == ((0,), "no_move")


def test_r31_a_turn_has_at_least_one_part() -> None:
    g = game(variant="standard")
    picture = """
            c1   .   .   .  GW   .  c7
          d1   .   .   .  GW   .   .  d8
        e1   .   .   .  GW   .   .  GB  e9
          f1   .   .  GW   .   .   .  f8
    """
    state = drawn(g, picture, reserves="0,5")
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
