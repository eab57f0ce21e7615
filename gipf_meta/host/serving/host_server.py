"""The server for many people: its parts, and how it runs until a signal ends it."""

from __future__ import annotations

import asyncio
import gc
import secrets
import socket
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TextIO

from aiohttp import web

from gipf_meta.base.clock import Clock, RealClock
from gipf_meta.desk.context import new_room_id
from gipf_meta.host.acquaintances import DatabaseAcquaintances
from gipf_meta.host.admission import HostDoor, address_in_network, socket_addresses
from gipf_meta.host.database import Database
from gipf_meta.host.database_clock import DatabaseClock
from gipf_meta.host.database_ledger import MeasuredLedger
from gipf_meta.host.database_news import News
from gipf_meta.host.deletion import DeletionFile, Deletions
from gipf_meta.host.doors import Doors
from gipf_meta.host.followed_waiting import FollowedWaiting, PageNews
from gipf_meta.host.group_commit import GroupScheduler
from gipf_meta.host.host_hub import HostHub, is_at, reload_lost_rooms
from gipf_meta.host.identity.account import Account
from gipf_meta.host.identity.additions import Additions
from gipf_meta.host.identity.mail import Mail
from gipf_meta.host.identity.mail_server import OutgoingMail
from gipf_meta.host.identity.mailer import SEND_S, Mailer
from gipf_meta.host.identity.passkeys import rp_ids_of
from gipf_meta.host.limits import HostBudget, Limits, network_of
from gipf_meta.host.metrics import Failures, Figures, Log, host_failed, make_log, writing_to
from gipf_meta.host.notices.notice_routes import routes_of_notices
from gipf_meta.host.notices.notice_ways import DatabaseNoticeWays
from gipf_meta.host.notices.post_office import Means, PostOffice
from gipf_meta.host.notices.push_addresses import PushServices
from gipf_meta.host.notices.push_keys import PushKeys
from gipf_meta.host.notices.push_renewal import routes_of_renewal
from gipf_meta.host.own_data import OwnData, PreparedData
from gipf_meta.host.people import DatabasePeople
from gipf_meta.host.plan_rows import PLANS_S, PlanWatch, delete_old_plans
from gipf_meta.host.practice_rows import DatabasePractice
from gipf_meta.host.process import Process, SharedPresence
from gipf_meta.host.pruning import Pruning, Rule
from gipf_meta.host.reminders import Reminders
from gipf_meta.host.rereading import Rereading
from gipf_meta.host.room_lists import Lists, LiveLists
from gipf_meta.host.serving.desks import MOST_BROUGHT, Desks
from gipf_meta.host.serving.gauges import LAG_MS, DatabaseSize, LoopLag, watch_host
from gipf_meta.host.serving.site import Guests, HostSite
from gipf_meta.host.stale_rooms import StaleRooms
from gipf_meta.host.thumbnails import TablesWithBoards
from gipf_meta.host.vacations import DatabaseVacations
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
REMIND_S: Final = 10.0
"""Seconds between two looks for hours of which people are reminded."""
REREAD_S: Final = 1.0
"""Seconds between two looks for rooms and people that were removed or written anew."""
VACATIONS_S: Final = 2.0
"""Seconds between two looks for vacations of which rooms do not know."""
DELETIONS_S: Final = 2.0
"""Seconds between two looks for people whose deletion is to be finished."""
PRUNE_S: Final = 600.0
"""Seconds between two looks whether something old is to be removed today."""
BANS_S: Final = 2.0
"""Seconds between two looks for people who were banned, and for devices that were taken away or
have a new key: their pages close; and for what was added to people, of which their pages are told.
"""

SWEEP_S: Final = 60.0
"""Seconds between two times at which what has expired is deleted from the database."""


@dataclass(frozen=True)
class Host:
    """The configuration of a host: *installed* games, URL of the *database*, *door* and *limits*.

    Bots use at most *patience_ms* for a turn in games where time does not act; ``None``: a number
    of positions limits them.
    *make_thinkers* makes the pool that runs bots, *make_replayers* the pool that replays imported
    matches. *mail* is ``None`` where no mails are sent. *notices*: people are told what waits for
    them while they are away; in browsers by *push_services*. What is old by the rule *prune* is
    removed once a day; ``None``: nothing. *known* is the cache ``Context.known``, which all desks
    fill and share.
    """

    installed: Installed
    database: str
    door: HostDoor
    limits: Limits = field(default_factory=Limits)
    mail: OutgoingMail | None = None
    push_services: PushServices = field(default_factory=PushServices)
    make_thinkers: MakeThinkers = ThreadThinkers
    make_replayers: MakeThinkers = ThreadThinkers
    patience_ms: int | None = 8_000
    prune: Rule | None = None
    notices: bool = True
    deletions: DeletionFile | None = None
    known: dict[tuple[object, ...], Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Served:
    """The parts of a running host, its *addresses* for people, and the numbers of passkeys that
    work no more, by the *former* names of the host."""

    addresses: list[str]
    hub: HostHub
    driver: Driver
    process: Process
    site: HostSite
    guests: Guests
    figures: Figures
    log: Log
    mailer: Mailer | None
    former: Mapping[str, int]


async def serve_host(
    listening: socket.socket,
    host: Host,
    announce: Callable[[list[str], Mapping[str, int]], object],
) -> None:
    """Serves *host* on the socket *listening* until a signal ends it.

    *announce* is called as soon as the server answers, with the addresses and the numbers of
    passkeys of former names. Raises ``DatabaseError``.
    """
    async with running_host(listening, host) as served:
        gc.freeze()
        gc.set_threshold(*COLLECT)
        done = signalled(END_S)
        announce(served.addresses, served.former)
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
        account = Account(database, guests.keeper_of, guests.tell_key)
        doors = Doors(database, hub, clock.now_ms)
        hub.limits.check_company = doors.check
        acquaintances = DatabaseAcquaintances(
            database, guests.asker_of, doors.holder_of, doors.end_invitations
        )
        devices, ways = account.list_of_devices, account.list_of_ways
        ways.rp_ids = rp_ids_of(host.door.origins, host.door.names)
        additions = Additions(devices, ways, database.now_ms())
        push_keys = PushKeys(database)
        notice_ways = make_notice_ways(host, database, guests, account, push_keys, addresses[-1])
        vacations = DatabaseVacations(database, guests.asker_of, host.installed.find)
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
            identity=account,
            acquaintances=acquaintances,
            vacations=vacations,
            notice_ways=notice_ways,
            practice_of=partial(DatabasePractice, database),
        )

        async def enforce_bans() -> None:
            site.drop_people(await asyncio.to_thread(people.banned))
            site.drop_devices(await asyncio.to_thread(devices.gone, site.key_hashes()))
            site.tell_additions(await asyncio.to_thread(additions.look))

        async def remind() -> None:
            site.remind(await asyncio.to_thread(reminders.look))

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
        news = PageNews(live_lists, FollowedWaiting(lists, desks, partial(is_at, hub)))
        desks.note_answers, hub.note_away = news.note_answers, news.note_away
        tables.do_in, tables.note_drawn = driver.do_in, live_lists.note
        tables.now_ms = clock.now_ms
        reminders = Reminders(lists, host.installed.title, clock.now_ms)

        def forget_people(gone: Collection[str]) -> None:
            site.drop_people(gone)
            data.forget(gone)
            desks.forget_all()

        deletions = Deletions(database, host.installed.find)
        data = PreparedData(OwnData(database, host.installed.find))
        account.data_of, account.delete = data.take, deletions.begin
        rereading = Rereading(
            hub,
            StaleRooms(database),
            deletions,
            (tables, live_lists, news.followed),
            driver.do,
            forget_people,
            host.deletions,
        )
        if host.deletions is not None:
            host.deletions.note(deletions.all())

        async def prune() -> None:
            if host.prune is not None:
                pruning = Pruning(database, host.installed.find)
                if (done := await asyncio.to_thread(pruning.prune_today, host.prune)) is not None:
                    log.info("pruned", rooms=done.rooms, people=done.people)

        async def tell_lists() -> None:
            await news.tell(driver.tell)

        async def sweep() -> None:
            await asyncio.to_thread(devices.note_present, site.key_hashes())
            await asyncio.to_thread(account.sweep)
            await asyncio.to_thread(vacations.sweep)
            await asyncio.to_thread(notice_ways.sweep)
            await asyncio.to_thread(delete_old_plans, database)

        async def tell_vacations() -> None:
            await asyncio.to_thread(vacations.tell_rooms)

        def let_go() -> None:
            hub.open_rooms.let_go(clock.now_ms())

        mailer = make_mailer(host.mail, clock, figures, log)
        if host.mail and mailer:
            account.mail = Mail(
                host.mail.origin,
                mailer,
                account.tickets,
                account.list_of_ways,
                host.limits.mails,
                people.name_of,
            )
        means = Means(
            database,
            clock,
            addresses[0].rstrip("/"),
            host.installed.title,
            mailer,
            host.push_services,
            push_keys,
            host.limits.notice_mails,
        )
        about = host.limits, figures, log, failures.note
        post = PostOffice(name, hub, means, *about) if host.notices else None
        if post is None:
            hub.rooms.people_at = None
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
                (sweep, SWEEP_S),
                (tell_lists, LISTS_S),
                (remind, REMIND_S),
                (rereading.look, REREAD_S),
                (rereading.finish_deletions, DELETIONS_S),
                (tell_vacations, VACATIONS_S),
                (prune, PRUNE_S),
                (let_go, IDLE_S),
                (PlanWatch(database, hub, driver, clock, failures.note).look, PLANS_S),
                (LoopLag(figures, steady).measure, LAG_MS / 1000),
                *([(mailer.send_due, SEND_S)] if mailer else ()),
                *(post.works() if post else ()),
            ],
            news.note_change,
        )
        site = HostSite(
            connections, clock, driver, host.door, guests, budget, figures, process.find_trouble
        )

        def network_asking(request: web.Request) -> str:
            return network_of(host.door.address_of(request))

        site.further_routes = [
            *routes_of_notices(
                database,
                notice_ways.way_of_key,
                addresses[0].rstrip("/"),
                host.installed.title,
                clock.now_ms,
                network_asking,
            ),
            *routes_of_renewal(notice_ways.renew_push, network_asking),
        ]
        if mailer:
            site.find_warnings = mailer.find_trouble
        size = DatabaseSize(database, steady, failures.note)
        watch_host(figures, hub, guests, connections, process, site, size, mailer, post)
        await process.begin()
        former = await asyncio.to_thread(ways.count_former)
        log.info("serving", addresses=addresses, database=database.address)
        application = application_of(site, host.door.guard(connections), connections)
        try:
            async with running(application, connections, listening):
                yield Served(
                    addresses, hub, driver, process, site, guests, figures, log, mailer, former
                )
        finally:
            replays.close()
            data.close()
            await process.end()


def make_notice_ways(
    host: Host,
    database: Database,
    guests: Guests,
    account: Account,
    push_keys: PushKeys,
    address: str,
) -> DatabaseNoticeWays:
    """Returns the ways by which the people of *account* are told, at a host of that *address*. They
    end with devices, ways back, and whoever signs out."""
    devices, ways = account.list_of_devices, account.list_of_ways
    about = guests.asker_of, ways, address, host.push_services
    notice_ways = DatabaseNoticeWays(database, *about)
    notice_ways.why_no_mails = partial(account.why_not, "", "mail")
    notice_ways.are_written = host.notices
    if host.notices:
        notice_ways.key_of_pushes = push_keys.public
    devices.forget_with = ways.forget_with = notice_ways.forget_orphans
    account.leave = notice_ways.leave
    return notice_ways


def make_mailer(
    mail: OutgoingMail | None, clock: Clock, figures: Figures, log: Log
) -> Mailer | None:
    """Returns the mailer for *mail*, whose failures *log* has without addresses and words of the
    server; ``None``: no mails are sent."""

    def note_failure(kind: str, code: int) -> None:
        log.warning("mail", failure=kind, code=code)

    return mail and Mailer(
        mail.server, mail.sender, mail.site, clock, figures.note_mail, note_failure
    )


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
