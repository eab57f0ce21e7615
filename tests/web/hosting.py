"""A host on a port of its own, for pages of several people to visit: beside the test, or a process
that can be killed."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from io import StringIO
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

from gipf_meta.commands.host import database_in
from gipf_meta.host.admission import HostDoor, names_of_machine
from gipf_meta.host.serving.host_server import Host, listen, running_host
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.web.access import ADDRESS
from tests.web.beside import KNOWN, beside
from tests.web.browsers import Page, until_gone
from tests.web.cable import Cable


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


class Hosting:
    """The host of ``gipf-meta host``, beside the test, with its matches in *folder*; it can end,
    and start again at the same address. Bots think in threads of this process.

    Pages find it by its *address*, and by the name of this machine, which passkeys need; and over
    a *cable*, by another one; and over *other_cable*.
    """

    def __init__(self, folder: Path) -> None:
        self._folder, self._port = folder, free_port()
        self._running = ExitStack()
        #: further fields of ``Host``
        self.about: dict[str, Any] = {}
        self.cable, self.other_cable = Cable(self._port), Cable(self._port)
        self.address = f"http://{ADDRESS}:{self._port}/"
        self.address_by_name = f"http://localhost:{self._port}/"
        self.address_by_cable = f"http://{ADDRESS}:{self.cable.port}/"
        self.address_by_other_cable = f"http://{ADDRESS}:{self.other_cable.port}/"

    @property
    def origins(self) -> tuple[str, ...]:
        """The sites that its pages belong to."""
        by_cable = (self.address_by_cable, self.address_by_other_cable)
        addresses = (self.address, self.address_by_name, *by_cable)
        return tuple(address.rstrip("/") for address in addresses)

    @property
    def database(self) -> str:
        """The address of its database."""
        return database_in(self._folder)

    def start(self) -> None:
        """Starts it; it answers as soon as this returns."""
        listening = self._running.enter_context(listen(ADDRESS, self._port))
        door = HostDoor(self.origins, names=names_of_machine())
        about: dict[str, Any] = {"known": KNOWN, **self.about}
        made = Host(installed_plugins(), self.database, door, **about)
        self._running.enter_context(beside(running_host(listening, made, lines=StringIO())))

    def end(self) -> None:
        """Ends it: all lines are lost."""
        self._running.close()

    def close(self) -> None:
        """Ends it, and takes the cables away."""
        self.end()
        self.cable.close()
        self.other_cable.close()


class HostProcess(Hosting):
    """``gipf-meta host`` as a process, which can be killed and started again."""

    _process: Popen[str] | None = None

    def start(self) -> None:
        """Starts the process; it answers as soon as this returns."""
        words = ["--address", ADDRESS, "--port", str(self._port), "--folder", str(self._folder)]
        for origin in self.origins:
            words += ["--origin", origin]
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

    def end(self) -> None:
        """Ends the process as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()


@contextmanager
def hosting(folder: Path, kind: type[Hosting] = Hosting) -> Iterator[Hosting]:
    """A host of that *kind* that answers, with its matches in *folder*."""
    with closing(kind(folder)) as host:
        host.start()
        with until_gone(*host.origins):
            yield host


def see_match(page: Page) -> None:
    """Waits until a match is shown, and ends the tour of a new person."""
    page.wait_until("location.hash.startsWith('#room/')")
    end_tour(page)


def end_tour(page: Page) -> None:
    """Ends the tour of the first match."""
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
