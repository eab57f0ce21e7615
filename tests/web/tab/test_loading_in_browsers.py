"""The program in a tab, in real browsers: from any static server, and without one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.browsers import Browser, Driver, Page
from tests.web.tab.loaded import DESK
from tests.web.tab.serving import static

pytestmark = pytest.mark.slow

MORE = "() => document.querySelectorAll('#board .pieces > g').length > 1"
"""The bot has answered."""
NONE = "() => document.querySelectorAll('#board .pieces > g').length === 0"


def begin(page: Page, address: str) -> None:
    """Comes in, and begins a match of ZÈRTZ against a bot."""
    page.go(address)
    page.wait_until(DESK)
    begin_here(page)


def begin_here(page: Page) -> None:
    """Begins a match of ZÈRTZ against a bot, from the launcher."""
    page.click("aria/Change …: ZÈRTZ")
    page.click("#screen form button.primary")
    page.wait_until("() => document.querySelector('.place') !== null")


def place(page: Page) -> None:
    """Places a white marble on d4, and takes the ring a1 away."""
    page.click("[data-word='pool:W']")
    page.click("[data-place=d4] .hit")
    page.wait_until("() => document.querySelector('[data-place=d4]').ariaLabel.includes('white')")
    page.click("[data-place=a1] .hit")


NOTE_PARTS = """{
    window.parts = [];
    const { get, set } = Object.getOwnPropertyDescriptor(HTMLProgressElement.prototype, "value");
    const note = function (part) { parts.push(part); set.call(this, part); };
    Object.defineProperty(HTMLProgressElement.prototype, "value", { get, set: note });
}"""
"""JavaScript: notes how far the page says that it is."""


KIND_OF_MACHINE = """fetch("runtime/pyodide.asm.wasm.pack")
    .then((answer) => answer.headers.get("Content-Type"))"""
"""JavaScript: as what the service worker keeps the runtime; a browser keeps that compiled."""


def test_it_says_how_far_it_is_loaded_and_then_needs_neither_server_nor_network(
    page: Page, tab_folder: Path
) -> None:
    """And Chromium would install it; but not for somebody whose pages are forgotten, as here."""
    is_installable = page.browser.name == "chromium"
    page.run_before_page(NOTE_PARTS)
    with static(tab_folder) as served:
        if is_installable:
            page.expected_errors.append(r"404.*/favicon\.ico")  # a style sheet alone has no icon
            page.go(f"{served.address}tab/loading.css")
            assert "no-manifest" in page.install_errors()
        page.go(served.address)
        page.wait_for_text("This browser keeps the program and your matches")
        assert page.axe() == []
        page.wait_until(DESK)
        parts = page.evaluate("parts")
        assert parts == sorted(parts)
        assert parts[-1] > 0.95
        assert len(set(parts)) > 3
        page.wait_until("() => navigator.serviceWorker.ready.then(({ active }) => !!active)")
        if is_installable:
            page.wait_until("() => !!navigator.serviceWorker.controller")
            assert page.install_errors() == ["in-incognito"]
            assert page.evaluate(KIND_OF_MACHINE) == "application/wasm"
        served.stop()
    page.expected_errors += ["ERR_CONNECTION_(REFUSED|RESET)", "Failed to update a ServiceWorker"]
    begin(page, served.address)
    place(page)
    page.wait_until(MORE)
    asked = [address for address in page.requests if address.startswith(("http", "ws"))]
    others = [address for address in asked if not address.startswith(served.address)]
    assert all(address.endswith("/favicon.ico") for address in others)


@pytest.mark.soak
def test_what_was_played_survives_a_reload(page: Page, tab_folder: Path) -> None:
    with static(tab_folder) as served:
        begin(page, served.address)
        place(page)
        page.wait_until(MORE)
        page.reload()
        page.wait_until(MORE)


def test_bots_that_crash_are_asked_again_and_where_nothing_can_be_kept_it_is_said(
    page: Page, tab_folder: Path
) -> None:
    """And nothing is fetched that such a visit does not need."""
    fetched = []

    def crash(content: bytes) -> bytes:
        fetched.append(1)
        return b"onmessage = () => postMessage('crashed');" if len(fetched) == 1 else content

    def forbid(content: bytes) -> bytes:
        return content.replace(b"static async open() {", b"static async open() { throw 'none';")

    page.run_before_page("delete Navigator.prototype.serviceWorker")  # it fetches it too
    with static(tab_folder, tab__bots=crash, tab__storage=forbid) as served:
        begin(page, served.address)
        page.wait_for_text("This browser keeps nothing here")
        place(page)
        page.wait_for_text("has crashed")
        page.click("aria/Ask it again")
        page.wait_until(MORE)
        names = [each.rpartition("/")[2] for each in served.asked]
        assert "program.pack" in names
        assert "rest.pack" not in names


@pytest.mark.soak  # test_full_storage.py proves it in earnest, as root
def test_what_cannot_be_kept_is_refused(page: Page, tab_folder: Path) -> None:
    def fill(content: bytes) -> bytes:
        return content + (
            b"const write = Storage.prototype.write;"
            b"Storage.prototype.write = function (text) {"
            b"return text.includes('\"ledger\", 2') ? write.call(this, text)"
            b" : Promise.reject(new DOMException('full', 'QuotaExceededError')) };"
        )

    page.expected_errors += ["QuotaExceededError"]
    with static(tab_folder, tab__storage=fill) as served:
        begin(page, served.address)
        page.click("[data-word='pool:W']")
        page.click("[data-place=d4] .hit")
        page.wait_until("() => document.body.innerText.includes('The browser has no room')")
        page.wait_until(NONE)


def test_a_browser_that_is_too_old_is_told_so(page: Page, tab_folder: Path) -> None:
    page.run_before_page("delete Array.prototype.toSorted")
    with static(tab_folder) as served:
        page.go(served.address)
        page.wait_for_text("This browser is too old for the program: take a newer one.")


def test_what_is_chosen_while_it_loads_is_done_when_it_is_there(
    page: Page, tab_folder: Path
) -> None:
    with static(tab_folder, tab__runtime=hold) as served:
        page.go(served.address)
        page.point("#loading svg")
        page.evaluate(CHOOSE, "theme", "dark")
        page.evaluate(CHOOSE, "language", "cs")
        page.wait_for_text("Program se načítá")
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
        page.click("#loading .row button")
        page.wait_for_text("Začne to, jakmile se program načte.")
        page.evaluate("new BroadcastChannel('go on').postMessage('')")
        page.wait_until("() => /^#(room|screen)/.test(location.hash)")
        page.wait_until("() => !!document.querySelector('#board .place, #screen .desk')")
        assert page.evaluate("document.documentElement.lang") == "cs"
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
        page.reload()
        page.wait_until("() => document.documentElement.dataset.theme === 'dark'")


CHOOSE = """(name, value) => {
    const field = document.querySelector(`#loading [name=${name}]`);
    field.value = value;
    field.dispatchEvent(new Event("change", { bubbles: true }));
}"""


def hold(content: bytes) -> bytes:
    """The module that starts Python, which waits until a test lets it go on."""
    begin = b"export async function startPython(tell) {"
    assert begin in content
    wait = b"new Promise((done) => { new BroadcastChannel('go on').onmessage = done; })"
    return content.replace(begin, begin + b"await " + wait + b";")


def test_a_match_that_another_tab_plays_is_told_of_before_the_program_loads(
    page: Page, tab_folder: Path
) -> None:
    with static(tab_folder) as served:
        begin(page, served.address)
        place(page)
        page.wait_until(MORE)
        room = page.evaluate("location.hash")
        second = page.browser.new_page(beside=page)
        asked = len(served.asked)
        second.go(served.address + room)
        second.wait_for_text("This match is open in another tab.")
        assert not any(each.endswith(".pack") for each in served.asked[asked:])
        assert second.axe() == []
        second.click("aria/Play it here")
        second.wait_until(MORE)
        page.wait_for_text("The match goes on in another tab.")
        assert page.evaluate("location.hash") in ("", "#")


KEPT = "async () => (await indexedDB.databases()).length"
"""JavaScript: how many databases the browser keeps for this page."""


@pytest.mark.parametrize("name", ["chromium", "firefox"])
def test_in_a_private_window_it_is_played_and_said_that_it_will_be_forgotten(
    driver: Driver, tab_folder: Path, tmp_path: Path, name: str
) -> None:
    with static(tab_folder) as served:
        private = Browser(driver, name, tmp_path, private=True)
        page = private.new_page()
        page.go(served.address)
        page.wait_for_text("a private window forgets them when it is closed")
        page.wait_until(DESK)
        begin_here(page)
        place(page)
        page.wait_until(MORE)
        assert page.evaluate(KEPT) > 0
        private.close()
        # the same profile: nothing of it is there
        later = private.another(tmp_path)
        page = later.new_page()
        page.go(f"{served.address}tab/loading.css")
        assert page.evaluate(KEPT) == 0
        later.close()
