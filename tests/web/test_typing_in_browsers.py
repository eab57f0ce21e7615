"""Words that are typed on the page: in a match, a lesson, a study, at a host, in Czech."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.browsers import Page
from tests.web.hosting import hosting
from tests.web.serving import serving_here
from tests.web.test_dragging_setting_up import open_board, stands
from tests.web.test_invite_in_browsers import open_table
from tests.web.walking import BOARD, PHONE, WIDE, enter, keep, reach, say
from tests.web.walks import zertz_with_a_win

pytestmark = [pytest.mark.slow, pytest.mark.needs("zertz")]

FIELD = "document.querySelector('#typed-text').value"
OFFERED = "[...document.querySelectorAll('#typed-list option')].map((one) => one.value)"
TURNS = "document.querySelectorAll('#turn-list li').length"
PLAYED = "document.querySelector('#turn-list .played')?.textContent.trim()"
WHERE = "document.querySelector('#study p').textContent"
DIALOG = "document.querySelector('dialog[open] h2')?.textContent"


def begin(page: Page, text: str) -> None:
    """Opens the field, and types *text*."""
    page.press(":")
    page.type(text)


def submit(page: Page, text: str) -> None:
    """Types *text*, and sends it."""
    begin(page, text)
    page.press("Enter")


def shut(page: Page) -> None:
    """Closes the dialog by its key."""
    page.press("Escape")
    page.wait_until("!document.querySelector('dialog')")


def offered(page: Page) -> list[str]:
    """The completions of the text in the field, once there are any."""
    page.wait_until(f"{OFFERED}.length > 0")
    found: list[str] = page.evaluate(OFFERED)
    return found


def open_match(page: Page, folder: Path, told: str) -> None:
    """Enters a match of ZÈRTZ that two people play at this page."""
    enter(page, told, keep(folder, reach("zertz", {}, 2, 1, lambda match: True), "human", "human"))
    page.wait_until(f"() => {BOARD} > 30")


def test_words_do_in_a_match_what_keys_do(page: Page, tmp_path: Path) -> None:
    with serving_here(tmp_path) as served:
        open_match(page, tmp_path, served.told)
        say(page, "Wd4,d1")
        page.wait_until(f"{PLAYED} === 'Wd4,d1'")
        say(page, "undo")  # the ring
        page.wait_until(f"{PLAYED} === 'Wd4'")
        say(page, ":u")
        page.wait_until("document.querySelector('[data-place=d4]').ariaLabel.includes('empty')")
        say(page, "redo")
        page.wait_until("document.querySelector('[data-place=d4]').ariaLabel.includes('white')")
        say(page, "score")
        page.wait_for_text("Pool", "#said")
        say(page, "moves d1")
        page.wait_for_text("possible with d1", "#said")
        submit(page, "moves")
        page.wait_until(f"{DIALOG} === 'moves'")
        for size in (PHONE, WIDE):
            page.resize(*size)
            assert page.axe() == [], size
        shut(page)
        submit(page, "resign")
        page.wait_until(f"{DIALOG} === 'Resign?'")
        shut(page)
        submit(page, "help")
        page.wait_until("!!document.querySelector('dialog.keys h3')")
        rows = "[...document.querySelectorAll('dialog.keys th')].map((one) => one.textContent)"
        assert "moves [PLACE]" in page.evaluate(rows)
        assert "promote [TURN]" not in page.evaluate(rows)
        shut(page)
        submit(page, "news")
        page.wait_until("!!document.querySelector('#news li')")
        submit(page, ":q")
        page.wait_until("document.body.dataset.screen === 'launcher'")
        page.close()


def test_a_refusal_says_why_and_stays_to_be_corrected(page: Page, tmp_path: Path) -> None:
    with serving_here(tmp_path) as served:
        page.resize(*PHONE)
        open_match(page, tmp_path, served.told)
        submit(page, "promote")
        page.wait_for_text("promote is for studies: study opens one of a match.", "#said")
        page.wait_until("!document.querySelector('#typed-text').readOnly")
        assert page.evaluate(FIELD) == "promote"
        below, bar = page.evaluate(
            "[document.querySelector('#said').lastElementChild.getBoundingClientRect().bottom,"
            " document.querySelector('#deeds').getBoundingClientRect().top]"
        )
        assert below <= bar, "it is seen on a phone"
        page.press("Escape")
        submit(page, "resgin")
        page.wait_for_text("Did you mean resign?", "#said")
        page.press("Escape")
        submit(page, "sit 2")
        page.wait_for_text("sit is for matches at a host", "#said")
        page.press("Escape")
        submit(page, "w")  # begins a move: the game comes first
        page.wait_until("!document.querySelector('#typed-text').readOnly")
        assert not page.evaluate("!!document.querySelector('dialog')")
        page.press("Escape")
        submit(page, ":w")
        page.wait_until(f"{DIALOG} === 'Save'")
        shut(page)
        assert page.evaluate(TURNS) == 0
        page.close()


@pytest.mark.both_browsers
def test_tab_completes_and_arrows_walk_through_what_was_typed(page: Page, tmp_path: Path) -> None:
    with serving_here(tmp_path) as served:
        open_match(page, tmp_path, served.told)
        begin(page, "mo")
        assert offered(page) == ["moves"]
        page.press("Tab")
        assert page.evaluate(FIELD) == "moves"
        page.type(" d4")
        page.press("Enter")
        page.wait_for_text("possible with d4", "#said")
        begin(page, ":re")
        assert offered(page) == [":redo", ":resign", ":ready"]
        page.press("Escape")
        begin(page, "Wd")
        page.wait_until(f"{OFFERED}.length === 7")
        page.press("Escape")
        say(page, "what is on d4?")
        begin(page, "un")
        # what was loaded for the line that begins has begun
        page.evaluate("import(document.querySelector('link[rel=modulepreload]').href)")
        page.press("ArrowUp")
        page.wait_until(f"{FIELD} === 'what is on d4?'")
        page.press("ArrowUp")
        page.wait_until(f"{FIELD} === 'moves d4'")
        page.press("ArrowUp", "ArrowDown", "ArrowDown")
        page.wait_until(f"{FIELD} === 'un'")
        page.press("Escape")
        page.wait_until("document.querySelector('#typed').hidden")
        assert page.evaluate("document.activeElement.closest('#board') !== null")
        page.close()


def test_in_czech_both_languages_are_understood_without_accents(page: Page, tmp_path: Path) -> None:
    with serving_here(tmp_path, language="cs") as served:
        open_match(page, tmp_path, served.told)
        say(page, "Wd4,d1")
        page.wait_until(f"{PLAYED} === 'Wd4,d1'")
        begin(page, "zpe")
        assert offered(page) == ["zpět"]
        page.press("Tab")
        assert page.evaluate(FIELD) == "zpět"
        page.press("Enter")
        page.wait_until(f"{PLAYED} === 'Wd4'")
        say(page, "redo")
        page.wait_until(f"{PLAYED} === 'Wd4,d1'")
        submit(page, "napoveda")
        page.wait_until("!!document.querySelector('dialog.keys h3')")
        shut(page)
        submit(page, "tahy")
        page.wait_until(f"{DIALOG} === 'tahy'")
        page.close()


def test_a_lesson_has_its_words(page: Page, tmp_path: Path) -> None:
    with serving_here(tmp_path) as served:
        enter(page, served.told, "lesson/zertz/first/3")
        page.wait_until("!!document.querySelector('#lesson')")
        title = "document.querySelector('#lesson h2').textContent"
        page.wait_until(f"{title}.includes('4 of')")
        submit(page, "hint")
        page.wait_until("document.querySelector('#said').textContent.length > 10")
        submit(page, "undo")
        page.wait_for_text("undo is for a match that goes on", "#said")
        submit(page, "score")
        page.wait_for_text("Pool", "#said")
        submit(page, "back")
        page.wait_until(f"{title}.includes('3 of')")
        page.close()


def test_a_study_has_its_words(page: Page, tmp_path: Path) -> None:
    room = keep(tmp_path, *zertz_with_a_win(over=True))
    with serving_here(tmp_path) as served:
        enter(page, served.told, room)
        page.wait_until(f"() => {BOARD} > 30")
        submit(page, "resign")
        page.wait_for_text("resign is for a match that goes on", "#said")
        page.press("Escape")
        say(page, "study")
        page.wait_until("!!document.querySelector('#study')")
        say(page, "back")
        page.wait_until(f"{WHERE}.startsWith('1 ')")
        say(page, "sign ?!")
        page.wait_until("document.querySelector('#study select').value === '?!'")
        say(page, "comment too early")
        page.wait_until("document.querySelector('#study textarea').value === 'too early'")
        say(page, "last")
        page.wait_until(f"{WHERE}.startsWith('2 ')")
        say(page, "go 1")
        page.wait_until(f"{WHERE}.startsWith('1 ')")
        submit(page, "go 9")
        page.wait_for_text("9", "#said")
        page.press("Escape")
        say(page, "tree")
        page.wait_for_text("too early", "#said")
        page.close()


def test_a_host_has_words_about_people(page: Page, tmp_path: Path) -> None:
    with hosting(tmp_path) as host:
        open_table(page, host, "Ann")
        page.wait_for_text("waiting for somebody to sit here", "#waiting")
        submit(page, "people")
        page.wait_for_text("1. Player 1: You", "#said")
        page.wait_for_text("(free)", "#said")
        submit(page, "invite 2")
        page.wait_until(f"{DIALOG} === 'Invite'")
        shut(page)
        say(page, "uninvite 2")
        submit(page, "sit nowhere")
        page.wait_for_text("Type whose seat", "#said")
        page.press("Escape")
        submit(page, "sit 2")
        page.wait_for_text("You sit at this table already.", "#said")
        page.press("Escape")
        submit(page, "leave")
        page.wait_until(f"{DIALOG} === 'Leave this match for good?'")
        shut(page)
        page.close()


def test_a_board_that_is_set_up_has_its_words(page: Page, tmp_path: Path) -> None:
    with serving_here(tmp_path) as served:
        open_board(page, served.told)
        say(page, "d4=W")
        stands(page, "d4", "white")
        say(page, "undo")
        stands(page, "d4", "empty")
        say(page, "redo")
        stands(page, "d4", "white")
        submit(page, "resign")
        page.wait_for_text("resign is for a match that goes on", "#said")
        page.press("Escape")
        say(page, "begin")
        page.wait_until("document.body.dataset.screen === 'setup'")
        page.close()


def test_after_the_end_a_review_and_a_rematch_are_typed(page: Page, tmp_path: Path) -> None:
    room = keep(tmp_path, *zertz_with_a_win(over=True))
    with serving_here(tmp_path) as served:
        enter(page, served.told, room)
        page.wait_until(f"() => {BOARD} > 30")
        submit(page, "hint")
        page.wait_for_text("hint is for a match that goes on", "#said")
        page.press("Escape")
        submit(page, "review")
        page.wait_until("!!document.querySelector('#review')")
        submit(page, "rematch")
        page.wait_until(f"location.hash !== '#{room}'")
        page.close()
