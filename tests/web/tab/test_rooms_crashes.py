"""The worker of the rooms ends in the middle of a match, a duel and a lesson, in both browsers."""

from __future__ import annotations

import pytest

from tests.tiers import soak
from tests.web.browsers import Page
from tests.web.tab.loaded import DESK, LoadedTab
from tests.web.walks import (
    gipf_with_a_challenge,
    take_up_the_challenge,
    wait_for_page,
    wait_for_prompt,
    wait_for_turns,
    zertz_with_a_capture,
)

pytestmark = pytest.mark.slow

CRASH = "(way) => { new BroadcastChannel('crash').postMessage(way) }"
"""JavaScript: ends the worker."""
SENTENCE = "The program has crashed and starts again; what is kept is not lost."
OPEN = "() => document.body.dataset.line === 'open'"


def crash(page: Page, way: str) -> None:
    """Ends the worker of the rooms, reads the sentence, and waits until the page goes on."""
    page.spoken()
    page.evaluate(CRASH, way)
    page.wait_until(f"() => window.spokenTexts.includes({SENTENCE!r})")
    page.wait_until(OPEN)


@pytest.mark.needs("zertz")
@pytest.mark.parametrize("way", ["gone", *soak("aborted", "trapped")])
def test_a_match_goes_on_with_a_turn_that_was_on_its_way(tab: LoadedTab, way: str) -> None:
    page = tab.page
    tab.enter(tab.keep(*zertz_with_a_capture()))
    wait_for_prompt(page, "You must capture")
    page.press("n", "Enter")  # the jump has one end
    crash(page, way)
    page.wait_until("() => document.querySelectorAll('#turn-list > li').length === 6")
    page.press("u")
    wait_for_turns(page, 4)


@pytest.mark.needs("gipf", "zertz")
@pytest.mark.soak
def test_a_duel_goes_on(tab: LoadedTab) -> None:
    page = tab.page
    tab.enter(tab.keep(*gipf_with_a_challenge()))
    take_up_the_challenge(page, "mouse")
    crash(page, "trapped")
    page.wait_until("document.querySelector('[data-place=d4]').ariaLabel.includes('white')")
    page.click("[data-place=a1] .hit")
    wait_for_turns(page, 1)
    assert page.evaluate("document.body.classList.contains('in-duel')")


@pytest.mark.needs("zertz")
@pytest.mark.soak
def test_a_lesson_goes_on(tab: LoadedTab) -> None:
    page = tab.page
    tab.enter("lesson/zertz/first/3")
    wait_for_page(page, 3)
    page.click("aria/Show me")
    wait_for_page(page, 4)
    crash(page, "aborted")
    page.click("aria/Show me")
    page.wait_until("document.querySelector('#lesson button').textContent === 'Again'")


def test_what_it_crashes_at_twice_is_refused(tab: LoadedTab) -> None:
    page = tab.page
    page.click("aria/Matches")
    page.wait_until("() => document.body.dataset.line === 'lost'")
    page.wait_until(f"() => document.querySelector('#screen').innerText.includes({SENTENCE!r})")
    page.wait_until(DESK)
