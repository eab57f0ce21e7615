"""Moves made in advance on the page: the board is walked in imagination, lines of it are kept."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.browsers import Browser, Page
from tests.web.table_for_two import BOB, opening, sit_down, visit
from tests.web.walking import POTENTIALS, say

pytestmark = pytest.mark.slow

PHONE = (375, 667)
NO_SCROLL = "document.documentElement.scrollWidth <= innerWidth"
GIPF = {key: value for key, value in POTENTIALS.items() if key != "variant"}
"""A GIPF of the standard variant, in which duels are played."""
STEPS = """[...document.querySelectorAll('#imagining li')].map((one) => one.innerText).join(", ")"""
"""JavaScript: the path that is imagined."""
KEPT = """[...document.querySelectorAll('#plan li span')].map((one) => one.innerText).join(" ")"""
"""JavaScript: the sentences on the plan."""
PRESSED = """(where, name) => {
    const found = [...document.querySelectorAll(`${where} button`)].find((one) =>
        name === (one.ariaLabel ?? one.textContent) && !one.disabled && one.checkVisibility());
    found?.click();
    return Boolean(found);
}"""
"""JavaScript: presses a button, as soon as it is there."""
HELD = """(name) => {
    const found = [...document.querySelectorAll('#imagining button')].find((one) =>
        name === one.textContent && !one.disabled);
    found?.focus();
    return Boolean(found);
}"""
"""JavaScript: gives the keys to a button beside the board, as soon as it is there."""
FOCUSED = "document.activeElement.innerText"
TURNS = "document.querySelectorAll('#turn-list > li').length"


def press(page: Page, name: str, where: str = "#imagining") -> None:
    """Presses the button of that *name*, when it is there."""
    page.wait_until(PRESSED, where, name)


def press_by_keys(page: Page, name: str) -> None:
    """Presses that button as somebody does who has come to it by keys."""
    page.wait_until(HELD, name)
    page.press("Enter")


def begin(page: Page) -> None:
    """Begins to plan, by the button of the bar."""
    page.wait_until("!!document.querySelector('#deeds [value=plan]:enabled')")
    page.click("#deeds [value=plan]")
    page.wait_until("!!document.querySelector('#imagining')")


def place(page: Page, marble: str, where: str, ring: str) -> None:
    """Imagines that whoever decides puts a marble somewhere, and takes a ring away."""
    count = page.evaluate("document.querySelectorAll('#imagining li').length")
    page.click(f"[data-word='pool:{marble}'].lit")
    page.click(f"[data-place={where}].lit .hit")
    is_next = "(count) => document.querySelectorAll('#imagining li').length === count"
    page.wait_until(is_next, count + 1)
    page.click(f"[data-place={ring}].lit .hit")
    page.wait_until(is_next, count + 2)


def two(walk: Callable[[Page, Page], None], browser: Browser, game: str, **options: str) -> None:
    """Lets Ann, who begins, and Bob *walk* through a match of *game*."""

    def come(address: str) -> None:
        ann, bob = browser.new_page(), browser.new_page()
        sit_down(ann, address)
        sit_down(bob, address)
        walk(ann, bob)
        ann.close()
        bob.close()

    visit(opening(game, "human", "human", **options), {1: BOB}, come)


@pytest.mark.needs("zertz")
def test_a_line_is_walked_on_the_board_kept_and_played(browser: Browser) -> None:
    def walk(ann: Page, bob: Page) -> None:
        begin(bob)
        assert bob.text("#imagined") == "Only imagined"
        name = bob.evaluate("document.querySelector('#board').ariaLabel")
        assert name.startswith("Only imagined: ")
        assert bob.text("#prompt") == "What may Ann play?"
        assert bob.axe() == []
        place(bob, "W", "d4", "a1")
        assert bob.text("#prompt") == "If it comes so: what do you play?"
        bob.press("u")  # the ring, and again
        bob.wait_until(f"{STEPS} === 'Now, if Wd4'")
        bob.press("U")
        bob.wait_until(f"{STEPS} === 'Now, if Wd4, if a1'")
        place(bob, "G", "d5", "a2")
        bob.wait_for_text("Only imagined: after a2", "#imagined")
        assert "Only imagined: after a2" in bob.spoken()
        press_by_keys(bob, "Keep this line")
        bob.wait_until(f"{KEPT} === 'If Wd4, a1 comes, you play Gd5, a2.'")
        bob.wait_for_text("This is in your plan.", "#imagining")
        assert bob.evaluate(FOCUSED) == "then a2"  # what was pressed is no use any more
        assert bob.axe() == []
        press(bob, "Now")
        bob.wait_until(f"{STEPS} === 'Now'")
        press_by_keys(bob, "In your plan: Wd4")
        bob.wait_until(f"{STEPS} === 'Now, if Wd4'")
        assert bob.evaluate(FOCUSED) == "if Wd4"
        bob.press("Escape")
        bob.wait_until("!document.querySelector('#imagining, #imagined')")
        bob.wait_until("location.hash === '#room/table'")
        assert not bob.evaluate("document.querySelector('#board').ariaLabel").startswith("Only")
        assert bob.evaluate("document.querySelectorAll('#board .pieces > g').length") == 0
        assert bob.axe() == []
        bob.reload()
        bob.wait_until(f"{KEPT} === 'If Wd4, a1 comes, you play Gd5, a2.'")
        # nobody else sees any of it
        assert not ann.evaluate("!!document.querySelector('#plan')")
        say(ann, "Wd4,a1")
        ann.wait_until(f"{TURNS} === 2")
        bob.wait_until(f"{TURNS} === 2 && document.querySelector('#plan').hidden")

    two(walk, browser, "zertz")


@pytest.mark.needs("zertz")
def test_on_a_phone_a_move_is_clicked_that_is_played_whatever_comes(browser: Browser) -> None:
    def walk(ann: Page, bob: Page) -> None:
        bob.resize(*PHONE)
        begin(bob)
        press(bob, "Whatever comes")
        bob.wait_for_text("Whatever comes, you play", "#imagining")
        assert bob.evaluate(NO_SCROLL)
        assert bob.axe() == []
        place(bob, "G", "d5", "a2")
        press(bob, "Keep this line")
        bob.wait_for_text("Gd5,a2 is played as soon as your turn comes", "#premove")
        press(bob, "Close: Plan ahead")
        bob.wait_until("!document.querySelector('#imagining')")
        assert bob.evaluate(NO_SCROLL)
        say(ann, "Wd4,a1")
        ann.wait_until(f"{TURNS} === 2")
        assert "Gd5,a2" in ann.text("#turn-list")

    two(walk, browser, "zertz")


@pytest.mark.needs("zertz")
def test_lines_and_the_plan_are_taken_away_and_the_match_goes_on(browser: Browser) -> None:
    def walk(ann: Page, bob: Page) -> None:
        begin(bob)
        place(bob, "W", "d4", "a1")
        place(bob, "G", "d5", "a2")
        press(bob, "Keep this line")
        bob.wait_for_text("If Wd4", "#plan")
        press(bob, "Now")
        bob.wait_until(f"{STEPS} === 'Now'")
        place(bob, "B", "d4", "a1")
        press(bob, "Or whatever comes")
        bob.wait_until(f"{STEPS}.includes('whatever comes (such as Bd4)')")
        press(bob, "Only if this comes")
        place(bob, "W", "c3", "a2")
        press(bob, "Keep this line")
        bob.wait_until("document.querySelectorAll('#plan li').length === 2")
        press(bob, "Take this line away: If Wd4, a1 comes, you play Gd5, a2.", "#plan")
        bob.wait_until(f"{KEPT} === 'If Bd4, a1 comes, you play Wc3, a2.'")
        press(bob, "Take the plan away", "#plan")
        bob.wait_until("document.querySelector('#plan').hidden")
        say(ann, "Wd4,a1")
        bob.wait_for_text("The match has gone on.", "#said")
        bob.wait_until(f"!document.querySelector('#imagining') && {TURNS} === 1")
        bob.wait_until("document.title.includes('Your move: ')")

    two(walk, browser, "zertz")


@pytest.mark.needs("zertz", "gipf")
def test_a_challenge_is_planned_with_the_end_of_the_duel_that_it_leads_to(browser: Browser) -> None:
    def walk(ann: Page, bob: Page) -> None:
        moves = ("Ga1-b2", "Gi5-h5", "Za1-b2", "i5-h5")
        for move, who, other in zip(moves, (ann, bob) * 2, (bob, ann) * 2, strict=True):
            say(who, move)
            other.wait_until("document.title.includes('Your move: ')")
        begin(bob)
        say(bob, "Zb2^")
        bob.wait_until(f"{STEPS} === 'Now, if Zb2^'")
        bob.click("[data-word=challenge].lit")
        bob.wait_until(f"{STEPS} === 'Now, if Zb2^, then challenge'")
        bob.wait_until(
            "document.querySelector('#prompt').innerText === 'A duel comes: how may it end?'"
        )
        offered = bob.text("#imagining")
        assert "White begins" not in offered  # the lot who begins it is left out
        assert "Whatever comes" not in offered
        assert bob.axe() == []
        press(bob, "I win the duel")
        bob.wait_until(f"{STEPS}.endsWith(', if I win the duel')")
        press(bob, "Whatever comes")
        bob.wait_until("document.querySelector('#prompt').innerText.startsWith('If it comes so')")
        say(bob, "i5-h5")
        bob.wait_until(f"{STEPS}.endsWith(', then i5-h5')")
        press(bob, "Keep this line")
        bob.wait_for_text("If Zb2^ comes, you play challenge; if", "#plan")
        bob.wait_for_text("you win the duel", "#plan")
        assert bob.axe() == []

    two(walk, browser, "gipf", **GIPF)
