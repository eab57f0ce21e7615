"""News of what waits at one's hosts, some of which are away, of before, or know nobody here."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from yarl import URL

from gipf_meta.cli import run as run_program
from gipf_meta.commands import wait as wait_command
from gipf_meta.commands.wait import read_span, wait
from gipf_meta.line.host_inquiry import HostReport
from gipf_meta.line.known_hosts import KnownHosts
from gipf_meta.line.line import JoinError
from gipf_meta.line.waiting_hosts import WaitingHosts, data_of, lines_of
from tests.host.hosting import HELLO

SECRET = "a-secret_of_this_device"


def row(room: str) -> dict[str, Any]:
    """A match that waits."""
    match = {"game": "wager", "title": "WAGER: You against Bob"}
    return {"room": room, **match, "what": "your move", "invited": False}


class TellingHost:
    """A host where *rooms* wait, which *tells* what changes; *asked* counts the questions."""

    def __init__(self, *rooms: str, tells: bool = True, greeting: Any = None) -> None:
        self.rooms, self.tells = [*rooms], tells
        self.greeting = greeting or {"hello": HELLO}
        self.asked = 0
        self.hellos = list[Any]()
        self.sockets = list[web.WebSocketResponse]()
        self.is_asked = asyncio.Event()

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.hellos.append(await socket.receive_json())
        await socket.send_json(self.greeting)
        async for frame in socket:
            said = frame.json()
            self.asked += 1
            waits = {"waits": [*map(row, self.rooms)], "count": len(self.rooms), "now_ms": 0}
            follows = {"follows": True} if self.tells and said["about"] == {"follow": "yes"} else {}
            await socket.send_json({**waits, **follows, "id": said["id"]})
            await socket.send_json({"done": said["id"], "id": said["id"], "number": 0})
            self.sockets.append(socket)
            self.is_asked.set()
        return socket

    async def tell(self, *rooms: str) -> None:
        """Says that these have begun to wait."""
        body = {"waits": [*map(row, rooms)], "count": 7, "now_ms": 0}
        await self.sockets[-1].send_json({"awaits": body})

    @property
    def application(self) -> web.Application:
        application = web.Application()
        application.router.add_get("/socket", self.serve)
        return application


@asynccontextmanager
async def told(
    tmp_path: Path, *hosts: TellingHost, ask_s: float = 100.0
) -> AsyncIterator[tuple[WaitingHosts, list[URL], list[str]]]:
    """The hosts as they are followed, their sites, and the sentences that are said."""
    async with asyncio.timeout(100):
        servers = [TestServer(host.application) for host in hosts]
        for server in servers:
            await server.start_server()
        sites = [server.make_url("/").origin() for server in servers]
        known, said = KnownHosts(tmp_path / "hosts.json"), list[str]()
        for site in sites:
            known.keep(site, SECRET)
        try:
            yield WaitingHosts(known, sites, said.append, (0.0,), ask_s), sites, said
        finally:
            for server in servers:
                await server.close()


def rooms(reports: list[HostReport]) -> list[str]:
    """The rooms in *reports*."""
    return [match.room for report in reports for match in report.matches]


async def test_what_waits_already_comes_at_once_from_all_hosts(tmp_path: Path) -> None:
    one, other, idle = TellingHost("r1"), TellingHost("r2"), TellingHost()
    every = told(tmp_path, one, other, idle)
    async with every as (hosts, sites, said), aclosing(hosts.news()) as news:
        first = await anext(news)
    assert sorted(rooms(first)) == ["r1", "r2"]
    assert said == []
    assert [*one.hellos[0]] == ["do", "version", "revision", "secret", "language", "known"]
    assert lines_of(first)[0].endswith(f"WAGER: You against Bob; your move; {sites[0]}/#room/r1")


async def test_what_begins_to_wait_is_told_by_the_host(tmp_path: Path) -> None:
    host = TellingHost()
    async with told(tmp_path, host) as (hosts, _sites, _said), aclosing(hosts.news()) as news:
        coming = asyncio.ensure_future(anext(news))
        await host.is_asked.wait()
        await host.tell()  # something waits no more
        await host.tell("r1")
        assert rooms(await coming) == ["r1"]
        await host.tell("r2")
        assert rooms(await anext(news)) == ["r2"]
        await host.tell("r1")  # once more: it was answered meanwhile
        assert rooms(await anext(news)) == ["r1"]
    assert host.asked == 1


async def test_after_a_lost_line_only_what_is_new_comes(tmp_path: Path) -> None:
    host = TellingHost("r1")
    async with told(tmp_path, host) as (hosts, _sites, said), aclosing(hosts.news()) as news:
        assert rooms(await anext(news)) == ["r1"]
        host.rooms.append("r2")
        await host.sockets[0].close()
        assert rooms(await anext(news)) == ["r2"]
    assert len(said) == 1


async def test_a_host_of_before_is_asked_again(tmp_path: Path) -> None:
    host = TellingHost(tells=False)
    every = told(tmp_path, host, ask_s=0.0)
    async with every as (hosts, _sites, _said), aclosing(hosts.news()) as news:
        coming = asyncio.ensure_future(anext(news))
        await host.is_asked.wait()
        host.rooms.append("r1")
        assert rooms(await coming) == ["r1"]
    assert host.asked > 1


class AwayHost(TellingHost):
    """A host that is away; after five tries *then* is called."""

    def __init__(self, then: Callable[[], Awaitable[None]]) -> None:
        super().__init__()
        self.then, self.tries = then, 0

    async def serve(self, request: web.Request) -> Any:
        self.tries += 1
        if self.tries == 5:
            await self.then()
        return web.Response(status=503)


async def test_a_host_that_is_away_is_said_once_and_tried_again(tmp_path: Path) -> None:
    host = TellingHost()

    async def tell() -> None:
        await host.is_asked.wait()
        await host.tell("r1")

    away = AwayHost(tell)
    async with told(tmp_path, host, away) as (hosts, _sites, said), aclosing(hosts.news()) as news:
        assert rooms(await anext(news)) == ["r1"]
    (words,) = said
    assert words.endswith("cannot be reached: what answers there is no host; it is tried again.")


async def test_hosts_that_know_nobody_here_are_an_error(tmp_path: Path) -> None:
    refusal = {"refused": "hello", "id": "hello", "why": "Who?", "unknown": True}
    host = TellingHost(greeting=refusal)
    async with told(tmp_path, host) as (hosts, _sites, said):
        with pytest.raises(JoinError, match="None of these hosts"):
            await wait(hosts, None, False, False)
    assert said == [said[0]]
    assert "it does not know this device any more" in said[0]
    assert len(host.hellos) == 1


# ---- the command --------------------------------------------------------------------------------


async def test_it_ends_with_what_waits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with told(tmp_path, TellingHost("r1", "r2")) as (hosts, _sites, _said):
        assert await wait(hosts, None, False, False) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


async def test_it_ends_with_1_if_nothing_comes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with told(tmp_path, TellingHost()) as (hosts, _sites, _said):
        assert await wait(hosts, 0.05, False, False) == 1
    assert capsys.readouterr().out == ""


async def test_it_goes_on_if_it_is_told_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    host = TellingHost("r1")
    async with told(tmp_path, host) as (hosts, sites, _said):
        task = asyncio.create_task(wait(hosts, None, True, True))
        await host.is_asked.wait()
        await host.tell("r2")
        lines = list[str]()
        while len(lines) < 2:
            await asyncio.sleep(0)
            lines += capsys.readouterr().out.splitlines()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    said = [json.loads(line) for line in lines]
    assert [each["room"] for each in said] == ["r1", "r2"]
    assert said[0] == {
        "host": str(sites[0]),
        "room": "r1",
        "url": f"{sites[0]}/#room/r1",
        "match": "WAGER: You against Bob",
        "what": "your move",
        "left_ms": None,
        "invited": False,
    }


def test_a_host_of_before_is_a_line_with_its_number() -> None:
    report = HostReport(URL("https://old.example"), count=2)
    assert lines_of([report]) == ["old.example; 2 matches wait"]
    assert data_of([report]) == [{"host": "https://old.example", "count": 2}]


@pytest.mark.parametrize(
    ("words", "span_s"), [("30m", 1800), ("2h", 7200), ("1h30m", 5400), ("90s", 90), ("1d", 86400)]
)
def test_spans_are_read(words: str, span_s: int) -> None:
    assert read_span(words) == span_s


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """Runs the command where the machine knows one host; its exit status."""
    monkeypatch.setattr(wait_command.platformdirs, "user_data_path", lambda *_, **__: tmp_path)
    KnownHosts(tmp_path / "hosts.json").keep(URL("https://games.example"), SECRET)

    def run(*words: str) -> int:
        try:
            return run_program(["wait", *words])
        except SystemExit as end:
            return int(str(end.code))

    return run


@pytest.mark.parametrize(
    "words",
    [
        ("--for", "soon"),
        ("--for", "0s"),
        ("--for", "-1m"),
        ("--for", "30"),
        ("--for", "9999999d"),
        ("--for", "m30"),
        ("--for", ""),
        ("nowhere",),
        ("https://other.example",),
        ("--forever",),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(
    at_home: Callable[..., int], capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    assert at_home(*words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "Traceback" not in said.err
    assert said.err


def test_who_was_nowhere_waits_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(wait_command.platformdirs, "user_data_path", lambda *_, **__: tmp_path)
    assert run_program(["wait"]) == 2
    assert "You have been at no host from this machine" in capsys.readouterr().err


def test_ctrl_c_ends_it_with_130(
    at_home: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def interrupt(*_about: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(wait_command, "wait", interrupt)
    assert at_home("games.example") == 130
