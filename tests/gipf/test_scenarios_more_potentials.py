"""DVONN-, YINSH- and PÜNCT-potentials (`docs/reference/gipf-more-potentials.md` §9, by number)."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta import BadNotation, IllegalMove
from gipf_meta_gipf import Gipf
from gipf_meta_gipf.state import ASK_ANSWER, ASK_TARGET, State
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

D = {"dvonn_potentials": 6}
Y = {"yinsh_potentials": 6}
P = {"punct_potentials": 6}
STANDARD: dict[str, Any] = {"variant": "standard", **P}


def targets(g: Gipf, state: State, spot: str) -> list[str]:
    """The targets of the mover's loaded piece on *spot*, sorted; none if it cannot be used."""
    announced = [text for text in decisions(g, state) if text.endswith(f"{spot}^")]
    if not announced:
        return []
    return sorted(decisions(g, decided(g, state, announced[0])))


def lost(g: Gipf, state: State) -> str:
    """The lost potentials."""
    return next(field for field in g.to_text(state).split() if field.startswith("L:"))


# --- rows with potentials of all three kinds -------------------------------------------------

ROWS: list[tuple[str, dict[str, Any], str, str, str, str, str, tuple[int, int], str]] = [
    ("d3 the cover alone goes with a row", D,
     "w", "Dc3 b4 c4 e4", "d4", "Dc3^d4;xb4,c4,dd4,e4", "W:c3 B:d4", (8, 5), "1,0"),
    ("d4 a cover in the extension is lost and captures nothing", D,
     "b", "db5", "c5 d5 e5 f4", "xdb5*,c5,d5,e5,f4;b1-b2", "W: B:b2,b5", (5, 8), "1,0"),
    ("d8 uncovering makes an own row in the same phase", D, "w", "b4 c4 d4 e4 f4 f5 f6", "df3",
     "xb4,c4,d4,e4,df3*;xf3,f4,f5,f6;b1-b2", "W:b2 B:", (12, 5), "0,1"),
    ("d11 only the highest cover leaves", D,
     "w", "b4 c4 ddd4 e4", "", "xb4,c4,dd4,e4;b1-b2", "W:b2 B:dd4", (7, 5), "1,0"),
    ("y3 a run into a row", Y, "w",
     "Yc3 d5 e5 f4", "", "Yc3^c5;xyc5,d5,e5,f4", "W:c3 B:", (8, 5), "1,0"),
    ("y5 a spent potential in the opponent's row is lost", Y,
     "b", "yb5", "c5 d5 e5 f4", "xyb5*,c5,d5,e5,f4;b1-b2", "W: B:b2", (5, 8), "1,0"),
    ("y8 the base stays", Y, "w",
     "Yd5 c3 e5 f5", "", "Yd5^d4;xc3,yd4,e5,f5", "W:d5 B:", (8, 5), "1,0"),
    ("p7 the piece below a neutralised GIPF-piece is basic", STANDARD,
     "w", "b4 pc4 d4 e4 Gh5", "Gg4", "xb4,pc4,d4,e4;b1-b2", "W:b2,Gh5 B:c4,Gg4", (7, 5), "1,0"),
    ("p9 a cover in the opponent's row", P,
     "b", "pb5", "c5 d5 e5 f4", "xpb5*,c5,d5,e5,f4;b1-b2", "W: B:b2,b5", (5, 8), "1,0"),
]  # fmt: skip
"""Scenario, options, side, White's and Black's pieces, the turn; the board, the reserves and how
many potentials of the kind are lost after it."""


@pytest.mark.parametrize("row", ROWS, ids=[name for name, *_rest in ROWS])
def test_a_row_with_potentials(row: tuple[Any, ...]) -> None:
    name, options, side, white, black, turn, left, back, gone = row
    g = game(**options)
    after = played(g, position(g, white, black, side=side), turn)
    assert (board(g, after), reserves(after)) == (left, back)
    of_white, of_black = (f"T0Z0{name[0].upper()}{count}" for count in gone.split(","))
    assert lost(g, after) == f"L:{of_white},{of_black}"


# --- DVONN ----------------------------------------------------------------------------------


def test_d1_targets_are_basic_pieces_beside_it() -> None:
    g = game(variant="standard", tamsk_potentials=1, **D)
    state = position(g, "Dc3 b2 Ge2", "d4 Gc4 Td3 b3")
    assert targets(g, state, "c3") == ["b3", "d4"]


def test_d2_a_jump_covers_a_piece() -> None:
    g = game(**D)
    state = position(g, "Dc3", "d4 e5")
    assert board(g, turns(g, state)["Dc3^d4"]) == "W:c3,dd4 B:e5"


def test_d5_a_cover_is_covered() -> None:
    g = game(**D)
    state = position(g, "Dc3", "dd4")
    assert targets(g, state, "c3") == ["d4"]
    assert board(g, played(g, state, "Dc3^d4")) == "W:c3,ddd4 B:"


def test_d6_a_covered_potential_is_neutral_until_it_is_free_again() -> None:
    g = game(**D)
    state = played(g, position(g, "Dc3 e3", "Dd4"), "Dc3^d4")
    assert board(g, state) == "W:c3,dDd4,e3 B:"
    assert not targets(g, state, "d4")
    row = position(g, "dDd4 b4 c4 e4 c3", "")
    after = played(g, row, "xb4,c4,dd4,e4;b1-b2")
    assert (board(g, after), reserves(after)[0]) == ("W:b2,c3 B:Dd4", 5 + 3 - 1)
    assert targets(g, after, "d4") == ["c3"]


def test_d7_uncovering_makes_a_row_of_the_opponent_who_takes_it_later() -> None:
    g = game(**D)
    state = position(g, "dd4 b4 c4 e2 e3", "d5 d6 d7")
    after = played(g, state, "e1-e2;xb4,c4,dd4,e4")
    assert (board(g, after), reserves(after)) == ("W:e2,e3 B:d4,d5,d6,d7", (5 - 1 + 3, 5))
    assert decisions(g, after) == ["xd4,d5,d6,d7"]
    after = played(g, after, "xd4,d5,d6,d7;b1-b2")
    assert reserves(after) == (7, 8)


def test_d9_a_stack_is_pushed_as_a_unit() -> None:
    g = game(**D)
    state = position(g, "dd2", "d3", side="b")
    assert board(g, played(g, state, "d1-d2")) == "W:dd3 B:d2,d4"


def test_d10_no_targets() -> None:
    g = game(zertz_potentials=1, tamsk_potentials=1, **D, **P)
    assert not targets(g, position(g, "Dc3", "Zd4 td3 pPc4"), "c3")
    assert not targets(g, position(g, "Dc3 d4", ""), "c3")


def test_d12_a_loaded_piece_in_the_row_may_be_kept() -> None:
    g = game(**D)
    state = position(g, "b4 c4 d4 e4 Df3", "dg2")
    found = removals(g, state)
    assert sorted(found) == ["xb4,c4,d4,e4,Df3,dg2*", "xb4,c4,d4,e4,dg2*"]
    kept = found["xb4,c4,d4,e4,dg2*"]
    assert (board(g, kept), reserves(kept)[0]) == ("W:Df3,g2 B:", 9)


@pytest.mark.parametrize(("option", "expected"), [("classic", ["c4", "d4"]), ("own_kind", ["c4"])])
def test_dvonn_targets(option: str, expected: list[str]) -> None:
    g = game(dvonn_targets=option, **D)
    assert targets(g, position(g, "Dc3", "d4 Dc4"), "c3") == expected


def test_jump_range_along_a_line() -> None:
    g = game(jump_range="line", **D, **P)
    state = position(g, "Dc3 Pg3", "Pe5 c5 e3 Pe4 h3")
    assert targets(g, state, "c3") == ["c5", "e3"]
    assert targets(g, state, "g3") == ["e5"]


def test_m_a_freed_piece_at_the_end_of_a_kept_row_goes_in_the_same_phase() -> None:
    g = game(variant="standard", **D)
    state = position(g, "Gb4 Gc4 Gd4 Ge4", "df3 Gh5")  # the cover is Black's, on a white piece
    own = removals(g, state)
    assert board(g, own["xdf3*;xf3"]) == "W:Gb4,Gc4,Gd4,Ge4 B:Gh5"
    assert "xdf3*" not in own
    state = position(g, "Gb4 Gc4 Gd4 Ge4 df3", "Gh5")
    found = removals(g, state)
    kept = found["xdf3;xf3*"]
    assert board(g, kept) == "W:Gb4,Gc4,Gd4,Ge4 B:Gh5"
    assert "xdf3" not in found


# --- YINSH ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("white", "black", "expected"),
    [
        pytest.param("Yc3", "", "b2 b3 c2 c4 c5 c6 d3 d4 e3 e5 f2 f5 g5 h5", id="y1"),
        pytest.param("Yc3 c4", "e5 d3", "b2 b3 c2 d4", id="y2"),
        pytest.param("Yc3 c4 c2 d4", "d3 b3 b2", "", id="y4"),
    ],
)
def test_y1_y2_y4_targets(white: str, black: str, expected: str) -> None:
    g = game(**Y)
    assert targets(g, position(g, white, black), "c3") == expected.split()


def test_y6_it_runs_once() -> None:
    g = game(**Y)
    after = played(g, position(g, "Yc3", "h5"), "Yc3^c5", "b1-b2")
    assert board(g, after) == "W:c3,yc5 B:b2,h5"
    assert not [text for text in decisions(g, after) if "^" in text]


def test_y7_it_may_be_kept_in_a_row() -> None:
    g = game(**Y)
    assert len(removals(g, position(g, "Yc5 d5 e5 f4", ""))) == 2


def test_y9_a_run_averts_the_loss() -> None:
    g = game(**Y)
    state = position(g, "Yc3", "b2", reserves="0,5")
    assert winner(g, state) is None
    assert {text[:4] for text in decisions(g, state)} == {"Yc3^"}
    strict = game(potential_moves_avert_loss="off", **Y)
    assert winner(strict, position(strict, "Yc3", "b2", reserves="0,5")) == ((1,), "no_move")
    stuck = position(g, "Yc3 c4 c2 d4", "d3 b3 b2", reserves="0,5")
    assert winner(g, stuck) == ((1,), "no_move")


# --- PÜNCT ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "expected"), [("neutralise", ["c4", "d4"]), ("off", ["d4"])])
def test_p1_targets(option: str, expected: list[str]) -> None:
    g = game(punct_gipf=option, zertz_potentials=1, **D, **STANDARD)
    state = position(g, "Pc3 c2 Gh5", "Pd4 Gc4 d3 Db3 zb2")
    assert targets(g, state, "c3") == expected


def test_p2_p3_potentials_jump_on_each_other() -> None:
    g = game(**P)
    state = played(g, position(g, "Pc3", "Pd4 Pe4"), "Pc3^d4")
    assert board(g, state) == "W:c3,pPd4 B:Pe4"
    assert targets(g, state, "e4") == ["d4"]
    state = played(g, state, "Pe4^d4")
    assert board(g, state) == "W:c3 B:ppPd4,e4"


def test_p4_a_row_frees_the_covered_potential() -> None:
    g = game(**P)
    after = played(g, position(g, "pPd4 b4 c4 e4 c3", "e5"), "xb4,c4,pd4,e4;b1-b2")
    assert (board(g, after), reserves(after)[0]) == ("W:b2,c3 B:Pd4,e5", 5 + 3 - 1)
    assert targets(g, after, "d4") == []


def test_p5_a_gipf_piece_is_neutralised() -> None:
    g = game(**STANDARD)
    after = played(g, position(g, "Pc3 Gh5", "Gc4 Gg4"), "Pc3^c4")
    assert board(g, after) == "W:c3,pc4,Gh5 B:Gg4"


def test_p6_the_last_gipf_piece_loses_at_once() -> None:
    g = game(**STANDARD)
    after = played(g, position(g, "Pc3 Gh5", "Gc4"), "Pc3^c4")
    assert winner(g, after) == ((0,), "last_gipf")


def test_p8_no_target_on_a_former_gipf_piece() -> None:
    g = game(**STANDARD)
    state = position(g, "pc4 Gh5", "Pc3 Gg4", side="b")
    assert not targets(g, state, "c3")


def test_p10_keep_sets() -> None:
    g = game(**STANDARD)
    state = position(g, "Pc3 d4 e5 f5 Gh2", "Gb2 Ge8")
    assert len(removals(g, state)) == 4


CONVERT: dict[str, Any] = {"punct_gipf": "convert", **STANDARD}


def test_convert_makes_a_gipf_piece_of_ones_own() -> None:
    g = game(**CONVERT)
    after = played(g, position(g, "Pc3 Gh5", "Gc4 Gg4 Pb4"), "Pc3^c4")
    assert board(g, after) == "W:c3,gc4,Gh5 B:Pb4,Gg4"
    assert not targets(g, after, "b4")
    again = g.from_text(g.to_text(after))
    assert (g.to_text(again), again.kinds) == (g.to_text(after), after.kinds)


def test_a_converted_gipf_piece_saves_from_the_loss_and_is_optional() -> None:
    g = game(**CONVERT)
    state = position(g, "b4 gc4 d4 e4", "Gg4")
    found = removals(g, state)
    assert sorted(found) == ["xb4,d4,e4", "xb4,gc4,d4,e4"]
    assert winner(g, found["xb4,gc4,d4,e4"]) == ((1,), "last_gipf")
    taken = played(g, position(g, "b4 gc4 d4 e4 Gh5", "Gg4"), "xb4,gc4,d4,e4;b1-b2")
    assert (board(g, taken), reserves(taken)) == ("W:b2,Gh5 B:Gg4", (5 + 3 - 1, 5))
    assert lost(g, taken) == "L:T0Z0P1,T0Z0P0"
    theirs = position(g, "gb5 Gh5", "c5 d5 e5 f4 Gg4", side="b")
    taken = played(g, theirs, "xgb5*,c5,d5,e5,f4;b1-b2")
    assert reserves(taken) == (5, 5 + 4 + 1 - 1)  # the basic piece of gb5 is Black's own


def test_a_row_of_gipf_pieces_may_have_converted_ones() -> None:
    g = game(**CONVERT)
    state = position(g, "Gb4 gc4 Gd4 Ge4", "Gg4")
    assert "stop" in decisions(g, state)


def test_several_last_gipf_pieces_by_conversion() -> None:
    g = game(**CONVERT)
    after = played(g, position(g, "Pc3 Gh5", "Gc4"), "Pc3^c4")
    assert winner(g, after) == ((0,), "last_gipf")


# --- challenges -----------------------------------------------------------------------------


def test_c1_c2_a_challenge_against_a_jump() -> None:
    g = game(challenges_enabled="on", **D)
    state = position(g, "Dc3", "d4 e5")
    won = played(g, state, "Dc3^d4?(dvonn:W)")
    assert board(g, won) == "W:c3,dd4 B:e5"
    denied = played(g, state, "Dc3^?(dvonn:B);b1-b2")
    assert board(g, denied) == "W:b2,c3 B:d4,e5"
    assert lost(g, denied) == "L:T0Z0D1,T0Z0D0"
    assert g.to_text(denied).endswith("C:T0Z0D1,T0Z0D0")
    moves = g.parse_turn(state, "Dc3^?(dvonn:B);b1-b2")
    assert g.format_turn(state, moves) == "Dc3^?(dvonn:B);b1-b2"


def test_c3_a_kind_that_is_left_out_cannot_be_challenged() -> None:
    g = game(challenges_enabled="on", challenge_kinds="dvonn,tamsk", **D, **Y)
    state = decided(g, position(g, "Yc3 De3", "d4 f3"), "Yc3^")
    assert state.ask == ASK_TARGET
    assert g.to_text(state).endswith("C:T0Z0D1Y1,T0Z0D1Y1 turn:Yc3:free")
    assert decided(g, position(g, "Yc3 De3", "d4 f3"), "De3^").ask == ASK_ANSWER
    assert g.challenge_kinds == "dvonn,tamsk"


def test_a_missing_duel_gives_way_to_the_first_other_kinds_that_is_there() -> None:
    g = game(challenges_enabled="on", **D, **Y)
    played_here, notices = g.adapted_to(["gipf", "die", "zertz"])
    assert (played_here.dvonn_duel, played_here.yinsh_duel) == ("zertz", "zertz")
    assert len(notices) == 2
    assert g.adapted_to(["gipf", "die"])[0].dvonn_duel == "die"
    assert g.adapted_to(["gipf", "die", "dvonn", "yinsh"]) == (g, ())


# --- notation and positions -----------------------------------------------------------------


@pytest.mark.parametrize("pieces", ["dDd4", "ddDd4", "ppPd4", "pc4", "ddd4", "dd4", "pPd4", "yd4"])
def test_n1_stacks_round_trip_in_positions(pieces: str) -> None:
    g = game(**D, **P, **Y)
    text = f"w 5,5 T0Z0D0P0Y0,T0Z0D0P0Y0 W:{pieces} B:h5"
    text += " L:T0Z0D0P0Y0,T0Z0D0P0Y0 C:T0Z0D0P0Y0,T0Z0D0P0Y0"
    assert g.to_text(g.from_text(text)) == text


def test_n2_the_letter_of_a_cover_may_be_missing() -> None:
    g = game(**D)
    state = position(g, "Dc3 b4 c4 e4", "d4")
    moves = g.parse_turn(state, "Dc3^d4;xb4,c4,d4,e4")
    assert g.format_turn(state, moves) == "Dc3^d4;xb4,c4,dd4,e4"


@pytest.mark.parametrize("pieces", ["Ddd4", "dGd4", "gc4", "Xd4", "dyd4", "yDd4"])
def test_impossible_stacks_are_refused(pieces: str) -> None:
    g = game(**D, **Y)
    with pytest.raises(BadNotation):
        position(g, pieces, "h5")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Dc3^b3", "cannot jump to b3, only to: d4"),
        ("Dd4^c3", "White has no DVONN-loaded piece on d4"),
        ("Yc3^c5", "White has no YINSH-loaded piece on c3"),
        ("De3^e4", "it needs a basic piece or a DVONN-potential of the opponent"),
        ("Da1-b2", "White has no DVONN-potential in supply"),
    ],
)
def test_what_is_refused_says_why(text: str, sentence: str) -> None:
    g = game(**D)
    with pytest.raises((IllegalMove, BadNotation), match=sentence):
        g.parse_turn(position(g, "Dc3 De3", "d4 f5"), text)


def test_ultimate_gipf() -> None:
    kinds = {f"{kind}_potentials": 3 for kind in ("tamsk", "zertz", "dvonn", "yinsh", "punct")}
    g = game(variant="tournament", extra_pieces=3, **kinds)
    assert g.to_text(g.start(2)) == (
        "w 21,21 T3Z3D3P3Y3,T3Z3D3P3Y3 W: B: G:WB L:T0Z0D0P0Y0,T0Z0D0P0Y0 C:T0Z0D0P0Y0,T0Z0D0P0Y0"
    )
