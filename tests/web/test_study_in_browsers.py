"""A study on the page: walking, trying, writing beside turns, by keys and by mouse."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.browsers import Page
from tests.web.serving import serving_here
from tests.web.walking import BOARD, enter, keep, say
from tests.web.walks import zertz_with_a_win

pytestmark = [pytest.mark.slow, pytest.mark.needs("zertz")]

ROWS = "[...document.querySelectorAll('#turn-list .played')].map((each) => each.textContent.trim())"
WHERE = "document.querySelector('#study p').textContent"
HERE = "document.querySelector('#turn-list [aria-current] .number')?.textContent"


def test_a_match_that_is_over_is_studied_at_one_click(page: Page, tmp_path: Path) -> None:
    room = keep(tmp_path, *zertz_with_a_win(over=True))
    with serving_here(tmp_path) as served:
        enter(page, served.told, room)
        page.wait_until(f"() => {BOARD} > 30")
        page.click("#result button[value=study]")
        page.wait_until("!!document.querySelector('#study')")
        page.wait_until(f"{ROWS}.length === 2")
        page.press("ArrowLeft")
        page.wait_until(f"{HERE} === '1.'")
        say(page, "Gd5,a1")
        page.wait_until(f"{ROWS}.length === 3")
        page.press("ArrowLeft")  # the keys are not with the board: they were not before
        page.wait_until(f"{HERE} === '1.'")
        page.press("ArrowRight")
        page.wait_until(f"{HERE} === '2.'")
        page.press("ArrowDown")
        page.wait_until(f"{WHERE} === '2.1.1 Gd5,a1'")
        page.press("u")
        page.wait_until(f"{WHERE} === '2.1.1 Gd5,a1 – Inside this turn, after Gd5.'")
        page.press("U")
        page.wait_until(f"{WHERE} === '2.1.1 Gd5,a1'")
        assert page.evaluate(ROWS) == ["Wd4,d1", "Bd5,a1", "Gd5,a1"]
        page.evaluate(
            "() => { const s = document.querySelector('#study select'); s.value = '?!';"
            " s.dispatchEvent(new Event('change', { bubbles: true })); }"
        )
        page.wait_until(f"{ROWS}[2] === 'Gd5,a1 ?!'")
        page.click("#study .row button")
        page.wait_until(f"{ROWS}[1] === 'Gd5,a1 ?!'")
        page.press("A")
        page.wait_until("document.querySelectorAll('#lines li').length > 0")
        page.press(",")
        page.wait_until(f"{HERE} === '1.'")
        page.wait_until("document.querySelectorAll('#lines li').length > 0")
        assert page.axe() == []
        page.close()


def test_while_a_match_goes_on_w_begins_a_move_and_no_list_names_it(
    page: Page, tmp_path: Path
) -> None:
    room = keep(tmp_path, *zertz_with_a_win())
    with serving_here(tmp_path) as served:
        enter(page, served.told, room)
        page.wait_until(f"() => {BOARD} > 30")
        page.press("?")
        page.wait_until("!!document.querySelector('dialog kbd')")
        said = "[...document.querySelectorAll('dialog kbd')].map((each) => each.textContent)"
        keys = page.evaluate(said)
        assert "M" in keys
        assert "W" not in keys
        page.press("Escape")
        page.press("W")
        page.wait_until("document.querySelector('#typed-text').value === 'W'")
        page.close()
