"""The connections of a server: their number, their timeouts, and the check of their frames."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Final, Protocol

from aiohttp import web

from gipf_meta.base.clock import Clock
from gipf_meta.base.texts import _
from gipf_meta.protocol.failures import failing_method
from gipf_meta.web.frames import server_failed
from gipf_meta.web.link import Allowance

STRANGERS = 16
"""The most connections without access; for one more, the oldest of them is closed."""

KNOWN, KNOWN_FOR_EACH_TAB = 16, 4
"""The most connections with access: a base number, and a number for each tab."""

REQUEST_MS = 10_000
"""The timeout of a new connection for its first whole request, ms."""

IDLE_MS = 60_000
"""The timeout after a request, for reading its answer and sending the next request, ms."""

LIMITS = {
    "max_line_size": 4096,
    "max_field_size": 16_384,  # a browser sends the cookies of all servers on this machine
    "max_headers": 64,
    "lingering_time": 1.0,
    "auto_decompress": False,
}
"""Limits of a request, in bytes, headers and seconds. The body of a request is never read."""


class Stage(Enum):
    """The state of a connection: without access, with access, or the socket of a tab."""

    STRANGER = 0
    KNOWN = 1
    PLAYING = 2


class Connection(web.RequestHandler):
    """A connection, counted by *connections*. Malformed HTTP is answered by a sentence (400)."""

    def __init__(self, connections: Connections, server: web.Server) -> None:
        limits: dict[str, Any] = LIMITS
        super().__init__(server, loop=asyncio.get_running_loop(), access_log=None, **limits)  # type: ignore[arg-type]
        self.stage = Stage.STRANGER
        self.until_ms: int | None = None
        self.has_sent = False
        self._connections = connections

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Adds the new connection to the connections of the server."""
        super().connection_made(transport)
        self._connections.admit(self)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Removes the connection from those of the server."""
        self._connections.forget(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Passes *data* from the client to the parser."""
        self.has_sent = True
        super().data_received(data)

    def set_parser(self, parser: Any, data_received_cb: Callable[[], None] | None = None) -> None:
        """Reads the frames of a socket with *parser*, after a check of the header of each frame."""
        reader = CheckingReader(parser, self._connections.clock, self.drop)
        super().set_parser(reader, data_received_cb)  # type: ignore[arg-type]

    def drop(self) -> None:
        """Ends at once, even if the client has not read everything."""
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.abort()

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Returns the answer to malformed HTTP (400), or to a request that has failed (500)."""
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
        """Notes that a request has failed, in one sentence without a traceback."""
        self._connections.note_failure(about.get("exc_info"))


class Connections:
    """All connections of a server; *headers* are those of every answer.

    At most *most_strangers* without access and *most_known* with access are open. *failed* returns
    the answer where the server fails. Connections without access never displace one with access: a
    new one closes the oldest of its own kind.
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
        """Adds a new connection, and drops the oldest one without access if there are too many."""
        connection.until_ms = self.clock.now_ms() + REQUEST_MS
        self._open[connection] = None
        strangers = [one for one in self._open if one.stage is Stage.STRANGER]
        if len(strangers) > self._most_strangers:
            self._drop(strangers[0])
            self.notices.say(_("There were too many connections; the oldest was closed."))

    def forget(self, connection: Connection) -> None:
        """Removes *connection*."""
        self._open.pop(connection, None)

    def note_request(self, connection: Connection, *, is_known: bool) -> None:
        """Notes that *connection* has sent a whole request, with or without the cookie.

        If too many have access, drops another connection: the oldest, sockets of tabs last.
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
        """Marks *connection* as the socket of a tab, which has no timeout."""
        connection.stage, connection.until_ms = Stage.PLAYING, None

    def malformed(self) -> web.HTTPException:
        """Returns the refusal (400) of malformed HTTP, which ends its connection; notes it."""
        self.notices.say(_("What was no HTTP request, or too long, was refused."))
        refused = web.HTTPBadRequest(text=_("This is no HTTP request, or it is too long."))
        refused.force_close()
        return refused

    def note_failure(self, error: object) -> None:
        """Notes a failure: the class of *error*; if a game failed, the game and its method, too."""
        why = type(error).__name__ if isinstance(error, BaseException) else "?"
        if isinstance(error, BaseException) and (found := failing_method(error)):
            why = f"{found[0].id}, {found[1]}: {why}"
        self.notices.say(_("A request has failed ({why}); the server goes on.").format(why=why))

    def note_trouble(self, loop: asyncio.AbstractEventLoop, about: Mapping[str, object]) -> None:
        """Notes an error of asyncio, which would otherwise print it with a traceback."""
        error = about.get("exception")
        if isinstance(error, OSError) and "accept" in str(about.get("message")):
            self.notices.say(_("This machine allows no more connections now; new ones wait."))
        else:
            self.note_failure(error)

    def drop_overdue(self) -> None:
        """Drops the connections whose timeout has passed, idle or in the middle of a request."""
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
    """Returns the most connections with access where *sessions* tabs may be open."""
    return KNOWN + KNOWN_FOR_EACH_TAB * sessions


def all_tabs_taken(sessions: int) -> str:
    """Returns the sentence that refuses one tab more than *sessions*."""
    text = _.many(
        "No more than {count} tab can be open at a time; close one, or start gipf-meta serve"
        " with a higher --sessions.",
        "No more than {count} tabs can be open at a time; close one, or start gipf-meta serve"
        " with a higher --sessions.",
        sessions,
    )
    return text.format(count=sessions)


FRAMES_AT_ONCE: Final = 1_000
"""Frames of any kind that a socket may send at once: ten times the messages of a page."""
FRAMES_PER_SECOND: Final = 200
"""Frames that a socket may send each second in the long run."""

_MASKED: Final = 0x80
_LENGTH: Final = 0x7F
_BYTES_OF_LENGTH: Final = {126: 2, 127: 8}
_BYTES_OF_MASK: Final = 4
_REFUSED: Final = b"\xf0\x80\x00\x00\x00\x00"
"""A frame with reserved bits, which every reader refuses with 1002; it takes the place of a frame
that only this module refuses."""


class FrameReader(Protocol):
    """The parser that makes messages of frames: that of aiohttp."""

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        """Takes *data*; returns whether the parser has ended, and the bytes that it did not use."""
        ...

    def feed_eof(self) -> None:
        """Notes that nothing more comes."""
        ...


class CheckingReader:
    """Passes to *reader* the frames that a client may send.

    A frame that is not masked ends the socket with 1002. *drop* ends it where frames exceed the
    rate limit, which is counted by *clock*: so no more than ``FRAMES_AT_ONCE`` are ever read at
    once.
    """

    def __init__(self, reader: FrameReader, clock: Clock, drop: Callable[[], object]) -> None:
        self._reader, self._drop = reader, drop
        self._allowance = Allowance(clock, FRAMES_AT_ONCE, FRAMES_PER_SECOND)
        self._held = b""  # the beginning of a frame's header
        self._to_skip = 0  # bytes of the frame that is being read
        self._is_over = False

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        """Takes *data*; returns whether the parser has ended, and the bytes that it did not use."""
        if self._is_over:
            return True, b""
        data, self._held = self._held + data, b""
        end = self._check(data)
        if not self._is_over:
            self._held = data[end:]
        return self._reader.feed_data(data[:end] + _REFUSED if self._is_over else data[:end])

    def feed_eof(self) -> None:
        """Notes that nothing more comes."""
        self._reader.feed_eof()

    def _check(self, data: bytes) -> int:
        """Returns the number of bytes of *data* that may be passed on.

        The rest is an incomplete header, or refused; then ``_is_over`` is set.
        """
        at = 0
        while True:
            skipped = min(self._to_skip, len(data) - at)
            at, self._to_skip = at + skipped, self._to_skip - skipped
            if len(data) - at < 2:
                return at
            said = data[at + 1]
            if not said & _MASKED:
                self._is_over = True
                return at
            more = _BYTES_OF_LENGTH.get(said & _LENGTH, 0)
            if len(data) - at < 2 + more:
                return at
            if not self._allowance.take():
                self._is_over = True
                self._drop()
                return at
            length = int.from_bytes(data[at + 2 : at + 2 + more], "big") if more else said & _LENGTH
            self._to_skip = 2 + more + _BYTES_OF_MASK + length


PAUSE_MS = 60_000
"""Milliseconds after a sentence was written for which it is only counted."""


class Notices:
    """Sentences for the person who started the server, given to *write* at most once a minute each.

    They never hold text of a request, which may be a secret or an attack on the terminal.
    """

    def __init__(self, clock: Clock, write: Callable[[str], object]) -> None:
        self._clock = clock
        self._write = write
        self._said_ms: dict[str, int] = {}
        self._counts: dict[str, int] = {}

    def say(self, sentence: str) -> None:
        """Writes *sentence* with its count since it was written last, or only counts it."""
        count = self._counts[sentence] = self._counts.get(sentence, 0) + 1
        now_ms, said_ms = self._clock.now_ms(), self._said_ms.get(sentence)
        if said_ms is None or now_ms - said_ms >= PAUSE_MS:
            self._said_ms[sentence] = now_ms
            self._counts[sentence] = 0
            self._write(sentence if count == 1 else f"{sentence} (×{count})")
