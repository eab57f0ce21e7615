"""The combined match of two people in two browsers, though network and server fail.

One of them loses the network inside the duel, and later the server is gone. Both pages come back,
and the match goes on where it was. In ``make soak`` the server is a process that is killed, and a
third watches from a terminal.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Condition, Thread
from urllib.parse import quote

import pytest

from gipf_meta.records.models import Seat
from gipf_meta.records.record_files import link_of
from gipf_meta.records.writer import to_record
from tests.tiers import soak
from tests.tui.terminal import Terminal, terminal
from tests.web.browsers import Browser, Page
from tests.web.hosting import (
    Hosting,
    HostProcess,
    close,
    come_in,
    hosting,
    links_of,
    see_match,
)
from tests.web.walking import BOARD, POTENTIALS, may_challenge, place, reach
from tests.web.walks import wait_for_prompt, wait_for_turns

pytestmark = [pytest.mark.slow, pytest.mark.needs("gipf", "zertz")]

CUT = ["WebSocket", "ERR_", "NetworkError", "can.t establish", "a connection", "Failed to fetch"]
"""Texts that browsers log while no server answers."""


LATEST_S = 150.0
"""How long the third waits for what his terminal shows; browsers need most of it."""


class Nobody:
    """Nobody watches."""

    def see(self, *words: str) -> None:
        """Sees nothing."""

    def press_enter(self) -> None:
        """Presses nothing."""


class Third(Nobody):
    """A spectator at a terminal, whose output is read all the time, so that it never blocks."""

    def __init__(self, there: Terminal) -> None:
        self._there = there
        self._news = Condition()
        self._seen_to, self._is_there = 0, True
        self._reading = Thread(target=self._read)
        self._reading.start()

    def _read(self) -> None:
        with suppress(TimeoutError):  # the program has ended
            while self._is_there:
                self._there.read(0.1)
                with self._news:
                    self._news.notify_all()

    def see(self, *words: str) -> None:
        """Waits until the terminal shows *words*, one after the other."""
        for each in words:
            with self._news:
                is_shown = self._news.wait_for(partial(self._shows, each.encode()), LATEST_S)
            assert is_shown, f"{each!r} is not shown: {bytes(self._there.written[-3000:])!r}"

    def _shows(self, word: bytes) -> bool:
        at = self._there.written.find(word, self._seen_to)
        if at >= 0:
            self._seen_to = at + len(word)
        return at >= 0

    def press_enter(self) -> None:
        """Presses Enter."""
        self._there.send(b"\r")

    def leave(self) -> None:
        """Reads no more."""
        self._is_there = False
        self._reading.join()


@contextmanager
def third_at(link: str) -> Iterator[Third]:
    """Yields a spectator who comes by *link*, at a terminal."""
    with terminal((80, 24), "join", link, "--name", "Eve") as there:
        third = Third(there)
        try:
            yield third
        finally:
            third.leave()


def open_match(page: Page, host: Hosting) -> None:
    """Opens a match of GIPF in which White may challenge at once; Black is whoever is invited."""
    options = {**POTENTIALS, "duel_first_player": "challenger"}
    match = reach("gipf", options, 2, 11, may_challenge)
    record = to_record(match, (Seat(name="White"), Seat(name="Black")))
    page.go(f"{host.address}#screen/shared_match/{quote(json.dumps({'match': link_of(record)}))}")
    page.click("aria/Play on from here")
    see_match(page)


def wait_for_loss(page: Page) -> None:
    """Waits until the page has lost its line to the server."""
    page.wait_until("document.body.dataset.line === 'lost'")


def wait_for_line(page: Page) -> None:
    """Waits until the page has its line again: it tries at once when its network is back, and by
    itself after pauses that grow."""
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_until("document.body.dataset.line === 'open'")


def resign(page: Page) -> None:
    """Gives up the game on top."""
    page.press("R")
    page.click("dialog button[value=yes]")


@pytest.mark.parametrize(
    ("kind", "is_watched"), [(Hosting, False), *soak(pytest.param(HostProcess, True))]
)
def test_a_duel_goes_on_after_a_lost_network_and_a_server_that_was_gone(
    browser: Browser, tmp_path: Path, kind: type[Hosting], is_watched: bool
) -> None:
    ann, bob = browser.new_page(), browser.new_page()
    for page in (ann, bob):
        page.expected_errors += CUT
    with hosting(tmp_path, kind) as host, ExitStack() as third:
        open_match(ann, host)
        link, to_watch = links_of(ann)
        eve = third.enter_context(third_at(to_watch)) if is_watched else Nobody()
        eve.see("Turn ")
        ann.press("Escape")
        come_in(bob, f"{host.address_by_cable}#{link.partition('#')[2]}", "Bob")
        see_match(bob)
        wait_for_prompt(ann, "Bob announces a jump from h5: allow or challenge it.")
        places = ann.evaluate(BOARD)

        ann.click("[data-word=challenge].lit")
        for page in (ann, bob):
            page.wait_until("document.body.classList.contains('in-duel')")
            page.wait_until("!!document.querySelector('#waiting-board')")
            assert page.axe() == []
        eve.see("Begin the duel")
        eve.press_enter()
        eve.see("At stake")
        place(ann, "d4", "a1")
        wait_for_turns(bob, 1)
        eve.see("Player 1: Wd4,a1")

        host.cable.cut()
        bob.wait_for_text("Connecting again; your match is kept", "#connection")
        assert bob.axe() == []
        host.cable.mend()
        wait_for_line(bob)
        place(bob, "e4", "g1")
        ann.wait_until("!!document.querySelector('[data-place=d4].lit')")  # his ring has come, too

        host.cable.cut()
        wait_for_loss(bob)
        ann.click("[data-place=d4].lit .hit")  # the jump has one end
        wait_for_turns(ann, 3)
        host.cable.mend()
        wait_for_line(bob)
        wait_for_turns(bob, 3)

        host.end()
        for page in (ann, bob):
            wait_for_loss(page)
        eve.see("The host is away")
        host.start()
        eve.see("The host is back")
        for page in (ann, bob):
            wait_for_line(page)
            wait_for_turns(page, 3)

        place(bob, "c4", "a4")
        wait_for_turns(ann, 4)
        eve.see("Wc4,a4")
        resign(bob)
        eve.see("goes on")
        eve.press_enter()
        for page in (ann, bob):
            page.wait_until("!document.body.classList.contains('in-duel')")
            page.wait_until(f"(n) => {BOARD} === n", places)
        resign(ann)
        ann.wait_for_text("you resigned", "#result")
        bob.wait_for_text("You won", "#result")
        eve.see("resigned", "Replay")
        close(ann, bob)
