"""Two people with two matches of days: what waits is first, and each move leads to the next."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.browsers import Browser, Page
from tests.web.hosting import close, come_in, end_tour, hosting, links_of
from tests.web.test_invite_in_browsers import fill
from tests.web.walking import PHONE, place
from tests.web.walks import wait_for_prompt

pytestmark = [pytest.mark.slow, pytest.mark.needs("zertz")]

NO_SCROLL = "document.documentElement.scrollWidth <= innerWidth"


def open_slow_table(page: Page, address: str, **values: str) -> str:
    """Opens a match of days with a seat for whoever is invited; the link to it."""
    page.go(address)
    page.click("aria/Change …: ZÈRTZ")
    fill(page, clock="3d/turn", **values)
    page.click(".desk form .primary")
    page.wait_for_text("waiting for somebody to sit here", "#waiting")
    play, _watch = links_of(page)
    page.press("Escape")
    return play


@pytest.mark.parametrize("browser", ["chromium"], indirect=True)
def test_what_waits_is_first_and_each_move_leads_to_the_next(
    browser: Browser, tmp_path: Path
) -> None:
    ann, bob = browser.new_page(), browser.new_page()
    bob.resize(*PHONE)
    with hosting(tmp_path) as host:
        first = open_slow_table(ann, host.address, name="Ann")
        come_in(bob, first, "Bob")
        end_tour(bob)
        bob.go(open_slow_table(ann, host.address))
        bob.wait_until("location.hash.startsWith('#room/')")
        ann.go(host.address)
        ann.wait_for_text("It is your move")
        ann.wait_until("document.querySelectorAll('.desk .boards .row-of-desk').length === 2")
        assert ann.evaluate("document.querySelector('#screen h2').textContent") == "It is your move"
        ann.wait_for_text("days 23 hours left")
        assert ann.axe() == []
        ann.click(".desk .boards .primary")
        ann.wait_until("location.hash.startsWith('#room/')")
        room = ann.evaluate("location.hash")
        wait_for_prompt(ann, "Your turn")
        assert not ann.evaluate("!!document.querySelector('#next')")
        place(ann, "d4", "a1")
        ann.wait_for_text("Next: 1 waits", "#next")
        assert ann.axe() == []
        ann.press("J")
        ann.wait_until("(room) => location.hash !== room", room)
        wait_for_prompt(ann, "Your turn")
        assert not ann.evaluate("!!document.querySelector('#next')")
        ann.press("J")
        ann.wait_for_text("Nothing else waits for you now.", "#connection")
        ann.click("[data-word='pool:W'].lit")  # a move that is begun is not left behind
        ann.press("J")
        ann.wait_for_text("Finish the move that you have begun here", "#said")
        bob.evaluate("() => { location.hash = '' }")
        bob.wait_for_text("your move")
        assert bob.evaluate(NO_SCROLL)
        bob.tap(".desk .boards .primary")
        wait_for_prompt(bob, "Your turn")
        assert bob.evaluate(NO_SCROLL)
        assert bob.axe() == []
        bob.tap(".name .who")
        bob.wait_until("document.body.dataset.screen === 'profile'")
        assert bob.axe() == []
        assert bob.evaluate(NO_SCROLL)
        close(ann, bob)


HIDE = """() => {
    Object.defineProperty(document, "hidden", { get: () => true });
    window.heard = 0;
    const begin = AudioContext.prototype.createBufferSource;
    AudioContext.prototype.createBufferSource = function () {
        window.heard += 1;
        return begin.call(this);
    };
}"""  # fmt: skip
"""JavaScript: the tab is hidden from now on, and what is heard there is counted."""


RING = """async () => {
    const at = (name) =>
        import(document.querySelector("script[type=module]").src.replace("main.js", name));
    const [{ sound_js: { sound } }, { waiting_js }] = await Promise.all(
        ["main.js", "host.js"].map(at));
    let rung = 0;
    sound.play = () => void (rung += 1);
    const ring = async () => {
        waiting_js.hearWaiting(null, { awaits: { count: 1, waits: [{}] } });
        await navigator.locks.request("rung", { ifAvailable: true }, () => {});
        return rung;
    };
    return [await navigator.locks.request("rung", ring), await ring()];
}"""
"""JavaScript: how often a hidden tab is heard while another one is, and after that."""


@pytest.mark.parametrize("browser", ["chromium"], indirect=True)
def test_the_title_says_how_much_waits_and_a_hidden_tab_is_heard(
    browser: Browser, tmp_path: Path
) -> None:
    ann, bob = browser.new_page(), browser.new_page()
    with hosting(tmp_path) as host:
        first = open_slow_table(ann, host.address, name="Ann")
        ann.go(host.address)
        ann.wait_for_text("Your tables")
        title = ann.evaluate("document.title")
        assert not title.startswith("(")
        come_in(bob, first, "Bob")
        end_tour(bob)
        ann.wait_until("(title) => document.title === `(1) ${title}`", title)
        bob.go(open_slow_table(ann, host.address))
        bob.wait_until("location.hash.startsWith('#room/')")
        ann.go(host.address)
        ann.wait_until("(title) => document.title === `(2) ${title}`", title)
        ann.click(".desk .boards .primary")
        ann.wait_until("document.title.startsWith('(1) ● Your move: ZÈRTZ')")
        place(ann, "d4", "a1")
        ann.wait_for_text("You may go: Notices", "#connection")
        ann.wait_until("document.title.startsWith('(1) ZÈRTZ')")
        place_of_first = ann.evaluate("location.hash")
        ann.press("J")
        ann.wait_until("(room) => location.hash !== room", place_of_first)
        ann.wait_until("document.title.startsWith('● Your move: ZÈRTZ')")
        ann.evaluate(HIDE)
        bob.evaluate("() => { location.hash = '' }")
        bob.wait_until("document.title.startsWith('(1) ')")
        bob.click(".desk .boards .primary")
        wait_for_prompt(bob, "Your turn")
        place(bob, "c3", "a2")  # in the other match
        ann.wait_until("document.title.startsWith('(1) ● Your move: ZÈRTZ')")
        ann.wait_until("window.heard > 0")
        assert ann.evaluate(RING) == [0, 1]
        close(ann, bob)


OFFER = """async () => {
    const at = document.querySelector("script[type=module]").src.replace("main.js", "host.js");
    const { hours_js } = await import(at);
    hours_js.askForHour({ scene: { get: () => ({}) }, command: (said) => { window.said = said } });
}"""  # fmt: skip
"""JavaScript: asks for the hour of a live duel, as a room of days does; what is said is noted."""


@pytest.mark.parametrize("browser", ["chromium"], indirect=True)
def test_an_hour_is_offered_in_the_zone_of_the_reader(browser: Browser, tmp_path: Path) -> None:
    page = browser.new_page()
    page.resize(*PHONE)
    with hosting(tmp_path) as host:
        page.go(host.address)
        page.wait_for_text("Games")
        page.evaluate(OFFER)
        page.wait_until("!!document.querySelector('dialog #hour')")
        assert page.axe() == []
        assert page.evaluate(NO_SCROLL)
        page.evaluate(
            "() => { const field = document.querySelector('#hour');"
            " field.value = field.max; field.dispatchEvent(new Event('input')) }"
        )
        written = page.evaluate("document.querySelector('#hour-zone').textContent")
        assert written
        page.click("dialog [value=yes]")
        page.wait_until("!!window.said")
        said = page.evaluate("window.said")
        assert (said["do"], said["clock"]) == ("live", "10m+5s")
        days = (said["at_ms"] - page.evaluate("Date.now()")) / 86_400_000
        assert 29.9 < days < 30
        close(page)
