"""Servers that are no hosts: ``join`` says so in one sentence, however they answer."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from gipf_meta.cli import run
from gipf_meta.web.driver import VERSION
from tests.host.hosting import HELLO

DEEP = 100_000
TEXT, BINARY, CLOSE, NONE = 1, 2, 8, 3


def frame(kind: int, content: bytes) -> bytes:
    """A whole frame of a web socket."""
    size = len(content)
    length = bytes([size]) if size < 126 else b"\x7f" + size.to_bytes(8)
    return bytes([0x80 | kind]) + length + content


def said(value: Any) -> bytes:
    return frame(TEXT, json.dumps(value).encode())


ANYWHERE = {
    "nested lists": frame(TEXT, b"[" * DEEP),
    "nested objects": frame(TEXT, b'{"a":' * DEEP),
    "a nested greeting": frame(TEXT, b'{"hello":' + b"[" * DEEP + b"]" * DEEP + b"}"),
    "a binary frame": frame(BINARY, b"{}"),
    "no letters": frame(TEXT, b"\xff\xfe"),
    "half a letter": frame(TEXT, b"\xe2\x82"),
    "a frame of 2^62": bytes([0x80 | TEXT, 127]) + (1 << 62).to_bytes(8) + b"x" * 1000,
    "a frame that is too long": bytes([0x80 | TEXT, 127]) + (1 << 27).to_bytes(8) + b"x" * 1000,
    "a frame of no kind": frame(NONE, b"{}"),
    "a frame with a mask": bytes([0x80 | TEXT, 0x80]) + b"maskmask",
    "a reserved bit": bytes([0xC0 | TEXT, 2]) + b"{}",
    "no JSON": frame(TEXT, b"Hello!"),
    "nothing": frame(TEXT, b""),
    "a list": said([]),
    "null": said(None),
    "a number": said(7),
    "a long number": frame(TEXT, b"9" * 5_000),
    "nothing that hosts say": said({"what": 1}),
    "two things at once": said({"notice": "a", "go": "room/1"}),
    "a greeting that is none": said({"hello": 3}),
    "a greeting without a person": said({"hello": {"version": VERSION}}),
    "a greeting with a numbered person": said({"hello": {**HELLO, "person": 3}}),
    "a refusal without a reason": said({"refused": "hello"}),
    "a refusal with a list": said({"refused": "hello", "why": ["no"]}),
    "a numbered command": said({"done": 3, "number": 1}),
    "a number in words": said({"done": "x", "number": "1"}),
    "nobody who is there": said({"present": 1}),
    "half of who is there": said({"present": {"room": "r", "players": 3}}),
    "no lag": said({"lag": {}}),
    "no screen": said({"screen": [1, 2]}),
    "a screen of nothing": said({"screen": {"name": "launcher", "title": "", "parts": [{"a": 1}]}}),
    "settings of nobody": said({"settings": {}}),
    "an event that is none": said({"event": 1, "room": "r", "number": 1, "at_ms": 1}),
    "an unknown event": said({"event": "flown", "room": "r", "number": 1, "at_ms": 1}),
    "an event without a number": said({"event": "played", "room": "r", "number": "1", "at_ms": 1}),
    "a file that is none": said({"file": {"id": "x"}}),
}  # fmt: skip
CLOSED = {
    "closed": frame(CLOSE, b""),
    "closed with a reason": frame(CLOSE, (1011).to_bytes(2) + b"no"),
    "closed with half a letter": frame(CLOSE, (1000).to_bytes(2) + b"\xe2\x82"),
    "cut": b"",
    "cut in a frame": frame(TEXT, b"{}" * 100)[:20],
}
NO_SOCKET = {
    "no page": b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
    "a page": b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi",
    "another place for ever": b"HTTP/1.1 302 Found\r\nLocation: /socket\r\n"
    b"Content-Length: 0\r\n\r\n",
    "another key": b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Accept: x\r\n\r\n",
    "no HTTP": b"SSH-2.0-OpenSSH_9.2\r\n",
    "bytes": bytes(range(256)),
    "a line without end": b"HTTP/1.1 101 " + b"x" * 100_000,
    "nothing": b"",
}


class FakeHost:
    """Sends *head* to each client, or opens a socket and sends *answers*, one to each frame."""

    def __init__(self) -> None:
        self.head: bytes | None = None
        self.answers: tuple[bytes, ...] = ()
        self.loop = asyncio.new_event_loop()
        self.server = self.loop.run_until_complete(
            asyncio.start_server(self._serve, "127.0.0.1", 0)
        )
        self.port: int = self.server.sockets[0].getsockname()[1]
        self.thread = Thread(target=self.loop.run_forever)
        self.thread.start()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = await reader.readuntil(b"\r\n\r\n")
        key = re.search(rb"(?i)sec-websocket-key: (\S+)", asked)
        assert key is not None
        guid = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        accepted = base64.b64encode(hashlib.sha1(key[1] + guid).digest())
        writer.write(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Accept: " + accepted + b"\r\n\r\n"
            if self.head is None
            else self.head
        )
        if self.head is None:
            for answer in self.answers:
                await reader.read(1 << 16)
                writer.write(answer)
        writer.close()

    def close(self) -> None:
        """Serves no more."""
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.server.close()
        self.loop.run_until_complete(self.loop.shutdown_asyncgens())
        self.loop.close()


@pytest.fixture(scope="module")
def host() -> Iterator[FakeHost]:
    fake = FakeHost()
    yield fake
    fake.close()


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", StringIO())


def refusal(host: FakeHost, capsys: pytest.CaptureFixture[str]) -> str:
    """Returns the one sentence of ``join`` about *host*."""
    assert run(["join", f"http://127.0.0.1:{host.port}", "--plain"]) == 2
    (sentence,) = capsys.readouterr().err.splitlines()
    return sentence


@pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("what", NO_SOCKET)
def test_where_no_socket_is_opened_a_sentence_says_so(
    host: FakeHost, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    host.head = NO_SOCKET[what]
    assert "There is no host at" in refusal(host, capsys)


@pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("what", [*ANYWHERE, *CLOSED])
def test_a_greeting_that_no_host_says_is_refused_in_a_sentence(
    host: FakeHost, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    host.head, host.answers = None, ({**ANYWHERE, **CLOSED}[what],)
    assert "There is no host at" in refusal(host, capsys)


@pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("what", ANYWHERE)
def test_what_no_host_says_later_ends_the_line_with_a_sentence(
    host: FakeHost, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    host.head, host.answers = None, (said({"hello": HELLO}), ANYWHERE[what])
    assert "cannot be understood here" in refusal(host, capsys)


def test_a_refusal_is_told(host: FakeHost, capsys: pytest.CaptureFixture[str]) -> None:
    host.head, host.answers = None, (said({"refused": "hello", "why": "Nobody comes in."}),)
    assert "The host refuses: Nobody comes in." in refusal(host, capsys)
