"""The proxies' files of the docs lead all sockets of a room to one process; it may be killed.

Tried with HTTPS and two processes where Caddy or nginx is installed, which is skipped elsewhere:
``pytest tests/host/test_proxies.py -s`` prints what was measured.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
from aiohttp import ClientError, ClientSession, ClientTimeout, TCPConnector
from yarl import URL

from gipf_meta.base.clock import RealClock
from gipf_meta.host.database import Database
from tests.host.playing import AWAY_S, Match, connected, open_matches, read
from tests.program import variables
from tests.web.hosting import free_port

DOCS: Final = Path(__file__).parents[2] / "docs"
CADDY, NGINX = DOCS / "proxies/Caddyfile", DOCS / "proxies/nginx.conf"
SITE: Final = "games.example"
NAMED: Final = ("10.0.0.11:8064", "10.0.0.12:8064")
"""The two processes as the files name them."""
ROOMS: Final = 16
LIMIT_S: Final = 150.0
"""The longest time until rooms go back to a process that has come again."""
LONGEST_MS: Final = 3_000
"""The longest time until a room is shown again whose process was killed."""
CADDY_HERE: Final = "{\n    admin off\n    auto_https off\n}\n"


@pytest.mark.parametrize("file", [CADDY, NGINX])
def test_the_docs_show_the_files(file: Path) -> None:
    shown = re.findall(r"^```text\n(.*?)^```$", (DOCS / "host.md").read_text("utf-8"), re.M | re.S)
    assert file.read_text("utf-8") in shown


@dataclass
class Hosts:
    """Two processes of a host with one database in *folder*, by their addresses."""

    folder: Path
    urls: tuple[URL, URL]
    origin: str
    running: dict[URL, Process]

    async def start(self, url: URL) -> None:
        """Starts the process at *url*; it answers as soon as this returns."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "gipf_meta", "host", "--address", str(url.host)),
            *("--port", str(url.port), "--folder", str(self.folder)),
            *("--origin", self.origin, "--behind-proxy"),
            stdout=PIPE,
            stderr=DEVNULL,
            env=variables(self.folder, ""),
        )
        assert process.stdout is not None
        await process.stdout.readline()
        self.running[url] = process

    async def kill(self, url: URL) -> None:
        """Kills the process at *url*."""
        self.running[url].kill()
        await self.running.pop(url).wait()

    async def rooms(self, client: ClientSession) -> list[int]:
        """The number of rooms that each process has in memory; of a dead one, 0."""
        return [await _rooms_at(client, url) if url in self.running else 0 for url in self.urls]


async def _rooms_at(client: ClientSession, url: URL) -> int:
    async with client.get(url / "metrics") as answer:
        (number,) = re.findall(r"^gipf_meta_rooms (\S+)$", await answer.text(), re.M)
        return int(float(number))


def caddy(folder: Path, port: int) -> tuple[str, list[str]]:
    """Returns Caddy's file, changed for a trial here, and the command that runs it."""
    here = f"https://localhost:{port} {{\n    bind 127.0.0.1\n    tls {folder}/c.pem {folder}/k.pem"
    text = CADDY.read_text("utf-8").replace(f"{SITE} {{", here)
    return CADDY_HERE + text, ["caddy", "run", "--adapter", "caddyfile", "--config"]


def nginx(folder: Path, port: int) -> tuple[str, list[str]]:
    """Returns nginx's file, changed for a trial here, and the command that runs it."""
    text = NGINX.read_text("utf-8").replace("listen 443", f"listen 127.0.0.1:{port}")
    text = re.sub(r"/etc/\S+/fullchain\.pem", f"{folder}/c.pem", text)
    text = re.sub(r"/etc/\S+/privkey\.pem", f"{folder}/k.pem", text)
    text = text.replace("http {", "http {\n    access_log off;", 1).replace(SITE, "localhost")
    about = f"daemon off; pid {folder}/nginx.pid; error_log stderr;"
    return text, ["nginx", "-p", str(folder), "-g", about, "-c"]


@asynccontextmanager
async def proxied(
    folder: Path, make: Callable[[Path, int], tuple[str, list[str]]]
) -> AsyncIterator[tuple[Hosts, URL]]:
    """Two processes, and a proxy before them with a file of the docs."""
    site = URL(f"https://localhost:{free_port()}")
    urls = URL(f"http://127.0.0.1:{free_port()}"), URL(f"http://127.0.0.1:{free_port()}")
    assert site.port is not None
    text, command = make(folder, site.port)
    for named, url in zip(NAMED, urls, strict=True):
        assert named in text
        text = text.replace(named, str(url.authority))
    (folder / "proxy").write_text(text, "utf-8")
    hosts = Hosts(folder, urls, str(site.origin()), {})
    env = {**variables(folder, ""), "HOME": str(folder)}
    try:
        for url in urls:
            await hosts.start(url)
        proxy = await asyncio.create_subprocess_exec(
            *command, str(folder / "proxy"), stdout=DEVNULL, stderr=DEVNULL, env=env
        )
        try:
            yield hosts, site
        finally:
            proxy.terminate()
            await proxy.wait()
    finally:
        for process in hosts.running.values():
            process.terminate()
            await process.wait()


async def come(
    stack: AsyncExitStack, client: ClientSession, site: URL, match: Match, key: str
) -> None:
    """Comes to the room of *match* by a socket at its address, until the room is shown."""
    while True:
        coming = AsyncExitStack()
        try:
            about = client, site, key, match.room
            socket, _person = await coming.enter_async_context(connected(*about))
            watch = {"do": "watch", "id": "w", "room": match.room, "since": 0, "want": "events"}
            await socket.send_json(watch)
            while (await read(socket)).get("done") != "w":
                pass
        except (ClientError, ConnectionError, KeyError, TimeoutError):
            await coming.aclose()
            await asyncio.sleep(AWAY_S)
        else:
            stack.push_async_callback(coming.aclose)
            return


async def try_out(folder: Path, make: Callable[[Path, int], tuple[str, list[str]]]) -> None:
    with closing(Database.open(f"sqlite:///{folder / 'rooms.sqlite'}")) as database:
        matches = open_matches(database, ["zertz"] * ROOMS, 1)
    clock = RealClock()
    async with (
        proxied(folder, make) as (hosts, site),
        ClientSession(
            connector=TCPConnector(limit=0, ssl=False), timeout=ClientTimeout(5)
        ) as client,
    ):

        async def all_come(stack: AsyncExitStack) -> int:
            begun_ms = clock.now_ms()
            keys = [(match, key) for match in matches for key in (*match.secrets, match.watcher)]
            await asyncio.gather(*(come(stack, client, site, match, key) for match, key in keys))
            return clock.now_ms() - begun_ms

        async with AsyncExitStack() as stack:
            came_ms = await all_come(stack)
            first = await hosts.rooms(client)
            await hosts.kill(hosts.urls[0])
            again_ms = await all_come(stack)
            killed = await hosts.rooms(client)
        await hosts.start(hosts.urls[0])
        back = [0]
        async with asyncio.timeout(LIMIT_S):
            while back[0] < first[0]:  # until the proxy knows that it is there again
                async with AsyncExitStack() as stack:
                    back_ms = await all_come(stack)
                    back = await hosts.rooms(client)
        print(f"\n{make.__name__}: rooms {first}, {came_ms} ms; killed: {killed}, {again_ms} ms;")
        print(f"there again: {back}, {back_ms} ms")  # the other one has them for a minute
    assert sum(first) == ROOMS
    assert min(first) > 0
    assert killed == [0, ROOMS]
    assert again_ms < LONGEST_MS
    assert back[0] == first[0]


@pytest.mark.slow
@pytest.mark.needs("zertz")
@pytest.mark.parametrize("make", [caddy, nginx])
def test_a_proxy_leads_a_room_to_one_process_and_on_when_that_is_killed(
    tmp_path: Path, make: Callable[[Path, int], tuple[str, list[str]]]
) -> None:
    """Rooms go back to a process that comes again, as their pages reconnect."""
    if shutil.which(make.__name__) is None:
        pytest.skip(f"Install {make.__name__} to try its file with two processes.")
    key = ["openssl", "req", "-x509", "-nodes", "-days", "1", "-newkey", "rsa:2048"]
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    files = ["-keyout", tmp_path / "k.pem", "-out", tmp_path / "c.pem"]
    subprocess.run([*key, *names, *files], check=True, capture_output=True)
    asyncio.run(try_out(tmp_path, make))
