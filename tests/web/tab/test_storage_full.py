"""A storage that is full in earnest: Chromium's disk is small, Firefox may use little of it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tiers import soak
from tests.web.browsers import Browser, Driver
from tests.web.tab.loaded import DESK
from tests.web.tab.serving import static
from tests.web.tab.test_loading_in_browsers import MORE, begin_here, place

pytestmark = pytest.mark.slow

BY_USER, BY_OTHER = ("chromium", "firefox") if os.geteuid() == 0 else ("firefox", "chromium")
"""The browser whose storage whoever runs the tests can fill, and the other one."""
SENTENCE = "The browser has no room to keep this, so it has not happened."
TURNS = "document.querySelectorAll('#turn-list > li').length"
FILL = """async (size, most) => {
    const opening = indexedDB.open("filler", 1);
    opening.onupgradeneeded = () => {
        opening.result.createObjectStore("bytes", { autoIncrement: true });
    };
    const db = await new Promise((done) => {
        opening.onsuccess = () => done(opening.result);
        opening.onerror = () => done(null);
    });
    if (!db) return true;  // there is no room even to open it
    const begin = () => db.transaction("bytes", "readwrite", { durability: "strict" });
    const add = (bytes) => new Promise((done) => {
        const transaction = begin();
        transaction.objectStore("bytes").add(bytes);
        transaction.oncomplete = () => done(true);
        transaction.onabort = () => done(false);
    });
    let added = 0;
    while (added < most && await add(crypto.getRandomValues(new Uint8Array(size)))) added++;
    if (added < most) begin();  // the next one in Firefox may only delete
    db.close();
    return added < most;
}"""
"""JavaScript: adds up to *most* times *size* bytes; whether there was no room for the last ones."""
FILLED_AT_ONCE = 20
"""So many at a time: a browser that is asked for all of them answers too late on a busy machine."""
EMPTY = """() => new Promise((done, fail) => {
    const going = indexedDB.deleteDatabase("filler");
    going.onsuccess = () => done(true);
    going.onerror = going.onblocked = fail;
})"""
"""JavaScript: makes room again."""
MOST_PRESSES = 300
ALL_STORAGE = {"dom.quotaManager.temporaryStorage.fixedLimit": 50 * 1024}
"""The preference for the whole storage of Firefox, in KB; one site may use a fifth."""


@pytest.fixture
def narrow(driver: Driver, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Browser]:
    """A browser that has room for some MB."""
    if request.param == "firefox":
        browser = Browser(driver, "firefox", tmp_path / "profile", preferences=ALL_STORAGE)
    else:
        disk = request.getfixturevalue("small_disk")
        browser = Browser(driver, "chromium", disk / "profile")
    yield browser
    browser.close()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on a disk of 60 MB."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=60m", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("A small disk can be mounted by root alone.")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.mark.parametrize("narrow", [BY_USER, *soak(BY_OTHER)], indirect=True)
def test_what_cannot_be_kept_is_refused_until_there_is_room(
    narrow: Browser, tab_folder: Path
) -> None:
    page = narrow.new_page()
    page.run_before_page("delete Navigator.prototype.serviceWorker")  # its files would not fit
    with static(tab_folder) as served:
        page.go(served.address)
        page.wait_until(DESK)
        begin_here(page)
        place(page)
        page.wait_until(MORE)
        page.wait_for_text("Take a marble", "#prompt")
        for size in (65536, 16384, 4096, 1024):
            while not page.evaluate(FILL, size, FILLED_AT_ONCE):
                pass
        turns = page.evaluate(TURNS)
        for press in range(MOST_PRESSES):
            key = "U" if press % 2 else "u"
            page.press(key)
            page.wait_until(
                f"""(turns, why) => {TURNS} !== turns
                || document.querySelector("#said").textContent.includes(why)""",
                turns,
                SENTENCE,
            )
            if SENTENCE in page.text("#said"):
                break
            turns = page.evaluate(TURNS)
        page.wait_for_text(SENTENCE, "#connection")  # the page has come back to what is kept
        assert page.evaluate(TURNS) == turns
        page.evaluate(EMPTY)
        page.press(key)
        page.wait_until(f"(turns) => {TURNS} !== turns", turns)
        turns = page.evaluate(TURNS)
        page.reload()
        page.wait_until(f"() => {TURNS} === {turns}")
