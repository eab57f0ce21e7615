"""The connections of the server: how many there may be, and how long they may idle."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

from aiohttp import web

from gipf_meta.base.clock import Clock
from gipf_meta.base.texts import _
from gipf_meta.protocol.failures import failing_method
from gipf_meta.web.messages import server_failed
from gipf_meta.web.notices import Notices
from gipf_meta.web.raw_frames import CheckingReader

STRANGERS = 16
"""How many connections without access there may be; for one more, the oldest is closed."""

KNOWN, KNOWN_FOR_EACH_TAB = 16, 4
"""How many connections with access there may be: some, and some more for each tab."""

REQUEST_MS = 10_000
"""Milliseconds in which a new connection must have sent a whole request."""

IDLE_MS = 60_000
"""Milliseconds after a request in which its answer must be read and the next request be sent."""

LIMITS = {
    "max_line_size": 4096,
    "max_field_size": 16_384,  # a browser sends the cookies of all servers on this machine
    "max_headers": 64,
    "lingering_time": 1.0,
    "auto_decompress": False,
}
"""Limits of a request, in bytes, headers and seconds. Nothing reads the body of a request."""


class Stage(Enum):
    """What a connection has shown: nothing, the cookie, or the socket of a tab."""

    STRANGER = 0
    KNOWN = 1
    PLAYING = 2


class Connection(web.RequestHandler):
    """A connection, counted by *connections*. What is no HTTP gets a sentence and no traceback."""

    def __init__(self, connections: Connections, server: web.Server) -> None:
        limits: dict[str, Any] = LIMITS
        super().__init__(server, loop=asyncio.get_running_loop(), access_log=None, **limits)  # type: ignore[arg-type]
        self.stage = Stage.STRANGER
        self.until_ms: int | None = None
        self.has_sent = False
        self._connections = connections

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begins, and counts from now on."""
        super().connection_made(transport)
        self._connections.admit(self)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Ends, and no longer counts."""
        self._connections.forget(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Reads what the client sends."""
        self.has_sent = True
        super().data_received(data)

    def set_parser(self, parser: Any, data_received_cb: Callable[[], None] | None = None) -> None:
        """Reads the frames of a socket with *parser*, after a look at each of their heads."""
        reader = CheckingReader(parser, self._connections.clock, self.drop)
        super().set_parser(reader, data_received_cb)  # type: ignore[arg-type]

    def drop(self) -> None:
        """Ends at once, though the client may not have read everything."""
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.abort()

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """The answer to what is no request (400), or to a request that has failed."""
        if request.writer.output_size > 0:
            raise ConnectionError("an answer has begun")
        is_ours = status >= 500
        if is_ours:
            self._connections.note_failure(exc)
            text = self._connections.failed()
        else:
            text = self._connections.malformed().text or ""
        response = web.Response(status=status, text=text, headers=self._connections.headers)
        response.force_close()
        return response

    def log_exception(self, *args: Any, **about: Any) -> None:
        """Says that a request has failed, in one sentence."""
        self._connections.note_failure(about.get("exc_info"))


class Connections:
    """All connections of a server; *headers* are those of every answer.

    There may be so many *most_strangers* and *most_known*. *failed* says what is answered where the
    server fails. Who has access is never shut out by who has not: strangers give way to newer
    strangers alone.
    """

    def __init__(
        self,
        clock: Clock,
        notices: Notices,
        most_known: int,
        most_strangers: int = STRANGERS,
        failed: Callable[[], str] = server_failed,
    ) -> None:
        self.notices = notices
        self.headers: Mapping[str, str] = {}
        self.failed = failed
        self.clock = clock
        self._most_known, self._most_strangers = most_known, most_strangers
        self._open: dict[Connection, None] = {}  # the oldest first

    def __len__(self) -> int:
        return len(self._open)

    def admit(self, connection: Connection) -> None:
        """Counts a new connection, and drops the oldest stranger if there are too many."""
        connection.until_ms = self.clock.now_ms() + REQUEST_MS
        self._open[connection] = None
        strangers = [one for one in self._open if one.stage is Stage.STRANGER]
        if len(strangers) > self._most_strangers:
            self._drop(strangers[0])
            self.notices.say(_("There were too many connections; the oldest was closed."))

    def forget(self, connection: Connection) -> None:
        """Counts *connection* no longer."""
        self._open.pop(connection, None)

    def note_request(self, connection: Connection, *, is_known: bool) -> None:
        """Notes that *connection* has sent a whole request, with or without the cookie.

        Drops another connection, the oldest that shows no tab, if too many have access.
        """
        connection.until_ms = self.clock.now_ms() + IDLE_MS
        if is_known:
            connection.stage = Stage.KNOWN
            known = [one for one in self._open if one.stage is not Stage.STRANGER]
            if len(known) > self._most_known:
                known.remove(connection)
                self._drop(min(known, key=lambda one: one.stage.value))
                self.notices.say(_("There were too many connections; the oldest was closed."))

    def note_tab(self, connection: Connection) -> None:
        """Notes that *connection* is the socket of a tab, which lasts as long as the tab."""
        connection.stage, connection.until_ms = Stage.PLAYING, None

    def malformed(self) -> web.HTTPException:
        """The refusal of what is no HTTP request, with which its connection ends; says so."""
        self.notices.say(_("What was no HTTP request, or too long, was refused."))
        refused = web.HTTPBadRequest(text=_("This is no HTTP request, or it is too long."))
        refused.force_close()
        return refused

    def note_failure(self, error: object) -> None:
        """Says that something has failed: the name of its *error*, and of the game and its method
        where a game failed."""
        why = type(error).__name__ if isinstance(error, BaseException) else "?"
        if isinstance(error, BaseException) and (found := failing_method(error)):
            why = f"{found[0].id}, {found[1]}: {why}"
        self.notices.say(_("A request has failed ({why}); the server goes on.").format(why=why))

    def note_trouble(self, loop: asyncio.AbstractEventLoop, about: Mapping[str, object]) -> None:
        """Says what asyncio would print with a traceback."""
        error = about.get("exception")
        if isinstance(error, OSError) and "accept" in str(about.get("message")):
            self.notices.say(_("This machine allows no more connections now; new ones wait."))
        else:
            self.note_failure(error)

    def drop_overdue(self) -> None:
        """Drops the connections that were idle, or in the middle of a request, for too long."""
        now_ms = self.clock.now_ms()
        for one in [one for one in self._open if one.until_ms is not None]:
            if one.until_ms is not None and one.until_ms <= now_ms:
                if one.stage is Stage.STRANGER and one.has_sent:
                    self.notices.say(_("A request that did not come to its end was dropped."))
                self._drop(one)

    def _drop(self, connection: Connection) -> None:
        self.forget(connection)
        connection.drop()


def most_known_of(sessions: int) -> int:
    """How many connections with access there may be where so many tabs may play."""
    return KNOWN + KNOWN_FOR_EACH_TAB * sessions


def all_tabs_taken(sessions: int) -> str:
    """Says why one tab more than *sessions* is refused."""
    text = _.many(
        "No more than {count} tab can be open at a time; close one, or start gipf-meta serve"
        " with a higher --sessions.",
        "No more than {count} tabs can be open at a time; close one, or start gipf-meta serve"
        " with a higher --sessions.",
        sessions,
    )
    return text.format(count=sessions)
