"""A guest on the page of a host: how he keeps his seat, the screens about himself, his deletion."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.web.browsers import Browser, Page
from tests.web.hosting import come_in, hosting, links_of, see_match
from tests.web.test_invite_in_browsers import open_table

pytestmark = [pytest.mark.slow, pytest.mark.needs("zertz")]

SIZES = ((360, 740), (1280, 800))
OVERFLOWS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def wait_for(page: Page, screen: str) -> None:
    """Waits until a screen is shown."""
    page.wait_until("(name) => document.body.dataset.screen === name", screen)


def look(page: Page, name: str) -> None:
    """Looks at a screen on a phone and on a computer: nothing is cut off, everybody can use it; and
    keeps pictures for who wants to look."""
    for size in SIZES:
        page.resize(*size)
        assert not page.evaluate(OVERFLOWS)
        if folder := os.environ.get("SCREENS"):
            page.screenshot(Path(folder) / f"{name}-{size[0]}.png", full=True)
    assert page.axe() == [], name


def test_a_guest_keeps_his_seat_and_is_deleted_when_he_wants(page: Page, tmp_path: Path) -> None:
    with hosting(tmp_path) as host:
        page.go(host.address)
        wait_for(page, "launcher")
        look(page, "new")
        page.click("#screen [data-do*='sign_in']")
        wait_for(page, "sign_in")
        look(page, "sign-in")
        page.click("#home")
        page.click("#screen [data-do*='at_once']")
        see_match(page)
        page.click("#home")
        page.wait_for_text("Only this device knows that these seats are yours.", "#screen")
        look(page, "guest")
        page.click("text/Keep them")
        wait_for(page, "me")
        assert page.evaluate("document.querySelector('[aria-current]').dataset.screen") == (
            "settings"
        )
        look(page, "me")
        page.click("#screen [data-do*='words']")
        wait_for(page, "words")
        page.click("text/Show twelve words")
        page.wait_for_text("Your twelve words", "#screen")
        look(page, "words")
        page.click("text/I have written them down")
        page.wait_for_text("Make new ones", "#screen")
        assert "You have none yet." not in page.text("#screen")
        page.click("#screen [data-do*='delete_me']")
        wait_for(page, "delete_me")
        look(page, "delete-me")
        page.close()


@pytest.mark.parametrize("browser", ["chromium"], indirect=True)
def test_a_spectator_comes_back_to_the_seat_of_who_is_away(
    browser: Browser, tmp_path: Path
) -> None:
    ann, eve = browser.new_page(), browser.new_page()
    with hosting(tmp_path) as host:
        open_table(ann, host, "Ann")
        come_in(eve, links_of(ann)[-1], "Eve")
        assert not eve.evaluate("!!document.querySelector('.players [value=come_back]')")
        ann.close()
        eve.click(".players [value=come_back]")
        wait_for(eve, "sign_in")
        eve.close()


@pytest.mark.parametrize("browser", ["chromium"], indirect=True)
def test_whoever_takes_a_seat_by_a_link_reads_once_how_to_keep_it(
    browser: Browser, tmp_path: Path
) -> None:
    ann, bob = browser.new_page(), browser.new_page()
    with hosting(tmp_path) as host:
        open_table(ann, host, "Ann")
        come_in(bob, links_of(ann)[0], "Bob")
        bob.wait_for_text("Only this device knows your seat", "#connection")
        ann.close()
        bob.close()
