"""People who play at a host that is measured: each applies the differences of his scenes, and now
and then compares what he has with a scene that is drawn whole."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final
from zlib import crc32

from aiohttp import ClientSession, ClientWebSocketResponse
from yarl import URL

from tests.host.playing import Guest, Match, Player, read

AGAIN: Final = 15
"""The number of scenes after which somebody asks for a whole one, and compares."""
PRESENT: Final = "here"
"""The element that changes without a number: it is told with what comes next."""
TIMED: Final = frozenset({"ends_in_ms", "left_ms", "spoken"})
"""The fields of an element that change as time passes, while the number stays."""
MOST_FAULTS: Final = 3
"""The most differences that are kept of one scene."""


@dataclass
class Sight:
    """The scenes of somebody, by a clock: *elements* are those of the last one, by its *number*.

    *arrived* has the number of each scene, and when it came. *compared* counts those that came
    whole while he had the same one by differences; *faults* are their differences.
    """

    now_ms: Callable[[], int]
    elements: dict[str, Any] = field(default_factory=dict)
    number: int = 0
    at_ms: int = 0
    arrived: list[tuple[int, int]] = field(default_factory=list)
    compared: int = 0
    faults: list[str] = field(default_factory=list)
    again: int = AGAIN
    _next: int = 0

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return bool(self.elements) and bool(self.elements["state"]["over"])

    def asks_again(self) -> bool:
        """Whether it is time to compare, which is so after some more scenes each time."""
        if len(self.arrived) < self._next + self.again:
            return False
        self._next = len(self.arrived)
        return True

    def take(self, scene: dict[str, Any]) -> None:
        """Applies *scene*; compares it if it is whole."""
        self.arrived.append((scene["number"], self.now_ms()))
        if scene["whole"]:
            if self.elements and scene["number"] == self.number:
                self._compare(scene["set"], scene["at_ms"] == self.at_ms)
            self.elements = {}
        self.elements.update(scene["set"])
        for key in scene["gone"]:
            self.elements.pop(key, None)
        self.number, self.at_ms = scene["number"], scene["at_ms"]

    def _compare(self, drawn: dict[str, Any], at_one_time: bool) -> None:
        self.compared += 1
        left_out = frozenset[str]() if at_one_time else TIMED
        keys = (self.elements.keys() | drawn.keys()) - {PRESENT}
        differing = [
            key
            for key in sorted(keys)
            if _without(self.elements.get(key), left_out) != _without(drawn.get(key), left_out)
        ]
        self.faults += (
            f"{self.number} {key}: {self.elements.get(key)!r}, drawn {drawn.get(key)!r}"
            for key in differing[:MOST_FAULTS]
        )


def _without(element: dict[str, Any] | None, names: frozenset[str]) -> dict[str, Any] | None:
    return element and {name: value for name, value in element.items() if name not in names}


def watch_again(room: str, n: int) -> dict[str, Any]:
    """The message that asks for the scene of *room* as a whole."""
    return {"do": "watch", "id": f"again{n}", "room": room, "want": "scene", "since": 0}


@dataclass
class SeeingPlayer(Player):
    """A player with a *sight*; he decides nothing before the scene for which he has asked."""

    sight: Sight = field(default_factory=lambda: Sight(lambda: 0))
    compares: bool = False

    def _look(self, scene: dict[str, Any]) -> None:
        self.sight.take(scene)
        self.compares &= not scene["whole"]
        self.scene, self.number = self.sight.elements, self.sight.number

    async def _act(self, socket: ClientWebSocketResponse) -> None:
        if self.sight.asks_again():
            self.compares = True
            await socket.send_json(watch_again(self.match.room, len(self.sight.arrived)))
        if not self.compares:
            await super()._act(socket)


@dataclass
class SeeingWatcher(Guest):
    """A watcher with a *sight*, unless he *want*s events."""

    want: str = "scene"
    sight: Sight = field(default_factory=lambda: Sight(lambda: 0))

    async def visit(self, socket: ClientWebSocketResponse, person: str) -> None:
        """Watches until the match is over. Raises ``ConnectionError``."""
        watch = {"do": "watch", "id": f"w{self.comes}", "room": self.match.room}
        await socket.send_json({**watch, "want": self.want, "since": 0})
        while not self.is_over:
            told = await read(socket)
            if "scene" in told:
                self.sight.take(told["scene"])
                self.is_over = self.sight.is_over
                if self.sight.asks_again():
                    await socket.send_json(watch_again(self.match.room, len(self.sight.arrived)))
            else:
                self.is_over = told.get("event") == "over"


@dataclass
class LiveTable:
    """A table at which one of *matches* is played after the other, each with its players and a
    watcher, who *want*s scenes or events.

    Players wait *pace_s* seconds before a decision, more or less. They come to the hosts by turns,
    or, *by_room*, all of a match to the same one.
    """

    client: ClientSession
    hosts: Sequence[URL]
    matches: Sequence[Match]
    now_ms: Callable[[], int]
    pace_s: float
    want: str = "scene"
    by_room: bool = False
    again: int = AGAIN
    players: list[SeeingPlayer] = field(default_factory=list)
    watchers: list[SeeingWatcher] = field(default_factory=list)

    async def play(self) -> None:
        """Plays all matches."""
        for match in self.matches:
            await asyncio.gather(*self._guests(match))

    @property
    def plays(self) -> bool:
        """Whether all its players see their board."""
        return bool(self.players) and all(player.scene for player in self.players)

    def _guests(self, match: Match) -> Iterator[Any]:
        first = crc32(match.room.encode()) if self.by_room else 0
        for number, key in enumerate(match.secrets):
            rng = Random(f"{match.room} {number}")
            host = self.hosts[(first + (0 if self.by_room else number)) % len(self.hosts)]
            player = SeeingPlayer(
                *(self.client, [host], match, rng),
                now_ms=self.now_ms,
                pace_s=self.pace_s * rng.uniform(0.5, 1.5),  # people do not decide in step
                sight=Sight(self.now_ms, again=self.again),
            )
            self.players.append(player)
            yield player.stay(key)
        host = self.hosts[first % len(self.hosts) if self.by_room else -1]
        watcher = SeeingWatcher(
            *(self.client, [host], match, Random(match.room)),
            want=self.want,
            sight=Sight(self.now_ms, again=self.again),
        )
        self.watchers.append(watcher)
        yield watcher.stay(match.watcher)

    def answers(self, since_ms: int) -> Iterator[tuple[str, int]]:
        """The commands that were sent since that moment and done: each with its word, and with the
        milliseconds to its answer."""
        for player in self.players:
            for command, _number, took_ms in player.done:
                if command.sent_ms >= since_ms:
                    yield command.message["do"], took_ms

    def scenes(self, since_ms: int) -> Iterator[int]:
        """The milliseconds from a decision that was sent since that moment to the scene of the
        watcher that shows it."""
        arrived = {each.match.room: each.sight.arrived for each in self.watchers}
        for player in self.players:
            scenes = arrived[player.match.room]
            for command, number, _took_ms in player.done:
                first = bisect_left(scenes, (number, command.sent_ms))
                if command.sent_ms >= since_ms and first < len(scenes):
                    yield scenes[first][1] - command.sent_ms

    @property
    def sights(self) -> list[Sight]:
        """The sights of all its people."""
        return [each.sight for each in (*self.players, *self.watchers)]
