"""Words to click below a board: their pages, lines and keys."""

from __future__ import annotations

import pytest

from gipf_meta.tui.parts.word_pages import (
    MOST,
    ROWS,
    are_numbers,
    keys_of,
    keys_of_palette,
    lines_of,
    pages_of,
    pages_of_palette,
)
from gipf_meta.tui.screens.decision_screen import WORD_KEYS

NAMES = [f"a thing with the name {n}" for n in "abcdefghijklmnopqrstuvwx"]


def test_words_of_a_match_have_the_keys_of_their_place_on_the_page() -> None:
    assert [*map(len, pages_of(20))] == [MOST, MOST, 2]
    assert keys_of(NAMES[:11], is_counted=False) == [*"12345678912"]
    assert keys_of(["3", "pass"], is_counted=False) == keys_of(["a", "b"], is_counted=True)


def test_a_key_of_a_palette_means_the_same_on_every_page() -> None:
    keys = keys_of_palette(NAMES)
    assert len({*keys}) == len(NAMES)
    assert {*keys} <= {*WORD_KEYS}
    assert keys_of_palette([*NAMES, *NAMES])[-1] == ""


def test_a_number_stands_behind_no_other_number() -> None:
    assert not {*keys_of_palette(["-", "1", "1 2"])} & {*"0123456789"}
    assert are_numbers(["0", "12"])
    assert keys_of_palette(["0", "12"]) == ["", ""]
    assert not are_numbers(["0", "1+1"])
    assert not are_numbers([])


@pytest.mark.parametrize("columns", [30, 78, 118])
def test_the_pages_of_a_palette_have_every_word_and_room_for_what_turns_them(columns: int) -> None:
    widths, turning = [len(name) + 4 for name in NAMES], 12
    pages = pages_of_palette(widths, columns, turning)
    assert [at for page in pages for at in page] == [*range(len(NAMES))]
    for page in pages:
        assert len(lines_of([*widths[page.start : page.stop], turning], columns)) <= ROWS + 1
        assert page
    full = [lines_of([*(widths[at] for at in page), turning], columns) for page in pages]
    assert max(map(len, full)) == ROWS


def test_words_that_have_room_stand_on_one_page() -> None:
    assert pages_of_palette([20] * 6, 78, 12) == [range(6)]
    assert pages_of_palette([20] * 60, 0, 12) == [range(60)]  # not laid out yet
    assert pages_of_palette([100, 20], 78, 12) == [range(2)]
