"""Position strings (docs/reference/zertz.md §10) and options (§11)."""

from __future__ import annotations

import pickle

import pytest
from pydantic import ValidationError

from gipf_meta import BadNotation, Over, Turn
from gipf_meta_zertz import games
from gipf_meta_zertz.game import Zertz
from gipf_meta_zertz.state import unpack
from tests.whole_turns import play, turns

from .boards import first_steps, position

GAME = Zertz()
START = (
    "a1,a2,a3,a4,b1,b2,b3,b4,b5,c1,c2,c3,c4,c5,c6,d1,d2,d3,d4,d5,d6,d7,"
    "e1,e2,e3,e4,e5,e6,f1,f2,f3,f4,f5,g1,g2,g3,g4 6/8/10 0/0/0 0/0/0 1"
)


def test_the_two_examples() -> None:
    state = GAME.start(2)
    assert GAME.to_text(state) == START
    after = GAME.to_text(play(GAME, state, "Wd4,d1"))
    expected = START.replace("d1,", "").replace("d4", "Wd4").replace("6/8/10", "5/8/10")
    assert after == expected[:-1] + "2"


def test_inside_a_turn() -> None:
    state = GAME.start(2)
    placed = GAME.apply(state, GAME.parse(state, 0, "Wd4"))
    assert GAME.to_text(placed).endswith(" 5/8/10 0/0/0 0/0/0 1 remove")
    chain = GAME.from_text(position("Wd1 Gd2 Bd4"))
    chain = GAME.apply(chain, GAME.parse(chain, 0, "x d1Gd3"))
    text = GAME.to_text(chain)
    assert text.endswith(" 0/1/0 0/0/0 1 jump:d3")
    assert GAME.from_text(text) == chain


def test_an_empty_board() -> None:
    state = play(GAME, GAME.from_text(position(rings="c3 c4")), "Bc3,c4")
    text = GAME.to_text(state)
    assert text == " 6/8/9 0/0/1 0/0/0 2"
    assert GAME.to_text(GAME.from_text(text)) == text
    assert GAME.status(GAME.from_text(text)) == Over((0,), "board_full")


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (position(), Turn(0, 1)),
        (position(side=2), Turn(1, 1)),
        (position(captured=("4/0/0", "0/0/0"), side=2), Over((0,), "goal")),
        (position(captured=("0/0/0", "3/3/3")), Over((1,), "goal")),
        (position(pool="0/0/0"), Over((1,), "no_marbles")),
        (position("Wd4 Bd5", pool="0/0/0"), Turn(0, 1)),
        (position("Wc3 Bc4", rings="c3 c4"), Over((1,), "board_full")),
    ],
)
def test_a_position_knows_whether_it_is_over(text: str, status: object) -> None:
    assert GAME.status(GAME.from_text(text)) == status
    assert GAME.to_text(GAME.from_text(text)) == text


def change(old: str, new: str) -> str:
    assert old in START
    return START.replace(old, new)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "five fields"),
        ("a1 6/8/10 0/0/0 0/0/0", "five fields"),
        (START + " x", "is not understood"),
        (START + " remove remove", "is not understood"),
        (START + " must_capture", "on_demand only"),
        (START + " frozen:a1", "optional only"),
        (START + " claim:a1", "optional only"),
        (START + " remove", "none is free"),
        (START + " jump:d4", "one ring with a marble"),
        (START + " jump:", "is no ring"),
        (change("a1,", "a1,a1,"), "a1 is named twice"),
        (change("a1,", "a1,Wa1,"), "a1 is named twice"),
        (change("a1,", "a0,"), "'a0' is no ring"),
        (change("a1,", "h1,"), "'h1' is no ring"),
        (change("a1,", ","), "'' is no ring"),
        (change("a1,", "Xa1,"), "'Xa1' is no ring"),
        (change("a1,", "W,"), "'' is no ring"),
        (change("6/8/10", "6/8"), "three numbers"),
        (change("6/8/10", "6/8/x"), "three numbers"),
        (change("6/8/10", "6/-8/1"), "three numbers"),
        (change("6/8/10", "6/8/100"), "above 99"),
        (change("6/8/10", "6/8/99999999999999999999"), "above 99"),
        (START[:-1] + "3", "side to move is 1 or 2"),
        (position("Wd4 Bd5") + " jump:a1", "one ring with a marble"),
        (position("Wd4 Bd5") + " jump:d4,d5", "one ring with a marble"),
        (position("Wd4 Ba1 Ga2") + " jump:d4", "cannot jump"),
        (position("Wd4", missing="a1") + " jump:a1", "not on the board"),
    ],
)
def test_refused_positions(text: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=reason):
        GAME.from_text(text)


@pytest.mark.parametrize(
    ("extra", "reason"),
    [
        ("frozen:a2", "not on the board"),
        ("frozen:a3", "whole regions"),
        ("frozen:a1,a1", "twice"),
        ("claim:a1 frozen:a1", "never be claimed again"),
        ("frozen:a1 frozen:a1", "is not understood"),
        ("frozen:a1 remove", "is not understood"),
    ],
)
def test_refused_frozen_regions(extra: str, reason: str) -> None:
    game = Zertz(isolation_claim="optional")
    with pytest.raises(BadNotation, match=reason):
        game.from_text(position("Ba1", missing="a2 b1 b2") + " " + extra)


def test_refused_must_capture() -> None:
    game = Zertz(capture_enforcement="on_demand")
    with pytest.raises(BadNotation, match="no capture is possible"):
        game.from_text(START + " must_capture")
    with pytest.raises(BadNotation, match="no capture is possible"):
        game.from_text(position("Wd4 Bd5", captured=("0/0/0", "4/0/0")) + " must_capture")
    with pytest.raises(BadNotation, match="beginning of a turn"):
        game.from_text(position("Wd4 Bd5") + " jump:d4 must_capture")


def test_frozen_regions_stay_and_end_with_the_board() -> None:
    """Nothing in a frozen region can move or be taken; it does not keep the game going."""
    game = Zertz(isolation_claim="optional")
    state = game.from_text(position("Ba1", rings="a1 c3 c4") + " frozen:a1")
    assert game.to_text(state).endswith(" frozen:a1")
    assert all("Ba1" not in text for text in turns(game, state))
    after = play(game, state, "Wc3,c4")
    assert game.status(after) == Over((0,), "board_full")
    assert unpack(after.first) == (0, 0, 0)
    assert unpack(play(game, state, "Wc3,c4 x Wc3").first) == (1, 0, 0)


@pytest.mark.parametrize(
    ("option", "own", "winners"),
    [
        ("last_placer_wins", "0/0/0", (0,)),
        ("goal_only", "0/0/0", ()),
        ("goal_only", "3/0/0", (0,)),
        ("both_lose_if_no_captures", "0/0/0", ()),
        ("both_lose_if_no_captures", "0/0/1", (0,)),
        ("both_lose_if_no_captures handicap", "0/0/1", ()),
    ],
)
def test_the_full_board(option: str, own: str, winners: tuple[int, ...]) -> None:
    option, _space, given = option.partition(" ")
    game = Zertz(board_full=option, handicap=f"p1={own}" if given else "none")
    state = play(game, game.from_text(position(rings="c3 c4", captured=(own, "0/0/0"))), "Wc3,c4")
    status = game.status(state)
    assert isinstance(status, Over)
    assert status.winners == winners
    assert status.reason == ("goal" if own == "3/0/0" else "board_full")


def test_handicap() -> None:
    game = Zertz(handicap="p2=1/0/2")
    state = game.start(2)
    assert (unpack(state.first), unpack(state.second)) == ((0, 0, 0), (1, 0, 2))
    assert unpack(state.pool) == (6, 8, 10)


@pytest.mark.parametrize(
    "options",
    [
        {"variant": "blitz"},
        {"variant": "tournament", "board": "61"},
        {"variant": "extended", "board": 44},
        {"pool": "blitz", "goals": "standard"},
        {"pool": "6/8/10", "goals": "4/5/6/3"},
        {"isolation_scope": "spare_largest", "isolation_claim": "optional"},
        {"no_marbles": "pass", "board_full": "goal_only"},
        {"repetition_count": "0", "repetition_colours": "ignore"},
        {"capture_enforcement": "on_demand", "handicap": "p1=1/0/0"},
    ],
)
def test_options_are_written_as_they_are_read(options: dict[str, object]) -> None:
    game = Zertz.model_validate(options)
    dumped = game.model_dump(mode="json")
    assert {name: str(dumped[name]) for name in options} == {n: str(v) for n, v in options.items()}
    assert Zertz.model_validate(dumped) == game
    assert pickle.loads(pickle.dumps(game)) == game
    assert pickle.loads(pickle.dumps(game.start(2))) == game.start(2)


def test_variants_are_presets() -> None:
    for variant, size in (("standard", 37), ("blitz", 37), ("tournament", 48), ("extended", 61)):
        assert Zertz(variant=variant).start(2).rings.bit_count() == size
    first_edition = Zertz(variant="first_edition").rules
    assert first_edition.board == Zertz().rules.board
    assert unpack(first_edition.pool) == (5, 7, 9)
    assert first_edition.goals == (3, 4, 5, 2)
    game = Zertz(variant="blitz", pool="standard")
    assert unpack(game.start(2).pool) == (6, 8, 10)
    assert game.rules.goals == (3, 4, 5, 2)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"board": "38"}, "37"),
        ({"pool": "0/0/0"}, "nothing to play with"),
        ({"pool": "6/8"}, "3 numbers"),
        ({"pool": "huge"}, "standard, blitz"),
        ({"pool": "6/8/1000"}, "3 numbers|above 99"),
        ({"pool": "6/-8/10"}, "3 numbers"),
        ({"goals": "4/5/6"}, "4 numbers"),
        ({"goals": "4/5/6/0"}, "before the first move"),
        ({"handicap": "p3=1/0/0"}, "none, or who gets"),
        ({"handicap": "p1"}, "none, or who gets"),
        ({"handicap": "p1=1/0"}, "3 numbers"),
        ({"handicap": "p1=4/0/0"}, "already enough to win"),
        ({"repetition_count": "1"}, "3, 2 or 0"),
        ({"variant": "basic"}, "standard"),
    ],
)
def test_refused_options(options: dict[str, object], reason: str) -> None:
    with pytest.raises(ValidationError, match=reason):
        Zertz.model_validate(options)


def test_first_steps_of_a_position_in_the_removal() -> None:
    state = GAME.from_text(position("Wd4", pool="5/8/10") + " remove")
    assert len(first_steps(GAME, state)) == 18


def test_the_plugin_brings_the_game_and_its_rules() -> None:
    assert games() == [Zertz]
    assert "must capture" in GAME.rules_text
    assert {field for field, info in Zertz.model_fields.items() if not info.description} == set()
