"""A line to a host: it sends a hello and commands, and reconnects by itself after a loss.

The line has a thread of its own, so that its user can wait for a terminal meanwhile.
"""

from __future__ import annotations

import asyncio
import json
import queue
import secrets
from collections.abc import Callable, Coroutine
from contextlib import suppress
from threading import Thread
from types import TracebackType
from typing import Any, Final, Self, get_args

from aiohttp import (
    ClientConnectionError,
    ClientConnectorDNSError,
    ClientConnectorError,
    ClientError,
    ClientResponseError,
    ClientSession,
    ClientWebSocketResponse,
    WebSocketError,
    WSMessage,
    WSMsgType,
)
from pydantic import ConfigDict, TypeAdapter
from yarl import URL

from gipf_meta.base.clock import Clock
from gipf_meta.base.texts import _
from gipf_meta.deeds.messages import Answer, Answering
from gipf_meta.desk.responses import DeskMessage
from gipf_meta.line.line import BACK, GONE, JoinError, Message
from gipf_meta.line.replica import Replica, read_event
from gipf_meta.match.match import GameFinder
from gipf_meta.rooms.revisions import REVISION
from gipf_meta.web.driver import VERSION
from gipf_meta.web.frames import HelloMessage, HelloRefused, LagMessage

ANSWER_S: Final = 20.0
"""The timeout for an answer of the host, in seconds."""
AGAIN_S: Final = (0.2, 0.5, 1.0, 2.0, 4.0)
"""The seconds before each attempt to reconnect; the last holds from then on."""


class HostLine:
    """A line to the host at *site*. *hello* has the person's secret, name and language.

    After a reconnect, commands without an answer are sent again with their ids, and the watched
    room goes on after the last event that has come. *finder* finds the games of rooms, and *clock*
    is that of this machine.
    """

    is_far = True

    def __init__(self, site: URL, hello: Message, finder: GameFinder, clock: Clock) -> None:
        self._finder, self._clock = finder, clock
        self._site = site
        self._hello = {"do": "hello", "version": VERSION, "revision": REVISION, **hello}
        self._heard = queue.Queue[Message]()
        self._on_news: Callable[[], object] = lambda: None
        self._open: dict[str, Message] = {}
        self._watched, self._known = "", 0
        self._socket: ClientWebSocketResponse | None = None
        #: the room in the address of the socket; whether a proxy leads by it; whether it is changed
        self._led, self._is_by_address, self._is_moving = "", False, False
        self._beside = set[asyncio.Task[object]]()
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._run, name="line to a host", daemon=True)
        self.greeting: Message = {}
        self.last_room = ""

    def __enter__(self) -> Self:
        """Opens the line. Raises ``JoinError``."""
        self._thread.start()
        try:
            said = self._heard.get(timeout=ANSWER_S)
        except queue.Empty:
            said = {"failed": self._no_answer()}
        if "failed" in said:
            self.close()
            raise JoinError(str(said["failed"]))
        self.greeting = said["hello"]
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the line."""
        with suppress(RuntimeError):  # the loop has ended already
            self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(ANSWER_S)

    # ---- for the thread that uses the line ------------------------------------------------------

    def send(self, do: str, **fields: Any) -> str:
        """Sends a command, and returns its id."""
        id = secrets.token_hex(8)
        message = {"do": do, "id": id, **fields}
        self._loop.call_soon_threadsafe(self._send, message)
        return id

    @property
    def person(self) -> str:
        """The id that the host has given the person here."""
        return str(self.greeting["person"])

    def watch(self, room: str) -> tuple[Replica, str]:
        """Watches *room*, with all its events, instead of the one before; returns its replica, and
        the id of the command."""
        self.unwatch()

        def note() -> None:
            self._watched, self._known = room, 0
            self._move()

        self.last_room = room
        self._loop.call_soon_threadsafe(note)
        seen = Replica(room, self.person, self._finder, self._clock)
        return seen, self.send("watch", room=room, since=0, want="events")

    def unwatch(self) -> None:
        """Stops watching the room that is watched."""

        def forget() -> None:
            if self._watched:
                self._send({"do": "unwatch", "id": secrets.token_hex(8), "room": self._watched})
            self._watched, self._known = "", 0

        self._loop.call_soon_threadsafe(forget)

    def call_on_news(self, call: Callable[[], object]) -> None:
        """Sets a callback: *call* is called, in another thread, when there is something to
        ``receive``."""
        self._on_news = call

    def receive(self, wait_s: float = 0.0) -> Message | None:
        """The next message of the host; ``None`` if none comes within *wait_s* seconds.

        Raises ``JoinError`` if the line has ended for good.
        """
        try:
            said = self._heard.get(timeout=wait_s) if wait_s else self._heard.get_nowait()
        except queue.Empty:
            return None
        if "failed" in said:
            raise JoinError(str(said["failed"]))
        return said

    def ask(self, do: str, **fields: Any) -> list[Message]:
        """Sends a command, and waits; returns the messages before its last answer, ``done``.

        Raises ``JoinError``: with the sentence of the host if it refuses, and at a timeout.
        """
        id, messages = self.send(do, **fields), list[Message]()
        while (said := self.receive(ANSWER_S)) is not None:
            if said.get("refused") == id:
                raise JoinError(str(said["why"]))
            if said.get("done") == id:
                return messages
            messages.append(said)
        raise JoinError(self._no_answer())

    def _no_answer(self) -> str:
        return _("The host at {url} does not answer.").format(url=self._site)

    # ---- in the thread of the line --------------------------------------------------------------

    def _move(self) -> None:
        """Connects anew, silently, if another process may lead the room that is watched now.

        The desk has answered everything then: it would do again what is sent again.
        """
        is_elsewhere = self._is_by_address and self._watched not in ("", self._led)
        if is_elsewhere and self._socket and all("room" in each for each in self._open.values()):
            socket, self._socket, self._is_moving = self._socket, None, True
            self._begin(socket.close())

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._task = self._loop.create_task(self._talk())
        with suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._task)
        self._loop.close()

    async def _talk(self) -> None:
        """Talks to the host until the line is closed, or ends for good."""
        attempts, was_there, is_gone = 0, False, False
        async with ClientSession() as session:
            while True:
                why = ""
                try:
                    async with self._connect(session) as socket:
                        greeting = await self._greet(socket)
                        if is_gone or not was_there:
                            self._put(BACK if was_there else greeting)
                        attempts, was_there, is_gone, self._socket = 0, True, False, socket
                        self._move()  # another room may be watched meanwhile
                        await self._resume(socket)
                        await self._listen(socket)
                except JoinError as error:
                    self._put({"failed": str(error)})
                    return
                except NoHost as error:
                    if was_there:
                        words = _("What the host at {url} says cannot be understood here.")
                        self._put({"failed": words.format(url=self._site)})
                        return
                    why = _why(error)
                except (ClientError, OSError, ValueError, TimeoutError) as error:
                    why = _why(error)
                if not was_there:
                    words = _("There is no host at {url}: {why}.")
                    self._put({"failed": words.format(url=self._site, why=why)})
                    return
                self._socket = None
                if self._is_moving:
                    self._is_moving = False
                    continue
                if not is_gone:
                    is_gone = True
                    self._put(GONE)
                await asyncio.sleep(AGAIN_S[min(attempts, len(AGAIN_S) - 1)])
                attempts += 1

    def _connect(self, session: ClientSession) -> Any:
        origin, address = str(self._site.origin()), self._site / "socket"
        self._led = self._watched if self._is_by_address else ""
        return session.ws_connect(
            address / self._led if self._led else address,
            headers={"Origin": origin},
            heartbeat=ANSWER_S,
            max_msg_size=LARGEST,
        )

    async def _greet(self, socket: ClientWebSocketResponse) -> Message:
        """Sends hello, and returns the answer. Raises ``JoinError`` if the host refuses the
        person."""
        await socket.send_json(self._hello)
        text = _text_of(await socket.receive(timeout=ANSWER_S))
        said = _read_said(text)
        hello = said.get("hello")
        is_refused = said.get("refused") == "hello"
        version = hello.get("version") if isinstance(hello, dict) else said.get("version")
        if isinstance(version, int) and version != VERSION:
            words = _("The host at {url} is of another version than this program.")
            raise JoinError(words.format(url=self._site))
        _check_said(said, text)
        if is_refused:
            raise JoinError(_("The host refuses: {why}").format(why=said["why"]))
        if hello is None:
            raise NoHost
        self._is_by_address = hello.get("by_address", False)
        return {"hello": hello}

    async def _resume(self, socket: ClientWebSocketResponse) -> None:
        """Watches the room again, and sends the commands without an answer again."""
        for message in list(self._open.values()):
            if message.get("room") == self._watched and message["do"] == "watch":
                self._open[message["id"]] = {**message, "since": self._known}
        if self._watched and not any(each["do"] == "watch" for each in self._open.values()):
            about = {"room": self._watched, "since": self._known, "want": "events"}
            await socket.send_json({"do": "watch", "id": secrets.token_hex(8), **about})
        for message in list(self._open.values()):
            await socket.send_json(message)

    async def _listen(self, socket: ClientWebSocketResponse) -> None:
        """Passes messages on until the socket is closed; each event once."""
        async for frame in socket:
            text = _text_of(frame)
            said = _read_said(text)
            _check_said(said, text)
            self._open.pop(ended_by(said), None)
            if "event" in said and said.get("room") == self._watched:
                if said["number"] <= self._known:
                    continue
                self._known = said["number"]
            self._put(said)
            self._move()

    def _put(self, said: Message) -> None:
        """Queues the message *said*, and calls the callback."""
        self._heard.put(said)
        self._on_news()

    def _send(self, message: Message) -> None:
        """Sends *message* now, or after the next reconnect."""
        self._open[message["id"]] = message
        if (socket := self._socket) is not None:
            self._begin(_say(socket, message))

    def _begin(self, work: Coroutine[Any, Any, object]) -> None:
        """Begins *work* beside the talk with the host."""
        task = self._loop.create_task(work)
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)


async def _say(socket: ClientWebSocketResponse, message: Message) -> None:
    with suppress(ClientError, OSError):  # the message is sent again after the reconnect
        await socket.send_json(message)


def _why(error: Exception) -> str:
    """The reason why there is no line, without the words of libraries."""
    if isinstance(error, ClientConnectorDNSError):
        return _("this name is not known")
    if isinstance(error, ClientConnectorError):
        return _("nothing answers there")
    if isinstance(error, NoHost | ClientResponseError):
        return _("what answers there is no host")
    if isinstance(error, TimeoutError):
        return _("it does not answer")
    return _("the line was broken off")


# ---- the messages of a host ----------------------------------------------------------------------

LARGEST: Final = 1 << 26
"""The most bytes of a message of a host: a match has ten million characters at most."""

_Said = Answer | DeskMessage | HelloMessage | HelloRefused | LagMessage
_SAID: Final = TypeAdapter[Any](_Said, config=ConfigDict(defer_build=True))
_ABOUT: Final = frozenset(
    next(name for name in each.__annotations__ if name not in Answering.__annotations__)
    for each in get_args(_Said)
)
"""The first field of its own of each kind of message, by which the kind is known."""


class NoHost(ValueError):
    """A message is none of a host of this version."""


def _text_of(frame: WSMessage) -> str:
    """The text of *frame*. Raises ``NoHost`` if no host sends such a frame, and
    ``ClientConnectionError`` if the line has ended."""
    if frame.type is WSMsgType.TEXT:
        return str(frame.data)
    if frame.type is WSMsgType.BINARY or isinstance(frame.data, WebSocketError):
        raise NoHost
    raise ClientConnectionError


def _read_said(text: str) -> dict[str, Any]:
    """The JSON object in *text*, of any version. Raises ``NoHost``."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        raise NoHost from None
    if not isinstance(said, dict):
        raise NoHost
    return said


def _check_said(said: Message, text: str) -> None:
    """Raises ``NoHost`` if *said*, which was read from *text*, is no message of a host."""
    if len(said.keys() & _ABOUT) != 1:
        raise NoHost
    try:
        _SAID.validate_json(text, strict=True)
        if "event" in said:
            read_event(said)
    except (ValueError, RecursionError):
        raise NoHost from None


def ended_by(said: Message) -> str:
    """The id of the command to which *said* is the last answer; ``""``: to none."""
    if said.get("more"):
        return ""
    # hosts until 0.2.0 send the id in no other field
    return str(said.get("id") or said.get("done") or said.get("refused") or "")
