"""The end of a match against a bot: who won, a small curve of the chances, and where it turned."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.browsers import Page
from tests.web.serving import serving_here
from tests.web.walking import enter, keep, reach

pytestmark = pytest.mark.slow

TURNED = "document.querySelector('#curve p')?.textContent"
POINTS = "document.querySelectorAll('#curve svg path, #curve svg circle').length"


def end_match(page: Page, told: str, room: str) -> None:
    """Comes into a match, and resigns it."""
    enter(page, told, room)
    page.wait_until("document.querySelectorAll('#board .place').length")
    page.press("R")
    page.click("dialog[open] [value=yes]")
    page.wait_until("document.querySelector('.end')")


@pytest.mark.needs("zertz")
def test_against_a_bot_the_chances_are_drawn_and_lead_to_where_it_turned(
    page: Page, tmp_path: Path
) -> None:
    match = reach("zertz", {}, 2, 5, lambda now: len(now.top.turns()) == 4)
    room = keep(tmp_path, match, "human", "random")
    with serving_here(tmp_path) as served:
        end_match(page, served.told, room)
        head, why = page.evaluate(
            "[...document.querySelector('#result h2').children].map((one) => one.textContent)"
        )
        assert (head, why) == ("Random 2 won", ": you resigned.")
        page.wait_until(TURNED)
        assert page.evaluate(POINTS)
        assert page.evaluate("document.querySelector('#curve svg').ariaLabel").endswith("by turn")
        assert page.axe() == []
        page.click("#result [value=turned]")
        page.wait_until("!document.querySelector('#replay').hidden")
        page.wait_until("document.querySelector('#review')")
        assert not page.evaluate("document.querySelector('#curve').checkVisibility()")
        assert not page.evaluate("document.querySelector('#result button')")
        number = int(page.evaluate(TURNED).removeprefix("Where it turned: ").partition(".")[0])
        here = "document.querySelector('#turn-list [aria-current] .number')?.textContent"
        page.wait_until(f"(number) => {here} === number", f"{number - 1}.")
        page.press("Escape")
        page.wait_until("document.querySelector('.end')")
        assert page.evaluate("document.querySelector('#curve').checkVisibility()")
        page.evaluate("() => { location.hash = '' }")
        page.wait_until("!document.querySelector('#curve')")
        page.close()


@pytest.mark.needs("zertz")
def test_between_people_nothing_is_searched_until_somebody_wants_it(
    page: Page, tmp_path: Path
) -> None:
    match = reach("zertz", {}, 2, 5, lambda now: len(now.top.turns()) == 4)
    room = keep(tmp_path, match, "human", "human")
    with serving_here(tmp_path) as served:
        end_match(page, served.told, room)
        assert not page.evaluate("document.querySelector('#curve')")
        page.click("#result [value=turned]")
        page.wait_until("document.querySelectorAll('#review svg circle').length")
        page.wait_until("!document.querySelector('#replay').hidden")
        page.close()
