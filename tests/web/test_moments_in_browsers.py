"""The moments of a match on the page: a row, a duel that is over, the end; in nobody's way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from gipf_meta.match.match import Match
from tests.web.browsers import Page
from tests.web.serving import serving_here
from tests.web.walking import enter, keep, legal, say
from tests.web.walks import gipf_with_a_challenge, gipf_with_a_row, zertz_with_a_win

pytestmark = pytest.mark.slow

HELD = """(() => {
    window.lights = [];
    window.risen = 0;
    window.slow = 1;
    const later = setTimeout;
    window.setTimeout = (what, ms = 0, ...more) => later(what, ms / window.slow, ...more);
    const {animate} = Element.prototype;
    Element.prototype.animate = function (...how) {
        const running = animate.apply(this, how);
        running.playbackRate = window.slow;
        const about = this.getAttribute("class");
        if (about === "glow" || about === "round") window.lights.push(about);
        if (this.closest("#board .pieces") && !this.dataset.motion) window.risen += 1;
        if (this.closest("#result")) window.lights.push("heading");
        return running;
    };
    window.heard = [];
    const {createOscillator} = BaseAudioContext.prototype;
    BaseAudioContext.prototype.createOscillator = function () {
        const made = createOscillator.apply(this);
        window.heard.push(made);
        return made;
    };
})()"""
"""JavaScript: notes what lights up, rises and is heard; ``slow`` makes time pass so many times as
fast."""
COVERED = """() => [...document.querySelectorAll("#board .place")].filter((place) => {
    const {left, top, width, height} = place.querySelector(".hit").getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return !there?.closest("#board .place");
}).length"""
"""JavaScript: how many places of the board a click would not reach."""
LIGHTS = "document.querySelectorAll('#board .glow').length"

Opened: TypeAlias = Callable[..., AbstractContextManager[Page]]


@pytest.fixture(scope="module")
def row() -> tuple[Match, str]:
    """A match in which four in a row are taken, and how."""
    return gipf_with_a_row()


@pytest.fixture
def opened(page: Page, tmp_path: Path) -> Opened:
    """Opens a match on a page that notes its moments."""

    @contextmanager
    def open_match(match: Match, *kinds: str) -> Iterator[Page]:
        room = keep(tmp_path, match, *kinds)
        with serving_here(tmp_path) as served:
            page.run_before_page(HELD)
            enter(page, served.told, room)
            page.wait_until("document.querySelectorAll('#board .place').length")
            yield page
            page.close()

    return open_match


def found(page: Page) -> Any:
    return page.evaluate("[window.lights, window.risen, window.heard.length]")


@pytest.mark.needs("gipf")
def test_a_row_lights_up_covers_no_place_and_a_click_ends_it(
    row: tuple[Match, str], opened: Opened
) -> None:
    match, text = row
    with opened(match, "human", "human") as page:
        page.evaluate("window.slow = 0.02")
        say(page, text)
        page.wait_until(f"{LIGHTS} === 4")
        assert page.evaluate(COVERED) == 0
        assert page.evaluate("window.lights") == ["glow"] * 4
        assert page.evaluate("window.heard.length") >= 4
        assert page.evaluate("getComputedStyle(document.querySelector('.glow').parentNode).pointerEvents") == "none"  # fmt: skip # noqa: E501
        # what comes next can be chosen meanwhile
        page.wait_until("!!document.querySelector('.place.lit')")
        page.click(".place.lit .hit")
        page.wait_until(f"{LIGHTS} === 0")


@pytest.mark.needs("gipf")
def test_who_wants_less_motion_or_no_sound_has_the_other(
    row: tuple[Match, str], opened: Opened
) -> None:
    match, text = row
    with opened(match, "human", "human") as page:
        page.pretend(reduced_motion=True)
        say(page, text)
        page.wait_until("window.heard.length >= 4")
        assert found(page)[:2] == [[], 0]


@pytest.mark.needs("gipf")
def test_without_sound_a_row_is_silent(row: tuple[Match, str], opened: Opened) -> None:
    match, text = row
    with opened(match, "human", "human") as page:
        page.press("X")
        page.evaluate("window.heard.length = 0")
        say(page, text)
        page.wait_until("window.lights.length === 4")
        page.wait_until(f"{LIGHTS} === 0")
        assert page.evaluate("window.heard.length") == 0


@pytest.mark.needs("gipf")
def test_a_row_is_not_held_up_where_somebody_plays_fast(
    row: tuple[Match, str], opened: Opened
) -> None:
    match, text = row
    with opened(match, "human", "human") as page:
        page.evaluate("import(document.querySelector('link[rel=modulepreload]').href)")
        page.evaluate("() => { performance.now = () => 0 }")  # so fast, on a busy machine, too
        page.press("Enter", "Enter", "Enter")  # a burst
        say(page, text)
        page.wait_until("!!document.querySelector('.place.lit')")
        page.wait_until("!document.querySelector('#board .moving').children.length")
        assert page.evaluate("window.lights") == []


@pytest.mark.needs("zertz")
def test_the_end_of_a_match_is_seen_once_and_ends_with_a_key(opened: Opened) -> None:
    match, *kinds = zertz_with_a_win()
    with opened(match, *kinds) as page:
        page.evaluate("window.slow = 0.05")
        (text,) = {text for text in legal(match) if match.play(text).result}
        say(page, text)
        page.wait_until("window.lights.includes('heading')")
        assert page.evaluate(COVERED) == 0
        assert page.evaluate("window.risen") > 0
        page.press("Shift")
        page.wait_until(
            "!document.querySelector('#board').getAnimations({subtree: true}).length"
            " && !document.querySelector('#result h2').getAnimations().length"
        )
        page.evaluate("window.lights.length = window.risen = 0")
        page.evaluate("window.slow = 1")
        page.press("V")
        page.wait_until("!document.querySelector('#replay').hidden")
        page.press("Escape")
        page.wait_until("document.querySelector('#replay').hidden")
        page.reload()
        page.wait_until("!!document.querySelector('#result h2')")
        page.wait_until("document.querySelectorAll('#board .place').length")
        assert found(page)[:2] == [[], 0]


@pytest.mark.needs("gipf", "zertz")
def test_light_runs_round_the_board_to_which_a_duel_returns(opened: Opened) -> None:
    match, *kinds = gipf_with_a_challenge()
    with opened(match, *kinds) as page:
        page.wait_until("document.querySelectorAll('.prospect svg').length === 3")
        page.click("[data-word=challenge]")
        page.wait_until("!!document.querySelector('#waiting-board svg')")
        page.press("R")
        page.wait_until("!!document.querySelector('dialog[open]')")
        page.evaluate("window.slow = 0.1")
        page.click("dialog[open] [value=yes]")
        page.wait_until("document.querySelectorAll('#board .round').length === 2")
        colour = "document.querySelectorAll('#board .round')[1].getAttribute('stroke')"
        assert page.evaluate(colour) == "var(--role-p1)", "Human 1 has won it"
        assert page.evaluate(COVERED) == 0
        page.press("Shift")
        page.wait_until("!document.querySelector('#board .round')")
