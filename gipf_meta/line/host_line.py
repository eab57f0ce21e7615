"""A line to a host: it sends a hello and commands, and reconnects by itself after a loss.

The line has a thread of its own, so that its user can wait for a terminal meanwhile.
"""

from __future__ import annotations

import asyncio
import queue
import secrets
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from threading import Thread
from types import TracebackType
from typing import Any, Final, Protocol, Self

from aiohttp import (
    ClientError,
    ClientSession,
    ClientWebSocketResponse,
)
from yarl import URL

from gipf_meta.base.clock import Clock, zone_here
from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _
from gipf_meta.hub.revisions import REVISION
from gipf_meta.line.host_messages import (
    LARGEST,
    NoHost,
    check_said,
    ended_by,
    no_redirects,
    read_said,
    text_of,
    why_no_line,
)
from gipf_meta.line.line import (
    ANEW,
    BACK,
    GONE,
    RENEWED,
    DeviceForgotten,
    JoinError,
    LineEnded,
    Message,
    OtherHosts,
)
from gipf_meta.line.replica import Replica
from gipf_meta.match.match import GameFinder
from gipf_meta.web.driver import VERSION

ANSWER_S: Final = 20.0
"""The timeout for an answer of the host, in seconds."""
AGAIN_S: Final = (0.2, 0.5, 1.0, 2.0, 4.0)
"""The seconds before each attempt to reconnect; the last holds from then on."""


class SecretKeeper(Protocol):
    """The place where this machine stores the secret of the person at a host."""

    def keep(self, secret: str) -> None:
        """Stores *secret* beside the one before. Raises ``JoinError``."""
        ...

    def accept(self) -> None:
        """Removes the one before: the host has accepted the secret."""
        ...

    def drop(self, secret: str) -> None:
        """Removes *secret*, which the host does not know, so that the one before holds again."""
        ...

    def forget(self) -> None:
        """Removes all secrets for the host. Raises ``JoinError``."""
        ...


class HostLine:
    """A line to the host at *site*. *hello* has the person's secret, name and language.

    After a reconnect, commands without an answer are sent again with their ids, and the watched
    room goes on after the last event that has come. *finder* finds the games of rooms, and *clock*
    is that of this machine. *keeper* stores the secret of a person whom one becomes.
    """

    is_far = True

    def __init__(
        self,
        site: URL,
        hello: Message,
        finder: GameFinder,
        clock: Clock,
        keeper: SecretKeeper | None = None,
    ) -> None:
        self._finder, self._clock = finder, clock
        self._site, self._keeper = site, keeper
        known = {"version": VERSION, "revision": REVISION, "zone": zone_here()}
        self._hello = {"do": "hello", **known, **hello}
        self._heard = queue.Queue[Message]()
        self._on_news: Callable[[], object] = lambda: None
        self._open: dict[str, Message] = {}
        self._watched, self._known = "", 0
        self._socket: ClientWebSocketResponse | None = None
        #: the room in the address of the socket; whether a proxy leads by it; whether it is changed
        self._led, self._is_by_address, self._is_moving = "", False, False
        self._is_becoming, self._first_when_anew = False, list[Message]()
        #: whether it is followed what waits; the rooms that do, ``None``: not known yet; the id of
        #: the question; whether something new is to be heard
        self._follows = False
        self._awaited: set[str] | None = None
        self._asked_by, self._sounds = "", True
        self._beside = set[asyncio.Task[object]]()
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._run, name="line to a host", daemon=True)
        self.greeting: Message = {}
        self.last_room = ""
        self.others: OtherHosts | None = None

    def __enter__(self) -> Self:
        """Opens the line. Raises ``JoinError``."""
        self._thread.start()
        try:
            said = self._heard.get(timeout=ANSWER_S)
        except queue.Empty:
            said = {"failed": self._no_answer()}
        if "failed" in said:
            self.close()
            raise _failure(said)
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
        self._call(lambda: self._task.cancel())
        self._thread.join(ANSWER_S)

    # ---- for the thread that uses the line ------------------------------------------------------

    def send(self, do: str, **fields: Any) -> str:
        """Sends a command, and returns its id."""
        id = secrets.token_hex(8)
        message = {"do": do, "id": id, **fields}
        self._call(self._send, message)
        return id

    @property
    def person(self) -> str:
        """The id that the host has given the person here."""
        return str(self.greeting["person"])

    @property
    def name(self) -> str:
        """The name of the person there; ``""``: he has none."""
        return str(self.greeting.get("name", ""))

    def watch(self, room: str) -> tuple[Replica, str]:
        """Watches *room*, with all its events, instead of the one before; returns its replica, and
        the id of the command."""
        self.unwatch()

        def note() -> None:
            self._watched, self._known = room, 0
            self._move()

        self.last_room = room
        self._call(note)
        seen = Replica(room, self.person, self._finder, self._clock)
        return seen, self.send("watch", room=room, since=0, want="events")

    def unwatch(self) -> None:
        """Stops watching the room that is watched."""

        def forget() -> None:
            if self._watched:
                self._send({"do": "unwatch", "id": secrets.token_hex(8), "room": self._watched})
            self._watched, self._known = "", 0

        self._call(forget)

    def follow(self) -> None:
        """Asks the host to tell from now on what begins to wait for the person elsewhere: it comes
        as a ``notice`` that ``calls``, if the person wants to hear that. A host of before says
        nothing."""

        def begin() -> None:
            self._follows = True
            self._send(self._question())

        self._call(begin)

    def become(self, secret: str) -> None:
        """Stores the fresh *secret* of a person, and connects anew by it. When the host has
        accepted it, ``ANEW`` comes, or ``RENEWED`` for the same person. Raises ``JoinError`` if it
        cannot be stored."""
        if self._keeper is not None:
            self._keeper.keep(secret)

        def change() -> None:
            unnamed = {field: said for field, said in self._hello.items() if field != "name"}
            self._hello = {**unnamed, "secret": secret, "known": True}
            self._is_becoming = True
            self._move()

        self._call(change)

    def say_when_anew(self, message: Message) -> None:
        """Sends *message* about a room first of all when the person here has become another one."""
        self._first_when_anew.append(message)

    def forget(self) -> None:
        """Removes the secret of the person from this machine; there is no room to come back to.
        Raises ``JoinError``."""
        if self._keeper is not None:
            self._keeper.forget()
        self.last_room = ""

    def choose_elsewhere(self) -> str:
        """Chooses the match that waits most urgently at the person's other hosts, which are asked
        now; returns the sentence on it, ``""``: nothing waits there. It may take seconds."""
        return "" if self.others is None else self.others.go_on_beyond(self._site)

    def call_on_news(self, call: Callable[[], object]) -> None:
        """Sets a callback: *call* is called, in another thread, when there is something to
        ``receive``."""
        self._on_news = call

    def receive(self, wait_s: float = 0.0) -> Message | None:
        """The next message of the host; ``None`` if none comes within *wait_s* seconds.

        Raises ``LineEnded`` if the line has ended for good, each time.
        """
        try:
            said = self._heard.get(timeout=wait_s) if wait_s else self._heard.get_nowait()
        except queue.Empty:
            return None
        if "failed" in said:
            self._heard.put(said)
            raise _failure(said)
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

    def _call(self, call: Callable[..., object], *arguments: object) -> None:
        """Calls *call* in the thread of the line; not after the end, which ``receive`` tells."""
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(call, *arguments)

    def _no_answer(self) -> str:
        return _("The host at {url} does not answer.").format(url=self._site)

    # ---- in the thread of the line --------------------------------------------------------------

    def _move(self) -> None:
        """Connects anew, silently, if another process may lead the room that is watched now, or as
        another person.

        The desk has answered everything then: it would do again what is sent again.
        """
        is_elsewhere = self._is_by_address and self._watched not in ("", self._led)
        if not (is_elsewhere or self._is_becoming):
            return
        if self._socket and all("room" in each for each in self._open.values()):
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
        async with ClientSession(trace_configs=[no_redirects()]) as session:
            while True:
                why = ""
                try:
                    async with self._connect(session) as socket:
                        hello = self._hello
                        greeting = await self._greet(socket)
                        if self._is_becoming and hello is self._hello:
                            self._take_person(greeting["hello"])
                        elif is_gone or not was_there:
                            self._put(BACK if was_there else greeting)
                        attempts, was_there, is_gone, self._socket = 0, True, False, socket
                        self._move()  # another room may be watched meanwhile
                        await self._resume(socket)
                        await self._listen(socket)
                except JoinError as error:
                    self._put({"failed": str(error), "unknown": isinstance(error, DeviceForgotten)})
                    return
                except NoHost as error:
                    if was_there:
                        words = _("What the host at {url} says cannot be understood here.")
                        self._put({"failed": words.format(url=self._site)})
                        return
                    why = why_no_line(error)
                except (ClientError, OSError, ValueError, TimeoutError) as error:
                    why = why_no_line(error)
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

    def _take_person(self, greeting: Message) -> None:
        """Goes on as the person whom the host has greeted, who may be the same."""
        before, self._is_becoming, self.greeting = self.person, False, greeting
        for first in self._first_when_anew:
            self._send({"id": secrets.token_hex(8), **first})
        self._first_when_anew.clear()
        if self.person != before:
            self._watched, self._known = "", 0  # what was seen was for somebody else
            self._awaited = None
        self._put(RENEWED if self.person == before else ANEW)

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
        text = text_of(await socket.receive(timeout=ANSWER_S))
        said = read_said(text)
        hello = said.get("hello")
        is_refused = said.get("refused") == "hello"
        version = hello.get("version") if isinstance(hello, dict) else said.get("version")
        if isinstance(version, int) and version != VERSION:
            words = _("The host at {url} is of another version than this program.")
            raise JoinError(words.format(url=self._site))
        check_said(said, text)
        if is_refused and said.get("unknown"):
            if self._keeper is not None:
                self._keeper.drop(str(self._hello["secret"]))
            words = _("{why} To come back: gipf-meta join {url} --sign-in")
            raise DeviceForgotten(words.format(why=said["why"], url=self._site))
        if is_refused:
            raise JoinError(_("The host refuses: {why}").format(why=said["why"]))
        if hello is None:
            raise NoHost
        self._note_sound(hello["settings"])
        if self._keeper is not None:
            self._keeper.accept()
        self._hello["known"] = True  # from now on a host that does not know him says so
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
        if self._follows and self._asked_by not in self._open:
            question = self._question()
            self._open[self._asked_by] = question
        for message in list(self._open.values()):
            await socket.send_json(message)

    async def _listen(self, socket: ClientWebSocketResponse) -> None:
        """Passes messages on until the socket is closed; each event once."""
        async for frame in socket:
            text = text_of(frame)
            said = read_said(text)
            check_said(said, text)
            self._open.pop(ended_by(said), None)
            self._note_sound(said.get("settings"))
            if "event" in said and said.get("room") == self._watched:
                if said["number"] <= self._known:
                    continue
                self._known = said["number"]
            if self._asked_by and self._asked_by in (said.get("id"), said.get("refused")):
                self._take_awaited(said.get("waits"), is_answer=True)
            elif "awaits" in said:
                self._take_awaited(said["awaits"]["waits"])
            else:
                self._put(said)
            self._move()

    def _note_sound(self, settings: Message | None) -> None:
        """Notes whether the person wants to hear what waits, if *settings* have come."""
        if settings is not None:
            self._sounds = bool(settings["sound"])

    def _question(self) -> Message:
        """A new question what waits from now on; its answer is for the line alone."""
        self._asked_by = secrets.token_hex(8)
        about = {"screen": "waiting", "about": {"follow": "yes"}}
        return {"do": "open", "id": self._asked_by, **about}

    def _take_awaited(self, rows: Sequence[Message] | None, *, is_answer: bool = False) -> None:
        """Tells of the matches in *rows* that have begun to wait since it was known what does."""
        if rows is None:  # the end of an answer
            return
        before, rooms = self._awaited, {str(row["room"]) for row in rows}
        self._awaited = rooms if is_answer else rooms | (before or set())
        known = set[str]() if not is_answer else (rooms if before is None else before)
        news = [row for row in rows if row["room"] not in {*known, self._watched}]
        if news:
            words = _("Waiting for you: {match}; {what}.")
            if len(news) > 1:
                words = _.many(
                    "{count} match more waits for you.", "{count} matches more wait for you.",
                    len(news),
                )  # fmt: skip
            about = {"match": news[0]["title"], "what": news[0]["what"], "count": len(news)}
            self._put({"notice": one_line(words.format(**about)), "calls": self._sounds})

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


def _failure(said: Message) -> LineEnded:
    """The error with which a line ends for good."""
    return (DeviceForgotten if said.get("unknown") else LineEnded)(str(said["failed"]))
