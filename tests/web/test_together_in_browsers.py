"""Two people look at their match together on two pages: one leads, the other follows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.browsers import Browser, Page
from tests.web.hosting import close, come_in, hosting, links_of, see_match
from tests.web.test_invite_in_browsers import open_table, place
from tests.web.walks import wait_for_prompt, wait_for_turns

pytestmark = [pytest.mark.slow, pytest.mark.needs("zertz")]


def wait_for_moment(page: Page, at: int) -> None:
    """Waits until a moment of the match is shown."""
    page.wait_for_text(f"{at} / ", "#moment")


def press_line(page: Page, words: str) -> None:
    """Presses the button of the line that tells who leads, as soon as it says *words*."""
    page.wait_for_text(words, "#together button")
    page.click("#together button")


def test_one_leads_and_the_other_follows_until_he_looks_alone(
    browser: Browser, tmp_path: Path
) -> None:
    ann, bob = browser.new_page(), browser.new_page()
    with hosting(tmp_path) as host:
        open_table(ann, host, "Ann")
        play, _watch = links_of(ann)
        ann.press("Escape")
        come_in(bob, play, "Bob")
        see_match(bob)
        place(ann, "d4", "a1")
        wait_for_prompt(bob, "Your turn. ")
        place(bob, "a2", "g1")
        wait_for_turns(ann, 2)
        ann.press("R")
        ann.click("dialog button[value=yes]")
        for page in (ann, bob):
            page.wait_until("!!document.querySelector('#result.end')")
        ann.press("T")
        for page in (ann, bob):
            wait_for_moment(page, 4)
        bob.wait_for_text("Ann shows the match.", "#together")
        ann.wait_for_text("The others are shown what you look at.", "#together")
        for page in (ann, bob):
            assert page.axe() == []

        ann.press("ArrowLeft")
        wait_for_moment(bob, 3)
        bob.press("ArrowLeft")
        wait_for_moment(bob, 2)
        bob.wait_for_text("Follow along", "#together button")
        ann.press("ArrowRight")
        wait_for_moment(ann, 4)
        wait_for_moment(bob, 2)
        press_line(bob, "Follow along")
        wait_for_moment(bob, 4)

        bob.press("T")
        bob.wait_for_text("The others are shown what you look at.", "#together")
        bob.press("Home")
        wait_for_moment(ann, 0)

        here = bob.evaluate("location.hash")
        bob.press("b")
        for page in (ann, bob):
            page.wait_until("(here) => !location.hash.startsWith(here.split('/at')[0])", here)
        assert ann.evaluate("location.hash") == bob.evaluate("location.hash")
        place(bob, "d4", "a1")
        wait_for_turns(ann, 1)
        ann.evaluate("history.back()")
        wait_for_moment(ann, 0)
        close(ann, bob)
