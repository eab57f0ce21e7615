"""The numbered scenarios of docs/reference/lyngk.md §12, by their numbers."""

from __future__ import annotations

from collections import Counter

import pytest

from gipf_meta import BadNotation, IllegalMove
from gipf_meta.plugins.benchmark_positions import benchmark_positions
from gipf_meta_lyngk.board import BOARD, NAME_OF, POINTS, RAYS
from gipf_meta_lyngk.game import Lyngk
from gipf_meta_lyngk.state import PLAYING, State
from tests.lyngk.boards import (
    GAME,
    L1,
    SIX,
    TAKEN,
    after,
    moves,
    play,
    result,
    stacks,
    turns,
)

S = "KIBd3 KGd4 Ie3 GRe4 BIe5 IJKf3 Jf4"
ELEVEN = "Ra1 Rc3 Gc6"
TWELVE = "Ra1 BRc3 GRe4 Be7 Gh1 Jg1"
TWENTY_ONE = "GBa1 KIRb2"
TWENTY_FIVE = "Ia1 IRb2 Kb4 Gc3"


def neighbours(name: str) -> set[str]:
    return {NAME_OF[ray[0]] for ray in RAYS[BOARD.place_of[name]] if ray}


def targets(state: State, origin: str, game: Lyngk = GAME) -> set[str]:
    """Where the stack on *origin* may go without a claim."""
    return {text.split("-")[1] for text in moves(state, game) if text.startswith(origin)}


def refused(state: State, text: str, game: Lyngk = GAME) -> str:
    """Why a turn is refused."""
    with pytest.raises((BadNotation, IllegalMove)) as told:
        game.parse_turn(state, text)
    return str(told.value)


# -- geometry ------------------------------------------------------------------------------------


def test_1_points_columns_degrees_and_lines() -> None:
    assert len(NAME_OF) == 43
    assert Counter(name[0] for name in NAME_OF) == dict(
        zip("abcdefghi", [1, 4, 7, 6, 7, 6, 7, 4, 1], strict=True)
    )
    degrees = [sum(map(bool, RAYS[point])) for point in POINTS]
    assert Counter(degrees) == {6: 19, 5: 12, 3: 6, 2: 6}
    for way in range(3):
        ends = [point for point in POINTS if not RAYS[point][way + 3]]
        lengths = [len(RAYS[point][way]) + 1 for point in ends]
        assert Counter(lengths) == {4: 2, 7: 3, 6: 2, 1: 2}


@pytest.mark.parametrize(
    ("name", "around"),
    [
        ("e4", "e5 f4 f3 e3 d3 d4"), ("a1", "b2 b3"), ("b1", "b2 c2 c3"), ("c1", "c2 d1"),
        ("d1", "c1 c2 d2 e1 e2"), ("c4", "c5 d4 d3 c3 b2 b3"), ("h4", "h3 g5 g6"),
        ("i1", "h2 h3"),
    ],
)  # fmt: skip
def test_2_neighbours(name: str, around: str) -> None:
    assert neighbours(name) == set(around.split())


@pytest.mark.parametrize(
    "line",
    [
        "a1 b2 c3 d2 e2 f1 g1", "a1 b3 c5 d5 e6 f6 g7", "c1 d1 e2 f2 g3 h2 i1",
        "c7 d6 e6 f5 g5 h3 i1", "c1 c2 c3", "e1 e2 e3 e4 e5 e6 e7",
    ],
)  # fmt: skip
def test_3_lines(line: str) -> None:
    points = [BOARD.place_of[name] for name in line.split()]
    assert list(BOARD.between(points[0], points[-1])) == points[1:-1]
    assert list(BOARD.between(points[-1], points[0])) == points[-2:0:-1]


def test_3_no_lines_and_no_points() -> None:
    assert not BOARD.is_line(BOARD.place_of["a1"], BOARD.place_of["c1"])
    for name in ["a2", "b5", "c8", "d7", "e8", "f7", "g8", "h5", "i2", "j1"]:
        assert name not in BOARD.place_of
        assert "no point" in refused(stacks(ELEVEN), f"{name}-a1")


def test_4_the_numbers_of_turns_are_published() -> None:
    """``test_perft`` counts them."""
    published = {each.counts[:2] for each in benchmark_positions(Lyngk)}
    wanted = {(1076, 797598), (1067, 784836), (365, 46822), (388, 46454), (121, 14684)}
    assert wanted | {(122, 14698)} <= published
    assert len(moves(stacks(L1))) == 170


# -- moving --------------------------------------------------------------------------------------


def test_5_few_pieces() -> None:
    state = stacks("Ra1 Bb2 Gb3 Jc3")
    assert moves(state) == {"a1-b2", "a1-b3", "b2-a1", "b2-b3", "b2-c3", "b3-a1", "b3-b2"}
    assert len(turns(state)) == 42


def test_6_neutral_stacks_go_onto_no_higher_ones() -> None:
    state = stacks(S)
    assert targets(state, "e4") == {"e3", "e5", "f4"}
    assert len(moves(state)) == 10
    assert len(turns(state)) == 63
    assert "colour G" in refused(state, "e4-d4")
    assert "higher" in refused(state, "e4-d3")


def test_7_claimed_ones_go_onto_any() -> None:
    state = stacks(S, "R/-")
    assert targets(state, "e4") == {"e3", "e5", "f4", "d3", "f3"}
    for to in ("d3", "f3"):
        taken = play(state, f"e4-{to}")
        assert taken.taken == (1, 0)
        assert not taken.occupied >> BOARD.place_of[to] & 1


def test_8_not_the_opponents() -> None:
    state = stacks(S, "-/R")
    assert not targets(state, "e4")
    assert "d3-e4" in moves(state)
    assert "opponent's" in refused(state, "e4-e5")


def test_9_no_jumps() -> None:
    state = stacks("Re1 Ge4 Be7 Ka1")
    assert moves(state) == {"e1-e4", "e4-e1", "e4-e7", "e7-e4"}
    assert "a stack on e4" in refused(state, "e1-e7")


def test_10_jokers_in_stacks() -> None:
    assert play(stacks("JBa1 JJRb2 Kc6 Ic7", "B/-"), "a1-b2").taken == (1, 0)
    assert not moves(stacks("JRa1 JBRb2 Kc6 Ic7")) & {"a1-b2", "b2-a1"}


# -- the LYNGK-rule ------------------------------------------------------------------------------


def test_11_over_ones_own_colour() -> None:
    state = stacks(ELEVEN)
    assert moves(state) == {"c3-c6", "c6-c3"}
    assert moves(stacks(ELEVEN, "R/-")) == {"c3-c6", "c6-c3", "a1-c6"}
    assert moves(stacks(ELEVEN, "-/R")) == {"c6-c3"}
    assert "R,a1-c6" in turns(state)
    assert "G,a1-c6" not in turns(state)


def test_12_a_chain() -> None:
    state = stacks(TWELVE, "R/-")
    assert targets(state, "a1") == {"e7", "h1", "g1"}
    assert "LYNGK-point" in refused(state, "a1-c3")
    assert "LYNGK-point" in refused(state, "a1-e4")
    assert not targets(stacks(TWELVE, "B/-"), "a1")


def test_14_heights_and_lower_pieces_do_not_matter() -> None:
    assert "a1-c3" in moves(stacks("KBRa1 GIRb2 Gc3", "R/-"))


@pytest.mark.parametrize(
    ("listed", "claims", "told"),
    [
        pytest.param("Ra1 Jb2 Bc3", "R/-", "a1-b2 c3-b2", id="13 a joker is no point"),
        pytest.param(
            "Ra1 Bb2 Gc3", "BR/-", "a1-b2 b2-a1 b2-c3 c3-b2",
            id="15 nor is the other colour of one's own",
        ),
        pytest.param(
            "Ra1 Rb2 Gb4 Bb1", "R/-", "a1-b1 a1-b4 b2-b1 b2-b4 b1-b2 b4-b2",
            id="16 in any direction",
        ),
    ],
)  # fmt: skip
def test_13_15_16_points_of_the_rule(listed: str, claims: str, told: str) -> None:
    assert moves(stacks(listed, claims)) == {*told.split()}


# -- five ----------------------------------------------------------------------------------------


def test_17_a_stack_of_five_is_taken() -> None:
    state = stacks("Ra1 GBIKb2 Kc6 Ic7", "R/-")
    assert after(state, "a1-b2") == "b R/- 1,0 Kc6,Ic7"
    state = stacks("KRa1 IBGb2 Kc6 Ic7", "RG/-")
    assert after(state, "a1-b2") == after(state, "b2-a1") == "b RG/- 1,0 Kc6,Ic7"


def test_18_a_neutral_one_stays() -> None:
    state = stacks("BIKGa1 Rb2 Kc3 Id2")
    assert after(state, "a1-b2") == "b -/- 0,0 RBIKGb2,Kc3,Id2"
    assert not any("b2" in text for text in turns(play(state, "a1-b2")))
    assert after(state, "G,a1-b2") == "b G/- 1,0 Kc3,Id2"


@pytest.mark.parametrize("game", [GAME, TAKEN])
def test_19_an_obstacle_whose_colour_is_claimed(game: Lyngk) -> None:
    state = stacks("Ga1 RBIKGb2 Ic3 Rd2", game=game)
    assert not {text for text in turns(state, game) if "a1-" in text and text[:2] != "G,"}
    if game is GAME:
        assert after(state, "G,a1-c3") == "b G/- 0,0 RBIKGb2,IGc3,Rd2"
        refused(state, "G,c3-a1")
    else:
        assert after(state, "G,a1-c3", game=game) == "b G/- 1,0 IGc3,Rd2"
        assert after(state, "G,c3-a1", game=game) == "b G/- 1,0 GIa1,Rd2"


def test_20_obstacles_decide_if_they_are_taken() -> None:
    listed = "RBIKGb2 IKRBGe4 Kc6 Ic7"
    end = play(stacks(listed, game=TAKEN), "G,c6-c7", game=TAKEN)
    assert (TAKEN.to_text(end), result(end)) == ("- G/- 2,0 IKc7", "w")
    end = play(stacks(listed), "G,c6-c7")
    assert (GAME.to_text(end), result(end)) == ("- G/- 0,0 RBIKGb2,IKc7,IKRBGe4", "draw")


# -- passing and claiming ------------------------------------------------------------------------


def test_21_all_turns() -> None:
    told = "b2-a1 I,b2-a1 B,a1-b2 B,b2-a1 R,b2-a1 G,b2-a1 K,b2-a1"
    assert sorted(turns(stacks(TWENTY_ONE))) == sorted(told.split())


def test_22_who_can_only_move_by_claiming_must() -> None:
    state = stacks(TWENTY_ONE, "-/R")
    assert turns(state) == ["B,a1-b2"]
    end = play(state, "B,a1-b2")
    assert (end.taken, result(end)) == ((1, 0), "w")
    assert "You cannot pass" in refused(state, "-")
    assert refused(state, "B")


def test_23_a_pass() -> None:
    state = stacks(TWENTY_ONE, "IK/R")
    assert turns(state) == ["-"]
    assert sorted(turns(play(state, "-"))) == ["B,a1-b2", "B,b2-a1", "G,b2-a1", "b2-a1"]


def test_24_a_pass_of_who_has_both_colours() -> None:
    assert turns(stacks(TWENTY_ONE, "IK/RG")) == ["-"]


def test_25_who_can_move_again_must() -> None:
    state = stacks(TWENTY_FIVE, "IB/RG")
    assert turns(state) == ["-"]
    state = play(state, "-")
    assert "b2-b4" in turns(state)
    state = play(state, "b2-b4")
    assert turns(state) == ["a1-c3"]


def test_25_the_game_goes_on_while_either_can_move() -> None:
    state = play(stacks(f"{TWENTY_FIVE} Ri1 Gh2", "IB/RG", side="b"), "i1-h2")
    assert turns(state) == ["-"]


def test_22_the_game_goes_on_while_a_claim_makes_a_move_possible() -> None:
    """Red over red to green: before a claim nobody can move."""
    state = play(stacks("Ra1 GRc3 Gc6 Ki1 Ih3"), "i1-h3")
    assert turns(state) == ["R,a1-c6"]


def test_26_two_colours_at_most_and_none_twice() -> None:
    assert "two colours" in refused(stacks(L1, "IB/-"), "R,a1-b2")
    assert "opponent's" in refused(stacks(L1, "I/R"), "R,a1-b2")
    assert "already" in refused(stacks(L1, "I/R"), "I,a1-b2")
    assert after(stacks(L1), "R,a1-b2").startswith("b R/- 0,0 Bb1,RIb2,Gb3,")


# -- the end -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("claims", "taken", "listed", "winner"),
    [
        ("R/B", "0,0", "GKRa1 IBc1", "w"),
        ("R/B", "0,0", "GRa1 IBc1", "draw"),
        ("R/B", "0,1", "GIKRa1 Gc1", "b"),
        ("R/B", "0,0", "BGa1 Ic1", "draw"),
        ("R/B", "0,0", "KGRa1 IBc1 GBi1", "w"),
        ("G/R", "0,0", "RBIKGa1 Rc1", "b"),
    ],
    ids=map(str, range(27, 33)),
)
def test_27_to_32_finished_positions(claims: str, taken: str, listed: str, winner: str) -> None:
    assert result(stacks(listed, claims, taken, "-")) == winner


def test_33_the_last_turn_decides() -> None:
    state = stacks("Ra1 Gb2", "R/G")
    end = play(state, "a1-b2")
    assert (GAME.to_text(end), result(end)) == ("- R/G 0,0 GRb2", "w")
    assert result(play(stacks("Ra1 Gb2", "R/G", side="b"), "b2-a1")) == "b"


# -- the stack of six ----------------------------------------------------------------------------


def test_34_five_on_the_board() -> None:
    end = play(stacks("GBIKa1 Rb2", "R/-", game=SIX), "b2-a1", game=SIX)
    assert (SIX.to_text(end), result(end)) == ("- R/- 0,0 GBIKRa1", "w")


def test_35_six_wins_at_once() -> None:
    end = play(stacks("GBJIKa1 Rb2", "R/-", game=SIX), "b2-a1", game=SIX)
    assert (SIX.to_text(end), result(end)) == ("- R/- 1,0 GBJIKRa1", "w")
    assert SIX.from_text(SIX.to_text(end)).ending == end.ending
    assert "b2-a1" not in moves(stacks("GBJIKa1 Rb2 Ic1 Ic2 Kc3", "R/-"))


def test_36_a_neutral_six_wins_nothing() -> None:
    end = play(stacks("GBIKRa1 Jb2", game=SIX), "a1-b2", game=SIX)
    assert (SIX.to_text(end), result(end)) == ("- -/- 0,0 JGBIKRb2", "draw")
    assert result(play(stacks("GBIKRa1 Jb2", game=SIX), "R,a1-b2", game=SIX)) == "w"
    more = "GBIKRa1 Jb2 Gc3 Ic6"
    assert result(play(stacks(more, "-/R", side="b", game=SIX), "a1-b2", game=SIX)) == "b"
    assert "opponent's" in refused(stacks(more, "-/R", game=SIX), "a1-b2", SIX)


def test_37_a_five_is_a_point_to_go_on_from() -> None:
    state = stacks("Ra1 GBIKRb2 Kc3", "R/-", game=SIX)
    assert "a1-c3" in moves(state, SIX)
    assert "colour K" in refused(state, "b2-c3", SIX)


def test_38_a_six_does_not_count() -> None:
    assert result(stacks("JGBIKRa1 Bc1", "R/B", side="-", game=SIX)) == "b"


# -- notation and positions ----------------------------------------------------------------------


@pytest.mark.parametrize("text", ["r,A1-C6", "ra1c6", "Red: a1 c6", "R;a1-c3-c6", " 7. R : a1c6"])
def test_39_lenient_reading(text: str) -> None:
    state = stacks(ELEVEN)
    assert GAME.format_turn(state, GAME.parse_turn(state, text)) == "R,a1-c6"


def test_39_the_way_written_out() -> None:
    state = stacks(ELEVEN)
    assert "b2" in refused(state, "R,a1-b2-c6")
    refused(state, "a1-c3-c6")
    state = stacks(TWELVE, "R/-")
    assert GAME.format_turn(state, GAME.parse_turn(state, "a1-c3-e4-h1")) == "a1-h1"
    for text in ("a1-c3-h1", "a1-e4-h1"):
        assert "No free line" in refused(state, text)
    assert GAME.parse_turn(stacks(TWENTY_ONE, "IK/R"), "PASS")


@pytest.mark.parametrize(
    "text",
    [
        "w -/- 0,0 Ra1", "- -/- 0,0 Ra1,Bb2", "w R/R 0,0 Ra1,Bb2", "w RGB/- 0,0 Ra1,Bb2",
        "w -/- 1,0 Ra1,Bb2", "w -/- 0,0 RJa1,Bb2", "w -/- 0,0 RRa1,Bb2", "w -/- 0,0 Ra2,Bb2",
        "w -/- 0,0 Ra1,Ba1",
    ],
)  # fmt: skip
def test_40_refused_positions(text: str) -> None:
    with pytest.raises(BadNotation):
        GAME.from_text(text)


def test_40_any_order_is_read() -> None:
    state = GAME.from_text("w GR/- 0,0 Bb2,Ra1")
    assert GAME.to_text(state) == "w RG/- 0,0 Ra1,Bb2"


@pytest.mark.parametrize("seat", [0, 1], ids=["White", "Black"])
@pytest.mark.parametrize("game", [GAME, TAKEN, SIX], ids=["standard", "taken", "stack6"])
def test_why_a_game_ended_is_the_same_for_both_sides(game: Lyngk, seat: int) -> None:
    """docs/reference/lyngk.md §5: stacks taken decide, then heights, then nothing."""

    def ending(taken: tuple[int, int], listed: str) -> tuple[tuple[int, ...], str]:
        state = stacks(listed, "R/G" if seat == 0 else "G/R", side="-", game=game)
        own, other = taken
        won = (own, other) if seat == 0 else (other, own)
        last = State(state.stacks, state.claims, won, PLAYING, 0, 9)
        end = game.rules.finished(last, 9).ending
        assert end is not None
        return end.winners, end.reason

    if game is not SIX:  # there nothing is taken
        assert ending((2, 1), "Ra1 GRi1") == ((seat,), "stacks")
        assert ending((1, 2), "Ra1 GRi1") == ((1 - seat,), "stacks")
    assert ending((0, 0), "GRa1 Gi1") == ((seat,), "heights")
    assert ending((0, 0), "Ra1 Gi1") == ((), "equal")
