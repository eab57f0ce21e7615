"""The metronome (docs/reference/tamsk.md §7.10): every move and pass begins with a beat."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta import Turn
from gipf_meta.protocol.options import configure
from gipf_meta_tamsk import Tamsk
from tests.tamsk.words import (
    BLACK,
    RED,
    ended,
    field,
    game,
    glasses,
    left,
    on_turn,
    played,
    refused,
    result,
    rights,
    sand,
    sources,
    started,
    turns,
)

BEATS = {"level": "2", "time_mode": "metronome", "metronome_ms": "10000"}
METRONOME = game(**BEATS)
WAITING = game(**BEATS, allow_wait="on")


def position(red: str, black: str, rest: str = "t:0", left: str = "20/20", side: str = "R") -> str:
    """One glass of each colour is on a1 and d1; the others have run out."""
    return (
        f"T2 {side} {left} R:a1{red},d7x0,g1x0 B:d1{black},a4x0,g4x0"
        f" rings:- timer:- skip:0/0 open:- {rest}"
    )


def after(g: Tamsk, text: str, *lines: str) -> Any:
    """The state after *lines* from a position."""
    return played(g, g.from_text(text), *lines)


def test_each_move_begins_with_a_beat() -> None:
    state = started(METRONOME, "a1-b2")
    assert field(METRONOME, state, "t") == "10000"
    assert sand(METRONOME, state)["b2"] == "~180000"
    state = played(METRONOME, state, "d1-d2 d7-d6 a4-b4 g1-f2 g4-f4 b2-c3")
    assert field(METRONOME, state, "t") == "70000"
    assert sand(METRONOME, state)["c3"] == "~60000"


def test_a_pass_costs_a_beat_and_rings_cost_nothing() -> None:
    free = game(**BEATS, voluntary_pass="free")
    assert field(free, started(free, "-- --"), "t") == "20000"
    assert field(free, started(free, "a1-b2/ +b2"), "t") == "10000"
    assert field(free, started(free, "a1-b2/ *b2"), "t") == "10000"


def test_time_does_not_run_by_itself() -> None:
    assert not METRONOME.real_time
    assert METRONOME.deadline(started(METRONOME, "a1-b2")) is None
    assert METRONOME.happenings(started(METRONOME, "a1-b2"), ms=10**6) == ()


def test_the_beat_belongs_to_levels_2_and_3() -> None:
    one = game(**{**BEATS, "level": "1"})
    assert field(one, started(one, "a1-b2 d1-d2"), "t") == "0"
    three = game(**{**BEATS, "level": "3"})
    assert field(three, started(three, "a1-b2 --"), "t") == "20000"
    # a pass costs the next turn as well, and the 15-second glass stays where it is
    assert field(three, started(three, "a1-b2 --"), "skip") == "0/1"
    refused(three, started(three), "B:F", "level 3 in real time")
    assert not rights(three, started(three), BLACK)


@pytest.mark.parametrize(("red", "movable"), [("~10000", set()), ("~10001", {"a1"})])
def test_a_glass_is_movable_if_it_outlasts_the_beat(red: str, movable: set[str]) -> None:
    text = position(red, "~90000").replace("d7x0", "d7~50000")
    state = METRONOME.from_text(text)
    assert sources(METRONOME, state) == movable | {"d7"}
    if not movable:
        refused(METRONOME, state, "a1-b2", "the glass on a1 has run out")
    else:
        assert sand(METRONOME, played(METRONOME, state, "a1-b2"))["b2"] == "~179999"


def test_glasses_that_die_in_the_beat_are_told() -> None:
    state = METRONOME.from_text(position("~10000", "~90000").replace("d7x0", "d7~50000"))
    move = METRONOME.parse(state, RED, "d7-d6")
    (told,) = METRONOME.happenings(state, move)
    assert told == "[0:10.0] Red's glass on a1 has run out and stays there."


# --- (a) the beat and the move are one step -------------------------------------------------


def test_a_refused_move_takes_the_beat_back() -> None:
    state = METRONOME.from_text(position("~10000", "~90000").replace("d7x0", "d7~50000"))
    for item in ("a1-b2", "d7-a1", "d1-d2", "--"):
        refused(METRONOME, state, item, ".")
        items = METRONOME.play_line(state, f"d7-d6 {item}")
        assert next(items)[0] == "R:d7-d6"
    assert field(METRONOME, state, "t") == "0"
    assert sand(METRONOME, state)["a1"] == "~10000"
    assert field(METRONOME, played(METRONOME, state, "d7-d6"), "t") == "10000"


# --- (b) the mover is whoever is on turn after the beat -------------------------------------


def test_the_beat_that_kills_the_last_glass_passes_the_turn() -> None:
    state = METRONOME.from_text(position("~10000", "~50000"))
    assert METRONOME.to_text(state) == position("~10000", "~50000")
    assert METRONOME.status(state) == Turn(BLACK, 1)
    assert not METRONOME.turn_moves(state, RED)
    assert sources(METRONOME, state) == {"d1"}
    refused(METRONOME, state, "R:a1-b2", "Red is not on turn")
    move = METRONOME.parse(state, BLACK, "d1-d2")
    died, passed, again = METRONOME.happenings(state, move)
    assert "a1" in died
    assert passed == again == "[0:10.0] Red cannot move and is passed over."
    moved = METRONOME.apply(state, move)
    assert METRONOME.to_text(moved) == (
        "T2 B 20/19 R:a1x10000,d7x0,g1x0 B:d2~140000,a4x0,g4x0 rings:d21 timer:- skip:0/0"
        " open:- t:10000"
    )


# --- (c) a beat that would end the game is made at once -------------------------------------

#: a1 has just been turned: when it is turned again it runs no longer than a beat
LAST_MOVE = position("~180000", "x0")


@pytest.mark.parametrize(
    ("move", "over"),
    [
        ("a1-b2", ((RED,), "rings", "19/20")),
        ("a1-b2/", ((RED,), "last_running", "20/20")),
    ],
)
def test_the_beat_that_ends_the_game_is_made_at_once(
    move: str, over: tuple[tuple[int, ...], str, str]
) -> None:
    state = METRONOME.from_text(LAST_MOVE)
    parsed = METRONOME.parse(state, RED, move)
    told = METRONOME.happenings(state, parsed)
    assert told[0] == "[0:10.0] Black cannot move and is passed over."
    assert told[1] == "[0:20.0] Red's glass on b2 has run out and stays there."
    state = METRONOME.apply(state, parsed)
    assert ended(METRONOME, state) == over
    assert glasses(METRONOME, state)[0] == "b2x20000"
    assert field(METRONOME, state, "t") == "20000"


def test_the_end_by_the_beat_closes_the_right_to_a_ring() -> None:
    over = after(METRONOME, LAST_MOVE, "a1-b2/")
    assert not rights(METRONOME, over, RED) | rights(METRONOME, over, BLACK)
    refused(METRONOME, over, "B:*b2", "the game is over")
    assert field(METRONOME, over, "open") == "-"


@pytest.mark.parametrize(("black", "over"), [("~19999", True), ("~20000", True), ("~20001", False)])
def test_no_beat_is_made_while_somebody_can_move_after_it(black: str, over: bool) -> None:
    state = after(METRONOME, position("~180000", black), "a1-b2")
    assert field(METRONOME, state, "t") == ("20000" if over else "10000")
    assert isinstance(METRONOME.status(state), Turn) != over
    if not over:
        assert on_turn(METRONOME, state) == BLACK
        assert sand(METRONOME, state) == {
            "b2": "~10000",
            "d7": "x0",
            "g1": "x0",
            "d1": "~10001",
            "a4": "x0",
            "g4": "x0",
        }


def test_a_ring_can_bring_the_end() -> None:
    """Red has finished with his last ring (R17), and Black's glass does not outlast the beat."""
    stop = game(**BEATS, zero_rings="stop")
    text = position("~90000", "~10000", left="1/5", side="B").replace("open:-", "open:a1R")
    state = stop.from_text(text)
    over = played(stop, state, "R:+a1")
    assert ended(stop, over) == ((RED,), "rings", "0/5")
    assert field(stop, over, "t") == "10000"
    move_on = game(**BEATS, zero_rings="move_on")
    assert isinstance(move_on.status(after(move_on, text, "R:+a1")), Turn)
    claimed = after(stop, text, "B:*a1")
    assert (left(stop, claimed), field(stop, claimed, "t")) == ("1/4", "0")


def test_a_wait_can_bring_the_end() -> None:
    for sand_left in ("15000", "20000"):
        over = after(WAITING, position(f"~{sand_left}", "x0", left="3/5"), "W1")
        assert ended(WAITING, over) == ((RED,), "rings", "3/5")
        assert field(WAITING, over, "t") == sand_left
    state = after(WAITING, position("~20001", "x0", left="3/5"), "W1")
    assert field(WAITING, state, "t") == "10000"


# --- (d) waiting ----------------------------------------------------------------------------


def test_waiting_is_an_event_of_its_own() -> None:
    state = WAITING.from_text(position("~90000", "~90000"))
    assert "R:W1" in rights(WAITING, state, RED)
    assert "R:W1" not in turns(WAITING, state)
    assert not rights(WAITING, state, BLACK)
    waited = played(WAITING, state, "W3")
    assert WAITING.to_text(waited) == position("~60000", "~60000", "t:30000")
    assert sand(WAITING, played(WAITING, waited, "a1-b2"))["b2"] == "~130000"


def test_a_wait_is_kept_whatever_follows() -> None:
    state = WAITING.from_text(position("~90000", "~90000"))
    items = WAITING.play_line(state, "W2 a1-c3")
    text, waited = next(items)
    assert (text, field(WAITING, waited, "t")) == ("R:W2", "20000")
    with pytest.raises(ValueError, match="not next to"):
        next(items)
    assert field(WAITING, played(WAITING, waited, "a1-b2"), "t") == "30000"


def test_waiting_may_cost_the_turn() -> None:
    state = WAITING.from_text(position("~20000", "~90000"))
    died, passed = WAITING.happenings(state, WAITING.parse(state, RED, "W2"))
    assert ("a1" in died, "Red" in passed) == (True, True)
    assert on_turn(WAITING, played(WAITING, state, "W2")) == BLACK
    assert len(WAITING.parse_turn(state, "W2")) == 1


def test_waiting_leaves_a_forgotten_ring_open() -> None:
    state = started(WAITING, "a1-b2/ W1")
    assert field(WAITING, state, "open") == "b2R"
    assert left(WAITING, played(WAITING, state, "claim")) == "32/31"


def test_waiting_needs_the_option_and_the_turn() -> None:
    refused(METRONOME, started(METRONOME), "W1", "where waiting for beats is allowed")
    assert not rights(METRONOME, started(METRONOME), RED) & {"R:W1"}
    refused(WAITING, started(WAITING), "B:W1", "Black is not on turn: Red is")
    real_time = configure(Tamsk, {"allow_wait": "on"})
    refused(real_time, started(real_time), "W1", "only for the metronome")


def test_a_wait_without_colour_is_that_of_the_player_on_turn() -> None:
    """Red's glass dies in the coming beat, but he alone may wait (§8: the only who could do it)."""
    state = WAITING.from_text(position("~10000", "~50000"))
    assert "R:W1" in rights(WAITING, state, RED)
    over = played(WAITING, state, "R:W5")
    assert result(WAITING, over) == ((BLACK,), "last_running")
    assert played(WAITING, state, "W5") == over
