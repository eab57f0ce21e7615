# mypyc: compile
"""The score sheet (docs/reference/zatre.md §6): the same for a game and for the real board."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from gipf_meta import FrozenState

SUMS: Final = (10, 11, 12)
#: points of a sum of 10, 11, 12
POINTS: Final = {10: 1, 11: 2, 12: 4}
#: rows with a preprinted bonus
ROWS: Final = 16


class Row(NamedTuple):
    """One row of a sheet. ``None`` is a cell without an entry; *bonus* is 0 unless earned."""

    number: int
    cross: bool
    tens: int | None
    elevens: int | None
    twelves: int | None
    bonus: int
    total: int


def bonus(number: int, extra_rows: str = "no_bonus") -> int:
    """The bonus printed in row *number*; *extra_rows* says it for rows beyond the last (§6.3)."""
    if number <= ROWS:
        return 3 + (number - 1) // 4
    return 6 if extra_rows == "bonus_6" else 0


class Sheet(FrozenState):
    """The columns of a sheet from the top: entries for 10, 11 and 12, and how many crosses."""

    __slots__ = ("crosses", "elevens", "tens", "twelves")

    def __init__(
        self,
        tens: tuple[int, ...] = (),
        elevens: tuple[int, ...] = (),
        twelves: tuple[int, ...] = (),
        crosses: int = 0,
    ) -> None:
        self.tens: Final = tens
        self.elevens: Final = elevens
        self.twelves: Final = twelves
        self.crosses: Final = crosses

    def fields(self) -> tuple[object, ...]:
        """The values of all attributes, in the order of the constructor."""
        return (
            self.tens,
            self.elevens,
            self.twelves,
            self.crosses,
        )

    def __repr__(self) -> str:
        return f"Sheet{self.fields()}"

    def after_turn(
        self, tens: int, elevens: int, twelves: int, crosses: int, lost: bool = False
    ) -> Sheet:
        """The sheet after a turn with these numbers of sums and of crosses (§6.2).

        *lost*: entries beyond the last row are not written.
        """
        columns = [
            (*column, count * POINTS[value]) if count else column
            for column, value, count in zip(
                (self.tens, self.elevens, self.twelves),
                SUMS,
                (tens, elevens, twelves),
                strict=True,
            )
        ]
        crosses += self.crosses
        if lost:
            columns = [column[:ROWS] for column in columns]
            crosses = min(crosses, ROWS)
        return Sheet(columns[0], columns[1], columns[2], crosses)

    def rows(self, extra_rows: str = "no_bonus") -> tuple[Row, ...]:
        """The rows with an entry or a cross (§6.5)."""
        marks = (True,) * self.crosses
        lines = zip_longest(marks, self.tens, self.elevens, self.twelves)
        return tuple(
            _row(number, bool(cross), entries, extra_rows)
            for number, (cross, *entries) in enumerate(lines, 1)
        )

    def total(self, extra_rows: str = "no_bonus") -> int:
        """The sum of all rows; leftover tiles are not deducted here."""
        return sum(row.total for row in self.rows(extra_rows))


def _row(number: int, cross: bool, entries: Sequence[int | None], extra_rows: str) -> Row:
    complete = all(entry is not None for entry in entries)
    earned = bonus(number, extra_rows) if complete else 0
    points = sum(entry or 0 for entry in entries)
    tens, elevens, twelves = entries
    return Row(number, cross, tens, elevens, twelves, earned, (points + earned) * (1 + cross))


def columns(sheet: Sheet, extra_rows: str) -> dict[str, object]:
    """A sheet as records write it: its columns, and the total of each row."""
    return {
        "X": sheet.crosses,
        "10": list(sheet.tens),
        "11": list(sheet.elevens),
        "12": list(sheet.twelves),
        "rows": [row.total for row in sheet.rows(extra_rows)],
    }


def count_sums(sums: Sequence[int]) -> tuple[int, int, int]:
    """The numbers of tens, elevens and twelves among *sums*."""
    tens, elevens, twelves = (sums.count(value) for value in SUMS)
    return tens, elevens, twelves


def turn_comment(sums: Sequence[int], crosses: int) -> str:
    """A turn in short: ``11x1 12x1 X1``; empty if nothing was scored."""
    parts = [
        f"{value}x{count}" for value, count in zip(SUMS, count_sums(sums), strict=True) if count
    ]
    return " ".join([*parts, f"X{crosses}"] if crosses else parts)
