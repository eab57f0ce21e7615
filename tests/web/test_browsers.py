"""The driver of browsers does to a page what a person does."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import quote

import pytest

from tests.web.browsers import GONE, ROOT, Browser, BrowserError, Driver, Page
from tests.web.hosting import free_port

BOARD = """<!doctype html><html lang="en"><title>A board</title>
<style>body { touch-action: none; margin: 0 } svg { display: block }</style>
<main><h1>A board</h1>
<svg width="300" height="300" role="img" aria-label="Places">
  <circle id="d4" cx="50" cy="50" r="20"/>
  <circle id="e5" cx="250" cy="250" r="20"/></svg>
<button onclick="tell.textContent = 'Ring taken'">Take the ring</button>
<label>Move <input></label><p id="tell" role="status"></p></main>
<script>
  window.done = []
  for (const name of ["pointerdown", "pointerup", "click"])
    document.querySelector("svg").addEventListener(name, (event) =>
      done.push([name, event.pointerType, event.target.id, event.isTrusted].join(" ")))
</script>"""
BOARD_PAGE = "data:text/html," + quote(BOARD)
MEDIA = """["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)",
    "(forced-colors: active)", "(pointer: coarse)", "(hover: none)"]
    .map((query) => matchMedia(query).matches)"""


class Board(BaseHTTPRequestHandler):
    """A server of one page, which at ``/strict`` may not do anything."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        if self.path == "/strict":
            self.send_header("Content-Security-Policy", "default-src 'none'")
        self.end_headers()
        self.wfile.write(BOARD.encode())

    def log_message(self, *about: object) -> None:
        """Says nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    """The address of a page that a server gives."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Board) as server:
        Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.mark.both_browsers
def test_a_page_is_clicked_dragged_typed_into_and_read(page: Page) -> None:
    page.go(BOARD_PAGE)
    page.drag("#d4", "#e5")
    assert page.evaluate("done") == [
        "pointerdown mouse d4 true",
        "pointerup mouse e5 true",
        "click mouse  true",
    ]
    page.click("aria/Take the ring")
    page.wait_for_text("Ring taken", "#tell")
    page.press("Tab")
    assert page.accessible_name() == "Move"
    page.type("Wd4,d1")
    page.press("Shift+Tab", "Enter")
    assert page.evaluate("(name) => document.querySelector(name).value", "input") == "Wd4,d1"
    assert page.spoken() == ["Ring taken"]


@pytest.mark.slow
def test_a_finger_touches_drags_and_taps(page: Page) -> None:
    page.go(BOARD_PAGE)
    page.drag("#d4", (150, 150), "#e5", by="touch")
    page.tap("#e5")
    touched = page.evaluate("done")
    assert [told for told in touched if told.startswith("pointer")] == [
        "pointerdown touch d4 true",
        "pointerup touch d4 true",  # a finger is captured by what it touched first
        "pointerdown touch e5 true",
        "pointerup touch e5 true",
    ]
    assert touched[-1] == "click touch e5 true"


@pytest.mark.both_browsers
def test_sizes_and_media_are_pretended_and_pictured(
    page: Page, address: str, tmp_path: Path
) -> None:
    page.go(BOARD_PAGE)
    assert page.evaluate(MEDIA) == [False, False, False, False, False]
    page.pretend(forced_colors=True)
    page.wait_until(f"String({MEDIA}) === 'false,false,true,false,false'")
    page.pretend(dark=True, reduced_motion=True, touch=True)
    page.wait_until(f"String({MEDIA}) === 'true,true,false,true,true'")
    page.go(address)
    assert page.evaluate(MEDIA) == [True, True, False, True, True]
    for size in ((390, 844), (800, 600), (1600, 1000)):
        page.resize(*size)
        page.screenshot(tmp_path / "shot.png")
        png = (tmp_path / "shot.png").read_bytes()
        assert (int.from_bytes(png[16:20]), int.from_bytes(png[20:24])) == size
        assert page.evaluate("[innerWidth, innerHeight]") == list(size)
    page.set_offline(True)
    page.wait_until("!navigator.onLine")


@pytest.mark.slow
def test_axe_finds_what_a_page_lacks(page: Page) -> None:
    page.go(BOARD_PAGE)
    assert page.axe() == []
    page.evaluate("document.querySelector('svg').removeAttribute('aria-label')")
    (violation,) = page.axe()
    assert violation.rule == "svg-img-alt"
    assert "svg" in violation.elements[0]


@pytest.mark.both_browsers
def test_people_are_strangers_and_tabs_are_not(browser: Browser, address: str) -> None:
    first, second = browser.new_page(), browser.new_page()
    tab = browser.new_page(beside=first)
    for page in (first, second, tab):
        page.go(address)
    first.evaluate("localStorage.setItem('who', 'Ana')")
    assert tab.evaluate("localStorage.getItem('who')") == "Ana"
    assert second.evaluate("localStorage.getItem('who')") is None
    for page in (second, first):
        page.press("Tab", "Enter")
        page.wait_for_text("Ring taken")
    assert [asked for asked in first.requests if "favicon" not in asked] == [address]
    assert first.visited()[-1] == address


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("console.error('a bad sign')", "a bad sign"),
        ("setTimeout(() => { throw new Error('a bad end') })", "a bad end"),
    ],
)
def test_an_error_of_the_page_fails_its_test(browser: Browser, code: str, told: str) -> None:
    page = browser.new_page()
    page.go(BOARD_PAGE)
    page.evaluate(code)
    page.evaluate("new Promise((done) => setTimeout(done))")
    page.expected_errors.append("nothing of the kind")
    with pytest.raises(BrowserError, match=told):
        browser.check_errors()
    page.expected_errors.append(told)
    browser.check_errors()


@pytest.mark.slow
def test_a_page_that_does_not_find_a_server_that_has_ended_makes_no_error(
    browser: Browser, address: str
) -> None:
    """A page looks for its server again while the test ends; by chance it was closed before."""
    page = browser.new_page()
    page.go(address)
    port = free_port()
    page.evaluate(
        """(port) => new Promise((done) => {
            new WebSocket(`ws://127.0.0.1:${port}/socket`).onerror = () => done();
        })""",
        port,
    )
    page.evaluate("new Promise((done) => setTimeout(done))")
    with pytest.raises(BrowserError, match=str(port)):
        browser.check_errors()
    GONE.add(f"127.0.0.1:{port}")
    browser.check_errors()
    page.errors.append(f"404 http://127.0.0.1:{port}/app.js")
    with pytest.raises(BrowserError, match="404"):
        browser.check_errors()
    page.errors.clear()


def test_an_icon_of_a_page_that_was_left_makes_no_error(browser: Browser) -> None:
    page, icon = browser.new_page(), "http://127.0.0.1:8000/page/5c07/icon.svg"
    page.errors += [
        f"Access to resource at '{icon}' from origin 'null' has been blocked. about:blank",
        f"Failed to load resource: net::ERR_FAILED {icon}",
    ]
    browser.check_errors()
    page.errors.append(f"Failed to load resource: the server responded with a status of 404 {icon}")
    with pytest.raises(BrowserError, match="404"):
        browser.check_errors()
    page.errors.clear()


FAILING = """
def test_it(page):
    page.go("data:text/html,<script>console.error('a bad sign')</script>")
    assert page.errors == ["no such sign"]
"""


@pytest.mark.slow
def test_a_test_that_has_failed_tells_only_why(tmp_path: Path, driver: Driver) -> None:
    """*driver* is asked for because the test needs what it needs."""
    names = "browser, driver, page, pytest_runtest_makereport"
    (tmp_path / "conftest.py").write_text(f"from tests.web.conftest import {names}")
    (tmp_path / "test_it.py").write_text(FAILING)
    (tmp_path / "pytest.ini").write_text(f"[pytest]\npythonpath = {ROOT}\nmarkers = slow")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "chromium"]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True).stdout
    assert "1 failed, 1 deselected" in said
    assert "no such sign" in said
    assert "The page has logged errors" not in said


@pytest.mark.slow
def test_what_the_policy_of_a_page_refuses_is_an_error(page: Page, address: str) -> None:
    page.expected_errors.append(
        "(?i)content.security.policy|script-src-elem|style-src-elem|img-src"
    )
    page.go(f"{address}strict")
    assert not page.evaluate("'done' in window")
    assert page.axe() == []
    page.errors.clear()
    page.evaluate("""new Promise((done) => {
        addEventListener("securitypolicyviolation", () => done());
        new Image().src = "/elsewhere.png";
    })""")
    assert any("img-src" in error for error in page.errors)


@pytest.mark.slow
def test_what_a_page_throws_is_told(page: Page) -> None:
    page.go(BOARD_PAGE)
    with pytest.raises(BrowserError, match="no such place"):
        page.evaluate("(place) => { throw new Error(`no such ${place}`) }", "place")
