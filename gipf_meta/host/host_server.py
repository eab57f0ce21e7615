"""The server for many people: it runs until a signal ends it, and answers what it has heard."""

from __future__ import annotations

import asyncio
import gc
import secrets
import socket
from collections.abc import AsyncIterator, Callable, Collection
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
from gipf_meta.host.desks import MOST_BROUGHT, Desks
from gipf_meta.host.group_commit import GroupScheduler, News
from gipf_meta.host.host_hub import HostHub, begin_anew
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
"""Connections beside those of open pages: pages that are loading, and who has sent nothing yet."""
LAST_S: Final = 5.0
"""Seconds for which the end waits for what is just beginning."""
END_S: Final = 15.0
"""Seconds that the end takes at most: all pages are told of it, and bots are ended."""
IDLE_S: Final = 1.0
"""Seconds between two looks for rooms that leave memory."""
LISTS_S: Final = 1.0
"""Seconds until lists of tables on open pages are those of now."""
COLLECT: Final = (5_000, 10, 1_000)
"""When the collector of garbage works: it looks at all that is in memory once in many minutes.

While it does, nobody is answered, for 0.3 seconds where 300 matches are open. What holds each other
is rare here, and all else is freed without it.
"""
BANS_S: Final = 1.0
"""Seconds until the pages of somebody who is banned, or has another key now, are closed."""


@dataclass(frozen=True)
class Host:
    """What is served to whom: *installed* games, from *database*, behind *door*, within *limits*.

    Bots use at most *patience_ms* for a turn where time does not act. *make_replayers* makes what
    tells matches again that people bring, as *make_thinkers* does for bots. *known* is what screens
    have found of the games, as ``Context`` keeps it, and gets what they find.
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
    """What a running host is made of, and the *addresses* where people find it."""

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

    *announce* is called with its addresses as soon as the server answers. Raises ``DatabaseError``.
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
    """Runs *host* on the socket *listening*. *clock* says when something happens in the rooms; by
    default, the database does.

    The log is written to *lines*, by default where errors are. Raises ``DatabaseError``.
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
    with closing(Database.open(host.database)) as database:
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
            known=host.known,
        )

        def forget(lost: Collection[str]) -> None:
            site.drop(begin_anew(hub, lost))

        async def enforce_bans() -> None:
            site.drop_people(await asyncio.to_thread(people.banned))
            site.drop_others(await asyncio.to_thread(people.renewed))

        driver = Driver(
            hub,
            desks,
            clock,
            failures.note,
            host.make_thinkers,
            host_failed,
            guests,
            partial(GroupScheduler, figures, ledger.together, forget),
            partial(OpeningElsewhere, count_events=ledger.count),
        )
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
            [(enforce_bans, BANS_S), (tell_lists, LISTS_S), (let_go, IDLE_S)],
            live_lists.note,
        )
        site = HostSite(
            connections, clock, driver, host.door, guests, budget, figures, process.find_trouble
        )
        figures.watch("rooms", "Rooms in memory.", lambda: len(hub.open_rooms))
        figures.watch("sockets", "Open pages.", lambda: guests.sockets)
        figures.watch("connections", "Connections, those of pages too.", lambda: len(connections))
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
    """Where people find the host: for this machine, and for its network."""
    if door.origins:
        return [f"{origin}/" for origin in door.origins]
    address, port = listening.getsockname()[:2]
    if address not in ("0.0.0.0", "::"):
        hosts = [f"[{address}]" if ":" in address else address]
    else:
        hosts = ["127.0.0.1", address_in_network()]
    return [f"http://{host}:{port}/" for host in hosts if host]


def listen(address: str, port: int) -> socket.socket:
    """A socket at *port* of *address*. Raises ``OSError``."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    dual = address == "::" and socket.has_dualstack_ipv6()
    return socket.create_server((address, port), family=family, dualstack_ipv6=dual)
