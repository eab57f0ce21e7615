"""A board that is set up in browsers: by the mouse, by a finger, by keys; and played from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import pytest

from tests.web.browsers import Page
from tests.web.serving import serving_here
from tests.web.walking import BOARD, PHONE, POTENTIALS, enter, say

pytestmark = pytest.mark.slow

SET_UP = "[...document.querySelectorAll('#screen button')].find((one) => one.innerText.includes('"
"""JavaScript: a button of a screen, up to its name."""
ZERTZ = {"game": "zertz"}
POWERS = {**POTENTIALS, "tamsk_potentials": "3"}
COVERED = """() => {
    const end = document.querySelector("#deeds").getBoundingClientRect().top + 1;
    return [...document.querySelectorAll("#words .word")]
        .filter((one) => one.getBoundingClientRect().bottom > end).map((one) => one.textContent);
}"""
"""JavaScript: the words that the bar hides."""
IN_HAND = "document.querySelector('#room [data-word][aria-pressed]')"
"""JavaScript: what is in hand, beside the board."""


def open_board(
    page: Page, told: str, about: Mapping[str, str] = ZERTZ, first: str = "put:W"
) -> None:
    """Goes from the form for a match to its board, beside which there is *first*."""
    enter(page, told, f"screen/setup/{json.dumps(about)}")
    page.wait_until(f"!!{SET_UP}Set up a board'))")
    page.evaluate(f"{SET_UP}Set up a board')).click()")
    page.wait_until(BOARD)
    page.wait_until(f"""!!document.querySelector('[data-word="{first}"]')""")


def stands(page: Page, place: str, what: str) -> None:
    """Waits until that stands on the place, for eyes and ears."""
    found = f"document.querySelector('[data-place={place}]')?.ariaLabel.includes('{what}')"
    page.wait_until(f"() => !!{found}")


@pytest.mark.needs("zertz")
def test_pieces_are_put_and_taken_with_the_mouse_and_the_match_begins(
    page: Page, tmp_path: Path
) -> None:
    with serving_here(tmp_path) as served:
        open_board(page, served.told)
        page.click("[data-word='put:W']")
        page.wait_until(f"{IN_HAND}.dataset.word === 'put:W'")
        for place in ("d4", "e3", "f2"):  # it stays in hand
            page.click(f"[data-place={place}] .hit")
            stands(page, place, "white")
        for place in ("e3", "f2"):
            page.click(f"[data-place={place}] .hit")
        page.wait_until("document.querySelectorAll('#board .pieces > g').length === 1")
        page.click("[data-word='put:G']")
        page.wait_until(f"{IN_HAND}.dataset.word === 'put:G'")
        page.click("[data-place=c3] .hit")
        stands(page, "c3", "grey")
        page.click("#words [data-word='take']")
        page.wait_until(f"{IN_HAND}.dataset.word === 'take'")
        page.click("[data-place=c3] .hit")
        page.wait_until("document.querySelectorAll('#board .pieces > g').length === 1")
        say(page, "pool.W=6")
        page.wait_for_text("there are 7 marbles W")
        say(page, "pool.W=5")
        page.click("#words [data-word='turn']")
        page.wait_for_text("Player 2 is on turn")
        page.click("#deeds [value=begin_here]")
        page.wait_until("document.querySelector('[name=position]')?.value.includes(',Wd4,')")
        page.click("#screen form button.primary")
        page.wait_until(BOARD)
        page.wait_for_text("from a position")
        page.close()


@pytest.mark.needs("zertz")
def test_pieces_are_put_with_a_finger_and_with_keys(page: Page, tmp_path: Path) -> None:
    page.resize(*PHONE)
    with serving_here(tmp_path) as served:
        open_board(page, served.told)
        page.tap("[data-word='put:B']")
        page.wait_until(f"{IN_HAND}.dataset.word === 'put:B'")
        page.tap("[data-place=d4] .hit")
        stands(page, "d4", "black")
        for typed in ("d4=-", "W", "e3"):
            say(page, typed)
        stands(page, "e3", "white")
        page.press("u")
        page.wait_until("document.querySelectorAll('#board .pieces > g').length === 0")
        page.close()


@pytest.mark.needs("zertz")
@pytest.mark.parametrize("by", ["mouse", "touch"])
def test_pieces_are_dragged_to_the_board_along_it_and_off(
    page: Page, tmp_path: Path, by: Literal["mouse", "touch"]
) -> None:
    with serving_here(tmp_path) as served:
        open_board(page, served.told)
        page.drag("[data-word='put:W']", "[data-place=d4] .hit", by=by)
        stands(page, "d4", "white")
        page.click("#words [data-word='hand']")
        page.wait_until(f"{IN_HAND}.dataset.word === 'hand'")
        page.drag("[data-place=d4] .hit", "[data-place=f2] .hit", by=by)
        stands(page, "f2", "white")
        page.wait_until("document.querySelectorAll('#board .pieces > g').length === 1")
        page.drag("[data-place=f2] .hit", "#prompt", by=by)
        page.wait_until("document.querySelectorAll('#board .pieces > g').length === 0")
        page.close()


@pytest.mark.needs("gipf", "zertz", "tamsk")
def test_all_that_is_said_of_a_board_is_above_the_bar(page: Page, tmp_path: Path) -> None:
    """With the potentials of two kinds there is most to say."""
    page.resize(1440, 900)
    with serving_here(tmp_path) as served:
        about = {"game": "gipf", "options": json.dumps(POWERS)}
        open_board(page, served.told, about, "put:WT")
        page.wait_until(f"() => ({COVERED})().length === 0")
        page.close()


@pytest.mark.needs("zertz")
def test_on_a_phone_what_moves_and_takes_is_above_the_bar(page: Page, tmp_path: Path) -> None:
    page.resize(360, 740)
    with serving_here(tmp_path) as served:
        open_board(page, served.told)
        page.wait_until(f"() => !({COVERED})().some((word) => /move|take/.test(word))")
        page.close()
