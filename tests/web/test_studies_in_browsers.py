"""Best lines and reviews in browsers, by mouse, touch and keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from tests.web.browsers import Page
from tests.web.serving import serving
from tests.web.walking import BOARD, PHONE, enter, keep

pytestmark = [pytest.mark.slow, pytest.mark.needs("zertz")]

PLAYED = ("Wd4,d1", "Bd5,a1")
"""Taking the white marble wins now."""
LINES = "document.querySelectorAll('#lines li').length"
SIGNS = "document.querySelectorAll('#board .signs > *').length"


def room_of(folder: Path, *kinds: str, over: bool = False) -> str:
    """A match in which one white marble wins, kept in *folder*; its address."""
    find = load_plugins().find
    match = Match.begin(configure(find("zertz"), {"goals": "1/5/6/3"}), 2, find, 1)
    for text in PLAYED:
        match = match.play(text)
    return keep(folder, match.resign(0) if over else match, *kinds)


def wait_for_board(page: Page) -> None:
    page.wait_until(f"() => {BOARD} > 30")


def test_the_best_lines_stand_beside_the_board_and_over_it(page: Page, tmp_path: Path) -> None:
    room = room_of(tmp_path, "human", "human")
    with serving(tmp_path) as served:
        enter(page, served.told, room)
        wait_for_board(page)
        page.spoken()
        page.press("A")
        page.wait_until(f"() => {LINES} > 0 && {SIGNS} > 0")
        page.wait_for_text("wins for sure", "#lines")
        page.wait_for_text("a win", "#lines li")
        assert any(told.startswith("a win: x ") for told in page.spoken())
        assert page.axe() == []
        page.click("#lines li button")
        page.wait_until("!!document.querySelector('#lines [aria-pressed=true]')")
        page.press("F")  # signs turn with the board
        page.wait_until(
            "[...document.querySelectorAll('#board .signs > *')]"
            ".some((sign) => sign.getAttribute('transform').endsWith('rotate(180)'))"
        )
        # the position changes: what was found is gone at once, and the next is sought
        page.press("u")
        page.wait_until("!document.querySelector('#lines [aria-pressed=true]')")
        page.wait_until(f"() => {LINES} > 0")
        page.click("#lines .close")
        page.wait_until(f"() => {SIGNS} === 0 && !document.querySelector('#lines')")
        page.close()


def test_earlier_moments_are_analysed_on_a_phone(page: Page, tmp_path: Path) -> None:
    room = room_of(tmp_path, "human", "human", over=True)
    page.resize(*PHONE)
    with serving(tmp_path, language="cs") as served:
        enter(page, served.told, room)
        wait_for_board(page)
        page.press("V")
        page.tap("#replay button[value=End]")
        page.wait_until("document.querySelector('#slider').value === '4'")
        page.tap("#replay button[value=A]")
        page.wait_for_text("není co rozebírat", "#lines")
        page.tap("#replay button[value=ArrowLeft]")
        page.wait_until(f"() => {LINES} > 0 && {SIGNS} > 0")
        assert page.axe() == []
        page.tap("#lines li button")
        page.wait_until("!!document.querySelector('#lines [aria-pressed=true]')")
        page.close()


def test_nobody_is_advised_while_a_bot_thinks(page: Page, tmp_path: Path) -> None:
    find = load_plugins().find
    match = Match.begin(configure(find("zertz"), {}), 2, find, 1)
    room = keep(tmp_path, match.play("Wd4,d1").play("Bd5,a1"), "human", "expert")
    with serving(tmp_path) as served:
        enter(page, served.told, room)
        wait_for_board(page)
        page.press("A")
        page.wait_until(f"() => {LINES} > 0")
        page.press(":")
        page.type("x d4Bd6")
        page.press("Enter")
        page.wait_for_text("It is not your turn", "#lines")
        assert page.evaluate(SIGNS) == 0
        page.close()


@pytest.mark.parametrize("by", ["keys", "touch"])
def test_a_review_leads_to_what_was_better(page: Page, tmp_path: Path, by: str) -> None:
    room = room_of(tmp_path, "human", "human", over=True)
    if by == "touch":
        page.resize(*PHONE)
    with serving(tmp_path) as served:
        enter(page, served.told, room)
        wait_for_board(page)
        page.spoken()
        if by == "touch":
            page.tap("#deeds button[aria-keyshortcuts=V]")
            page.tap("#replay button[value=G]")
        else:
            page.press("G")
        page.wait_for_text("of the chances", "#review")
        page.wait_until("document.querySelectorAll('#review svg > g:last-child > g').length === 2")
        assert any("blunders 1" in told for told in page.spoken())
        assert page.axe() == []
        if by == "touch":
            page.tap("#review li button")
        else:
            page.press("V")
            page.wait_until("!document.querySelector('#replay').hidden")
            page.press("Home", "n")
        page.wait_until("document.querySelector('#slider').value === '2'")
        page.wait_until(f"() => {SIGNS} > 1")
        said = "2. Human 2: Bd5,a1: a blunder"
        page.wait_until(
            "(said) => document.querySelector('#said').textContent.includes(said)", said
        )
        assert any(told.startswith(said) for told in page.spoken())
        assert page.axe() == []
        # the graph is a slider over the turns, whatever holds it
        if by == "touch":
            page.tap("#review svg > g:last-child > g:first-child circle")
        else:
            page.evaluate("document.querySelector('#review svg').focus()")
            assert page.accessible_name() == "The chances of Human 1, turn by turn"
            page.press("ArrowLeft")
        page.wait_until("document.querySelector('#slider').value === '0'")
        told = "document.querySelector('#review svg').getAttribute('aria-valuetext')"
        assert page.evaluate(told).startswith("1. Human 1: Wd4,d1: ")
        page.press("Escape", "G")
        page.wait_until(f"() => {SIGNS} === 0 && !document.querySelector('#review')")
        page.close()
