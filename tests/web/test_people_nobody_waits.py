"""Waiting for another player, on the pages of two people: until when, and what can be done then."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.web.browsers import Browser, Page
from tests.web.table_for_two import BOB, ROOM, opening, sit_down, visit
from tests.web.test_dialogs_in_browsers import answer, wait_for_dialog, wait_for_strip

pytestmark = [pytest.mark.slow, pytest.mark.needs("zertz")]

NARROW = (360, 740)
WIDE = (1280, 800)
OVERFLOWS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def two_seated(browser: Browser, address: str, size: tuple[int, int]) -> tuple[Page, Page]:
    """The pages of Ann, of that *size*, and of Bob, who have sat down."""
    ann, bob = browser.new_page(), browser.new_page()
    ann.resize(*size)
    sit_down(ann, address)
    sit_down(bob, address)
    return ann, bob


def play(page: Page, text: str) -> None:
    """Types a move."""
    page.press("W")
    page.type(text)
    page.press("Enter")


def look(page: Page, name: str) -> None:
    """Nothing is cut off at the side; and keeps a picture for who wants to look."""
    assert not page.evaluate(OVERFLOWS)
    assert page.axe() == [], name
    if folder := os.environ.get("SCREENS"):
        page.screenshot(Path(folder) / f"{name}.png")


@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_who_waits_sees_until_when_and_goes_on_without_who_has_left(
    browser: Browser, size: tuple[int, int]
) -> None:
    def walk(address: str) -> None:
        ann, bob = two_seated(browser, address, size)
        ann.wait_for_text("Who leaves, or is away for 1 day", "#waiting")
        look(ann, f"agreed-{size[0]}")
        play(ann, "d4,a1")
        ann.wait_until("document.querySelector('#waiting').hidden")
        bob.wait_until("document.title.startsWith('● Your move: ')")
        bob.go(f"{address}#")
        ann.wait_for_text("You may go on without Bob in 23 hours", "#waiting")
        look(ann, f"away-{size[0]}")
        bob.go(f"{address}#room/{ROOM}")
        ann.wait_until("!document.querySelector('.there:not(:empty)')")
        bob.wait_until("!document.querySelector('#room').hidden")
        bob.press("Q")
        wait_for_dialog(bob, "Leave this match for good?")
        answer(bob, "yes")
        ann.click("[value=claim]")
        wait_for_dialog(ann, "On without Bob?")
        ann.wait_for_text("Bob has left the match.", "dialog")
        look(ann, f"claim-{size[0]}")
        answer(ann, "claim")
        ann.wait_for_text("You won", "#result")
        ann.wait_for_text("Bob was away for too long", "#result")
        ann.wait_for_text("Bob has left the match.\n\nYou have claimed the win.", "#said")
        look(ann, f"claimed-{size[0]}")
        ann.close()
        bob.close()

    visit(opening("zertz", "human", "human"), {1: BOB}, walk)


@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_a_pause_is_asked_for_with_its_length_and_both_see_when_time_goes_on(
    browser: Browser, size: tuple[int, int]
) -> None:
    def walk(address: str) -> None:
        ann, bob = two_seated(browser, address, size)
        answer(ann, "on")
        bob.wait_for_text("Time goes on by itself in 9:", "#waiting")
        look(ann, f"ready-{size[0]}")
        answer(bob, "on")
        play(ann, "d4,a1")
        bob.wait_until("document.title.startsWith('● Your move: ')")
        ann.wait_until("document.title.startsWith('ZÈRTZ')")
        ann.press("P")
        wait_for_dialog(ann, "A pause?")
        look(ann, f"ask-for-pause-{size[0]}")
        answer(ann, "1800000")
        wait_for_strip(bob, "Ann asks for a pause of 30 minutes.")
        bob.press_tab_to("yes")
        bob.press("Enter")
        for page in (ann, bob):
            page.wait_for_text("The match pauses for 30 minutes; then time goes on", "#said")
            page.wait_for_text("Time goes on by itself in 29:", "#waiting")
        look(ann, f"paused-{size[0]}")
        answer(ann, "on")
        answer(bob, "on")
        ann.wait_for_text("Time goes on.", "#said")
        ann.close()
        bob.close()

    timed = opening("zertz", "human", "human").model_copy(update={"control": "10m"})
    visit(timed, {1: BOB}, walk)


UNTIL = """() => "until " + new Intl.DateTimeFormat(document.documentElement.lang, {
  weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit",
  timeZoneName: "short" }).format(3 * 86_400_000)"""


@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_a_clock_of_days_runs_at_once_and_is_told_in_words_with_its_date(
    browser: Browser, size: tuple[int, int]
) -> None:
    def walk(address: str) -> None:
        ann, bob = two_seated(browser, address, size)
        for page in (ann, bob):
            page.wait_until("document.querySelector('.player.due [role=timer]').textContent > '2'")
            assert page.text(".player.due [role=timer]") in ("3 days", "2 days 23 hours")
            assert page.text(".player:not(.due) [role=timer]") == "3 days"
            page.wait_until("!!document.querySelector('.player.due .until')")
            assert page.text(".player.due .until")[:9] == page.evaluate(UNTIL)[:9]
        look(ann, f"days-{size[0]}")
        play(ann, "d4,a1")
        bob.wait_until("document.title.startsWith('● Your move: ')")
        assert bob.evaluate("document.querySelectorAll('.until').length") == 1
        ann.close()
        bob.close()

    slow = opening("zertz", "human", "human").model_copy(update={"control": "4320m/turn"})
    visit(slow, {1: BOB}, walk, at_host=True)
