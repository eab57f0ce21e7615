"""Somebody whose browser has forgotten him comes back to his match: by a passkey, by words, by
another device; and a stolen device is nobody's any more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.browsers import Browser, Page
from tests.web.hosting import Hosting, close, hosting, see_match
from tests.web.test_invite_in_browsers import fill
from tests.web.walking import PHONE, place
from tests.web.walks import wait_for_turns

pytestmark = [pytest.mark.slow, pytest.mark.needs("zertz")]

in_chromium = pytest.mark.parametrize("browser", ["chromium"], indirect=True)
"""Firefox has no authenticator that a test can give it."""
KEY = "JSON.parse(localStorage.getItem('gipf_meta') ?? '{}').secret"
"""JavaScript: the key that the browser stores."""
NOTE_SOCKET = """
    globalThis.WebSocket = class extends WebSocket {
        constructor(address) { globalThis.socket = super(address); }
    };
"""
"""JavaScript: the page's last socket is called ``socket``."""


def open_table(page: Page, host: Hosting, name: str) -> str:
    """Opens a private match of ZÈRTZ as somebody called *name*, who plays a turn; its address."""
    page.go(host.address_by_name)
    page.click("aria/Change …: ZÈRTZ")
    fill(page, name=name)
    page.click(".desk form .primary")
    see_match(page)
    place(page, "d4", "a1")
    wait_for_turns(page, 1)
    return str(page.evaluate("location.hash"))


def show(page: Page, screen: str) -> None:
    """Goes to a screen by its address."""
    page.evaluate("(screen) => { location.hash = screen }", screen)


def lose_storage(page: Page) -> None:
    """Empties the browser's storage in the middle of the match, which is then nobody's here."""
    page.evaluate("localStorage.clear()")
    page.reload()
    page.wait_for_text("There is no match here that you may see", "dialog")


def begin_to_come_back(page: Page) -> None:
    """Goes from the match that is lost to the screen by which one comes back."""
    page.click("dialog button[value=sign_in]")
    page.wait_until("document.body.dataset.screen === 'sign_in'")


def see_room(page: Page, room: str) -> None:
    """Waits until the match at the address *room* is on show, as its player sees it."""
    page.wait_until("(room) => location.hash === room", room)
    wait_for_turns(page, 1)
    page.wait_until("!!document.querySelector('.players .you')")


@in_chromium
def test_a_passkey_brings_somebody_back_into_his_match_in_all_tabs(
    browser: Browser, tmp_path: Path
) -> None:
    ann = browser.new_page()
    ann.add_authenticator()
    with hosting(tmp_path) as host:
        room = open_table(ann, host, "Ann")
        first = ann.evaluate(KEY)
        show(ann, "me")
        ann.wait_for_text("You have none yet", "#screen")
        ann.click("aria/Add: A passkey")
        ann.wait_for_text("The passkey is a way back from now on.", "#connection")
        # whoever has seen the old key has nothing
        ann.wait_until(f"(first) => {KEY} !== first", first)
        show(ann, room)
        see_room(ann, room)

        lose_storage(ann)
        other = browser.new_page(ann)  # a tab of whoever he is now
        other.go(f"{host.address_by_name}{room}")
        other.wait_for_text("There is no match here that you may see", "dialog")
        begin_to_come_back(other)
        begin_to_come_back(ann)
        ann.click("aria/Use it: A passkey")
        for page in (ann, other):
            see_room(page, room)
        assert ann.evaluate(KEY) == other.evaluate(KEY)
        close(ann, other)


def choose_language(page: Page, language: str) -> None:
    """Chooses a language in the settings, in which the page is loaded anew."""
    show(page, "screen/settings")
    page.wait_until("document.body.dataset.screen === 'settings'")
    page.evaluate(
        """(language) => {
            const field = document.querySelector('[name=language]');
            field.value = language;
            field.dispatchEvent(new Event('change', {bubbles: true}));
        }""",
        language,
    )
    page.wait_until("(language) => document.documentElement.lang === language", language)


@pytest.mark.soak
def test_words_bring_somebody_back_who_reads_another_language_than_the_browser(
    browser: Browser, tmp_path: Path
) -> None:
    ann = browser.new_page()
    with hosting(tmp_path) as host:
        room = open_table(ann, host, "Ann")
        choose_language(ann, "cs")
        show(ann, "screen/words")
        ann.click("aria/Ukázat dvanáct slov")
        ann.wait_for_text("Vašich dvanáct slov", "#screen")
        words = ann.evaluate(
            "document.querySelector('#screen .desk > p:not(:has(button))').innerText"
        )
        assert len(words.split()) >= 12
        show(ann, room)
        see_room(ann, room)
        lose_storage(ann)
        begin_to_come_back(ann)
        ann.click("aria/Use it: Twelve words")
        fill(ann, words=words)
        ann.click("#screen form .primary")
        see_room(ann, room)
        assert ann.evaluate("document.documentElement.lang") == "cs"
        close(ann)


@pytest.mark.soak
def test_who_signs_out_leaves_nothing_behind_in_any_tab(browser: Browser, tmp_path: Path) -> None:
    ann = browser.new_page()
    ann.run_before_page(NOTE_SOCKET)
    with hosting(tmp_path) as host:
        room = open_table(ann, host, "Ann")
        key = ann.evaluate(KEY)
        other = browser.new_page(ann)
        other.go(f"{host.address_by_name}{room}")
        see_room(other, room)
        ann.evaluate("localStorage.setItem('gipf_meta-invited', '{}')")
        show(ann, "me")
        ann.click("#screen [aria-label^='Sign out here: ']")
        ann.click("aria/Sign out")
        ann.wait_for_text("Nothing of yours is stored in this browser any more.", "dialog")
        # its key is said no more: the host would answer that it was taken away
        assert ann.evaluate("socket.readyState") >= 2
        ann.click("dialog button")
        for page in (ann, other):  # each is a page of somebody new now
            page.wait_until("document.body.dataset.screen === 'launcher'")
            page.wait_until(f"!!{KEY}")
            assert page.evaluate(KEY) != key
            assert room not in page.evaluate("location.href")
        assert ann.evaluate(KEY) == other.evaluate(KEY)
        assert ann.evaluate("Object.keys(localStorage).length") == 1
        close(ann, other)


@pytest.mark.soak
def test_a_link_of_a_mail_leaves_no_token_in_the_address_and_signs_nobody_in_by_itself(
    browser: Browser, tmp_path: Path
) -> None:
    ann, token = browser.new_page(), "t" * 43
    with hosting(tmp_path) as host:
        ann.go(f"{host.address_by_name}#sign-in/{token}")
        ann.wait_until("document.body.dataset.screen === 'launcher'")
        assert ann.text(".refusal")  # it is no token of this host
        ann.evaluate("(token) => { location.hash = `sign-in/${token}` }", token)
        ann.wait_until("!location.hash")
        assert token not in "".join(ann.visited())
        close(ann)


def test_another_device_lets_a_page_in_and_takes_it_away_again(
    browser: Browser, tmp_path: Path
) -> None:
    ann, phone = browser.new_page(), browser.new_page()
    phone.resize(*PHONE)
    with hosting(tmp_path) as host:
        room = open_table(ann, host, "Ann")
        phone.go(f"{host.address_by_name}{room}")
        phone.wait_for_text("There is no match here that you may see", "dialog")
        begin_to_come_back(phone)
        phone.click("aria/Use it: Another device")
        phone.click("aria/Show the code")
        phone.wait_until("document.querySelector('#screen h2')?.innerText.includes('-')")
        code = phone.text("#screen h2")

        # a link fills nothing in: whoever confirms a code types it himself
        ann.go(f"{host.address_by_name}#pair/{code}")
        ann.wait_until("document.body.dataset.screen === 'pair'")
        assert code not in "".join(ann.visited())
        assert ann.evaluate("document.querySelector('[name=code]').value") == ""
        fill(ann, code=code)
        ann.click("#screen form .primary")
        ann.click("aria/It is mine: let it in")
        see_room(phone, room)
        ann.wait_until("!!document.querySelector(\"#screen [aria-label^='Take away: ']\")")

        # the phone is stolen
        show(ann, "me")
        ann.click("#screen [aria-label^='Take away: ']")
        ann.click("aria/Take it away")
        phone.wait_for_text("This device is not known here any more", "dialog")
        assert (
            phone.evaluate("document.querySelectorAll('#room[hidden], #screen[hidden]').length")
            == 2
        )
        before = phone.evaluate(KEY)
        phone.reload()
        phone.wait_for_text("This device is not known here any more", "dialog")
        assert phone.axe() == []
        assert phone.evaluate(KEY) == before
        phone.click("aria/Begin as somebody new")
        phone.wait_until(f"!!{KEY} && {KEY} !== '{before}'")
        close(ann, phone)
