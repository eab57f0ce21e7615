"""Two people in one study: each sees on his page what the other does."""

from __future__ import annotations

import pytest

from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.records.models import Seat
from gipf_meta.records.study import Study
from gipf_meta.records.writer import head
from gipf_meta.table.openings import Opening
from tests.web.browsers import Browser, Page
from tests.web.table_for_two import sit_down, visit
from tests.web.test_study_in_browsers import HERE, ROWS, WHERE
from tests.web.walking import say

pytestmark = [pytest.mark.slow, pytest.mark.needs("zertz")]

PRESS_POINT = """() => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: ".", bubbles: true }));
}"""
"""JavaScript: presses the key that walks on; the page comes before no other, which would lose the
keys and have done with what is written there."""


def press(page: Page, name: str) -> None:
    """Presses that button of the study."""
    page.evaluate(
        f"() => [...document.querySelectorAll('#study button')]"
        f".find((one) => one.innerText === '{name}').click()"
    )


def test_two_people_walk_in_one_study_and_see_each_others_steps(browser: Browser) -> None:
    find = load_plugins().find
    match = Match.begin(find("zertz")(), 2, find)
    study = Study.of(head(match, (Seat(name="White"), Seat(name="Black"))))

    def walk(address: str) -> None:
        ann, bob = browser.new_page(), browser.new_page()
        sit_down(ann, address)
        sit_down(bob, address)
        say(ann, "Wd4,d1")
        bob.wait_until(f"{ROWS}.length === 1")
        say(bob, "Bd5,a1")
        ann.wait_until(f"{ROWS}.length === 2 && {HERE} === '2.'")
        ann.press(",")
        bob.wait_until(f"{WHERE} === '1 Wd4,d1'")
        bob.evaluate(
            "() => { const t = document.querySelector('#study textarea'); t.value = 'Hm';"
            " t.dispatchEvent(new Event('change', { bubbles: true })); }"
        )
        ann.wait_until(f"{ROWS}[0] === 'Wd4,d1 Hm'")
        ann.wait_until("document.querySelector('#study textarea').value === 'Hm'")
        ann.evaluate(
            "() => { const t = document.querySelector('#study textarea');"
            " t.focus(); t.setSelectionRange(9, 9); }"
        )
        ann.type(", perhaps")
        bob.evaluate(PRESS_POINT)
        ann.wait_until(f"{HERE} === '2.'")
        ann.type(" not")
        ann.press("Tab")  # what is written while the other walks is said of its turn
        bob.wait_until(f"{ROWS}[0] === 'Wd4,d1 Hm, perhaps not'")
        ann.wait_until("document.querySelector('#study textarea').value === ''")
        bob.wait_until(f"{WHERE} === '2 Bd5,a1'")
        bob.evaluate("() => document.querySelector('#study textarea').focus()")
        bob.type("A gift")
        press(ann, "Delete from here")  # while the other writes beside that turn
        bob.wait_until(f"{ROWS}.length === 1")
        bob.press("Tab")
        bob.wait_until("document.getElementById('said').innerText.includes('deleted in the mean')")
        assert bob.evaluate("() => document.querySelector('#study textarea').value") == "A gift"
        ann.wait_until(f"{WHERE} === '1 Wd4,d1'")
        press(ann, "Take the last change back")
        bob.wait_until(f"{ROWS}.length === 2 && {WHERE} === '2 Bd5,a1'")
        bob.evaluate("() => document.querySelector('#study textarea').focus()")
        bob.type("!")
        bob.press("Tab")
        ann.wait_until(f"{ROWS}[1] === 'Bd5,a1 A gift!'")
        ann.close()
        bob.close()

    visit(Opening.of_record(study.record), {}, walk)
