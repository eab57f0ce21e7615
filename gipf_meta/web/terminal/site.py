"""The interface of the terminal in a browser: a page for each tab, a socket, a process."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web

from gipf_meta.base.numbers import read_whole
from gipf_meta.web.connections import Connections, all_tabs_taken
from gipf_meta.web.door import LONGEST_MESSAGE, connection_of, file_answer, files_in
from gipf_meta.web.terminal.process import Process
from gipf_meta.web.terminal.slots import Slot, Slots

LEFT, ELSEWHERE, FAILED = 4000, 4001, 4002
"""The codes of a closed socket: the user left the interface, another page took its slot, or the
interface failed. ``page.js`` explains them to the user."""

TEXTUALS = files("textual_serve") / "static"
STATIC = {
    "textual.js": TEXTUALS / "js" / "textual.js",
    "xterm.css": TEXTUALS / "css" / "xterm.css",
    "icon.svg": files("gipf_meta.web") / "page" / "icon.svg",
    **files_in(files("gipf_meta.web.terminal") / "static"),
}
"""All files that are served."""

MESSAGE = re.compile(r'\["(\w+)"(?:, *("(?:[^"\\]|\\.)*+"|\{[^][{}]*+\}))?\]')
"""The form of all messages of textual.js: a kind, and at most one text or one flat table."""


class TerminalSite:
    """Serves the interface in at most *sessions* tabs; *folder* is for the files of the slots."""

    # xterm.js writes the sizes of its cells into styles
    styles = "'unsafe-inline'"
    icon = "/static/icon.svg"

    def __init__(self, sessions: int, folder: Path, connections: Connections) -> None:
        self.slots = Slots(sessions, folder)
        self._connections = connections

    def routes(self) -> list[web.RouteDef]:
        """Pages by the numbers of their slots, a socket for each, and files."""
        return [
            web.get("/", self._redirect_to_slot, allow_head=False),
            web.get("/{number:[0-9]{1,4}}", self._page, allow_head=False),
            web.get("/{number:[0-9]{1,4}}/socket", self._socket, allow_head=False),
            web.get("/static/{name}", self._static, allow_head=False),
        ]

    # ---- pages --------------------------------------------------------------------------------

    async def _redirect_to_slot(self, request: web.Request) -> web.Response:
        """Sends the page to a free slot; a page that comes back to the slot finds its match."""
        slot = self.slots.reserve()
        if slot is None:
            raise all_tabs_taken(len(self.slots))
        raise web.HTTPSeeOther(f"/{slot.number}")

    async def _page(self, request: web.Request) -> web.Response:
        self._slot(request)
        return file_answer(STATIC, "index.html")

    async def _static(self, request: web.Request) -> web.Response:
        return file_answer(STATIC, request.match_info["name"])

    def _slot(self, request: web.Request) -> Slot:
        slot = self.slots.find(int(request.match_info["number"]))
        if slot is None:
            raise all_tabs_taken(len(self.slots))
        return slot

    # ---- playing ------------------------------------------------------------------------------

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        """Shows the interface to a page. A page that comes later takes over the slot."""
        slot = self._slot(request)
        socket = web.WebSocketResponse(
            heartbeat=15, timeout=1, compress=False, max_msg_size=LONGEST_MESSAGE
        )
        await socket.prepare(request)
        self._connections.note_tab(connection_of(request))
        before = slot.take(socket)
        try:
            if before is not None:
                await before.close(code=ELSEWHERE)
            async with slot.running:  # waits until the process of the page before has ended
                if slot.socket is socket:
                    await self._play(slot, socket, request.query)
        finally:
            slot.leave(socket)
        return socket

    async def _play(
        self, slot: Slot, socket: web.WebSocketResponse, asked: Mapping[str, str]
    ) -> None:
        width, height = _cell_count(asked.get("width"), 80), _cell_count(asked.get("height"), 24)
        try:
            process = await Process.start(width, height, slot.memory)
        except OSError as error:
            self._connections.note_failure(error)
            await socket.close(code=FAILED)
            return
        showing = asyncio.create_task(_forward_output(process, socket))
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await take_frame(message.data, process, socket)
        finally:
            slot.leave(socket)
            showing.cancel()
            await asyncio.gather(showing, return_exceptions=True)
            await process.stop()

    async def close(self) -> None:
        """Closes all pages, and with them their processes."""
        sockets = [slot.socket for slot in self.slots if slot.socket is not None]
        await asyncio.gather(*(socket.close(code=1001) for socket in sockets))


def _cell_count(text: object, default: int = 1) -> int:
    """A number of columns or rows, from 1 to 1000; *default* if *text* is no number."""
    number = read_whole(str(text))
    return default if number is None else max(1, min(1000, number))


async def _forward_output(process: Process, socket: web.WebSocketResponse) -> None:
    """Sends the output of *process* to *socket*, and closes the socket at its end."""
    with suppress(ConnectionError):
        async for packet in process.output():
            await socket.send_bytes(packet)
        await socket.close(code=LEFT if await process.has_succeeded() else FAILED)


async def take_frame(text: str, process: Process, socket: web.WebSocketResponse) -> None:
    """Does what the *text* of a frame asks; ignores what textual.js never sends."""
    if MESSAGE.fullmatch(text):
        with suppress(ValueError, TypeError, LookupError, ConnectionError):
            await _forward_message(json.loads(text), process, socket)


async def _forward_message(message: Any, process: Process, socket: web.WebSocketResponse) -> None:
    """Sends a *message* of textual.js, a kind and its arguments, to *process*."""
    kind, *about = message
    if kind == "stdin":
        await process.send_keys(str(about[0]))
    elif kind == "resize":
        width, height = _cell_count(about[0]["width"]), _cell_count(about[0]["height"])
        await process.send_event({"type": "resize", "width": width, "height": height})
    elif kind in ("focus", "blur"):
        await process.send_event({"type": kind})
    elif kind == "ping":
        await socket.send_json(["pong", about[0]])
