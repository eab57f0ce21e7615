"""The page's server: messages of pages reach the rooms, and events reach all pages."""

from __future__ import annotations

import asyncio
import hashlib
import json
from base64 import b64encode

import pytest
from aiohttp import (
    WSMsgType,
    WSServerHandshakeError,
)
from yarl import URL

from gipf_meta.base.clock import Clock
from gipf_meta.hub.hub import Hub
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.web import link, page_site
from gipf_meta.web.connections import Connections
from gipf_meta.web.driver import Driver
from gipf_meta.web.frames import LONGEST_FRAME
from gipf_meta.web.page_files import page_files
from gipf_meta.web.page_site import PageSite
from gipf_meta.web.thought_queue import ThreadThinkers
from tests.small_games.finding import find
from tests.web.pages import LIMIT_S, page_of, served_page
from tests.web.sites import Counter, in_memory


async def test_two_pages_of_one_room_are_told_the_same() -> None:
    async with (
        served_page() as (_served, visitor),
        page_of(visitor) as one,
        page_of(visitor) as other,
    ):
        room = await one.begin()
        await one.watch(room)
        *before, _done = await other.watch(room)
        *events, done = await one.play(room, "claim", 3)
        assert [event["event"] for event in (*before, *events)] == [
            "opened", "seat_given", "seat_given", "played",
        ]  # fmt: skip
        assert done["number"] == events[-1]["number"] == 4
        assert [await other.next() for _ in events] == events


async def test_a_page_that_was_away_is_told_what_it_has_missed() -> None:
    async with (
        served_page() as (_served, visitor),
        page_of(visitor) as one,
    ):
        async with page_of(visitor) as other:
            room = await other.begin()
            await other.watch(room)
        await one.watch(room)
        await one.play(room, "claim", 3)
        await one.play(room, "allow", 4)
        async with page_of(visitor) as again:
            *missed, _done = await again.watch(room, since=4)
            assert [(each["number"], each["text"]) for each in missed] == [(5, "allow")]
            told = await again.watch(room, want="scene")
            assert told[0]["scene"]["whole"]
            assert told[0]["scene"]["number"] == 5


async def test_a_command_that_comes_again_after_the_line_was_cut_is_answered_and_done_once() -> (
    None
):
    async with served_page() as (_served, visitor):
        async with page_of(visitor) as page:
            room = await page.begin()
            told = await page.play(room, "claim", 3)
            id = told[-1]["done"]
        async with page_of(visitor) as again:
            message = {"do": "play", "room": room, "text": "claim", "seen": 3, "id": id}
            assert await again.ask(message) == [{"done": id, "number": 4, "id": id}]
            *events, _done = await again.watch(room)
            assert len(events) == 4


async def test_a_page_that_says_hello_again_is_told_of_no_room_that_it_watched_before() -> None:
    """Somebody else may be there now."""

    async with served_page() as (_served, visitor), page_of(visitor) as page:
        room = await page.begin()
        await page.watch(room)
        await page.socket.send_json({"do": "hello", "version": 1, "language": "en"})
        assert "hello" in await page.next()
        (done,) = await page.play(room, "claim", 3)
        assert [*done] == ["done", "number", "id"]


async def test_bots_play_for_whoever_watches() -> None:
    async with served_page() as (_served, visitor), page_of(visitor) as page:
        room = await page.begin("random random")
        told = await page.watch(room)
        while told[-1].get("event") != "over":
            told.append(await page.next())
        assert {each["event"] for each in told if "event" in each} >= {"played", "over"}


async def test_time_passes_while_somebody_watches() -> None:
    """The fuse burns down by itself; the clock of the server says when."""

    async with served_page() as (served, visitor), page_of(visitor) as page:
        room = await page.begin("human human", "fuse")
        await page.watch(room)
        await page.ask({"do": "go_on", "room": room})
        served.clock.ms += 1_000
        told = await page.until("event")
        while told[-1]["event"] != "over":
            told.append(await page.next())
        assert told[-1]["winners"] == [1]


PATHS = ("/", "/page/icon.svg", "/socket", "/nothing")


class TestTheDoor:
    """The page's server has the door of the terminal's: ``docs/security.md``."""

    async def test_without_the_token_nothing_is_answered_but_a_sentence(self) -> None:
        async with served_page() as (_served, visitor):
            visitor.client.cookie_jar.clear()
            for path in PATHS:
                answer = await visitor.get(path)
                assert answer.status == 403, path
                assert (await answer.text()).startswith("Open the address that gipf-meta")

    @pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", "http://127.0.0.1:1"])
    async def test_another_site_is_refused_though_the_browser_sends_the_cookie(
        self, origin: str
    ) -> None:
        async with served_page() as (_served, visitor):
            for path in PATHS:
                assert (await visitor.get(path, Origin=origin)).status == 403, path
            address = visitor.url.join(URL("/socket"))
            with pytest.raises(WSServerHandshakeError, match="403"):
                await visitor.client.ws_connect(address, headers={"Origin": origin})

    async def test_no_socket_is_opened_without_origin_or_cookie(self) -> None:
        async with served_page() as (_served, visitor):
            address = visitor.url.join(URL("/socket"))
            with pytest.raises(WSServerHandshakeError, match="403"):
                await visitor.client.ws_connect(address)
            visitor.client.cookie_jar.clear()
            headers = {"Origin": str(visitor.url.origin())}
            with pytest.raises(WSServerHandshakeError, match="403"):
                await visitor.client.ws_connect(address, headers=headers)

    @pytest.mark.parametrize(
        "path",
        ["/1", "/1/socket", "/page/", "/page/server.py", "/page/%2e%2e%2fserver.py", "/static/x"],
    )
    async def test_nothing_else_is_served(self, path: str) -> None:
        async with served_page() as (_served, visitor):
            url = URL(f"http://{visitor.url.authority}{path}", encoded=True)
            answer = await visitor.client.get(url, allow_redirects=False)
            assert answer.status == 404

    async def test_the_page_comes_compressed_and_its_modules_in_one_file(self) -> None:
        async with served_page() as (_served, visitor):
            page = await visitor.get("/")
            assert (page.status, page.content_type) == (200, "text/html")
            version = page_files().version
            assert f'src="page/{version}/main.js"' in await page.text()
            address = f"/page/{version}/main.js"
            modules = await visitor.get(address, **{"Accept-Encoding": "gzip"})
            assert modules.headers["Content-Encoding"] == "gzip"
            assert modules.content_type == "text/javascript"
            assert "import {" not in await modules.text()

    async def test_a_browser_keeps_the_files_of_one_version_and_nothing_else(self) -> None:
        async with served_page() as (_served, visitor):
            kept = await visitor.get(f"/page/{page_files().version}/style.css")
            assert kept.headers["Cache-Control"] == "private, max-age=31536000, immutable"
            for path in ("/", "/page/style.css", "/page/0123456789abcdef/style.css"):
                answer = await visitor.get(path)
                assert answer.status == 200
                assert answer.headers["Cache-Control"] == "no-store"
            assert (await visitor.get(f"/page/{page_files().version}/scene.js")).status == 404

    async def test_no_style_and_no_script_stands_outside_a_file(self) -> None:
        async with served_page() as (_served, visitor):
            answer = await visitor.get("/page/icon.svg")
            assert (answer.status, answer.content_type) == (200, "image/svg+xml")
            policy = answer.headers["Content-Security-Policy"]
            assert "unsafe" not in policy
            assert "default-src 'none'; script-src 'self';" in policy
            refusal = await (await visitor.get("/nothing", Accept="text/html")).text()
            style = refusal.partition("<style>")[2].partition("</style>")[0]
            hashed = b64encode(hashlib.sha256(style.encode()).digest()).decode()
            assert f"style-src 'self' 'sha256-{hashed}';" in policy


class TestHello:
    async def test_it_is_said_first(self) -> None:
        async with (
            served_page() as (_served, visitor),
            page_of(visitor, hello=False) as page,
        ):
            (refused,) = await page.ask({"do": "watch", "room": "1"})
            assert refused["why"] == "A page says hello first."

    @pytest.mark.parametrize("version", [0, 2, "1", None, [1], True])
    async def test_a_page_of_another_version_is_told_to_load_again(self, version: object) -> None:
        async with (
            served_page() as (_served, visitor),
            page_of(visitor, hello=False) as page,
        ):
            await page.socket.send_json({"do": "hello", "version": version})
            told = await page.next()
            assert told["refused"] == "hello"
            assert told["why"].startswith("Load the page again: ")

    @pytest.mark.parametrize("language", ["/tmp/x", "../x", "cs\0", 7, None, ["cs"], "x" * 999])
    async def test_what_is_no_language_is_that_of_the_server(self, language: object) -> None:
        async with (
            served_page() as (_served, visitor),
            page_of(visitor, hello=False) as page,
        ):
            await page.socket.send_json({"do": "hello", "version": 1, "language": language})
            assert "hello" in await page.next()
            await page.socket.send_str("?")
            assert (await page.next())["why"].startswith("The page has said something")

    async def test_each_page_has_its_language(self) -> None:
        async with (
            served_page() as (_served, visitor),
            page_of(visitor) as english,
            page_of(visitor, hello=False) as czech,
        ):
            await czech.socket.send_json({"do": "hello", "version": 1, "language": "cs"})
            await czech.next()
            said = []
            for page in (english, czech):
                await page.socket.send_str("?")
                said.append((await page.next())["why"])
            assert said == [
                "The page has said something that nobody here understands.",
                "Stránka řekla něco, čemu tu nikdo nerozumí.",
            ]


class TestFrames:
    @pytest.mark.parametrize(
        "frame",
        [
            "", "{", "7", "[]", "null", '"a"', "[" * 60_000, '{"a":' * 9_000, "9" * 60_000, "NaN",
            '{"do": NaN}', '{"id": "\\ud800"}', b"\0\1", '{"do": "hello", "version": 1e999}',
        ],
        ids=range(14),
    )  # fmt: skip
    async def test_what_no_page_says_is_refused_with_a_sentence(self, frame: str | bytes) -> None:
        async with served_page() as (served, visitor), page_of(visitor) as page:
            if isinstance(frame, bytes):
                await page.socket.send_bytes(frame)
            else:
                await page.socket.send_str(frame)
            told = await page.next()
            assert told["refused"] in ("", "hello")
            assert told["why"].endswith(".")
            assert await page.begin(), "the socket goes on"
            assert served.said == []

    async def test_a_message_that_is_too_long_is_refused_with_a_sentence(self) -> None:
        async with served_page() as (_served, visitor), page_of(visitor) as page:
            await page.socket.send_str(json.dumps({"do": "play", "text": "x" * LONGEST_FRAME}))
            assert (await page.next())["why"] == "A message of the page was too long."
            await page.begin()
            await page.socket.send_str("x" * page_site.LONGEST_READ * 2)
            await page.socket.receive()
            assert page.socket.close_code == 1009

    async def test_too_many_messages_at_once_are_refused_with_a_sentence(self) -> None:
        async with served_page() as (served, visitor), page_of(visitor) as page:
            watch = {"do": "watch", "room": "1"}
            for n in range(link.AT_ONCE + 10):
                await page.socket.send_json({**watch, "id": f"m{n}"})
            said = [await page.next() for _ in range(link.AT_ONCE + 10)]
            # saying hello was one, too
            assert {each["why"] for each in said[link.AT_ONCE - 1 :]} == {
                "That was too much at once: wait a moment."
            }
            assert [each["refused"] for each in said] == [f"m{n}" for n in range(len(said))]
            served.clock.ms += 1000
            await page.begin()

    async def test_a_desk_that_fails_is_one_sentence(self) -> None:
        async with served_page() as (served, visitor), page_of(visitor) as page:
            (refused,) = await page.ask({"do": "open", "screen": "fail"})
            assert refused["why"].startswith("The server has failed; it says why where")
            assert served.said == ["A request has failed (ZeroDivisionError); the server goes on."]


class TestTheCap:
    async def test_one_tab_more_than_allowed_is_told_so(self) -> None:
        async with served_page(in_memory(1)) as (_served, visitor), page_of(visitor) as page:
            async with page_of(visitor, hello=False) as more:
                told = await more.next()
                assert told["refused"] == "hello"
                assert told["why"].startswith("No more than 1 tab can be open at a time;")
                await more.socket.receive()
                assert more.socket.close_code == page_site.FULL
            await page.begin()

    async def test_a_tab_that_is_closed_gives_its_place_to_the_next(self) -> None:
        async with served_page(in_memory(1)) as (_served, visitor):
            for _ in range(3):
                async with page_of(visitor) as page:
                    await page.begin()

    async def test_a_page_that_reads_nothing_is_dropped_and_finds_its_scene_again(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async with (
            served_page() as (_served, visitor),
            page_of(visitor) as page,
        ):
            room = await page.begin()
            monkeypatch.setattr(link, "MOST_WAITING", 50)
            await page.socket.send_json(
                {"do": "watch", "room": room, "want": "events", "id": "w", "since": 0}
            )
            async with asyncio.timeout(LIMIT_S):
                while (await page.socket.receive()).type is WSMsgType.TEXT:
                    pass
            monkeypatch.setattr(link, "MOST_WAITING", 1 << 20)
            async with page_of(visitor) as again:
                *events, _done = await again.watch(room)
                assert len(events) == 3


class Faulty(Hub):
    """A hub that cannot say what is due."""

    def wait_ms(self, at_ms: int) -> int | None:
        raise ZeroDivisionError("secret")


async def test_rooms_that_cannot_say_what_is_due_are_one_sentence() -> None:
    def make(connections: Connections, clock: Clock) -> PageSite:
        hub = Faulty(MemoryLedger(), find, patience_ms=None)
        driver = Driver(
            hub, Counter(hub, lambda: "1"), clock, connections.note_failure, ThreadThinkers
        )
        return PageSite(4, connections, clock, driver)

    async with served_page(make) as (served, visitor), page_of(visitor) as page:
        await page.begin()
        assert served.said == ["A request has failed (ZeroDivisionError); the server goes on."]
