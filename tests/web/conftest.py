"""Fixtures: servers of the page, their visitors, and browsers."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from aiohttp import ClientResponse, ClientSession, ClientWebSocketResponse, CookieJar
from yarl import URL

from gipf_meta.base.clock import Clock, StillClock
from gipf_meta.web.access import ADDRESS
from gipf_meta.web.connections import Connections
from gipf_meta.web.door import Site
from gipf_meta.web.server import serve
from tests.budget import DEAREST, Dearest
from tests.tiers import slow
from tests.web.browsers import Browser, Driver, Page, find_missing
from tests.web.sites import in_memory

HAS_FAILED = pytest.StashKey[bool]()
"""Whether a test has failed so far."""


@pytest.fixture(scope="session")
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    """The driver of the browsers of all tests; the first test that needs a browser starts it.

    Its cost is known when it ends, and does not count for the test that happens to be last.
    """
    missing = find_missing()
    if missing:
        pytest.skip(missing)
    driver = Driver()
    yield driver
    dearest = request.config.pluginmanager.get_plugin(DEAREST)
    assert isinstance(dearest, Dearest)
    with dearest.apart("the browsers of all tests"):
        driver.stop()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Notes whether a test has failed, for the fixtures that clean up after it."""
    item.stash[HAS_FAILED] = call.excinfo is not None
    return (yield)


@pytest.fixture(params=slow("chromium", "firefox"))
def browser(request: pytest.FixtureRequest, driver: Driver) -> Iterator[Browser]:
    """Each browser in turn; a page that has logged an error fails the test.

    A test that has failed already left its page while the server went: it says only why it failed.
    """
    browser = Browser(driver, request.param)
    yield browser
    browser.close()
    if not request.node.stash[HAS_FAILED]:
        browser.check_errors()


@pytest.fixture
def page(browser: Browser) -> Page:
    """A page of a new person, in each browser in turn."""
    return browser.new_page()


@dataclass
class Visitor:
    """Somebody with a browser of his own."""

    url: URL
    client: ClientSession

    async def get(self, path: str, **headers: str) -> ClientResponse:
        """Asks for a page of the server, and follows nothing."""
        url = self.url.join(URL(path))
        answer = await self.client.get(url, headers=headers, allow_redirects=False)
        await answer.read()
        return answer

    async def enter(self) -> ClientResponse:
        """Comes in with the token."""
        return await self.get(self.url.path_qs)

    async def connect(self, **headers: str) -> ClientWebSocketResponse:
        """Opens a socket as the page does."""
        url = self.url.join(URL("/socket"))
        told = {"Origin": str(self.url.origin()), **headers}
        return await self.client.ws_connect(url, headers=told)


@dataclass
class Served:
    """A running server: its address, its page that leads there, its clock, what it has said."""

    url: URL
    redirect: Path
    clock: StillClock
    said: list[str]


@asynccontextmanager
async def running(
    sessions: int = 4,
    make_site: Callable[[Connections, Clock], Site] | None = None,
    clock: Clock | None = None,
    port: int = 0,
    library: Path | None = None,
) -> AsyncIterator[Served]:
    """A server whose clock stands still, unless a *clock* is given, at *port*, or a free one; it
    serves small games that are kept in memory, or what *make_site* makes. It is found for
    *library*."""
    told: asyncio.Future[tuple[str, Path]] = asyncio.get_running_loop().create_future()
    still, said = StillClock(), list[str]()

    def announce(url: str, redirect: Path) -> None:
        told.set_result((url, redirect))

    with socket.create_server((ADDRESS, port)) as listening:
        make = make_site or in_memory(sessions)
        serving = asyncio.create_task(
            serve(listening, sessions, announce, make, clock or still, said.append, library)
        )
        try:
            url, redirect = await told
            yield Served(URL(url), redirect, still, said)
        finally:
            serving.cancel()
            await asyncio.wait({serving})


@asynccontextmanager
async def served(sessions: int = 4) -> AsyncIterator[URL]:
    """A server, by the address that it has told."""
    async with running(sessions) as server:
        yield server.url


@asynccontextmanager
async def visited(sessions: int = 4) -> AsyncIterator[Visitor]:
    """A server, and a client that has no access yet."""
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as client, served(sessions) as url:
        yield Visitor(url, client)


@asynccontextmanager
async def entered(sessions: int = 4) -> AsyncIterator[Visitor]:
    """A server, and a client with access."""
    async with visited(sessions) as visitor:
        await visitor.enter()
        yield visitor


async def answers(socket: ClientWebSocketResponse) -> bool:
    """Returns whether the hello of a page is accepted."""
    await socket.send_json({"do": "hello", "version": 1, "language": "en"})
    return "hello" in await socket.receive_json()
