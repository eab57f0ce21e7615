"""The list of matches in a browser: boards that come, a menu by keys, a review by one press."""

from __future__ import annotations

from pathlib import Path

import pytest

from gipf_meta.match.match import Match
from tests.web.browsers import Page
from tests.web.serving import serving_here
from tests.web.walking import PHONE, enter, keep, reach

pytestmark = [pytest.mark.slow, pytest.mark.needs("zertz")]

SIZES = (PHONE, (800, 600), (1440, 900))
DRAWN = """document.querySelectorAll('.desk-library .picture').length === 5
    && !document.querySelector('.desk-library svg:empty')"""
NOTED = """new MutationObserver(() => {
    const rows = [...document.querySelectorAll(".desk-library .row-of-desk")];
    const heights = rows.map((row) => row.offsetHeight);
    if (heights.length) (window.heights ??= []).push(heights.join());
}).observe(document, { childList: true, subtree: true })"""
LARGE = "#screen label:has([name=preset]):last-child input"
FOCUS = "document.activeElement"
OPEN = "document.querySelectorAll(':popover-open').length"
PRESS = """(n) => {
    const menu = document.querySelectorAll(".more")[n];
    menu.scrollIntoView({ block: "nearest" });
    menu.click();
}"""
OUTSIDE = """() => {
    const box = document.querySelector(":popover-open").getBoundingClientRect();
    return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
}"""


def over() -> Match:
    """A short match that the second player has won."""
    return reach("zertz", {}, 2, 5, lambda match: len(match.top.steps) > 5).resign(0)


def fill(folder: Path) -> None:
    """Puts five matches against Mia into the library: one that goes on, the others over."""
    for _match in range(4):
        keep(folder, over(), "human", "beginner")
    going = reach("zertz", {}, 2, 6, lambda match: match.player == 0 and len(match.top.steps) > 3)
    keep(folder, going, "human", "beginner")


def test_a_menu_is_opened_and_closed_by_keys_and_one_at_a_time(page: Page, tmp_path: Path) -> None:
    fill(tmp_path)
    with serving_here(tmp_path) as served:
        enter(page, served.told, "screen/library")
        page.wait_until(DRAWN)
        page.evaluate("document.querySelector('.more').focus()")
        assert page.accessible_name().startswith("Menu: Your move against")
        page.press("Enter")
        page.wait_until(f"{OPEN} === 1")
        page.press("Tab")
        assert page.evaluate(f"{FOCUS}.textContent") == "Save"
        page.press("Escape")
        page.wait_until(f"{OPEN} === 0 && {FOCUS}.matches('.more')")
        assert page.evaluate("location.hash") == "#screen/library", "Escape closed the menu alone"
        page.press("Enter")
        page.wait_until(f"{OPEN} === 1")
        page.evaluate("document.querySelectorAll('.more')[1].click()")
        page.wait_until(f"{OPEN} === 1 && document.querySelector('#more-1:popover-open')")
        page.evaluate("document.querySelector('#more-1 button:last-child').focus()")
        page.press("Enter")
        page.wait_for_text("is deleted for ever", "#screen")
        page.go("about:blank")


def test_boards_come_without_moving_anything_and_menus_are_whole_in_every_size(
    page: Page, tmp_path: Path
) -> None:
    fill(tmp_path)
    page.run_before_page(NOTED)
    with serving_here(tmp_path) as served:
        for size in SIZES:
            page.resize(*size)
            enter(page, served.told, "screen/library")
            page.wait_until(DRAWN)
            assert len({*page.evaluate("heights")}) == 1, "rows are as high before their boards"
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
            for n in range(5):
                page.evaluate(PRESS, n)
                page.wait_until(f"{OPEN} === 1")
                assert not page.evaluate(OUTSIDE), (size, n)
                page.press("Escape")
                page.wait_until(f"{OPEN} === 0")
            assert page.axe() == []
            page.go("about:blank")


def test_a_review_is_one_press_away_and_the_way_back_leads_to_the_list(
    page: Page, tmp_path: Path
) -> None:
    fill(tmp_path)
    with serving_here(tmp_path) as served:
        enter(page, served.told, "screen/library")
        page.wait_until(DRAWN)
        page.click("#screen li:nth-child(2) > .presses > button")
        page.wait_until("location.hash.endsWith('/review') && !!document.querySelector('#review')")
        page.press("E")
        page.wait_until("location.hash === '#screen/library' && document.querySelector('.more')")
        first = "document.querySelector('#screen li .presses button').textContent"
        page.wait_until(f"{first} === 'Review'")  # what was looked at last comes first
        page.click("#screen .presses > .primary")  # it goes on
        page.wait_until("/^#room.[0-9]+$/.test(location.hash)")
        assert not page.evaluate("!!document.querySelector('#review')")
        page.go("about:blank")


@pytest.mark.needs("zertz")
def test_an_option_is_seen_on_the_board_beside_the_form_and_moves_nothing(
    page: Page, tmp_path: Path
) -> None:
    drawn = "document.querySelector('#screen form > .picture svg').innerHTML.length"
    with serving_here(tmp_path) as served:
        for size in SIZES:
            page.resize(*size)
            enter(page, served.told, "screen/setup/%7B%22game%22:%22zertz%22%7D")
            page.wait_until("!!document.querySelector('#screen form > .picture svg')")
            before = page.evaluate(drawn)
            height = "document.querySelector('#screen form').offsetHeight"
            form = page.evaluate(height)
            page.evaluate(f"document.querySelector({LARGE!r}).click()")  # not below the bar
            page.wait_until(f"(before) => {drawn} > before", before)
            assert page.evaluate(height) == form
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
            page.go("about:blank")
