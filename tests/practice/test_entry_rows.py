"""Entries as rows of a table."""

from __future__ import annotations

from gipf_meta.practice.entries import Entry, Missed, Tried
from gipf_meta.practice.entry_rows import KnownEntries, number_of_entry, text_of_entry

TRIED = Tried(at_ms=1, puzzle="zertz-1")
MISSED = Missed(at_ms=0, number=1, game="zertz", position="♟\0", asked="b2", played="a1")


def row(text: str) -> tuple[int, str]:
    return number_of_entry(text), text


def test_a_row_is_the_entry_that_it_was() -> None:
    rows = [row(text_of_entry(each)) for each in (TRIED, MISSED)]
    assert KnownEntries().read(rows) == [MISSED, TRIED]


def test_numbers_are_the_same_in_every_version() -> None:
    text = (
        '{"at_ms":1,"kind":"tried","puzzle":"zertz-1","wrong":0,"hints":0,"is_daily":false,'
        '"ended":true}'
    )
    assert text_of_entry(TRIED) == text
    assert number_of_entry(text) == 1284120158783898
    assert all(number_of_entry(str(n)) < 1 << 52 for n in range(1000))


def test_what_cannot_be_read_is_left_out() -> None:
    known = KnownEntries()
    texts = (text_of_entry(TRIED), "no JSON", '{"kind":"dreamt","at_ms":1}', "[]", '{"at_ms":-1}')
    rows: list[tuple[object, object]] = [*map(row, texts), (7, texts[0]), (8, None), ("9", b"")]
    assert known.read(rows) == [TRIED]
    assert known.read(rows) == [TRIED]


def test_a_table_is_read_anew_when_a_row_has_come() -> None:
    known, rows = KnownEntries(), [row(text_of_entry(TRIED))]
    first = known.latest((1, 7), lambda: rows)
    rows.append(row(text_of_entry(MISSED)))
    assert known.latest((1, 7), lambda: rows) is first
    assert known.latest((2, 9), lambda: rows) == [MISSED, TRIED]


def test_what_was_read_once_is_the_same_entry() -> None:
    known = KnownEntries()
    rows = [row(text_of_entry(TRIED))]
    first: list[Entry] = known.read(rows)
    assert known.read(rows)[0] is first[0]
