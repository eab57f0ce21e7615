"""Score sheets (`docs/reference/zatre.md` §6.2-6.5) and the worked sheets of §11."""

from __future__ import annotations

import pytest

from gipf_meta_zatre.sheet import Row, Sheet
from tests.zatre.words import NOTHING

#: what a turn made: tens, elevens, twelves; crosses
Made = tuple[int, int, int, int]

SEVEN_TURNS: list[Made] = [
    (0, 0, 1, 0),
    (0, 1, 3, 1),
    (2, 0, 0, 0),
    (0, 0, 0, 0),
    (1, 2, 0, 2),
    (0, 1, 0, 0),
    (0, 0, 1, 1),
]
TWELVE_TURNS: list[Made] = [
    (1, 0, 0, 1),
    (0, 1, 1, 0),
    (0, 0, 2, 1),
    (1, 0, 1, 0),
    (0, 3, 0, 2),
    (0, 0, 0, 0),
    (2, 1, 1, 0),
    (1, 0, 0, 0),
    (0, 1, 1, 1),
    (0, 0, 1, 0),
    (1, 1, 0, 0),
    (0, 0, 4, 1),
]
ONE_OF_EACH: Made = (1, 1, 1, 1)


def sheet_of(turns: list[Made], *, lost: bool = False) -> Sheet:
    sheet = NOTHING
    for made in turns:
        sheet = sheet.after_turn(*made, lost=lost)
    return sheet


def used(sheet: Sheet, extra_rows: str = "no_bonus") -> list[Row]:
    """The rows of a sheet with anything written into them."""
    rows = sheet.rows(extra_rows=extra_rows)
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    entries = [(row.cross, row.tens, row.elevens, row.twelves) for row in rows]
    blank = (False, None, None, None)
    assert all(
        (row.bonus, row.total) == (0, 0)
        for row, entry in zip(rows, entries, strict=True)
        if entry == blank
    )
    return [row for row, entry in zip(rows, entries, strict=True) if entry != blank]


# --- the worked sheets ----------------------------------------------------------------------


def test_worked_sheet_of_seven_turns() -> None:
    sheet = sheet_of(SEVEN_TURNS)
    assert used(sheet) == [
        Row(1, True, 2, 2, 4, 3, 22),
        Row(2, True, 1, 4, 12, 3, 40),
        Row(3, True, None, 2, 4, 0, 12),
        Row(4, True, None, None, None, 0, 0),
    ]
    assert sheet.total() == 74


def test_what_each_of_the_seven_turns_writes() -> None:
    sheets = [sheet_of(SEVEN_TURNS[:turns]) for turns in range(8)]
    assert sheets == [
        Sheet(tens=(), elevens=(), twelves=(), crosses=0),
        Sheet(tens=(), elevens=(), twelves=(4,), crosses=0),
        Sheet(tens=(), elevens=(2,), twelves=(4, 12), crosses=1),
        Sheet(tens=(2,), elevens=(2,), twelves=(4, 12), crosses=1),
        Sheet(tens=(2,), elevens=(2,), twelves=(4, 12), crosses=1),
        Sheet(tens=(2, 1), elevens=(2, 4), twelves=(4, 12), crosses=3),
        Sheet(tens=(2, 1), elevens=(2, 4, 2), twelves=(4, 12), crosses=3),
        Sheet(tens=(2, 1), elevens=(2, 4, 2), twelves=(4, 12, 4), crosses=4),
    ]


def test_worked_sheet_of_twelve_turns() -> None:
    sheet = sheet_of(TWELVE_TURNS)
    assert used(sheet) == [
        Row(1, True, 1, 2, 4, 3, 20),
        Row(2, True, 1, 6, 8, 3, 36),
        Row(3, True, 2, 2, 4, 3, 22),
        Row(4, True, 1, 2, 4, 3, 20),
        Row(5, True, 1, 2, 4, 4, 22),
        Row(6, True, None, None, 4, 0, 8),
        Row(7, False, None, None, 16, 0, 16),
    ]
    assert sheet.total() == 144


@pytest.mark.parametrize(
    ("extra_rows", "last", "total"),
    [
        ("no_bonus", [Row(17, True, 1, 2, 4, 0, 14)], 382),
        ("bonus_6", [Row(17, True, 1, 2, 4, 6, 26)], 394),
        ("lost", [], 368),
    ],
)
def test_worked_sheet_of_seventeen_turns(extra_rows: str, last: list[Row], total: int) -> None:
    sheet = sheet_of([ONE_OF_EACH] * 17, lost=extra_rows == "lost")
    rows = used(sheet, extra_rows)
    assert [row.bonus for row in rows[:16]] == [3] * 4 + [4] * 4 + [5] * 4 + [6] * 4
    assert [row.total for row in rows[:16]] == [20] * 4 + [22] * 4 + [24] * 4 + [26] * 4
    assert rows[16:] == last
    assert sheet.total(extra_rows=extra_rows) == total


# --- rows and columns -----------------------------------------------------------------------


def test_an_empty_sheet() -> None:
    assert used(NOTHING) == []
    assert NOTHING.total() == 0


def test_a_turn_leaves_the_sheet_before_it_alone() -> None:
    after = NOTHING.after_turn(tens=1, elevens=0, twelves=0, crosses=0)
    assert after == Sheet(tens=(1,), elevens=(), twelves=(), crosses=0)
    assert Sheet() == NOTHING


def test_sums_of_one_value_share_a_cell() -> None:
    """§6.2: one 11 and three 12s write 2 and 12."""
    sheet = NOTHING.after_turn(tens=0, elevens=1, twelves=3, crosses=0)
    assert sheet == Sheet(tens=(), elevens=(2,), twelves=(12,), crosses=0)


def test_columns_are_filled_independently() -> None:
    """§6.2: a 12 of the second turn stands in row 1, above the second 10."""
    sheet = sheet_of([(1, 0, 0, 0), (1, 0, 1, 0)])
    assert used(sheet) == [Row(1, False, 1, None, 4, 0, 5), Row(2, False, 1, None, None, 0, 1)]


@pytest.mark.parametrize(
    ("made", "total"),
    [
        ((1, 1, 1, 0), 7 + 3),
        ((1, 1, 1, 1), (7 + 3) * 2),
        ((0, 1, 1, 0), 6),
        ((1, 0, 1, 1), 5 * 2),
        ((1, 1, 0, 2), 3 * 2),
        ((0, 0, 0, 2), 0),
    ],
)
def test_a_bonus_needs_all_three_and_a_cross_doubles_all(made: Made, total: int) -> None:
    """§6.5; a cross in a row without entries doubles nothing."""
    assert sheet_of([made]).total() == total


def test_a_cross_doubles_beyond_row_16() -> None:
    """§6.3: seventeen crosses, and seventeen 10s."""
    sheet = sheet_of([(1, 0, 0, 1)] * 17)
    assert used(sheet)[16] == Row(17, True, 1, None, None, 0, 2)
    assert sheet.total() == 34


def test_lost_rows_take_what_still_has_room() -> None:
    """§8, `extra_rows=lost`: of two crosses and a 10, one cross is written in row 16."""
    full = sheet_of([(1, 0, 0, 0)] * 16 + [(0, 0, 0, 2)] * 7 + [(0, 0, 0, 1)])
    assert (len(full.tens), full.crosses) == (16, 15)
    after = full.after_turn(tens=1, elevens=1, twelves=0, crosses=2, lost=True)
    assert after == Sheet(tens=(1,) * 16, elevens=(2,), twelves=(), crosses=16)
