"""The moment in which a duel ends, on the page: beside the board, sentence by sentence, in nobody's
way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.browsers import Page
from tests.web.serving import serving_here
from tests.web.walking import enter, keep
from tests.web.walks import gipf_with_a_challenge, wait_for_prompt

pytestmark = [pytest.mark.slow, pytest.mark.needs("gipf", "zertz")]

NOTED = """(() => {
    const later = setTimeout;
    window.held = [];
    window.setTimeout = (what, ms, ...more) =>
        ms === 1000 || ms === 2000 ? -window.held.push(what) : later(what, ms, ...more);
    window.said = [];
    window.flown = [];
    const {append, animate} = Element.prototype;
    Element.prototype.append = function (...parts) {
        if (this.id === "verdict") window.said.push(...parts.map((one) => one.textContent));
        return append.apply(this, parts);
    };
    Element.prototype.animate = function (...how) {
        window.flown.push(this.id || this.dataset.motion || "");
        return animate.apply(this, how);
    };
})()"""
"""JavaScript: notes what the moment says and what is animated; time holds the moment until a test
lets it go on."""
COVERED = """() => {
    const moment = document.querySelector("#verdict").getBoundingClientRect();
    return [...document.querySelectorAll("#board .place .hit")].filter((place) => {
        const {top, bottom, left, right} = place.getBoundingClientRect();
        return top < moment.bottom && bottom > moment.top && left < moment.right && right > moment.left;
    }).length;
}"""  # noqa: E501
"""JavaScript: how many places the moment covers."""
LOST = ["Human 1 wins the duel.", "Human 2's jump is not made: the ZÈRTZ-potential on h5 is lost."]
SIZES = [(1440, 900), (800, 600), (390, 844)]


@pytest.fixture
def challenged(page: Page, tmp_path: Path) -> Iterator[Page]:
    """A page on which a challenge can be made."""
    room = keep(tmp_path, *gipf_with_a_challenge())
    with serving_here(tmp_path) as served:
        page.run_before_page(NOTED)
        enter(page, served.told, room)
        page.wait_until("document.querySelectorAll('.prospect svg').length === 3")
        yield page
        page.close()


def end_duel(page: Page, *, is_lost: bool = True) -> None:
    """Challenges, and resigns the duel: for Human 2, who begins it and announced the jump, or for
    Human 1 after his first marble."""
    page.click("[data-word=challenge]")
    page.wait_until("document.querySelector('#waiting-board svg')")
    if not is_lost:
        page.press(":")
        page.type("Wd4,d1")
        page.press("Enter")
        wait_for_prompt(page, "Human 1")
    page.press("R")
    page.click("dialog[open] [value=yes]")
    page.wait_until("document.querySelector('#verdict b')")


@pytest.mark.parametrize("size", SIZES)
def test_the_moment_covers_no_place_takes_nothing_and_is_for_the_eyes_alone(
    size: tuple[int, int], challenged: Page
) -> None:
    page = challenged
    page.resize(*size)
    end_duel(page)
    page.wait_until("window.said.length === 2")
    assert page.evaluate("window.said") == LOST
    page.wait_until("!document.querySelector('#board.in-motion')")
    assert page.evaluate(COVERED) == 0
    moment = "document.querySelector('#verdict')"
    left, right, top = page.evaluate(
        f"['left', 'right', 'top'].map((side) => {moment}.getBoundingClientRect()[side])"
    )
    assert left >= 0
    assert right <= size[0]
    assert top >= 0
    assert page.evaluate(f"getComputedStyle({moment}).pointerEvents") == "none"
    assert page.evaluate(f"{moment}.ariaHidden") == "true"
    assert not page.evaluate("document.querySelector('dialog[open]')")
    page.evaluate("window.held.splice(0).pop()()")  # the sentence has been read
    assert page.evaluate(f"!!{moment}")
    page.evaluate("window.held.splice(0).pop()()")
    assert not page.evaluate(f"!!{moment}")


def test_a_key_ends_it_and_does_what_it_does_always(challenged: Page) -> None:
    page = challenged
    end_duel(page)
    page.wait_until("window.said.length === 2")
    page.press(":")
    assert not page.evaluate("!!document.querySelector('#verdict')")
    page.wait_until("!document.querySelector('#typed').hidden")


def test_a_click_ends_it_and_plays(challenged: Page) -> None:
    page = challenged
    end_duel(page)
    page.wait_until("!!document.querySelector('.place.lit[data-place=e2]')")
    page.click("[data-place=e2] .hit")
    assert not page.evaluate("!!document.querySelector('#verdict')")
    page.wait_until("!!document.querySelector('.place.chosen[data-place=e2]')")


def test_who_wants_less_motion_sees_all_at_once_and_nothing_flies(challenged: Page) -> None:
    page = challenged
    page.pretend(reduced_motion=True)
    end_duel(page)
    page.wait_until("window.said.length === 2")
    assert page.evaluate("window.said") == LOST
    whole = "document.querySelector('#verdict').textContent"
    assert page.evaluate(whole) == "".join(LOST)
    assert not {"verdict", "h5>Z:lost"} & {*page.evaluate("window.flown")}
    page.wait_until("window.held.length")
    page.evaluate("window.held.splice(0).pop()()")
    assert not page.evaluate("!!document.querySelector('#verdict')")


def test_a_power_that_was_won_is_made_later_and_has_its_own_sentence(challenged: Page) -> None:
    page = challenged
    end_duel(page, is_lost=False)
    assert page.evaluate("window.said") == ["Human 2 wins the duel.", "The jump from h5 is saved."]
    page.click(".place.lit .hit")
    page.wait_until("window.said.length === 3")
    assert "Human 2's jump is made: h5 → " in page.evaluate("window.said[2]")
