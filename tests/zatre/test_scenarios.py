"""The board, the start and placing (`docs/reference/zatre.md` §2-6; scenarios 1-27 of §12).

What a turn made is read from the comment of its line: ``{11x1 12x1 X1}``.
"""

from __future__ import annotations

from collections.abc import Set
from typing import NamedTuple

import pytest

from gipf_meta_zatre.sheet import Sheet
from tests.zatre.words import (
    NOTHING,
    cells,
    drawn,
    drew,
    game,
    held,
    in_bag,
    legal,
    luck,
    on_board,
    placed,
    played,
    position,
    read,
    refused,
    written,
)

both_presets = pytest.mark.parametrize("preset", ["standard", "literal"])

# --- board and set-up -----------------------------------------------------------------------

BOARD = read(
    """
    15          . . +   + . .
    14    + . . . . . . . . . . . +
    13    . + . . . . . . . . . + .
    12    . . + . . . . . . . + . .
    11  . . . . + . . . . . + . . . .
    10  . . . . . + . . . + . . . . .
     9  + . . . . . + . + . . . . . +
     8    . . . . . . O . . . . . .
     7  + . . . . . + . + . . . . . +
     6  . . . . . + . . . + . . . . .
     5  . . . . + . . . . . + . . . .
     4    . . + . . . . . . . + . .
     3    . + . . . . . . . . . + .
     2    + . . . . . . . . . . . +
     1          . . +   + . .
        a b c d e f g h i j k l m n o
    """
)
DOUBLING = {cell for cell, sign in BOARD.items() if sign in "+O"}


def at(column: int, row: int) -> str:
    """The name of a cell, counted from the centre."""
    return f"{chr(ord('h') + column)}{8 + row}"


def counted(cell: str) -> tuple[int, int]:
    return ord(cell[0]) - ord("h"), int(cell[1:]) - 8


def around(cell: str) -> set[str]:
    column, row = counted(cell)
    near = {at(column + 1, row), at(column - 1, row), at(column, row + 1), at(column, row - 1)}
    return near & BOARD.keys()


def images(names: Set[str]) -> list[set[str]]:
    """A set of cells under the 8 symmetries of the board."""
    found: list[set[str]] = []
    for across, up in [(1, 1), (1, -1), (-1, 1), (-1, -1)]:
        places = [(column * across, row * up) for column, row in map(counted, names)]
        found += [{at(*place) for place in places}, {at(*place[::-1]) for place in places}]
    return found


def test_01_cells() -> None:
    g = game()
    names = {
        f"{letter}{15 - down}"
        for down, row in enumerate(g.to_text(g.start(2)).split(" ")[0].split("/"))
        for letter, sign in zip("abcdefghijklmno", row, strict=True)
        if sign == "."
    }
    assert len(names) == 193
    assert names == BOARD.keys()
    assert {"e1", "a5", "o11", "k15"} <= names
    assert not {"h1", "h15", "a8", "o8", "a1", "d1", "a4"} & names
    assert len(DOUBLING) == 33
    for kind in (names, DOUBLING):
        assert all(image == kind for image in images(kind))


def test_01_neighbours_and_doubling_cells() -> None:
    """A 1 beside a lone 1 makes 2: it fits on all cells around but doubling cells."""
    g = game()
    for cell in BOARD:
        state = g.from_text(position({cell: "1"}, hands="1,-"))
        assert cells(g, state, 1) == around(cell) - DOUBLING, cell


def test_02_the_bag() -> None:
    bag = luck(game(), game().start(2))
    assert bag == {"+1": 21, "+2": 20, "+3": 20, "+4": 20, "+5": 20, "+6": 20}
    assert sum(bag.values()) == 121
    assert sum(int(tile) * count for tile, count in bag.items()) == 421


LOTTERY = '[Lottery "A5 B3 C5; A2 C6"]'


def test_03_a_lottery() -> None:
    g = game(start="lottery")
    (told, state), *more = g.play_line(g.start(3), LOTTERY)
    assert (told, more) == (None, [])
    assert held(g, state) == "6,-,-"
    assert in_bag(g, state) == 120
    assert luck(g, state) == {"+1": 21, "+2": 20, "+3": 20, "+4": 20, "+5": 20, "+6": 19}
    text, after = written(g, state, "1. A +631 h8=6 g8=3 f8=1")
    assert text == "1. A +631 h8=6 g8=3 f8=1 {10x1}"
    assert in_bag(g, after) == 118


def test_03_a_lottery_tile_by_tile() -> None:
    g = game(start="lottery")
    state = drew(g, g.start(3), "535")
    assert luck(g, state) == {"+1": 21, "+2": 20, "+3": 19, "+4": 20, "+5": 18, "+6": 20}
    after = drew(g, state, "26")
    assert g.to_text(after) == g.to_text(played(g, g.start(3), LOTTERY))


@pytest.mark.parametrize(("keeps", "tile"), [("deciding", "4"), ("highest", "5")])
def test_03_the_tile_that_the_starter_keeps(keeps: str, tile: str) -> None:
    """Z9."""
    g = game(start="lottery", starter_keeps=keeps)
    state = played(g, g.start(3), '[Lottery "A5 B3 C5; A2 C4"]')
    assert held(g, state) == f"{tile},-,-"


def test_03_what_was_drawn_goes_back_only_where_too_few_are_left() -> None:
    """Ties empty no ordinary bag, but that of a short game."""
    g = game(start="lottery", short_game="2")
    state = drew(g, g.start(2), "6655443322")
    assert luck(g, state) == {"+1": 2}
    assert set(luck(g, drew(g, state, "11")).values()) == {2}


@both_presets
@pytest.mark.parametrize("tiles", ["135", "246"])
def test_04_the_first_tile_goes_to_the_centre(preset: str, tiles: str) -> None:
    g = game(preset=preset)
    state = drew(g, g.start(2), tiles)
    assert legal(g, state) == {f"h8={tile}" for tile in tiles}
    refused(g, state, f"g8={tiles[0]}", "h8")
    first, second, third = tiles
    text, after = written(g, g.start(2), f"1. A +{tiles} h8={first} g8={second} h9={third}")
    assert text == f"1. A +{tiles} h8={first} g8={second} h9={third}"
    assert g.sheets(after)[0] == NOTHING


def test_05_beside_a_lone_tile() -> None:
    g = game()
    state = g.from_text(position("h8=5", hands="6,-"))
    assert legal(g, state) == {"g8=6", "h7=6", "h9=6", "i8=6"}


# --- placing --------------------------------------------------------------------------------


class Laid(NamedTuple):
    """A turn in a position, what it made, and the sheet after it."""

    pre: str
    hand: str
    placements: str
    made: str
    sheet: Sheet


#: turns that make the same with all presets
LAID = {
    "6": Laid("h8=6 h9=6", "3", "i8=3", "", NOTHING),
    "7": Laid("f8=4 h8=5", "3", "g8=3", "12x1", Sheet(twelves=(4,))),
    "8": Laid("e8=4 f8=2 g7=3 g6=2", "6", "g8=6", "11x1 12x1", Sheet(elevens=(2,), twelves=(4,))),
    "9": Laid("e8=4 f8=2 g7=3 g6=3", "6", "g8=6", "12x2", Sheet(twelves=(8,))),
    "11": Laid("h8=3 h7=5", "5", "g7=5", "10x1 X1", Sheet(tens=(1,), crosses=1)),
    "12": Laid("h8=4 h7=4", "6", "i7=6", "10x1 X1", Sheet(tens=(1,), crosses=1)),
    "13": Laid(
        "h8=3 h9=2 h10=1 g10=4", "24", "i10=2 f10=4", "11x1 X1", Sheet(elevens=(2,), crosses=1)
    ),
    "14": Laid("b3=5 b4=4 b5=1", "2", "b2=2", "12x1 X1", Sheet(twelves=(4,), crosses=1)),
    "15": Laid("g2=5 g3=4 g4=1", "2", "g1=2", "12x1 X1", Sheet(twelves=(4,), crosses=1)),
    "16": Laid("e2=5 e3=2 e4=1", "4", "e1=4", "12x1", Sheet(twelves=(4,))),
    "17": Laid("e1=4 e2=3 f2=2", "15", "f1=5 g1=1", "10x1 X1", Sheet(tens=(1,), crosses=1)),
    "18": Laid("g1=5 g2=1 h2=1 i2=5 i3=2", "5", "i1=5", "12x1 X1", Sheet(twelves=(4,), crosses=1)),
    "23": Laid(
        "c5=6 d6=6 j5=5 k6=6",
        "56",
        "d5=6 k5=5",
        "10x1 11x1 12x2 X1",
        Sheet(tens=(1,), elevens=(2,), twelves=(8,), crosses=1),
    ),
}


@both_presets
@pytest.mark.parametrize("laid", LAID.values(), ids=LAID)
def test_a_turn_and_its_score(preset: str, laid: Laid) -> None:
    g = game(preset=preset)
    state = g.from_text(position(laid.pre, hands=f"{laid.hand},-"))
    text, after = written(g, state, f"2. A +- {laid.placements}")
    comment = f" {{{laid.made}}}" if laid.made else ""
    assert text == f"2. A +- {laid.placements}{comment}"
    assert g.sheets(after) == (laid.sheet, NOTHING)


class Refused(NamedTuple):
    """A placement that the rules forbid in a position, and a word of the reason."""

    pre: str
    hand: str
    placement: str
    why: str


REFUSED = {
    "6": Refused("h8=6 h9=6", "1", "h7=1", "13"),
    "7": Refused("f8=4 h8=5", "4", "g8=4", "13"),
    "11": Refused("h8=3 h7=5", "4", "g7=4", "doubling"),
    "12": Refused("h8=4 h7=4", "3", "i7=3", "doubling"),
    "13": Refused("h8=3 h9=2 h10=1 g10=4", "24", "f10=4", "doubling"),
    "14": Refused("b3=5 b4=4 b5=1", "3", "b2=3", "13"),
    "18": Refused("g1=5 g2=1 h2=1 i2=1", "5", "i1=5", "doubling"),
    "19": Refused("h8=5", "1", "i9=1", "touches no tile"),
    "20": Refused("h8=5", "1", "h8=1", "occupied"),
    "20 missing": Refused("h8=5 h2=5", "1", "h1=1", "h1 is no cell"),
    "20 alone": Refused("h8=5", "1", "h11=1", "touches no tile"),
}


@both_presets
@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_a_placement_that_is_refused(preset: str, case: Refused) -> None:
    g = game(preset=preset)
    state = g.from_text(position(case.pre, hands=f"{case.hand},-"))
    refused(g, state, case.placement, case.why)
    assert case.placement not in legal(g, state)


@pytest.mark.parametrize("tile", range(1, 7))
def test_10_doubling_cells_want_10_to_12(tile: int) -> None:
    g = game()
    state = g.from_text(position("h8=6 g8=6", hands=f"{tile},-"))
    assert cells(g, state, tile) == ({"h7", "h9"} if tile <= 3 else {"g7", "g9", "h7", "h9"})


F10 = """
         e f g h i
    10   . . 4 1 .
     9   . . . 2 .
     8   . . . 3 .
"""


def test_13_one_tile_after_the_other() -> None:
    g = game()
    state = g.from_text(drawn(F10, hands="24,-"))
    refused(g, state, "2. A +- f10=4 i10=2", "doubling")
    refused(g, state, "2. A +- f10=4 e10=2", "doubling")
    assert "f10=4" in legal(g, placed(g, state, "i10=2"))


@pytest.mark.parametrize("second", ["i10", "e10"])
def test_13_two_tiles_together(second: str) -> None:
    """With `doubling_check=turn` only what keeps the promise may follow (§8)."""
    g = game(doubling_check="turn")
    state = g.from_text(drawn(F10, hands="24,-"))
    assert legal(g, placed(g, state, "f10=4")) == {"e10=2", "i10=2"}
    text, after = written(g, state, f"2. A +- f10=4 {second}=2")
    assert text == f"2. A +- f10=4 {second}=2 {{11x1 X1}}"
    assert g.sheets(after)[0] == Sheet(elevens=(2,), crosses=1)


def test_13_a_promise_that_nobody_can_keep() -> None:
    g = game(doubling_check="turn")
    state = g.from_text(drawn(F10, hands="4,-"))
    refused(g, state, "f10=4", "doubling")


@pytest.mark.parametrize(
    ("preset", "made", "sheet"),
    [
        ("standard", "10x1 12x1 X2", Sheet(tens=(1,), twelves=(4,), crosses=2)),
        (
            "literal",
            "10x1 11x1 12x1 X2",
            Sheet(tens=(1,), elevens=(2,), twelves=(4,), crosses=2),
        ),
    ],
)
def test_21_two_doubling_cells_in_one_row(preset: str, made: str, sheet: Sheet) -> None:
    g = game(preset=preset)
    picture = """
            f g h i
        9   . . 1 .
        8   2 5 4 .
        7   . . 6 .
    """
    state = g.from_text(drawn(picture, hands="15,-"))
    text, after = written(g, state, "2. A +- g7=5 i7=1")
    assert text == f"2. A +- g7=5 i7=1 {{{made}}}"
    assert g.sheets(after)[0] == sheet


@pytest.mark.parametrize(
    ("preset", "made", "sheet"),
    [
        ("standard", "12x1", Sheet(twelves=(4,))),
        ("literal", "10x1 12x1", Sheet(tens=(1,), twelves=(4,))),
    ],
)
def test_22_a_row_made_and_extended_in_one_turn(preset: str, made: str, sheet: Sheet) -> None:
    g = game(preset=preset)
    state = g.from_text(position("h8=5 i8=4", hands="12,-"))
    text, after = written(g, state, "2. A +- j8=1 k8=2")
    assert text == f"2. A +- j8=1 k8=2 {{{made}}}"
    assert g.sheets(after)[0] == sheet


# --- the first turn -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "made"),
    [
        ({}, "12x1"),
        ({"preset": "literal"}, "11x1 12x1"),
        ({"center_cross": "if_line_scores"}, "12x1 X1"),
    ],
)
def test_24_the_cross_of_the_centre(options: dict[str, str], made: str) -> None:
    g = game(**options)
    text, _ = written(g, g.start(2), "1. A +651 h8=6 i8=5 j8=1")
    assert text == f"1. A +651 h8=6 i8=5 j8=1 {{{made}}}"


def test_24_no_cross_for_a_centre_that_does_not_score() -> None:
    g = game(center_cross="if_line_scores")
    text, _ = written(g, g.start(2), "1. A +135 h8=1 g8=3 f8=5")
    assert text == "1. A +135 h8=1 g8=3 f8=5"


@both_presets
def test_25_a_doubling_cell_in_the_first_turn(preset: str) -> None:
    g = game(preset=preset)
    text, after = written(g, g.start(2), "1. A +565 h8=5 h7=6 g7=5")
    assert text == "1. A +565 h8=5 h7=6 g7=5 {11x2 X1}"
    assert g.sheets(after)[0] == Sheet(elevens=(4,), crosses=1)
    refused(g, g.start(2), "1. A +436 h8=4 h7=3 g7=6", "doubling")


@both_presets
def test_26_three_tiles_make_12(preset: str) -> None:
    g = game(preset=preset)
    text, after = written(g, g.start(2), "1. A +453 h8=4 i8=5 j8=3")
    assert text == "1. A +453 h8=4 i8=5 j8=3 {12x1}"
    assert on_board(g, after) == {"h8": "4", "i8": "5", "j8": "3"}


def test_27_contact_with_own_tiles_alone() -> None:
    pre, line = position("h8=5", hands="23,-"), "2. A +- i8=3 j8=2"
    g = game()
    assert written(g, g.from_text(pre), line)[0] == f"{line} {{10x1}}"
    g = game(own_contact="needs_foreign")
    refused(g, g.from_text(pre), line, "j8")
    assert cells(g, placed(g, g.from_text(pre), "i8=3"), 2) == {"g8", "h7", "h9"}


def test_27_contact_with_any_own_tile_does_not_count() -> None:
    g = game(own_contact="needs_foreign")
    state = placed(g, g.from_text(position("h8=5", hands="223,-")), "i8=3 h9=2")
    assert cells(g, state, 2) == {"g8", "h7"}


def test_27_in_the_first_turn_own_tiles_are_enough() -> None:
    g = game(own_contact="needs_foreign")
    line = "1. A +453 h8=4 i8=5 j8=3"
    assert written(g, g.start(2), line)[0] == f"{line} {{12x1}}"
