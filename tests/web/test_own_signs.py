"""Rings and arrows of one's own on the page: by mouse, finger and keys; in play for oneself alone,
in a study for all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.records.models import Seat
from gipf_meta.records.study import Study
from gipf_meta.records.writer import head
from gipf_meta.table.openings import Opening
from tests.web.browsers import Browser, Page
from tests.web.serving import serving_here
from tests.web.table_for_two import sit_down, visit
from tests.web.walking import BOARD, enter, keep, say

pytestmark = [pytest.mark.slow, pytest.mark.needs("zertz")]

NOTE_SENT = """{
    window.sent = [];
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) { sent.push(text); return send.call(this, text); };
}"""
"""JavaScript: what the page sends is noted."""
HOLD_REST = """{
    const start = setTimeout;
    window.setTimeout = (done, ms, ...more) =>
        ms === 500 && window.isHeld ? (window.rest = done, 1e9) : start(done, ms, ...more);
    const end = clearTimeout;
    window.clearTimeout = (n) => n === 1e9 ? (window.rest = null) : end(n);
}"""
"""JavaScript: once time is held, a finger has rested when the test says so, and no sooner."""
RINGS = "document.querySelectorAll('#board .own circle').length / 2"
ARROWS = "document.querySelectorAll('#board .own path').length / 2"
LOADED = "performance.getEntries().some(({ name }) => name.endsWith('/later.js'))"
SAID = "document.getElementById('said').innerText"


def hit(place: str) -> str:
    """The selector of a place of the board."""
    return f"[data-place={place}] .hit"


@pytest.fixture
def at_zertz(page: Page, tmp_path: Path) -> Iterator[Page]:
    """A page that notes what it sends, with a match of two at this screen."""
    find = load_plugins().find
    room = keep(tmp_path, Match.begin(find("zertz")(), 2, find), "human", "human")
    with serving_here(tmp_path) as served:
        page.run_before_page(NOTE_SENT)
        page.run_before_page(HOLD_REST)
        enter(page, served.told, room)
        page.wait_until(BOARD)
        yield page
        page.close()


def draws(page: Page, rings: int, arrows: int) -> None:
    """Waits until so many rings and arrows are on the board."""
    page.wait_until(f"{RINGS} === {rings} && {ARROWS} === {arrows}")


@pytest.mark.both_browsers
def test_in_play_they_are_for_oneself_and_change_nothing(at_zertz: Page) -> None:
    page = at_zertz
    page.move(hit("d4"))
    page.wait_until(LOADED)
    page.click("[data-word='pool:W']")
    before = page.evaluate("() => sent.length")
    page.drag_right(hit("d4"))
    draws(page, 1, 0)
    page.drag_right(hit("a1"), hit("g4"))
    draws(page, 1, 1)
    page.drag_right(hit("g4"), hit("a1"))
    draws(page, 1, 2)
    page.drag_right(hit("a1"), hit("g4"))
    draws(page, 1, 1)
    page.drag_right(hit("d4"))
    draws(page, 0, 1)
    assert page.evaluate("() => sent.length") == before, "nobody is told"
    path = "document.querySelector('#path span').textContent"
    assert "white" in page.evaluate(f"() => {path}"), "the decision goes on"
    refused = (
        "() => !document.querySelector('[data-place=d4]').dispatchEvent("
        "new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))"
    )
    assert page.evaluate(refused)
    outside = refused.replace("[data-place=d4]", "#title")
    assert not page.evaluate(outside), "elsewhere the browser has its menu"
    page.press("Escape")
    page.click(hit("e3"))  # nothing is decided by it
    draws(page, 0, 0)
    page.press("Escape")
    page.click("[data-word='pool:W']")
    page.click(hit("d4"))
    page.drag_right(hit("e3"))
    draws(page, 1, 0)
    say(page, "a1")  # by keys: a decision does it, too
    page.wait_until("document.querySelectorAll('#board .pieces > g').length === 1")
    draws(page, 0, 0)


def test_keys_draw_where_they_stand(at_zertz: Page) -> None:
    page = at_zertz
    page.press("n")
    assert page.accessible_name() == "a1: empty"
    page.press("+")
    page.wait_until(f"{SAID}.includes('A ring is on a1.')")
    draws(page, 1, 0)
    page.press("+")
    page.wait_until(f"{SAID}.includes('It is taken away.')")
    page.press("-")
    page.wait_until(f"{SAID}.includes('An arrow begins on a1')")
    page.press("ArrowUp", "ArrowUp", "-")
    page.wait_until(f"{SAID}.includes('An arrow leads from a1 to a3.')")
    draws(page, 0, 1)
    page.press("?")
    page.wait_for_text("begin an arrow of your own", "dialog")


def test_an_earlier_moment_has_its_own(at_zertz: Page) -> None:
    page = at_zertz
    say(page, "Wd4,a1")
    page.wait_until("document.querySelectorAll('#board .pieces > g').length === 1")
    page.move(hit("d4"))
    page.wait_until(LOADED)
    page.press("V")
    page.wait_until("document.getElementById('moment').innerText.startsWith('0 /')")
    page.drag_right(hit("e3"), hit("c3"))
    draws(page, 0, 1)
    page.press("ArrowRight")
    draws(page, 0, 0)
    page.drag_right(hit("d4"))
    draws(page, 1, 0)
    page.press("ArrowLeft")
    draws(page, 0, 1)
    page.click(hit("b2"))
    page.press("ArrowRight")
    draws(page, 1, 0)
    page.press("Escape")
    draws(page, 0, 0)


def test_a_finger_that_rests_draws_and_one_that_moves_on_does_not(at_zertz: Page) -> None:
    page = at_zertz
    page.resize(390, 844)
    page.pretend(touch=True)
    page.tap("#prompt")
    page.tap(hit("d4"))
    page.wait_until(LOADED)
    chosen = "document.querySelectorAll('.place.chosen').length"
    page.wait_until(f"{chosen} === 1")
    page.tap(hit("d4"))
    page.wait_until(f"{chosen} === 0")
    page.evaluate("() => { window.isHeld = true; }")
    page.touch(hit("e3"))
    page.wait_until("!!window.rest")
    page.evaluate("() => rest()")
    draws(page, 1, 0)
    page.move_touch(hit("c3"))
    draws(page, 0, 1)
    page.end_touch()
    draws(page, 0, 1)
    assert page.evaluate(f"() => {chosen}") == 0, "nothing is chosen by it"
    page.touch(hit("e3"))
    page.wait_until("!!window.rest")
    page.move_touch(hit("c3"))
    page.wait_until("window.rest === null")
    page.end_touch()
    draws(page, 0, 1)


def test_in_a_study_they_stay_at_their_turn_and_both_see_them(browser: Browser) -> None:
    find = load_plugins().find
    match = Match.begin(find("zertz")(), 2, find)
    study = Study.of(head(match, (Seat(name="White"), Seat(name="Black"))))

    def walk(address: str) -> None:
        ann, bob = browser.new_page(), browser.new_page()
        sit_down(ann, address)
        sit_down(bob, address)
        say(ann, "Wd4,d1")
        ann.wait_until(LOADED)
        bob.wait_until("document.querySelectorAll('#board .pieces > g').length === 1")
        ann.drag_right(hit("d4"), hit("g4"))
        draws(bob, 0, 1)
        bob.drag_right(hit("e3"))
        draws(ann, 1, 1)
        words = "document.querySelector('#study p').innerText"
        ann.wait_until(f"{words}.includes('Marked: e3, d4 → g4.')")
        ann.press(",")
        draws(bob, 0, 0)
        bob.press(".")
        draws(ann, 1, 1)
        ann.click(hit("b2"))
        draws(ann, 1, 1)
        ann.drag_right(hit("d4"), hit("g4"))
        draws(bob, 1, 0)
        ann.close()
        bob.close()

    visit(Opening.of_record(study.record), {}, walk)
