"""A person with a browser: keys without a click, a match, a reload, and no request outside."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from gipf_meta.plugins.loading import load_plugins
from tests.web.browsers import Browser, Page
from tests.web.serving import serving

HEAR_SOCKETS = r"""
window.sockets = [];
window.heard = "";
window.WebSocket = class extends WebSocket {
    constructor(url) {
        super(url);
        window.sockets.push(this.url);
        const decoder = new TextDecoder();
        this.addEventListener("message", ({data}) => {
            if (data instanceof ArrayBuffer) window.heard += decoder.decode(data, {stream: true});
        });
    }
};
"""
"""Notes which sockets a page opens, and what the terminal is sent."""

TERMINAL = r"""heard.replace(
    /\x1b(?:\[[0-9;?<>=$ ]*[A-Za-z~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()#].|.)/g, "")"""
"""All that the terminal has been sent, without colours and places."""

LOST = "The connection is lost. Matches are kept."


def wait_for_terminal(page: Page, *words: str) -> None:
    """Waits until the terminal has been sent all *words* since the page was loaded."""
    page.wait_until(f"(...words) => words.every((word) => {TERMINAL}.includes(word))", *words)


def follow(page: Page, address: str, wanted: str) -> None:
    """Goes to *address*, which leads on to *wanted*."""
    page.go(address)
    page.wait_until(
        "(wanted) => location.href === wanted && document.readyState === 'complete'", wanted
    )


def begin_zertz(page: Page) -> None:
    """From the launcher to the board of a new match, by keys."""
    games = [game.id for game in load_plugins().sorted_games()]
    wait_for_terminal(page, "gipf_meta", "quit")
    page.press("ArrowDown", *["ArrowDown"] * games.index("zertz"))
    wait_for_terminal(page, "Place marbles, take rings away")
    page.press("Enter")
    wait_for_terminal(page, "Options: as usual")
    page.press("Enter")
    wait_for_terminal(page, "Place a marble from the pool")


def play_first_turn(page: Page) -> None:
    """Types a move."""
    page.press(":")
    wait_for_terminal(page, "as the game writes it")
    page.press(*"Wd4,d1", "Enter")
    wait_for_terminal(page, "Turn 2")


@pytest.mark.slow
def test_a_match_is_played_by_keys_and_a_reload_comes_back_to_it(
    page: Page, tmp_path: Path
) -> None:
    page.run_before_page(HEAR_SOCKETS)
    with serving(tmp_path, "--terminal") as served:
        # the file leads on to the program, and the token leaves no trace
        follow(page, served.file, f"{served.address}/1")
        assert not Path(served.file.removeprefix("file://")).exists()
        assert page.visited()
        assert "token" not in str(page.visited())
        begin_zertz(page)
        play_first_turn(page)

        page.reload()
        wait_for_terminal(page, "Turns", "Wd4,d1")
        assert page.evaluate("location.href") == f"{served.address}/1"
        page.press("?")
        wait_for_terminal(page, "take back, play again")
        sockets = page.evaluate("sockets")
        assert len(sockets) == 1

        served.process.terminate()
        page.wait_for_text(LOST, "#end[open]")
        assert served.process.wait() == 0
        ours = (served.address, served.address.replace("http:", "ws:"), served.file, "data:")
        assert [asked for asked in page.requests + sockets if not asked.startswith(ours)] == []
        assert len({asked for asked in page.requests if "woff2" in asked}) == 2


@pytest.mark.soak
def test_a_restarted_browser_and_a_restarted_server_let_the_same_person_in_again(
    browser: Browser, tmp_path: Path
) -> None:
    profile = tmp_path / "profile"
    with serving(tmp_path, "--terminal") as served:
        start = f"{served.address}/1"
        with closing(browser.another(profile)) as first:
            page = first.new_page()
            page.run_before_page(HEAR_SOCKETS)
            follow(page, served.file, start)
            begin_zertz(page)
            play_first_turn(page)

        # the browser is started again with the same profile: the cookie is gone
        with closing(browser.another(profile)) as second:
            page = second.new_page()
            page.run_before_page(HEAR_SOCKETS)
            page.go(start)
            page.wait_for_text("Open the address that gipf-meta serve")
            follow(page, served.told, start)
            wait_for_terminal(page, "Turns", "Wd4,d1")

            # the server is killed, and started again at the same port
            served.process.kill()
            page.wait_for_text(LOST, "#end[open]")
            page.click("#again")
            page.wait_for_text("The server does not answer. Start gipf-meta serve again")
            assert served.process.stderr is not None
            assert "rror" not in served.process.stderr.read()
            port = served.address.rpartition(":")[2]
            with serving(tmp_path, "--terminal", "--port", port) as again:
                page.click("#again")
                page.wait_for_text("Open the address that gipf-meta serve has printed")
                page.go(served.told)
                page.wait_for_text("Open the address that")
                follow(page, again.file, start)
                wait_for_terminal(page, "Matches that wait", "ZÈRTZ")
