"""A room at rest: what comes moves nearly nothing else, and nothing scrolls in what scrolls."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tiers import soak
from tests.web.browsers import Browser, Page
from tests.web.serving import serving_here
from tests.web.walking import BOARD, PHONE, enter, keep, reach

pytestmark = pytest.mark.slow

OBSERVED = """
    window.shifts = [];
    const note = (all) => all.getEntries().forEach(({ value }) => shifts.push(value));
    new PerformanceObserver(note).observe({ type: "layout-shift", buffered: true });
"""
"""JavaScript: notes what moves, also what somebody has pressed for."""
MOST_SHIFT = 0.05
"""How much may move: the share of the window that has moved, times how far."""
NESTED = """() => {
    const scrolls = (one) => one.scrollHeight > one.clientHeight + 1
        && ["auto", "scroll"].includes(getComputedStyle(one).overflowY);
    return [...document.querySelectorAll("#room, #room *")].filter(scrolls).map((one) => one.id);
}"""
"""JavaScript: what scrolls up and down inside the page."""
TWICE = (720, 450)
"""A window of 1440 x 900 at 200 %."""
GAMES = ("zertz", "gipf", "dvonn")
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"


def shifted(page: Page) -> float:
    """How much has moved since the last time."""
    for _ in range(2):  # what is noted is told after the picture
        page.evaluate(PAINTED)
    found: list[float] = page.evaluate("() => shifts.splice(0)")
    return sum(found)


def press(page: Page, where: str) -> None:
    """Clicks a button by JavaScript: Chromium notes all that moves then."""
    page.wait_until(f"!!document.querySelector(`{where}:enabled`)")
    page.evaluate(f"document.querySelector(`{where}`).click()")


@pytest.mark.needs(*GAMES)
@pytest.mark.parametrize("size", [PHONE, *soak((800, 600), (1440, 900))])
def test_nearly_nothing_moves_but_pieces(
    browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    """A room is opened, a hint is asked for, a turn is undone and redone, the match is replayed and
    ends."""
    if browser.name != "chromium":
        pytest.skip("Chromium alone measures it.")
    rooms = [
        keep(tmp_path, reach(game, {}, 2, 1, lambda m: len(m.top.steps) > 9), "human", "human")
        for game in GAMES
    ]
    page = browser.new_page()
    page.resize(*size)
    page.run_before_page(OBSERVED)
    with serving_here(tmp_path) as served:
        enter(page, served.told, "screen/help")
        page.wait_until("document.body.dataset.screen === 'help'")
        for room in rooms:
            shifted(page)
            page.evaluate("(room) => { location.hash = room }", room)
            page.wait_until(
                "document.body.dataset.screen === '' && !!document.querySelector('.item')"
            )
            assert shifted(page) < MOST_SHIFT, (room, "opened")
            for button, then in (
                ("#deeds [value=hint]", "!!document.querySelector('.hint')"),
                ("#deeds [value=take_back]", "!document.querySelector('.hint')"),
                ("#deeds [value=play_again]", "true"),
                ("#deeds [value=before]", "!document.querySelector('#replay').hidden"),
                ("#deeds [value=before]", "true"),
                ("#replay [value=Escape]", "document.querySelector('#replay').hidden"),
            ):
                press(page, button)
                page.wait_until(then)
                assert shifted(page) < MOST_SHIFT, (room, button)
            page.press("R")
            page.wait_until("!!document.querySelector('dialog[open]')")
            press(page, "dialog[open] button[value='yes']")
            page.wait_until("!!document.querySelector('#result.end')")
            assert shifted(page) < MOST_SHIFT, (room, "the end")
        page.close()


@pytest.mark.needs("zertz", "gipf", "zatre")
def test_at_twice_the_size_the_page_alone_scrolls(page: Page, tmp_path: Path) -> None:
    rooms = [
        keep(tmp_path, reach(game, {}, 2, 1, lambda m: len(m.top.steps) > 29), "human", "human")
        for game in ("zertz", "gipf", "zatre")
    ]
    page.resize(*TWICE)
    with serving_here(tmp_path) as served:
        enter(page, served.told, rooms[0])
        for room in rooms:
            page.evaluate("(hash) => { location.hash = hash }", room)
            page.wait_until(f"(hash) => location.hash === '#' + hash && {BOARD}", room)
            page.wait_until("!!document.querySelector('#turn-list li')")
            assert page.evaluate(NESTED) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.close()
