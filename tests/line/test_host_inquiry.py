"""Several hosts are asked at once, of which some are down, hang, lie, or lead away."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from yarl import URL

from gipf_meta.base.clock import CalendarClock
from gipf_meta.line.host_inquiry import (
    LARGEST_ANSWER,
    MOST_OF_ONE,
    AwaitedMatch,
    HostReport,
    by_urgency,
    report_of,
)
from gipf_meta.line.host_round import HostRound
from gipf_meta.line.host_words import cells_of_match, words_of_report
from gipf_meta.line.known_hosts import KnownHosts
from tests.host.hosting import HELLO

SECRET = "a-secret_of_this_device"
NOW_MS = 1_000_000_000_000
DAY_MS = 86_400_000
ROW = {"room": "r1", "title": "WAGER: You against Bob", "what": "your turn", "until_ms": None}


class AskedHost:
    """A host that greets, and answers each question with *answers*; *hellos* are those that have
    come, with the *headers* of their requests."""

    def __init__(self, *answers: Any, greeting: Any = None) -> None:
        self.answers = answers
        self.greeting = greeting or {"hello": HELLO}
        self.hellos = list[dict[str, Any]]()
        self.headers = list[Any]()

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        self.headers.append(request.headers)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.hellos.append(await socket.receive_json())
        await self._say(socket, self.greeting)
        async for frame in socket:
            asked = frame.json()
            for answer in self.answers:
                await self._say(socket, answer)
            await socket.send_json({"done": asked["id"], "id": asked["id"], "number": 0})
        return socket

    async def _say(self, socket: web.WebSocketResponse, said: Any) -> None:
        await socket.send_str(said if isinstance(said, str) else json.dumps(said))

    @property
    def application(self) -> web.Application:
        application = web.Application()
        application.router.add_get("/socket", self.serve)
        return application


@asynccontextmanager
async def asked(host: AskedHost) -> AsyncIterator[URL]:
    async with asyncio.timeout(100), TestServer(host.application) as server:
        yield server.make_url("/").origin()


async def report(host: AskedHost) -> HostReport:
    async with asked(host) as site:
        return await report_of(site, SECRET, "en")


async def test_what_waits_is_sorted_and_its_time_is_counted_by_the_hosts_own_clock() -> None:
    rows = [
        ROW,
        {**ROW, "room": "r2", "until_ms": NOW_MS + 2 * DAY_MS},
        {**ROW, "room": "r3", "until_ms": NOW_MS - 1},
        {**ROW, "room": "r4", "until_ms": NOW_MS * 1000},
    ]
    host = AskedHost({"waits": rows, "now_ms": NOW_MS})
    found = await report(host)
    assert [(each.room, each.left_ms) for each in found.matches] == [
        ("r3", 0), ("r2", 2 * DAY_MS), ("r4", 400 * DAY_MS), ("r1", None),
    ]  # fmt: skip
    assert (found.count, found.why) == (4, "")
    assert found.matches[0].address.of_room("r3") == f"{found.site}/#room/r3"
    hello = host.hellos[0]
    assert (hello["secret"], hello["known"], "name" in hello) == (SECRET, True, False)


async def test_without_the_hosts_time_that_of_this_machine_counts() -> None:
    until_ms = CalendarClock().now_ms() + DAY_MS
    found = await report(AskedHost({"waits": [{**ROW, "until_ms": until_ms}]}))
    left_ms = found.matches[0].left_ms
    assert left_ms is not None
    assert 0 < left_ms <= DAY_MS


def test_each_host_is_named_and_times_come_first() -> None:
    here, there = URL("https://a.example"), URL("https://b.example")
    reports = [
        HostReport(
            here, (AwaitedMatch(here, "r1", "A", "x"), AwaitedMatch(here, "r2", "B", "x", 5))
        ),
        HostReport(
            there, (AwaitedMatch(there, "r3", "C", "x", 5), AwaitedMatch(there, "r4", "", ""))
        ),
    ]
    assert [each.room for each in by_urgency(reports)] == ["r2", "r3", "r1", "r4"]
    bare = AwaitedMatch(there, "r4", "", "")
    assert cells_of_match(bare) == ("no time limit", "A match", "b.example")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"waits": "many"}, "what answers there is no host"),
        ({"waits": [1]}, "what answers there is no host"),
        ("nonsense", "what answers there is no host"),
        ("[" * 90_000, "what answers there is no host"),
        ('{"waits": [' + "{}," * 150_000 + "{}]}", "what answers there is no host"),
        ('{"notice": "' + "x" * LARGEST_ANSWER + '"}', "what answers there is no host"),
        ('{"waits": [{"room": "r", "until_ms": NaN}]}', "what answers there is no host"),
    ],
    ids=["text", "number", "nonsense", "deep", "many", "megabytes", "nan"],
)
async def test_a_host_that_speaks_nonsense_costs_one_line(answer: Any, words: str) -> None:
    found = await report(AskedHost(answer))
    assert (found.matches, found.why) == ((), words)
    assert words_of_report(found) == f"cannot be reached: {words}"


async def test_a_host_that_never_ends_its_answer_is_left() -> None:
    found = await report(AskedHost(*[{"notice": "more"}] * 40))
    assert found.why == "what answers there is no host"


@pytest.mark.parametrize(
    "row",
    [
        {**ROW, "room": "../#person/KEY"},
        {**ROW, "room": "javascript:alert(1)"},
        {**ROW, "room": ["r"]},
        {"title": "no room"},
    ],
    ids=["address", "script", "list", "none"],
)
async def test_an_entry_that_leads_to_no_room_is_left_out(row: Any) -> None:
    assert (await report(AskedHost({"waits": [row], "now_ms": NOW_MS}))).matches == ()


@pytest.mark.parametrize("until_ms", [True, -5, 1.5, "soon", None, {}])
async def test_a_time_that_is_none_is_no_time(until_ms: Any) -> None:
    found = await report(AskedHost({"waits": [{**ROW, "until_ms": until_ms}], "now_ms": NOW_MS}))
    assert found.matches[0].left_ms is None


async def test_words_of_a_host_are_one_printable_line() -> None:
    rows = [{**ROW, "title": "\x1b[2J1 s\nleft \u202e" + "x" * 9_000, "what": 7}]
    [match] = (await report(AskedHost({"waits": rows, "now_ms": NOW_MS}))).matches
    assert match.title.isprintable()
    assert match.title.startswith("\\x1b[2J1 s left \\u202e")
    assert len(match.title) < 140
    assert match.what == ""


async def test_no_host_hides_the_matches_of_others() -> None:
    rows = [{**ROW, "room": f"r{n}", "until_ms": NOW_MS} for n in range(1_000)]
    found = await report(AskedHost({"waits": rows, "now_ms": NOW_MS}))
    assert (len(found.matches), found.count) == (MOST_OF_ONE, 1_000)


async def test_a_host_of_before_says_how_many_tables_wait() -> None:
    class HostOfBefore(AskedHost):
        async def serve(self, request: web.Request) -> web.WebSocketResponse:
            socket = web.WebSocketResponse()
            await socket.prepare(request)
            await socket.receive_json()
            await socket.send_json({"hello": HELLO})
            async for frame in socket:
                asked = frame.json()
                if asked["screen"] == "waiting":
                    await socket.send_json({"refused": asked["id"], "why": "There is no screen."})
                    continue
                rows = [{"buttons": [{"primary": True}]}, {"buttons": [{}]}, {"cells": ["x"]}]
                screen = {"parts": [{"part": "rows", "rows": rows}, {"part": "text"}]}
                await socket.send_json({"screen": screen})
                await socket.send_json({"done": asked["id"], "number": 0})
            return socket

    found = await report(HostOfBefore())
    assert (found.matches, found.count, found.why) == ((), 1, "")
    assert words_of_report(found) == "1 match waits"


async def test_a_host_of_before_whose_tables_say_nothing_can_be_reached() -> None:
    found = await report(AskedHost({"screen": {"parts": 7}}))
    assert words_of_report(found) == "can be reached"


@pytest.mark.parametrize(
    ("greeting", "why"),
    [
        (
            {"refused": "hello", "why": "x", "unknown": True},
            "it does not know this device any more",
        ),
        ({"refused": "hello", "why": "You are \x1b banned."}, "it refuses: You are \\x1b banned"),
        ({"hello": {**HELLO, "version": 99}}, "it is of another version than this program"),
        ({"hello": "you"}, "what answers there is no host"),
    ],
    ids=["forgotten", "banned", "version", "nonsense"],
)
async def test_a_host_that_lets_nobody_in_says_why(greeting: Any, why: str) -> None:
    assert (await report(AskedHost(greeting=greeting))).why == why


@pytest.mark.parametrize("status", [301, 302, 307, 308])
async def test_no_host_leads_the_question_to_another_one(status: int) -> None:
    other = AskedHost({"waits": []})
    async with asked(other) as elsewhere:

        async def lead_away(_request: web.Request) -> web.Response:
            return web.Response(status=status, headers={"Location": f"{elsewhere}/socket"})

        application = web.Application()
        application.router.add_get("/socket", lead_away)
        async with TestServer(application) as server:
            found = await report_of(server.make_url("/").origin(), SECRET, "en")
    assert found.why == "what answers there is no host"
    assert other.hellos == []


async def test_a_host_that_hangs_is_given_up_and_its_socket_closed() -> None:
    closed = asyncio.Event()

    async def hang(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.read(1_000):
            pass
        writer.close()
        closed.set()

    async with asyncio.timeout(100), await asyncio.start_server(hang, "127.0.0.1") as server:
        site = URL(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
        found = await report_of(site, SECRET, "en", limit_s=0.1)
        await closed.wait()
    assert found.why == "it does not answer"


async def test_the_key_goes_unasked_over_no_way_that_others_read() -> None:
    found = await report_of(URL("http://8.8.8.8:8064"), SECRET, "en")
    assert "not encrypted" in found.why


async def test_each_host_gets_its_own_key_and_nothing_of_the_others(tmp_path: Path) -> None:
    known = KnownHosts(tmp_path / "hosts.json")
    one, two = (
        AskedHost({"waits": [ROW]}),
        AskedHost({"waits": [{**ROW, "room": "r2", "until_ms": DAY_MS}], "now_ms": 0}),
    )
    async with asked(one) as first, asked(two) as second:
        known.keep(first, SECRET)
        known.keep(second, SECRET[::-1])
        known.keep(URL("http://127.0.0.1:1"), "a-third-secret_of_a_device")
        hosts = HostRound(known, CalendarClock())
        hosts.begin()
        await asyncio.to_thread(hosts.finish)
        assert [host.hellos[0]["secret"] for host in (one, two)] == [SECRET, SECRET[::-1]]
        for host, other in ((one, second), (two, first)):
            assert str(other) not in f"{host.hellos}{host.headers}"
        reports = hosts.reports()
        assert [report and report.count for report in reports.values()] == [1, 1, None]
        assert "nothing answers there" in words_of_report(reports[URL("http://127.0.0.1:1")])
        hosts.begin()  # within a minute nobody is asked again
        await asyncio.to_thread(hosts.finish)
        assert len(one.hellos) == 1

        sentence = await asyncio.to_thread(hosts.go_on_beyond, first)
        assert sentence.startswith(f"Next, at {second}: WAGER: You against Bob; your turn; ")
        assert hosts.take_chosen() == AwaitedMatch(second, "r2", "", "").address
        assert hosts.take_chosen() is None
        assert await asyncio.to_thread(hosts.go_on_beyond, second)  # none but the first then
        assert hosts.take_chosen() == AwaitedMatch(first, "r1", "", "").address
