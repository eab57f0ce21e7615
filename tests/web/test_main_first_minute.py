"""From a fresh page to the first move, by few keys and touches; the places of each screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.browsers import Page
from tests.web.serving import serving_here
from tests.web.walking import PHONE, WIDE

pytestmark = pytest.mark.slow

PLACED = "document.querySelectorAll('#board .pieces > g').length"
FOCUS = "document.activeElement"
NOTE_SHIFTS = """{
    window.shifted = 0;
    new PerformanceObserver((list) => {
        for (const each of list.getEntries()) shifted += each.value;
    }).observe({ type: "layout-shift", buffered: true });
}"""
"""JavaScript: how much of the page has moved by itself."""
KNOWS_SHIFTS = "PerformanceObserver.supportedEntryTypes.includes('layout-shift')"


@pytest.fixture
def home(page: Page, tmp_path: Path) -> Iterator[Page]:
    """A page at its first screen, for the first time."""
    with serving_here(tmp_path, toured=False) as served:
        page.run_before_page(f"if ({KNOWS_SHIFTS}) {NOTE_SHIFTS}")
        page.go(served.told)
        page.wait_until("document.body.dataset.screen === 'launcher'")
        yield page
        page.go("about:blank")


class Counted:
    """Presses keys and touches of *page*, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0

    def press(self, *keys: str) -> None:
        """Presses *keys*."""
        self.count += len(keys)
        self.page.press(*keys)

    def tap(self, where: str) -> None:
        """Touches a place."""
        self.count += 1
        self.page.tap(where)


@pytest.mark.needs("zertz")
def test_the_first_move_takes_few_keys(home: Page) -> None:
    hand = Counted(home)
    home.wait_until("!!document.querySelector('.legend button')")  # the first that Tab comes to
    hand.press("Tab", "Tab", "Tab", "Enter")
    home.wait_until("!!document.querySelector('.place.open')")
    hand.press("W", "d", "4", "Enter")
    home.wait_until(f"{PLACED} === 1")
    assert hand.count <= 8


@pytest.mark.needs("zertz")
def test_the_first_move_takes_few_touches(home: Page) -> None:
    home.resize(*PHONE)
    home.pretend(touch=True)
    hand = Counted(home)
    hand.tap("aria/Play ZÈRTZ")
    home.wait_until("!!document.querySelector('.place.open')")
    hand.tap("[data-word='pool:W']")
    hand.tap("[data-place=d4] .hit")
    home.wait_until(f"{PLACED} === 1")
    assert hand.count <= 4


def test_each_place_is_reached_by_its_link_and_marked(home: Page) -> None:
    for size in (PHONE, WIDE):
        home.resize(*size)
        for name, screen in (
            ("Lessons", "lessons"),
            ("Matches", "library"),
            ("Settings", "settings"),
            ("Play", "launcher"),
        ):
            home.click(f"aria/{name}")
            home.wait_until("(screen) => document.body.dataset.screen === screen", screen)
            here = "[...document.querySelectorAll('[aria-current]')].map((each) => each.innerText)"
            assert home.evaluate(here) == [name]
            _, y = home.point(f"aria/{name}")
            assert (y > size[1] / 2) == (size == PHONE)
            assert home.axe() == [], (screen, size)
    home.evaluate("location.hash = 'screen/help'")
    home.wait_until("document.body.dataset.screen === 'help'")
    assert home.evaluate("document.querySelector('[aria-current]').innerText") == "Play"


def test_the_keys_skip_the_places(home: Page) -> None:
    home.evaluate("document.activeElement.blur(), document.querySelector('#skip').focus()")
    assert home.evaluate("document.querySelector('#skip').getBoundingClientRect().top >= 0")
    home.press("Tab", "Tab")
    assert home.evaluate(f"{FOCUS}.closest('#places')?.id") == "places"
    home.press("Shift+Tab", "Shift+Tab", "Enter")
    assert home.evaluate(f"{FOCUS}.id") == "screen"
    home.press("Tab")
    assert home.evaluate(f"!!{FOCUS}.closest('#screen')")


@pytest.mark.parametrize("name", ["عمر", "Zoë 👩\u200d🚀", "नमस्ते"])
def test_a_name_of_any_script_stays_as_it_is(home: Page, name: str) -> None:
    kept = "document.querySelector('[name=name]')?.value"
    home.evaluate("location.hash = 'screen/settings'")
    home.wait_until(f"{kept} === ''")
    home.click("[name=name]")
    home.type(name)
    home.press("Tab")
    home.click("aria/Play")
    home.wait_until("document.body.dataset.screen === 'launcher'")
    home.click("aria/Settings")
    home.wait_until(f"(name) => {kept} === name", name)


def test_nothing_on_the_first_screen_moves_by_itself(home: Page) -> None:
    if not home.evaluate(KNOWS_SHIFTS):
        pytest.skip("this browser does not tell layout shifts")
    for screen in ("lessons", "library", "settings", "launcher"):
        home.evaluate("(screen) => { location.hash = `screen/${screen}` }", screen)
        home.wait_until("(screen) => document.body.dataset.screen === screen", screen)
    assert home.evaluate("shifted") < 0.05
