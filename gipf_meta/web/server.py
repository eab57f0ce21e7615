"""The server: one page for each tab, a socket behind it, and at its other end the interface."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from aiohttp import WSMsgType, web
from aiohttp.typedefs import Handler

from gipf_meta.base.texts import _
from gipf_meta.web.door import Door
from gipf_meta.web.places import Place, Places
from gipf_meta.web.process import Process

LEFT, ELSEWHERE, FAILED = 4000, 4001, 4002
"""Why a socket is closed: the interface was left, another page has its place, it failed (page.js
says so)."""

OURS, TEXTUALS = files("gipf_meta.web") / "static", files("textual_serve") / "static"
TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
STATIC = {
    "textual.js": TEXTUALS / "js" / "textual.js",
    "xterm.css": TEXTUALS / "css" / "xterm.css",
    **{file.name: file for file in OURS.iterdir() if Path(file.name).suffix in TYPES},
}
"""Everything that is served, and nothing else is."""

HEADERS = {
    # 'unsafe-inline' is for styles alone: xterm.js writes the sizes of its cells into some
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; font-src 'self';"
    " style-src 'self' 'unsafe-inline'; img-src 'self'; connect-src 'self' {sockets};"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Server:
    """Serves the interface to the browser that *door* lets in, *sessions* times at most.

    *folder* is for the files of the places.
    """

    def __init__(self, door: Door, sessions: int, folder: Path) -> None:
        self.door = door
        self.places = Places(sessions, folder)

    def application(self) -> web.Application:
        """What aiohttp runs. Every request passes the door, and every answer gets the headers."""
        application = web.Application(middlewares=[self._guard])
        application.on_response_prepare.append(self._add_headers)
        application.on_shutdown.append(self._close)
        application.add_routes(
            [
                web.get("/", self._enter, allow_head=False),
                web.get("/{number:[0-9]{1,4}}", self._page, allow_head=False),
                web.get("/{number:[0-9]{1,4}}/socket", self._socket, allow_head=False),
                web.get("/static/{name}", self._static, allow_head=False),
            ]
        )
        return application

    # ---- the door -----------------------------------------------------------------------------

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        wants_socket = "Upgrade" in request.headers
        if why := self.door.stranger(request.headers, must_say=wants_socket):
            raise web.HTTPForbidden(text=why)
        if not self.door.knows(request.cookies):
            # what only looks whether the address answers does not use the token
            token = request.query.get("token", "") if request.method == "GET" else ""
            if request.path == "/" and self.door.let_in(token):
                clean = web.HTTPSeeOther("/")
                clean.set_cookie(
                    self.door.cookie, self.door.secret, httponly=True, samesite="Strict"
                )
                raise clean
            raise web.HTTPForbidden(
                text=_(
                    "Open the address that gipf-meta serve has printed; it works once, in one"
                    " browser. Start gipf-meta serve again for a new one."
                )
            )
        response: web.StreamResponse = await handler(request)
        return response

    async def _add_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        # of old browsers 'self' means no sockets
        sockets = " ".join(f"ws://{host}" for host in self.door.hosts)
        for name, value in HEADERS.items():
            response.headers[name] = value.format(sockets=sockets)

    # ---- pages --------------------------------------------------------------------------------

    async def _enter(self, request: web.Request) -> web.Response:
        """To a place; whoever comes back to it comes back to its match."""
        place = self.places.free()
        if place is None:
            raise self._full()
        raise web.HTTPSeeOther(f"/{place.number}")

    async def _page(self, request: web.Request) -> web.Response:
        self._place(request)
        return _file("index.html")

    async def _static(self, request: web.Request) -> web.Response:
        return _file(request.match_info["name"])

    def _place(self, request: web.Request) -> Place:
        place = self.places.find(int(request.match_info["number"]))
        if place is None:
            raise self._full()
        return place

    def _full(self) -> web.HTTPException:
        text = _.many(
            "No more than {count} tab can be open at a time; close one, or start gipf-meta serve"
            " with a higher --sessions.",
            "No more than {count} tabs can be open at a time; close one, or start gipf-meta serve"
            " with a higher --sessions.",
            len(self.places),
        )
        return web.HTTPServiceUnavailable(text=text.format(count=len(self.places)))

    # ---- playing ------------------------------------------------------------------------------

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        """Shows the interface to a page. A page that comes later takes the place of this one."""
        place = self._place(request)
        socket = web.WebSocketResponse(heartbeat=15, timeout=1, compress=False)
        await socket.prepare(request)
        before = place.take(socket)
        try:
            if before is not None:
                await before.close(code=ELSEWHERE)
            async with place.running:  # the process of the page before has let go of its match
                if place.socket is socket:
                    await self._play(place, socket, request.query)
        finally:
            place.leave(socket)
        return socket

    async def _play(
        self, place: Place, socket: web.WebSocketResponse, asked: Mapping[str, str]
    ) -> None:
        width, height = _cells(asked.get("width"), 80), _cells(asked.get("height"), 24)
        process = await Process.start(width, height, place.memory)
        showing = asyncio.create_task(_show(process, socket))
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    # what textual.js never says is not answered
                    with suppress(ValueError, TypeError, LookupError, ConnectionError):
                        await _pass_on(json.loads(message.data), process, socket)
        finally:
            place.leave(socket)
            showing.cancel()
            await asyncio.gather(showing, return_exceptions=True)
            await process.stop()

    async def _close(self, application: web.Application) -> None:
        """The server ends: so do the pages, and with them their processes."""
        sockets = [place.socket for place in self.places if place.socket is not None]
        await asyncio.gather(*(socket.close(code=1001) for socket in sockets))


def _file(name: str) -> web.Response:
    """Raises ``HTTPNotFound`` for what is not served."""
    if name not in STATIC:
        raise web.HTTPNotFound(text=_("There is nothing here."))
    return web.Response(
        body=STATIC[name].read_bytes(), content_type=TYPES[Path(name).suffix], charset="utf-8"
    )


def _cells(said: object, default: int = 1) -> int:
    """A number of columns or rows, within what a screen can have."""
    try:
        return max(1, min(1000, int(str(said))))
    except ValueError:
        return default


async def _show(process: Process, socket: web.WebSocketResponse) -> None:
    """Passes on what the interface shows, and closes when it is left."""
    with suppress(ConnectionError):
        async for shown in process.shown():
            await socket.send_bytes(shown)
        await socket.close(code=LEFT if await process.succeeded() else FAILED)


async def _pass_on(message: Any, process: Process, socket: web.WebSocketResponse) -> None:
    """Passes on what textual.js says: a kind, and something to it."""
    kind, *about = message
    if kind == "stdin":
        await process.type(str(about[0]))
    elif kind == "resize":
        width, height = _cells(about[0]["width"]), _cells(about[0]["height"])
        await process.tell({"type": "resize", "width": width, "height": height})
    elif kind in ("focus", "blur"):
        await process.tell({"type": kind})
    elif kind == "ping":
        await socket.send_json(["pong", about[0]])


async def serve(listening: socket.socket, sessions: int, opened: Callable[[str], object]) -> None:
    """Serves until it is told to end; *opened* is told the address as soon as it answers."""
    with TemporaryDirectory(prefix="gipf-meta-") as folder:
        door = Door(listening.getsockname()[1])
        runner = web.AppRunner(
            Server(door, sessions, Path(folder)).application(), access_log=None, shutdown_timeout=5
        )
        await runner.setup()
        try:
            await web.SockSite(runner, listening).start()
            done = asyncio.Event()
            for name in ("SIGINT", "SIGTERM", "SIGHUP"):
                with suppress(AttributeError, NotImplementedError):  # Windows: Ctrl-C raises
                    loop = asyncio.get_running_loop()
                    loop.add_signal_handler(getattr(signal, name), done.set)
            opened(door.url)
            await done.wait()
        finally:
            await runner.cleanup()
