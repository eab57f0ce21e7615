"""Two people at two browsers: from the link that one sends to the end of their match."""

from __future__ import annotations

from pathlib import Path

import pytest

from gipf_meta.cli import run
from tests.web.browsers import Browser, Page
from tests.web.hosting import Hosting, close, come_in, end_tour, hosting, links_of, see_match
from tests.web.walking import PHONE, WIDE, place
from tests.web.walks import wait_for_prompt, wait_for_turns

pytestmark = [pytest.mark.slow, pytest.mark.needs("zertz")]

FIRST_CAPTURE = "1/1/1/1"
"""The goals of a match that is won by whoever captures first."""
TAKEN_BACK = "!document.querySelector('#turn-list').textContent.includes('a1')"
"""JavaScript: whether no ring was taken away any more."""


def fill(page: Page, **values: str) -> None:
    """Fills fields of the form that is open, as if they had been typed."""
    for name, value in values.items():
        page.wait_until("(name) => !!document.querySelector(`[name=${name}]`)", f'"{name}"')
        page.evaluate(
            "(name, value) => { document.querySelector(`[name=${name}]`).value = value }",
            f'"{name}"',
            value,
        )


def open_table(page: Page, host: Hosting, name: str, clock: str = "") -> None:
    """Opens a short match of ZÈRTZ, in which one seat is left to whoever is invited."""
    page.go(host.address)
    page.click("aria/Change …: ZÈRTZ")
    fill(page, **{"name": name, "option:goals": FIRST_CAPTURE, "clock": clock})
    page.click(".desk form .primary")
    if not clock:  # else it waits until all are ready
        see_match(page)


def test_from_an_invitation_to_the_end_of_a_match_and_its_rematch(
    browser: Browser, tmp_path: Path
) -> None:
    ann, bob = browser.new_page(), browser.new_page()
    bob.resize(*PHONE)
    with hosting(tmp_path) as host:
        open_table(ann, host, "Ann")
        ann.wait_for_text("waiting for somebody to sit here", "#waiting")
        assert ann.axe() == []
        play, watch = links_of(ann)
        assert ann.axe() == []
        assert play != watch
        ann.press("Escape")
        come_in(bob, play, "Bob")
        see_match(bob)
        ann.wait_for_text("Bob sits down.", "#said")
        ann.wait_until("!document.querySelector('.players > li > button')")
        place(ann, "d4", "a1")
        wait_for_prompt(bob, "Your turn. ")
        place(bob, "d5", "g1")
        wait_for_prompt(ann, "You must capture")
        ann.click("[data-place=d4].lit .hit")  # the jump has one end
        ann.wait_for_text("You won", "#result")
        bob.wait_for_text("Ann won: 1 white marble.", "#result")
        for page in (ann, bob):
            assert page.axe() == []
        first = bob.evaluate("location.hash")
        ann.click("#result button[value=rematch]")
        ann.wait_for_text("You ask for a rematch.", "#said")
        bob.wait_for_text("Ann asks for a rematch.", "#asked")
        assert bob.axe() == []
        assert [page.evaluate("location.hash") for page in (ann, bob)] == [first, first]
        ann.press("m")  # it is asked for once
        ann.wait_until("!!document.querySelector('dialog.menu')")
        assert not ann.evaluate("!!document.querySelector('#result [value=rematch]')")
        ann.press("Escape")
        bob.click("#asked button[value=yes]")
        for page in (ann, bob):
            page.wait_until("(before) => location.hash !== before", first)
            wait_for_turns(page, 0)
        wait_for_prompt(ann, "It is Bob's turn.")
        wait_for_prompt(bob, "Your turn. ")
        assert ann.evaluate("location.hash") == bob.evaluate("location.hash")
        close(ann, bob)


def test_a_seat_stays_with_its_person_after_a_reload_and_goes_with_his_key_to_another_browser(
    browser: Browser, tmp_path: Path
) -> None:
    ann, other = browser.new_page(), browser.new_page()
    ann.resize(*WIDE)
    with hosting(tmp_path) as host:
        open_table(ann, host, "Ann")
        room = ann.evaluate("location.hash")
        links = links_of(ann)
        ann.reload()
        ann.wait_until("!!document.querySelector('.players > li > button')")
        assert links_of(ann) == links
        ann.press("Escape")
        ann.evaluate("location.hash = 'me'")
        ann.click("#screen summary")  # Your key
        ann.click("aria/Show my key")
        ann.wait_until("!!document.querySelector('#own-key')")
        assert ann.axe() == []
        key = ann.evaluate("document.querySelector('#own-key').value")
        other.go(key)
        other.click("dialog button[value=yes]")
        other.wait_for_text("Your tables")
        assert other.axe() == []
        other.click("aria/Go on: ZÈRTZ: You against a free seat")
        other.wait_until("(room) => location.hash === room", room)
        wait_for_prompt(other, "Your turn. ")
        close(ann, other)


def test_a_link_is_good_for_one_person_and_a_wrong_one_for_nobody(
    browser: Browser, tmp_path: Path
) -> None:
    ann, bob, eve = (browser.new_page() for _ in range(3))
    with hosting(tmp_path) as host:
        open_table(ann, host, "Ann")
        play, watch = links_of(ann)
        ann.press("Escape")
        come_in(bob, play, "Bob")
        see_match(bob)
        eve.go(play)
        eve.wait_until("document.activeElement.id === 'own-name'")
        eve.type("Eve")
        eve.press("Enter")
        eve.wait_for_text("This invitation is not valid, or not any more", ".refusal")
        room = bob.evaluate("location.hash")
        eve.evaluate("(room) => { location.hash = room }", room)
        eve.wait_for_text("There is no match here that you may see", "dialog")
        eve.click("dialog button[value='']")
        eve.wait_until("!location.hash")  # else that may come after the next address
        eve.go(watch)
        eve.wait_until("(room) => location.hash === room", room)
        eve.wait_for_text("Ann", "#room")
        place(ann, "d4", "a1")
        wait_for_turns(eve, 1)
        assert not eve.evaluate("!!document.querySelector('.players > li > button')")
        close(ann, bob, eve)


def test_an_open_table_is_found_and_taken(browser: Browser, tmp_path: Path) -> None:
    ann, bob = browser.new_page(), browser.new_page()
    with hosting(tmp_path) as host:
        bob.go(host.address)
        bob.wait_for_text("Games")
        ann.go(host.address)
        ann.click("aria/Change …: ZÈRTZ")
        fill(ann, name="Ann")
        ann.click("[name=opponent][value=anybody]")
        ann.click(".desk form .primary")
        see_match(ann)
        bob.wait_for_text("Open tables")  # it appears without anybody loading the page again
        assert bob.axe() == []
        bob.click("aria/Take a seat: ZÈRTZ: Ann against a free seat")
        bob.wait_until("document.activeElement.id === 'own-name'")
        bob.type("Bob")
        bob.press("Enter")
        see_match(bob)
        ann.wait_for_text("Bob sits down.", "#said")
        place(ann, "d4", "a1")
        wait_for_prompt(bob, "Your turn. ")
        bob.evaluate("history.back()")
        bob.wait_for_text("It is your move")
        bob.wait_for_text("your move")
        close(ann, bob)


def test_what_two_people_agree_on_and_who_is_there(browser: Browser, tmp_path: Path) -> None:
    ann, bob = browser.new_page(), browser.new_page()
    with hosting(tmp_path) as host:
        open_table(ann, host, "Ann", clock="30m")
        play = links_of(ann)[0]
        ann.press("Escape")
        ann.wait_until("!document.querySelector('dialog')")
        come_in(bob, play, "Bob")

        for page, other in ((ann, "Bob"), (bob, "")):
            page.press_tab_to("on")
            assert page.axe() == []
            page.press("Enter")
            if other:
                page.wait_for_text(f"{other} is not ready yet.", "#waiting")
        for page in (ann, bob):
            page.wait_until("!document.querySelector('#waiting').textContent.includes('not ready')")
            page.wait_for_text("line: ", ".players .you")
            end_tour(page)

        place(ann, "d4", "a1")
        wait_for_turns(bob, 1)
        ann.press("u")
        bob.wait_for_text("Ann asks to take back the last decision.", "#asked")
        assert bob.axe() == []
        bob.click("#asked .row:not([inert]) button[value=yes]")
        for page in (ann, bob):
            page.wait_until(TAKEN_BACK)
        ann.click("[data-place='a1'].lit")  # the ring is what was taken back
        for page in (ann, bob):
            wait_for_turns(page, 1)
        ann.press("P")
        ann.wait_for_text("A pause?", "dialog")
        ann.press("Enter")  # ten minutes
        bob.wait_for_text("Ann asks for a pause of 10 minutes.", "#asked")
        bob.click("#asked .row:not([inert]) button[value=no]")
        ann.wait_for_text("Bob declines.", "#said")

        room = bob.evaluate("location.hash")
        bob.evaluate("location.hash = ''")
        ann.wait_for_text("not here at the moment", ".players")
        assert ann.axe() == []
        bob.evaluate("(room) => { location.hash = room }", room)
        ann.wait_until("!document.querySelector('.players .away')")
        wait_for_prompt(bob, "Your turn. ")
        bob.press("Q")
        bob.click("dialog button[value=yes]")
        ann.wait_for_text("Bob has left the match.", "#said")
        ann.wait_until("!!document.querySelector('.players > li > button[value=invite]')")
        close(ann, bob)


def test_a_name_that_is_changed_stays_changed_when_the_page_comes_again(
    browser: Browser, tmp_path: Path
) -> None:
    ann = browser.new_page()
    with hosting(tmp_path) as host:
        open_table(ann, host, "Ann")
        ann.reload()
        wait_for_prompt(ann, "Your turn. ")
        ann.evaluate("location.hash = 'screen/settings'")
        ann.click("[name=name]")
        ann.press("End")
        ann.type("a")
        ann.press("Enter")
        ann.wait_until("(name) => document.querySelector('[name=name]').value === name", "Anna")
        for _ in range(2):
            ann.reload()
            ann.wait_until(
                "(name) => document.querySelector('[name=name]')?.value === name", "Anna"
            )
        close(ann)


def test_where_a_browser_copies_nothing_by_itself_the_link_of_a_match_is_shown(
    browser: Browser, tmp_path: Path
) -> None:
    """A browser has a clipboard for pages by https and of its own machine alone."""
    ann = browser.new_page()
    ann.run_before_page("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    with hosting(tmp_path) as host:
        open_table(ann, host, "Ann")
        ann.press("C")
        ann.click("dialog button[value=here]")
        ann.wait_until("document.querySelector('#copied')?.value.endsWith(location.hash)")
        assert ann.axe() == []
        close(ann)


def test_an_invitation_is_taken_back_and_who_watched_by_it_is_told(
    browser: Browser, tmp_path: Path
) -> None:
    ann, eve, late = (browser.new_page() for _ in range(3))
    with hosting(tmp_path) as host:
        open_table(ann, host, "Ann")
        play, watch = links_of(ann)
        come_in(eve, watch, "Eve")
        eve.wait_for_text("Ann", "#room")
        for kind in ("1", "watch"):
            ann.click(f".link:has(#link-{kind}) button:last-child")
            ann.wait_until(f"!document.querySelector('#link-{kind}')")
        eve.wait_for_text("You may not watch this match any more", "#connection")
        late.go(play)
        late.wait_until("document.activeElement.id === 'own-name'")
        late.type("Late")
        late.press("Enter")
        late.wait_for_text("This invitation is not valid, or not any more", ".refusal")
        close(ann, eve, late)


def test_a_key_is_renewed_and_a_seat_whose_person_has_gone_gets_a_new_link(
    browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ann, bob, other = (browser.new_page() for _ in range(3))
    with hosting(tmp_path) as host:
        open_table(ann, host, "Ann")
        play, _watch = links_of(ann)
        ann.press("Escape")
        come_in(bob, play, "Bob")
        see_match(bob)
        room = bob.evaluate("location.hash")
        bob.evaluate("location.hash = 'me'")
        bob.click("#screen summary")  # Your key
        bob.click("aria/Renew my key")
        bob.wait_until("!!document.querySelector('dialog')")
        old = bob.evaluate("JSON.parse(localStorage.gipf_meta).secret")
        assert bob.axe() == []
        bob.click("dialog button[value=yes]")
        bob.wait_until("(old) => JSON.parse(localStorage.gipf_meta).secret !== old", f'"{old}"')
        bob.evaluate(f"location.hash = '{room}'")
        see = "document.querySelector('#room')?.textContent.includes('Ann')"
        bob.wait_until(see)
        bob.wait_until("!document.querySelector('.players .away')")
        bob.evaluate("localStorage.clear()")
        bob.go("about:blank")
        ann.wait_until("!!document.querySelector('.players .away > button[value=reseat]')")
        assert ann.axe() == []
        ann.click(".players > li > button[value=reseat]")
        ann.wait_for_text("Bob was here a moment ago")
        asked = ["reseat", room.removeprefix("#room/"), "2", "--folder", str(tmp_path)]
        assert run(["host", "--origin", host.origins[0], *asked]) == 0
        link = capsys.readouterr().out.splitlines()[-1]
        ann.wait_for_text("has freed the seat of Bob")
        come_in(other, link, "Bob")
        end_tour(other)
        ann.wait_until("!document.querySelector('.players > li > button')")
        close(ann, bob, other)
