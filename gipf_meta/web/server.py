"""The server: a page for each tab, and a socket that connects the page with the interface."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web
from aiohttp.typedefs import Handler

from gipf_meta.base.clock import Clock, RealClock
from gipf_meta.base.texts import _
from gipf_meta.tui.suspension import call_on_hang_up
from gipf_meta.web.access import Access
from gipf_meta.web.connections import Connection, Connections
from gipf_meta.web.folder import PAGE, open_folder, write_redirect
from gipf_meta.web.notices import Notices
from gipf_meta.web.process import Process
from gipf_meta.web.sentence_page import sentence_page
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
    "Server": "gipf_meta",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

MESSAGE = re.compile(r'\["(\w+)"(?:, *("(?:[^"\\]|\\.)*+"|\{[^][{}]*+\}))?\]')
"""The form of all messages of textual.js: a kind, and at most one text or one flat table."""

ONCE = ("Host", "Origin", "Sec-Fetch-Site")
"""Headers of which a second one is refused: it might be read where the first was checked."""

LONGEST_MESSAGE = 1 << 16
"""Bytes of a message. A socket on which a longer one comes is closed; the match is kept."""

SWEEP_S = 1.0
"""Seconds between two looks for connections that are overdue."""


class Server:
    """Serves the interface to the browsers that have *access*, in at most *sessions* tabs.

    *folder* is for the files of the slots, and for the page that leads a browser here.
    """

    def __init__(
        self, access: Access, sessions: int, folder: Path, clock: Clock, notices: Notices
    ) -> None:
        self.access = access
        self.slots = Slots(sessions, folder)
        self.redirect = write_redirect(folder, access.url)
        # in old browsers 'self' does not include sockets
        sockets = " ".join(f"ws://{host}" for host in access.hosts)
        self.headers = {name: value.format(sockets=sockets) for name, value in HEADERS.items()}
        self.connections = Connections(clock, notices, sessions, self.headers)

    def application(self) -> web.Application:
        """The application for aiohttp: it checks every request and adds headers to every answer."""
        application = web.Application(middlewares=[_show_refusals, self._guard])
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
        why = self.access.refusal(request.headers, must_say=wants_socket)
        is_known = not why and self.access.is_known(request.cookies)
        self.connections.note_request(_connection(request), is_known=is_known)
        if why:
            raise self._refused(why)
        if _is_ambiguous(request):
            raise self.connections.malformed()
        if not is_known:
            # a HEAD request only checks the address
            token = request.query.get("token", "") if request.method == "GET" else ""
            if request.path == "/" and self.access.is_token(token):
                return self._let_in(request)
            raise self._refused(
                _(
                    "Open the address that gipf-meta serve has printed; it works as long as the"
                    " server runs."
                )
            )
        response: web.StreamResponse = await handler(request)
        return response

    def _let_in(self, request: web.Request) -> web.Response:
        """Gives the cookie to a browser that has the token, and leads it to the clean address.

        A browser that comes from a page of another site, or from a file, would not send the cookie
        after a redirect; it does so when a page of this server leads on.
        """
        self.redirect.unlink(missing_ok=True)
        if request.headers.get("Sec-Fetch-Site", "none") == "none":
            response = web.Response(status=303, headers={"Location": "/"})
        else:
            page = PAGE.format(url="/", icon="/static/icon.svg")
            response = web.Response(text=page, content_type="text/html")
        response.set_cookie(
            self.access.cookie, self.access.secret, httponly=True, samesite="Strict"
        )
        return response

    def _refused(self, why: str) -> web.HTTPException:
        """The refusal of a request, with which its connection ends."""
        self.connections.notices.say(
            _("A browser or page without access was refused; the printed address gives access.")
        )
        refused = web.HTTPForbidden(text=why)
        refused.force_close()
        return refused

    async def _add_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        response.headers.update(self.headers)

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
        socket = web.WebSocketResponse(
            heartbeat=15, timeout=1, compress=False, max_msg_size=LONGEST_MESSAGE
        )
        await socket.prepare(request)
        self.connections.note_tab(_connection(request))
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
            self.connections.note_failure(error)
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

    async def _close(self, application: web.Application) -> None:
        """Closes all pages when the server ends, and with them their processes."""
        sockets = [slot.socket for slot in self.slots if slot.socket is not None]
        await asyncio.gather(*(socket.close(code=1001) for socket in sockets))


@web.middleware
async def _show_refusals(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Puts the sentence of a refusal on a page, for browsers; others read it as it is."""
    try:
        return await handler(request)
    except web.HTTPException as refused:
        if refused.status >= 400 and "text/html" in request.headers.get("Accept", ""):
            refused.text = sentence_page(refused.text or refused.reason)
            refused.content_type = "text/html"
        raise


def _is_ambiguous(request: web.Request) -> bool:
    """Whether *request* repeats a header of ``ONCE``, or asks for a socket in letters not ASCII.

    aiohttp fails on such a handshake. Cookies may be those of any server on this machine.
    """
    headers = request.headers
    return any(len(headers.getall(name, ())) > 1 for name in ONCE) or (
        "Upgrade" in headers
        and not all(text.isascii() for name, text in headers.items() if name.lower() != "cookie")
    )


def _connection(request: web.Request) -> Connection:
    """The connection on which *request* came."""
    assert isinstance(request.protocol, Connection)
    return request.protocol


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


def _write_notice(sentence: str) -> None:
    """Writes *sentence* where the server was started, if that terminal is still there."""
    with suppress(OSError, ValueError):
        print(f"gipf-meta: {sentence}", file=sys.stderr, flush=True)


async def serve(
    listening: socket.socket,
    sessions: int,
    announce: Callable[[str, Path], object],
    clock: Clock | None = None,
    write: Callable[[str], object] = _write_notice,
) -> None:
    """Serves on the socket *listening* until a signal ends it.

    *announce* is called as soon as the server answers, with its address and with a page that leads
    there. *clock* tells how long connections idle; *write* gets what the server has to say.
    """
    clock = clock or RealClock()
    port = listening.getsockname()[1]
    with open_folder(port) as folder:
        access = Access(port)
        server = Server(access, sessions, folder, clock, Notices(clock, write))
        async with _running(server, listening):
            done = asyncio.Event()
            for name in ("SIGINT", "SIGTERM", "SIGHUP"):
                with suppress(AttributeError, NotImplementedError):  # Windows: Ctrl-C raises
                    loop = asyncio.get_running_loop()
                    loop.add_signal_handler(getattr(signal, name), done.set)
            call_on_hang_up(done.set)
            announce(access.url, server.redirect)
            await done.wait()


@asynccontextmanager
async def _running(server: Server, listening: socket.socket) -> AsyncIterator[None]:
    """Runs *server* on the socket *listening*, and ends its processes at the end."""
    loop, connections = asyncio.get_running_loop(), server.connections
    loop.set_exception_handler(connections.note_trouble)
    runner = web.AppRunner(server.application(), access_log=None, shutdown_timeout=5)
    await runner.setup()
    assert runner.server is not None
    manager = runner.server
    sweeping = asyncio.create_task(_drop_overdue(connections))
    accepting = await loop.create_server(
        lambda: Connection(connections, manager), sock=listening, backlog=64
    )
    try:
        yield
    finally:
        accepting.close()
        sweeping.cancel()
        await runner.cleanup()


async def _drop_overdue(connections: Connections) -> None:
    """Looks for overdue connections for ever."""
    while True:
        await asyncio.sleep(SWEEP_S)
        connections.drop_overdue()
