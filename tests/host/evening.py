"""An evening at a host in this process: two people meet, play and part; others look on.

Who is refused because the database is away tries again, and a page that is cut off comes back, as
people and pages do.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from io import StringIO
from typing import Any

import pytest
from aiohttp import web

from gipf_meta.desk.known_pictures import with_keys
from gipf_meta.host import database_news
from gipf_meta.host.admission import HostDoor
from gipf_meta.host.backups import verify
from gipf_meta.host.database import Database
from gipf_meta.host.limits import HostBudget, Limits
from gipf_meta.host.serving.host_server import Host, Served, listen, running_host
from gipf_meta.host.serving.site import GuestLink
from gipf_meta.web.access import ADDRESS
from gipf_meta.web.frames import Frame, write_frame
from tests.desk.conftest import buttons, values_of
from tests.host.hosting import SmallGames
from tests.host.leaping import LeapingClock, run_leaping
from tests.rooms.simulation import changed_scene
from tests.small_games.finding import find

AGAIN_S = 1.0
"""Seconds until somebody tries again."""
PAUSE_S = 1.2
"""Seconds between one thing and the next: everything that is done again and again has its turn."""
WELL_S = 10.0
"""Seconds after which everybody has been told."""
LONG_S = 120.0
"""Nobody waits longer for anything."""


class Evening:
    """A running host, its pages, and what it has acknowledged: rooms and ids of commands."""

    def __init__(self, served: Served, lines: StringIO, clock: LeapingClock) -> None:
        self.served, self.lines, self.clock = served, lines, clock
        self.budget = HostBudget(Limits(), clock)
        self.pages: list[HostPage] = []
        self.acknowledged: list[tuple[str, str]] = []
        self._ids = itertools.count()

    def new_id(self) -> str:
        return f"c{next(self._ids)}"

    async def come_back(self) -> None:
        """Lets the pages come back that were cut off."""
        for page in self.pages:
            if page.is_cut.is_set():
                await page.come()


class PageHere(GuestLink):
    """A link of which a page in this process hears at once."""

    def __init__(self, name: str, page: HostPage) -> None:
        evening, socket = page.evening, web.WebSocketResponse()
        figures = evening.served.figures
        super().__init__(name, socket, evening.clock, "127.0.0.1", evening.budget, figures)
        self._page = page

    def say(self, message: Frame) -> None:
        if not self._is_dropped:
            self._page.hear(self, json.loads(write_frame(message)))

    def drop(self) -> None:
        self._is_dropped = True
        if self is self._page.link:
            self._page.is_cut.set()
            self._page.has_heard.set()


class HostPage:
    """The page of a person: his room as a scene, or his screen, from the messages so far."""

    def __init__(self, evening: Evening, name: str, secret: str = "") -> None:
        self.evening, self.name, self.secret = evening, name, secret
        self.person, self.room = "", ""
        self.scene: dict[str, Any] = {}
        self.number = 0
        self.screen: dict[str, Any] = {}
        self.is_cut, self.has_heard = asyncio.Event(), asyncio.Event()
        self._answers: dict[str, dict[str, Any]] = {}
        self._told = list[dict[str, Any]]()
        self.link: PageHere | None = None

    # ---- hearing --------------------------------------------------------------------------------

    def hear(self, link: PageHere, told: dict[str, Any]) -> None:
        if link is not self.link:
            return
        self.has_heard.set()
        self._told.append(told)
        if hello := told.get("hello"):
            self.person, self.secret = hello["person"], hello.get("secret", self.secret)
        elif (scene := told.get("scene")) and scene["room"] == self.room:
            self.scene = changed_scene(self.scene, scene)
            self.number = scene["number"]
        elif screen := told.get("screen"):
            self.screen = screen
        elif live := told.get("live"):
            assert live["name"] == self.screen["name"]
            rest = self.screen["parts"][self.screen["live"] :]
            parts = [*live["parts"], *rest]
            self.screen = {**self.screen, "parts": parts, "live": live["live"]}
        if (id := told.get("done", told.get("refused"))) is not None:
            self._answers[id] = told

    # ---- coming ---------------------------------------------------------------------------------

    async def come(self) -> HostPage:
        """Connects or reconnects, and watches its room again; tries until it is let in."""
        while True:
            self.leave()
            self.is_cut.clear()
            link = self.link = PageHere(self.evening.new_id(), self)
            self.evening.served.site._links.add(link)
            self.evening.served.guests.come(link)
            self.evening.served.driver.join(link)
            self._told.clear()
            known = {"secret": self.secret} if self.secret else {"name": self.name}
            told = await self._say(
                {"do": "hello", "version": 1, "language": "en", **known}, "hello"
            )
            if "hello" in told:
                break
            assert not self.person or not told, "who was here is refused for good"
            await asyncio.sleep(AGAIN_S)
        if self.room:
            await self.watch(self.room)
        elif self.screen:
            await self.open(self.screen["name"])
        return self

    def leave(self) -> None:
        """Is closed."""
        if self.link is not None:
            self.evening.served.driver.leave(self.link)
            self.evening.served.site._links.discard(self.link)
            self.evening.served.guests.go(self.link)
            self.link = None

    # ---- asking ---------------------------------------------------------------------------------

    async def _say(self, message: dict[str, Any], id: str) -> dict[str, Any]:
        """The answer to *message*; empty if the page was cut off before it came."""
        assert self.link is not None
        self.evening.served.driver.receive(self.link, json.dumps(message))
        async with asyncio.timeout(LONG_S):
            while True:
                if (
                    id == "hello"
                    and (told := self._told[-1:])
                    and {"hello", "refused"} & {*told[0]}
                ):
                    return told[0]
                if id in self._answers:
                    return self._answers.pop(id)
                if self.is_cut.is_set():
                    return {}
                self.has_heard.clear()
                waiting = [
                    asyncio.create_task(each.wait()) for each in (self.has_heard, self.is_cut)
                ]
                await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                for task in waiting:
                    task.cancel()

    async def ask(self, message: dict[str, Any], *, may_be_done: bool = False) -> dict[str, Any]:
        """Asks until it is answered, and anew if the answer is that the database is away. What
        comes with the answer is in ``_told``. With *may_be_done* another refusal may say that it
        had been done all the same."""
        id, tries = self.evening.new_id(), 0
        while True:
            if self.is_cut.is_set():
                await self.come()
            self._told.clear()
            answer = await self._say({**message, "id": id}, id)
            if "done" in answer:
                if "room" in message:
                    self.evening.acknowledged.append((message["room"], id))
                return answer
            if "refused" in answer:
                why = answer["why"]
                is_away = why.startswith("The database cannot be used")
                if not is_away and tries and may_be_done:
                    return answer
                assert is_away, (message, why)
                tries += 1
                id = self.evening.new_id()
                await asyncio.sleep(AGAIN_S)

    async def open(self, screen: str, **about: str) -> dict[str, Any]:
        """The screen of that name."""
        message = {"do": "open", "screen": screen, "about": about}
        await self.ask(message)
        return self.screen

    async def submit(self, screen: str, about: dict[str, str], **changes: str) -> str:
        """Sends a form as it is but for *changes*; where it leads."""
        values = {**values_of(await self.open(screen, **about)), **changes}
        await self.ask({"do": "submit", "screen": screen, "about": about, "values": values})
        return next(
            (str(each["go"]).removeprefix("room/") for each in self._told if "go" in each), ""
        )

    async def watch(self, room: str) -> None:
        """Shows a room from now on."""
        self.room, self.scene = room, {}
        await self.ask_in_room("watch", since=0, want="scene")
        self.evening.acknowledged.pop()  # it is in no ledger

    async def ask_in_room(self, do: str, **about: Any) -> dict[str, Any]:
        return await self.ask({"do": do, "room": self.room, **about}, may_be_done=True)

    @property
    def is_due(self) -> bool:
        """Whether its player must decide now."""
        mine = [each for key, each in self.scene.items() if key.startswith("player:")]
        return any(each["due"] and each["you"] for each in mine)

    async def play(self) -> None:
        """Decides the first thing that can be decided."""
        text = self.scene["choices"]["all"][0][0]
        await self.ask_in_room("play", text=text, seen=self.number)

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Waits until the condition holds; pages that are cut off reconnect meanwhile."""
        async with asyncio.timeout(LONG_S):
            while not is_so():
                await self.evening.come_back()
                await asyncio.sleep(0.05)


@asynccontextmanager
async def begun(url: str, *, begin_ms: int = 1_000_000, **about: Any) -> AsyncIterator[Evening]:
    """An evening at a host on the database at *url*, from *begin_ms* on where the loop has just
    begun; more is *about* the host."""
    clock, lines = LeapingClock(begin_ms), StringIO()
    host = Host(SmallGames(), url, HostDoor(), patience_ms=None, **about)
    with listen(ADDRESS, 0) as listening:
        async with running_host(listening, host, clock, lines) as served:
            evening = Evening(served, lines, clock)
            try:
                yield evening
            finally:
                for page in evening.pages:
                    page.leave()


async def spend(evening: Evening) -> None:
    """Lets people come, meet, play and part."""
    ann, bob, cyd, dan = (HostPage(evening, name) for name in ("Ann", "Bob", "Cyd", "Dan"))
    evening.pages += [ann, bob, cyd, dan]
    for page in evening.pages:
        await page.come()
    await cyd.open("launcher")
    await asyncio.sleep(PAUSE_S)
    # an open table, at which Bob takes a seat
    game = {"game": "wager"}
    table = await ann.submit("setup", game, opponent="anybody")
    await ann.watch(table)
    await dan.open("tables")
    await bob.open("launcher")
    await bob.until(lambda: any(each["do"]["do"] == "sit" for each in buttons(bob.screen)))
    sit = next(each["do"] for each in buttons(bob.screen) if each["do"]["do"] == "sit")
    bob.room = table
    await bob.ask_in_room("sit", player=sit["player"])
    await bob.watch(table)
    await dan.watch(table)
    await asyncio.sleep(PAUSE_S)
    for _decision in range(4):
        await ann.until(lambda: ann.is_due or bob.is_due)
        await bob.until(lambda: ann.is_due or bob.is_due)
        await (ann if ann.is_due else bob).play()
        await asyncio.sleep(PAUSE_S)
    await bob.ask({"do": "submit", "screen": "settings", "about": {}, "values": {"name": "Rob"}})
    await ann.ask_in_room("resign")
    await asyncio.sleep(PAUSE_S)
    # a match for which Dan is invited
    dan.room, dan.scene = "", {}
    await dan.open("tables")
    private = await ann.submit("setup", game)
    await ann.watch(private)
    await asyncio.sleep(PAUSE_S)
    await ann.ask_in_room("invite", player=1, key="k" * 22)
    dan.room = private
    await dan.ask_in_room("enter", key="k" * 22)
    dan.room = ""
    await asyncio.sleep(PAUSE_S)
    await ann.until(lambda: ann.is_due)
    await ann.play()
    # a match with a bot
    alone = await bob.submit("setup", game, opponent="random")
    await bob.watch(alone)
    for _decision in range(3):
        await bob.until(lambda: bob.is_due)
        await bob.play()
        await asyncio.sleep(PAUSE_S)
    await bob.until(lambda: bob.is_due)


async def check(evening: Evening, url: str) -> None:
    """Asserts, when all is well again, that acknowledged commands are kept, and pages current."""
    await asyncio.sleep(WELL_S)
    await evening.come_back()
    assert evening.served.process.find_trouble() == []
    for room, id in evening.acknowledged:
        assert id in {each.id for each in evening.served.hub.rooms.read(room)}, (room, id)
    for page in evening.pages:
        fresh = await HostPage(evening, page.name, page.secret).come()
        if page.room:
            await fresh.watch(page.room)
            assert _lasting(page.scene) == _lasting(fresh.scene), page.name
        elif page.screen:
            await fresh.open(page.screen["name"])
            assert _bare(page.screen) == _bare(fresh.screen), page.name
        fresh.leave()
    database = Database.open(url)
    assert [fault for _room, fault in verify(database, find) if fault] == []
    database.close()


def _lasting(scene: dict[str, Any]) -> dict[str, Any]:
    """A scene without how many look on: that comes with whatever comes next."""
    return {key: each for key, each in scene.items() if key != "here"}


def _bare(screen: dict[str, Any]) -> Any:
    return with_keys(screen["parts"], lambda key: True)


def spend_at(
    url: str,
    monkeypatch: pytest.MonkeyPatch,
    begin: Callable[[], object],
    end: Callable[[], object],
) -> None:
    """An evening at a host on the database at *url*; *begin* is called when it begins, *end* before
    it is looked at what is left."""

    async def run() -> None:
        async with begun(url) as evening:
            begin()
            await spend(evening)
            end()
            await check(evening, url)

    monkeypatch.setattr(database_news, "GLANCE_S", 0.5)
    run_leaping(run(), monkeypatch)
