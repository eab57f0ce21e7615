"""The page of the words that are typed is made from the table of the program."""

from __future__ import annotations

from docs.words import PAGE, page
from gipf_meta.narration.vocabulary import WORDS


def test_the_page_of_words_is_as_the_table_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "make words writes it"


def test_the_page_has_a_row_for_each_word() -> None:
    rows = [line for line in page().splitlines() if line.startswith("| `")]
    assert [row.split("`")[1] for row in rows] == [word.name for word in WORDS]
