"""Reading and writing a record (docs/reference/tamsk.md §8): items, tags, leniency, refusals."""

from __future__ import annotations

import re

import pytest

from gipf_meta import BadNotation, IllegalMove
from gipf_meta.protocol.options import configure
from gipf_meta_tamsk import Tamsk
from tests.tables import table
from tests.tamsk.words import BLACK, RED, field, on_turn, played, started

DEFAULTS = configure(Tamsk, {})
BY_BEATS = {"level": "2", "time_mode": "metronome", "allow_wait": "on"}
#: Red has a glass on c1 in his hand although the time is over, Black has lifted his on d1
BOTH_HANDS = "T3 B 32/32 R:c1,d7,g1 B:d1,a4,g4 rings:- timer:- skip:1/0 open:- t:9 lift:d1 late:c1R"


def line(text: str, *before: str, **options: str) -> list[str]:
    """The items of *text* in canonical notation, after the lines *before*."""
    game = configure(Tamsk, options)
    return [said for said, _ in game.play_line(started(game, *before), text) if said is not None]


# --- tags -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "tag",
    [
        '[Game "TAMSK"]',
        '[Game "tamsk"]',
        '[Level "2"]',
        ' [ SandMs "5000" ] ',
        '[TimerMs "700"]',
        '[Start "placement"]',
        '[Red "Anna {x} F"]',
        '[Black ""]',
        '[Date "1998.10.23"]',
        '[Result "R+3"]',
        '[Result "= {agreed}"]',
    ],
)
def test_tags_that_agree_play_nothing(tag: str) -> None:
    options = {"sand_ms": "5000", "timer_ms": "700", "start": "placement"}
    assert line(tag, level="2", **options) == []


@pytest.mark.parametrize(
    ("tag", "reason"),
    [
        ('[Game "GIPF"]', "for Game 'GIPF', but the game is set to TAMSK"),
        ('[Level "2"]', "for Level '2', but the game is set to 3"),
        ('[SandMs "18000"]', "SandMs '18000', .* 180000"),
        ('[TimerMs ""]', "TimerMs '', .* 15000"),
        ('[Start "placement"]', "Start 'placement', .* corners"),
        ('[Round "1"]', "no tag Round; the tags are Game, Level, SandMs, TimerMs, Start, Red, "),
        ('[level "3"]', "no tag level"),
        ("[Level 3]", "is no decision of TAMSK"),
    ],
)
def test_refused_tags(tag: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=reason):
        line(tag)


# --- items ----------------------------------------------------------------------------------

LINES: list[tuple[str, str, dict[str, str]]] = [
    ("", "", {}),
    ("12.", "", {}),
    (" {nothing yet} ", "", {}),
    ("R:a1-b2", "R:a1-b2", {"level": "1"}),
    ("1. R:a1-b2", "R:a1-b2", {"level": "1"}),
    ("1.a1-b2 d1-d2/", "R:a1-b2 B:d1-d2/", {"level": "1"}),
    ("1... a1-b2", "R:a1-b2", {"level": "1"}),
    ("r : a1-b2/  b:*b2\tb: d1-d2", "R:a1-b2/ B:*b2 B:d1-d2", {"level": "1"}),
    ("{x} a1-b2{dead R2}{skip B} {y}d1-d2 {}", "R:a1-b2 B:d1-d2", {"level": "1"}),
    ("a1-b2/ +b2 d1-d2/ *d2 b2-c3", "R:a1-b2/ R:+b2 B:d1-d2/ R:*d2 R:b2-c3", {"level": "1"}),
    ("a1-b2/ ring d1-d2/ Claim", "R:a1-b2/ R:+b2 B:d1-d2/ R:*d2", {"level": "1"}),
    ("Pass --", "R:-- B:--", {"level": "1", "voluntary_pass": "free"}),
    ("@0 a1-b2", "R:a1-b2", {"level": "1"}),
    ("T a1-b2 P C", "T R:a1-b2 P C", {"level": "1"}),
    ("R:resign", "R:resign", {"level": "1"}),
    ("@@d4 @@c3/ *c3", "R:@@d4 B:@@c3/ R:*c3", {"level": "1", "start": "placement"}),
    ("@500 @@d4 @500@@c3/", "@500 R:@@d4 @500 B:@@c3/", {"level": "2", "start": "placement"}),
    ("@1000 a1-b2 d1-d2", "@1000 R:a1-b2 @1000 B:d1-d2", {"level": "2"}),
    ("@1000R:a1-b2 @2000 P C", "@1000 R:a1-b2 @2000 P @2000 C", {"level": "2"}),
    ("@007 T @7 a1-b2", "@7 T @7 R:a1-b2", {"level": "2"}),
    ("@999999999999999 T", "@999999999999999 T", {}),
    ("B:F a1-b2", "@0 B:F @0 R:a1-b2", {}),
    ("f @15000 flip", "@0 B:F @15000 R:F", {}),
    ("^a1 @9 <", "@0 R:^a1 @9 R:<", {}),
    ("^a1 @9 >b2/ @10 B:*b2", "@0 R:^a1 @9 R:>b2/ @10 B:*b2", {}),
    ("F ^a1 @15500 >b2", "@0 B:F @0 R:^a1 @15500 R:>b2", {}),
    ("F ^a1 @15500 ^d1 >b2 >e1", "@0 B:F @0 R:^a1 @15500 B:^d1 @15500 R:>b2 @15500 B:>e1", {}),
    ("-- @5 R:resign", "@0 R:-- @5 R:resign", {}),
    ("a1-b2 W12 w1 d1-d2", "R:a1-b2 B:W12 B:W1 B:d1-d2", BY_BEATS),
]


@pytest.mark.parametrize(("text", "canonical", "options"), LINES)
def test_lines(text: str, canonical: str, options: dict[str, str]) -> None:
    assert " ".join(line(text, **options)) == canonical
    assert line(canonical, **options) == line(text, **options)


def test_time_is_kept_when_an_item_is_refused() -> None:
    """Items before the refused one stay played: each item is an event (§7.6)."""
    state = DEFAULTS.start(2)
    items = DEFAULTS.play_line(state, "@10 a1-b2 @9 d1-d2")
    assert next(items)[0] == "@10 R:a1-b2"
    with pytest.raises(IllegalMove, match="it is 10 ms"):
        next(items)


def test_a_mark_with_its_time_lets_time_pass() -> None:
    for mark in ("T", "P", "C"):
        state = started(DEFAULTS, "B:F", f"@15000 {mark}")
        assert (on_turn(DEFAULTS, state), field(DEFAULTS, state, "t")) == (BLACK, "15000")


def test_time_may_pass_after_the_end() -> None:
    """A tick is never refused for the end of the game (§7.6)."""
    state = started(DEFAULTS, "@5 R:resign")
    ((text, after),) = DEFAULTS.play_line(state, "@90 T")
    assert text == "@90 T"
    assert after == state


def test_a_late_glass_and_a_lifted_one_mean_different_players() -> None:
    state = DEFAULTS.from_text(BOTH_HANDS)
    assert [text for text, _ in DEFAULTS.play_line(state, ">b1")] == ["@9 R:>b1"]
    assert [text for text, _ in DEFAULTS.play_line(state, ">e1")] == ["@9 B:>e1"]
    late, lifted = (DEFAULTS.parse(state, seat, f"{'RB'[seat]}:>d2") for seat in (RED, BLACK))
    assert (late.seat, lifted.seat) == (RED, BLACK)
    assert late.kind != lifted.kind
    # the late glass comes first: it leaves the turn alone
    assert on_turn(DEFAULTS, played(DEFAULTS, state, "R:>b1")) == BLACK


def test_a_decision_of_a_known_seat_needs_no_colour() -> None:
    state = DEFAULTS.from_text(BOTH_HANDS)
    for seat in (RED, BLACK):
        assert DEFAULTS.parse(state, seat, ">d2").seat == seat


# --- turns ----------------------------------------------------------------------------------


@table("""
    text                | canonical
    a1-b2               | R:a1-b2
    1. flip R:a1-b2     | B:F R:a1-b2
    ^a1 < {no} ^a1 >b2/ | R:^a1 R:< R:^a1 R:>b2/
    --                  | R:--
    b:resign            | B:resign
""")
def test_turns(text: str, canonical: str) -> None:
    state = DEFAULTS.start(2)
    assert DEFAULTS.format_turn(state, DEFAULTS.parse_turn(state, text)) == canonical


@pytest.mark.parametrize(
    ("text", "error", "reason"),
    [
        ("", IllegalMove, "not the whole turn: a glass must be moved too"),
        ("B:F", IllegalMove, "not the whole turn"),
        ("^a1", IllegalMove, "not the whole turn"),
        ("a1-b2 d1-d2", IllegalMove, "goes on after its turn is over"),
        ("a1-b2 T", IllegalMove, "goes on after its turn is over"),
        ("resign a1-b2", BadNotation, "either player's"),
        ("R:resign a1-b2", IllegalMove, "goes on after its turn is over"),
        ("@0 a1-b2", BadNotation, "written without times"),
        ("T a1-b2", BadNotation, "written without times"),
        ("a1-c3", IllegalMove, "c3 is not next to a1"),
        ("B:F ^a1 pass", IllegalMove, "first put the lifted glass down"),
    ],
)
def test_refused_turns(text: str, error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=reason):
        DEFAULTS.parse_turn(DEFAULTS.start(2), text)


@pytest.mark.parametrize(
    ("seat", "text", "error", "reason"),
    [
        (RED, "", BadNotation, "'' is not one decision, such as a1-b2 or F"),
        (RED, "a1-b2 F", BadNotation, "is not one decision"),
        (RED, "@5 a1-b2", BadNotation, "the time of a decision is not written here"),
        (RED, "T", BadNotation, "T is no decision: time passes by itself"),
        (BLACK, "P", BadNotation, "P is no decision"),
        (RED, "F", IllegalMove, "F is for Black now, not for Red"),
        (BLACK, "a1-b2", IllegalMove, "a1-b2 is for Red now, not for Black"),
        (RED, "resign", IllegalMove, "resign: a player gives up the match itself; that is no move"),
        (BLACK, "B:resign", IllegalMove, "that is no move"),
        (BLACK, "R:resign", IllegalMove, "that is no move"),
        (BLACK, "d1-d2", IllegalMove, "no glass of Red stands on d1"),
    ],
)
def test_refused_decisions(seat: int, text: str, error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=reason):
        DEFAULTS.parse(DEFAULTS.start(2), seat, text)


# --- refusals -------------------------------------------------------------------------------

LEVEL_1 = {"level": "1"}
LEVEL_2 = {"level": "2"}
PLACING = {"level": "1", "start": "placement"}
FULL = {"level": "1", "full_space": "reject"}
ONE_RING = {"level": "1", "rings": "1"}
NO_DECISION = "is no decision of TAMSK: write a1-b2 .a1-b2/ without a ring., flip, claim"

#: an item, what stands before it, options, the words of the refusal
BAD: list[tuple[str, str, dict[str, str], str]] = [
    *((text, "", {}, NO_DECISION) for text in ("x", "A1-b2", "a1-b2//", "a1b2", "a9-b2", "*", "-")),
    *((text, "", BY_BEATS, NO_DECISION) for text in ("W", "W0", "W01", "W1234567", "W١")),
    *((text, "", {}, NO_DECISION) for text in ("@@d4:", ">", "^", "+", "t", "Resign")),
    ("a7-b2", "", {}, "a7 is no space of the board"),
    ("a1-g5", "", {}, "g5 is no space"),
    ("@@e7", "", {}, "e7 is no space"),
    ("^g6", "", {}, "g6 is no space"),
    (">b6/", "", {}, "b6 is no space"),
    ("a1-b2 {never ends", "", {}, "'{never ends' is not understood; a comment is {…}"),
    ("} a1-b2", "", {}, "'} a1-b2' is not understood"),
    ("@1234567890123456 T", "", {}, "@1234567890123456 is more milliseconds than any game lasts"),
    ("R:T", "", {}, "T belongs to no player"),
    ("@5 b:C", "", {}, "C belongs to no player"),
    ("resign", "", {}, "'resign' could be either player's; write R:resign or B:resign"),
]

ILLEGAL: list[tuple[str, str, dict[str, str], str]] = [
    ("@5 T", "@6 T", {}, "@5: time must not go backwards, it is 6 ms"),
    ("@5 a1-b2", "", LEVEL_1, "@5: no clock runs in this game, so leave the time out"),
    ("@10000 d1-d2", "", BY_BEATS, "@10000: no clock runs"),
    ("@1 T", "a1-b2", BY_BEATS, "@1: no clock runs"),
    ("a1-b2", "R:resign", {}, "a1-b2: the game is over"),
    ("B:resign", "R:resign", {}, "B:resign: the game is over"),
    ("resign", "R:resign", {}, "the game is over"),
    ("W1", "", {}, "W is only for the metronome"),
    ("W1", "", {**BY_BEATS, "allow_wait": "off"}, "W is only for the metronome"),
    ("B:W1", "", BY_BEATS, "Black is not on turn: Red is"),
    ("^a1", "", LEVEL_2, "two steps only where a glass may be lifted first, in real time"),
    ("R:>b2", "", LEVEL_2, "two steps only where a glass may be lifted"),
    ("<", "", {"two_phase": "off"}, "two steps only where a glass may be lifted"),
    ("^a1", "", {**BY_BEATS, "two_phase": "on"}, "two steps only where a glass may be lifted"),
    ("^a1", "", {"level": "1", "two_phase": "on"}, "two steps only where a glass may be lifted"),
    (">b2", "", {}, "no glass is in Red's hand"),
    ("B:>b2", "^a1", {}, "no glass is in Black's hand"),
    ("B:>b2", "F ^a1 @15000 T", {}, "no glass is in Black's hand"),
    ("<", "", {}, "no glass is lifted"),
    ("B:<", "^a1", {}, "Black is not on turn"),
    ("B:d1-d2", "", {}, "B:d1-d2: Black is not on turn"),
    ("B:--", "", {}, "Black is not on turn"),
    ("B:^d1", "", {}, "Black is not on turn"),
    ("--", "", LEVEL_1, "a player who can move must move. Possible: R:a1-a2, "),
    ("pass", "", LEVEL_2, "a player who can move must move"),
    ("--", "", {"voluntary_pass": "forbidden"}, "a player who can move must move"),
    ("--", "^a1", {}, "first put the lifted glass down, or back .<."),
    ("B:F", "", LEVEL_2, "the 15-second glass belongs to level 3 in real time"),
    ("F", "", {"time_mode": "metronome"}, "the 15-second glass belongs to level 3 in real time"),
    ("@9 B:F", "B:F", {}, "the 15-second glass still runs, 14991 ms"),
    ("R:F", "", {}, "it is Red's own turn; only the opponent may turn the 15-second glass"),
    ("claim", "a1-b2/", {"claim": "off"}, "the options of this game do not allow that"),
    ("+b2", "a1-b2/", {"late_ring": "off"}, "the options of this game do not allow that"),
    ("*b2", "a1-b2", {}, "no ring has been forgotten in the last move"),
    ("ring", "", {}, "no ring has been forgotten"),
    ("*b1", "a1-b2/", {}, "the ring was forgotten on b2"),
    ("R:*b2", "a1-b2/", {}, "that ring was forgotten by Red"),
    ("B:+b2", "a1-b2/", {}, "that ring was forgotten by Red"),
    ("R:claim", "a1-b2/", {}, "that ring was forgotten by Red"),
    ("claim", "a1-b2 d1-d2/", ONE_RING, "Red has no ring left"),
    ("ring", "a1-b2 d1-d2 b2-c3/", ONE_RING, "Red has no ring left"),
    ("R:b2-c3", "a1-b2 d1-d2", ONE_RING, "Red has no ring left; write / at the end"),
    ("@@d5", "@@d4 @@c3 @@c4", {**ONE_RING, "start": "placement"}, "no ring left; write /"),
    ("d4-d5", "@@d4 @@c3", PLACING, "first all three glasses are placed"),
    ("^d4", "@@d4 @@c3", {"start": "placement"}, "first all three glasses are placed"),
    ("@@d4", "", {}, "all glasses stand already"),
    ("d7-d6", "^a1", {}, "the glass of a1 is in the hand: place it .>. first"),
    ("^d7", "^a1", {}, "the glass of a1 is in the hand"),
    ("b2-c3", "", {}, "no glass of Red stands on b2"),
    ("^d1", "", {}, "no glass of Red stands on d1"),
    ("@80 R:d5-d4", "@0 @@d5 @@g1 @@d7 @@g2 @9 @@a1 @@g3", {"sand_ms": "80", "start": "placement"},
     "the glass on d5 has run out and stays there"),
    ("b2-c3", "a1-b2 d1-d2", {}, "first a glass that has never run must be moved: d7 or g1"),
    ("^b2", "a1-b2 d1-d2", {}, "first a glass that has never run must be moved: d7 or g1"),
    (">b3", "^a1", {}, "b3 is not next to a1"),
    ("@9 R:>c3", "F @5 ^a1", {"timer_ms": "9"}, "c3 is not next to a1"),
    ("a1-b3", "", {}, "b3 is not next to a1"),
    ("d2-c2", "a1-b2 d1-d2 b2-c2", LEVEL_1, "c2 is occupied"),
    ("@@d4", "@@d4", PLACING, "d4 is occupied"),
    ("b2-a2", "a1-a2 a4-a3 a2-b2 a3-b4", FULL, "a2 is full"),
]  # fmt: skip


@pytest.mark.parametrize(("item", "before", "options", "reason"), BAD)
def test_bad_notation(item: str, before: str, options: dict[str, str], reason: str) -> None:
    with pytest.raises(BadNotation, match=reason) as refusal:
        line(item, before, **options)
    assert str(refusal.value).endswith(".")
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(("item", "before", "options", "reason"), ILLEGAL)
def test_illegal_items(item: str, before: str, options: dict[str, str], reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason) as refusal:
        line(item, before, **options)
    assert re.search(r"(\.|, …)$", str(refusal.value))
    assert "\n" not in str(refusal.value)


def test_a_glass_with_nowhere_to_go_is_not_lifted() -> None:
    text = "T3 R 32/32 R:a1,b5,c6 B:a2,b1,b2 rings:- timer:- skip:0/0 open:- t:0"
    with pytest.raises(IllegalMove, match="that glass has nowhere to go"):
        played(configure(Tamsk, {"first_moves": "free"}), DEFAULTS.from_text(text), "^a1")


def test_two_glasses_in_the_hand_need_a_colour() -> None:
    state = DEFAULTS.from_text(BOTH_HANDS)
    with pytest.raises(BadNotation, match="'>d2' could be either player's; write R:>d2 or B:>d2"):
        played(DEFAULTS, state, ">d2")


@pytest.mark.parametrize(
    ("options", "before", "item", "possible"),
    [
        ({}, "", "a1-c3", "R:a1-a2, R:a1-b1, R:a1-b2, R:d7-c6, R:d7-d6, R:d7-e6, R:g1-f1, R:g1-f2"),
        ({}, "^a1", "a1-b2", "R:>a2, R:>b1, R:>b2"),
        ({"voluntary_pass": "free", "level": "2"}, "a1-b2 d1-d2 d7-d6 a4-b4", "b2-c3",
         "R:g1-f1, R:g1-f2, R:g1-g2, R:--"),
        ({**PLACING, "rings": "1"}, "", "a1-a2", "R:@@a1, R:@@a2, R:@@a3, R:@@a4, R:@@b1, "),
    ],
)  # fmt: skip
def test_a_refusal_tells_what_is_possible(
    options: dict[str, str], before: str, item: str, possible: str
) -> None:
    with pytest.raises(IllegalMove) as refusal:
        line(item, before, **options)
    assert f" Possible: {possible}" in str(refusal.value)
    assert str(refusal.value).endswith(", …")
    with pytest.raises(IllegalMove) as refusal:
        line("B:d1-d2", before, **options)
    assert "Possible" not in str(refusal.value)
