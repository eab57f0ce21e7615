"""``gipf-meta host`` as a process on a port of its own, for pages of several people to visit."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen

from tests.web.browsers import Page
from tests.web.cable import Cable


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


class Hosting:
    """``gipf-meta host`` with its matches in *folder*; it can be killed and started again.

    Pages also reach it over a *cable*, by another address; and over *other_cable*.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = free_port()
        self._process: Popen[str] | None = None
        self.cable, self.other_cable = Cable(self._port), Cable(self._port)
        self.address = f"http://127.0.0.1:{self._port}/"
        self.address_by_cable = f"http://127.0.0.1:{self.cable.port}/"
        self.address_by_other_cable = f"http://127.0.0.1:{self.other_cable.port}/"

    def start(self) -> None:
        """Starts the process; it answers as soon as this returns."""
        words = ["--address", "127.0.0.1", "--port", str(self._port), "--folder", str(self._folder)]
        for address in (self.address, self.address_by_cable, self.address_by_other_cable):
            words += ["--origin", address]
        process = Popen(
            [sys.executable, "-m", "gipf_meta", "host", *words],
            env={**os.environ, "LANGUAGE": "en"},
            stdout=PIPE,
            text=True,
        )
        self._process = process
        assert process.stdout is not None
        said = process.stdout.readline()
        assert self.address in said, said

    def kill(self) -> None:
        """Ends the process as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()


@contextmanager
def hosting(folder: Path) -> Iterator[Hosting]:
    """A host that answers, with its matches in *folder*."""
    host = Hosting(folder)
    host.start()
    try:
        yield host
    finally:
        host.kill()
        host.cable.close()
        host.other_cable.close()


def see_match(page: Page) -> None:
    """Waits until a match is shown, and ends the tour of who has never seen one."""
    page.wait_until("location.hash.startsWith('#room/')")
    end_tour(page)


def end_tour(page: Page) -> None:
    """Ends the tour of who sees his first match."""
    page.wait_until("!!document.querySelector('#tour')")
    page.press("Escape")
    page.wait_until("!document.querySelector('#tour')")


def come_in(page: Page, link: str, name: str) -> None:
    """Opens an invitation for the first time, and says a *name*."""
    page.go(link)
    page.wait_until("document.activeElement.id === 'own-name'")
    page.type(name)
    page.press("Enter")
    page.wait_until("location.hash.startsWith('#room/')")


def links_of(page: Page) -> list[str]:
    """Opens the dialog of invitations; its links: to play at each free seat, and to watch."""
    page.click("aria/Invite")
    page.wait_until("!!document.querySelector('dialog input')")
    links: list[str] = page.evaluate(
        "[...document.querySelectorAll('dialog input')].map((field) => field.value)"
    )
    return links


def close(*pages: Page) -> None:
    """Closes *pages* before their server ends: they ask it for nothing any more."""
    for page in pages:
        page.close()
