"""The page in browsers when it is loaded anew, opened twice, and when its server was killed."""

from __future__ import annotations

from pathlib import Path

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.library.store import Library, LibraryKeeper
from gipf_meta.table.players import Player, seats_of
from tests.kept_table import KeptTable
from tests.kill import new_match
from tests.web.browsers import Browser, Page
from tests.web.serving import serving, serving_here

PLAYED = "Wd4,d1"


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A folder with a library, in which match 1 has one turn."""
    match, _bots = new_match("zertz", 1)
    people = [Player("Ann"), Player("Bob")]
    with Library(tmp_path / "DATA" / "gipf-meta" / "library.sqlite") as library:
        keeper = LibraryKeeper(library, seats_of(people))
        table = KeptTable(match, people, StillClock(), keeper=keeper)
        table.play(PLAYED)
        keeper.close()
    return tmp_path


def wait_for_match(page: Page) -> None:
    """Waits until the page shows the board of match 1, after its first turn."""
    page.wait_until("() => document.querySelectorAll('#board [data-place]').length > 30")
    page.wait_for_text("Ann", "#room")
    page.wait_until(f"() => document.body.textContent.includes('{PLAYED}')")


@pytest.mark.soak
def test_a_reload_a_second_tab_and_a_server_that_was_killed_show_the_same_match(
    browser: Browser, kept: Path
) -> None:
    page = browser.new_page()
    # a browser says so whenever a server is gone, or refuses
    page.expected_errors += ["WebSocket", "CONNECTION_(REFUSED|RESET)", "a connection", "403"]
    with serving(kept) as served:
        page.go(served.file)
        page.wait_for_text("ZÈRTZ")
        page.go(f"{served.address}/#room/1")
        wait_for_match(page)
        page.reload()
        wait_for_match(page)
        second = browser.new_page(beside=page)
        second.expected_errors += page.expected_errors
        second.go(f"{served.address}/#room/1")
        wait_for_match(second)

        served.process.kill()
        page.wait_until("() => document.body.dataset.line === 'lost'")
        port = served.address.rpartition(":")[2]
        with serving(kept, "--port", port) as again:
            page.wait_for_text("Open the address that gipf-meta serve has printed", "#connection")
            page.go(again.file)
            page.wait_for_text("ZÈRTZ")
            page.go(f"{again.address}/#room/1")
            wait_for_match(page)


@pytest.mark.slow
def test_a_page_that_is_refused_before_it_has_words_says_what_to_do(
    page: Page, tmp_path: Path
) -> None:
    page.run_before_page(
        "{ const send = WebSocket.prototype.send; WebSocket.prototype.send = function (text) {"
        " send.call(this, text.replace('\"version\":1', '\"version\":99')) } }"
    )
    with serving_here(tmp_path) as served:
        page.go(served.told)
        page.wait_for_text("Load the page again")
        page.point("aria/Load again")
        assert "_" not in page.text("dialog")
