"""Puzzles in a tab: without a server, and kept there."""

from __future__ import annotations

import pytest

from gipf_meta.protocol.puzzles import read_puzzles
from tests.specimens import bundled_games
from tests.web.tab.loaded import DESK, LoadedTab
from tests.web.walking import BOARD, say

pytestmark = [pytest.mark.slow, pytest.mark.needs("zertz")]

DONE = "Boolean(document.querySelector('#lesson.done'))"


def test_a_puzzle_is_solved_and_known_after_the_tab_was_loaded_anew(tab: LoadedTab) -> None:
    page, count = tab.page, len(read_puzzles("gipf_meta_zertz", bundled_games()["zertz"]))
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
    page.wait_for_text(f"1 of {count} solved")
    assert not page.unexpected_errors()
