"""The page's server as a process that is killed at any moment: acknowledged moves are kept."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from aiohttp import ClientSession, CookieJar, WSMsgType
from yarl import URL

from gipf_meta.base.clock import StillClock
from gipf_meta.library.store import Library, LibraryKeeper
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import Turn
from gipf_meta.records.writer import to_record
from gipf_meta.rooms.events import EVENT
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.table.players import Player, seats_of
from tests.kept_table import KeptTable
from tests.kill import new_match
from tests.program import variables
from tests.tiers import soak
from tests.web.conftest import Visitor
from tests.web.pages import Page, page_of


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[tuple[asyncio.subprocess.Process, Visitor]]:
    """``gipf-meta serve`` with its library in *folder*, and somebody who has come in."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "gipf_meta", "serve", "--no-browser"),
        stdout=PIPE,
        env=variables(folder, ""),
    )
    try:
        assert process.stdout is not None
        address = re.search(rb"http://\S+", await process.stdout.readline())
        assert address
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as client:
            visitor = Visitor(URL(address[0].decode()), client)
            await visitor.enter()
            yield process, visitor
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


def begin(library: Library, name: str, seed: int) -> int:
    """Keeps a match for people, with one decision in it; its number."""
    match, bots = new_match(name, seed)
    people = [Player(bot.name) for bot in bots]
    keeper = LibraryKeeper(library, seats_of(people))
    table = KeptTable(match, people, StillClock(), keeper=keeper)
    table.play(some_decision(match, Random(seed)))
    keeper.close()
    assert keeper.number
    return keeper.number


def some_decision(match: Match, rng: Random) -> str:
    """Returns a legal decision of the player on turn, in notation."""
    top, now = match.top, match.top.status
    assert isinstance(now, Turn)
    return str(
        top.game.format(top.state, rng.choice(list(top.game.turn_moves(top.state, now.seat))))
    )


class Killing:
    """Match *number*, which one page plays though its server is killed again and again.

    *told* are the events that the page has heard of, *sent* what it has decided; *waiting* is a
    command that was not answered.
    """

    def __init__(self, number: int, rng: Random) -> None:
        self.room, self.rng = str(number), rng
        self.told: list[dict[str, Any]] = []
        self.sent: list[str] = []
        self.waiting: dict[str, Any] | None = None

    def match(self) -> Match:
        """The match as the page can tell it from the events."""
        events = [{key: each[key] for key in each if key != "room"} for each in self.told]
        read = [EVENT.validate_python(each) for each in events]
        return rebuild(self.room, read, load_plugins().find).state.table.match

    def decide(self) -> dict[str, Any]:
        """The command for the next decision."""
        text = some_decision(self.match(), self.rng)
        seen, id = self.told[-1]["number"], f"decision-{len(self.sent)}"
        self.sent.append(text)
        return {"do": "play", "room": self.room, "text": text, "seen": seen, "id": id}

    async def ask(self, page: Page, command: dict[str, Any]) -> None:
        """Sends *command*, and hears what it led to."""
        *events, answer = await page.ask(command)
        assert "done" in answer, answer
        self.told += events

    async def live(self, folder: Path, *, is_last: bool) -> None:
        """Plays some decisions on a server, and kills it while it hears another one."""
        async with serving(folder) as (process, visitor), page_of(visitor) as page:
            before = self.told
            *self.told, answer = await page.watch(self.room)
            assert "done" in answer, answer
            assert self.told[: len(before)] == before, "what was answered is still there"
            if self.waiting is not None:
                await self.ask(page, self.waiting)
                self.waiting = None
            for _ in range(self.rng.randrange(1, 10)):
                if self.match().result is None:
                    await self.ask(page, self.decide())
            if is_last or self.match().result is not None:
                return
            self.waiting = self.decide()
            await page.socket.send_json(self.waiting)
            for _ in range(self.rng.randrange(200)):
                await asyncio.sleep(0)  # any instant will do
            process.kill()
            await self.hear_the_rest(page)

    async def hear_the_rest(self, page: Page) -> None:
        """Hears what the server had said before it was killed."""
        assert self.waiting is not None
        while (message := await page.socket.receive()).type is WSMsgType.TEXT:
            told = json.loads(message.data)
            if "event" in told:
                self.told.append(told)
            elif told.get("done") == self.waiting["id"]:
                self.waiting = None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "kills"),
    [("zertz", 2), *soak(*(pytest.param(name, 8) for name in ("zertz", "gipf-zatre", "zatre4")))],
)
def test_what_was_answered_is_still_there_after_kills_at_any_moment(
    name: str, kills: int, tmp_path: Path
) -> None:
    """And what was sent again is played once: the library tells the same match as the page."""
    path = tmp_path / "home" / "DATA" / "gipf-meta" / "library.sqlite"
    with Library(path) as library:
        number = begin(library, name, 5)
    killing = Killing(number, Random(name))

    async def play() -> None:
        for life in range(kills + 1):
            await killing.live(tmp_path, is_last=life == kills)

    asyncio.run(play())
    assert [each["text"] for each in killing.told if each["event"] == "played"] == killing.sent
    assert [each["number"] for each in killing.told] == list(range(1, len(killing.told) + 1))
    with Library(path) as library:
        record = library.record(number)
        assert library.notice == ""
        assert library.is_intact(number)
    assert to_record(killing.match(), record.people).turns == record.turns
