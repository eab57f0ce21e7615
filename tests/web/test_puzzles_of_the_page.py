"""Puzzles on the page: hints in steps, a wrong turn answered, the end and what comes after it."""

from __future__ import annotations

from pathlib import Path

import pytest

from gipf_meta.plugins.loading import installed_plugins
from tests.puzzles_of_zertz import give_puzzles
from tests.web import serving
from tests.web.browsers import Page
from tests.web.serving import serving_here
from tests.web.walking import BOARD, PHONE, enter, say

pytestmark = [pytest.mark.slow, pytest.mark.needs("zertz")]

PUZZLE = "lesson/zertz/puzzle_3"
BUTTONS = "[...document.querySelectorAll('#lesson button')].map((each) => each.textContent).join()"
CARD = "document.querySelector('#lesson')?.dataset.address"
WORDS = "document.querySelector('#lesson-words').textContent"


@pytest.fixture(autouse=True)
def _puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    give_puzzles(monkeypatch, installed_plugins())
    # what other tests in this process have drawn and read of the games
    monkeypatch.setattr(serving, "KNOWN", {})


def press_button(page: Page, text: str) -> None:
    """Presses the button of the card with that *text*."""
    at = f"[...document.querySelectorAll('#lesson button')].find((e) => e.textContent === '{text}')"
    page.wait_until(f"Boolean({at})")
    page.evaluate(f"{at}.click()")


def wait_for_card(page: Page, number: int) -> None:
    """Waits until that page of the puzzle is open."""
    page.wait_until(f"{CARD} === '{PUZZLE}/{number}'")
    page.wait_until("document.querySelector('#board').getAnimations({subtree: true}).length === 0")


@pytest.mark.both_browsers
def test_a_puzzle_is_taken_by_keys_with_its_hints_heard(page: Page, tmp_path: Path) -> None:
    with serving_here(tmp_path) as served:
        enter(page, served.told, PUZZLE)
        page.wait_until(BOARD)
        wait_for_card(page, 0)
        page.press("H")
        page.wait_for_text("takes a row in 2", "#lesson-words")
        page.press("H")
        page.wait_until(f"{WORDS}.endsWith('It begins here.')")
        assert any(words.endswith("It begins here: d4.") for words in page.spoken())
        page.wait_until("document.querySelectorAll('.guide .named').length > 0")
        assert "Show me" not in page.evaluate(BUTTONS)
        say(page, "Gd4")
        page.wait_for_text("That is not how it begins.", "#lesson .why")
        page.press("Enter")
        page.wait_until("!document.querySelector('#lesson.tried')")
        assert any("That is not how it begins." in words for words in page.spoken())
        page.press("H")
        page.wait_until("document.querySelectorAll('.target').length > 0")
        say(page, "Wd4,a1")
        wait_for_card(page, 1)
        say(page, "x d3Wd5")
        wait_for_card(page, 2)
        page.wait_until("Boolean(document.querySelector('#lesson.done'))")
        assert "Found after 1 wrong try." in page.evaluate(WORDS)
        assert any("Found after 1 wrong try." in words for words in page.spoken())
        press_button(page, "Again")
        wait_for_card(page, 0)
        page.wait_until(f"{BUTTONS} === 'All puzzles,Hint 1 of 3'")
        page.close()


def test_the_ways_on_after_a_puzzle(page: Page, tmp_path: Path) -> None:
    with serving_here(tmp_path) as served:
        page.resize(*PHONE)
        enter(page, served.told, PUZZLE)
        page.wait_until(BOARD)
        wait_for_card(page, 0)
        say(page, "Wd4,a1")
        wait_for_card(page, 1)
        page.reload()
        wait_for_card(page, 0)
        for number, turn in enumerate(("Wd4,a1", "x d3Wd5"), 1):
            say(page, turn)
            wait_for_card(page, number)
        press_button(page, "Analyse")
        page.wait_until("location.hash.startsWith('#room/')")
        page.wait_until(BOARD)
        page.evaluate("history.back()")
        wait_for_card(page, 0)
        for number, turn in enumerate(("Wd4,a1", "x d3Wd5"), 1):
            say(page, turn)
            wait_for_card(page, number)
        press_button(page, "Next puzzle")
        page.wait_until("/^#lesson.zertz.puzzle_[12]\\/0$/.test(location.hash)")
        page.evaluate("document.querySelector('#lesson button').click()")
        page.wait_until("location.hash === '#screen/puzzles'")
        page.close()
