"""A match or lesson leads back to the list from which it was opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.browsers import Page
from tests.web.serving import serving_here
from tests.web.test_room_left import keep_zertz
from tests.web.walking import enter

pytestmark = [pytest.mark.slow, pytest.mark.needs("zertz")]

IN_ROOM = "!document.querySelector('#room').hidden"
LESSON = "!!document.querySelector('#lesson .row button')"


def wait_for(page: Page, screen: str) -> None:
    """Waits until a screen is shown."""
    page.wait_until("(name) => document.body.dataset.screen === name", screen)


def leave_by_menu(page: Page, words: str) -> None:
    """Leaves by the line of the menu that says these *words*."""
    page.press("m")
    way = "dialog[open] button[value='to_games']"
    page.wait_for_text(words, way)
    page.click(way)


def test_one_comes_back_to_the_list_from_which_one_came(page: Page, tmp_path: Path) -> None:
    keep_zertz(tmp_path)
    go_on = "[data-do*='go_on']"
    with serving_here(tmp_path) as served:
        enter(page, served.told, "screen/library")
        wait_for(page, "library")
        for leave in ("E", "V"):  # from the match, and from its past
            page.click(f"#screen {go_on}")
            page.wait_until(IN_ROOM)
            page.press(leave)
            if leave == "V":
                page.wait_until("location.hash.includes('/at/')")
                leave_by_menu(page, "Back to the list")
            wait_for(page, "library")
        page.click("#home")
        wait_for(page, "launcher")
        page.click(f"#screen {go_on}")
        page.wait_until(IN_ROOM)
        leave_by_menu(page, "To the games")
        wait_for(page, "launcher")
        page.close()


def test_a_lesson_and_the_rules_lead_back_to_where_they_were_opened(
    page: Page, tmp_path: Path
) -> None:
    with serving_here(tmp_path) as served:
        enter(page, served.told, "screen/lessons")
        wait_for(page, "lessons")
        page.click("#screen .presses button")
        page.wait_until(LESSON)
        page.click("#lesson .row button")  # All lessons: of all games
        page.wait_until("location.hash === '#screen/lessons'")
        page.evaluate('location.hash = \'screen/lessons/{"game":"zertz"}\'')
        page.wait_for_text("Play a match")
        page.click("aria/Rules")
        wait_for(page, "rules")
        page.click("#screen .back")
        page.wait_for_text("Play a match")
        wait_for(page, "lessons")
        page.close()
