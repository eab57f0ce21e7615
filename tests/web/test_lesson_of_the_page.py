"""Lessons on the page, in both browsers: by mouse, by touch, by keys alone and by ear."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from gipf_meta.match.lesson_progress import begin_at, find_lesson, lessons_of
from gipf_meta.narration.lesson_requests import clicks_to_make
from gipf_meta.plugins.loading import installed_plugins
from tests.answered_page import find_answered_page
from tests.tiers import soak
from tests.web.browsers import Browser, Page
from tests.web.serving import serving_here
from tests.web.walking import BOARD, PHONE, WIDE, enter, say
from tests.web.walks import CARD, LESSON, By, take_first_lesson, wait_for_page

pytestmark = pytest.mark.slow

PULSES = "[...document.querySelectorAll('.guide .pulse.above')].length"
"""JavaScript: how many places pulse."""
ARROWS = "document.querySelectorAll('.guide path').length"
"""JavaScript: how many strokes of arrows show a way: two for each."""
TARGET = "document.querySelector('.place.target')?.dataset.place"
"""JavaScript: the place to choose next."""
STANDS = "[...document.querySelectorAll('#board .place')].map((place) => place.ariaLabel).join()"
"""JavaScript: what stands on the board, in words."""
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


class ClickedPage(NamedTuple):
    """A page on which something is asked that some clicks on places make, and one click something
    else: its *address* without its *number*."""

    address: str
    number: int
    clicks: tuple[str, ...]
    wrong: str


def find_clicked_page(game: str, *, find: bool) -> ClickedPage:
    """The first such page of the lessons of *game*, one with something to *find* or not."""
    installed = installed_plugins()
    for lesson in lessons_of(installed.find(game)):
        for number, page in enumerate(lesson.pages):
            if page.find is not find or not page.asked:
                continue
            taken = begin_at(lesson, installed.find(game), installed.find, number)
            view = taken.match.top.view(None)
            ways = {c.notation: clicks_to_make(c, view.choices) for c in view.choices}
            places = {point.id for point in view.points}
            right = ways[taken.wanted[0]]
            wrong = [
                way[0]
                for notation, way in ways.items()
                if notation not in taken.wanted and len(way) == 1 and places.issuperset(way)
            ]
            if len(taken.wanted) == 1 and wrong and places.issuperset(right):
                return ClickedPage(f"lesson/{game}/{lesson.id}", number, right, wrong[0])
    raise LookupError(game)


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
        enter(page, served.told, f"{LESSON}/1")
        wait_for_page(page, 1)
        (asked, *_more) = find_lesson(installed_plugins().find("zertz"), "first").pages[1].asked
        say(page, asked)
        wait_for_page(page, 2)
        page.wait_until("document.activeElement.dataset.word === 'pool:W'")
        assert any(words.endswith("Choose white, then b2.") for words in page.spoken())
        say(page, "Wd4")
        page.wait_for_text("this page is about another move", "#lesson")
        page.press("Enter")
        page.wait_until("document.querySelector('[data-place=d4]').ariaLabel === 'd4: empty'")
        page.wait_until("document.activeElement.dataset.word === 'pool:W'")
        heard = page.spoken()
        assert any("this page is about another move" in words for words in heard)
        assert any(words.endswith("Choose white, then b2.") for words in heard)
        page.press("H")
        page.wait_for_text("Wb2: place a white marble on b2", "#said")
        page.press("Escape")
        page.press("n", "ArrowUp", "e", "Enter")
        say(page, "what is on b2?")
        page.wait_for_text("b2", "#said")
        page.press("Escape", "Escape")
        wait_for_page(page, 1)
        say(page, asked)
        wait_for_page(page, 2)
        say(page, "Wb2")
        wait_for_page(page, 3)
        assert any("b2" in words and "Player 1" in words for words in page.spoken())
        page.close()


@pytest.mark.needs("zertz")
def test_a_lesson_goes_on_after_a_reload_and_on_another_server(page: Page, tmp_path: Path) -> None:
    page.expected_errors += ["WebSocket", "ERR_CONNECTION", "NetworkError", "can.t establish"]
    with serving_here(tmp_path) as served:
        enter(page, served.told, f"{LESSON}/8")
        wait_for_page(page, 8)
        page.press("Enter")
        wait_for_page(page, 9)
        page.reload()
        wait_for_page(page, 9)
        page.wait_until(BOARD)
        hash = page.evaluate("location.hash.slice(1)")
    page.wait_until("document.body.dataset.line === 'lost'")
    with serving_here(tmp_path) as served:
        enter(page, served.told, hash)
        wait_for_page(page, 9)
        page.click("#lesson button:last-child")
        wait_for_page(page, 10)
        page.close()


@pytest.mark.needs("zertz")
def test_a_finger_anywhere_on_a_card_does_what_its_first_button_does(
    page: Page, tmp_path: Path
) -> None:
    with serving_here(tmp_path) as served:
        page.resize(*PHONE)
        enter(page, served.told, "screen/lessons/%7B%22game%22:%22zertz%22%7D")
        page.wait_for_text("Your first game")
        page.tap("text/Jump, place and remove")
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


@pytest.mark.needs("gipf")
@pytest.mark.parametrize("is_still", [False, *soak(True)])
def test_the_eye_is_led_and_a_wrong_move_is_played_out_and_taken_back(
    page: Page, tmp_path: Path, is_still: bool
) -> None:
    about = find_clicked_page("gipf", find=False)
    page.pretend(reduced_motion=is_still)
    with serving_here(tmp_path) as served:
        page.resize(*PHONE)
        enter(page, served.told, f"{about.address}/{about.number}")
        page.wait_until(f"{PULSES} === 1 && {ARROWS} === 2")
        moves = "getComputedStyle(document.querySelector('.guide .pulse')).animationName !== 'none'"
        page.wait_until(f"({moves}) === {str(not is_still).lower()}")
        assert page.evaluate(TARGET) == about.clicks[0]
        shines = f"getComputedStyle(document.querySelector('[data-place={about.wrong}] .dot'))"
        page.wait_until(f"{shines}.opacity === '0'")
        assert page.axe() == []
        before = page.evaluate(STANDS)
        page.tap(f"[data-place={about.wrong}] .hit")
        page.wait_until("!!document.querySelector('#lesson.tried')")
        assert page.evaluate(PULSES) == 0
        page.wait_until(f"(before) => {STANDS} !== before", before)
        assert page.axe() == []
        page.tap(f"[data-place={about.wrong}] .hit")  # anywhere: who has read it goes on
        page.wait_until(f"{PULSES} === 1")
        assert page.evaluate(STANDS) == before
        assert page.text("#lesson .why")
        for click in about.clicks:
            page.wait_until(f"(click) => {TARGET} === click", click)
            page.tap(f"[data-place={click}] .hit")
        wait_for_page(page, about.number + 1, about.address)
        assert page.text("#lesson .why") == ""
        page.close()


@pytest.mark.needs("gipf")
def test_what_is_to_be_found_is_shown_after_a_wrong_try(page: Page, tmp_path: Path) -> None:
    about = find_clicked_page("gipf", find=True)
    is_there = f"!!document.querySelector('[data-place={about.clicks[0]}].open') && !!{CARD}"
    with serving_here(tmp_path) as served:
        enter(page, served.told, f"{about.address}/{about.number}")
        page.wait_until(is_there)
        assert (page.evaluate(PULSES), page.evaluate(ARROWS)) == (0, 0)
        page.click(f"[data-place={about.wrong}] .hit")
        page.click("aria/Take it back")
        page.wait_until(f"{PULSES} === 1")
        assert page.evaluate(TARGET) == about.clicks[0]
        page.reload()
        page.wait_until(is_there)
        assert page.evaluate(PULSES) == 0
        page.click("aria/Show me")
        page.wait_until(f"{PULSES} === 1")
        page.click("aria/Show me")
        page.wait_until(f"(at) => {CARD} !== at", f"{about.address}/{about.number}")
        page.close()


def test_a_click_while_the_end_of_a_page_is_shown_leads_on(page: Page, tmp_path: Path) -> None:
    """Also one in the middle of what moves, which ends the motion."""
    about = find_answered_page()
    place = f"[data-place={about.asked}]"
    with serving_here(tmp_path) as served:
        enter(page, served.told, f"lesson/{about.game}/{about.lesson}/{about.number}")
        page.wait_until(f"() => {BOARD} && !!document.querySelector('{place}.open')")
        page.click(f"{place} .hit")
        page.wait_until(f"!document.querySelector('{place}.open')")
        page.click(f"{place} .hit")
        wait_for_page(page, about.number + 1, f"lesson/{about.game}/{about.lesson}")
        page.wait_until("!document.querySelector('#board.in-motion')")
        page.close()


@pytest.mark.needs("gipf", "zertz")
def test_in_a_duel_of_a_lesson_a_phone_shows_what_to_choose_next(
    page: Page, tmp_path: Path
) -> None:
    duel = "lesson/gipf/challenge"
    with serving_here(tmp_path) as served:
        page.resize(*PHONE)
        enter(page, served.told, f"{duel}/7")
        wait_for_page(page, 7, duel)
        page.wait_until("!!document.querySelector('#trays .target')")
        page.wait_until(
            "document.querySelector('#trays .target').getBoundingClientRect().bottom"
            " <= document.querySelector('#deeds').getBoundingClientRect().top"
        )
        enter(page, served.told, f"{duel}/3")
        wait_for_page(page, 3, duel)
        page.wait_until("!!document.querySelector('#waiting-board')")
        page.wait_until("document.documentElement.scrollWidth <= innerWidth")
        page.close()
