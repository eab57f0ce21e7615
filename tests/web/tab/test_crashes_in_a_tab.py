"""The worker of the rooms ends in the middle of a match, a duel and a lesson, in both browsers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.browsers import Browser, Driver, Page
from tests.web.tab.loaded import DESK, LoadedTab
from tests.web.walks import (
    gipf_with_a_challenge,
    take_up_the_challenge,
    wait_for_page,
    wait_for_prompt,
    wait_for_turns,
    zertz_with_a_capture,
)

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

WAYS = {
    "gone": "self.close()",  # as a browser ends a worker that takes too much
    "aborted": "run('os.abort()')",
    "trapped": "run('ctypes.memset(0xfffffff0, 1, 64)')",  # outside of the memory
}
"""How the worker ends, by a name: as JavaScript in it. Python runs as it does when a page asks."""
HOOK = f"""
const run = (code) => self.thePython.runPython(
  `import asyncio, ctypes, os\\nasyncio.get_event_loop().call_soon(lambda: ${{code}})`
);
const ways = {{ {", ".join(f"{name}: () => {{ {code} }}" for name, code in WAYS.items())} }};
new BroadcastChannel("crash").onmessage = ({{ data }}) => ways[data]();
"""
CRASH = "(way) => { new BroadcastChannel('crash').postMessage(way) }"
"""JavaScript: ends the worker."""
SENTENCE = "The program has crashed and starts again; what is kept is not lost."
OPEN = "() => document.body.dataset.line === 'open'"
LIBRARY = '\'"screen":"library"\''


def with_ways(content: bytes) -> bytes:
    """The module of the worker, which a test may end; opening the library ends it, too."""
    text = content.decode()
    for there, more in (
        ("await startPython(", "self.thePython = await startPython("),
        (
            "if (text !== null)",
            f"if (text?.includes({LIBRARY})) return self.close();\nif (text !== null)",
        ),
    ):
        assert there in text
        text = text.replace(there, more)
    return (text + HOOK).encode()


@pytest.fixture(scope="module", params=["chromium", "firefox"])
def loaded(
    request: pytest.FixtureRequest,
    driver: Driver,
    tab_folder: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[LoadedTab]:
    """The tab of each browser in turn, loaded once; its server is stopped."""
    browser = Browser(driver, request.param)
    scratch = tmp_path_factory.mktemp("tab")
    yield LoadedTab(browser, tab_folder, scratch, tab__rooms=with_ways)
    browser.close()


@pytest.fixture
def tab(loaded: LoadedTab) -> LoadedTab:
    """The tab at its launcher."""
    loaded.page.evaluate("location.hash = ''")
    loaded.page.wait_until(DESK)
    return loaded


def crash(page: Page, way: str) -> None:
    """Ends the worker of the rooms, reads the sentence, and waits until the page goes on."""
    page.spoken()
    page.evaluate(CRASH, way)
    page.wait_until(f"() => window.spokenTexts.includes({SENTENCE!r})")
    page.wait_until(OPEN)


@pytest.mark.needs("zertz")
@pytest.mark.parametrize("way", WAYS)
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
def test_a_duel_goes_on(tab: LoadedTab) -> None:
    page = tab.page
    tab.enter(tab.keep(*gipf_with_a_challenge()))
    take_up_the_challenge(page, "mouse")
    crash(page, "gone")
    page.wait_until("document.querySelector('[data-place=d4]').ariaLabel.includes('white')")
    page.click("[data-place=a1] .hit")
    wait_for_turns(page, 1)
    assert page.evaluate("document.body.classList.contains('in-duel')")


@pytest.mark.needs("zertz")
def test_a_lesson_goes_on(tab: LoadedTab) -> None:
    page = tab.page
    tab.enter("lesson/zertz/first")
    wait_for_page(page, 0)
    page.click("#lesson .primary")
    wait_for_page(page, 1)
    crash(page, "aborted")
    page.click("#lesson .primary")
    wait_for_page(page, 2)


def test_what_it_crashes_at_twice_is_refused(tab: LoadedTab) -> None:
    page = tab.page
    page.click("aria/All matches")
    page.wait_until("() => document.body.dataset.line === 'lost'")
    page.wait_until(f"() => document.querySelector('#screen').innerText.includes({SENTENCE!r})")
    page.wait_until(DESK)
