"""A challenge on the page: the two answers, the duel before the board that waits, the way back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.browsers import Page
from tests.web.serving import serving_here
from tests.web.walking import enter, keep
from tests.web.walks import gipf_with_a_challenge

pytestmark = [pytest.mark.slow, pytest.mark.needs("gipf", "zertz")]

SEEN = """() => {
    const end = document.querySelector("#deeds").getBoundingClientRect().top + 1;
    return [...document.querySelectorAll("#board, .word.course, .prospect svg")].map((one) => {
        const {top, bottom, left, right, width} = one.getBoundingClientRect();
        const isIn = top >= 0 && bottom <= end && left >= 0 && right <= innerWidth;
        return [one.id || one.tagName, isIn, width];
    });
}"""
"""JavaScript: what is drawn of a challenge, whether it is in sight without scrolling, its width."""
LOGGED = """(() => {
    window.flown = [];
    const {animate} = Element.prototype;
    Element.prototype.animate = function (...how) {
        window.flown.push(this.id || this.dataset.motion || "");
        return animate.apply(this, how);
    };
})()"""

AROUND = ["across", "own", "beside", "asking", "turns", "sheets", "caption"]
"""The parts that fade in around the board of another game."""


@pytest.fixture
def challenged(page: Page, tmp_path: Path) -> Iterator[Page]:
    """A phone on which a challenge can be made."""
    room = keep(tmp_path, *gipf_with_a_challenge())
    with serving_here(tmp_path) as served:
        page.resize(390, 844)
        page.run_before_page(LOGGED)
        enter(page, served.told, room)
        page.wait_until("document.querySelectorAll('.prospect svg').length === 3")
        yield page
        page.close()


def test_board_and_both_answers_are_seen_at_once_on_a_phone(challenged: Page) -> None:
    page = challenged
    page.wait_until(f"() => ({SEEN})().every(([, isSeen]) => isSeen)")
    found = page.evaluate(SEEN)
    assert [what for what, _, _ in found] == ["board", "BUTTON", "svg", "BUTTON", "svg", "svg"]
    assert all(width >= 60 for _, _, width in found)
    titles = page.evaluate(
        "[...document.querySelectorAll('.word.course > span:nth-child(2)')]"
        ".map((one) => one.textContent)"
    )
    assert titles == ["Allow", "Challenge to a duel in ZÈRTZ"]
    assert page.evaluate("document.querySelectorAll('#board .ways > g').length") == 2
    for theme in ("light", "dark", "high-contrast", "colour-blind"):
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme }", theme)
        assert page.axe() == []


def test_the_duel_opens_in_front_of_the_board_and_what_it_brings_is_seen(challenged: Page) -> None:
    page = challenged
    page.evaluate("window.flown.length = 0")
    page.click("[data-word=challenge]")
    page.wait_until("document.querySelector('#waiting-board svg')")
    assert page.evaluate("window.flown") == [*AROUND, "waiting-board", "board"]
    assert not page.evaluate("document.querySelector('dialog')")
    said = "[...document.querySelectorAll('#said p')].map((one) => one.textContent)"
    challenged, lot, begins = page.evaluate(said)  # the last on a phone
    assert challenged == "Human 1 challenges it to a duel."
    assert lot == "The lot falls on Human 2, who begins the duel."
    assert begins.startswith("A duel decides. ZÈRTZ: ")
    assert page.evaluate("document.querySelectorAll('#stakes .prospect svg').length") == 2
    page.evaluate("window.flown.length = 0")
    page.press("R")
    page.wait_until("document.querySelector('dialog[open]')")
    page.click("dialog [value=yes]")
    page.wait_until("window.flown.includes('h5>Z:lost')")
    came = page.evaluate("window.flown")[: len(AROUND) + 2]
    assert came == [*AROUND, "waiting-board", "board"], "the board comes first"
    assert not page.evaluate("document.querySelector('dialog, #waiting-board')")
    sentence = page.evaluate(said)[-1]
    assert sentence.endswith("with it the ZÈRTZ-potential on h5; the piece below stays.")


def test_who_wants_less_motion_has_the_boards_at_their_places_at_once(challenged: Page) -> None:
    page = challenged
    page.pretend(reduced_motion=True)
    page.evaluate("window.flown.length = 0")
    page.click("[data-word=challenge]")
    page.wait_until("document.querySelector('#waiting-board svg')")
    assert page.evaluate("window.flown") == AROUND  # they fade in
