"""The scenarios of docs/reference/punct.md §12, by number."""

from __future__ import annotations

from collections import Counter

import pytest

from gipf_meta import BadNotation, IllegalMove
from gipf_meta.match.turns import perft
from gipf_meta_punct.board import CENTRE, KIND, KINDS, NAMES, NEIGHBOURS, SIDES, SPACE_OF
from gipf_meta_punct.game import Punct

from .boards import at, moves, over, play, position, turns, with_reserve

STANDARD = Punct()
BASIC = Punct(variant="basic")


def test_scenario_1_spaces() -> None:
    columns = Counter(name[0] for name in NAMES)
    assert [columns[c] for c in "abcdefghijklmnopq"] == [
        7, 10, 11, 12, 13, 14, 15, 16, 15, 16, 15, 14, 13, 12, 11, 10, 7,
    ]  # fmt: skip
    assert Counter(len(beside) for beside in NEIGHBOURS) == {6: 163, 5: 6, 4: 30, 3: 12}
    central = "g7 g8 g9 h7 h8 h9 h10 i7 i8 i9 i10 i11 j8 j9 j10 j11 k9 k10 k11"
    assert [NAMES[space] for space in CENTRE] == central.split()


def test_scenario_2_sides() -> None:
    sides = {
        1: "a2 a3 a4 a5 a6 a7 a8",
        2: "q10 q11 q12 q13 q14 q15 q16",
        4: "b1 c1 d1 e1 f1 g1 h1",
        8: "j17 k17 l17 m17 n17 o17 p17",
        16: "b10 c11 d12 e13 f14 g15 h16",
        32: "j2 k3 l4 m5 n6 o7 p8",
    }
    for bit, names in sides.items():
        assert [name for name in NAMES if SIDES[SPACE_OF[name]] & bit] == names.split()
    assert not SIDES[SPACE_OF["b2"]]
    assert not SIDES[SPACE_OF["i2"]]


def test_scenario_3_first_turns() -> None:
    listed = turns(STANDARD.start(2))
    assert Counter(text[0] for text in listed) == {
        "T": 954, "C": 444, "E": 888, "M": 900, "R": 900, "L": 900,
    }  # fmt: skip
    assert Counter(KINDS[kind] for kind in KIND) == {
        "T": 1116, "C": 531, "E": 1062, "M": 1074, "R": 1074, "L": 1074,
    }  # fmt: skip


@pytest.mark.parametrize("name", ["a1", "i1", "q9"])
def test_scenario_4_missing_corners(name: str) -> None:
    assert name not in SPACE_OF
    with pytest.raises(BadNotation, match=f"{name} is no space"):
        STANDARD.parse_turn(STANDARD.start(2), f"T{name}:b2,b3")


@pytest.mark.parametrize("game", [STANDARD, BASIC], ids=["standard", "basic"])
def test_scenario_5_first_pieces(game: Punct) -> None:
    start = game.start(2)
    assert {"Ta2:a3,b3", "Eb1:b2,b3", "Ca3:a2,a4"} <= turns(start, game)
    for text in ("Ei7:i8,i9", "Th6:i6,i7"):
        with pytest.raises(IllegalMove, match="central hexagon"):
            game.parse_turn(start, text)
    with pytest.raises(IllegalMove, match="no shape of a C"):
        game.parse_turn(start, "Ca2:a3,a4")


def test_scenario_6_basic_after_the_first_piece() -> None:
    state = play(BASIC.start(2), "Ta2:a3,b3", BASIC)
    assert "Ti9:i10,j10" in turns(state, BASIC)
    assert perft(BASIC, state, 1) == 5814
    assert BASIC.parse_turn(at("", "b", BASIC), "Ti9:i10,j10"), "only White keeps out of it"


def test_scenario_7_angular_pieces_going_up() -> None:
    start = STANDARD.start(2)
    assert {"Re6:e7,f8", "Le6:d7,e7"} <= turns(start)
    with pytest.raises(IllegalMove, match="no shape of a R"):
        STANDARD.parse_turn(start, "Re6:d7,e7")


def test_scenario_8_a_triangle_in_the_open() -> None:
    state = at("WTi5:i6,j6")
    rotations = {"h4,h5", "h4,i4", "h5,i6", "i4,j5", "j5,j6"}
    found = moves(state, "i5")
    assert len(found) == 217
    assert {text for text in found if text.startswith("i5:")} == {f"i5:{r}" for r in rotations}
    assert "i9:i10,j10" in found
    with pytest.raises(IllegalMove, match="central hexagon"):
        STANDARD.parse_turn(state, "Ti9:i10,j10")


def test_scenario_9_straight_pieces() -> None:
    found = moves(at("WCe5:e4,e6"), "e5")
    assert len(found) == 106
    assert {text for text in found if text.startswith("e5:")} == {"e5:d4,f6", "e5:d5,f5"}
    found = moves(at("WEe5:e6,e7"), "e5")
    assert len(found) == 209
    assert len([text for text in found if text.startswith("e5:")]) == 5


def test_scenario_10_rotations_at_the_edge() -> None:
    rotations = [text for text in moves(at("WTa2:a3,b3"), "a2") if text.startswith("a2:")]
    assert rotations == ["a2:b2,b3"]
    # what lies on a2 and a3 may leave the edge at its other end
    found = moves(at("WTa8:a7,b8"), "a8") | moves(at("WTa8:b8,b9"), "a8")
    assert {text for text in found if text.startswith("a8:")} == {"a8:a7,b8", "a8:b8,b9"}


def test_scenario_11_over_pieces_in_a_line() -> None:
    state = at("WTe4:e5,f5 BEe7:e8,e9")
    found = moves(state, "e4")
    assert "e12:e13,f13" in found
    assert "e7:e8,f8" not in found
    assert not [text for text in found if text.startswith("f9:")]
    with pytest.raises(IllegalMove, match="not in one line"):
        STANDARD.parse_turn(state, "e4-f9:f10,g10")


def test_scenario_12_onto_an_own_piece() -> None:
    found = moves(at("WTe5:e6,f6 WTe9:e10,f10"), "e5")
    onto = {text for text in found if {"e9", "e10", "f10"} & set(text.replace(":", ",").split(","))}
    assert onto == {"e9:e10,f10", "e10:e9,f10"}


def test_scenario_13_onto_a_black_piece() -> None:
    found = moves(at("WTe5:e6,f6 BTe9:e10,f10"), "e5")
    assert not [text for text in found if text.partition(":")[0] in ("e9", "e10", "f10")]
    assert {text for text in found if text.startswith("e8:")} == {
        "e8:d7,d8", "e8:d7,e7", "e8:e7,f8", "e8:f8,f9",
    }  # fmt: skip


FOURTEEN = "WTe5:e6,f6 WEe9:e10,e11 BEf10:f11,f12"


def test_scenario_14_minor_dots_on_black() -> None:
    found = moves(at(FOURTEEN), "e5")
    jumps = {text for text in found if text.partition(":")[0] in ("e9", "e10", "e11")}
    assert jumps == {
        "e9:e10,f10", "e10:e9,f10", "e10:e11,f11", "e10:f10,f11", "e11:e10,f11", "e11:f11,f12",
    }  # fmt: skip


def test_scenario_15_covered_pieces_stay() -> None:
    state = play(at(FOURTEEN), "e5-e9:e10,f10")
    assert STANDARD.to_text(state).endswith(";WTe9:e10,f10^1")
    black = {text.partition("-")[0] for text in turns(state) if "-" in text}
    assert black == set()
    white = STANDARD.from_text(STANDARD.to_text(state).replace("b ", "w ", 1))
    assert {text.partition("-")[0] for text in turns(white) if "-" in text} == {"e9"}
    assert white.pieces[-1] in {white.tops[SPACE_OF["e9"]]}


def test_scenario_16_two_levels() -> None:
    with pytest.raises(IllegalMove, match="not equally high"):
        STANDARD.parse_turn(at("WTe5:e6,f6 WTe9:e10,f10"), "e5-e9:d8,d9")


def test_scenario_17_down_again() -> None:
    found = moves(at("WTe9:e10,f10 WTe9:e10,f10^1"), "e9")
    assert "e3:e4,f4" in found
    assert not [text for text in found if text.startswith("e9:")]
    assert len(found) == 188


def test_scenario_18_the_second_level() -> None:
    state = play(at("WTe9:e10,f10 WTe4:e5,f5 WTe9:e10,f10^1"), "e4-e9:e10,f10")
    assert STANDARD.to_text(state).endswith("WTe9:e10,f10^2")


NINETEEN = "WTe5:d4,d5 BTe7:e8,f8 WEe2:c2,d2"


def test_scenario_19_a_bridge() -> None:
    state = play(at(NINETEEN), "e2-e5:e6,e7")
    assert STANDARD.to_text(state).endswith("WEe5:e6,e7^1")
    with pytest.raises(IllegalMove, match="e6 is not empty"):
        STANDARD.parse_turn(state, "Te6:f6,f7")


def test_scenario_20_a_triangle_is_no_bridge() -> None:
    found = moves(at("WTe5:d4,d5 BTe7:e8,f8 WTe2:d1,d2"), "e2")
    assert {text for text in found if text.startswith("e5:")} == {"e5:d4,d5"}


def test_scenario_21_an_end_without_support() -> None:
    assert not [t for t in moves(at("WTe5:d4,d5 WEe2:c2,d2"), "e2") if t.startswith("e5:")]


def test_scenario_22_three_supported_dots() -> None:
    assert "e5:e6,e7" in moves(at(NINETEEN + " WEe6:f6,g6"), "e2")


TWENTY_THREE = "WTe5:d4,d5 WTe7:e8,f8 WCe2:d2,f2"
TWENTY_FOUR = TWENTY_THREE + " {}Ee6:f6,g6 WTe5:d4,d5^1 WTe7:e8,f8^1"


def test_scenario_23_a_bridge_above_an_empty_space() -> None:
    state = at(TWENTY_THREE)
    assert {t for t in moves(state, "e2") if t.startswith("e6:")} == {"e6:d6,f6"}
    with pytest.raises(IllegalMove, match="dot of its own colour"):
        STANDARD.parse_turn(state, "e2-e6:e5,e7")


def test_scenarios_24_25_a_bridge_with_the_punct_in_the_middle() -> None:
    own, enemy = at(TWENTY_FOUR.format("W")), at(TWENTY_FOUR.format("B"))
    assert STANDARD.to_text(play(own, "e2-e6:e5,e7")).endswith("WCe6:e5,e7^2")
    with pytest.raises(IllegalMove, match="dot of its own colour"):
        STANDARD.parse_turn(enemy, "e2-e6:e5,e7")
    free, forbidden = Punct(middle_bridge="free"), Punct(middle_bridge="forbidden")
    assert "e6:e5,e7" in moves(enemy, "e2", free)
    assert "e6:e5,e7" in moves(at(TWENTY_THREE), "e2", free)
    with pytest.raises(IllegalMove, match="no bridge"):
        forbidden.parse_turn(own, "e2-e6:e5,e7")


def test_scenario_26_a_bridged_piece_stays() -> None:
    pieces = TWENTY_FOUR.format("B") + " WEe5:e6,e7^2"
    state = at(pieces, "b")
    assert not moves(state, "e6")
    with pytest.raises(IllegalMove, match="another piece lies on it"):
        STANDARD.parse(state, 1, "e6")


def test_scenario_27_both_ends_on_one_piece() -> None:
    strict = Punct(bridge_ends="two_pieces")
    state = at("WMe5:e6,f5 WRe2:f1,f2")
    assert "e6:f5,f6" in moves(state, "e2")
    with pytest.raises(IllegalMove, match="two pieces"):
        strict.parse_turn(state, "e2-e6:f5,f6")
    state = at("WMe5:e6,f5 WLe2:e1,f1")
    assert "e6:e5,f5" in moves(state, "e2") & moves(state, "e2", strict)


LINE = "WEa8:b8,c8 WEd8:e8,f8 WEg8:h8,i8 WEj8:k8,l8 WCn8:m8,o8"


def test_scenario_28_opposite_sides() -> None:
    state = at(LINE)
    assert over(state) is None
    assert over(play(state, "Tp9:p10,q10")) == ((0,), "connection")


def test_scenario_29_sides_that_are_not_opposite() -> None:
    state = at("WEh1:h2,h3 WEh4:h5,h6 WEh7:h8,h9 WEh10:h11,h12 WCh14:h13,h15")
    assert over(play(state, "Cg15:f14,h16")) is None


THIRTY = LINE + " WTp9:p10,q10 BTg9:g10,h10 BTg9:f8,g8^1"


def test_scenario_30_uncovered_by_the_opponent() -> None:
    white = at(THIRTY)
    assert over(white) is None
    assert {text.partition("-")[0] for text in turns(white) if "-" in text} == {
        "a8", "j8", "n8", "p9",
    }  # fmt: skip
    assert over(play(at(THIRTY, "b"), "g9-g2:g3,h3")) == ((0,), "connection")


THIRTY_ONE = "WTi9:i10,j10 BT{}"
ENDS = [
    ("g9:g10,h10", STANDARD, (0,)),
    ("i7:i8,j8", STANDARD, ()),
    ("g9:g10,h10", BASIC, ()),
    ("i7:i8,j8", BASIC, ()),
    ("g9:g10,h10", Punct(last_piece="draw"), ()),
    ("g9:g10,h10", Punct(variant="basic", last_piece="centre"), (0,)),
]


@pytest.mark.parametrize(("black", "game", "winners"), ENDS)
def test_scenarios_31_32_the_last_piece(black: str, game: Punct, winners: tuple[int, ...]) -> None:
    state = with_reserve(at(THIRTY_ONE.format(black)), "T")
    assert over(play(state, "Ta2:a3,b3", game), game) == (winners, "last_piece")


def test_scenario_33_visible_dots_in_the_centre() -> None:
    state = at("WTi9:i10,j10 BTh9:g8,g9 BTh9:i9,i10^1")
    assert STANDARD.rules.count_centre(state.tops) == (1, 5)


SECTION_8 = "T6C2E4M2R2L2 WTe5:d4,d5;{}WEe5:e6,e7^1"


def test_scenario_34_position_strings() -> None:
    start = "w T6C2E4M2R2L2 T6C2E4M2R2L2 -"
    assert STANDARD.to_text(STANDARD.start(2)) == start == position("")
    with pytest.raises(BadNotation, match="level"):
        STANDARD.from_text(f"b T5C2E3M2R2L2 {SECTION_8.format('')}")
    text = f"b T5C2E3M2R2L2 {SECTION_8.format('BTe7:e8,f8;').replace('T6', 'T5', 1)}"
    assert STANDARD.to_text(STANDARD.from_text(text)) == text


@pytest.mark.parametrize(("count", "ends"), [(3, 10), (2, 6), (0, None)])
def test_scenario_34_repetition(count: int, ends: int | None) -> None:
    game = Punct(repetition_count=count)
    state = play(play(game.start(2), "Tb2:b3,c3", game), "Tn9:n10,o10", game)
    there_and_back = ["b2-b4:b5,c5", "n9-n11:n12,o12", "b4-b2:b3,c3", "n11-n9:n10,o10"]
    for number, text in enumerate(there_and_back * 3, 3):
        state = play(state, text, game)
        if over(state, game):
            assert (number, over(state, game)) == (ends, ((), "repetition"))
            break
    else:
        assert ends is None


@pytest.mark.parametrize("last", range(4))
def test_the_first_position_comes_back_by_any_piece(last: int) -> None:
    """Also by the one with the least number of all, which is White's on a2."""
    game = Punct(repetition_count=2)
    there_and_back = ["a2-a3:a4,b4", "n9-n11:n12,o12", "a3-a2:a3,b3", "n11-n9:n10,o10"]
    state = at("WTa2:a3,b3 BTn9:n10,o10", game=game)
    first = (last + 1) % 4
    for text in there_and_back[:first]:
        state = play(state, text, game)
    state = game.from_text(game.to_text(state))
    for text in there_and_back[first:] + there_and_back[:first]:
        assert over(state, game) is None
        state = play(state, text, game)
    assert over(state, game) == ((), "repetition")


def test_max_turns_ends_the_game() -> None:
    game = Punct(max_turns=2)
    state = play(game.start(2), "Ta2:a3,b3", game)
    assert over(state, game) is None
    assert over(play(state, "Tn9:n10,o10", game), game) == ((), "unfinished")
