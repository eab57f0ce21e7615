"""A proxy leads each room to one of two processes of a host, and pages go there unseen."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from zlib import crc32

import pytest

from gipf_meta.commands.host import database_in
from gipf_meta.host.admission import HostDoor
from gipf_meta.host.database import Database
from gipf_meta.host.serving.host_server import Host, Served, listen, running_host
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.web.access import ADDRESS
from tests.host.playing import Match, open_matches
from tests.web.beside import KNOWN, beside
from tests.web.browsers import Browser, Page, until_gone
from tests.web.cable import Cable
from tests.web.hosting import close, end_tour, free_port
from tests.web.walking import go_to

pytestmark = pytest.mark.needs("zertz")

PATH = re.compile(rb"GET /socket/(\S+) ")
NOTE = """
    window.lines = [];
    addEventListener("DOMContentLoaded", () => new MutationObserver(
        () => window.lines.push(document.body.dataset.line)
    ).observe(document.body, { attributes: true, attributeFilter: ["data-line"] }));
"""
"""Notes each state that the page shows of its line."""


class Proxy(Cable):
    """Leads to one of the *ports*, by the room in the address of a socket; by no room to the first.

    A process that does not answer is passed over.
    """

    def __init__(self, *ports: int) -> None:
        super().__init__(ports[0])
        self._ports = ports

    def place(self, room: str) -> int:
        """The number of the process that leads *room*, if all answer."""
        return crc32(room.encode()) % len(self._ports)

    async def _lead(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        """Carries one connection to the process that its first request names."""
        try:
            head = await near.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, OSError):
            back.close()
            return
        first = self.place(found[1].decode()) if (found := PATH.match(head)) else 0
        for port in (*self._ports[first:], *self._ports[:first]):
            try:
                far, on = await asyncio.open_connection(ADDRESS, port)
            except OSError:
                continue
            on.write(head[:-2] + b"X-Rooms-By-Address: yes\r\n\r\n")
            self._ends |= {back, on}
            await asyncio.gather(self._carry(near, on), self._carry(far, back))
            return
        back.transport.abort()


@dataclass
class Led:
    """Two processes of a host behind a *proxy*, at *address*."""

    proxy: Proxy
    processes: list[Served]
    running: list[ExitStack]

    @property
    def address(self) -> str:
        return f"http://{ADDRESS}:{self.proxy.port}/"

    def places(self, room: str) -> list[bool]:
        """Whether *room* is open in each process."""
        return [room in served.hub.open_rooms for served in self.processes]


@contextmanager
def led(folder: Path) -> Iterator[Led]:
    """Two processes, with the matches in *folder*."""
    ports = free_port(), free_port()
    with closing(Proxy(*ports)) as proxy, ExitStack() as all_running:
        host = Led(proxy, [], [])
        door = HostDoor((host.address.rstrip("/"),))
        for port in ports:
            running = all_running.enter_context(ExitStack())
            listening = running.enter_context(listen(ADDRESS, port))
            made = Host(installed_plugins(), database_in(folder), door, known=KNOWN)
            serving = running_host(listening, made, lines=StringIO())
            host.processes.append(running.enter_context(beside(serving)))
            host.running.append(running)
        with until_gone(host.address.rstrip("/")):
            yield host


def open_page(browser: Browser, address: str, secret: str) -> Page:
    """A page at *address* of who has that *secret*."""
    page = browser.new_page()
    kept = json.dumps(json.dumps({"secret": secret}))
    keep = f"if (location.protocol === 'http:') localStorage.setItem('gipf_meta', {kept});"
    page.run_before_page(f"{keep} {NOTE}")
    page.go(address)
    return page


def see(page: Page, room: str) -> None:
    """Goes with *page* to *room*, and waits until it is shown."""
    go_to(page, f"room/{room}")
    page.wait_until("!document.querySelector('#room').hidden")
    page.wait_until("!!document.querySelector('#prompt').textContent")


def play(page: Page, text: str, *others: Page) -> None:
    """Plays a decision, which all see."""
    page.evaluate(
        "(text) => { document.querySelector('#typed-text').value = text;"
        " document.querySelector('#typed').requestSubmit() }",
        text,
    )
    for each in (page, *others):
        each.wait_for_text(text, "#turn-list")


def rooms_of(proxy: Proxy, matches: list[Match]) -> list[Match]:
    """One of *matches* that each process leads."""
    return [next(each for each in matches if proxy.place(each.room) == n) for n in range(2)]


def test_people_of_a_room_meet_at_one_process_and_go_on_at_another_when_it_ends(
    browser: Browser, tmp_path: Path
) -> None:
    with closing(Database.open(database_in(tmp_path))) as database:
        matches = open_matches(database, ["zertz"] * 8, 1)
    with led(tmp_path) as host:
        first, second = rooms_of(host.proxy, matches)
        ann = open_page(browser, host.address, second.secrets[0])
        ann.wait_until("document.body.dataset.screen === 'launcher'")
        # a line moves when the desk has answered: until then its room is watched where it is
        ann.wait_until("document.title.startsWith('(')")
        see(ann, second.room)
        end_tour(ann)
        bob = open_page(browser, f"{host.address}#room/{second.room}", second.secrets[1])
        see(bob, second.room)
        end_tour(bob)
        play(ann, "Wd4,a1", bob)
        assert host.places(second.room) == [False, True]
        see(ann, first.room)
        assert host.places(first.room) == [True, False]
        see(ann, second.room)
        assert ann.evaluate("window.lines.filter((line) => line !== 'open')") == []
        host.running[1].close()
        play(bob, "We4,a2", ann)
        assert host.places(second.room)[0]
        close(ann, bob)
