"""Changes beside a board, in words, for those who hear a match: the rows of trays and score sheets,
and the sentences of the caption, that differ from those that were told last.

No game is known by name: what lies beside two boards is compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from gipf_meta.protocol.view import ScoreSheet, Tray, View
from gipf_meta.render.speech import begin_sentence, counts, heap, is_short_tile, tray_things

NONE_LEFT: Final = "0"
"""The amount in a row that is not there any more."""


class Row(NamedTuple):
    """An amount beside the board: the *title* of its tray or sheet, its *name* there and its
    *column*; ``""`` where it needs none."""

    title: str
    name: str = ""
    column: str = ""


Amounts = Mapping[Row, str]
"""The amounts beside a board, in the order in which they are told."""


def rows_beside(view: View, seats: Sequence[str] = (), players: Sequence[str] = ()) -> Amounts:
    """The amounts in the trays and on the score sheets of *view*.

    *seats* are the names of the game's seats, *players* those of the players on them: a sheet whose
    first column belongs to one of these has no names of rows. The only sheet needs no title if its
    rows have names.
    """
    found: dict[Row, str] = {}
    for tray in view.trays:
        found.update(_rows_of_tray(tray, seats))
    for sheet in (each.in_words for each in view.sheets):
        has_names = bool(sheet.columns) and sheet.columns[0] not in players
        title = "" if has_names and len(view.sheets) == 1 else sheet.title
        found.update(_rows_of_sheet(sheet, title, has_names))
    return found


def _rows_of_tray(tray: Tray, seats: Sequence[str]) -> Iterator[tuple[Row, str]]:
    """A row for each heap; one for all things of a tray that are not counted."""
    if all(item.is_endless or is_short_tile(item) for item in tray.items):
        yield Row(tray.title), tray_things(tray, seats)
        return
    for item in tray.items:
        yield Row(tray.title, heap(item, seats)), str(item.count)


def _rows_of_sheet(sheet: ScoreSheet, title: str, has_names: bool) -> Iterator[tuple[Row, str]]:
    """A row for each amount of *sheet*, and for the lines below it."""
    first = 1 if has_names else 0
    for cells in sheet.rows:
        name = f"{sheet.columns[0]} {cells[0]}".strip() if has_names else ""
        for column, amount in zip(sheet.columns[first:], cells[first:], strict=True):
            yield Row(title, name, column), amount if counts(amount) else ""
    for name, amount in sheet.footer:
        yield Row(title, name), amount


def changed_rows(before: Amounts, after: Amounts) -> Amounts:
    """The rows of *after* with another amount than in *before*, where a row that is missing has
    none; and those that are gone, unless their tray or sheet is gone, too."""
    titles = {row.title for row in after}
    gone = [row for row in before if row not in after and row.title in titles]
    now = {**after, **dict.fromkeys(gone, NONE_LEFT)}
    return {row: amount for row, amount in now.items() if not _is_equal(before.get(row), amount)}


def _is_equal(before: str | None, after: str) -> bool:
    """Whether both amounts are the same; 0 is as good as nothing."""
    return (before or NONE_LEFT) == (after or NONE_LEFT)


def row_lines(rows: Amounts) -> Iterator[str]:
    """The *rows* in sentences, a line for each tray and sheet."""
    for title in dict.fromkeys(row.title for row in rows):
        names = dict.fromkeys(row.name for row in rows if row.title == title)
        cells = {
            name: [(row.column, amount or NONE_LEFT) for row, amount in rows.items()
                   if row[:2] == (title, name)]
            for name in names
        }  # fmt: skip
        if title:
            yield f"{title}: {'; '.join(_part(*each) for each in cells.items())}."
        else:
            yield " ".join(f"{begin_sentence(_part(*each))}." for each in cells.items())


def _part(name: str, cells: Sequence[tuple[str, str]]) -> str:
    """One row: its *name*, and its *cells*, each with its column."""
    amounts = ", ".join(f"{column} {amount}".lstrip() for column, amount in cells)
    has_columns = any(column for column, _amount in cells)
    return f"{name}{': ' if has_columns and name else ' '}{amounts}".lstrip()


def caption_sentences(view: View) -> list[str]:
    """The sentences of the caption that tell neither whose turn it is nor what lies in trays."""
    left = view.caption
    for seen in view.seen:
        left = left.replace(seen, "")
    return [each for each in re.split(r"(?<=[.!?])\s+", left.strip()) if each]
