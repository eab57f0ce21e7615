"""Attacks on the server's door, as ``docs/security.md`` lists them: nothing breaks it."""

from __future__ import annotations

import asyncio
import re
import socket
import stat
import subprocess
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, CookieJar
from yarl import URL

from gipf_meta.base.clock import StillClock
from gipf_meta.commands import serve as command
from gipf_meta.web import access, connections, page_site, server
from gipf_meta.web.access import open_folder
from gipf_meta.web.connections import IDLE_MS, PAUSE_MS, REQUEST_MS, STRANGERS, Notices
from tests.web.conftest import Served, Visitor, answers, running

PAGE = Path(__file__).parents[2] / "docs" / "security.md"
LIMIT_S = 150
"""No test waits longer for an answer that does not come."""


@pytest.fixture(autouse=True)
def swept_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "SWEEP_S", 0.001)


async def connect(
    url: URL, words: bytes = b""
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Opens a connection and sends *words*; ``{host}`` stands for the server's own."""
    assert url.host
    assert url.port
    reader, writer = await asyncio.open_connection(url.host, url.port)
    writer.write(words.replace(b"{host}", url.authority.encode()))
    return reader, writer


async def rest(reader: asyncio.StreamReader) -> bytes:
    """Returns the bytes that come until the server closes the connection."""
    async with asyncio.timeout(LIMIT_S):
        try:
            return await reader.read()
        except ConnectionResetError:
            return b""


async def ask(url: URL, words: bytes) -> bytes:
    """The answer to *words*, after which the server has closed the connection."""
    reader, writer = await connect(url, words)
    try:
        return await rest(reader)
    finally:
        writer.close()


async def send_for_hours(client: socket.socket, clock: StillClock) -> None:
    """Sends, a minute between two sends, until the server closes the connection."""
    async with asyncio.timeout(LIMIT_S):
        while True:
            clock.ms += IDLE_MS
            await asyncio.get_running_loop().sock_sendall(client, b"\r\n")
            await asyncio.sleep(0)


async def enter(served: Served, stack: AsyncExitStack) -> Visitor:
    """Returns a client with access."""
    client = await stack.enter_async_context(ClientSession(cookie_jar=CookieJar(unsafe=True)))
    visitor = Visitor(served.url, client)
    await visitor.enter()
    return visitor


def test_each_row_of_the_page_is_a_test() -> None:
    section = PAGE.read_text("utf-8").partition("## gipf-meta serve\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\|.*\| `(test_\w+)` \|$", section, re.MULTILINE)
    here = Path(__file__)
    names = (
        "test_door_attacks",
        "test_access",
        "test_page_site_messages",
        "test_running_server",
        "test_thought_queue",
    )
    tests = "".join(here.with_name(f"{name}.py").read_text(encoding="utf-8") for name in names)
    assert len(rows) > 20
    assert [row for row in rows if f"def {row}(" not in tests] == []


async def with_access(served: Any, stack: AsyncExitStack) -> tuple[Any, str]:
    """A page that is answered, and the head of a request with its cookie."""
    visitor = await enter(served, stack)
    page = await visitor.connect()
    assert await answers(page)
    (cookie,) = visitor.client.cookie_jar
    return page, f"GET / HTTP/1.1\r\nHost: {{host}}\r\nCookie: {cookie.key}={cookie.value}"


class TestHeaders:
    @pytest.mark.parametrize(
        "value", [b"\xe9\xff", b"\xed\xa0\x80", b'"\\351', b"=;=;", b"\xc5\xbe"]
    )
    async def test_cookies_of_any_bytes_are_just_wrong(self, value: bytes) -> None:
        async with running() as served:
            cookie = b"Cookie: gipf_meta_%d=%s" % (served.url.port, value)
            said = await ask(
                served.url, b"GET / HTTP/1.1\r\nHost: {host}\r\n" + cookie + b"\r\n\r\n"
            )
            assert said.startswith(b"HTTP/1.1 403 ")
            assert len(served.said) == 1

    @pytest.mark.parametrize(
        "words",
        [
            b"\x16\x03\x01\x02\x00\x01\xfc\r\n\r\n",
            b"hello\r\n\r\n",
            b"GET / HTTP/9.9\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: {host}\r\nContent-Length: x\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: {host}\r\nno header\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: {host}\r\nA: \0\r\n\r\n",
            b"GET http://[ HTTP/1.1\r\nHost: {host}\r\n\r\n",
        ],
    )
    async def test_what_is_no_http_gets_one_sentence(self, words: bytes) -> None:
        async with running() as served:
            for _ in range(3):
                said = await ask(served.url, words)
                assert re.match(rb"HTTP/1\.[01] 400 ", said)
                assert b"Content-Security-Policy: default-src 'none'" in said
                assert said.endswith(b"\r\n\r\nThis is no HTTP request, or it is too long.")
            assert served.said == ["What was no HTTP request, or too long, was refused."]

    @pytest.mark.parametrize(
        "words",
        [
            b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\nHost: {host}\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: {host}\r\nA: " + b"a" * 20_000 + b"\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: {host}\r\n" + b"A: a\r\n" * 100 + b"\r\n",
            b"GET / HTTP/1.1\r\n" + b"a" * 20_000 + b": a\r\n\r\n",
        ],
        ids=["line", "value", "count", "name"],
    )
    async def test_long_lines_and_many_headers_are_refused(self, words: bytes) -> None:
        async with running() as served:
            assert re.match(rb"HTTP/1\.[01] 400 ", await ask(served.url, words))
            assert served.said == ["What was no HTTP request, or too long, was refused."]

    @pytest.mark.parametrize(
        "twice", ["Host: {host}", "Host: elsewhere.example", "Origin: http://elsewhere.example"]
    )
    async def test_a_second_host_or_origin_is_refused(self, twice: str) -> None:
        async with running() as served:
            first = b"GET /?%s HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
            words = first % served.url.query_string.encode() + twice.encode() + b"\r\n\r\n"
            said = await ask(served.url, words)
            assert re.match(rb"HTTP/1\.[01] 40[03] ", said)
            assert b"Set-Cookie" not in said

    @pytest.mark.parametrize("header", ["Upgrade", "Connection", "Version", "Key", "Protocol"])
    async def test_a_handshake_of_any_bytes_is_refused(self, header: str) -> None:
        headers = {
            "Upgrade": b"websocket",
            "Connection": b"Upgrade",
            "Sec-WebSocket-Version": b"13",
            "Sec-WebSocket-Key": b"AAAAAAAAAAAAAAAAAAAAAA==",
        }
        name = header if header in headers else f"Sec-WebSocket-{header}"
        headers[name] = headers.get(name, b"") + b"\xe9"

        async with running() as served, AsyncExitStack() as stack:
            visitor = await enter(served, stack)
            (cookie,) = visitor.client.cookie_jar
            words = "GET /socket HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
            words += f"Cookie: {cookie.key}={cookie.value}\r\n"
            lines = b"".join(b"%s: %s\r\n" % (one.encode(), headers[one]) for one in headers)
            said = await ask(served.url, words.encode() + lines + b"\r\n")
            assert said.startswith(b"HTTP/1.1 400 ")
            assert served.said == ["What was no HTTP request, or too long, was refused."]

    async def test_no_answer_says_what_serves(self) -> None:
        async with running() as served:
            for words in (b"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n", b"hello\r\n\r\n"):
                said = await ask(served.url, words)
                assert b"Python" not in said
                assert b"aiohttp" not in said

    async def test_a_request_that_fails_gets_one_sentence(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail() -> None:
            raise ZeroDivisionError("secret")

        monkeypatch.setattr(page_site, "page_files", fail)

        async with running() as served, AsyncExitStack() as stack:
            visitor = await enter(served, stack)
            answer = await visitor.get("/")
            assert answer.status == 500
            assert "secret" not in await answer.text()
            assert served.said == ["A request has failed (ZeroDivisionError); the server goes on."]


class TestFloods:
    async def test_200_idle_connections_leave_room_for_the_next(self) -> None:
        async with running() as served, AsyncExitStack() as stack:
            visitor = await enter(served, stack)
            idle = [await connect(served.url) for _ in range(200)]
            assert (await visitor.get("/")).status == 200, "with the cookie"
            said = await ask(served.url, b"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n")
            assert said.startswith(b"HTTP/1.1 403 "), "without it"
            assert served.said[0] == "There were too many connections; the oldest was closed."
            assert len(served.said) == 2
            oldest = idle[: 200 - STRANGERS]
            assert {await rest(reader) for reader, _ in oldest} == {b""}
            for _, writer in idle:
                writer.close()

    async def test_too_many_connections_with_access_cost_the_oldest_that_shows_no_tab(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(connections, "KNOWN", 4)
        monkeypatch.setattr(connections, "KNOWN_FOR_EACH_TAB", 0)

        async with running() as served, AsyncExitStack() as stack:
            page, words = await with_access(served, stack)
            opened = []
            for _ in range(10):
                reader, writer = await connect(served.url, words.encode() + b"\r\n\r\n")
                assert (await reader.readline()).startswith(b"HTTP/1.1 200 ")
                opened.append((reader, writer))
            assert b"</html>" in await rest(opened[0][0]), "answered, then closed"
            assert await answers(page), "it is still there"
            for _, writer in opened:
                writer.close()

    @pytest.mark.parametrize("half", [b"", b"G", b"GET / HTTP/1.1\r\nHost: {ho", b"\r\n"])
    async def test_half_of_a_request_is_dropped_after_10_seconds(self, half: bytes) -> None:
        async with running() as served:
            reader, writer = await connect(served.url, half)
            await ask(served.url, b"hello\r\n\r\n")
            served.clock.ms = REQUEST_MS - 1
            await ask(served.url, b"hello\r\n\r\n")
            assert not reader.at_eof()
            served.clock.ms = REQUEST_MS
            assert await rest(reader) == b""
            writer.close()

    async def test_half_of_a_body_is_not_waited_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(connections.LIMITS, "lingering_time", 0.01)

        async with running() as served:
            head = b"POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 100000\r\n\r\nhalf"
            assert (await ask(served.url, head)).startswith(b"HTTP/1.1 403 ")

    async def test_an_idle_connection_is_dropped_after_a_minute_but_never_a_tab(self) -> None:
        async with running() as served, AsyncExitStack() as stack:
            page, words = await with_access(served, stack)
            reader, writer = await connect(served.url, words.encode() + b"\r\n\r\nGET /")
            assert (await reader.readline()).startswith(b"HTTP/1.1 200 ")
            served.clock.ms = IDLE_MS
            await rest(reader)
            served.clock.ms = 100 * IDLE_MS
            assert await answers(page), "it is still there"
            assert served.said == [], "a browser does so, too"
            writer.close()

    async def test_who_reads_no_answer_is_dropped_after_a_minute(self) -> None:
        async with running() as served, AsyncExitStack() as stack:
            visitor = await enter(served, stack)
            (cookie,) = visitor.client.cookie_jar
            words = (
                f"GET /page/main.js HTTP/1.1\r\nHost: {served.url.authority}\r\n"
                f"Cookie: {cookie.key}={cookie.value}\r\n\r\n"
            )
            deaf = socket.socket()
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
            deaf.setblocking(False)
            loop = asyncio.get_running_loop()
            await loop.sock_connect(deaf, ("127.0.0.1", served.url.port))
            await loop.sock_sendall(deaf, words.encode() * 100)
            assert (await visitor.get("/")).status == 200
            with pytest.raises(ConnectionError):
                await send_for_hours(deaf, served.clock)
            deaf.close()

    def test_a_flood_writes_one_sentence_a_minute(self) -> None:
        clock, said = StillClock(), list[str]()
        notices = Notices(clock, said.append)
        for _ in range(1000):
            notices.say("No.")
        notices.say("Never.")
        clock.ms = PAUSE_MS - 1
        notices.say("No.")
        clock.ms = PAUSE_MS
        notices.say("No.")
        assert said == ["No.", "Never.", "No. (×1001)"]

    async def test_no_free_files_are_one_sentence(self) -> None:
        async with running() as served:
            trouble = {
                "message": "socket.accept() out of system resource",
                "exception": OSError(24, "Too many open files"),
            }
            for _ in range(1000):
                asyncio.get_running_loop().call_exception_handler(trouble)
            assert served.said == ["This machine allows no more connections now; new ones wait."]


class TestFrames:
    @pytest.mark.parametrize(
        "frame",
        [
            b"\xff" * 20,
            b"\x83\x80\0\0\0\0",
            b"\x81\xff" + b"\xff" * 12,
            b"\x81\x82\0\0\0\0\xff\xfe",
        ],
        ids=["bits", "opcode", "length", "no UTF-8"],
    )
    async def test_bytes_that_are_no_frame_end_the_socket(self, frame: bytes) -> None:
        async with running() as served, AsyncExitStack() as stack:
            visitor = await enter(served, stack)
            (cookie,) = visitor.client.cookie_jar
            words = (
                "GET /socket HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
                f"Cookie: {cookie.key}={cookie.value}\r\nConnection: Upgrade\r\n"
                "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            )
            said = await ask(served.url, words.encode() + frame)
            assert said.startswith(b"HTTP/1.1 101 ")
            assert served.said == []
            assert await answers(await visitor.connect())


class TestTheToken:
    def test_the_browser_is_given_a_file_and_not_the_token(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        opened = list[str]()

        class Thread:
            """Runs at once."""

            def __init__(self, target: object, args: tuple[str], daemon: bool) -> None:
                opened.extend(args)

            def start(self) -> None:
                pass

        async def serve(
            listening: object, sessions: int, announce: object, make_site: object, **more: object
        ) -> None:
            announce("http://127.0.0.1:1/?token=secret", Path("/x/open.html"))  # type: ignore[operator]

        monkeypatch.setattr(command, "Thread", Thread)
        monkeypatch.setattr(command, "_has_windows", lambda: True)
        monkeypatch.setattr(server, "serve", serve)
        from gipf_meta.cli import run

        assert run(["serve"]) == 0
        assert opened == ["file:///x/open.html"]
        assert "token=secret" in capsys.readouterr().out

    async def test_only_its_user_reads_the_file_and_it_goes_with_the_first_visit(self) -> None:
        async with running() as served, AsyncExitStack() as stack:
            file = served.redirect
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
            assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
            page = file.read_text()
            assert f'content="0; url={served.url}"' in page
            assert '<meta name="referrer" content="no-referrer">' in page
            await enter(served, stack)
            assert not file.exists()
        assert not file.parent.exists()

    async def test_who_comes_from_the_file_is_led_on_by_a_page_that_sends_the_cookie(self) -> None:
        async with running() as served, AsyncExitStack() as stack:
            visitor = await enter(served, stack)
            visitor.client.cookie_jar.clear()
            answer = await visitor.get(visitor.url.path_qs, **{"Sec-Fetch-Site": "cross-site"})
            assert answer.status == 200
            text = await answer.text()
            assert 'content="0; url=/"' in text
            assert served.url.query["token"] not in text
            assert (await visitor.get("/")).status == 200

    async def test_nothing_that_is_said_has_the_token(self) -> None:
        async with running() as served:
            token = served.url.query["token"]
            for path in (f"/x?token={token}", f"/?token={token}x", f"/\x80{token}"):
                await ask(served.url, f"GET {path} HTTP/1.1\r\nHost: {{host}}\r\n\r\n".encode())
            assert served.said
            assert token not in "".join(served.said)


class TestAServerThatWasKilled:
    def test_its_folder_is_removed_by_the_next(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
        code = (
            "import os, tempfile; from gipf_meta.web.access import open_folder;"
            f"tempfile.tempdir = {str(tmp_path)!r}; folder = open_folder(1);"
            "(folder.__enter__() / 'x').touch(); os._exit(9)"
        )
        done = subprocess.run([sys.executable, "-c", code], check=False)
        assert done.returncode == 9
        (left,) = tmp_path.iterdir()
        monkeypatch.setattr(access, "_is_unused", lambda port: port == 1)
        with open_folder(2) as mine:
            assert list(tmp_path.iterdir()) == [mine]
            assert not left.exists()
        assert list(tmp_path.iterdir()) == []

    def test_folders_of_running_servers_and_of_others_stay(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
        with socket.create_server(("127.0.0.1", 0)) as listening:
            port = listening.getsockname()[1]
            with open_folder(port) as theirs:
                others = [tmp_path / name for name in ("gipf-meta-x", "gipf-meta-1-short", "y")]
                for other in others:
                    other.mkdir()
                link = tmp_path / "gipf-meta-1-abcdefgh"
                link.symlink_to(others[0])
                with open_folder(2) as mine:
                    assert set(tmp_path.iterdir()) == {theirs, mine, link, *others}
