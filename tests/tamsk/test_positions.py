"""Position strings (docs/reference/tamsk.md §8) and options (§9)."""

from __future__ import annotations

import pytest

from gipf_meta import BadNotation, Over, Turn
from gipf_meta.protocol.options import OptionError, configure, options_of
from gipf_meta_tamsk import Tamsk, games
from tests.option_values import check_options
from tests.tamsk.words import BLACK, RED, field, game, on_turn, played, result, rights, started

DEFAULTS = configure(Tamsk, {})
START = "T3 R 32/32 R:a1,d7,g1 B:d1,a4,g4 rings:- timer:- skip:0/0 open:- t:0"
FIRST_MOVES = (
    "T3 R 32/31 R:b2~178500,d7,g1 B:d2~180000,a4,g4 rings:d21 timer:12500@- skip:0/0 open:- t:2500"
)
#: scenario 28
OUT_OF_SAND = (
    "T2 - 20/20 R:a1x30000,d7x0,g1x0 B:d1x90000,a4x0,g4x0 rings:- timer:- skip:0/0 open:- t:90000"
    " end:B,last_running"
)


def change(old: str, new: str, text: str = START) -> str:
    assert text.count(old) == 1
    return text.replace(old, new)


# --- writing and reading --------------------------------------------------------------------


def test_the_start_and_the_first_moves() -> None:
    assert DEFAULTS.to_text(DEFAULTS.start(2)) == START
    assert DEFAULTS.from_text(START) == DEFAULTS.start(2)
    state = started(DEFAULTS, "@0 B:F", "@1000 R:a1-b2/", "@2500 B:d1-d2")
    assert DEFAULTS.to_text(state) == FIRST_MOVES
    again = DEFAULTS.from_text(FIRST_MOVES)
    assert DEFAULTS.to_text(again) == FIRST_MOVES
    assert rights(DEFAULTS, again, RED) == rights(DEFAULTS, state, RED)


def test_a_game_that_is_over() -> None:
    two = game(level="2")
    over = two.from_text(OUT_OF_SAND)
    assert result(two, over) == ((BLACK,), "last_running")
    assert two.to_text(over) == OUT_OF_SAND
    assert not rights(two, over, RED) | rights(two, over, BLACK)


@pytest.mark.parametrize(
    "text",
    [
        change("t:0", "t:5 idle:7"),
        change("32/32", "0/1"),
        change("a1,d7,g1", "a1x0,d7~180000,g1~1", change("t:0", "t:9")),
        change("timer:-", "timer:1@R"),
        change("timer:-", "timer:15000@-"),
        change("skip:0/0", "skip:0/3"),
        change("open:-", "open:a1R"),
        change("open:-", "open:d1B"),
        change("rings:-", "rings:a21,d22,d44,e61"),
        change("t:0", "t:8 lift:g1"),
        change("t:0", "t:8 late:d1B"),
        change("t:0", "t:8 late:d7R"),
        change("t:0", "t:8 idle:3 lift:a1 late:g4B"),
        change(" R ", " - ", change("t:0", "t:8 idle:3 end:=,draw")),
        change(" R ", " - ", change("a1,", "a1~0,", change("t:0", "t:8 end:R,resign"))),
        change(" R ", " - ", change("t:0", "t:8 end:B,full_space")),
    ],
)
def test_every_field_is_read_as_it_is_written(text: str) -> None:
    assert DEFAULTS.to_text(DEFAULTS.from_text(text)) == text
    assert DEFAULTS.from_text(f"  {text.replace(' ', '   ')} ") == DEFAULTS.from_text(text)


def test_lists_may_come_in_any_order() -> None:
    state = DEFAULTS.from_text(change("rings:-", "rings:d42,a21"))
    assert field(DEFAULTS, state, "rings") == "a21,d42"


def test_what_a_position_says_is_what_happens() -> None:
    """The timer at 1 ms, a glass in the hand, a turn to be lost, an open ring."""
    text = change("timer:-", "timer:1@R", change("t:0", "t:8 idle:3 lift:a1"))
    state = DEFAULTS.advance(DEFAULTS.from_text(text), 1)
    assert field(DEFAULTS, state, "late") == "a1R"
    assert field(DEFAULTS, state, "skip") == "1/0"
    state = DEFAULTS.from_text(change("skip:0/0", "skip:0/1"))
    assert on_turn(DEFAULTS, played(DEFAULTS, state, "a1-b2")) == RED
    state = DEFAULTS.from_text(change("open:-", "open:d1B"))
    assert "R:*d1" in rights(DEFAULTS, state, RED)
    assert "B:+d1" in rights(DEFAULTS, state, BLACK)
    state = DEFAULTS.from_text(change("t:0", "t:0 idle:39"))
    assert result(DEFAULTS, played(DEFAULTS, state, "a1-b2/")) == ((RED,), "stall")


def test_placement() -> None:
    placing = game(level="2", start="placement")
    text = "T2 B 31/32 R:d4~180000,-,- B:-,-,- rings:d41 timer:- skip:0/0 open:- t:500"
    assert placing.to_text(placing.from_text(text)) == text
    assert placing.to_text(started(placing, "@500 @@d4")) == text


# --- settling -------------------------------------------------------------------------------

BLOCKED = "T1 {} 20/20 R:a1,a2,a3 B:b1,b2,b3 rings:a41,b42 timer:- skip:{} open:- t:0"


def test_a_player_who_cannot_move_is_passed_over() -> None:
    one = game(level="1")
    assert on_turn(one, one.from_text(BLOCKED.format("B", "0/0"))) == BLACK
    state = one.from_text(BLOCKED.format("R", "0/0"))
    # a1, a2 and a3 are walled in by glasses and full spaces
    assert one.status(state) == Turn(BLACK, 2)
    assert one.to_text(state) == BLOCKED.format("B", "0/0")


def test_a_turn_to_be_lost_is_lost_at_once() -> None:
    assert DEFAULTS.status(DEFAULTS.from_text(change("skip:0/0", "skip:1/0"))) == Turn(BLACK, 2)
    state = DEFAULTS.from_text(change("skip:0/0", "skip:2/1"))
    assert (on_turn(DEFAULTS, state), field(DEFAULTS, state, "skip")) == (BLACK, "0/0")


def test_a_position_in_which_neither_can_move_is_over() -> None:
    text = OUT_OF_SAND.partition(" end:")[0].replace("T2 -", "T2 R")
    two = game(level="2")
    assert two.to_text(two.from_text(text)) == OUT_OF_SAND


STUCK = "T2 R 20/19 R:a1~5000,d7x0,g1x0 B:d1~5000,a4x0,g4x0 rings:- timer:- skip:0/0 open:- t:0"


def test_a_position_that_the_next_beat_ends_is_over() -> None:
    """Else nobody could ever act in it (§7.10 c)."""
    by_beats = game(level="2", time_mode="metronome")
    assert result(by_beats, by_beats.from_text(STUCK)) == ((BLACK,), "rings")


# --- refusals -------------------------------------------------------------------------------

OVER = change(" R ", " - ") + " end:R,rings"
IN_PLACEMENT = START.replace("a1,d7,g1", "d4~9,-,-").replace("d1,a4,g4", "-,-,-")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "ten fields or more, such as T3 R 32/32 .* t:0; this one has 0"),
        (START.removesuffix(" t:0"), "this one has 9"),
        (change("T3", "T2"), "begins with T2, but level 3 is set"),
        (change(" R ", " - "), "side to move is R or B, not '-'"),
        (change(" R ", " r "), "not 'r'"),
        (change(" R ", " RB "), "not 'RB'"),
        (change("32/32", "32"), "'32' should be the rings left of Red and Black, such as 3/5"),
        (change("32/32", "32/-1"), "should be the rings left"),
        (change("32/32", "32/33"), "nobody can have more than 32 rings left"),
        (change("R:a1", "Q:a1"), "'Q:a1,d7,g1' stands where R:… should be"),
        (change("rings:-", "ring:-"), "'ring:-' stands where rings:… should be"),
        (change("timer:- ", "skip:- "), "'skip:-' stands where timer:… should be"),
        (change("skip:0/0 open:-", "open:- skip:0/0"), "'open:-' stands where skip:"),
        (change("t:0", "at:0"), "'at:0' stands where t:"),
        (change("a1,d7,g1", "a1,d7"), "'R:a1,d7' should name three glasses"),
        (change("a1,d7,g1", "a1,d7,-"), "should name three glasses that stand on the board"),
        (change("a1,", "a1~,"), "'a1~' is no glass"),
        (change("a1,", "a1~1234567890123456,"), "is no glass"),
        (change("a1,", "a7,"), "'a7' is no space of the board"),
        (change("a1,", "a1~0,"), "'a1~0': a running glass has 1 to 180000 ms left"),
        (change("a1,", "a1~180001,"), "has 1 to 180000 ms left"),
        (change("a1,", "a1x1,"), "'a1x1': it is only 0 ms, so nothing died at 1"),
        (change("a1,", "d1,"), "Two glasses stand on the same space"),
        (change("rings:-", "rings:a2"), "'a2' is no heap of rings: write a space and a number"),
        (change("rings:-", "rings:d45"), "'d45' is no heap"),
        (change("rings:-", "rings:"), "'' is no heap"),
        (change("rings:-", "rings:g51"), "'g5' is no space"),
        (change("rings:-", "rings:d41,d41"), "The rings on d4 are told twice"),
        (change("rings:-", "rings:c34"), "c3 holds 3 rings, not 4"),
        (change("timer:-", "timer:5"), "timer:5 should be - or 1 to 15000 ms and whom"),
        (change("timer:-", "timer:0@R"), "timer:0@R should be"),
        (change("timer:-", "timer:15001@R"), "timer:15001@R should be"),
        (change("timer:-", "timer:5@B"), "timer:5@B is turned against a player who is not on turn"),
        (change("skip:0/0", "skip:0"), "'0' should be the turns to be lost of Red and Black"),
        (change("skip:0/0", "skip:0/1000"), "should be the turns to be lost"),
        (change("open:-", "open:"), "'' is no space"),
        (change("open:-", "open:a1"), "'a' is no space"),
        (change("open:-", "open:a1B"), "should name a space and the owner of the glass there"),
        (change("open:-", "open:b2R"), "open:b2R should name a space"),
        (change("open:-", "open:a1x"), "open:a1x should name a space"),
        (change("rings:- timer:- skip:0/0 open:-", "rings:a11 timer:- skip:0/0 open:a1R"),
         "open:a1R: that space is full"),
        (change("t:0", "t:-1"), "t:-1 should be a whole number"),
        (change("t:0", "t:1234567890123456"), "should be a whole number"),
        (START + " idle:x", "idle:x should be a whole number"),
        (START + " idle:1 idle:1", "come once each, in this order"),
        (START + " late:a1R idle:1", "come once each, in this order"),
        (START + " lift", "'lift' is not understood; idle:, lift:, late: or end: may follow"),
        (START + " more:1", "'more:1' is not understood"),
        (START + " lift:b2", "lift:b2 names no glass that can be in a player's hand"),
        (START + " lift:", "'' is no space"),
        (START + " lift:d1", "lift:d1 is no glass of the player on turn"),
        (START.replace("a1", "a1x0") + " lift:a1", "lift:a1 names no glass"),
        (START + " late:a1B", "late:a1B names no glass"),
        (START + " late:b2R", "late:b2R names no glass"),
        (START + " late:", "'' is no space"),
        (START + " end:R,rings", "In a finished game the side to move is -"),
        (change("R,rings", "R", OVER), "end:R should be R, B or =, and one of rings, last_running"),
        (change("R,rings", "r,rings", OVER), "end:r,rings should be"),
        (change("R,rings", ",draw", OVER), "end:,draw should be"),
        (change("R,rings", "R,agreed", OVER), "end:R,agreed should be"),
        (change("timer:-", "timer:5@-", OVER), "In a finished game timer, skip and open are"),
        (change("skip:0/0", "skip:1/0", OVER), "In a finished game timer"),
        (change("open:-", "open:a1R", OVER), "In a finished game timer"),
        (change(" end", " lift:a1 end", OVER), "is no glass of the player on turn|finished game"),
        (change(" end", " late:a1R end", OVER), "In a finished game timer"),
    ],
)  # fmt: skip
def test_refused_positions(text: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=reason) as refusal:
        DEFAULTS.from_text(text)
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize(
    ("options", "text", "reason"),
    [
        ({"level": "1"}, START.replace("T3", "T1").replace("a1", "a1~5"), "no sand runs at level"),
        ({"level": "1"}, START.replace("T3", "T1").replace("a1", "a1x0"), "no sand runs at level"),
        ({"level": "2"}, START.replace("T3", "T2").replace("timer:-", "timer:5@R"),
         "15-second glass belongs to level 3"),
        ({"rings": "9"}, START, "nobody can have more than 9 rings left"),
        ({"sand_ms": "8"}, change("a1", "a1~9"), "has 1 to 8 ms left"),
        ({"timer_ms": "8"}, change("timer:-", "timer:9@R"), "1 to 8 ms and whom"),
        ({"two_phase": "off"}, START + " lift:a1", "names no glass that can be in a"),
        ({"two_phase": "off"}, START + " late:d1B", "names no glass that can be in a"),
        ({"time_mode": "metronome"}, START + " lift:a1", "names no glass that can be"),
        ({"start": "placement"}, IN_PLACEMENT.replace("d4~9,-", "-,d4~9"), "in the order they"),
        ({"start": "placement"}, IN_PLACEMENT.replace("-,-,- r", "-,-,d5~9 r"), "in the order"),
    ],
)  # fmt: skip
def test_positions_that_the_options_refuse(options: dict[str, str], text: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=reason) as refusal:
        configure(Tamsk, options).from_text(text)
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize(
    ("options", "text"),
    [
        # the 15-second glass cannot be turned in the metronome (§7.10)
        ({"time_mode": "metronome"}, change("timer:-", "timer:5@R")),
        # no lifting before all own glasses stand (§7.9); nobody could act
        ({"start": "placement"}, IN_PLACEMENT + " lift:d4"),
    ],
)
def test_positions_that_no_game_reaches(options: dict[str, str], text: str) -> None:
    with pytest.raises(BadNotation):
        configure(Tamsk, options).from_text(text)


# --- an end from outside --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("over", "said"),
    [
        (Over((RED,), "resign"), "end:R,resign"),
        (Over((BLACK,), "resign"), "end:B,resign"),
        (Over((), "draw"), "end:=,draw"),
    ],
)
def test_an_end_from_outside(over: Over, said: str) -> None:
    """The fields of the turn are closed, the sand stays."""
    state = started(DEFAULTS, "@0 ^d7 @40 >d6/ R:+d6 d1-d2/ @70 B:F ^a1")
    assert "-" not in (field(DEFAULTS, state, "timer"), field(DEFAULTS, state, "open"))
    text = DEFAULTS.to_text(state, over)
    assert text == (
        "T3 - 31/32 R:a1,d6~179970,g1 B:d2~179970,a4,g4 rings:d61 timer:- skip:0/0 open:- t:70"
        f" idle:1 {said}"
    )
    assert DEFAULTS.status(DEFAULTS.from_text(text)) == over
    assert DEFAULTS.to_text(DEFAULTS.from_text(text)) == text
    # a late glass is left out as well
    late = DEFAULTS.advance(started(DEFAULTS, "@0 B:F ^a1"), 15_000)
    assert DEFAULTS.to_text(late, over).endswith(f" skip:0/0 open:- t:15000 {said}")


# --- options --------------------------------------------------------------------------------

OTHER_VALUES: dict[str, tuple[str, ...]] = {
    "level": ("1", "2"),
    "sand_ms": ("1", "300000"),
    "timer_ms": ("1", "30000"),
    "start": ("placement",),
    "rings": ("1", "31"),
    "full_space": ("reject",),
    "claim": ("off",),
    "late_ring": ("off",),
    "voluntary_pass": ("forbidden", "free", "costs_next"),
    "first_moves": ("free",),
    "tie": ("draw", "last_running"),
    "zero_rings": ("stop",),
    "stall_limit": ("0", "1"),
    "time_mode": ("metronome",),
    "metronome_ms": ("1", "99999"),
    "allow_wait": ("on",),
    "two_phase": ("on", "off"),
    "timer_side": ("left",),
}


@pytest.mark.parametrize(
    "options",
    [{}, *({name: value} for name, values in OTHER_VALUES.items() for value in values)],
    ids=str,
)
def test_options_are_written_as_they_are_read(options: dict[str, str]) -> None:
    check_options(Tamsk, options)


def test_every_option_is_documented() -> None:
    assert options_of(Tamsk).keys() == OTHER_VALUES.keys()
    for name, meaning in options_of(Tamsk).items():
        assert meaning.endswith("."), name


@pytest.mark.parametrize(
    ("options", "voluntary_pass", "last_running", "two_phase", "beat_ms"),
    [
        ({"level": "1"}, "forbidden", False, False, 0),
        ({"level": "1", "time_mode": "metronome", "two_phase": "on"}, "forbidden", False, False, 0),
        ({"level": "2"}, "forbidden", True, False, 0),
        ({"level": "2", "two_phase": "on"}, "forbidden", True, True, 0),
        ({"level": "2", "time_mode": "metronome"}, "forbidden", True, False, 10_000),
        ({}, "costs_next", True, True, 0),
        ({"two_phase": "off"}, "costs_next", True, False, 0),
        ({"time_mode": "metronome", "two_phase": "on"}, "costs_next", True, False, 10_000),
        ({"voluntary_pass": "free", "tie": "draw"}, "free", False, True, 0),
        ({"level": "1", "tie": "last_running"}, "forbidden", True, False, 0),
    ],
)
def test_defaults_depend_on_the_level(
    options: dict[str, str],
    voluntary_pass: str,
    last_running: bool,
    two_phase: bool,
    beat_ms: int,
) -> None:
    rules = configure(Tamsk, options).rules
    assert rules.voluntary_pass == voluntary_pass
    assert rules.last_running == last_running
    assert rules.two_phase == two_phase
    assert rules.beat_ms == beat_ms
    assert (rules.sand_ms, rules.timer_ms, rules.rings, rules.stall_limit) == (
        180_000,
        15_000,
        32,
        40,
    )
    assert (rules.reject_full, rules.claim, rules.late_ring) == (False, True, True)
    assert (rules.must_start, rules.stop_without_rings, rules.allow_wait) == (True, False, False)


@pytest.mark.parametrize(
    "options",
    [
        {"level": "4"},
        {"sand_ms": "0"},
        {"timer_ms": "-1"},
        {"metronome_ms": "0"},
        {"rings": "0"},
        {"rings": "33"},
        {"stall_limit": "-1"},
        {"claim": "maybe"},
        {"two_phase": "both"},
        {"voluntary_pass": "cheap"},
        {"start_position": "placement"},
        {"clock": "on"},
    ],
)
def test_refused_options(options: dict[str, str]) -> None:
    with pytest.raises(OptionError):
        configure(Tamsk, options)


def test_the_plugin_brings_the_game_and_its_rules() -> None:
    assert games() == [Tamsk]
    assert "hourglass" in DEFAULTS.rules_text
    with pytest.raises(ValueError, match="for 2 players"):
        DEFAULTS.start(3)
