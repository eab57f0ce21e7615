"""Reading and writing moves (docs/reference/zertz.md §10): round trips, leniency, refusals."""

from __future__ import annotations

import re
from functools import partial

import pytest

from gipf_meta import BadNotation, IllegalMove
from gipf_meta_zertz.game import Zertz
from tests.whole_turns import play, turns

from .boards import first_steps, position

GAME = Zertz()
ISOLATING = position("Ba1", missing="b1 b2")
CHAIN = position("Wd1 Gd2 Bd4")
OPTIONAL = Zertz(isolation_claim="optional")
TWO_REGIONS = position("Ba1 Ga3", missing="b1 b2 b3 b4 a4")


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("Wd4,d1", "Wd4,d1"),
        ("12. Wd4,d1", "Wd4,d1"),
        ("1.Wd4,d1", "Wd4,d1"),
        ("  Wd4 ,\td1 ", "Wd4,d1"),
        ("gc3,a1", "Gc3,a1"),
        ("bb2,a1", "Bb2,a1"),
        ("d1,Wd4", "Wd4,d1"),
        ("Wd4 d1", "Wd4,d1"),
        ("d1 Wd4", "Wd4,d1"),
    ],
)
def test_lenient_placements(text: str, canonical: str) -> None:
    state = GAME.start(2)
    moves = GAME.parse_turn(state, text)
    assert len(moves) == 2
    assert GAME.format_turn(state, moves) == canonical


@pytest.mark.parametrize("text", ["Wd4,a2 x Ba1", "Wd4,a2", "Wd4,a2xBa1", "a2,wd4 x Ba1"])
def test_the_list_of_isolated_marbles_may_be_absent(text: str) -> None:
    state = GAME.from_text(ISOLATING)
    assert GAME.format_turn(state, GAME.parse_turn(state, text)) == "Wd4,a2 x Ba1"


def test_isolated_marbles_are_a_set_in_coordinate_order() -> None:
    state = GAME.from_text(TWO_REGIONS)
    moves = GAME.parse_turn(state, "Wd4,a2 x Ga3 Ba1")
    assert GAME.format_turn(state, moves) == "Wd4,a2 x Ba1Ga3"


def test_a_removed_ring_says_in_words_what_it_cuts_off() -> None:
    state = GAME.from_text(TWO_REGIONS)
    state = GAME.apply(state, GAME.parse_turn(state, "Wd4,a2 x Ga3 Ba1")[0])
    labels = {choice.notation: choice.label for choice in GAME.view(state, None).choices}
    marbles = "the black marble on a1, the grey marble on a3"
    assert labels["a2"] == f"remove ring a2, capturing what that cuts off: {marbles}"
    assert labels["d1"] == "remove ring d1"


def test_the_ninth_column() -> None:
    game = Zertz(board=61)
    state = game.start(2)
    assert game.format_turn(state, game.parse_turn(state, "Wj1,j5")) == "Wi1,i5"
    with pytest.raises(BadNotation, match="j1 is no ring"):
        GAME.parse_turn(GAME.start(2), "Wj1,a1")


def test_a_chain_decision_by_decision() -> None:
    state = GAME.from_text(CHAIN)
    first = GAME.parse(state, 0, "x d1Gd3")
    assert GAME.format(state, first) == "x d1Gd3"
    middle = GAME.apply(state, first)
    assert first_steps(GAME, middle) == {"Bd5"}
    assert GAME.parse(middle, 0, "Bd5") == GAME.parse(middle, 0, "x d3Bd5")
    moves = GAME.parse_turn(state, "x d1Gd3Bd5")
    assert GAME.format_turn(state, moves) == "x d1Gd3Bd5"
    assert GAME.format_turn(state, moves[:1]) == "x d1Gd3"


def test_captures_may_be_written_without_colours() -> None:
    """§10: boardspace writes them so."""
    state = GAME.from_text(CHAIN)
    assert GAME.format_turn(state, GAME.parse_turn(state, "x d1d3d5")) == "x d1Gd3Bd5"
    assert GAME.format(state, GAME.parse(state, 0, "x d1 d3")) == "x d1Gd3"
    with pytest.raises(IllegalMove, match="must go on jumping"):
        GAME.parse_turn(state, "x d1d3")


@pytest.mark.parametrize(
    ("start", "said", "rest"),
    [
        (CHAIN, "x d1Gd3", "Bd5"),
        (ISOLATING, "Wd4", "a2 x Ba1"),
        (ISOLATING, "Wd4", "g1"),
    ],
)
def test_the_rest_of_a_turn(start: str, said: str, rest: str) -> None:
    state = GAME.from_text(start)
    middle = GAME.apply(state, GAME.parse(state, 0, said))
    moves = GAME.parse_turn(middle, rest)
    assert GAME.format_turn(middle, moves) == rest
    assert GAME.from_text(GAME.to_text(middle)) == middle


def test_lower_case_b_is_a_column_in_captures() -> None:
    state = GAME.from_text(position("Wb2 Bb3"))
    assert "x b2Bb4" in turns(GAME, state)


NO_NOTATION = ["", "12.", "hello", "Wd4;d1", "Xd4,d1", "WD4,d1", "Wd4,", "Wd4,d1,d2", "d"]
NO_CAPTURE = ["x d1", "x b2bb4", "x d1Gd3 Wd4,d1 ?"]


@pytest.mark.parametrize("text", [*NO_NOTATION, "Wd٤,d1"])
def test_no_notation(text: str) -> None:
    state = GAME.start(2)
    with pytest.raises(BadNotation, match=r"no move of ZÈRTZ.*Possible: Wa1, "):
        GAME.parse_turn(state, text)
    with pytest.raises(BadNotation, match=r"no move of ZÈRTZ|more than one decision"):
        GAME.parse(state, 0, text)


TURNS_REFUSED = [
    (position(), "Wd4", "ring must go too"),
    (position(), "Wz4,d1", "no move of ZÈRTZ"),
    (position(), "Wd9,d1", "d9 is no ring of the board with 37 rings"),
    (position(), "Wd4,d9", "d9 is no ring"),
    (position(), "Wd4,d4", "d4 is not vacant"),
    (position(), "Wd4,c3", "c3 is not free"),
    (position(missing="a1"), "Wd4,a1", "a1 is gone already"),
    (position(missing="a1"), "Wa1,b1", "ring a1 is gone"),
    (position("Ba1"), "Wa1,b1", "a1 is occupied"),
    (position(), "d1", "place a marble first"),
    (position(), "x d4Wd6", "no marble on d4"),
    (position(), "-", "cannot pass"),
    (position(), "takeback", "only where captures are forced on demand"),
    (position(), "x Wa1", "no whole capture.* No capture is possible now"),
    (position("Wd4 Bd5"), "Wa1,d1", "You must capture: x d"),
    (position("Wd4 Bd5"), "x d4Wd6", "black, so write Bd6"),
    (position("Wd4 Bd5"), "x d4Bd7", "not the ring right behind"),
    (position("Wd4 Bd5"), "x d4Be5", "not the ring right behind"),
    (position("Wd4 Bd5"), "x d5Wd7", "no marble on d6 to jump over"),
    (position("Wd4 Bd5", missing="d6"), "x d4Bd6", "ring d6 is gone"),
    (position("Wd4 Bd5 Gd6"), "x d4Bd6", "d6 is occupied"),
    (CHAIN, "x d1Gd3", "must go on jumping .Bd5"),
    (CHAIN, "x d1Gd3Bd5Wd7", "too much: the chain has ended"),
    (ISOLATING, "Wd4,a2 x Wa1", "isolates Ba1, not Wa1"),
    (ISOLATING, "Wd4,a2 x Ba1Wd4", "isolates Ba1, not Ba1Wd4"),
    (ISOLATING, "Wd4,d1 x Ba1", "isolates nothing, not Ba1"),
    (ISOLATING, "Wd4,a2 x Ba1Ba1", "listed twice"),
    (position("Wb2 Gb3 Bc3", rings="c4"), "Wc4,c4", "no ring is free"),
    (position(pool="0/3/2"), "Wd4,d1", "no white marble left in the pool"),
    (position(pool="0/0/0", captured=("1/0/0", "0/0/0")), "Bd4,d1", "captured no black marble"),
    (position(side=2, captured=("4/0/0", "0/0/0")), "Wd4,d1", "The game is over"),
]


@pytest.mark.parametrize(("start", "text", "reason"), TURNS_REFUSED)
def test_refused_turns(start: str, text: str, reason: str) -> None:
    with pytest.raises((BadNotation, IllegalMove), match=reason) as refusal:
        GAME.parse_turn(GAME.from_text(start), text)
    sentence = str(refusal.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "x d4We2",
            "x d4We2: e2 is not the ring right behind a neighbour of d4. Possible: ",
        ),
        ("x d6Bd4", "x d6Bd4: there is no marble on d6. Possible: x d4Bd6, x d5Wd3."),
        ("x d4Bf4", "x d4Bf4: there is no marble on e4 to jump over. Possible: x d4Bd6, x d5Wd3."),
        ("x", "'x' is no whole capture: write the ring of the marble that jumps, what it captures"),
        ("x d4", "'x d4' is no whole capture: write the ring of the marble that jumps"),
        ("x Bd6", "'x Bd6' is no whole capture: write the ring of the marble that jumps"),
        ("x d4Bz6", "z6 is no ring of the board with 37 rings."),
        ("x d4Bd6 x Bd5", "and where it lands, as in x d1Gd3. Possible: x d4Bd6, x d5Wd3."),
    ],
)
def test_an_illegal_or_broken_capture_is_told_as_one(text: str, reason: str) -> None:
    state = GAME.from_text(position("Wd4 Bd5"))
    for read in (GAME.parse_turn, partial(GAME.parse, seat=0)):
        with pytest.raises((BadNotation, IllegalMove), match=re.escape(reason)):
            read(state, text=text)


def test_where_no_capture_is_possible_a_broken_one_says_so() -> None:
    for text in NO_CAPTURE:
        with pytest.raises(BadNotation, match=r"as in x d1Gd3\. No capture is possible now\."):
            GAME.parse_turn(GAME.start(2), text)


def test_refused_decisions() -> None:
    state = GAME.start(2)
    with pytest.raises(IllegalMove, match="It is Player 1's turn"):
        GAME.parse(state, 1, "Wd4")
    with pytest.raises(BadNotation, match="more than one decision"):
        GAME.parse(state, 0, "Wd4,d1")
    with pytest.raises(BadNotation, match="more than one decision"):
        GAME.parse(GAME.from_text(CHAIN), 0, "x d1Gd3Bd5")
    with pytest.raises(BadNotation, match="no move of ZÈRTZ"):
        GAME.parse(state, 0, "castle")
    with pytest.raises(IllegalMove, match="no full region is to be claimed"):
        GAME.parse(state, 0, "claim a1")
    placed = GAME.apply(state, GAME.parse(state, 0, "Wd4"))
    with pytest.raises(IllegalMove, match="a free ring must be removed first"):
        GAME.parse(placed, 0, "Wd5")
    chain = GAME.from_text(CHAIN)
    chain = GAME.apply(chain, GAME.parse(chain, 0, "x d1Gd3"))
    for text in ("wa1", "a1", "x d4Wd2", "-"):
        with pytest.raises(IllegalMove, match="the marble on d3 must go on jumping"):
            GAME.parse(chain, 0, text)


def test_optional_claims() -> None:
    state = OPTIONAL.from_text(TWO_REGIONS)
    found = {text for text in turns(OPTIONAL, state) if re.match("Wd4,a2", text)}
    assert found == {"Wd4,a2", "Wd4,a2 x Ba1", "Wd4,a2 x Ga3", "Wd4,a2 x Ba1Ga3"}
    after = play(OPTIONAL, state, "Wd4,a2 x Ga3")
    assert OPTIONAL.to_text(after).endswith(" 2 frozen:a1")
    # never again
    later = play(OPTIONAL, after, "Wg1,f1")
    assert "frozen:a1" in OPTIONAL.to_text(later)
    with pytest.raises(IllegalMove, match="Ba1 cannot be claimed"):
        OPTIONAL.parse_turn(after, "Wg1,f1 x Ba1")


def test_optional_claims_decision_by_decision() -> None:
    state = OPTIONAL.from_text(TWO_REGIONS)
    for text in ("Wd4", "a2"):
        state = OPTIONAL.apply(state, OPTIONAL.parse(state, 0, text))
    assert first_steps(OPTIONAL, state) == {"claim a1", "leave a1"}
    assert OPTIONAL.to_text(state).endswith(" 1 claim:a1,a3")
    with pytest.raises(IllegalMove, match="say claim a1 or leave a1"):
        OPTIONAL.parse(state, 0, "Wb5")
    with pytest.raises(IllegalMove, match="now is that of a1"):
        OPTIONAL.parse(state, 0, "claim a3")
    left = OPTIONAL.apply(state, OPTIONAL.parse(state, 0, "leave a1"))
    assert first_steps(OPTIONAL, left) == {"claim a3", "leave a3"}
    assert OPTIONAL.to_text(left).endswith(" 1 claim:a3 frozen:a1")
    for text in ("x", "x Ga3", "x Ba1", "x Ba1Ga3"):
        moves = OPTIONAL.parse_turn(state, text)
        assert OPTIONAL.format_turn(state, moves) == text
    with pytest.raises(IllegalMove, match="more regions are full"):
        OPTIONAL.parse_turn(state, "claim a1")


def test_a_region_is_claimed_whole() -> None:
    state = OPTIONAL.from_text(position("Wb2 Gb3", rings="b2 b3 c3 d3 e3 e2 d2"))
    with pytest.raises(IllegalMove, match="claimed whole: Wb2Gb3"):
        OPTIONAL.parse_turn(state, "We3,c3 x Wb2")


def test_taking_back() -> None:
    game = Zertz(capture_enforcement="on_demand")
    start = game.from_text(position("Wd4 Bd5"))
    assert {"x d4Bd6", "Wa1"} <= first_steps(game, start)
    missed = play(game, start, "Wa1,d1")
    assert "takeback" in first_steps(game, missed)
    again = play(game, missed, "takeback")
    assert game.to_text(again) == position("Wd4 Bd5") + " must_capture"
    assert again.number == 3
    assert turns(game, again) == {"x d4Bd6", "x d5Wd3"}
    with pytest.raises(IllegalMove, match="You must capture"):
        game.parse(again, 0, "Wa1")
    done = play(game, again, "x d4Bd6")
    assert "takeback" not in first_steps(game, done)
    # the opponent lets it go with a placement: the same may now be demanded of him
    both = play(game, missed, "Gg1,g4")
    assert "takeback" in first_steps(game, both)
    with pytest.raises(IllegalMove, match="missed no capture"):
        game.parse(game.start(2), 0, "takeback")


def test_who_has_nothing_to_place_may_still_demand_a_missed_capture() -> None:
    game = Zertz(capture_enforcement="on_demand")
    hands = ("1/0/0", "0/0/0")
    text = position("Wd4 Bd5", rings="d6 e6 f5", pool="0/0/0", captured=hands)
    missed = play(game, game.from_text(text), "Wd6,f5")
    assert turns(game, missed) == {"takeback"}


def test_passing() -> None:
    game = Zertz(no_marbles="pass")
    state = play(game, game.from_text(position(pool="1/0/0")), "Wd4,a1")
    assert first_steps(game, state) == {"-"}
    with pytest.raises(IllegalMove, match="the pool is empty"):
        game.parse(state, 1, "Wa2")
    state = play(game, state, "-", "-", "-", "-")
    assert state.ending is not None
    assert (state.ending.winners, state.ending.reason) == ((), "repetition")


def test_two_stuck_players_pass_until_repetition_ends_it_and_for_ever_without() -> None:
    turns = ("Wd4,a1", "-", "-", "-", "-")
    game = Zertz(no_marbles="pass", repetition_count=0)
    assert play(game, game.from_text(position(pool="1/0/0")), *turns, "-", "-").ending is None
    for colours in ("exact", "ignore"):
        game = Zertz(no_marbles="pass", repetition_colours=colours)
        state = play(game, game.from_text(position(pool="1/0/0")), *turns[:-1])
        assert state.ending is None, "the same player is on turn every other time"
        ending = play(game, state, turns[-1]).ending
        assert ending is not None
        assert (ending.winners, ending.reason) == ((), "repetition")


CAPTURED_AND_PLACED_AGAIN = (
    "Bg4,a1 Bg3,a2 x_g4Bg2 Bg4,a3 Bg3,a4 Bg1,b1 Bf5,b2 Bf4,b3 Bf2,b4 Bf1,b5 Be6,c1 Be5,c2 Be4,c3"
    " Be3,c4 Be2,c5 Be1,c6 Bd5,d1 Bd4,d7 Bd3,d6 Bd2 Bf3"
)
NEVER_CAPTURED = (
    "Bg4,a1 Bg3,a2 Bg2,a3 Bg1,a4 Bf5,b1 Bf4,b2 Bf3,b3 Bf2,b4 Bf1,b5 Be6,c1 Be5,c2 Be4,c3 Be3,c4"
    " Be2,c5 Be1,c6 Bd5,d1 Bd4,d7 Bd3,d6 Bd2"
)


@pytest.mark.parametrize(
    ("pool", "handicap", "turns", "winners"),
    [
        ("0/0/19", "none", CAPTURED_AND_PLACED_AGAIN, (0,)),
        ("0/0/30", "none", NEVER_CAPTURED, ()),
        ("0/0/30", "p1=1/0/2", NEVER_CAPTURED, ()),
    ],
)
def test_a_full_board_asks_whether_anybody_ever_captured(
    pool: str, handicap: str, turns: str, winners: tuple[int, ...]
) -> None:
    game = Zertz(
        capture_enforcement="on_demand",
        pool=pool,
        goals="99/99/99/99",
        board_full="both_lose_if_no_captures",
        handicap=handicap,
    )
    state = game.start(2)
    for turn in turns.split():
        state = play(game, state, turn.replace("_", " "))
    assert state.ending is not None
    assert (state.ending.winners, state.ending.reason) == (winners, "board_full")
