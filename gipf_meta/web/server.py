"""The server of the page: its parts, and how it runs until a signal ends it."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, TypeAlias

from aiohttp import web

from gipf_meta.base.clock import CalendarClock, Clock
from gipf_meta.base.signals import END_S, call_on_end_signals
from gipf_meta.desk.context import Context, new_room_id
from gipf_meta.desk.desk import Desk
from gipf_meta.hub.audience import OWNER
from gipf_meta.hub.hub import Hub
from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Library
from gipf_meta.plugins.loading import Installed
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.web.access import Access, open_folder
from gipf_meta.web.connections import Connection, Connections, Notices, most_known_of
from gipf_meta.web.door import Door, Site, headers_of
from gipf_meta.web.driver import Driver
from gipf_meta.web.kept_ledger import KeptLedger
from gipf_meta.web.page_site import PageSite
from gipf_meta.web.replays import OwnDesk, Replays, in_own_processes
from gipf_meta.web.running_server import registered
from gipf_meta.web.tasks import Tasks
from gipf_meta.web.thought_queue import ThreadThinkers

MakeSite: TypeAlias = Callable[[Connections, Clock], Site]
"""Makes a site from the connections of the server and its clock."""

SWEEP_S = 1.0
"""Seconds between two looks for connections whose timeout has passed."""


def _write_notice(sentence: str) -> None:
    """Writes *sentence* where the server was started, if that terminal is still there."""
    with suppress(OSError, ValueError):
        print(f"gipf-meta: {sentence}", file=sys.stderr, flush=True)


async def serve(
    listening: socket.socket,
    sessions: int,
    announce: Callable[[str, Path], object],
    make_site: MakeSite,
    clock: Clock | None = None,
    write: Callable[[str], object] = _write_notice,
    library: Path | None = None,
) -> None:
    """Serves on the socket *listening*, to at most *sessions* tabs, until a signal ends it.

    *announce* is called as soon as the server answers, with its address and with a page that leads
    there. *clock* measures the timeouts of connections; *write* gets the notices of the server.
    Another command finds the server if it serves *library*.
    """
    clock = clock or CalendarClock()
    port = listening.getsockname()[1]
    with open_folder(port) as folder, ExitStack() as stack:
        access = Access(port)
        connections = Connections(clock, Notices(clock, write), most_known_of(sessions))
        site = make_site(connections, clock)
        connections.headers = headers_of(f"ws://{host}" for host in access.hosts)
        found = nullcontext() if library is None else registered(access, sessions, library)
        again = stack.enter_context(found)
        door = Door(access, folder, connections, site, again)
        async with running(door.application(), connections, listening):
            done = signalled()
            announce(access.url, door.redirect)
            await done.wait()


def signalled(end_s: float = END_S) -> asyncio.Event:
    """Returns an event that a signal to end sets; the program then has *end_s* seconds."""
    done = asyncio.Event()
    call_on_end_signals(done.set, end_s)
    return done


@asynccontextmanager
async def running(
    application: web.Application, connections: Connections, listening: socket.socket
) -> AsyncIterator[None]:
    """Runs *application* on the socket *listening* within the block."""
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(connections.note_trouble)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=5)
    await runner.setup()
    assert runner.server is not None
    manager = runner.server
    tasks = Tasks(connections.note_failure)
    tasks.repeat(connections.drop_overdue, SWEEP_S)
    accepting = await loop.create_server(
        lambda: Connection(connections, manager), sock=listening, backlog=64
    )
    try:
        yield
    finally:
        accepting.close()
        await tasks.end()
        await runner.cleanup()


def page_site_of(
    sessions: int,
    installed: Installed,
    library: Library | None,
    settings: Settings,
    known: dict[tuple[object, ...], Any] | None = None,
) -> MakeSite:
    """Returns a function that makes the site of the page, for at most *sessions* tabs.

    Without *library* matches last as long as the server. *known* is the cache ``Context.known``,
    which the desk reads and fills.
    """
    found = {} if known is None else known

    def make(connections: Connections, clock: Clock) -> PageSite:
        new_room = new_room_id if library is None else lambda: str(library.reserve_number())
        hub = _hub_of(installed, library, settings, clock, new_room)
        replays = Replays(in_own_processes, installed.find, None)
        desk = OwnDesk(
            Desk(Context(installed, library, settings, hub, new_room, known=found)), replays
        )
        driver = Driver(hub, desk, clock, connections.note_failure, ThreadThinkers)
        desk.answer_later = driver.answer_later
        return PageSite(sessions, connections, clock, driver, replays.close)

    return make


def _hub_of(
    installed: Installed,
    library: Library | None,
    settings: Settings,
    clock: Clock,
    new_room: Callable[[], str],
) -> Hub:
    """Returns the hub of the rooms; a match of the library that nobody watches is released to other
    programs."""
    ms = settings.patience_ms
    if library is None:
        return Hub(MemoryLedger(), installed.find, new_room=new_room, patience_ms=ms)
    ledger = KeptLedger(library, installed.find, clock, OWNER)
    return Hub(ledger, installed.find, new_room=new_room, patience_ms=ms, most_idle=0)
