"""Position strings (`docs/reference/gipf.md` §12.2)."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta import BadNotation, Turn
from gipf_meta.match.turns import legal_turns
from gipf_meta.protocol.options import configure
from gipf_meta_gipf import Gipf
from tests.gipf.naive import Naive
from tests.gipf.words import decided, game, played, position, winner

BOTH = {"tamsk_potentials": 3, "zertz_potentials": 3}


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({}, "w 12,12 T0Z0,T0Z0 W:b5,e2,h5 B:b2,e8,h2"),
        ({}, "b 12,11 T0Z0,T0Z0 W: B:"),
        ({"variant": "standard"}, "w 3,4 T0Z0,T0Z0 W:Gb5,e2 B:Gb2"),
        ({"variant": "tournament"}, "b 16,18 T0Z0,T0Z0 W:Ge8 B: G:WB"),
        ({"variant": "tournament"}, "b 6,8 T0Z0,T0Z0 W:Ge8 B:Gc2,e2 G:-"),
        (
            {"variant": "tournament", "challenges_per_kind": "off", **BOTH},
            "b 15,16 T2Z3,T3Z3 W:Tb2,Gc2 B:Gh3 G:B L:T0Z0,T0Z0 C:1,1",
        ),
        (
            {"variant": "tournament", "challenges_enabled": "on", **BOTH},
            "b 15,16 T2Z3,T3Z3 W:Tb2,Gc2 B:Gh3 G:B L:T0Z0,T0Z0 C:T1Z1,T1Z1",
        ),
        (
            {"zertz_potentials": "2/0", "challenges_enabled": "on"},
            "w 5,5 T0Z0,T0Z0 W:zb2,Zc3 B:e5 L:T0Z0,T0Z0 C:T0Z1,T0Z1",
        ),
        ({}, "- 0,7 T0Z0,T0Z0 W:b5 B:b2"),
    ],
)
def test_reading_and_writing_are_inverse(options: dict[str, Any], text: str) -> None:
    g = game(**options)
    assert g.to_text(g.from_text(text)) == text


@pytest.mark.parametrize(
    ("options", "text", "sentence"),
    [
        ({}, "", "ends before its field 'reserves'"),
        ({}, "w 12,12 T0Z0,T0Z0 W:b5", "ends before its field 'B:'"),
        ({}, "x 12,12 T0Z0,T0Z0 W: B:", "begins with w, b or -"),
        ({}, "w 12 T0Z0,T0Z0 W: B:", "reserves should be two numbers"),
        ({}, "w 12,-1 T0Z0,T0Z0 W: B:", "reserves should be two numbers"),
        ({}, "w 12,12 T0,T0 W: B:", "should look like T3Z0,T3Z0"),
        ({}, "w 12,12 T0Z0,T0Z0 B: W:", "field W: of the position is missing"),
        ({}, "w 12,12 T0Z0,T0Z0 W:b9 B:", "There is no spot b9"),
        ({}, "w 12,12 T0Z0,T0Z0 W:a1 B:", "There is no spot a1"),
        ({}, "w 12,12 T0Z0,T0Z0 W:b5,b5 B:", "b5 is used twice"),
        ({}, "w 12,12 T0Z0,T0Z0 W:b5 B:b5", "b5 is used twice"),
        ({}, "w 12,12 T0Z0,T0Z0 W:b5* B:", "is no piece"),
        ({}, "w 12,12 T0Z0,T0Z0 W:b5, B:", "is no piece"),
        ({}, "w 12,12 T0Z0,T0Z0 W:Gb5 B:", "no GIPF-pieces in the basic game"),
        ({}, "w 12,12 T0Z0,T0Z0 W: B: G:WB", "a field too many"),
        ({}, "w 12,12  T0Z0,T0Z0 W: B:", "a field too many"),
        ({}, "w 15,12 T0Z0,T0Z0 W:b5 B:", "White has 16 basic pieces"),
        ({}, "w 12,12 T1Z0,T0Z0 W:b5 B:", "White has 1 TAMSK-potentials"),
        ({"variant": "tournament"}, "w 12,12 T0Z0,T0Z0 W: B:", "before its field 'G:'"),
        ({"variant": "tournament"}, "w 12,12 T0Z0,T0Z0 W: B: G:BW", "one of WB, W, B and -"),
        (BOTH, "w 9,9 T3Z3,T3Z3 W: B: L:T0Z0,T0Z0", "before its field 'C:'"),
        (BOTH, "w 9,9 T3Z3,T3Z3 W: B: L:T0Z0,T0Z0 C:1,1", "challenges left, C:"),
        (BOTH, "w 9,9 T3Z3,T3Z3 W:Tb2 B: L:T0Z0,T0Z0 C:T0Z0,T0Z0", "4 TAMSK-potentials"),
    ],
)
def test_malformed_positions(options: dict[str, Any], text: str, sentence: str) -> None:
    with pytest.raises(BadNotation, match=sentence):
        game(**options).from_text(text)


def test_one_who_can_do_nothing_has_lost_at_once() -> None:
    g = game()
    lost = position(g, "c3", "d3", reserves="0,5")
    assert winner(g, lost) == ((1,), "no_move")
    assert g.to_text(lost).startswith("- 0,5")
    with_row = position(g, "c5 d5 e5 f4", "d3", reserves="0,5")
    assert g.status(with_row) == Turn(0, 1)
    tamsk = game(tamsk_potentials=1)
    assert tamsk.status(position(tamsk, "Te5", "d3", reserves="0,5")) == Turn(0, 1)


@pytest.mark.parametrize(
    ("options", "text", "end"),
    [
        ({}, "- 0,7 T0Z0,T0Z0 W:b5 B:b2", ((1,), "no_move")),
        ({}, "- 7,0 T0Z0,T0Z0 W:b5 B:b2", ((0,), "no_move")),
        ({}, "- 7,7 T0Z0,T0Z0 W:b5 B:b2", ((), "unfinished")),
        ({}, "- 0,0 T0Z0,T0Z0 W:b5 B:b2", ((), "unfinished")),
        ({"variant": "standard"}, "- 3,7 T0Z0,T0Z0 W:Gb5 B:b2", ((0,), "last_gipf")),
        ({"variant": "tournament"}, "- 3,7 T0Z0,T0Z0 W:b5 B:Gb2 G:-", ((1,), "last_gipf")),
        ({"variant": "tournament"}, "- 16,18 T0Z0,T0Z0 W:Gb5 B: G:WB", ((), "unfinished")),
    ],
)
def test_who_won_a_game_that_is_over(
    options: dict[str, Any], text: str, end: tuple[tuple[int, ...], str]
) -> None:
    g = game(**options)
    state = g.from_text(text)
    assert winner(g, state) == end
    assert g.to_text(state) == text


def test_an_end_from_outside_is_told() -> None:
    g = game()
    assert g.to_text(g.start(2), ended=True).startswith("- 12,12 ")


def test_a_row_of_the_other_player_still_stands_between_the_turns() -> None:
    g = game()
    state = played(g, position(g, "e2 e3", "c3 d4 e4 f5"), "e1-e2")
    assert g.from_text(g.to_text(state)) == decided(
        g, position(g, "e2 e3 e4", "c3 d4 e5 f5", side="b", reserves="4,5")
    )


def test_a_challenge_gone_proves_an_earlier_use() -> None:
    options = {
        "zertz_potentials": "3",
        "challenges_enabled": "on",
        "challenges_per_player": "3",
        "challenge_when": "first_use",
    }
    position = "w 13,10 T0Z0,T0Z3 W:c2,Zd3,Ze2,Ge4 B:Gd6,Gd7,Gg3,Gh3 G:B L:T0Z1,T0Z0 C:T0Z3,T0Z2"
    game = configure(Gipf, options)
    turns = legal_turns(game, game.from_text(position))
    assert not any("?" in turn for turn in turns)
    naive = Naive(**options)
    assert set(turns) == set(naive.turns(naive.read(position)))


@pytest.mark.parametrize(
    ("words", "field"),
    [
        (("Zb2^",), "turn:Zb2:asked"),
        (("Zb2^", "allow"), "turn:Zb2:free"),
        (("Zb2^", "challenge"), "turn:part;Zb2:lot"),
        (("Zb2^", "challenge", "White begins"), "turn:part;Zb2:duelW1"),
        (("Zb2^", "challenge", "White begins", "zertz:W"), "turn:part;Zb2:won"),
        (("Zb2^", "challenge", "Black begins", "zertz:-"), "turn:part;Zb2:duelW2"),
    ],
)
def test_a_position_says_how_far_a_power_is(words: tuple[str, ...], field: str) -> None:
    """§12.2: what is announced, answered and fought for is not to be done again."""
    g = game(zertz_potentials="1/1", challenges_enabled="on", challenges_per_player=1)
    state = g.from_text("w 11,12 T0Z0,T0Z1 W:Zb2,e2,h5 B:b3,e8,h2 L:T0Z0,T0Z0 C:T0Z1,T0Z1")
    for word in words:
        state = g.apply(state, g.parse(state, state.current_player(), word))
    assert g.to_text(state).endswith(f" {field}")
    again = g.from_text(g.to_text(state))
    assert g.status(again) == g.status(state)
    assert g.rules.legal_moves(again) == g.rules.legal_moves(state)


def test_a_position_says_what_is_kept_and_taken_of_a_row() -> None:
    """§6.6, §12.2: the answers given stand, and the next piece is asked for."""
    g = game(variant="tournament")
    state = g.from_text("w 8,10 T0Z0,T0Z0 W:Ge2,Ge3,Ge4,e5,Gc4 B:Gb2,Ge8 G:WB")
    assert not g.to_text(state).partition(" turn:")[2]  # the turn begins with the row
    for word, field in (
        ("keep Ge2", "row:e1-e9;keep:e2"),
        ("take Ge3", "row:e1-e9;keep:e2;take:e3"),
    ):
        state = g.apply(state, g.parse(state, 0, word))
        assert g.to_text(state).endswith(f" turn:{field}")
        again = g.from_text(g.to_text(state))
        assert g.rules.legal_moves(again) == g.rules.legal_moves(state)


def test_a_position_names_the_handled_rows_once_and_in_their_order() -> None:
    """§12.2: so there is one way to write each position."""
    g = game(variant="tournament")
    row = "w 8,10 T0Z0,T0Z0 W:Gc4,Ge2,Ge3,Ge4,e5 B:Gb2,Ge8 G:WB turn:row:e1-e9;keep:e2;done:"
    for done in ("b1-b6", "b1-b6+b2+b3,d1-d8"):
        assert g.to_text(g.from_text(row + done)) == row + done
    for done in ("d1-d8,b1-b6", "b1-b6,b1-b6", "b1-b6+b3+b2", "b1-b6+c2", "b6-b1", ""):
        with pytest.raises(BadNotation, match="no turn that has begun"):
            g.from_text(row + done)


def test_a_position_says_which_powers_were_announced_before() -> None:
    """§10.1: with first_use the next announcement of the kind cannot be challenged."""
    options = {"zertz_potentials": "2/2", "challenges_enabled": "on", "challenge_when": "first_use"}
    g = game(**options)
    start = "w 11,12 T0Z1,T0Z2 W:Zb2,e2,h5 B:b3,e8,h2 L:T0Z0,T0Z0 C:T0Z1,T0Z1"
    assert g.to_text(g.from_text(f"{start} A:Z,-")) == f"{start} A:Z,-"
    for text, answered in ((start, True), (f"{start} A:Z,-", False)):
        state = g.from_text(text)
        announced = g.apply(state, g.parse(state, 0, "Zb2^"))
        assert (announced.current_player() == 1) == answered


@pytest.mark.parametrize(
    "field",
    [
        "turn:rows",
        "turn:main;rows",
        "turn:main;move",
        "turn:use",
        "turn:row:a1-i5",
        "turn:row:e1-e9;keep:e2,e3",
        "turn:Zb3:asked",
        "turn:Ze2:asked",
        "turn:Zb2:won",
        "turn:Zb2:duelW0",
        "turn:part;Zb2:duelB9",
        "turn:",
    ],
)
def test_a_turn_that_cannot_have_begun_is_refused(field: str) -> None:
    g = game(zertz_potentials="1/1", challenges_enabled="on")
    start = "w 11,12 T0Z0,T0Z1 W:Zb2,e2,h5 B:b3,e8,h2 L:T0Z0,T0Z0 C:T0Z1,T0Z1"
    with pytest.raises(BadNotation, match="no turn that has begun"):
        g.from_text(f"{start} {field}")
    with pytest.raises(BadNotation, match="no turn goes on"):
        g.from_text(f"-{start[1:]} {field}")
