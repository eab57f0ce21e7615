"""The numbered scenarios of docs/reference/tzaar.md §12, by their numbers."""

from __future__ import annotations

from collections import Counter

import pytest

from gipf_meta import BadNotation, IllegalMove, Over, Turn
from gipf_meta.plugins.benchmark_positions import benchmark_positions
from gipf_meta_tzaar.board import BOARD, NAME_OF, PLACES, RAYS, SPACES
from gipf_meta_tzaar.game import Tzaar
from gipf_meta_tzaar.rules import fixed_start
from tests.tiers import slow
from tests.tzaar.boards import (
    FIXED,
    FORBID,
    GAME,
    PLACE,
    firsts,
    play,
    result,
    shown,
    stacks,
    turns,
)

NINE = "Ab1,Zc3,Te9 B:Ta3,Tc1,Tc6,Te3,Tf5,Af7,Tg3,Zh1"
TEN = "Zd4,Zd5,Ze4,Ai4,Ti5 B:Aa1,Tb1,Ze6,Zf4,Zf5"
ELEVEN = "TZc3,Ti3,Ai4,Ti5 B:Ta1,Zb6,ATc1,TTAc5,Ze9,Tf5"
TWELVE = "Tc2,Zc3,Ae1,Te2 B:Aa5,Zb6,Tc4,TTc5,Ah6,Zi5"
THIRTEEN = "Tc2,Zc3,Ae1,Ti3 B:Aa5,Zb6,Tc4,Tc5,Ah6,Zi5"
FOURTEEN = "Ta1,Ta2,Ab1,Zi4,Zi5 B:Ta3,Tb3,Zf8,Zg7,Ah6,Ti1"
SIXTEEN = "Zc3,Ae1,Ti3 B:Ta5,Ab6,Zc4"
SEVENTEEN = "Ta1,Ae1,Zi5 B:ZTa2,Ze9,Aa5"
EIGHTEEN = "Ta1,Ae1,Zi5 B:Ta2,Za3,Ae9,Tg7,Th6"
NINETEEN = "TTTc2,TTZc3,AAAe1 B:Ta5,Tb6,Zc4,Ah6,Zi5"
TWENTY = "TTTc2,TTZc3,AAAe1 B:TTTa2,Tb6,Zc4,Ah6,Zi5"
TWENTY_ONE = "Aa5,Zc3,Ti1 B:Tc4,TZe9,TAg3,TTg7"
TWENTY_TWO = "TZc3,AAe1,Zi2,TTi3 B:Ta5,Ab5,Tb6,Zc4,Ah6,Zi5"
TWENTY_FOUR = "Aa5,Zc3,Te4,Ti1 B:Tc4,TZe9,TAg3,TTg7"

FIXED_FIRSTS = """
a5xa4 b1xa1 b1xb2 b5xa4 b5xb4 c2xb2 c2xc3 c5xb4 c5xc4 d3xc3 d3xd4 d5xc4 d5xd4 d5xe6 d6xe6 d6xe7
d7xe7 d7xe8 d8xe8 d8xe9 e1xf1 e2xf1 e2xf2 e3xf2 e3xf3 e4xd4 e4xf3 e4xf4 f5xe6 f5xf4 f5xf6 g4xf4
g4xg3 g5xf6 g5xg6 h3xg3 h3xh2 h5xg6 h5xh6 i2xh2 i2xi1 i5xh6
"""
FIXED_TEXT = (
    "w - W:Ta5,Tb1,Ab5,Tb6,Tc1,Ac2,Zc5,Ac6,Tc7,Td1,Ad2,Zd3,Td5,Zd6,Ad7,Td8,Te1,Ae2,Ze3,Te4,Tf5,"
    "Zg4,Zg5,Ah3,Ah4,Ah5,Ti2,Ti3,Ti4,Ti5"
    " B:Ta1,Ta2,Ta3,Ta4,Ab2,Ab3,Ab4,Zc3,Zc4,Td4,Te6,Ze7,Ae8,Te9,Tf1,Af2,Zf3,Tf4,Zf6,Af7,Tf8,Tg1,"
    "Ag2,Zg3,Ag6,Tg7,Th1,Ah2,Th6,Ti1"
)


def neighbours(name: str) -> set[str]:
    return {NAME_OF[ray[0]] for ray in RAYS[BOARD.place_of[name]] if ray}


def refused(state: object, text: str, game: Tzaar = GAME) -> str:
    """Why a turn is refused."""
    with pytest.raises((BadNotation, IllegalMove)) as told:
        game.parse_turn(state, text)  # type: ignore[arg-type]
    return str(told.value)


# -- geometry and set-up -------------------------------------------------------------------------


def test_1_spaces_columns_degrees_and_lines() -> None:
    assert Counter(name[0] for name in NAME_OF) == dict(
        zip("abcdefghi", [5, 6, 7, 8, 8, 8, 7, 6, 5], strict=True)
    )
    degrees = [sum(bool(ray) for ray in RAYS[space]) for space in SPACES]
    assert Counter(degrees) == {6: 30, 5: 6, 4: 18, 3: 6}
    assert sum(degrees) == 2 * 150
    lines = [len(RAYS[s][w]) + 1 for w in range(3) for s in SPACES if not RAYS[s][w + 3]]
    assert len(lines) == 30
    assert Counter(lines) == {
        n: 3 * [5, 6, 7, 8, 4, 4, 8, 7, 6, 5].count(n) for n in (4, 5, 6, 7, 8)
    }
    assert {NAME_OF[s] for s in SPACES if degrees[s] == 3} == {"a1", "a5", "e1", "e9", "i1", "i5"}


@pytest.mark.parametrize(
    ("name", "around"),
    [
        ("e4", "e3 d3 d4 f3 f4"), ("e6", "e7 d5 d6 f5 f6"), ("d4", "d3 d5 c3 c4 e4"),
        ("a1", "a2 b1 b2"), ("f1", "f2 e1 e2 g1"), ("i5", "i4 h5 h6"), ("e9", "e8 d8 f8"),
        ("g3", "g2 g4 f3 f4 h2 h3"),
    ],
)  # fmt: skip
def test_2_neighbours(name: str, around: str) -> None:
    assert neighbours(name) == set(around.split())


def test_3_lines() -> None:
    for line in ("a1 b2 c3 d4", "f5 g5 h5 i5", "a5 b5 c5 d5", "f4 g3 h2 i1", "e1 e2 e3 e4"):
        spaces = [BOARD.place_of[name] for name in line.split()]
        assert list(BOARD.between(spaces[0], spaces[-1])) == spaces[1:-1]
        assert list(BOARD.between(spaces[-1], spaces[0])) == spaces[-2:0:-1]
    long = [BOARD.place_of[name] for name in ["a3", "b3", "c3", "d3", "e3", "f2", "g1"]]
    assert list(BOARD.between(long[0], long[-1])) == long[1:-1]
    for pair in ("d4 f5", "d5 f4", "e4 e6"):
        assert not BOARD.is_line(*(BOARD.place_of[name] for name in pair.split()))


def test_4_what_is_no_space() -> None:
    for name in ["e5", "a6", "b7", "c8", "d9", "e10", "f9", "g8", "h7", "i6", "j1"]:
        assert name not in BOARD.place_of
        assert "no space" in refused(FIXED.start(2), f"{name}xd4", FIXED)


def test_5_the_fixed_start() -> None:
    state = FIXED.start(2)
    assert FIXED.to_text(state) == FIXED_TEXT
    assert FIXED.from_text(FIXED_TEXT) == state
    assert sorted(firsts(state, FIXED)) == FIXED_FIRSTS.split()
    assert sorted(turns(state, FIXED)) == FIXED_FIRSTS.split()
    for seat in (0, 1):
        kinds = Counter(item[0] for item in FIXED_TEXT.split()[2 + seat][2:].split(","))
        assert kinds == {"Z": 6, "A": 9, "T": 15}


def test_5_a_turn_by_a_sixth_of_a_circle_exchanges_the_colours() -> None:
    state = fixed_start()
    for space, (column, diagonal) in enumerate(PLACES):
        x, y = column - 5, diagonal - 5
        turned = PLACES.index((x - y + 5, x + 5))
        assert state.stacks[turned] == state.stacks[space]
        assert state.white >> space & 1 == state.black >> turned & 1


def test_6_the_numbers_of_turns_are_published() -> None:
    """``test_perft`` counts them; the second turns here are those of scenario 25."""
    published = {each.counts[:2] for each in benchmark_positions(Tzaar)}
    assert {(42, 260556), (180, 31860), (5667,)} <= published


def test_7_placing() -> None:
    start = PLACE.start(2)
    assert PLACE.to_text(start) == "w Z6A9T15/Z6A9T15 W: B:"
    state = play(start, "Ze4", "Ta1", game=PLACE)
    assert PLACE.to_text(state) == "w Z5A9T15/Z6A9T14 W:Ze4 B:Ta1"
    for text in ("Te4", "Ze5", "e3", "e4xa1", "-"):
        assert refused(state, text, PLACE)
    all_placed = [
        "Ze4",
        "Ta1",
        "Ze3",
        "Ta2",
        "Ze2",
        "Ta3",
        "Ze1",
        "Ta4",
        "Zd1",
        "Ta5",
        "Zd2",
        "Tb1",
    ]
    state = play(start, *all_placed, game=PLACE)
    assert "All your pieces Z are placed" in refused(state, "Zd3", PLACE)


def test_7_after_sixty_placings_white_captures_once() -> None:
    state = PLACE.start(2)
    while state.vacant:
        state = PLACE.apply(state, PLACE.legal_moves(state, state.seat)[0])
    assert PLACE.to_text(state).startswith("w - W:")
    assert PLACE.status(state) == Turn(0, 61)
    after = PLACE.apply(state, PLACE.legal_moves(state, 0)[0])
    assert PLACE.status(after) == Turn(1, 62)


def test_8_the_first_turn_of_the_game_is_one_capture() -> None:
    state = FIXED.start(2)
    after = play(state, "d5xd4", game=FIXED)
    assert FIXED.status(after) == Turn(1, 2)
    assert "too much" in refused(state, "d5xd4;-", FIXED)
    assert "too much" in refused(state, "d5xd4;d4-d3", FIXED)
    assert "not the whole turn" in refused(after, "a4xa5", FIXED)
    assert play(after, "a4xa5;-", game=FIXED).seat == 0


# -- reach and capture ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("listed", "first", "count"),
    [
        pytest.param(NINE, "b1xc1 c3xa3 c3xc1 c3xc6 c3xe3", 25, id="9"),
        pytest.param(TEN, "d4xa1 d5xe6 e4xb1 e4xf4 i4xf4 i5xf5", 49, id="10"),
        pytest.param(ELEVEN, "c3xa1 c3xc1 i5xe9 i5xf5", 30, id="11"),
        pytest.param(TWELVE, "c3xc4", 8, id="12"),
        pytest.param(FOURTEEN, "a2xa3 a2xb3 b1xb3 i4xi1 i5xh6", 52, id="14"),
        pytest.param(SIXTEEN, "c3xc4", 1, id="16"),
        pytest.param(SEVENTEEN, "i5xe9", 1, id="17"),
    ],
)
def test_all_firsts_and_the_number_of_turns(listed: str, first: str, count: int) -> None:
    state = stacks(listed)
    assert sorted(firsts(state)) == first.split()
    assert len(turns(state)) == count


def test_11_a_capture_leaves_the_stack_as_it_was() -> None:
    assert "TZc1" in shown(play(stacks(ELEVEN), "c3xc1;-"))


def test_12_all_turns() -> None:
    seconds = ["c4xh6", "c2-c4", "c2-e2", "c4-c2", "e1-e2", "e2-c2", "e2-e1", "-"]
    assert set(turns(stacks(TWELVE))) == {f"c3xc4;{second}" for second in seconds}
    assert "The stack on c5 is higher (2 pieces to 1; rules: A turn)." in refused(
        stacks(TWELVE), "c3xc4;c4xc5"
    )


def test_13_the_same_stack_twice() -> None:
    state = stacks(THIRTEEN)
    assert len(turns(state)) == 11
    assert GAME.status(play(state, "c3xc4;c4xc5")) == Over((0,), "captured")
    after = play(state, "c3xc4;c4-c2")
    assert "TZc2" in shown(after)
    assert result(after) == ""
    covered = play(state, "c3xc4;c2-c4")
    assert "ZTc4" in shown(covered)
    assert GAME.status(covered) == Over((1,), "covered")


def test_14_lines_that_the_first_move_opens() -> None:
    state = stacks(FOURTEEN)
    assert {"a2xb3;a1xa3", "a2xa3;a3xg7"} <= set(turns(state))
    assert "a1xa3" not in firsts(state)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a1-a2;a2xa3", "Each turn begins with a capture"),
        ("-", "only the second move may be passed"),
        ("a2xa3", "not the whole turn"),
        ("a2xa3;a2xb3", "There is no stack on a2"),
        ("a2xa3;a1xa3", "is your own: to strengthen it, write a1-a3"),
        ("a2xa3;b3xa3", "The stack on b3 is Black's"),
        ("a2xa3;a3xb3;-", "no move of TZAAR"),
        ("a2xa3;b1-c1", "c1 is vacant"),
    ],
)
def test_15_refused(text: str, why: str) -> None:
    assert why in refused(stacks(FOURTEEN), text)


# -- end -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("listed", "turn"), [(SIXTEEN, "c3xc4"), (SEVENTEEN, "i5xe9")], ids=["16", "17"]
)
def test_16_17_a_first_capture_wins_at_once(listed: str, turn: str) -> None:
    state = stacks(listed)
    assert GAME.status(play(state, turn)) == Over((0,), "captured")
    assert "too much" in refused(state, f"{turn};-")


def ends(state: object, game: Tzaar = GAME) -> dict[str, str]:
    """The turns that end the game, with who wins."""
    found = turns(state, game)  # type: ignore[arg-type]
    return {text: result(after) for text, after in found.items() if result(after)}


def test_18_ends() -> None:
    state = stacks(EIGHTEEN)
    assert len(turns(state)) == 10
    assert ends(state) == {"a1xa2;a2xa3": "-w", "i5xh6;a1-e1": "-b", "i5xh6;e1-a1": "-b"}


def test_19_a_type_before_no_capture() -> None:
    state = stacks(NINETEEN)
    told = {"c3xc4;-": "-w", "c3xc4;c4xh6": "-w", "c3xc4;c4-c2": "-b", "c3xc4;c2-c4": "-b"}
    assert ends(state) == told == dict.fromkeys(turns(state), "") | told
    assert GAME.status(play(state, "c3xc4;-")) == Over((0,), "no_capture")
    assert GAME.status(play(state, "c3xc4;c4xh6")) == Over((0,), "captured")
    assert GAME.status(play(state, "c3xc4;c2-c4")) == Over((1,), "covered")
    assert len(turns(state, FORBID)) == 2


def test_20_equal_heights_capture() -> None:
    state = stacks(TWENTY)
    assert len(turns(state)) == 9
    after = play(state, "c3xc4;-")
    assert result(after) == ""
    assert "a2xc2" in firsts(after)
    assert result(play(state, "c2xa2;-")) == "-w"


def test_21_the_pass_may_be_all_that_is_left() -> None:
    state = stacks(TWENTY_ONE)
    assert [*turns(state)] == ["c3xc4;-"]
    after = play(state, "c3xc4;-")
    assert sorted(firsts(after)) == ["e9xa5", "g3xi1"]


def test_22_all_ends() -> None:
    state = stacks(TWENTY_TWO)
    assert len(turns(state)) == 17
    won = ["c3xc4;i3xi5", "i2xb6;b6xa5", "i3xi5;c3xc4", "c3xc4;i3-i2", "i3xi5;i5-i2"]
    lost = ["c3xc4;i2-i3", "i3xi5;i2-i5"]
    assert ends(state) == dict.fromkeys(won, "-w") | dict.fromkeys(lost, "-b")


def test_23_what_may_not_be_covered() -> None:
    state = stacks(THIRTEEN)
    assert len(turns(state, FORBID)) == 9
    for text in ("c3xc4;c2-c4", "i3xi5;c2-c3"):
        assert "may not be covered" in refused(state, text, FORBID)


def test_24_black_to_move() -> None:
    state = stacks(TWENTY_FOUR, "b")
    assert sorted(firsts(state)) == ["c4xc3", "c4xe4", "e9xa5", "g3xi1"]
    assert len(turns(state)) == 15
    told = {"c4xc3": "-b", "e9xa5": "-b", "c4xe4;-": "-b", "c4xe4;g7-g3": "-w"}
    found = ends(state)
    assert {text: found.get(text, "") for text in told} == told
    assert "g3xi1;e9-g7" not in found
    assert GAME.status(play(state, "c4xe4;-")) == Over((1,), "no_capture")


COUNTED = {"c2xc3": 6356, "d5xd4": 5667, "e4xf4": 5667}


@pytest.mark.parametrize(
    "first", ["c2xc3", *slow("d5xd4", *sorted({*FIXED_FIRSTS.split()} - {"c2xc3", "d5xd4"}))]
)
def test_25_the_second_turn(first: str) -> None:
    after = play(FIXED.start(2), first, game=FIXED)
    count = sum(
        len(FIXED.legal_moves(FIXED.apply(after, move), 1)) for move in FIXED.legal_moves(after, 1)
    )
    assert count in {5667, 5958, 5959, 6142, 6143, 6352, 6354, 6355, 6356}
    assert count == COUNTED.get(first, count)


# -- notation and strings ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("A2A3-A3B3", "a2xa3;a3xb3"), ("a2-a3, a3-b3", "a2xa3;a3xb3"),
        ("a2 a3 a3 b3", "a2xa3;a3xb3"), ("a2xa3/a3b3", "a2xa3;a3xb3"), ("a2a3-pass", "a2xa3;-"),
        ("A2XA3 ; PASS", "a2xa3;-"), ("a2xa3 -", "a2xa3;-"), ("a2a3-a1a3", "a2xa3;a1-a3"),
        ("7. a2xa3;-", "a2xa3;-"),
    ],
)  # fmt: skip
def test_26_lenient_reading(text: str, canonical: str) -> None:
    state = stacks(FOURTEEN)
    assert GAME.format_turn(state, GAME.parse_turn(state, text)) == canonical


@pytest.mark.parametrize("text", ["a2a3a3b3", "a2xa3-", "a2xa3;", "a2xa3;-;-"])
def test_26_refused(text: str) -> None:
    assert refused(stacks(FOURTEEN), text)


@pytest.mark.parametrize("text", ["zE4", "z e4", " Ze4 "])
def test_27_lenient_placing(text: str) -> None:
    start = PLACE.start(2)
    assert PLACE.format_turn(start, PLACE.parse_turn(start, text)) == "Ze4"


@pytest.mark.parametrize(
    "listed",
    [
        NINE, TEN, ELEVEN, TWELVE, THIRTEEN, FOURTEEN, SIXTEEN, EIGHTEEN, NINETEEN, TWENTY,
        TWENTY_ONE, TWENTY_TWO,
    ],
)  # fmt: skip
def test_28_round_trips(listed: str) -> None:
    text = f"w - W:{listed}"
    assert GAME.to_text(GAME.from_text(text)) == text


def test_28_round_trips_after_turns_and_in_another_order() -> None:
    for listed in (THIRTEEN, NINETEEN, TWENTY_TWO):
        for after in turns(stacks(listed)).values():
            text = GAME.to_text(after)
            assert GAME.to_text(GAME.from_text(text)) == text
    black = f"b - W:{TWENTY_FOUR}"
    assert GAME.to_text(GAME.from_text(black)) == black
    mixed = GAME.from_text("w - W:Ti3,Zc3,Ae1 B:Zc4,Ta5,Ab6")
    assert GAME.to_text(mixed) == f"w - W:{SIXTEEN}"


REFUSED = (
    "w - W:Zc3,Ae1,Ti3 B:Ta5,Ab6",
    "w - W:Zc3,Ae1,Ti3 B:Ta5,Zb5,Ab6",
    "b" + FIXED_TEXT[1:],
    "w Z6A9T15/Z6A9T15 W:Ze4 B:",
    "b Z6A9T15/Z6A9T15 W: B:",
    "w Z5A9T15/Z6A9T15 W:Ze4 B:",
    "w - W:Zc3,Ae1,Ti3 B:Zc3,Ta5,Ab6",
    "w - W:Zc3,Ae1,Ti3 B:Ze5,Tc4,Ab6",
    "-w - W:Zc3,Ae1,Ti3 B:Zc4,Ta5,Ab6",
    "w Z0A0T0/Z0A0T0 W: B:",
    # the same rules of section 8 otherwise
    f"{FIXED_TEXT} second",
    "-w - W:Zc3,Ae1,Ti3 B:Ta5,Ab6 second",
    "-w - W:Zc3,Ae1 B:Ta5,Ab6",
    "w - W:Zc3,Ae1,Ti3",
    "w - W:Zc3,Ae1,Ti3 B:Zc4,Ta5,Ab6 first",
    "x - W:Zc3,Ae1,Ti3 B:Zc4,Ta5,Ab6",
    "w - W:Zc3,Ae1,ti3 B:Zc4,Ta5,Ab6",
    "w - B:Zc3,Ae1,Ti3 W:Zc4,Ta5,Ab6",
    "w - W:ZZZZZZZc3,Ae1,Ti3 B:Zc4,Ta5,Ab6",
    "w ZAT W: B:",
    "-w Z6A9T15/Z6A9T15 W: B:",
    "w Z5A9T15/Z5A9T15 W:Ze4 B:TZa1",
    "w Z5A9T15/Z5A9T15 W:Ze4 B:Ta1",
)


@pytest.mark.parametrize("game", [GAME, PLACE], ids=["random", "place"])
def test_29_refused_positions(game: Tzaar) -> None:
    for text in REFUSED:
        with pytest.raises(BadNotation):
            game.from_text(text)


@pytest.mark.parametrize(
    "text", ["-w - W:Zc3,Ae1,Ti3 B:Ta5,Ab6", "-b - W:Zc3,Ae1,Ti3 B:Ta5,Zb5,Ab6"]
)
def test_30_positions_after_the_end(text: str) -> None:
    assert GAME.to_text(GAME.from_text(text)) == text
    assert result(GAME.from_text(text)) == text[:2]


def test_30_a_position_inside_a_turn() -> None:
    text = "w - W:Ta1,Ta3,Ab1,Zi4,Zi5 B:Tb3,Zf8,Zg7,Ah6,Ti1 second"
    inside = GAME.from_text(text)
    state = stacks(FOURTEEN)
    after = GAME.apply(state, GAME.parse(state, 0, "a2xa3"))
    assert after == inside
    assert GAME.to_text(after) == text
    assert len(firsts(inside)) == 14
    assert GAME.format_turn(inside, GAME.parse_turn(inside, "pass")) == "-"


def test_31_a_tag_sets_the_board_up() -> None:
    listed = FIXED_TEXT.removeprefix("w - ")
    ((text, state),) = GAME.play_line(GAME.start(2), f'[Setup "{listed}"]')
    assert (text, state) == (None, FIXED.start(2))
    wrong = (
        listed.replace(",Ti1", ""),
        listed.replace(",Tg7,Th1", ",TTg7").replace("Tg1", "Tg1"),
        listed.replace("W:Ta5", "W:Za5"),
        listed.replace("W:Ta5", "W:TTa5").replace("Tb1,", ""),
        "W:Ta5",
    )
    for other in wrong:
        with pytest.raises((BadNotation, IllegalMove)):
            list(GAME.play_line(GAME.start(2), f'[Setup "{other}"]'))
    for game in (FIXED, PLACE):
        with pytest.raises(IllegalMove, match="that is what setup=random does"):
            list(game.play_line(game.start(2), f'[Setup "{listed}"]'))
