"""The combined match of two people in two browsers, though network and server fail.

One of them loses the network inside the duel, and later the process of the server is killed. Both
pages come back by themselves, and the match goes on where it was.
"""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote

import pytest

from gipf_meta.records.links import link_of
from gipf_meta.records.models import Seat
from gipf_meta.records.writer import to_record
from tests.web.browsers import Browser, Page
from tests.web.hosting import Hosting, close, come_in, hosting, links_of, see_match
from tests.web.walking import BOARD, POTENTIALS, may_challenge, reach
from tests.web.walks import wait_for_prompt, wait_for_turns

pytestmark = [pytest.mark.slow, pytest.mark.needs("gipf", "zertz")]

CUT = ["WebSocket", "ERR_", "NetworkError", "can.t establish", "a connection", "Failed to fetch"]
"""What browsers log while nobody answers."""


def open_match(page: Page, host: Hosting) -> None:
    """Opens a match of GIPF in which White may challenge at once; Black is whoever is invited."""
    options = {**POTENTIALS, "duel_first_player": "challenger"}
    match = reach("gipf", options, 2, 11, may_challenge)
    record = to_record(match, (Seat(name="White"), Seat(name="Black")))
    page.go(f"{host.address}#screen/shared_match/{quote(json.dumps({'match': link_of(record)}))}")
    page.click("aria/Play on from here")
    see_match(page)


def place(page: Page, where: str, ring: str) -> None:
    """Puts a white marble of the duel somewhere, and takes a ring away."""
    page.click("[data-word='pool:W'].lit")
    page.click(f"[data-place={where}].lit .hit")
    page.wait_until(f"document.querySelector('[data-place={where}]').ariaLabel.includes('white')")
    page.click(f"[data-place={ring}].lit .hit")


def wait_for_line(page: Page, state: str) -> None:
    """Waits until the page has lost its line to the server, or has it again."""
    page.wait_until("(state) => document.body.dataset.line === state", state)


def resign(page: Page) -> None:
    """Gives up the game on top."""
    page.press("R")
    page.click("dialog button[value=yes]")


def test_a_duel_goes_on_after_a_lost_network_and_a_killed_server(
    browser: Browser, tmp_path: Path
) -> None:
    ann, bob = browser.new_page(), browser.new_page()
    for page in (ann, bob):
        page.expected_errors += CUT
    with hosting(tmp_path) as host:
        open_match(ann, host)
        link = links_of(ann)[0]
        ann.press("Escape")
        come_in(bob, link.replace(host.address, host.address_by_cable), "Bob")
        see_match(bob)
        wait_for_prompt(ann, "White may allow or challenge")
        places = ann.evaluate(BOARD)

        ann.click("[data-word=challenge].lit")
        for page in (ann, bob):
            page.wait_until("!!document.querySelector('dialog.theatre')")
            assert page.axe() == []
            page.click("dialog button")
            page.wait_until("document.body.classList.contains('in-duel')")
        place(ann, "d4", "a1")
        wait_for_turns(bob, 1)

        host.cable.cut()
        bob.wait_for_text("Connecting again; your match is kept", "#connection")
        assert bob.axe() == []
        host.cable.mend()
        wait_for_line(bob, "open")
        place(bob, "e4", "g1")
        wait_for_turns(ann, 2)

        host.cable.cut()
        wait_for_line(bob, "lost")
        ann.click("[data-place=d4].lit .hit")
        ann.click("[data-place=f4].lit .hit")
        wait_for_turns(ann, 3)
        host.cable.mend()
        wait_for_turns(bob, 3)

        host.kill()
        for page in (ann, bob):
            wait_for_line(page, "lost")
        host.start()
        for page in (ann, bob):
            wait_for_line(page, "open")
            wait_for_turns(page, 3)

        place(bob, "c4", "a4")
        wait_for_turns(ann, 4)
        resign(bob)
        for page in (ann, bob):
            page.wait_until("!document.body.classList.contains('in-duel')")
            page.click("dialog button")
            page.wait_until(f"(n) => {BOARD} === n", places)
        resign(ann)
        ann.wait_for_text("You lost", "dialog")
        bob.wait_for_text("You won", "dialog")
        close(ann, bob)
