"""The scenarios of docs/reference/zertz.md §15, by number."""

from __future__ import annotations

import pytest

from gipf_meta import IllegalMove, Over, Turn
from gipf_meta_zertz.board import board
from gipf_meta_zertz.game import Zertz
from gipf_meta_zertz.state import State, unpack
from tests.whole_turns import play, turns, whole_turns

from .boards import drawn, first_steps, position

STANDARD = Zertz()


def at(text: str, game: Zertz = STANDARD) -> tuple[Zertz, State]:
    return game, game.from_text(text)


def captured(state: State) -> list[tuple[int, int, int]]:
    return [unpack(state.first), unpack(state.second)]


def over(game: Zertz, state: State) -> tuple[tuple[int, ...], str]:
    status = game.status(state)
    assert isinstance(status, Over)
    return status.winners, status.reason


STARTS = [(37, 18, 1944), (40, 19, 2223), (43, 20, 2520), (44, 20, 2580), (48, 21, 2961)]
STARTS.append((61, 24, 4320))


@pytest.mark.parametrize(
    ("size", "free", "count"), STARTS, ids=[f"{n}" for n in range(1, len(STARTS) + 1)]
)
def test_scenarios_1_to_6_starts(size: int, free: int, count: int) -> None:
    game = Zertz(board=size)
    state = game.start(2)
    assert state.rings.bit_count() == size == len(board(size).lattice.cells)
    assert game.rules.free_rings(state.rings, 0).bit_count() == free
    assert len(turns(game, state)) == count


def test_scenario_7_blitz_start() -> None:
    game = Zertz(variant="blitz")
    assert len(turns(game, game.start(2))) == 1944
    assert unpack(game.start(2).pool) == (5, 7, 9)


CAPTURES = {
    "8": ("Wd4 Bd5", {}, {"x d4Bd6", "x d5Wd3"}),
    "9": ("Wc3 Bd4", {}, {"x c3Be4", "x d4Wb2"}),
    "10": ("Wc4 Bd4", {}, {"x c4Be3", "x d4Wb4"}),
    "11": ("Wd1 Gd2 Bd4", {}, {"x d1Gd3Bd5"}),
    "12": ("Wd1 Gd2 Bd4 Wc2", {}, {"x c2Ge1", "x d1Gd3Bd5", "x d1Gd3Wb1", "x d2Wb2"}),
    "14": ("Wd4 Bd5", {"missing": "d6"}, {"x d5Wd3"}),
    "47": ("Wd5 Bd4", {"missing": "d8 h4", "size": 48}, {"x d5Bd3", "x d4Wd6"}),
}


@pytest.mark.parametrize(("marbles", "rest", "expected"), CAPTURES.values(), ids=CAPTURES)
def test_scenarios_of_captures(marbles: str, rest: dict, expected: set[str]) -> None:
    game = Zertz(board=rest.get("size", 37))
    state = game.from_text(position(marbles, **rest))
    assert turns(game, state) == expected
    with pytest.raises(IllegalMove, match="You must capture"):
        game.parse(state, 0, "Wa1")


def test_scenario_11_stopping_is_illegal() -> None:
    game, state = at(position("Wd1 Gd2 Bd4"))
    with pytest.raises(IllegalMove, match="must go on jumping"):
        game.parse_turn(state, "x d1Gd3")


def test_scenario_12_single_steps() -> None:
    game, state = at(position("Wd1 Gd2 Bd4 Wc2"))
    assert first_steps(game, state) == {"x c2Ge1", "x d1Gd3", "x d2Wb2"}


def test_scenario_13_three_jumps() -> None:
    game, state = at(position("Wc3 Gd3 Be3 Gd5 Wc5", missing="a1 b1 c1 d1 e1"))
    found = turns(game, state)
    assert len(found) == 7
    assert len(first_steps(game, state)) == 6
    assert {"x e3Gc2Wc4Wc6", "x e3Gc2Wc4Ge5"} <= found


def test_scenario_15_no_capture_over_missing_rings() -> None:
    game, state = at(position("Wa1 Ba2", rings="a1 a2 b2 b3 c3 c4 d3 d4 e4", pool="5/8/9"))
    assert not game.rules.jumps(state)
    assert len(turns(game, state)) == 90


@pytest.mark.parametrize(
    ("text", "count"),
    [
        pytest.param(position(missing="c6 d7"), 1734, id="16"),
        pytest.param(position(rings="b2 b3 c2 c4 d2 d3 d4 d5 e3 e4"), 216, id="17"),
        pytest.param(position(missing="a1"), 1785, id="18"),
        pytest.param(position("Wb1", rings="a1 a2 b1 b2 c1"), 36, id="19"),
        pytest.param(position("Ba1", missing="b1 b2"), 1683, id="20"),
        pytest.param(position("Wd4", pool="0/3/2"), 1260, id="30"),
    ],
)
def test_scenarios_of_counts(text: str, count: int) -> None:
    assert len(turns(*at(text))) == count


def test_scenario_17_rings_around_a_hole_are_not_free() -> None:
    game, state = at(position(missing="d4"))
    assert game.rules.free_rings(state.rings, 0).bit_count() == 18


def test_scenario_18_which_rings_go() -> None:
    game, state = at(position(missing="a1"))
    after = play_part(game, state, "Wa2")
    for ring in ("a2", "d4"):
        with pytest.raises(IllegalMove):
            game.parse(after, 0, ring)
    assert "b1" in first_steps(game, after)


def play_part(game: Zertz, state: State, *texts: str) -> State:
    for text in texts:
        state = game.apply(state, game.parse(state, state.seat, text))
    return state


def test_scenario_19_removal_is_obligatory() -> None:
    game, state = at(position("Wb1", rings="a1 a2 b1 b2 c1"))
    with pytest.raises(IllegalMove, match="ring must go too"):
        game.parse_turn(state, "Wa1")


def test_scenario_20_one_isolated_marble() -> None:
    game, state = at(position("Ba1", missing="b1 b2"))
    assert "Wd4,a2 x Ba1" in turns(game, state)
    after = play(game, state, "Wd4,a2 x Ba1")
    assert captured(after) == [(0, 0, 1), (0, 0, 0)]
    assert after.rings.bit_count() == 33


def test_scenario_21_two_missing_neighbours_apart() -> None:
    game, state = at(position("Ba1", missing="a2 b1"))
    free = game.rules.free_rings(state.rings, state.black)
    assert "b2" not in board(37).lattice.names(free)


def test_scenario_22_only_the_region_cut_off() -> None:
    game, state = at(position("Ba1 Wg4", missing="b1 b2 f4 f5"))
    found = turns(game, state)
    assert "Wd4,a2 x Ba1" in found
    assert "Bd4,g3 x Wg4" in found


def test_scenario_23_two_regions_at_once() -> None:
    game, state = at(position("Ba1 Ga3", missing="b1 b2 b3 b4 a4"))
    assert captured(play(game, state, "Wd4,a2 x Ba1Ga3"))[0] == (0, 1, 1)


def test_scenario_24_two_marbles_in_one_region() -> None:
    game, state = at(position("Wb2 Gb3", rings="b2 b3 c3 d3 e3 e2 d2"))
    assert "We3,c3 x Wb2Gb3" in turns(game, state)


def test_scenario_25_the_one_who_fills_takes() -> None:
    game, state = at(position("Ba1", rings="a1 b2 c3 c4 d4 d5 e4"))
    found = turns(game, state)
    assert {"Wd4,b2 x Ba1", "Wb2,c3 x Ba1Wb2", "Wd5,c3"} <= found
    after = play(game, state, "Wd5,c3")
    assert "Gb2,e4 x Ba1Gb2" in turns(game, after)
    assert captured(play(game, after, "Gb2,e4 x Ba1Gb2")) == [(0, 0, 0), (0, 1, 1)]


def test_scenario_26_an_empty_single_ring() -> None:
    game, state = at(position(rings="a1 c3 c4 d3 d4 d5 e4"))
    assert {"Wa1,c3 x Wa1", "Wd4,a1"} <= turns(game, state)


def test_scenario_27_four_at_once() -> None:
    game, state = at(
        drawn(
            """
                     -
                  -     -
               -     -     -
            -     -     -     -
               -     .     -
            -     -     .     -
               .     .     -
            G     -     -     -
               B     -     -
            W     -     -     -
               -     -     -
                  -     -
                     -
            """
        )
    )
    assert state == STANDARD.from_text(position("Wa1 Ga2 Bb2", rings="b3 d4 d5 e4"))
    after = play(game, state, "Wb3,d4")
    assert captured(after)[0] == (2, 1, 1)
    assert "Wb3,d4 x Wa1Ga2Bb2Wb3" in turns(game, state)


SCENARIO_28 = position(
    "Wb3 Bc3 Gc4 Wd3",
    rings="d4 g1 g2",
    pool="0/0/1",
    captured=("2/3/3", "2/4/5"),
)


def test_scenario_28_the_larger_region_is_full() -> None:
    game, state = at(SCENARIO_28)
    after = play(game, state, "Bd4,g1")
    assert over(game, after) == ((0,), "goal")
    assert captured(after)[0] == (4, 4, 5)


def test_scenario_28_the_larger_region_is_spared() -> None:
    game, state = at(SCENARIO_28, Zertz(isolation_scope="spare_largest"))
    after = play(game, state, "Bd4,g1")
    assert isinstance(game.status(after), Turn)
    assert captured(after) == [(2, 3, 3), (2, 4, 5)]
    assert game.format_turn(state, game.parse_turn(state, "Bd4,g1")) == "Bd4,g1"


@pytest.mark.parametrize(
    ("marble", "rings", "turn"),
    [("Wg1", "a1 a2 a3 g2", "Bg2,a3 x Wg1Bg2"), ("Wa1", "a2 g1 g2 g3", "Ba2,g3 x Wa1Ba2")],
)
def test_scenario_28_of_two_largest_regions_none_is_spared(
    marble: str, rings: str, turn: str
) -> None:
    game, state = at(position(marble, rings=rings), Zertz(isolation_scope="spare_largest"))
    after = play(game, state, turn)
    assert captured(after)[0] == (1, 0, 1)


def test_scenario_29_both_sides_of_a_split_are_full() -> None:
    game, state = at(position("Wa1 Bc3", rings="a2 c4"))
    after = play(game, state, "Ba2,c4")
    assert after.rings == 0
    assert captured(after)[0] == (1, 0, 2)
    assert over(game, after) == ((0,), "board_full")


def test_scenario_30_no_white_in_the_pool() -> None:
    game, state = at(position("Wd4", pool="0/3/2"))
    with pytest.raises(IllegalMove, match="no white marble left in the pool"):
        game.parse(state, 0, "Wa1")


def test_scenario_31_own_marbles_when_the_pool_is_empty() -> None:
    game, state = at(position(pool="0/0/0", captured=("2/0/1", "1/1/1")))
    assert {text[0] for text in first_steps(game, state)} == {"W", "B"}
    after = play(game, state, "Wd4,a1")
    assert captured(after) == [(1, 0, 1), (1, 1, 1)]


def test_scenario_32_own_marbles_wait_for_the_last_of_the_pool() -> None:
    game, state = at(position(pool="1/0/0", captured=("0/1/1", "0/0/0")))
    assert {text[0] for text in first_steps(game, state)} == {"W"}
    with pytest.raises(IllegalMove, match="wait until the pool is empty"):
        game.parse(state, 0, "Bd4")


@pytest.mark.parametrize(
    ("option", "result"),
    [
        ("lose", ((0,), "no_marbles")),
        ("both_lose", ((), "no_marbles")),
        ("draw", ((), "no_marbles")),
    ],
)
def test_scenario_33_the_opponent_has_no_marble(option: str, result: tuple) -> None:
    game, state = at(position(pool="1/0/0"), Zertz(no_marbles=option))
    assert over(game, play(game, state, "Wd4,a1")) == result


@pytest.mark.parametrize(
    ("marbles", "rings", "turn"),
    [
        pytest.param("Wb2 Gb3 Bc3", "c4", "Wc4 x Wb2Gb3Bc3Wc4", id="34"),
        pytest.param("", "c3 c4", "Bc3,c4 x Bc3", id="35"),
    ],
)
def test_scenarios_of_the_full_board(marbles: str, rings: str, turn: str) -> None:
    game, state = at(position(marbles, rings=rings))
    assert turn in turns(game, state)
    after = play(game, state, turn)
    assert over(game, after) == ((0,), "board_full")
    assert after.rings == 0


JUMP_GOALS = {
    "36": ("standard", "W", "3/0/0", True),
    "37": ("standard", "G", "0/4/0", True),
    "38": ("standard", "B", "0/0/5", True),
    "39": ("standard", "G", "3/2/3", True),
    "40": ("standard", "G", "3/1/3", False),
    "41": ("blitz", "W", "2/0/0", True),
    "42": ("blitz", "B", "2/2/1", True),
}


@pytest.mark.parametrize(("variant", "colour", "own", "wins"), JUMP_GOALS.values(), ids=JUMP_GOALS)
def test_scenarios_of_goals(variant: str, colour: str, own: str, wins: bool) -> None:
    text = position(f"Bd4 {colour}d5", pool="1/1/1", captured=("0/0/0", own), side=2)
    game, state = at(text, Zertz(variant=variant))
    after = play(game, state, f"x d4{colour}d6")
    if wins:
        assert over(game, after) == ((1,), "goal")
        assert not game.legal_moves(after, 0)
    else:
        assert game.status(after) == Turn(0, 2)


def test_scenario_43_a_chain_is_completed_past_the_goal() -> None:
    game, state = at(position("Bd1 Wd2 Gd4", captured=("3/0/0", "0/0/0")))
    middle = play_part(game, state, "x d1Wd3")
    assert game.status(middle) == Turn(0, 1)
    assert first_steps(game, middle) == {"Gd5"}
    assert over(game, play_part(game, middle, "Gd5")) == ((0,), "goal")


def test_scenario_44_an_own_white_placed_and_taken_back() -> None:
    text = position(
        missing="a2 b1 b2", pool="0/0/0", captured=("3/0/0", "1/1/1"), rings=None, side=1
    )
    game, state = at(text)
    after = play(game, state, "Wa1,d1 x Wa1")
    assert captured(after) == [(3, 0, 0), (1, 1, 1)]
    assert game.status(after) == Turn(1, 2)


def test_scenario_45_a_capture_removes_no_ring() -> None:
    game, state = at(position("Wd4 Bd5"))
    after = play(game, state, "x d4Bd6")
    assert after.rings == state.rings
    assert game.status(after) == Turn(1, 2)


def test_scenario_46_captures_on_61() -> None:
    game, state = at(position("We5 Bf5", size=61), Zertz(board=61))
    assert {"x e5Bg5", "x f5Wd4"} == turns(game, state)


def test_perft_of_two_turns() -> None:
    game = STANDARD
    total = 0
    for _, state in whole_turns(game, game.start(2)):
        moves = game.legal_moves(state, state.seat)
        for move in moves:
            after = game.apply(state, move)
            if after.free:
                total += after.free.bit_count()
            else:
                assert after.number == 3
                total += 1
    assert total == 3_277_260


@pytest.mark.parametrize(
    ("size", "symmetries"), [(37, 12), (40, 2), (43, 2), (44, 4), (48, 6), (61, 12)]
)
def test_symmetries_of_the_boards(size: int, symmetries: int) -> None:
    """Rotations and mirror images about the board's middle that map the board on itself."""
    lattice = board(size).lattice
    places = [(x, (x - y) // 2) for x, y in lattice.xy.values()]

    def norm(points):
        q0, v0 = min(q for q, _ in points), min(v for _, v in points)
        return frozenset((q - q0, v - v0) for q, v in points)

    images = []
    points = places
    for _ in range(6):
        points = [(q - v, q) for q, v in points]  # a sixth of a turn
        images += [norm(points), norm([(v, q) for q, v in points])]
    assert images.count(norm(places)) == symmetries
