"""Home: what it is about is in sight at once, and each board begins its game by one press."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.browsers import Page
from tests.web.serving import serving_here
from tests.web.walking import BOARD, PHONE

pytestmark = [pytest.mark.slow, pytest.mark.needs("gipf", "zertz")]

SMALL, WIDE, NARROW, TWICE = (800, 600), (1440, 900), (320, 640), (720, 450)
NOTE_SHIFTS = """{
    window.shifted = 0;
    try {
        const note = (all) => all.getEntries().forEach(({ value }) => (shifted += value));
        new PerformanceObserver(note).observe({ type: "layout-shift", buffered: true });
    } catch {}
}"""
"""JavaScript: how much of the page has moved by itself."""
TOPS = """() => {
    const top = (name) => document.querySelector(name).getBoundingClientRect().top;
    const below = document.querySelector("#places").getBoundingClientRect();
    return {
        names: ["#wordmark", ".hero h2", ".hero .primary", ".strip .picture"].map(top),
        end: below.top > 200 ? below.top : innerHeight,
        across: document.documentElement.scrollWidth - innerWidth,
    };
}"""
"""JavaScript: the heights at which the name, the idea, the first press and the boards begin, the
end of what is in sight, and how far the page goes beyond its window."""
IN_STRIP = """() => {
    const strip = document.querySelector(".strip");
    return [strip.children.length, strip.scrollWidth - strip.clientWidth];
}"""


WEIGHT = "getComputedStyle(document.querySelector('.prose td') ?? document.body).fontWeight"
"""JavaScript: the weight of the type of a key in the help."""


@pytest.fixture
def home(page: Page, tmp_path: Path) -> Iterator[Page]:
    """A page at its first screen, for the first time."""
    with serving_here(tmp_path) as served:
        page.run_before_page(NOTE_SHIFTS)
        page.go(served.told)
        page.wait_until("document.body.dataset.screen === 'launcher'")
        yield page
        page.go("about:blank")


def test_name_idea_first_press_and_boards_are_in_sight(home: Page) -> None:
    assert home.evaluate("shifted") < 0.02
    for size in (PHONE, SMALL, WIDE):
        home.resize(*size)
        tops = home.evaluate(TOPS)
        assert tops["names"] == sorted(tops["names"]), size
        assert max(tops["names"]) < tops["end"] - 20, (size, tops)
        assert tops["across"] <= 0, size
        if size == WIDE:
            count, hidden = home.evaluate(IN_STRIP)
            assert (count >= 9, hidden) == (True, 0), "all boards are seen at once"
    for size in (NARROW, TWICE):
        home.resize(*size)
        assert home.evaluate(TOPS)["across"] <= 0, size


def test_a_tile_begins_its_game_wherever_it_is_pressed_and_by_key(home: Page) -> None:
    home.resize(*WIDE)
    home.click(".strip li:nth-child(1) .picture")
    home.wait_until(f"location.hash.startsWith('#room') && {BOARD}")
    home.evaluate("location.hash = ''")
    home.wait_until("document.body.dataset.screen === 'launcher'")
    home.evaluate("document.querySelector('.strip li:nth-child(2) .primary').focus()")
    assert home.evaluate("document.activeElement.ariaLabel") == "Play: GIPF"
    home.press("Enter")
    home.wait_until(f"location.hash.startsWith('#room') && {BOARD}")


def test_what_is_read_is_dressed_however_one_comes_to_it(home: Page) -> None:
    assert home.evaluate("document.querySelector('#later-sheet').media") == "all"
    home.evaluate("location.hash = 'screen/help'")
    home.wait_until("document.body.dataset.screen === 'help'")
    home.evaluate("window.isOld = true")
    home.evaluate("location.reload()")
    home.wait_until(f"!window.isOld && {WEIGHT} === '600'")


def test_the_answer_that_is_given_in_the_duel_looks_like_a_first_button(home: Page) -> None:
    home.wait_until("!!document.querySelector('.answers .primary')")
    looks = [
        home.evaluate(f"getComputedStyle(document.querySelector('{each} .primary')).{what}")
        for what in ("backgroundColor", "color")
        for each in (".answers", ".hero .presses")
    ]
    assert looks[:2] == [looks[0]] * 2
    assert looks[2:] == [looks[2]] * 2
