"""The first row of home: a duel that is played twice, then rests; it stops whenever it should."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.web.browsers import Browser, Page
from tests.web.serving import serving_here
from tests.web.walking import PHONE, keep, reach

pytestmark = [pytest.mark.slow, pytest.mark.needs("gipf", "zertz")]

WATCHED = """(() => {
    const {animate} = Element.prototype;
    Element.prototype.animate = function (...how) {
        const one = animate.apply(this, how);
        one.playbackRate = window.pace ?? 12;
        return one;
    };
    window.pending = new Set();
    const {setTimeout: later, clearTimeout: forget} = window;
    window.setTimeout = (task, ms, ...about) => {
        const timer = later(() => { pending.delete(timer); task(...about); }, ms);
        pending.add(timer);
        return timer;
    };
    window.clearTimeout = (timer) => { pending.delete(timer); forget(timer); };
    const frame = window.requestAnimationFrame;
    window.requestAnimationFrame = (task) => {
        const one = frame((now) => { pending.delete(`f${one}`); task(now); });
        pending.add(`f${one}`);
        return one;
    };
    window.captions = [];
    document.addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
        const words = document.querySelector(".legend p")?.textContent;
        if (words && words !== captions.at(-1)) captions.push(words);
    }).observe(document.body, { childList: true, subtree: true, characterData: true }));
    window.shifts = [];
    try {
        const note = (all) => all.getEntries().forEach(({ value }) => shifts.push(value));
        new PerformanceObserver(note).observe({ type: "layout-shift", buffered: true });
    } catch {}
})()"""
"""JavaScript: all goes twelve times as fast; notes captions, what waits, and what moves aside."""
SAYS = "(words) => document.querySelector('.legend button')?.textContent === words"
IN_MOTION = "document.getAnimations().filter((one) => one.playState === 'running').length"
HELD = "document.getAnimations().filter((one) => one.playState === 'paused').length"
SEEN = """() => {
    const of = (name) => document.querySelector(name).getBoundingClientRect();
    const [row, first] = [of(".hero"), of(".hero .primary")];
    return { height: row.height, first: first.bottom, wide: document.body.scrollWidth };
}"""
BAR = 52
"""The height of the bar of places at the bottom of a phone."""


def at_home(page: Page, address: str, code: str = WATCHED) -> None:
    """Opens home, and waits until its first row lives."""
    page.run_before_page(code)
    page.go(address)
    page.wait_until("!!document.querySelector('.hero .alive')")


def test_it_is_played_twice_and_then_costs_nothing(page: Page, tmp_path: Path) -> None:
    with serving_here(tmp_path) as served:
        at_home(page, served.told)
        page.wait_until(SAYS, "Watch again")
        told = page.evaluate("captions")
        assert [told.count(words) for words in ("You doubt it.", told[0])] == [2, 3], told
        assert page.evaluate("document.querySelectorAll('.scenes .ways > g').length") == 1
        page.wait_until("!pending.size")
        page.wait_until("document.getAnimations().length === 0")
        assert page.evaluate("document.activeElement.id") == "screen", "it takes no focus"
        assert [said for said in page.spoken() if said in told] == []
        assert sum(page.evaluate("shifts")) < 0.01
        page.click("text/Watch again")
        page.wait_until("(n) => captions.length > n", len(told) + 2)
        page.wait_until(SAYS, "Watch again")
        assert page.evaluate("captions").count("You doubt it.") == 3, "once when somebody wishes"
        page.close()


def test_pause_a_hidden_tab_and_a_room_hold_it(page: Page, tmp_path: Path) -> None:
    hash = keep(tmp_path, reach("zertz", {}, 2, 1, lambda match: match.result is not None))
    with serving_here(tmp_path) as served:
        at_home(page, served.told, f"window.pace = 0.2; {WATCHED}")
        page.wait_until(SAYS, "Pause")
        page.wait_until(f"{IN_MOTION} > 0")
        page.click(".legend button")
        page.wait_until(SAYS, "Go on")
        assert page.evaluate(IN_MOTION) == 0
        assert page.evaluate(HELD) > 0
        page.click(".legend button")
        page.wait_until(f"{IN_MOTION} > 0")
        page.evaluate("""() => {
            Object.defineProperty(document, "hidden", { value: true, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""")
        assert page.evaluate(IN_MOTION) == 0
        page.evaluate("""() => {
            delete document.hidden;
            document.dispatchEvent(new Event("visibilitychange"));
        }""")
        page.wait_until(f"{IN_MOTION} > 0")
        page.evaluate("(hash) => { location.hash = hash }", hash)
        page.wait_until("!!document.querySelector('#board .place')")
        page.wait_until(f"{IN_MOTION} === 0")
        page.evaluate("location.hash = ''")
        page.wait_until(f"{IN_MOTION} > 0")
        page.close()


@pytest.mark.parametrize("whose", ["system", "own"])
def test_with_less_motion_it_is_a_picture(page: Page, tmp_path: Path, whose: str) -> None:
    settings = tmp_path / "CONFIG" / "gipf-meta" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"toured": True, "motion": whose == "system"}))
    with serving_here(tmp_path) as served:
        page.pretend(reduced_motion=whose == "system")
        at_home(page, served.told)
        page.wait_until("!pending.size")
        assert page.text(".legend button") == "Watch the duel"
        assert page.evaluate("document.getAnimations().length") == 0
        assert page.evaluate("document.querySelectorAll('.hero .ways > g').length") == 1
        page.click(".legend button")
        page.wait_until("captions.includes('A duel in ZÈRTZ decides.')")
        page.wait_until(SAYS, "Watch again")
        assert not page.evaluate("captions").count("")
        page.close()


@pytest.mark.parametrize("waits", [False, True])
def test_it_fits_and_leads_on(page: Page, tmp_path: Path, waits: bool) -> None:
    """Matches that wait come before it; then it is smaller, and plays when somebody wishes."""
    if waits:
        keep(tmp_path, reach("zertz", {}, 2, 1, lambda match: len(match.top.steps) > 5))
    with serving_here(tmp_path) as served:
        at_home(page, served.told)
        for size in ((1440, 900), (800, 600), PHONE):
            page.resize(*size)
            seen = page.evaluate(SEEN)
            assert seen["wide"] <= size[0], size
            assert size == PHONE or seen["height"] <= 520, size
            room = size[1] - (BAR if size == PHONE else 0)
            assert seen["first"] <= room, (size, seen)
        assert page.axe() == []
        assert (page.text(".legend button") == "Watch the duel") is waits
        page.close()


def test_everybody_can_read_it(browser: Browser, tmp_path: Path) -> None:
    page = browser.new_page()
    with serving_here(tmp_path) as served:
        at_home(page, served.told)
        name = page.accessible_name(".scenes")
        assert "You doubt it. A duel in ZÈRTZ decides." in name
        page.wait_until(SAYS, "Watch again")
        assert page.axe() == []
        assert page.axe_in_other_themes() == []
        assert page.evaluate("document.querySelectorAll('.hero [tabindex]').length") == 0
        page.close()
