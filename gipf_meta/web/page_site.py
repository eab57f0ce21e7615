"""The site of the page: its files, and the socket by which it reaches the rooms and the desk."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from aiohttp import WSCloseCode, WSMessage, WSMsgType, web

from gipf_meta.base.clock import Clock
from gipf_meta.base.texts import _
from gipf_meta.web.connections import Connection, Connections, all_tabs_taken
from gipf_meta.web.door import connection_of
from gipf_meta.web.driver import Driver
from gipf_meta.web.frames import LONGEST_MOVE
from gipf_meta.web.link import SocketLink
from gipf_meta.web.page_files import TYPES, page_files
from gipf_meta.web.tasks import begin

FOR_GOOD: Final = {"Cache-Control": "private, max-age=31536000, immutable"}
"""The header of files that a browser may cache for good: another version has another path."""
LONGEST_READ: Final = 1 << 20
"""The most bytes of a message; one over ``LONGEST_FRAME`` is refused, one over this ends the
socket."""
ROOM_IN_ADDRESS: Final = "[A-Za-z0-9_-]{1,64}"
"""The form of the room in the address of a socket."""
FULL: Final = 4003
"""The close code of a socket for which too many tabs are open."""
LAST_S: Final = 2.0
"""Seconds for which a server that ends waits until the last answers are sent."""
PAUSE_S: Final = 0.05
"""Seconds for which a page that has exceeded its rate limit is not read."""


class PageSite:
    """Serves the page in at most *sessions* tabs; *driver* takes their messages, *end* ends other
    processes that work for them."""

    icon = "/page/icon.svg"
    closing_code = WSCloseCode.GOING_AWAY
    """The close code of sockets that are open when the server ends."""

    def __init__(
        self,
        sessions: int,
        connections: Connections,
        clock: Clock,
        driver: Driver,
        end: Callable[[], object] = lambda: None,
    ) -> None:
        self._sessions, self._connections, self._clock = sessions, connections, clock
        self._driver, self._end_others = driver, end
        self._links = set[SocketLink]()
        self._numbers = itertools.count(1)
        self._one_match = asyncio.Lock()

    def routes(self) -> list[web.RouteDef]:
        """Returns the routes of the page, its files and its socket."""
        return [
            web.get("/", self._page, allow_head=False),
            web.get("/page/{name}", self._file, allow_head=False),
            web.get("/page/{version}/{name}", self._file, allow_head=False),
            web.get("/socket", self._socket, allow_head=False),
            # the room is for proxies: all sockets of a room come to the process that leads it
            web.get(f"/socket/{{room:{ROOM_IN_ADDRESS}}}", self._socket, allow_head=False),
        ]

    def page(self) -> bytes:
        """Returns the page itself."""
        return page_files().page

    def refusal(self, request: web.Request) -> str:
        """The reason why no further page is served to the client of *request*, or ``""``."""
        is_full = len(self._links) >= self._sessions
        return all_tabs_taken(self._sessions) if is_full else ""

    def make_link(
        self, name: str, socket: web.WebSocketResponse, request: web.Request
    ) -> SocketLink:
        """Returns the link to the page that opened *socket* with *request*."""
        return SocketLink(name, socket, self._clock)

    async def close(self) -> None:
        """Answers all messages that came, closes all sockets, and cancels all thoughts."""
        self._driver.finish()
        await asyncio.gather(*(self._end(link) for link in self._links))
        self._driver.close()
        self._end_others()

    async def _end(self, link: SocketLink) -> None:
        """Sends the queue of *link*, for at most ``LAST_S``, and closes its socket."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_S):
                await link.wait_until_sent()
        await link.socket.close(code=self.closing_code)

    async def _page(self, request: web.Request) -> web.Response:
        return _compressed(self.page(), ".html")

    async def _file(self, request: web.Request) -> web.Response:
        """Answers with a file of the page; for another version, with the present one, uncached."""
        name, sent = request.match_info["name"], page_files()
        if name not in sent.by_name:
            raise web.HTTPNotFound(text=_("There is nothing here."))
        answer = _compressed(sent.by_name[name], Path(name).suffix)
        if request.match_info.get("version") == sent.version:
            answer.headers.update(FOR_GOOD)
        return answer

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(
            autoping=False, timeout=1, compress=False, max_msg_size=LONGEST_READ
        )
        await socket.prepare(request)
        if why := self.refusal(request):
            # a page cannot read the refusal of a handshake
            await socket.send_json({"refused": "hello", "why": why})
            await socket.close(code=FULL)
            return socket
        self._connections.note_tab(connection_of(request))
        link = self.make_link(str(next(self._numbers)), socket, request)
        self._links.add(link)
        try:
            await self._talk(link, connection_of(request))
        finally:
            self._links.discard(link)
        return socket

    async def _talk(self, link: SocketLink, connection: Connection) -> None:
        """Reads the messages of a page, until it is gone or dropped."""
        self._driver.join(link)
        note_failure = self._connections.note_failure
        tasks = [begin(work, note_failure) for work in (link.send_all, link.ping)]
        for task in tasks:
            task.add_done_callback(lambda task: None if task.cancelled() else connection.drop())
        try:
            async for message in link.socket:
                if message.type is WSMsgType.PONG:
                    link.note_pong(message.data)
                elif not await self._hear(link, _text_of(message)):
                    await asyncio.sleep(PAUSE_S)
        finally:
            self._driver.leave(link)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _hear(self, link: SocketLink, text: str) -> bool:
        """Passes the *text* of a frame to the driver; of long ones, one in each turn of the loop.

        Returns false if the page has exceeded its rate limit.
        """
        if len(text) <= LONGEST_MOVE:
            return self._driver.receive(link, text)
        async with self._one_match:
            is_allowed = self._driver.receive(link, text)
            await asyncio.sleep(0)
        return is_allowed


def _text_of(message: WSMessage) -> str:
    """Returns the text of *message*; ``""`` for any other kind, which no page sends."""
    return message.data if message.type is WSMsgType.TEXT else ""


def _compressed(body: bytes, suffix: str) -> web.Response:
    """Returns the answer with a file of that *suffix*, compressed where the browser allows it."""
    answer = web.Response(body=body, content_type=TYPES[suffix], charset="utf-8")
    answer.enable_compression()
    return answer
