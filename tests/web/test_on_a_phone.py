"""A phone's width: what a turn needs is in sight, and everything is reached by a finger."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.browsers import Page
from tests.web.serving import serving
from tests.web.walking import BOARD, PHONE, enter, keep, legal, reach

pytestmark = pytest.mark.slow

SCROLL_BAR = {"chromium": 0, "firefox": 15}
"""What a scroll bar takes, in pixels; on a phone it takes nothing."""
HIDDEN = """() => {
    const end = document.querySelector("#deeds").getBoundingClientRect().top;
    const needed = ".player, #board, #prompt, #words > *, .glass, .tray:not(.none), .item";
    return [...document.querySelectorAll(needed)]
        .filter((one) => one.getClientRects().length)
        .filter((one) => one.getBoundingClientRect().bottom > end || one.scrollWidth > innerWidth)
        .map((one) => one.textContent);
}"""
"""JavaScript: what a turn needs and is not in sight above the buttons."""


@pytest.mark.needs("zertz", "gipf", "tamsk", "zatre")
@pytest.mark.parametrize("language", ["en", "cs"])
def test_what_a_turn_needs_is_in_sight(page: Page, tmp_path: Path, language: str) -> None:
    games = {"zertz": "ZÈRTZ", "gipf": "GIPF", "tamsk": "TAMSK", "zatre": "Zatre"}
    rooms = {
        game: keep(
            tmp_path,
            reach(game, {}, 2, 1, lambda match: len(match.top.turns()) == 2 and legal(match) != []),
            "human",
            "human",
        )
        for game in games
    }
    with serving(tmp_path, language=language) as served:
        page.resize(PHONE[0] + SCROLL_BAR[page.browser.name], PHONE[1])
        page.pretend(touch=True)
        page.go(served.told)
        page.wait_until("!!document.querySelector('#screen .desk')")
        for game, title in games.items():
            page.evaluate("(room) => { location.hash = room }", rooms[game])
            page.wait_until("(title) => document.title.startsWith(title)", title)
            page.wait_until(f"{BOARD} && !!document.querySelector('.tray:not(.none) .item')")
            assert page.evaluate(HIDDEN) == [], game
        page.close()


def room_with_two_turns(folder: Path) -> str:
    """The room of a match of ZÈRTZ between two people, kept in *folder*."""
    begun = reach("zertz", {}, 2, 1, lambda match: len(match.top.turns()) == 2)
    return keep(folder, begun, "human", "human")


@pytest.mark.needs("zertz")
def test_a_menu_has_no_keys_and_is_closed_by_a_tap(page: Page, tmp_path: Path) -> None:
    room = room_with_two_turns(tmp_path)
    with serving(tmp_path) as served:
        page.resize(*PHONE)
        page.pretend(touch=True)
        enter(page, served.told, room)
        page.wait_until(BOARD)
        page.click("#deeds [value='menu']")
        page.wait_until("!!document.querySelector('dialog.menu')")
        assert not page.evaluate("document.querySelector('dialog.menu kbd').checkVisibility()")
        assert page.axe() == []
        page.click("aria/Close")
        page.wait_until("!document.querySelector('dialog')")
        page.close()


@pytest.mark.needs("zertz")
def test_a_result_leads_to_the_review(page: Page, tmp_path: Path) -> None:
    room = room_with_two_turns(tmp_path)
    with serving(tmp_path) as served:
        page.resize(*PHONE)
        enter(page, served.told, room)
        page.wait_until(BOARD)
        page.press("R")
        page.click("dialog[open] button[value='yes']")
        page.click("dialog.end button[value='review']")
        page.wait_until("!!document.querySelector('#review svg path')")
        page.close()


@pytest.mark.needs("zertz")
def test_a_screen_is_where_it_was_left(page: Page, tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        page.resize(*PHONE)
        enter(page, served.told, "screen/help")
        page.wait_until("document.body.dataset.screen === 'help'")
        page.evaluate("location.hash = 'screen/launcher'")
        page.wait_until("document.body.dataset.screen === 'launcher'")
        page.evaluate("scrollTo(0, 300)")
        page.wait_until("history.state.y === 300")
        page.evaluate('location.hash = \'screen/rules/{"game":"zertz"}\'')
        page.wait_until("document.body.dataset.screen === 'rules' && scrollY === 0")
        page.click("#screen .back")
        page.wait_until("document.body.dataset.screen === 'launcher' && scrollY === 300")
        page.close()


@pytest.mark.needs("zertz")
def test_the_rules_that_a_match_opened_lead_back_to_it(page: Page, tmp_path: Path) -> None:
    room = room_with_two_turns(tmp_path)
    with serving(tmp_path) as served:
        page.resize(*PHONE)
        enter(page, served.told, room)
        page.wait_until(BOARD)
        page.press("L")
        page.wait_until("document.body.dataset.screen === 'rules'")
        page.click("#screen .back")
        page.wait_until("(room) => location.hash === '#' + room", room)
        page.close()


def test_all_pages_are_in_sight_on_the_first_screen(page: Page, tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        page.resize(*PHONE)
        enter(page, served.told, "screen/launcher")
        page.wait_until("document.body.dataset.screen === 'launcher'")
        assert page.axe() == []
        for name in ("All matches", "Statistics", "Settings", "Help"):
            _, y = page.point(f"aria/{name}")
            assert y < PHONE[1], name
        page.click("aria/Settings")
        page.wait_until("document.body.dataset.screen === 'settings'")
        page.close()
