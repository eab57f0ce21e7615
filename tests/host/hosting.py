"""A host with small games, and pages that talk to it as the line of the page does."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from io import StringIO
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse
from yarl import URL

from gipf_meta.base.clock import StillClock
from gipf_meta.host.admission import HostDoor, names_of_machine
from gipf_meta.host.serving.host_server import Host, Served, listen, running_host
from gipf_meta.hub.revisions import REVISION
from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.game import Game
from gipf_meta.records.models import Seat
from gipf_meta.table.openings import Opening
from gipf_meta.web.access import ADDRESS
from gipf_meta.web.driver import VERSION
from tests.small_games.finding import find
from tests.web.pages import Page

SETTINGS = {
    "name": "", "theme": "", "language": "en", "motion": True, "sound": True, "confirm": True,
    "chances": False, "toured": True,
}  # fmt: skip
HELLO = {
    "version": VERSION, "person": "p", "software": "0", "words": {}, "settings": SETTINGS,
    "places": [],
}  # fmt: skip
"""The answer of a host to a hello."""


class SmallGames(Installed):
    """The games of the tests."""

    def find(self, game: str) -> type[Game[Any, Any]]:
        return find(game)


@dataclass
class Hosted:
    """A running host: its address, what it is made of, its clock, its log."""

    url: URL
    served: Served
    clock: StillClock
    lines: StringIO
    client: ClientSession

    @property
    def log(self) -> list[dict[str, Any]]:
        """The entries of the host's log."""
        return [json.loads(line) for line in self.lines.getvalue().splitlines()]

    async def get(self, path: str, **headers: str) -> tuple[int, str]:
        """Asks for something: status and text."""
        async with self.client.get(self.url / path, headers=headers) as answer:
            return answer.status, await answer.text()

    def open_room(self, room: str, *holders: str, game: str = "wager", **options: Any) -> str:
        """Opens a match between *holders*; the room."""
        players = tuple(Seat(name=f"{n}", player="human") for n, _ in enumerate(holders))
        opening = Opening(game=game, players=players, options=options, seed=1)
        self.served.hub.open_room(room, opening, holders[0], 0, dict(enumerate(holders)))
        return room

    async def connect(self, path: str = "socket", **headers: str) -> ClientWebSocketResponse:
        """A socket, as a page of this host opens it."""
        told = {"Origin": str(self.url.origin()), **headers}
        return await self.client.ws_connect(f"{self.url}{path}", headers=told, max_msg_size=0)


class GuestPage(Page):
    """A page that ignores messages on its lag and on presence, which may come at any moment."""

    async def next(self) -> dict[str, Any]:
        """The next message that comes."""
        told = await super().next()
        return await self.next() if "lag" in told or "present" in told else told


@dataclass
class Visitor:
    """A page whose person has come in: the person's id, and his key if he is new."""

    page: Page
    hello: dict[str, Any] = field(default_factory=dict)

    @property
    def person(self) -> str:
        return str(self.hello["person"])


@asynccontextmanager
async def hosted(
    database: str,
    *,
    begin_ms: int = 0,
    is_behind_proxy: bool = False,
    port: int = 0,
    installed: Installed | None = None,
    **about: Any,
) -> AsyncIterator[Hosted]:
    """A host whose clock stands still, and which this machine alone can reach.

    *installed* are its games, by default the small ones.
    """
    door = HostDoor(is_behind_proxy=is_behind_proxy, names=names_of_machine())
    host = Host(installed or SmallGames(), database, **{"door": door, "patience_ms": None, **about})
    clock, lines = StillClock(), StringIO()
    clock.ms = begin_ms
    with listen(ADDRESS, port) as listening:
        async with (
            ClientSession() as client,
            running_host(listening, host, clock, lines) as served,
        ):
            yield Hosted(URL(served.addresses[0]), served, clock, lines, client)


@asynccontextmanager
async def visited(database: str, **about: Any) -> AsyncIterator[Hosted]:
    """A host to which a test pays a visit of 200 s at most; *about* as of ``hosted``."""
    async with hosted(database, **about) as host, asyncio.timeout(200):
        yield host


@asynccontextmanager
async def visitor(hosted: Hosted, address: str = "", **told: Any) -> AsyncIterator[Visitor]:
    """Yields a visitor who comes by a proxy from *address*, with the fields of his hello."""
    headers = {"X-Forwarded-For": address} if address else {}
    async with await hosted.connect(**headers) as socket:
        page = GuestPage(socket)
        hello = {"do": "hello", "version": 1, "revision": REVISION, "language": "en"}
        await socket.send_json({**hello, **told})
        yield Visitor(page, (await page.next())["hello"])
