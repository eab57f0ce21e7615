"""A line to a host tells what begins to wait for the person elsewhere, once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from yarl import URL

from gipf_meta.base.clock import StillClock
from gipf_meta.line.host_line import HostLine
from gipf_meta.line.line import BACK, GONE
from tests.host.hosting import HELLO
from tests.hub.test_hub import find
from tests.line.test_waiting_hosts import SECRET, TellingHost, told

CALL = {"notice": "Waiting for you: WAGER: You against Bob; your move.", "calls": True}


@asynccontextmanager
async def following(tmp_path: Path, host: TellingHost) -> AsyncIterator[HostLine]:
    """A line to *host* that follows what waits there."""
    async with told(tmp_path, host) as (_hosts, sites, _said):
        line = await open_line(sites[0])
        try:
            await host.is_asked.wait()
            yield line
        finally:
            await asyncio.to_thread(line.close)


async def open_line(site: URL) -> HostLine:
    """A line that follows."""
    line = HostLine(site, {"secret": SECRET, "language": "en"}, find, StillClock())
    await asyncio.to_thread(line.__enter__)
    line.follow()
    return line


async def next_of(line: HostLine) -> Any:
    """The next message."""
    return await asyncio.to_thread(line.receive, 60.0)


async def test_what_begins_to_wait_calls_once(tmp_path: Path) -> None:
    host = TellingHost("r1")
    async with following(tmp_path, host) as line:
        await host.tell("r2")
        assert await next_of(line) == CALL  # r1 waited before
        await host.tell()  # something waits no more
        await host.tell("r3", "r4")
        assert await next_of(line) == {"notice": "2 matches more wait for you.", "calls": True}
        await host.tell("r2")  # it was answered meanwhile
        assert await next_of(line) == CALL
    assert host.asked == 1


async def test_after_a_lost_line_only_what_is_new_calls(tmp_path: Path) -> None:
    host = TellingHost("r1")
    async with following(tmp_path, host) as line:
        await host.tell("r2")
        assert await next_of(line) == CALL
        host.rooms = ["r1", "r2", "r3"]
        await host.sockets[0].close()
        assert [await next_of(line) for _message in range(3)] == [GONE, BACK, CALL]
    assert host.asked == 2


async def test_who_wants_no_sounds_is_told_without_a_bell(tmp_path: Path) -> None:
    settings = {**HELLO["settings"], "sound": False}
    host = TellingHost(greeting={"hello": {**HELLO, "settings": settings}})
    async with following(tmp_path, host) as line:
        await host.tell("r1")
        assert await next_of(line) == {**CALL, "calls": False}


async def test_the_answer_of_a_host_is_for_the_line_alone(tmp_path: Path) -> None:
    host = TellingHost("r1", tells=False)
    async with following(tmp_path, host) as line:
        about = {"screen": "waiting", "about": {}}
        heard = await asyncio.to_thread(lambda: line.ask("open", **about))
        assert [next(iter(said)) for said in heard] == ["waits"]  # that of this question
    assert host.asked == 2
