"""Texts of turns and decisions (`docs/reference/gipf.md` §12; scenarios 62-64 of §14)."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta import BadNotation, IllegalMove, Match, new_match
from gipf_meta_gipf import Gipf
from gipf_meta_gipf.state import State
from tests.gipf.words import board, decided, decisions, game, played, position
from tests.tables import table

BOTH = {"tamsk_potentials": 3, "zertz_potentials": 3}
LINKED = {**BOTH, "challenges_enabled": "on"}


def canonical(g: Gipf, state: State, text: str) -> str:
    return g.format_turn(state, g.parse_turn(state, text))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a1-f5", "a1-b2"),
        ("a1-b2", "a1-b2"),
        ("b1-e4", "b1-c2"),
        ("A1-F5", "a1-b2"),
        (" a1 - b2 ", "a1-b2"),
        ("e3", None),
        ("b3", "a2-b3"),
        ("C2", "b1-c2"),
        ("d2", "c1-d2"),
        ("G4", None),
    ],
)
def test_62_lenient_entries(text: str, wanted: str | None) -> None:
    g = game()
    if wanted is None:
        with pytest.raises(IllegalMove, match="is not at the border"):
            g.parse_turn(g.start(2), text)
    else:
        assert canonical(g, g.start(2), text) == wanted
        assert g.format(g.start(2), g.parse(g.start(2), 0, text)) == wanted


def test_62_a_bare_spot_is_any_entry_onto_it() -> None:
    g = game()
    state = position(g, "b5", "b2")
    assert canonical(g, state, "e2") == "d1-e2"
    assert len({played(g, state, text) for text in ("e2", "d1-e2", "e1-e2", "f1-e2")}) == 1
    with pytest.raises(IllegalMove, match="b2 is occupied"):
        g.parse_turn(state, "b2")
    tournament = game(variant="tournament")
    assert canonical(tournament, tournament.start(2), "Gg2") == "Gg1-g2"
    assert canonical(tournament, tournament.start(2), "GG2") == "Gg1-g2"


@pytest.mark.parametrize(
    ("options", "white", "black", "text"),
    [
        ({}, "", "", "e1-e2"),
        ({}, "c5 d5 e5", "f4 g3", "a5-b5;xb5,c5,d5,e5,f4*,g3*"),
        ({}, "c3 d4 e5 f5", "", "xc3,d4,e5,f5;a4-b5"),
        (BOTH, "e2 e3 Te4", "b5 c5 d5", "e1-e2;+a5-b5"),
        (BOTH, "Te5", "", "+-;b1-c2"),
        (BOTH, "Zc3 d4", "e5 f5", "Zc3^g5"),
        (LINKED, "Zc3 d4", "e5 f5", "Zc3^g5?(zertz:W)"),
        (LINKED, "Zc3 d4", "e5 f5", "Zc3^?(zertz:B);b1-c2"),
        (LINKED, "b2 Td4", "c3", "a1-b2;+?(tamsk:B)"),
        (LINKED, "b2 Td4", "c3", "a1-b2;+e9-e8?(coin_2:W)"),
        (LINKED, "Te5 Zc3 d4", "b3", "+e9-e8?(a:W);Zc3^?(b:B);b1-c2"),
        ({"variant": "standard"}, "Gc5 Gd5 Ge5 Gf4 Gb2", "Ge8", "xGc5,Gf4;b1-c2"),
    ],
)
def test_63_round_trips(options: dict[str, Any], white: str, black: str, text: str) -> None:
    g = game(**options)
    assert canonical(g, position(g, white, black), text) == text


def test_63_tournament_entries() -> None:
    g = game(variant="tournament", **BOTH)
    state = g.start(2)
    for text in ("Gi3-h3", "Gb1-c2", "Tb1-c2", "Za1-b2"):
        assert canonical(g, state, text) == text
        state = played(g, state, text)


@pytest.mark.parametrize(
    ("white", "black", "text", "wanted"),
    [
        (
            "d5 d6 Gf6 f5 g4 Gh5",
            "Gb2 c6 e6 g6",
            "h6-c4;xc6*,d6,f5,g4",
            "h6-g6;xc6*,d6,f5,g4",
        ),
        (
            "e2 e3 Ge4 Ge5 e6 f3 g2",
            "c4 Gd4 Ge8",
            "xe3,e2,e6;h1-b4;xe4,b4,f3,g2,Gd4,Gc4",
            "xe2,e3,e6;h1-g2;xb4*,Gc4*,Gd4,e4,f3,g2",
        ),
        ("Ge5 Ge6 e7 e8 d7", "Gb2", "xe7,e8;c7-e7", "xe7,e8;c7-d7"),
        (
            "c5 Ge6 Gf6 g6",
            "Gb2 b3 c4 b5 d5 e5 f4",
            "a5-g3;xb3*,c4*,d5,g6",
            "a5-b5;xb3*,c4*,d5,g6",
        ),
    ],
)
def test_64_official_samples(white: str, black: str, text: str, wanted: str) -> None:
    g = game(variant="standard")
    assert canonical(g, position(g, white, black), text) == wanted


def test_64_an_official_gipf_entry() -> None:
    g = game(variant="tournament")
    assert canonical(g, played(g, g.start(2), "Ge8", "Gb2"), "Gd8-f7") == "Gd8-e8"


@pytest.mark.parametrize(
    "text",
    [
        "a5-b5;xb5,f4*",
        "a5-b5;xg3*,f4*,e5,d5,c5,b5",
        "a5-h2;xB5",
        "a5-b5;xf4",
        "a5-b5;x",
        " A5-B5 ; x b5, c5 ",
    ],
)
def test_items_may_be_left_out_or_come_in_any_order(text: str) -> None:
    g = game()
    state = position(g, "c5 d5 e5", "f4 g3")
    assert canonical(g, state, text) == "a5-b5;xb5,c5,d5,e5,f4*,g3*"


def test_optional_pieces_that_are_not_listed_are_kept() -> None:
    g = game(variant="standard")
    state = position(g, "d5 e5 f4 g3 Ge8", "b5 Gc5 h2 Gb2")
    assert canonical(g, state, "xd5;a5-b5") == "xb5*,d5,e5,f4,g3,h2*;a5-b5"
    assert canonical(g, state, "xGc5;a5-b5") == "xb5*,Gc5*,d5,e5,f4,g3,h2*;a5-b5"


def test_a_canonical_text_is_taken_as_it_stands() -> None:
    g = game(variant="standard")
    state = position(g, "c5 d5 Ge5 f4 Ge6 Ge7 Ge8", "Gb2")
    # leniently it could also be the other row, its mandatory pieces left out
    assert canonical(g, state, "xGe5;b1-c2") == "xGe5;b1-c2"
    assert canonical(g, state, "xGe5,c5;b1-c2") == "xc5,d5,Ge5,f4;b1-c2"
    with pytest.raises(IllegalMove, match="more than one way"):
        g.parse_turn(state, "xGe5;c2")


@pytest.mark.parametrize(
    ("options", "white", "black", "text", "sentence"),
    [
        ({}, "c5 d5 e5", "", "a5-b5", "must resolve the row b5,c5,d5,e5"),
        ({}, "b5 c5 d5 e5", "", "a1-b2", "must first resolve the row b5,c5,d5,e5"),
        ({}, "b5 c5 d5 e5", "", "xb5", "is not the whole turn: White must enter a piece"),
        ({}, "c5 d5 e5", "", "a5-b5;xb5;xe5", "over before 'xe5'"),
        ({}, "c5 d5 e5", "", "a5-b5;xb5,h5", "h5 is not taken with the row"),
        ({}, "c5 d5 e5", "", "a5-b5;xb5*", "so it is not captured"),
        ({}, "c5 d5 e5", "", "a5-b5;xGb5", "does not name the piece that stands there, b5"),
        ({}, "", "", "a5-b5;xb5", "over before 'xb5'"),
        ({}, "", "", "xb5;a5-b5", "has no row to resolve"),
        ({}, "", "", "+a5-b5", "no TAMSK-loaded piece of White is on e5"),
        ({}, "c5 d5 f4 e6 e7 e8 d4", "b2 c3", "a1-b2;xe5", "more than one way"),
        ({}, "", "", "Ga5-b5", "tournament variant only"),
        ({}, "", "", "a5", "a5 is a dot"),
        (BOTH, "Te5", "", "a1-b2", "must use the TAMSK-potential on e5 now"),
        (BOTH, "Te5", "", "+;a1-b2", "lacks its target"),
        (BOTH, "Te5", "", "+a5-b5", "is not the whole turn"),
        (BOTH, "Te5", "", "+a5-b5?(tamsk:W);a1-b2", "challenges are not enabled"),
        (BOTH, "Zc3 d4", "e5 f5", "Zc3^h5", "cannot jump to h5, only to: g5"),
        (BOTH, "Zc3 d4", "e5 f5", "Zd4^h5", "no ZÈRTZ-loaded piece on d4"),
        (BOTH, "Zc3", "e5 f5", "Zc3^g5", "cannot jump"),
        (LINKED, "Zc3 d4", "e5 f5", "Zc3^g5?(zertz:B)", "denied the power"),
        (LINKED, "Zc3 d4", "e5 f5", "Zc3^?(zertz:W)", "lacks its target"),
        (LINKED, "Zc3 d4", "e5 f5", "Zc3^?(zertz:B)", "not the whole turn"),
        ({"variant": "standard"}, "Gc5 Td5 Ge5 Gf4 Gb2", "Ge8", "x;b1-c2", "must be broken"),
    ],
)
def test_turns_that_cannot_be_played(
    options: dict[str, Any], white: str, black: str, text: str, sentence: str
) -> None:
    if "T" in white:
        options = {**BOTH, **options}
    g = game(**options)
    with pytest.raises(IllegalMove, match=sentence):
        g.parse_turn(position(g, white, black), text)


@pytest.mark.parametrize(
    "text", ["", "hello", "a5-b5;", ";a5-b5", "gg4", "ta5-b5", "Zc3^g5?(Zertz:W)", "xb5,,c5", "j1"]
)
def test_what_is_no_turn_at_all(text: str) -> None:
    g = game(**BOTH)
    with pytest.raises(BadNotation):
        g.parse_turn(g.start(2), text)


def test_the_rest_of_a_turn_can_be_written() -> None:
    g = game(**LINKED)
    start = position(g, "b2 Td4", "c3")
    whole = "a1-b2;+e9-e8?(zertz:W)"
    moves = g.parse_turn(start, whole)
    state = start
    for played_moves in range(len(moves)):
        rest = g.format_turn(state, moves[played_moves:])
        if "?" in rest or played_moves == 0:
            again = g.parse_turn(state, rest)
            assert g.format_turn(state, again) == rest
        state = g.apply(state, moves[played_moves])
    assert g.format_turn(start, moves[:1]) == "a1-b2"
    assert g.format_turn(start, moves[:2]) == "a1-b2;+"
    assert g.format_turn(start, ()) == ""


def test_single_decisions() -> None:
    g = game(variant="standard", **LINKED)
    state = position(g, "Gc5 Td5 Ge5 f4 Gb2", "Ge8")
    assert decisions(g, state) == ["keep Gc5", "take Gc5"]
    assert decided(g, state, "KEEP GC5", "take Td5") == decided(g, state, "keep c5", "take d5")
    with pytest.raises(IllegalMove, match="must say whether Gc5 is taken"):
        g.parse(state, 0, "keep Ge5")
    with pytest.raises(IllegalMove, match="must say whether Gc5 is taken"):
        g.parse(state, 0, "a1-b2")


def test_broken_rows_say_why() -> None:
    g = game(variant="standard", **LINKED)
    state = position(g, "Gc5 Td5 Ge5 Gf4 Gb2", "Ge8")
    last = decided(g, state, "keep Gc5", "keep Td5", "keep Ge5")
    assert decisions(g, last) == ["take Gf4"]
    with pytest.raises(IllegalMove, match="the row must be broken"):
        g.parse(last, 0, "keep Gf4")


def test_rows_can_be_named_by_some_of_their_pieces() -> None:
    g = game()
    state = position(g, "c5 d5 e5 f4 e6 e7 e8", "b2")
    assert decisions(g, state) == ["xe5,e6,e7,e8", "xc5,d5,e5,f4"]
    after = decided(g, state, "xf4,c5")
    assert board(g, after) == "W:e6,e7,e8 B:b2"
    with pytest.raises(IllegalMove, match="fits 2 rows"):
        g.parse(state, 0, "xe5")
    with pytest.raises(IllegalMove, match="must resolve a row first"):
        g.parse(state, 0, "stop")


# ---- a row whose pieces are answered for as it is named ----------------------------------------

ROW_OF_GIPFS = "w 8,10 T0Z0,T0Z0 W:Ge3,Ge4,Ge5,Gc4 B:Gb2,Ge8 G:WB"


def row_before_the_move() -> Match:
    """White is to move and may take from the row e2 to e5, which he has made and left."""
    match = new_match("gipf", position=ROW_OF_GIPFS, variant="tournament")
    return match.play("Ge1-e2").play("stop").play("Gi3-h3")


@table("""
    typed            | turn
    xGe2             | xGe2
    xGe4             | xGe4
    x Ge5, Ge2       | xGe2,Ge5
    xGe2,Ge3,Ge4,Ge5 | xGe2,Ge3,Ge4,Ge5
""")
def test_a_row_is_read_alone_as_it_is_with_the_move_behind_it(typed: str, turn: str) -> None:
    match = row_before_the_move()
    alone = match.play(typed)
    assert alone.turns[-1] == turn  # nothing of it is asked again
    assert alone.play("b1-b2").state == match.play(f"{typed};b1-b2").state
    # after the move it ends the turn
    after = new_match("gipf", position=ROW_OF_GIPFS, variant="tournament").play("Ge1-e2")
    assert after.play(typed).turns == (f"Ge1-e2;{turn}",)


@pytest.mark.parametrize("answer", ["take Ge2", "keep Ge2"])
def test_a_piece_of_a_row_is_answered_for_at_the_first_step(answer: str) -> None:
    match = row_before_the_move()
    by_steps = match.play("row Ge2,Ge3,Ge4,Ge5").play(answer)
    assert match.play(answer).state == by_steps.state
    assert [*match.play(answer).legal] == ["keep Ge3", "take Ge3"]
    with pytest.raises(IllegalMove, match="cannot be played now"):
        match.play(answer.replace("e2", "e4"))  # e2 comes first


def test_a_named_row_is_resolved_piece_by_piece_and_old_records_name_it_by_x() -> None:
    match = row_before_the_move()
    assert [*match.legal] == ["row Ge2,Ge3,Ge4,Ge5", "stop"]
    named = match.play("row Ge2,Ge3,Ge4,Ge5")
    assert [*named.legal] == ["keep Ge2", "take Ge2"]
    game, state = match.game, match.state
    assert game.apply(state, game.parse(state, 0, "xGe2,Ge3,Ge4,Ge5")) == named.state
    with pytest.raises(IllegalMove, match="e3 does not name the piece that stands there, Ge3"):
        match.play("xGe2,e3,e4,e5")
