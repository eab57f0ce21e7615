"""Whole matches over real sockets: players who see what a page sees, and choose at random."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, NamedTuple

from aiohttp import ClientError, ClientSession, ClientWebSocketResponse, WSMsgType
from yarl import URL

from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.people import DatabasePeople
from gipf_meta.hub.hub import Hub
from gipf_meta.hub.revisions import REVISION
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.records.models import Seat
from gipf_meta.rooms.events import EVENT, Event
from gipf_meta.table.openings import Opening
from tests.kill import SORTS

AWAY_S: Final = 0.05
"""Seconds until who was cut off, or has asked too much, tries again."""
DUELS: Final = re.compile(r"\^|challenge")
"""The decisions that lead to duels in GIPF: to announce a potential, and to challenge it."""
EAGER: Final = 0.6
"""How often somebody who can do something that leads to a duel does it."""
SPONTANEOUS: Final = 0.05
"""How often somebody decides, of all times when he may but is not asked."""


class Match(NamedTuple):
    """A match that waits for its players, each of whom is known by a secret, and for a watcher."""

    room: str
    sort: str
    secrets: Sequence[str]
    watcher: str


def open_matches(
    database: Database, sorts: Sequence[str], seed: int, clock: str | None = None
) -> list[Match]:
    """Opens a match of each of *sorts*, open to watchers; all seats are held by new people, who
    play by a *clock*, ``None``: without."""
    hub = Hub(DatabaseLedger(database), load_plugins().find, patience_ms=None, pauses_alone=False)
    return [_open_match(database, hub, sort, seed + n, clock) for n, sort in enumerate(sorts)]


def _open_match(database: Database, hub: Hub, name: str, seed: int, clock: str | None) -> Match:
    sort, people, room = SORTS[name], DatabasePeople(database), f"{name}-{seed}"
    *keys, watcher = [secrets.token_urlsafe(24) for _person in range(sort.seats + 1)]
    *holders, _watcher = [people.identify({"secret": key})[0] for key in (*keys, watcher)]
    opening = Opening(
        game=sort.game,
        players=tuple(Seat(name=f"player {n}", player="human") for n in range(sort.seats)),
        options=sort.options,
        seed=seed,
        control=clock,
    )
    hub.open_room(room, opening, holders[0], database.now_ms(), dict(enumerate(holders)))
    hub.close_room(room)
    return Match(room, name, keys, watcher)


@asynccontextmanager
async def connected(
    client: ClientSession, url: URL, secret: str, room: str = ""
) -> AsyncIterator[tuple[ClientWebSocketResponse, str]]:
    """A socket to the host at *url*, with a *room* in its address, and the person who has said
    hello there."""
    origin, address = {"Origin": str(url.origin())}, url / "socket"
    address = address / room if room else address
    async with client.ws_connect(address, headers=origin, max_msg_size=0) as socket:
        hello = {"do": "hello", "version": 1, "revision": REVISION, "language": "en"}
        await socket.send_json({**hello, "secret": secret})
        yield socket, (await read(socket))["hello"]["person"]


async def read(socket: ClientWebSocketResponse) -> dict[str, Any]:
    """The next message. Raises ``ConnectionError`` if the socket is cut."""
    message = await socket.receive()
    if message.type is not WSMsgType.TEXT:
        raise ConnectionResetError
    told: dict[str, Any] = message.json()
    return told


@dataclass
class Guest:
    """Somebody who comes back to one of *hosts* whenever his socket is cut; *comes* counts.

    *host* is the one to which he came last. He leaves when the match *is_over* for him.
    """

    client: ClientSession
    hosts: Sequence[URL]
    match: Match
    rng: Random
    is_over: bool = False
    comes: int = 0
    host: URL | None = None

    async def stay(self, secret: str) -> None:
        """Is there until the match is over, and everything that he has sent was answered."""
        while not self.is_over:
            try:
                self.host = self.rng.choice(self.hosts)
                async with connected(self.client, self.host, secret) as (socket, person):
                    self.comes += 1
                    await self.visit(socket, person)
            except (ClientError, ConnectionError, KeyError):
                await asyncio.sleep(AWAY_S)

    async def visit(self, socket: ClientWebSocketResponse, person: str) -> None:
        """Watches and plays until the match is over. Raises ``ConnectionError``."""
        raise NotImplementedError


@dataclass
class Watcher(Guest):
    """Somebody who only watches, and keeps the *events* that he has been told."""

    events: list[Event] = field(default_factory=list)

    async def visit(self, socket: ClientWebSocketResponse, person: str) -> None:
        """Hears on from the last event that he knows."""
        since = len(self.events)
        watch = {"do": "watch", "id": f"w{self.comes}", "room": self.match.room}
        await socket.send_json({**watch, "want": "events", "since": since})
        while not self.is_over:
            told = await read(socket)
            if "event" in told:
                del told["room"]
                self.events.append(EVENT.validate_python(told))
                self.is_over = told["event"] == "over"


class Command(NamedTuple):
    """A command that a player has sent: its *id*, its message, and when it was first sent, ms."""

    id: str
    message: dict[str, Any]
    sent_ms: int


@dataclass
class Player(Guest):
    """Somebody who plays: whenever he may, he plays one of the choices that his scene offers.

    He waits *pace_s* seconds before each decision. *done* has what was answered so, with the number
    in the answer, and how long the answer took; *refused* has the sentences of the other answers.
    """

    now_ms: Callable[[], int] = lambda: 0
    pace_s: float = 0.0
    scene: dict[str, Any] = field(default_factory=dict)
    number: int = 0
    waiting: Command | None = None
    done: list[tuple[Command, int, int]] = field(default_factory=list)
    refused: list[tuple[Command, str]] = field(default_factory=list)
    person: str = ""

    async def visit(self, socket: ClientWebSocketResponse, person: str) -> None:
        """Sends again what was not answered, and plays on."""
        self.person = person
        watch = {"do": "watch", "id": f"w{self.comes}", "room": self.match.room}
        await socket.send_json({**watch, "want": "scene", "since": 0})
        if self.waiting is not None:
            await socket.send_json(self.waiting.message)
        while not self.is_over:
            told = await read(socket)
            if "scene" in told:
                self._look(told["scene"])
            elif self.waiting is not None and self.waiting.id in told.values():
                await self._take_answer(told)
            is_shown = not self.done or self.number >= self.done[-1][1]
            if self.waiting is None and self.scene and is_shown:
                self.is_over = self.scene["state"]["over"]
                if not self.is_over:
                    await self._act(socket)

    def _look(self, scene: dict[str, Any]) -> None:
        if scene["whole"]:
            self.scene = {}
        self.scene.update(scene["set"])
        for key in scene["gone"]:
            self.scene.pop(key, None)
        self.number = scene["number"]

    async def _take_answer(self, told: dict[str, Any]) -> None:
        assert self.waiting is not None
        answered, self.waiting = self.waiting, None
        if "done" in told:
            self.done.append((answered, told["number"], self.now_ms() - answered.sent_ms))
        else:
            self.refused.append((answered, told["why"]))
            await asyncio.sleep(AWAY_S)

    async def _act(self, socket: ClientWebSocketResponse) -> None:
        """Sends a command, if there is something to be done."""
        asked = self._decide()
        if asked is None:
            return
        if self.pace_s and asked["do"] == "play":
            await asyncio.sleep(self.pace_s)
        id = f"c{len(self.done) + len(self.refused)}"
        message = {**asked, "id": id, "room": self.match.room}
        self.waiting = Command(id, message, self.now_ms())
        await socket.send_json(message)

    def _decide(self) -> dict[str, Any] | None:
        may, choices = self.scene["may"]["do"], self.scene["choices"]["all"]
        if "go_on" in may:
            return {"do": "go_on"}
        is_asked = any(
            each["due"] and each["you"]
            for key, each in self.scene.items()
            if key.startswith("player:")
        )
        if "play" not in may or not choices:
            return None
        if not is_asked and self.rng.random() > SPONTANEOUS:
            return None
        eager = [choice for choice in choices if DUELS.search(choice[0])]
        notation = self.rng.choice(eager if eager and self.rng.random() < EAGER else choices)[0]
        return {"do": "play", "text": notation, "seen": self.number}
