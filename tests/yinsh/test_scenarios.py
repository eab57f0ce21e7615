"""The scenarios of docs/reference/yinsh.md §13, by number."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from gipf_meta import BadNotation, IllegalMove, Over, Turn
from gipf_meta_yinsh.board import BIT_OF, CELLS, NAME_OF, STEPS, WINDOWS
from gipf_meta_yinsh.game import Yinsh
from gipf_meta_yinsh.rules import ring_moves, vacant_points
from gipf_meta_yinsh.state import State, last_of
from tests.whole_turns import play, turns, whole_turns

from .boards import BLACK_RINGS, OPENING, WHITE_RINGS, mask, place

GAME = Yinsh()
BLITZ = Yinsh(variant="blitz")


def at(white: str, game: Yinsh = GAME, **rest: object) -> State:
    return place(game.rules, white, **rest)  # type: ignore[arg-type]


def over(state: State, game: Yinsh = GAME) -> tuple[tuple[int, ...], str]:
    status = game.status(state)
    assert isinstance(status, Over)
    return status.winners, status.reason


def neighbours(name: str) -> set[str]:
    near = [BIT_OF[name] + step for step in STEPS]
    return {NAME_OF[bit] for bit in near if bit in NAME_OF}


# -- geometry, placing


def test_scenario_1_points_and_windows() -> None:
    heights = Counter(name[0] for name in CELLS)
    assert [heights[column] for column in "abcdefghijk"] == [4, 7, 8, 9, 10, 9, 10, 9, 8, 7, 4]
    assert Counter(len(neighbours(name)) for name in CELLS) == {6: 55, 5: 6, 4: 12, 3: 12}
    assert len(CELLS) == 85
    assert len(WINDOWS) == 123


NEIGHBOURS = {
    "f6": "f7 g7 g6 f5 e5 e6",
    "a2": "a3 b3 b2",
    "e1": "e2 f2 d1",
    "g11": "h11 g10 f10",
    "k7": "k8 j6 j7",
    "f2": "f3 g3 g2 e1 e2",
}


def test_scenario_2_neighbours() -> None:
    for name, near in NEIGHBOURS.items():
        assert neighbours(name) == set(near.split())


@pytest.mark.parametrize("name", ["a1", "a6", "f1", "f11", "k6", "k11"])
def test_scenario_3_missing_corners(name: str) -> None:
    with pytest.raises(BadNotation, match=f"{name} is no point of the board"):
        GAME.parse(GAME.start(2), 0, name)


def test_scenario_4_placing() -> None:
    first = GAME.legal_moves(GAME.start(2), 0)
    assert len(first) == 85
    assert sum(len(GAME.legal_moves(GAME.apply(GAME.start(2), m), 1)) for m in first) == 7140


def test_scenario_5_sample_opening() -> None:
    placed = GAME.start(2)
    for name in OPENING.split():
        if placed.number > 1:
            with pytest.raises(IllegalMove, match="e3: it is occupied"):
                GAME.parse(placed, placed.seat, "e3")
        placed = play(GAME, placed, name)
    assert GAME.status(placed) == Turn(0, 11)
    assert len(turns(GAME, placed)) == 86


# -- moving


def reached(ring: str, markers: tuple[str, str] = ("", ""), rings: str = "") -> set[str]:
    """Where a ring can go; *rings* are those of Black."""
    state = at(ring, black=rings, markers=markers)
    both = state.markers[0] | state.markers[1]
    return {NAME_OF[last_of(move)] for move in ring_moves(mask(ring), vacant_points(state), both)}


def up(targets: set[str]) -> list[str]:
    return sorted(name for name in targets if name[0] == "f" and int(name[1:]) > 3)


def test_scenario_6_lone_ring() -> None:
    expected = "b2 c3 d4 e5 g7 h8 i9 j10 f2 f3 f4 f5 f7 f8 f9 f10 b6 c6 d6 e6 g6 h6 i6 j6"
    assert reached("f6") == set(expected.split())


def test_scenario_7_one_vacant_point_behind_a_run() -> None:
    free, met = reached("f6"), reached("f6", ("", "f7 f8"))
    assert met == free - {"f7", "f8", "f10"}
    assert len(met) == 21


@pytest.mark.parametrize(
    ("markers", "points"),
    [
        pytest.param(("f6", "f7"), "f4 f5 f8", id="scenario 8 vacant points, then a run"),
        pytest.param(("f6 f8", ""), "f4 f5 f7", id="scenario 9 one run only"),
    ],
)
def test_scenarios_8_to_9_where_a_ring_goes_up(markers: tuple[str, str], points: str) -> None:
    assert up(reached("f3", markers)) == points.split()


def test_scenario_10_never_over_a_ring() -> None:
    assert up(reached("f3", rings="f7")) == ["f4", "f5", "f6"]
    assert up(reached("f3", ("f6", ""), rings="f7")) == ["f4", "f5"]


def test_scenario_11_a_run_to_the_edge() -> None:
    met = reached("f8", ("f9", "f10"))
    assert not met & {"f9", "f10"}


def test_scenario_12_13_turning_over() -> None:
    state = at(f"{WHITE_RINGS} f3", markers=("f5", "f6 f7"))
    jumped = play(GAME, state, "f3-f8")
    assert jumped.markers == (mask("f3 f6 f7"), mask("f5"))
    assert jumped.rings[0] == mask(f"{WHITE_RINGS} f8")
    quiet = play(GAME, state, "f3-f4")
    assert quiet.markers == (mask("f3 f5"), mask("f6 f7"))
    with pytest.raises(IllegalMove, match="f3-f7: f7 is occupied"):
        GAME.parse(state, 0, "f3-f7")


# -- rows


def test_scenario_14_one_row() -> None:
    state = at(f"{WHITE_RINGS} f5", markers=("f6 f7 f8 f9", ""))
    with pytest.raises(IllegalMove, match="not the whole turn: a row must be removed"):
        GAME.parse_turn(state, "f5-e5")
    found = {text: after for text, after in whole_turns(GAME, state) if text.startswith("f5-e5")}
    assert set(found) == {f"f5-e5;xf5-f9;x{ring}" for ring in ["a2", "a3", "a4", "a5", "e5"]}
    assert {(after.pool, after.removed) for after in found.values()} == {(51, (1, 0))}


LONGER = {
    "15": ("f5", "f4 f6 f7 f8 f9", "f5-e5", {"f4-f8", "f5-f9"}, 10),
    "16": ("f6", "f3 f4 f5 f7 f8 f9", "f6-e6", {"f3-f7", "f4-f8", "f5-f9"}, 15),
}


@pytest.mark.parametrize(
    ("ring", "markers", "move", "windows", "count"), LONGER.values(), ids=LONGER
)
def test_scenarios_of_longer_runs(
    ring: str, markers: str, move: str, windows: set[str], count: int
) -> None:
    state = at(f"{WHITE_RINGS} {ring}", markers=(markers, ""))
    found = {text for text in turns(GAME, state) if text.startswith(move)}
    assert len(found) == count
    assert {text.split(";")[1] for text in found} == {f"x{window}" for window in windows}


def test_scenario_17_two_rows_that_do_not_touch() -> None:
    state = at(f"{WHITE_RINGS} f2", markers=("b5 c5 d5 e5 b6 c6 d6 e6", "f5 f6"))
    found = {text for text in turns(GAME, state) if text.startswith("f2-f7")}
    assert len(found) == 40
    assert {text.count("x") for text in found} == {4}


def test_scenario_18_crossing_rows() -> None:
    state = at(f"{WHITE_RINGS} f3", markers=("d6 e6 g6 h6 d4 e5 g7 h8", "f6"))
    found = {text for text in turns(GAME, state) if text.startswith("f3-f7")}
    assert len(found) == 10
    assert {text.split(";")[1] for text in found} == {"xd6-h6", "xd4-h8"}


def test_scenario_19_a_longer_run_that_crosses_a_row() -> None:
    state = at("a2 a3 a5 b1 e5", markers=("a4 b5 c6 d6 d7 e7 f6 g6 h6", "e6 e8"))
    found = {text for text in turns(GAME, state) if text.startswith("e5-e9")}
    assert len(found) == 45
    rows = Counter(tuple(sorted(part for part in t.split(";") if part.count("-"))) for t in found)
    assert rows == {
        ("e5-e9", "xc6-g6"): 5,
        ("e5-e9", "xa4-e8", "xd6-h6"): 40,
    }


def test_scenario_20_a_row_waits() -> None:
    state = play(GAME, at(f"{WHITE_RINGS} e4", markers=("g6", "g2 g3 g4 g5")), "e4-h7")
    assert state.markers[1] == mask("g2 g3 g4 g5 g6")
    found = turns(GAME, state)
    assert len(found) == 258
    begun = {";".join(text.split(";")[:2]) for text in found}
    assert begun == {f"xg2-g6;x{ring}" for ring in BLACK_RINGS.split()}


def test_scenario_21_both_have_rows() -> None:
    state = at(f"{WHITE_RINGS} e4", markers=("g6 e5 e6 e7 e8", "g2 g3 g4 g5"))
    found = {text: after for text, after in whole_turns(GAME, state) if text.startswith("e4-h7")}
    assert len(found) == 5
    for text, after in found.items():
        assert text.startswith("e4-h7;xe4-e8;x")
        assert GAME.status(after) == Turn(1, 2)
        assert all(turn.startswith("xg2-g6;x") for turn in turns(GAME, after))


def test_scenario_22_rings_interrupt_rows() -> None:
    state = at("a2 a3 a4 f4 f7", markers=("f5 f6 f8", ""))
    after = play(GAME, state, "f4-e4")
    assert after.removed == (0, 0)
    assert GAME.status(after) == Turn(1, 2)


# -- the end


def black_rings(removed: int) -> str:
    return " ".join(BLACK_RINGS.split()[removed:])


def test_scenario_23_the_third_ring_wins() -> None:
    state = at("a2 a3 e4", black=black_rings(1), markers=("e5 e6 e7 e8", ""), removed=(2, 1))
    won = play(GAME, state, "e4-f4;xe4-e8;xa2")
    assert over(won) == ((0,), "rings")
    assert GAME.to_text(won).startswith("- 51 3,1 ")


def test_scenario_24_the_mover_removes_first() -> None:
    state = at(
        "a2 a3 e4",
        black=black_rings(2),
        markers=("g6 e5 e6 e7 e8", "g2 g3 g4 g5"),
        removed=(2, 2),
    )
    assert over(play(GAME, state, "e4-h7;xe4-e8;xh7")) == ((0,), "rings")


def test_scenario_25_a_third_row_that_waits_wins() -> None:
    state = at("a2 a3 e4", black=black_rings(2), markers=("g6", "g2 g3 g4 g5"), removed=(2, 2))
    waiting = play(GAME, state, "e4-h7")
    assert GAME.status(waiting) == Turn(1, 2)
    ends = dict(whole_turns(GAME, waiting))
    assert set(ends) == {f"xg2-g6;x{ring}" for ring in black_rings(2).split()}
    assert {over(end) for end in ends.values()} == {((1,), "rings")}


def test_scenario_26_27_markers_used_up() -> None:
    one = at("a2 a3 a4 e4", pool=1, removed=(1, 0))
    assert over(play(GAME, one, "e4-e5")) == ((0,), "markers")
    both = at("a2 a3 a4 e4", black=black_rings(1), pool=1, removed=(1, 1))
    assert over(play(GAME, both, "e4-e5")) == ((), "markers")
    draw = Yinsh(exhausted="draw")
    assert over(play(draw, one, "e4-e5")) == ((), "markers")


def test_scenario_28_a_row_of_the_last_marker() -> None:
    state = at(
        f"{WHITE_RINGS} e4",
        black=black_rings(1),
        markers=("e5 e6 e7 e8", ""),
        pool=1,
        removed=(0, 1),
    )
    after = play(GAME, state, "e4-f4;xe4-e8;xf4")
    assert (after.pool, after.removed) == (5, (1, 1))
    assert GAME.status(after) == Turn(1, 2)


def test_scenario_29_a_waiting_row_and_an_empty_pool() -> None:
    state = at(f"{WHITE_RINGS} e4", markers=("g6", "g2 g3 g4 g5"), pool=1)
    after = play(GAME, state, "e4-h7")
    assert after.pool == 0
    assert GAME.status(after) == Turn(1, 2)


def test_scenario_30_blitz() -> None:
    state = at(f"{WHITE_RINGS} f5", BLITZ, markers=("f6 f7 f8 f9", ""))
    found = {text: after for text, after in whole_turns(BLITZ, state) if text.startswith("f5-e5")}
    assert len(found) == 5
    assert {over(after, BLITZ) for after in found.values()} == {((0,), "rings")}


def test_scenario_31_no_move() -> None:
    state = at("a2 a3 b3", black="b2 a4 b4 c3 c4", removed=(2, 0))
    assert turns(GAME, state) == {"-"}
    passed = play(GAME, state, "-")
    assert GAME.status(passed) == Turn(1, 2)
    lose = Yinsh(no_move="lose")
    before = place(lose.rules, "b2 a4 b4 c3 d4", "a2 a3 b3", removed=(0, 2))
    assert over(play(lose, before, "d4-c4"), lose) == ((0,), "no_move")


def test_who_cannot_move_after_the_last_turn_has_lost() -> None:
    """§6.4 comes before ``max_turns``: the game is decided at the end of that turn."""
    game = Yinsh(no_move="lose", max_turns=1)
    before = place(game.rules, "b2 a4 b4 c3 d4", "a2 a3 b3", removed=(0, 2))
    ends = {text: over(after, game) for text, after in whole_turns(game, before)}
    assert ends["d4-c4"] == ((0,), "no_move")
    assert ends["d4-d5"] == ((1,), "max_turns")
    played = {game.playout(before, Random(seed)) for seed in range(400)}
    assert played == {(1.0, -1.0), (-1.0, 1.0)}
    last = place(game.rules, "b2 a4 b4 c3 d4", "a2 a3 b3", removed=(0, 2), pool=1)
    assert over(play(game, last, "d4-c4"), game) == ((1,), "markers"), "that comes first (§6.4)"
    assert {game.playout(last, Random(seed)) for seed in range(400)} == {(-1.0, 1.0)}


# -- notation


def test_scenario_32_lenient_input() -> None:
    one = at(f"{WHITE_RINGS} f5", markers=("f6 f7 f8 f9", ""))
    expected = GAME.parse_turn(one, "f5-e5;xf5-f9;xe5")
    for text in ("f5-e5;xf9-f5;xe5", "f5-e5;xe5", "F5-E5; xf5-f9, e5", "11. f5-e5;xf5-f9,xe5"):
        assert GAME.parse_turn(one, text) == expected
    assert GAME.format_turn(one, expected) == "f5-e5;xf5-f9;xe5"
    two = at(f"{WHITE_RINGS} f5", markers=("f4 f6 f7 f8 f9", ""))
    with pytest.raises(IllegalMove, match="say first which row is removed"):
        GAME.parse_turn(two, "f5-e5;xe5")


@pytest.mark.parametrize(
    ("turns", "position"),
    [
        ("", "w 51 0,0 W: B:"),
        (
            f"{OPENING} h7-g7",
            "b 50 0,0 W:Ob5,Od6,Oe3,Og3,Og7,h7 B:Oa5,Oc6,Oe4,Og2,Og8",
        ),
    ],
    ids=["33", "33"],
)
def test_scenario_of_position_strings(turns: str, position: str) -> None:
    state = play(GAME, GAME.start(2), *turns.split())
    assert GAME.to_text(state) == position
    assert GAME.to_text(GAME.from_text(position)) == position
