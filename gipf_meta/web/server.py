"""The server: a page for each tab, and a socket that connects the page with the interface."""

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
from gipf_meta.web.access import Access
from gipf_meta.web.process import Process
from gipf_meta.web.slots import Slot, Slots

LEFT, ELSEWHERE, FAILED = 4000, 4001, 4002
"""The codes of a closed socket: the user left the interface, another page took its slot, or the
interface failed. ``page.js`` explains them to the user."""

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
"""All files that are served."""

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
    """Serves the interface to the browser that has *access*, in at most *sessions* tabs.

    *folder* is for the files of the slots.
    """

    def __init__(self, access: Access, sessions: int, folder: Path) -> None:
        self.access = access
        self.slots = Slots(sessions, folder)

    def application(self) -> web.Application:
        """The application for aiohttp: it checks every request and adds headers to every answer."""
        application = web.Application(middlewares=[self._guard])
        application.on_response_prepare.append(self._add_headers)
        application.on_shutdown.append(self._close)
        application.add_routes(
            [
                web.get("/", self._redirect_to_slot, allow_head=False),
                web.get("/{number:[0-9]{1,4}}", self._page, allow_head=False),
                web.get("/{number:[0-9]{1,4}}/socket", self._socket, allow_head=False),
                web.get("/static/{name}", self._static, allow_head=False),
            ]
        )
        return application

    # ---- access -------------------------------------------------------------------------------

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        wants_socket = "Upgrade" in request.headers
        if why := self.access.refusal(request.headers, must_say=wants_socket):
            raise web.HTTPForbidden(text=why)
        if not self.access.is_known(request.cookies):
            # a HEAD request, which only checks the address, does not use up the token
            token = request.query.get("token", "") if request.method == "GET" else ""
            if request.path == "/" and self.access.redeem(token):
                clean = web.HTTPSeeOther("/")
                clean.set_cookie(
                    self.access.cookie, self.access.secret, httponly=True, samesite="Strict"
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
        # in old browsers 'self' does not include sockets
        sockets = " ".join(f"ws://{host}" for host in self.access.hosts)
        for name, value in HEADERS.items():
            response.headers[name] = value.format(sockets=sockets)

    # ---- pages --------------------------------------------------------------------------------

    async def _redirect_to_slot(self, request: web.Request) -> web.Response:
        """Sends the page to a free slot; a page that comes back to the slot finds its match."""
        slot = self.slots.reserve()
        if slot is None:
            raise self._all_taken()
        raise web.HTTPSeeOther(f"/{slot.number}")

    async def _page(self, request: web.Request) -> web.Response:
        self._slot(request)
        return _serve_file("index.html")

    async def _static(self, request: web.Request) -> web.Response:
        return _serve_file(request.match_info["name"])

    def _slot(self, request: web.Request) -> Slot:
        slot = self.slots.find(int(request.match_info["number"]))
        if slot is None:
            raise self._all_taken()
        return slot

    def _all_taken(self) -> web.HTTPException:
        text = _.many(
            "No more than {count} tab can be open at a time; close one, or start gipf-meta serve"
            " with a higher --sessions.",
            "No more than {count} tabs can be open at a time; close one, or start gipf-meta serve"
            " with a higher --sessions.",
            len(self.slots),
        )
        return web.HTTPServiceUnavailable(text=text.format(count=len(self.slots)))

    # ---- playing ------------------------------------------------------------------------------

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        """Shows the interface to a page. A page that comes later takes over the slot."""
        slot = self._slot(request)
        socket = web.WebSocketResponse(heartbeat=15, timeout=1, compress=False)
        await socket.prepare(request)
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
        process = await Process.start(width, height, slot.memory)
        showing = asyncio.create_task(_forward_output(process, socket))
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    # messages that textual.js never sends are ignored
                    with suppress(ValueError, TypeError, LookupError, ConnectionError):
                        await _forward_message(json.loads(message.data), process, socket)
        finally:
            slot.leave(socket)
            showing.cancel()
            await asyncio.gather(showing, return_exceptions=True)
            await process.stop()

    async def _close(self, application: web.Application) -> None:
        """Closes all pages when the server ends, and with them their processes."""
        sockets = [slot.socket for slot in self.slots if slot.socket is not None]
        await asyncio.gather(*(socket.close(code=1001) for socket in sockets))


def _serve_file(name: str) -> web.Response:
    """The file *name* of ``STATIC``. Raises ``HTTPNotFound`` for other names."""
    if name not in STATIC:
        raise web.HTTPNotFound(text=_("There is nothing here."))
    return web.Response(
        body=STATIC[name].read_bytes(), content_type=TYPES[Path(name).suffix], charset="utf-8"
    )


def _cell_count(text: object, default: int = 1) -> int:
    """A number of columns or rows, from 1 to 1000; *default* if *text* is no number."""
    try:
        return max(1, min(1000, int(str(text))))
    except ValueError:
        return default


async def _forward_output(process: Process, socket: web.WebSocketResponse) -> None:
    """Sends the output of *process* to *socket*, and closes the socket at its end."""
    with suppress(ConnectionError):
        async for packet in process.output():
            await socket.send_bytes(packet)
        await socket.close(code=LEFT if await process.has_succeeded() else FAILED)


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


async def serve(listening: socket.socket, sessions: int, announce: Callable[[str], object]) -> None:
    """Serves on the socket *listening* until a signal ends it.

    *announce* is called with the address as soon as the server answers there.
    """
    with TemporaryDirectory(prefix="gipf-meta-") as folder:
        access = Access(listening.getsockname()[1])
        runner = web.AppRunner(
            Server(access, sessions, Path(folder)).application(),
            access_log=None,
            shutdown_timeout=5,
        )
        await runner.setup()
        try:
            await web.SockSite(runner, listening).start()
            done = asyncio.Event()
            for name in ("SIGINT", "SIGTERM", "SIGHUP"):
                with suppress(AttributeError, NotImplementedError):  # Windows: Ctrl-C raises
                    loop = asyncio.get_running_loop()
                    loop.add_signal_handler(getattr(signal, name), done.set)
            announce(access.url)
            await done.wait()
        finally:
            await runner.cleanup()
