"""Dialogs during a match, answered by keys: draws, bots that fail, impossible duels."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.bots import levels
from gipf_meta.bots.bot import Request
from gipf_meta.bots.greedy import RandomBot
from tests.tiers import soak
from tests.web.browsers import Browser, Page
from tests.web.table_for_two import BOB, opening, sit_down, visit
from tests.web.walking import say

pytestmark = pytest.mark.slow


class Stuck(RandomBot):
    """A bot that fails the first two times that it is asked."""

    asked = 0

    def choose(self, request: Request) -> Any:
        Stuck.asked += 1
        if Stuck.asked <= 2:
            raise LookupError("no idea")
        return super().choose(request)


@pytest.fixture(autouse=True)
def stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is a bot that fails twice."""
    monkeypatch.setitem(levels.BOTS, "stuck", Stuck)
    monkeypatch.setattr(Stuck, "asked", 0)


def wait_for_dialog(page: Page, text: str) -> None:
    """Waits until a dialog has *text*, and checks it."""
    page.wait_until("(t) => document.querySelector('dialog')?.innerText.includes(t)", text)
    assert page.axe() == [], text


def answer(page: Page, value: str) -> None:
    """Goes to the answer of that *value*, and chooses it."""
    page.evaluate("document.querySelector('dialog').dataset.asked = 'before'")
    if page.evaluate("document.activeElement.value") != value:
        page.press_tab_to(value)
    page.press("Enter")
    page.wait_until("!document.querySelector('dialog[data-asked]')")


def wait_for_said(page: Page, text: str) -> None:
    """Waits until *text* is said below the board."""
    page.wait_until("(t) => document.querySelector('#said').innerText.includes(t)", text)


def is_waiting(page: Page) -> bool:
    """Whether the page shows what waits for its reader's turn."""
    return not page.evaluate("document.querySelector('#premove').hidden")


HELD_TIME = """(() => { const later = globalThis.setTimeout; globalThis.held = [];
globalThis.setTimeout = (act, ms, ...rest) => ms === 500 ? held.push(act) : later(act, ms, ...rest);
})()"""
"""Stops the half second in which what appears is deaf, until the test lets it pass."""
IS_DEAF = "(where) => document.querySelector(where).inert"


def press_deaf(page: Page, button: str) -> None:
    """Clicks a button that is deaf, as the second click of two would, and Tab does not reach it."""
    middle = """(button) => { const box = document.querySelector(button).getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2] }"""
    page.click(tuple(page.evaluate(middle, button)))
    page.press("Tab")
    assert not page.evaluate("document.activeElement.matches('dialog *, #asked *')")
    page.evaluate(
        "(field => { field.focus(); field.setSelectionRange(99, 99) })"
        "(document.querySelector('#typed-text'))"
    )


@pytest.mark.needs("zertz")
def test_a_question_that_is_over_gives_the_keys_that_were_with_it_to_nothing_else(
    browser: Browser,
) -> None:
    def walk(address: str) -> None:
        ann, bob = browser.new_page(), browser.new_page()
        bob.run_before_page(HELD_TIME)
        sit_down(ann, address)
        sit_down(bob, address)
        ann.press("W")
        ann.type("d4,a1")
        ann.press("Enter")
        ann.wait_until("document.querySelector('#typed').hidden")
        bob.wait_until("document.title.startsWith('● Your move: ')")
        ann.press("D")
        wait_for_dialog(ann, "Offer a draw?")
        answer(ann, "yes")
        wait_for_strip(bob, "Ann offers a draw.")
        bob.evaluate("held.forEach((act) => act())")
        bob.evaluate("document.querySelector('#asked button').focus()")
        ann.press("R")
        wait_for_dialog(ann, "Resign?")
        answer(ann, "yes")
        bob.wait_for_text("This question is over.", "#asked")
        assert bob.evaluate("document.activeElement.id") == "asked"
        bob.press("Tab")
        bob.wait_until("document.querySelector('#asked').hidden")
        ann.close()
        bob.close()

    visit(opening("zertz", "human", "human"), {1: BOB}, walk)


def wait_for_strip(page: Page, text: str) -> None:
    """Waits until the others ask *text* beside the board, and checks it."""
    page.wait_for_text(text, "#asked")
    assert not page.evaluate("!!document.querySelector('dialog')")
    assert page.axe() == [], text


@pytest.mark.needs("zertz")
@pytest.mark.both_browsers
def test_what_others_ask_takes_no_focus_and_at_first_no_key_or_click(browser: Browser) -> None:
    def walk(address: str) -> None:
        ann, bob = browser.new_page(), browser.new_page()
        bob.run_before_page(HELD_TIME)
        sit_down(ann, address)
        sit_down(bob, address)
        assert ann.evaluate("document.title").startswith("● Your move: ZÈRTZ")
        assert bob.evaluate("document.title").startswith("ZÈRTZ")
        ann.press("W")
        ann.type("d4,a1")
        ann.press("Enter")
        ann.wait_until("document.querySelector('#typed').hidden")
        bob.wait_until("document.title.startsWith('● Your move: ')")
        ann.wait_until("document.title.startsWith('ZÈRTZ')")
        bob.press("W")
        bob.type("d")
        ann.press("D")
        wait_for_dialog(ann, "Offer a draw?")
        answer(ann, "yes")
        wait_for_strip(bob, "Ann offers a draw.")
        assert bob.evaluate("document.activeElement.id") == "typed-text"
        assert bob.evaluate(IS_DEAF, "#asked .row")
        press_deaf(bob, "#asked button[value=yes]")
        bob.wait_for_text("Ann offers a draw.", "#asked")
        bob.type("5,g1")
        bob.press("Enter")  # it plays, and agrees to nothing
        ann.wait_until("document.title.startsWith('● Your move: ')")
        bob.wait_until("document.querySelector('#asked').hidden")
        bob.wait_until("document.querySelector('#typed').hidden")  # the move is accepted

        bob.press(":")
        bob.type("how man")
        ann.press("R")
        wait_for_dialog(ann, "Resign?")
        answer(ann, "yes")
        bob.wait_for_text("You won: Ann resigned.", "#result")
        assert any("You won: Ann resigned." in said for said in bob.spoken())
        assert bob.evaluate(IS_DEAF, "#result .row")
        press_deaf(bob, "#result button[value=rematch]")
        bob.type("y pieces?")  # the keys are where they were
        assert bob.evaluate("document.querySelector('#typed-text').value") == "how many pieces?"
        assert bob.text("#result h2") == "You won: Ann resigned."
        bob.evaluate("held.forEach((act) => act())")
        bob.press("Shift+Tab")
        assert bob.evaluate("document.activeElement.closest('#result') !== null")
        bob.press("Tab")
        assert bob.evaluate("document.activeElement.id") == "typed-text"
        ann.close()
        bob.close()

    visit(opening("zertz", "human", "human"), {1: BOB}, walk)


@pytest.mark.parametrize("answers", [("again", "random"), ("human",), *soak(("again", "again"))])
def test_a_bot_that_failed_is_asked_again_or_replaced(page: Page, answers: tuple[str, ...]) -> None:
    def walk(address: str) -> None:
        sit_down(page, address)
        page.press("1")
        for value in answers:
            wait_for_dialog(page, "stuck is stuck")
            answer(page, value)
        page.wait_until("!document.querySelector('dialog')")
        page.wait_until("!!document.querySelector('#words button')")
        page.close()

    visit(opening("wager", "human", "stuck"), {}, walk)


@pytest.mark.parametrize(
    ("value", "end"), [("resign", "You won: "), *soak(pytest.param("draw", "It is a draw"))]
)
def test_a_bot_that_failed_resigns_or_a_draw_ends_the_match(
    page: Page, value: str, end: str
) -> None:
    def walk(address: str) -> None:
        sit_down(page, address)
        page.press("1")
        wait_for_dialog(page, "stuck is stuck")
        answer(page, value)
        page.wait_for_text(end, "#result")
        page.close()

    visit(opening("wager", "human", "stuck"), {}, walk)


def test_a_draw_at_one_keyboard_is_put_to_the_other_by_name(page: Page) -> None:
    def walk(address: str) -> None:
        sit_down(page, address)
        page.press("D")
        wait_for_dialog(page, "Offer a draw?")
        answer(page, "yes")
        wait_for_strip(page, "Ann offers a draw. Bob: do you accept it?")
        page.wait_until("!document.querySelector('#asked .row').inert")
        page.evaluate("document.querySelector('#asked button[value=yes]').click()")
        page.wait_for_text("It is a draw, as agreed.", "#result")
        page.close()

    visit(opening("wager", "human", "human"), {}, walk)


@pytest.mark.needs("zertz")
def test_a_duel_that_cannot_be_played_is_played_in_another_game(page: Page) -> None:
    def walk(address: str) -> None:
        sit_down(page, address)
        page.press("1")
        page.wait_until("document.querySelectorAll('#words button').length === 2")
        page.press("2")
        wait_for_dialog(page, "Which game shall decide instead?")
        assert "There is no game 'chess' here." in page.text("dialog")
        answer(page, "zertz")
        page.wait_until("document.body.classList.contains('in-duel')")
        page.close()

    visit(opening("wager", "human", "human", duel="chess"), {}, walk)


@pytest.mark.needs("zertz")
def test_a_move_that_is_typed_early_waits_for_its_turn(browser: Browser) -> None:
    def walk(address: str) -> None:
        ann, bob = browser.new_page(), browser.new_page()
        sit_down(ann, address)
        sit_down(bob, address)
        say(bob, "Wd4,a1")
        bob.wait_for_text("Wd4,a1 is played as soon as your turn comes", "#premove")
        assert not is_waiting(ann)
        assert bob.axe() == []
        bob.reload()
        bob.wait_for_text("Wd4,a1 is played as soon as your turn comes", "#premove")
        bob.press("Escape")
        wait_for_said(bob, "No move waits for your turn any more.")
        assert not is_waiting(bob)
        for text in ("Ga1,a2", "Wd4,g1"):  # the later one is meant
            say(bob, text)
            bob.wait_for_text(text, "#premove")
        say(ann, "Wa1,a4")
        bob.wait_until("document.querySelectorAll('#turn-list > li').length === 2")
        assert not is_waiting(bob)
        bob.press(":")
        bob.type("Wd4,a2")  # d4 is taken
        bob.press("Enter")
        bob.wait_for_text("Wd4,a2 is played as soon", "#premove")
        say(ann, "Gb1,a2")
        bob.wait_for_text("Wd4,a2 was said beforehand, but is not possible now", "#premove")
        assert any("is not possible now" in words for words in bob.spoken())
        ann.close()
        bob.close()

    visit(opening("zertz", "human", "human"), {1: BOB}, walk)
