"""The tour of a first match: four places in ten seconds, once, and never in the way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.tiers import soak
from tests.web.browsers import Browser, Page
from tests.web.serving import serving_here
from tests.web.walking import BOARD, PHONE, enter, keep, legal, reach

pytestmark = [pytest.mark.slow, pytest.mark.needs("zertz")]

TOURED = "document.querySelector('.toured')?.id"
COVERED = """() => {
    const tip = document.querySelector("#tour").getBoundingClientRect();
    const parts = ["#board [data-place]", "#board .under text", ".toured:not(#board)"];
    return [...document.querySelectorAll(parts.join(", "))].filter((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        return left < tip.right && tip.left < right && top < tip.bottom && tip.top < bottom;
    }).map((part) => part.dataset.place ?? part.textContent);
}"""
"""JavaScript: what the words cover of the places and labels of the board, and of what they are
about."""
OVER = "!document.querySelector('#tour') && !document.querySelector('.toured')"


def first_match(page: Page, folder: Path, told: str) -> None:
    """Comes to a match that waits for a marble."""
    match = reach("zertz", {}, 2, 1, lambda m: len(m.top.turns()) == 2 and legal(m)[0][0] in "WGB")
    enter(page, told, keep(folder, match, "human", "human"))
    page.wait_until(BOARD)


def is_kept(folder: Path) -> bool:
    """Whether the settings say that the tour was shown."""
    kept = json.loads((folder / "CONFIG" / "gipf-meta" / "settings.json").read_text())
    return bool(kept["toured"])


HELD_TIME = """{
    const every = setInterval;
    window.setInterval = (act, ms, ...rest) =>
        ms === 2500 ? ((window.passTime = act), 0) : every(act, ms, ...rest);
}"""
"""JavaScript: the tour goes on when the test lets time pass."""


@pytest.mark.parametrize("size", [PHONE, (1440, 900), *soak((1000, 800), (800, 600))])
def test_four_places_are_shown_once(
    browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    with serving_here(tmp_path, toured=False) as served:
        page = browser.new_page()
        page.resize(*size)
        page.run_before_page(HELD_TIME)
        first_match(page, tmp_path, served.told)
        for place in ("board", "prompt", "deeds"):
            page.wait_until(f"(id) => {TOURED} === id", place)
            assert page.axe() == [], place
            box = page.evaluate(
                "(({ left, right, top, bottom }) => [left, innerWidth - right, top,"
                " innerHeight - bottom])(document.querySelector('#tour').getBoundingClientRect())"
            )
            assert min(box) >= 0, "it is in sight"
            assert page.evaluate(COVERED) == [], place
            page.evaluate("passTime()")
        page.wait_until("document.querySelector('#deeds button:last-child').matches('.toured')")
        page.evaluate("passTime()")
        page.wait_until(OVER)
        heard = page.spoken()
        assert "Here you read whose turn it is, and what to do." in heard
        assert is_kept(tmp_path)
        page.reload()
        page.wait_until(BOARD)
        assert page.evaluate(OVER)
        page.close()


def test_whoever_plays_or_leaves_it_is_not_held_up(browser: Browser, tmp_path: Path) -> None:
    leave = {
        "Escape": lambda page: page.press("Escape"),
        "skip": lambda page: page.click("aria/Skip"),
        "a move": lambda page: page.click("[data-place=d4] .hit"),
        "a key": lambda page: page.press("n"),
    }
    for n, (name, act) in enumerate(leave.items()):
        folder = tmp_path / str(n)
        folder.mkdir()
        with serving_here(folder, toured=False) as served:
            page = browser.new_page()
            page.run_before_page(HELD_TIME)
            first_match(page, folder, served.told)
            page.wait_until(f"{TOURED} === 'board'")
            act(page)
            page.wait_until(OVER)
            if name == "a move":
                page.wait_until("!document.querySelector('#path').hidden")
            if name == "a key":
                page.wait_until("document.activeElement.classList.contains('place')")
            page.close()


def test_a_lesson_is_its_own_tour(page: Page, tmp_path: Path) -> None:
    with serving_here(tmp_path, toured=False) as served:
        enter(page, served.told, "lesson/zertz/first/2")
        page.wait_until("!!document.querySelector('#lesson')")
        assert page.evaluate(OVER)
        page.close()
    assert not is_kept(tmp_path)
