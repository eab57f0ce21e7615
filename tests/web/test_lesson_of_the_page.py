"""Lessons on the page, in both browsers: by mouse, by touch, by keys alone and by ear."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.answered_page import find_answered_page
from tests.tiers import soak
from tests.web.browsers import Browser, Page
from tests.web.serving import serving_here
from tests.web.walking import BOARD, PHONE, WIDE, enter, say
from tests.web.walks import LESSON, By, take_first_lesson, wait_for_page

pytestmark = pytest.mark.slow

NOTE_BOARDS = """
    window.boards = [];
    const placed = () => [...document.querySelectorAll("#board .pieces > g")].map((g) => g.partKey);
    const note = () => {
        const now = placed().sort().join(" ");
        if (boards.at(-1)?.[0] !== now) boards.push([now, performance.now()]);
    };
    window.noteBoards = () => new MutationObserver(note).observe(
        document.querySelector("#board"), { subtree: true, childList: true },
    );
"""
"""JavaScript: notes which pieces stand on the board, and from when on."""


def lessons_done(folder: Path) -> list[str]:
    """The lessons that the settings in *folder* have as done."""
    kept = folder / "CONFIG" / "gipf-meta" / "settings.json"
    done: list[str] = json.loads(kept.read_text()).get("lessons_done", [])
    return done


@pytest.mark.needs("zertz")
@pytest.mark.parametrize("by", ["touch", *soak("mouse")])
def test_a_lesson_is_taken_to_its_end(browser: Browser, tmp_path: Path, by: By) -> None:
    with serving_here(tmp_path) as served:
        page = browser.new_page()
        page.resize(*(PHONE if by == "touch" else WIDE))
        page.go(served.told)
        take_first_lesson(page, by, lambda: lessons_done(tmp_path))
        page.close()


@pytest.mark.needs("zertz")
def test_a_lesson_is_taken_by_keys_alone_and_heard(page: Page, tmp_path: Path) -> None:
    with serving_here(tmp_path) as served:
        enter(page, served.told, LESSON)
        wait_for_page(page, 0)
        page.wait_until("document.activeElement.textContent === 'Go on'")
        page.press("Enter")
        wait_for_page(page, 1)
        page.press(" ")
        wait_for_page(page, 2)
        page.wait_until("document.activeElement.classList.contains('place')")
        assert any(words.startswith("Begin: place a white marble") for words in page.spoken())
        say(page, "Wd4")
        page.wait_for_text("But this page asks for Wb2", "#said")
        assert any("But this page asks for Wb2" in words for words in page.spoken())
        page.press("H")
        page.wait_for_text("Wb2: place a white marble on b2", "#said")
        page.press("Escape")
        page.press("n", "ArrowUp", "e", "Enter")
        say(page, "what is on b2?")
        page.wait_for_text("b2", "#said")
        page.press("Escape", "Escape")
        wait_for_page(page, 1)
        page.press("Enter")
        wait_for_page(page, 2)
        say(page, "Wb2")
        wait_for_page(page, 3)
        assert any("b2" in words and "Player 1" in words for words in page.spoken())
        page.close()


@pytest.mark.needs("zertz")
def test_a_lesson_goes_on_after_a_reload_and_on_another_server(page: Page, tmp_path: Path) -> None:
    page.expected_errors += ["WebSocket", "ERR_CONNECTION", "NetworkError", "can.t establish"]
    with serving_here(tmp_path) as served:
        enter(page, served.told, f"{LESSON}/9")
        wait_for_page(page, 9)
        page.press("Enter")
        wait_for_page(page, 10)
        page.reload()
        wait_for_page(page, 10)
        page.wait_until(BOARD)
        hash = page.evaluate("location.hash.slice(1)")
    page.wait_until("document.body.dataset.line === 'lost'")
    with serving_here(tmp_path) as served:
        enter(page, served.told, hash)
        wait_for_page(page, 10)
        page.click("#lesson button:last-child")
        page.wait_until("document.querySelector('#lesson button').textContent === 'Again'")
        page.close()


@pytest.mark.needs("zertz")
def test_a_finger_anywhere_on_a_card_does_what_its_first_button_does(
    page: Page, tmp_path: Path
) -> None:
    with serving_here(tmp_path) as served:
        page.resize(*PHONE)
        page.go(served.told)
        page.tap("aria/Lessons: ZÈRTZ")
        page.wait_for_text("Your first game")
        page.tap("text/Place and remove")
        wait_for_page(page, 0)
        page.close()


@pytest.mark.parametrize("is_still", [False, True])
def test_what_was_played_is_seen_before_the_board_is_set_up_anew(
    page: Page, tmp_path: Path, is_still: bool
) -> None:
    """The move, and the other's answer to it; on a page that asks for no motion, too."""
    about = find_answered_page()
    place = f"[data-place={about.asked}]"
    page.pretend(reduced_motion=is_still)
    page.run_before_page(NOTE_BOARDS)
    with serving_here(tmp_path) as served:
        enter(page, served.told, f"lesson/{about.game}/{about.lesson}/{about.number}")
        page.wait_until(f"() => {BOARD} && !!document.querySelector('{place}.open')")
        page.evaluate("noteBoards()")
        page.click(f"{place} .hit")
        wait_for_page(page, about.number + 1, f"lesson/{about.game}/{about.lesson}")
        (played, from_ms), (anew, to_ms) = page.evaluate("boards")[-2:]
        assert set(played.split()) == {about.asked, about.answer}
        assert set(anew.split()) != set(played.split())
        assert to_ms - from_ms > 1000
        assert any(about.answer in heard for heard in page.spoken())
        page.close()
