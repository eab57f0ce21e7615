"""The scenarios of `docs/reference/tamsk.md` §11, by number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import pytest

from gipf_meta import Turn
from gipf_meta.protocol.options import configure
from gipf_meta_tamsk import Tamsk
from tests.tamsk.words import (
    BLACK,
    RED,
    both_rings,
    count,
    drawn,
    ended,
    field,
    game,
    glasses,
    happenings,
    left,
    on_turn,
    played,
    position,
    read,
    refused,
    result,
    rights,
    rings,
    sand,
    sources,
    started,
    targets,
    turns,
    with_ring,
)

# --- board and level 1 ----------------------------------------------------------------------

CAPACITIES = {
    space: int(sign)
    for space, sign in read(
        """
              1   1   1   1
            1   2   2   2   1
          1   2   3   3   2   1
        1   2   3   4   3   2   1
          1   2   3   3   2   1
            1   2   2   2   1
              1   1   1   1
        """
    ).items()
}
#: two places for glasses that are to be out of the way; no space is near both
CROWDS = (["a1", "b1", "c1", "d1", "a2"], ["d7", "e6", "f5", "g4", "g3"])
NEIGHBOURS = {
    "a1": "a2 b1 b2",
    "a4": "a3 b4 b5",
    "d1": "c1 d2 e1",
    "d7": "c6 d6 e6",
    "g1": "f1 f2 g2",
    "g4": "f4 f5 g3",
    "d4": "c3 c4 d3 d5 e3 e4",
    "a2": "a1 a3 b2 b3",
    "e1": "d1 d2 e2 f1",
    "f2": "e2 e3 f1 f3 g1 g2",
}


def lone(space: str, crowd: list[str], on: dict[str, int] | None = None) -> str:
    """A position in which Red has a glass on *space*, and all others stand in the crowd."""
    return position([space, *crowd[:2]], crowd[2:], on, level=1)


def neighbours(g: Tamsk, space: str) -> set[str]:
    """Wherever the glass on *space* can go, with the others here or there."""
    crowds = [crowd for crowd in CROWDS if space not in crowd]
    return set().union(*(targets(g, g.from_text(lone(space, crowd)), space) for crowd in crowds))


def test_01_spaces_and_links() -> None:
    g = game(level="1")
    links = {space: neighbours(g, space) for space in CAPACITIES}
    assert len(links) == 37
    assert sum(map(len, links.values())) == 2 * 90
    assert all(space in links[other] for space in links for other in links[space])
    assert Counter(map(len, links.values())) == {3: 6, 4: 12, 6: 19}
    assert {space: links[space] for space in NEIGHBOURS} == {
        space: set(names.split()) for space, names in NEIGHBOURS.items()
    }


def test_01_capacities() -> None:
    g = game(level="1")
    assert Counter(CAPACITIES.values()) == {1: 18, 2: 12, 3: 6, 4: 1}
    assert sum(CAPACITIES.values()) == 64
    for space, capacity in CAPACITIES.items():
        near = min(neighbours(g, space))
        crowd = next(crowd for crowd in CROWDS if not {space, near} & {*crowd})
        assert space in targets(g, g.from_text(lone(near, crowd, {space: capacity - 1})), near)
        assert space not in targets(g, g.from_text(lone(near, crowd, {space: capacity})), near)


def test_02_nine_moves_with_and_without_ring() -> None:
    g = game(level="1")
    pairs = ["a1-a2", "a1-b1", "a1-b2", "d7-c6", "d7-d6", "d7-e6", "g1-f1", "g1-f2", "g1-g2"]
    assert set(turns(g, g.start(2))) == {f"R:{text}" for text in both_rings(*pairs)}


def test_03_counts_at_level_1() -> None:
    g = game(level="1")
    assert [count(g, g.start(2), depth) for depth in range(1, 5)] == [9, 81, 858, 8994]


def test_04_a_move_with_a_ring() -> None:
    g = game(level="1")
    assert g.to_text(started(g, "R:a1-b2")) == (
        "T1 B 31/32 R:b2,d7,g1 B:d1,a4,g4 rings:b21 timer:- skip:0/0 open:- t:0"
    )


def test_05_neither_far_nor_anothers_glass() -> None:
    g = game(level="1")
    refused(g, g.start(2), "R:a1-c3", "c3 is not next to a1")
    refused(g, g.start(2), "R:a4-a3", "no glass of Red")


def test_06_a_full_space_is_refused() -> None:
    g = game(level="1")
    state = started(g, "R:a1-a2 B:a4-a3 R:a2-b2 B:a3-b4")
    assert rings(g, state)["a2"] == 1
    assert targets(g, state, "b2") == {"a1", "b1", "b3", "c2", "c3"}
    refused(g, state, "R:b2-a2", "a2 is full")


def test_06_a_full_space_loses() -> None:
    """By default the move exists and loses at once, whatever the ring counts (§4.4)."""
    g = configure(Tamsk, {"level": "1"})
    state = started(g, "R:a1-a2 B:a4-a3 R:a2-b2 B:a3-b4")
    assert targets(g, state, "b2") == {"a1", "a2", "b1", "b3", "c2", "c3"}
    for move in both_rings("R:b2-a2"):
        over = played(g, state, move)
        assert ended(g, over) == ((BLACK,), "full_space", "30/30")
        assert field(g, over, "R") == "b2,d7,g1"


def test_07_a_space_with_rings_is_entered_below_its_capacity() -> None:
    g = game(level="1")
    state = started(g, "R:a1-b2 B:d1-d2 R:b2-c3 B:a4-b4")
    assert "b2" in targets(g, state, "c3")
    assert rings(g, played(g, state, "R:c3-b2"))["b2"] == 2
    state = played(g, state, "R:g1-g2 B:b4-b3 R:g2-g3")
    assert "b2" in targets(g, state, "b3")


def test_08_an_occupied_space_is_not_entered() -> None:
    g = game(level="1")
    state = g.from_text(
        drawn(
            """
                      .   .   .   B
                    .   R   .   .   .
                  .   .   B   .   .   .
                .   .   .   .   .   .   R
                  .   .   .   .   .   .
                    .   .   .   .   .
                      R   .   .   B
            """,
            level=1,
        )
    )
    assert targets(g, state, "b2") == {"a1", "a2", "b1", "b3", "c2"}
    refused(g, state, "R:b2-c3", "c3 is occupied")
    assert on_turn(g, played(g, state, "R:b2-c2")) == BLACK


def test_09_a_forgotten_ring_is_claimed() -> None:
    g = game(level="1")
    state = started(g, "R:a1-b2/")
    assert left(g, state) == "32/32"
    assert field(g, state, "open") == "b2R"
    assert "B:*b2" in rights(g, state, BLACK)
    assert "R:+b2" in rights(g, state, RED)
    steps = list(g.play_line(state, "*b2 d1-d2"))
    assert [text for text, _ in steps] == ["B:*b2", "B:d1-d2"]
    claimed, moved = (state for _, state in steps)
    assert left(g, claimed) == "32/31"
    assert rings(g, claimed) == {"b2": 1}
    assert on_turn(g, claimed) == BLACK
    assert left(g, moved) == "32/30"
    assert on_turn(g, moved) == RED


def test_10_a_move_ends_the_rights_to_a_forgotten_ring() -> None:
    g = game(level="1")
    state = started(g, "R:a1-b2/ B:d1-d2")
    refused(g, state, "B:*b2", "forgotten")
    refused(g, state, "R:+b2", "forgotten")
    assert field(g, state, "open") == "-"


def test_11_a_late_ring_ends_the_right_to_claim() -> None:
    g = game(level="1")
    state = started(g, "R:a1-b2/ R:+b2")
    assert left(g, state) == "31/32"
    assert rings(g, state) == {"b2": 1}
    assert on_turn(g, state) == BLACK
    refused(g, state, "B:*b2", "forgotten")


def test_12_one_claim_for_one_ring() -> None:
    g = game(level="1")
    refused(g, started(g, "R:a1-b2/ B:*b2"), "B:*b2", "forgotten")


def test_12_a_claim_needs_a_ring_in_the_holder() -> None:
    line = "R:a1-b2 B:d1-d2/"
    two = game(level="1", rings="2", zero_rings="move_on")
    assert left(two, started(two, line, "R:*d2")) == "0/2"
    one = game(level="1", rings="1", zero_rings="move_on")
    assert not {"R:*d2"} & rights(one, started(one, line), RED)
    refused(one, started(one, line), "R:*d2", "no ring left")


def test_13_a_voluntary_pass() -> None:
    refused(game(level="1"), game(level="1").start(2), "R:--", "must move")
    g = game(level="1", voluntary_pass="free")
    assert "R:--" in turns(g, g.start(2))
    state = started(g, "R:--")
    assert on_turn(g, state) == BLACK
    assert field(g, state, "skip") == "0/0"


def test_14_a_forced_pass() -> None:
    """Black is skipped until Red's glass leaves d2, the only space beside him that is not full."""
    g = game(level="1")
    state = g.from_text(
        drawn(
            """
                      .   .   1   B
                    .   .   .   R1  1
                  1   .   .   .   .   .
                B   2   .   R   .   .   .
                  1   .   .   .   .   .
                    .   .   R   2   1
                      .   .   1   B
            """,
            level=1,
        )
    )
    (told,) = happenings(g, state, "R:d4-d5")
    assert "Black" in told
    state = played(g, state, "R:d4-d5")
    assert on_turn(g, state) == RED
    state = played(g, state, "R:d5-d4")
    assert on_turn(g, state) == RED
    assert not happenings(g, state, "R:d2-d3")
    state = played(g, state, "R:d2-d3")
    assert on_turn(g, state) == BLACK
    assert set(turns(g, state)) == {"B:d1-d2", "B:d1-d2/"}


#: Red's move to b2 is the last one possible: all that is vacant now is far from the glasses
LAST_MOVE = """
          R1  1   1   B1
        1   1   2   2   1
      1   2   3   3   2   1
    B1  2   3   .   .   2   R1
      1   2   3   2   2   1
        1   2   2   2   1
          R1  1   1   B1
"""


@pytest.mark.parametrize(
    ("before", "over"),
    [
        ("4/5", ((RED,), "rings", "3/5")),
        ("6/3", ((BLACK,), "rings", "5/3")),
        ("5/4", ((), "draw", "4/4")),
    ],
)
def test_15_nobody_can_move(before: str, over: tuple[tuple[int, ...], str, str]) -> None:
    g = game(level="1")
    state = g.from_text(drawn(LAST_MOVE, level=1, left=before))
    assert set(turns(g, state)) == {"R:a1-b2", "R:a1-b2/"}
    assert ended(g, played(g, state, "R:a1-b2")) == over


def test_15_the_end_closes_the_right_to_claim() -> None:
    """R13: the move without a ring was the last one."""
    g = game(level="1")
    over = played(g, g.from_text(drawn(LAST_MOVE, level=1, left="4/5")), "R:a1-b2/")
    assert ended(g, over) == ((RED,), "rings", "4/5")
    refused(g, over, "B:*b2", "over")


def test_16_without_rings_a_player_has_finished() -> None:
    g = game(level="1", rings="1")
    state = started(g, "R:a1-b2/")
    (told,) = happenings(g, played(g, state, "B:d1-d2"), "R:b2-c3/")
    assert "Black" in told
    for moves in ("B:d1-d2", "R:b2-c3/", "R:c3-d4/", "R:d4-d5/"):
        state = played(g, state, moves)
        assert left(g, state) == "1/0"
        assert on_turn(g, state) == RED
    assert ended(g, played(g, state, "R:d5-d6")) == ((), "draw", "0/0")


def test_16_without_rings_a_player_moves_on() -> None:
    """The default (R5)."""
    g = game(level="1", rings="1", zero_rings="move_on")
    state = started(g, "R:a1-b2/ B:d1-d2 R:b2-c3/")
    assert on_turn(g, state) == BLACK
    assert set(turns(g, state)) >= {"B:d2-d1/", "B:d2-c2/"}
    assert not with_ring(g, state)


class WholeGame(NamedTuple):
    """A game from the start: its moves, what happened by itself at each, and its end."""

    moves: list[str]
    told: list[list[str]]
    state: Any


def whole_game(g: Tamsk, choose: Callable[[Iterable[str]], str]) -> WholeGame:
    """Both always drop a ring and play the move that *choose* takes of all their texts."""
    moves: list[str] = []
    told = []
    state = g.start(2)
    while isinstance(g.status(state), Turn):
        choice = with_ring(g, state)
        moves.append(choose(choice))
        told.append([*g.happenings(state, choice[moves[-1]])])
        state = g.apply(state, choice[moves[-1]])
    return WholeGame(moves, told, state)


def test_17_the_game_of_smallest_moves() -> None:
    g = game(level="1")
    moves, _, state = whole_game(g, min)
    assert moves[:5] == ["R:a1-a2", "B:a4-a3", "R:a2-a1", "B:a3-a4", "R:a1-b1"]
    assert [text[2:] for text in moves[-2:]] == ["f2-g2", "f4-g3"]
    assert len(moves) == 62
    assert ended(g, state) == ((), "draw", "1/1")


def test_18_the_game_of_largest_moves() -> None:
    g = game(level="1")
    moves, told, state = whole_game(g, max)
    assert len(moves) == 63
    assert moves[-2:] == ["B:a4-a3", "B:b5-a4"]
    assert any("Red" in sentence for sentence in told[-2])
    assert ended(g, state) == ((BLACK,), "rings", "1/0")


# --- level 2 --------------------------------------------------------------------------------

FOUR_STARTED = "@1000 R:a1-b2 @5000 B:d1-d2 @9000 R:d7-d6 @12000 B:a4-b4"
ALL_STARTED = f"{FOUR_STARTED} @20000 R:g1-f2 @25000 B:g4-f4"
SCENARIO_21 = f"{ALL_STARTED} @61000 R:b2-c3"
ALL_AT_0 = "@0 R:a1-b2 B:d1-d2 R:d7-d6 B:a4-b4 R:g1-f2 B:g4-f4"


def test_19_a_moved_glass_is_started() -> None:
    g = game(level="2")
    ((text, state),) = g.play_line(g.start(2), "@1000 R:a1-b2")
    assert text == "@1000 R:a1-b2"
    assert field(g, state, "t") == "1000"
    assert sand(g, state) == {"b2": "~180000", "d7": "", "g1": "", "d1": "", "a4": "", "g4": ""}
    assert g.deadline(state) == 180_000


def test_20_glasses_that_were_never_moved_come_first() -> None:
    g = game(level="2")
    state = started(g, FOUR_STARTED)
    assert sources(g, state) == {"g1"}
    refused(g, state, "@20000 R:b2-c3", "never")
    assert sources(game(level="2", first_moves="free"), state) == {"b2", "d6", "g1"}


def test_21_turning_swaps_the_bulbs() -> None:
    g = game(level="2")
    before = g.advance(started(g, ALL_STARTED), 61_000 - 25_000)
    assert sand(g, before)["b2"] == "~120000"
    after = started(g, SCENARIO_21)
    assert field(g, after, "t") == "61000"
    assert sand(g, after)["c3"] == "~60000"


def test_22_turned_again_soon() -> None:
    g = game(level="2")
    before = g.advance(started(g, SCENARIO_21, "@62000 B:d2-e2"), 1000)
    assert sand(g, before)["c3"] == "~58000"
    assert sand(g, started(g, SCENARIO_21, "@62000 B:d2-e2 @63000 R:c3-d4"))["d4"] == "~122000"


def test_23_the_last_millisecond() -> None:
    g = game(level="2")
    assert sand(g, g.advance(started(g, SCENARIO_21), 9000))["d2"] == "~115000"
    state = started(g, SCENARIO_21, "@70000 B:d2-e2")
    assert sand(g, state)["e2"] == "~65000"
    assert sand(g, played(g, state, "@120999 R:c3-d4"))["d4"] == "~179999"
    refused(g, state, "@121000 R:c3-d4", "c3 has run out")
    (told,) = g.happenings(state, ms=51_000)
    assert "c3" in told
    dead = g.advance(state, 51_000)
    assert sand(g, dead)["c3"] == "x121000"
    assert on_turn(g, dead) == RED
    assert sources(g, dead) == {"d6", "f2"}


def test_24_half_of_the_sand() -> None:
    g = game(level="2")
    assert sand(g, started(g, ALL_AT_0, "@90000 R:b2-c3"))["c3"] == "~90000"


def test_25_turned_twice_in_one_millisecond() -> None:
    g = game(level="2")
    state = started(g, ALL_AT_0)
    assert set(sand(g, state).values()) == {"~180000"}
    state = played(g, state, "@0 R:b2-c3")
    assert sand(g, state)["c3"] == "x0"
    assert on_turn(g, state) == BLACK


def test_26_counts_with_the_start_phase() -> None:
    g = game(level="2")
    counted = [count(g, g.start(2), depth) for depth in range(1, 6)]
    assert counted == [9, 81, 486, 2916, 8748]


@pytest.mark.parametrize("dead", ["r", "b"])
def test_27_a_dead_glass_blocks(dead: str) -> None:
    g = game(level="2")
    third = {"r": "B", "b": "R"}[dead]
    state = g.from_text(
        drawn(
            f"""
                      .   .   .   B
                    .   R   .   .   .
                  .   .   {dead}   .   .   .
                .   .   .   .   .   .   R
                  .   .   .   .   .   .
                    .   .   .   .   .
                      {third}   .   .   B
            """,
            sand={"b2": "~9000", "g1": "~9000", "d7": "~9000"},
        )
    )
    assert targets(g, state, "b2") == {"a1", "a2", "b1", "b3", "c2"}


ONE_EACH = """
          {red}   .   .   {black}
        .   .   .   .   .
      .   .   .   .   .   .
    b   .   .   .   .   .   r
      .   .   .   .   .   .
        .   .   .   .   .
          r   .   .   b
"""


def one_each(red: str, black: str) -> str:
    """A position with living glasses on a1 and d1 alone, and equal rings."""
    picture = ONE_EACH.format(red="R", black="B")
    return drawn(picture, left="20/20", sand={"a1": red, "d1": black})


def test_28_the_glass_that_runs_out_last_wins() -> None:
    g = game(level="2")
    state = g.from_text(one_each("~30000", "~90000"))
    assert g.deadline(state) == 30_000
    assert not g.happenings(state, ms=29_999)
    assert sand(g, g.advance(state, 29_999))["a1"] == "~1"
    assert on_turn(g, g.advance(state, 29_999)) == RED
    died, passed = g.happenings(state, ms=30_000)
    assert "a1" in died
    assert "Red" in passed
    state = g.advance(state, 30_000)
    assert sand(g, state)["a1"] == "x30000"
    assert on_turn(g, state) == BLACK
    assert isinstance(g.status(g.advance(state, 59_999)), Turn)
    over = g.advance(state, 60_000)
    assert ended(g, over) == ((BLACK,), "last_running", "20/20")
    assert g.to_text(over) == (
        "T2 - 20/20 R:a1x30000,g1x0,d7x0 B:d1x90000,a4x0,g4x0 rings:- "
        "timer:- skip:0/0 open:- t:90000 end:B,last_running"
    )
    assert g.to_text(g.advance(state, 10**6)) == g.to_text(over)


LAST = [
    (50_000, 49_999, ((RED,), "last_running")),
    (49_999, 50_000, ((BLACK,), "last_running")),
    (50_000, 50_000, ((), "draw")),
]


@pytest.mark.parametrize(("red", "black", "end"), LAST)
def test_29_the_last_death(red: int, black: int, end: tuple[tuple[int, ...], str]) -> None:
    g = game(level="2")
    state = g.from_text(one_each(f"~{red}", f"~{black}"))
    over = g.advance(state, 50_000)
    assert field(g, over, "t") == "50000"
    assert result(g, over) == end
    assert isinstance(g.status(g.advance(state, 49_999)), Turn)


@pytest.mark.parametrize(("red", "black", "end"), LAST)
def test_29_the_last_of_the_glasses_that_are_blocked(
    red: int, black: int, end: tuple[tuple[int, ...], str]
) -> None:
    """They still run when nobody can move; Red's other glasses never ran."""
    g = game(level="2")
    ran = {"a1": f"~{180_000 - red}", "d1": f"~{black}", "a4": "~100", "g4": "x0"}
    over = played(g, g.from_text(drawn(LAST_MOVE, left="5/4", sand=ran)), "@0 R:a1-b2")
    assert sand(g, over)["b2"] == f"~{red}"
    assert result(g, over) == end


@pytest.mark.parametrize(("d6", "movable"), [(2, {"d4"}), (1, {"d7"})])
def test_30_when_all_that_were_never_moved_are_blocked(d6: int, movable: set[str]) -> None:
    """R6: a1 is blocked by glasses and d7 by full spaces, unless d6 takes another ring."""
    g = game(level="2")
    state = g.from_text(
        drawn(
            f"""
                      R   B   .   .
                    B   B   .   .   .
                  .   .   .   .   .   .
                .   .   .   R   .   .   .
                  .   .   .   .   .   .
                    1   {d6}   .   .   .
                      R   1   .   .
            """,
            sand={"d4": "~9000", "a2": "~9000", "b1": "~9000", "b2": "~9000"},
        )
    )
    assert sources(g, state) == movable


def test_31_the_game_of_smallest_moves_by_the_metronome() -> None:
    g = game(level="2", time_mode="metronome", metronome_ms="10000")
    moves, _, state = whole_game(g, min)
    assert len(moves) == 59
    assert field(g, state, "t") == "590000"
    assert ended(g, state) == ((RED,), "rings", "0/5")
    deaths = [glass[3:] if glass[2] == "x" else "" for glass in glasses(g, state)]
    assert deaths == ["", "210000", "230000", "220000", "", "240000"]


def test_32_time_between_sessions_does_not_count() -> None:
    """A position holds no clock: what is loaded goes on where it was saved."""
    g = game(level="2")
    saved = g.to_text(g.advance(started(g, ALL_STARTED), 25_000))
    loaded = g.from_text(saved)
    assert g.to_text(loaded) == saved
    assert " t:50000" in saved
    before = sand(g, loaded)
    after = sand(g, played(g, loaded, "@50001 T"))
    assert [int(ms[1:]) for ms in before.values()] == [
        131_000,
        139_000,
        150_000,
        135_000,
        142_000,
        155_000,
    ]
    assert after == {space: f"~{int(ms[1:]) - 1}" for space, ms in before.items()}


# --- level 3 --------------------------------------------------------------------------------


def at_level_3(*lines: str) -> tuple[Tamsk, Any]:
    g = game(level="3")
    return g, started(g, *lines)


def test_33_who_may_turn_the_timer_and_when() -> None:
    g, state = at_level_3()
    assert "B:F" in rights(g, state, BLACK)
    assert "R:F" not in rights(g, state, RED)
    refused(g, state, "@0 R:F", "own turn")
    state = played(g, state, "@0 B:F")
    assert field(g, state, "timer") == "15000@R"
    assert g.deadline(state) == 15_000
    refused(g, state, "@1000 B:F", "still runs")


def test_34_in_time() -> None:
    g, state = at_level_3("@0 B:F @14999 R:a1-b2")
    assert on_turn(g, state) == BLACK
    assert field(g, state, "skip") == "0/0"
    assert field(g, state, "timer") == "1@-"
    refused(g, state, "@14999 R:F", "still runs")
    state = played(g, state, "@15000 R:F")
    assert field(g, state, "t") == "15000"
    assert field(g, state, "timer") == "15000@B"


def test_35_too_late() -> None:
    g, state = at_level_3("@0 B:F")
    refused(g, state, "@15000 R:a1-b2", "not on turn")
    (told,) = g.happenings(state, ms=15_000)
    assert "Red" in told
    state = g.advance(state, 15_000)
    assert on_turn(g, state) == BLACK
    assert field(g, state, "skip") == "1/0"
    assert field(g, state, "timer") == "-"


def test_36_the_next_turn_is_lost_too() -> None:
    g, state = at_level_3("@0 B:F @15000 T")
    (told,) = happenings(g, g.advance(state, 1000), "B:d1-d2")
    assert "Red" in told
    state = played(g, state, "@16000 B:d1-d2")
    assert on_turn(g, state) == BLACK
    assert field(g, state, "skip") == "0/0"
    assert on_turn(g, played(g, state, "@17000 B:a4-b4")) == RED


def test_37_the_timer_against_both_moves() -> None:
    g, state = at_level_3("@0 B:F @15500 R:F")
    assert field(g, state, "timer") == "15000@B"
    state = played(g, state, "@20000 B:d1-d2")
    assert on_turn(g, state) == BLACK
    assert field(g, state, "timer") == "10500@-"
    refused(g, state, "@20000 R:F", "still runs")
    state = played(g, state, "@30500 R:F")
    assert field(g, state, "timer") == "15000@B"
    state = played(g, state, "@45500 T")
    assert on_turn(g, state) == RED
    assert field(g, state, "skip") == "0/1"


def test_38_the_timer_runs_out_after_the_move() -> None:
    g, state = at_level_3("@0 B:F @14999 R:a1-b2")
    assert not [told for told in g.happenings(state, ms=1) if "Black" in told]
    state = g.advance(state, 1)
    assert on_turn(g, state) == BLACK
    assert field(g, state, "skip") == "0/0"
    assert field(g, state, "timer") == "-"


def test_39_a_voluntary_pass_costs_the_next_turn() -> None:
    g, state = at_level_3("@0 R:--")
    assert on_turn(g, state) == BLACK
    assert field(g, state, "skip") == "1/0"
    state = played(g, state, "@1 B:d1-d2")
    assert on_turn(g, state) == BLACK
    assert field(g, state, "skip") == "0/0"


def test_40_both_run_out_of_time() -> None:
    g, state = at_level_3("@0 B:F @15000 T")
    assert (on_turn(g, state), field(g, state, "skip")) == (BLACK, "1/0")
    state = played(g, state, "@15000 R:F")
    forfeited, *lost = g.happenings(state, ms=15_000)
    assert "Black" in forfeited
    assert ["Red" in told for told in lost] == [True, False]
    assert ["Black" in told for told in lost] == [False, True]
    state = g.advance(state, 15_000)
    assert (on_turn(g, state), field(g, state, "skip")) == (RED, "0/0")


@pytest.mark.parametrize("level", ["1", "2"])
def test_41_no_timer_below_level_3(level: str) -> None:
    g = game(level=level)
    assert "B:F" not in rights(g, g.start(2), BLACK)
    refused(g, g.start(2), "B:F", "level 3")


def test_42_a_glass_in_the_hand_when_the_timer_empties() -> None:
    g = game(level="3", two_phase="on")
    state = started(g, "@0 B:F @14000 R:^a1")
    assert g.to_text(state) == (
        "T3 R 32/32 R:a1,d7,g1 B:d1,a4,g4 rings:- timer:1000@R skip:0/0 open:- t:14000 lift:a1"
    )
    state = g.advance(state, 1000)
    assert g.to_text(state) == (
        "T3 B 32/32 R:a1,d7,g1 B:d1,a4,g4 rings:- timer:- skip:1/0 open:- t:15000 late:a1R"
    )
    assert "R:>b2" in rights(g, state, RED)
    assert g.to_text(played(g, state, "@15500 R:>b2")) == (
        "T3 B 31/32 R:b2~180000,d7,g1 B:d1,a4,g4 rings:b21 timer:- skip:1/0 open:- t:15500"
    )


def test_42_the_other_moves_before_the_glass_is_placed() -> None:
    g = game(level="3", two_phase="on")
    state = started(g, "@0 B:F @14000 R:^a1 @15200 B:d1-d2")
    assert g.to_text(state) == (
        "T3 B 32/31 R:a1,d7,g1 B:d2~180000,a4,g4 rings:d21 timer:- skip:0/0 open:- t:15200"
    )
    assert not rights(g, state, RED) & {*both_rings("R:>b2")}
    refused(g, state, "@15500 R:>b2", "hand")


# --- placement start ------------------------------------------------------------------------


def test_43_a_glass_is_turned_as_it_is_placed() -> None:
    g = game(level="2", start="placement")
    assert len(turns(g, g.start(2))) == 2 * 37
    state = started(g, "@500 R:@@d4")
    assert g.to_text(state) == (
        "T2 B 31/32 R:d4~180000,-,- B:-,-,- rings:d41 timer:- skip:0/0 open:- t:500"
    )
    refused(g, state, "@500 B:@@d4", "d4 is occupied")
    others = CAPACITIES.keys() - {"d4"}
    assert set(turns(g, state)) == {*both_rings(*(f"B:@@{space}" for space in others))}


def test_44_after_six_placements() -> None:
    g = game(level="2", start="placement")
    state = started(g, "@500 R:@@d4 B:@@c3 R:@@e4 B:@@b2 R:@@a1 B:@@g4")
    assert on_turn(g, state) == RED
    assert sources(g, state) == {"d4", "e4", "a1"}
    state = played(g, state, "@900 R:d4-d5 B:c3-c4")
    assert sources(g, state) == {"d5", "e4", "a1"}


def test_45_no_moving_before_all_are_placed() -> None:
    g = game(level="2", start="placement")
    state = started(g, "@500 R:@@d4 B:@@c3")
    assert not sources(g, state)
    refused(g, state, "@600 R:d4-d5", "placed")
