"""Somebody comes again: his browser was started anew, or the server was."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from tests.web.browsers import Browser, Page
from tests.web.serving import serving
from tests.web.test_board_in_browsers import begin


def follow(page: Page, address: str, wanted: str) -> None:
    """Goes to *address*, which leads on to *wanted*, and leaves no trace of the token."""
    page.go(address)
    page.wait_until("(wanted) => location.href.startsWith(wanted)", wanted)
    page.wait_until("document.body.dataset.screen === 'launcher'")
    assert "token" not in page.evaluate("location.href")


@pytest.mark.soak
def test_a_restarted_browser_and_a_restarted_server_let_the_same_person_in_again(
    browser: Browser, tmp_path: Path
) -> None:
    profile = tmp_path / "profile"
    with serving(tmp_path) as served:
        start = f"{served.address}/"
        with closing(browser.another(profile)) as first:
            page = first.new_page()
            follow(page, served.file, start)
            assert not Path(served.file.removeprefix("file://")).exists()
            begin(page, served.address, "ZÈRTZ")
            page.press(":")
            page.type("Wd4,d1")
            page.press("Enter")
            page.wait_for_text("Wd4,d1", "#turn-list")

        # the browser is started again with the same profile: the cookie is gone
        with closing(browser.another(profile)) as second:
            page = second.new_page()
            page.go(start)
            page.wait_for_text("Open the address that gipf-meta serve")
            follow(page, served.told, start)
            page.wait_for_text("ZÈRTZ", "#screen")

            # the server is killed, and started again at the same port
            served.process.kill()
            page.wait_until("document.body.dataset.line === 'lost'")
            page.wait_for_text("The program has ended: type gipf-meta serve", "#connection")
            assert served.process.stderr is not None
            assert "rror" not in served.process.stderr.read()
            port = served.address.rpartition(":")[2]
            with serving(tmp_path, "--port", port) as again:
                page.go(served.told)
                page.wait_for_text("Open the address that")
                follow(page, again.file, start)
                page.wait_for_text("ZÈRTZ", "#screen")
