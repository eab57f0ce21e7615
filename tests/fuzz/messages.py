"""Frames of the page's socket: each is answered, and the room stays what its ledger says."""

from __future__ import annotations

import asyncio
import json
from functools import cache
from random import Random
from typing import Any, Final

from gipf_meta.base.clock import StillClock
from gipf_meta.base.sentences import show_unprintable
from gipf_meta.desk.context import Context
from gipf_meta.desk.desk import SCREENS, Desk
from gipf_meta.hub.audience import OWNER
from gipf_meta.hub.hub import Hub
from gipf_meta.library.settings import Settings
from gipf_meta.plugins.loading import Installed, load_plugins
from gipf_meta.protocol.game import Turn
from gipf_meta.records.models import Seat
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.openings import Opening
from gipf_meta.web.driver import Driver
from gipf_meta.web.frames import write_frame
from gipf_meta.web.link import SocketLink
from gipf_meta.web.thought_queue import ThreadThinkers
from tests.fuzz.mutation import mutated_bytes, mutated_json

ROOM: Final = "1"
HELLO: Final = b'{"do":"hello","version":1,"language":"en"}'
LONGEST_SENTENCE: Final = 12_000

OTHERS: Final[tuple[dict[str, Any], ...]] = (
    *({"do": do, "room": ROOM} for do in ("unwatch", "take_back", "play_again", "pause", "go_on")),
    *({"do": do, "room": ROOM} for do in ("offer", "ask_again", "record", "resign", "rematch")),
    *({"do": "watch", "room": ROOM, "since": 0, "want": w} for w in ("scene", "view", "events")),
    {"do": "choose", "room": ROOM, "path": ["a", "b"], "seen": 3},
    {"do": "answer", "room": ROOM, "accept": True},
    {"do": "resign", "room": ROOM, "by": 0},
    {"do": "seat", "room": ROOM, "player": 1, "kind": "human", "name": "Ann"},
    {"do": "choose_duel", "room": ROOM, "game": "die"},
    {"do": "ask", "room": ROOM, "question": "what is on a1"},
    {"do": "look", "room": ROOM, "at": 0},
    {"do": "branch", "room": ROOM, "at": 0},
    {"do": "begin_here", "room": ROOM, "at": 0},
    {"do": "picture", "room": ROOM, "at": 0},
    {"do": "premove", "room": ROOM, "text": "a1"},
    {"do": "invite", "room": ROOM, "player": 1, "key": "k" * 22},
    {"do": "uninvite", "room": ROOM, "player": None},
    {"do": "enter", "room": ROOM, "key": "k" * 22},
    {"do": "sit", "room": ROOM, "player": 1},
    {"do": "leave", "room": ROOM},
    *({"do": "open", "screen": screen, "about": {}} for screen in SCREENS),
    *({"do": "submit", "screen": screen, "about": {}, "values": {}} for screen in SCREENS),
)
"""The messages of pages, but for decisions."""


class Wrong(Exception):
    """A rule that must hold does not."""


@cache
def _installed() -> Installed:
    return load_plugins()


def _opened(game: str) -> tuple[Hub, MemoryLedger]:
    """A hub with one room, for two people."""
    ledger = MemoryLedger()
    hub = Hub(ledger, _installed().find, patience_ms=None)
    people = (Seat(name="Ann"), Seat(name="Bob"))
    hub.open_room(ROOM, Opening(game=game, players=people, seed=1), OWNER)
    return hub, ledger


def make_messages(rng: Random, games: tuple[str, ...]) -> bytes:
    """The name of a game, then some frames, a line each; some of them are damaged."""
    game = rng.choice(games)
    match = _opened(game)[0].room(ROOM).table.match
    lines = [game.encode(), HELLO]
    for number in range(rng.randrange(1, 12)):
        now, seen = match.top.status, 3
        if rng.random() < 0.5 and isinstance(now, Turn):
            moves = list(match.top.game.turn_moves(match.top.state, now.seat))
            text = match.top.game.format(match.top.state, rng.choice(moves))
            match = match.play(text)
            message = {"do": "play", "room": ROOM, "text": text, "seen": seen + number}
        else:
            message = rng.choice(OTHERS)
        content = json.dumps({**message, "id": f"c{number}"}).encode()
        if rng.random() < 0.3:
            content = mutated_json(rng, content)
        if rng.random() < 0.2:
            content = mutated_bytes(rng, content)
        lines.append(content.replace(b"\n", b" "))
    return b"\n".join(lines)


class _Page(SocketLink):
    """A page that keeps the last answer."""

    def __init__(self) -> None:
        nobody: Any = None
        super().__init__("1", nobody, StillClock())

    def say(self, message: dict[str, Any]) -> None:
        write_frame(message).encode()
        if "refused" in message:
            said = message["why"]
            if not said or said != show_unprintable(said) or len(said) > LONGEST_SENTENCE:
                raise Wrong(f"a refusal says {said!r:.300}")


def feed_messages(content: bytes) -> None:
    """Lets a server hear the frames. Raises ``Wrong``."""
    asyncio.run(_talk(content))


async def _talk(content: bytes) -> None:
    game, *frames = content.split(b"\n")
    hub, ledger = _opened(game.decode())
    settings = Settings()
    desk = Desk(Context(_installed(), None, settings, hub, save=lambda _: ""))
    failures = list[object]()
    driver, page = Driver(hub, desk, StillClock(), failures.append, ThreadThinkers), _Page()
    driver.join(page)
    try:
        for frame in frames:
            driver.receive(page, frame.decode("utf-8", "replace"))
    finally:
        driver.close()
    if failures:
        raise Wrong(f"the server has failed: {failures[0]!r:.300}")
    again = rebuild(ROOM, [entry.event for entry in ledger.read(ROOM)], _installed().find)
    if _told(again.state) != _told(hub.room(ROOM)):
        raise Wrong("the room is not what its ledger says")


def _told(room: RoomState) -> tuple[Any, ...]:
    """The parts of a room that its ledger tells."""
    table = room.table
    return room.number, table.record(), table.paused, room.seats.holders, table.trouble
