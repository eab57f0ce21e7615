"""News stay beside the board until they were answered, and a list has all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from gipf_meta.match.match import Match
from tests.web.browsers import Page
from tests.web.serving import serving_here
from tests.web.walking import enter, keep
from tests.web.walks import gipf_with_a_challenge

pytestmark = [pytest.mark.slow, pytest.mark.needs("gipf", "zertz")]

SAID = "[...document.querySelectorAll('#said p')].map((one) => one.textContent)"
LISTED = "[...document.querySelectorAll('#news li')].map((one) => one.textContent)"
END = "Human 1 won the duel in ZÈRTZ: Human 2 resigned."
HEARD = """() => {
    window.heard = [];
    const added = (all) => all.flatMap(({ addedNodes }) => [...addedNodes]);
    const note = (all) => heard.push(...added(all).map((one) => one.textContent));
    new MutationObserver(note).observe(document.querySelector("#said"), { childList: true });
}"""
"""JavaScript: notes what comes into the region that is read out."""


def move_after(match: Match) -> str:
    """The first decision of Black after the duel that White has won."""
    after = match.play("challenge", match.player).resign(1)
    assert after.player is not None
    return after.top.view(after.player).choices[0].notation


def play(page: Page, text: str) -> None:
    """Types a move."""
    page.press(":")
    page.wait_until("document.activeElement.id === 'typed-text'")
    page.type(text)
    page.press("Enter")


def test_a_duels_end_is_still_there_after_the_next_turn_of_the_other(
    page: Page, tmp_path: Path
) -> None:
    match, *seats = gipf_with_a_challenge()
    room = keep(tmp_path, match, *seats)
    with serving_here(tmp_path) as served:
        enter(page, served.told, room)
        page.wait_until("document.querySelector('[data-word=challenge]')")
        page.click("[data-word=challenge]")
        page.wait_until(f"() => {SAID}.some((line) => line.startsWith('A duel decides'))")
        page.press("R")
        page.wait_until("document.querySelector('dialog[open]')")
        page.click("dialog [value=yes]")
        page.wait_until(f"() => {SAID}.some((line) => line.startsWith('{END}'))")
        page.evaluate(HEARD)
        play(page, move_after(match))
        text = "Human 2 enters a basic piece"
        page.wait_until(f"() => {SAID}.some((line) => line.includes('{text}'))")
        assert any(line.startswith(END) for line in page.evaluate(SAID))
        heard = page.evaluate("window.heard")
        assert not any(line.startswith(END) for line in heard)  # it was heard before
        assert sum(text in line for line in heard) == 1
        before = page.evaluate(SAID)
        page.reload()
        page.wait_until(f"() => {SAID}.length > 0")
        assert page.evaluate(SAID) == before


def test_all_that_was_said_is_a_list_beside_the_board_for_keys_and_ears(
    page: Page, tmp_path: Path
) -> None:
    match, *seats = gipf_with_a_challenge()
    room = keep(tmp_path, match, *seats)
    with serving_here(tmp_path) as served:
        enter(page, served.told, room)
        page.wait_until("document.querySelector('[data-word=challenge]')")
        page.press("F2")
        page.wait_until(f"() => {LISTED}.length > 1")
        assert page.evaluate("document.activeElement.matches('#news ol')")
        assert page.accessible_name() == "What happened"
        assert not page.evaluate(
            "document.querySelector('dialog, #news [aria-live], #news [role=status]')"
        )
        assert page.axe("#news") == []
        listed = page.evaluate(LISTED)
        assert listed[0].startswith("1. ")
        page.click("[data-word=challenge]")
        page.wait_until(f"() => {LISTED}.some((line) => line.includes('A duel decides'))")
        assert page.evaluate(LISTED)[: len(listed) - 1] == listed[:-1]
        page.press("F2")
        page.wait_until("!document.querySelector('#news')")
        page.press("F2")
        page.wait_until(f"() => {LISTED}.length > 1")
        page.press("Escape")
        page.wait_until("!document.querySelector('#news')")
