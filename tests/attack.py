"""One attacker at a host, as ``python -m tests.load --attacked`` lets him in beside live matches.

He does again and again, on ten sockets, the worst that is known: long messages of small values and
of one text, links to the longest matches that may be brought and to longer ones, pings without end.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from itertools import count
from typing import Any, Final

from aiohttp import ClientError, ClientSession, ClientWebSocketResponse
from yarl import URL

from gipf_meta.host.serving.desks import MOST_BROUGHT
from tests.punct.long_match import long_match

SOCKETS: Final = 10
"""The sockets of the attacker, all of one person."""
PAUSE_S: Final = 0.01
"""Seconds between two messages on a socket: far more than a page may send."""


def worst_messages() -> list[str]:
    """The attacker's messages, one after the other."""
    longest, too_long = long_match(MOST_BROUGHT), long_match(19_900)
    file = {"file": "\\" * 120_000}
    shared = {"do": "open", "id": "x", "screen": "shared_match"}
    texts = [
        "[" + "[]," * 80_000 + "[]]",
        '{"do":"open","about":[' + "[]," * 80_000 + "[]]}",
        json.dumps({"do": "submit", "id": "x", "screen": "open_match", "values": file}),
        json.dumps({**shared, "about": {"match": too_long}}),
        json.dumps({**shared, "about": {"match": longest}}),
        json.dumps({"do": "play", "room": "x", "id": "x", "text": "x" * 4_000}),
    ]
    submitted = {"do": "submit", "screen": "shared_match", "about": {"match": longest}}
    return [*texts, json.dumps({**submitted, "id": "y", "values": {}})]


async def attack(client: ClientSession, url: URL, texts: list[str]) -> None:
    """Attacks the host at *url* with those *texts* until the task is cancelled."""
    async with await _come(client, url) as socket:
        secret = (await socket.receive_json())["hello"]["secret"]
    await asyncio.gather(*(_stay(client, url, secret, texts, n) for n in range(SOCKETS)))


async def _stay(
    client: ClientSession, url: URL, secret: str, texts: list[str], number: int
) -> None:
    """Sends the *texts* again and again, and comes back whenever the socket is closed."""
    while True:
        with suppress(ClientError, ConnectionError):
            async with await _come(client, url, secret=secret) as socket:
                reading = asyncio.create_task(_read(socket))
                try:
                    for n in count(number):
                        await socket.send_str(texts[n % len(texts)])
                        for _ in range(100):
                            await socket.ping()
                        await asyncio.sleep(PAUSE_S)
                finally:
                    reading.cancel()
        await asyncio.sleep(PAUSE_S)


async def _come(client: ClientSession, url: URL, **who: Any) -> ClientWebSocketResponse:
    """A socket on which the attacker has said hello."""
    headers = {"Origin": str(url.origin())}
    socket = await client.ws_connect(url / "socket", headers=headers, max_msg_size=0)
    await socket.send_json({"do": "hello", "version": 1, "language": "en", **who})
    return socket


async def _read(socket: ClientWebSocketResponse) -> None:
    async for _message in socket:
        pass
