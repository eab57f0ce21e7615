"""The page's server with small games, and pages that talk to it as the line of the page does."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import (
    ClientSession,
    ClientWebSocketResponse,
    CookieJar,
    WSMsgType,
)
from yarl import URL

from gipf_meta.base.clock import Clock
from gipf_meta.web.connections import Connections
from gipf_meta.web.page_site import PageSite
from tests.rooms.law_of_types import check_said
from tests.web.conftest import Served, Visitor, running
from tests.web.sites import in_memory

IDS = itertools.count()
"""No two messages of one person have the same id, whichever page they come from."""
LIMIT_S = 150
"""No test waits longer for an answer that does not come."""


@dataclass
class Page:
    """A page as its line sees it: a socket, the messages that have come, and the events that are
    *shown* of rooms that it sees."""

    socket: ClientWebSocketResponse
    shown: dict[str, int] = field(default_factory=dict)

    async def next(self) -> dict[str, Any]:
        """Returns the next message that is not on presence."""
        async with asyncio.timeout(LIMIT_S):
            message = await self.socket.receive()
        assert message.type is WSMsgType.TEXT, message
        told: dict[str, Any] = json.loads(message.data)
        check_said(told)
        if (seen := told.get("scene") or told.get("view")) is not None:
            self.shown[seen["room"]] = seen["number"]
        return await self.next() if "present" in told else told

    async def until(self, key: str) -> list[dict[str, Any]]:
        """All messages up to the first that has *key*."""
        told = [await self.next()]
        while key not in told[-1]:
            told.append(await self.next())
        return told

    async def ask(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        """Sends *message*; what comes, up to its answer, which is the last, and the scene to which
        it leads."""
        id, room = message.setdefault("id", f"c{next(IDS)}"), message.get("room", "")
        if message.get("do") == "watch" and message.get("want") in ("scene", "view"):
            self.shown[room] = -1
        await self.socket.send_json(message)
        told = [await self.next()]
        while id not in (told[-1].get("done"), told[-1].get("refused")):
            told.append(await self.next())
        answer = told.pop()
        while "done" in answer and self.shown.get(str(room), answer["number"]) < answer["number"]:
            told.append(await self.next())
        return [*told, answer]

    async def begin(self, seats: str = "human human", game: str = "wager") -> str:
        """Opens a match; its room."""
        about = {"seats": seats, "game": game}
        told = await self.ask({"do": "open", "screen": "match", "about": about})
        assert "go" in told[0], told
        return str(told[0]["go"].partition("/")[2])

    async def watch(self, room: str, since: int = 0, want: str = "events") -> list[dict[str, Any]]:
        """Watches a room; what comes first."""
        return await self.ask({"do": "watch", "room": room, "since": since, "want": want})

    async def play(self, room: str, text: str, seen: int) -> list[dict[str, Any]]:
        """Plays a decision."""
        return await self.ask({"do": "play", "room": room, "text": text, "seen": seen})


@asynccontextmanager
async def page_of(visitor: Visitor, *, hello: bool = True) -> AsyncIterator[Page]:
    """A page that has said hello."""
    headers = {"Origin": str(visitor.url.origin())}
    address = visitor.url.join(URL("/socket"))
    async with visitor.client.ws_connect(address, headers=headers, max_msg_size=0) as socket:
        page = Page(socket)
        if hello:
            await socket.send_json({"do": "hello", "version": 1, "language": "en"})
            assert (await page.next())["hello"]["version"] == 1
        yield page


@asynccontextmanager
async def served_page(
    make: Callable[[Connections, Clock], PageSite] | None = None,
) -> AsyncIterator[tuple[Served, Visitor]]:
    """A server of the page, and somebody who has come in."""
    async with (
        running(4, make or in_memory()) as served,
        ClientSession(cookie_jar=CookieJar(unsafe=True)) as client,
    ):
        visitor = Visitor(served.url, client)
        await visitor.enter()
        yield served, visitor
