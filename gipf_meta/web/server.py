"""The server: it runs a site behind the door until a signal ends it."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TypeAlias

from aiohttp import web

from gipf_meta.base.clock import CalendarClock, Clock
from gipf_meta.base.signals import call_on_end_signals, call_on_hang_up
from gipf_meta.web.access import Access
from gipf_meta.web.connections import Connection, Connections, most_known_of
from gipf_meta.web.door import Door, Site, headers_of
from gipf_meta.web.folder import open_folder
from gipf_meta.web.notices import Notices

MakeSite: TypeAlias = Callable[[Connections, Clock], Site]
"""Makes a site; it gets a folder of the server, its connections and its clock."""

SWEEP_S = 1.0
"""Seconds between two looks for connections that are overdue."""


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
) -> None:
    """Serves on the socket *listening*, to at most *sessions* tabs, until a signal ends it.

    *announce* is called as soon as the server answers, with its address and with a page that leads
    there. *clock* tells how long connections idle; *write* gets what the server has to say.
    """
    clock = clock or CalendarClock()
    port = listening.getsockname()[1]
    with open_folder(port) as folder:
        access = Access(port)
        connections = Connections(clock, Notices(clock, write), most_known_of(sessions))
        site = make_site(connections, clock)
        connections.headers = headers_of(f"ws://{host}" for host in access.hosts)
        door = Door(access, folder, connections, site)
        async with running(door.application(), connections, listening):
            done = signalled()
            announce(access.url, door.redirect)
            await done.wait()


def signalled() -> asyncio.Event:
    """What is set as soon as a signal ends the program."""
    done = asyncio.Event()
    call_on_end_signals(done.set)
    call_on_hang_up(done.set)
    return done


@asynccontextmanager
async def running(
    application: web.Application, connections: Connections, listening: socket.socket
) -> AsyncIterator[None]:
    """Runs *application* on the socket *listening*, and closes it at the end."""
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(connections.note_trouble)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=5)
    await runner.setup()
    assert runner.server is not None
    manager = runner.server
    sweeping = asyncio.create_task(_drop_overdue(connections))
    accepting = await loop.create_server(
        lambda: Connection(connections, manager), sock=listening, backlog=64
    )
    try:
        yield
    finally:
        accepting.close()
        sweeping.cancel()
        await runner.cleanup()


async def _drop_overdue(connections: Connections) -> None:
    """Looks for overdue connections for ever."""
    while True:
        await asyncio.sleep(SWEEP_S)
        connections.drop_overdue()
