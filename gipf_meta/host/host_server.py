"""The server for many people: its parts, and how it runs until a signal ends it."""

from __future__ import annotations

import asyncio
import gc
import secrets
import socket
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TextIO

from gipf_meta.base.clock import Clock, RealClock
from gipf_meta.desk.context import new_room_id
from gipf_meta.host.admission import HostDoor, address_in_network, socket_addresses
from gipf_meta.host.database import Database
from gipf_meta.host.database_clock import DatabaseClock
from gipf_meta.host.database_ledger import MeasuredLedger
from gipf_meta.host.database_news import News
from gipf_meta.host.desks import MOST_BROUGHT, Desks
from gipf_meta.host.gauges import LAG_MS, DatabaseSize, LoopLag, watch_host
from gipf_meta.host.group_commit import GroupScheduler
from gipf_meta.host.host_hub import HostHub, reload_lost_rooms
from gipf_meta.host.limits import HostBudget, Limits
from gipf_meta.host.metrics import Failures, Figures, Log, host_failed, make_log, writing_to
from gipf_meta.host.people import DatabasePeople
from gipf_meta.host.process import Process, SharedPresence
from gipf_meta.host.room_lists import Lists, LiveLists
from gipf_meta.host.site import Guests, HostSite
from gipf_meta.host.thumbnails import TablesWithBoards
from gipf_meta.plugins.loading import Installed
from gipf_meta.web.connections import Connections, Notices
from gipf_meta.web.door import application_of, headers_of
from gipf_meta.web.driver import Driver, MakeThinkers
from gipf_meta.web.pending_messages import OpeningElsewhere
from gipf_meta.web.replays import Replays
from gipf_meta.web.server import running, signalled
from gipf_meta.web.thought_queue import ThreadThinkers

SPARE: Final = 500
"""Connections beside those of open pages: of pages that load, and those without a request yet."""
LAST_S: Final = 5.0
"""Seconds for which the end waits for processes that are just beginning."""
END_S: Final = 15.0
"""The most seconds that the end takes: all sockets are closed, and bots are ended."""
IDLE_S: Final = 1.0
"""Seconds between two looks for idle rooms, which leave memory."""
LISTS_S: Final = 1.0
"""Seconds between two updates of the lists of tables on open pages."""
COLLECT: Final = (5_000, 10, 1_000)
"""The thresholds of the garbage collector: a full collection once in many minutes.

It stops the server, for 0.3 seconds where 300 matches are open. Cycles of references are rare here,
and everything else is freed without it.
"""
BANS_S: Final = 2.0
"""Seconds between two looks for people who were banned, or have a new key: their pages close."""


@dataclass(frozen=True)
class Host:
    """The configuration of a host: *installed* games, URL of the *database*, *door* and *limits*.

    Bots use at most *patience_ms* for a turn in games where time does not act; ``None``: a number
    of positions limits them.
    *make_thinkers* makes the pool that runs bots, *make_replayers* the pool that replays imported
    matches. *known* is the cache ``Context.known``, which all desks fill and share.
    """

    installed: Installed
    database: str
    door: HostDoor
    limits: Limits = field(default_factory=Limits)
    make_thinkers: MakeThinkers = ThreadThinkers
    make_replayers: MakeThinkers = ThreadThinkers
    patience_ms: int | None = 8_000
    known: dict[tuple[object, ...], Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Served:
    """The parts of a running host, and its *addresses* for people."""

    addresses: list[str]
    hub: HostHub
    driver: Driver
    process: Process
    site: HostSite
    guests: Guests
    figures: Figures
    log: Log


async def serve_host(
    listening: socket.socket,
    host: Host,
    announce: Callable[[list[str]], object],
) -> None:
    """Serves *host* on the socket *listening* until a signal ends it.

    *announce* is called with the addresses as soon as the server answers. Raises ``DatabaseError``.
    """
    async with running_host(listening, host) as served:
        gc.freeze()
        gc.set_threshold(*COLLECT)
        done = signalled(END_S)
        announce(served.addresses)
        await done.wait()
        served.log.info("ending", sockets=served.guests.sockets)
    # the processes of bots that are just beginning cannot be ended before they have begun
    if others := asyncio.all_tasks() - {asyncio.current_task()}:
        await asyncio.wait(others, timeout=LAST_S)
    served.log.info("ended")


@asynccontextmanager
async def running_host(
    listening: socket.socket,
    host: Host,
    clock: Clock | None = None,
    lines: TextIO | None = None,
) -> AsyncIterator[Served]:
    """Runs *host* on the socket *listening*. *clock* is the time of the rooms, by default the
    database's.

    The log is written to *lines*, by default to standard error. Raises ``DatabaseError``.
    """
    steady, figures = RealClock(), Figures()
    name = secrets.token_hex(4)
    log = make_log(name, lines)
    failures = Failures(log, figures, steady)
    connections = Connections(
        steady,
        Notices(steady, writing_to(log)),
        most_known=host.limits.sockets + SPARE,
        most_strangers=SPARE,
        failed=host_failed,
    )
    addresses = addresses_of(listening, host.door)
    connections.headers = headers_of(socket_addresses(addresses))
    budget = HostBudget(host.limits, steady)
    with (
        closing(Database.open(host.database)) as database,
        ThreadPoolExecutor(1, "writer") as writer,
    ):
        clock = clock or DatabaseClock(database)
        people, ledger = DatabasePeople(database), MeasuredLedger(database, figures)
        lists = Lists(database)
        hub = HostHub(
            budget,
            lists,
            figures,
            ledger,
            host.installed.find,
            new_room=new_room_id,
            patience_ms=host.patience_ms,
            most_idle=host.limits.idle_rooms,
            idle_ms=1000 * host.limits.idle_s,
            pauses_alone=False,
            explain=failures.explain,
        )
        tables = TablesWithBoards(lists, hub.rooms)
        guests = Guests(people, budget, addresses[-1])
        replays = Replays(host.make_replayers, host.installed.find, MOST_BROUGHT)
        desks = Desks(
            host.installed,
            hub,
            people,
            tables,
            replays=replays,
            charge_replay=guests.charge_replay,
            explain=failures.explain,
            note_refusal=figures.note_refusal,
            known=host.known,
        )

        async def enforce_bans() -> None:
            site.drop_people(await asyncio.to_thread(people.banned))
            site.drop_old_keys(await asyncio.to_thread(people.renewed))

        driver = Driver(
            hub,
            desks,
            clock,
            failures.note,
            host.make_thinkers,
            host_failed,
            guests,
            partial(
                GroupScheduler, figures, ledger, writer.submit, partial(reload_lost_rooms, hub)
            ),
            partial(OpeningElsewhere, count_events=ledger.count),
        )
        driver.note_refusal = figures.note_refusal
        desks.note_name, desks.answer_later = driver.rename, driver.answer_later
        live_lists = LiveLists(lists, desks)
        desks.note_answers, hub.note_away = live_lists.note_answers, live_lists.forget
        tables.do_in, tables.note_drawn = driver.do_in, live_lists.note

        async def tell_lists() -> None:
            await live_lists.tell(driver.tell)

        def let_go() -> None:
            hub.open_rooms.let_go(clock.now_ms())

        process = Process(
            name,
            database,
            ledger,
            hub,
            driver,
            clock,
            News(database),
            failures.note,
            SharedPresence(database, name),
            clock.measure if isinstance(clock, DatabaseClock) else lambda: None,
            [
                (enforce_bans, BANS_S),
                (tell_lists, LISTS_S),
                (let_go, IDLE_S),
                (LoopLag(figures, steady).measure, LAG_MS / 1000),
            ],
            live_lists.note,
        )
        site = HostSite(
            connections, clock, driver, host.door, guests, budget, figures, process.find_trouble
        )
        size = DatabaseSize(database, steady, failures.note)
        watch_host(figures, hub, guests, connections, process, site, size)
        await process.begin()
        log.info("serving", addresses=addresses, database=database.address)
        application = application_of(site, host.door.guard(connections), connections)
        try:
            async with running(application, connections, listening):
                yield Served(addresses, hub, driver, process, site, guests, figures, log)
        finally:
            replays.close()
            await process.end()


def addresses_of(listening: socket.socket, door: HostDoor) -> list[str]:
    """Returns the URLs of the host: its origins, or else those for this machine and its network."""
    if door.origins:
        return [f"{origin}/" for origin in door.origins]
    address, port = listening.getsockname()[:2]
    if address not in ("0.0.0.0", "::"):
        hosts = [f"[{address}]" if ":" in address else address]
    else:
        hosts = ["127.0.0.1", address_in_network()]
    return [f"http://{host}:{port}/" for host in hosts if host]


def listen(address: str, port: int) -> socket.socket:
    """Opens a listening socket at *port* of *address*. Raises ``OSError``."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    dual = address == "::" and socket.has_dualstack_ipv6()
    return socket.create_server((address, port), family=family, dualstack_ipv6=dual)
