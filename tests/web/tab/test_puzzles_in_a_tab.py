"""Puzzles in a tab: without a server, and kept there."""

from __future__ import annotations

import pytest

from tests.web.tab.loaded import DESK, LoadedTab
from tests.web.walking import BOARD, say

pytestmark = [pytest.mark.slow, pytest.mark.needs("zertz")]

DONE = "Boolean(document.querySelector('#lesson.done'))"


def test_a_puzzle_is_solved_and_known_after_the_tab_was_loaded_anew(tab: LoadedTab) -> None:
    page = tab.page
    tab.enter("lesson/zertz/puzzle_1")
    page.wait_until(BOARD)
    page.wait_for_text("Find the best turn.", "#lesson-words")
    say(page, "x c3Be2")
    page.wait_until(DONE)
    page.wait_for_text("Solved.", "#lesson-words")
    page.evaluate("location.hash = 'screen/puzzles'")
    page.wait_for_text("Your rating: ")
    page.evaluate("location.hash = ''")
    page.wait_until(DESK)
    page.reload()
    page.wait_until(DESK)
    page.evaluate("location.hash = 'screen/puzzles'")
    page.wait_for_text("Your rating: ")
    page.wait_for_text("1 of 2 solved")
    assert not page.unexpected_errors()
