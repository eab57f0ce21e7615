"""The question to several hosts at once: what waits there for the person here.

A host is asked by the secret that stands under its site, and by no other; it may be down, hang, lie
or speak nonsense: then it costs one line. Nobody becomes a new person by being asked after.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from threading import Thread
from typing import Any, Final, TypeGuard

from aiohttp import ClientError, ClientSession, ClientSSLError, ClientWebSocketResponse
from yarl import URL

from gipf_meta.base.clock import CalendarClock
from gipf_meta.base.json_text import read_object
from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _, language
from gipf_meta.hub.revisions import REVISION
from gipf_meta.line.host_messages import NoHost, no_redirects, text_of, why_no_line
from gipf_meta.line.joining import Address
from gipf_meta.line.known_hosts import KnownHosts
from gipf_meta.line.line import JoinError
from gipf_meta.web.driver import VERSION

LIMIT_S: Final = 5.0
"""The seconds that each host has to answer in all."""
HEARTBEAT_S: Final = 20.0
"""The seconds after which a line on which nothing comes is tried."""
LARGEST_ANSWER: Final = 1 << 21
"""The most bytes of a message of a host that is asked only this."""
MOST_MESSAGES: Final = 30
"""The most messages of a host that are read."""
MOST_HOSTS: Final = 50
"""The most hosts that are asked: those where one was last."""
MOST_OF_ONE: Final = 12
"""The most matches of one host that are listed, so that none hides those of others."""
MOST_COUNTED: Final = 9_999
"""The greatest number of matches that is believed."""
LONGEST_LEFT_MS: Final = 400 * 86_400_000
"""The longest time left that is believed, in ms."""
WAITING: Final = "waiting"
"""The name under which a host is asked for what waits there, as data."""
TABLES: Final = "tables"
"""The screen of hosts until 0.2.0 from which what waits is counted."""
_ROOM: Final = re.compile(r"[A-Za-z0-9_-]{1,80}")
_LONGEST_WORDS: Final = 120


@dataclass(frozen=True, slots=True)
class AwaitedMatch:
    """A match at *site* that waits for the person here: its *room*, the game (*title*), *what* it
    waits for; *left_ms* is the time left, ``None`` where none runs out. *is_invitation*: he has no
    seat there yet."""

    site: URL
    room: str
    title: str
    what: str
    left_ms: int | None = None
    is_invitation: bool = False

    @property
    def address(self) -> Address:
        """The address of the match: the site is the one that was asked, never one that it says."""
        return Address(self.site, self.room)


@dataclass(frozen=True, slots=True)
class HostReport:
    """The *matches* that wait at *site*, the most urgent first, and *count* of all; ``None``: the
    host does not say. *why* there is no answer, in a sentence without its end; ``""``: there is."""

    site: URL
    matches: tuple[AwaitedMatch, ...] = ()
    count: int | None = None
    why: str = ""


class HostAway(Exception):
    """A host cannot be reached now; the end of a sentence says why."""


def by_urgency(reports: Sequence[HostReport]) -> list[AwaitedMatch]:
    """The matches of all *reports*, the most urgent first; those without a time come behind them,
    and invitations last. Equal ones stand in the order of the hosts, and each host's in its own."""
    every = [each for report in reports for each in report.matches]
    return sorted(every, key=lambda m: (m.is_invitation, m.left_ms is None, m.left_ms or 0))


class HostInquiry:
    """Asks hosts side by side, in a thread of its own, by the secrets in *known*.

    *take* is called there with the report of each host as it comes.
    """

    def __init__(self, known: KnownHosts, take: Callable[[HostReport], object]) -> None:
        self._known, self._take = known, take

    def ask(self, sites: Sequence[URL]) -> Thread:
        """Begins to ask *sites*; returns the thread, which ends with the last report."""
        spoken = language()
        thread = Thread(
            target=self._run, args=(sites, spoken), name="question to hosts", daemon=True
        )
        thread.start()
        return thread

    def _run(self, sites: Sequence[URL], spoken: str) -> None:
        loop = asyncio.new_event_loop()
        try:
            loop.run_until_complete(self._ask_all(sites, spoken))
        finally:
            loop.close()

    async def _ask_all(self, sites: Sequence[URL], spoken: str) -> None:
        await asyncio.gather(*(self._ask_one(site, spoken) for site in sites))

    async def _ask_one(self, site: URL, spoken: str) -> None:
        self._take(await report_of(site, self._known.secret_at(site), spoken))


async def report_of(
    site: URL, secret: str | None, spoken: str, limit_s: float = LIMIT_S
) -> HostReport:
    """The report of the host at *site*, which knows the person by *secret*, in the language that is
    *spoken*; it comes within *limit_s* seconds, whatever the host does."""
    if secret is None:
        return HostReport(site, why=_("no key is kept for it"))
    if Address(site).is_exposed:
        return HostReport(
            site, why=_("the way there is not encrypted, so it is asked only if chosen")
        )
    try:
        async with asyncio.timeout(limit_s):
            return await _ask(site, secret, spoken)
    except JoinError as error:
        return HostReport(site, why=str(error))
    except ClientSSLError:
        return HostReport(site, why=_("its certificate is not valid"))
    except (ClientError, OSError, ValueError, TimeoutError) as error:
        return HostReport(site, why=why_no_line(error))


async def _ask(site: URL, secret: str, spoken: str) -> HostReport:
    async with ClientSession(trace_configs=[no_redirects()]) as session:
        connecting = session.ws_connect(
            site / "socket",
            headers={"Origin": str(site.origin())},
            max_msg_size=LARGEST_ANSWER,
        )
        async with connecting as socket:
            await _greet(socket, secret, spoken)
            report, _follows = await _first_report(socket, site)
            return report


async def follow(
    site: URL, secret: str, spoken: str, take: Callable[[HostReport, bool], object], limit_s: float
) -> None:
    """Calls *take* with the report of the host at *site* and false; and then with true and each
    report that has only what has begun to wait, until the line is lost. Returns after the first if
    the host tells no news, as one until 0.2.0.

    Raises ``JoinError`` if it does not let the person in, and ``HostAway``, also if it does not
    answer within *limit_s* seconds.
    """
    try:
        await _follow(site, secret, spoken, take, limit_s)
    except (ClientError, OSError, ValueError, TimeoutError) as error:
        raise HostAway(why_no_line(error)) from None


async def _follow(
    site: URL, secret: str, spoken: str, take: Callable[[HostReport, bool], object], limit_s: float
) -> None:
    async with ClientSession(trace_configs=[no_redirects()]) as session, AsyncExitStack() as stack:
        async with asyncio.timeout(limit_s):
            connecting = session.ws_connect(
                site / "socket",
                headers={"Origin": str(site.origin())},
                heartbeat=HEARTBEAT_S,
                max_msg_size=LARGEST_ANSWER,
            )
            socket = await stack.enter_async_context(connecting)
            await _greet(socket, secret, spoken)
            report, follows = await _first_report(socket, site)
        take(report, False)
        while follows:
            said = await _next(socket)
            if isinstance(news := said.get("awaits"), dict):
                take(_report(site, news), True)


async def _greet(socket: ClientWebSocketResponse, secret: str, spoken: str) -> None:
    """Says who asks. Raises ``NoHost`` or ``JoinError``."""
    hello = {"do": "hello", "version": VERSION, "revision": REVISION}
    # *known*: who is forgotten there is told so, and is no new person
    await socket.send_json({**hello, "secret": secret, "language": spoken, "known": True})
    _check_hello(await _next(socket))


async def _first_report(socket: ClientWebSocketResponse, site: URL) -> tuple[HostReport, bool]:
    """The report of the host at *site*, and whether it tells what changes from now on. Raises
    ``NoHost``."""
    answer = await _answer(socket, WAITING, "waits", {"follow": "yes"})
    if answer is not None:
        return _report(site, answer), answer.get("follows") is True
    screen = await _answer(socket, TABLES, "screen")
    return HostReport(site, count=_count_turns(screen)), False


def _check_hello(said: Mapping[str, Any]) -> None:
    """Raises ``NoHost`` or ``JoinError`` if *said* is no greeting of this version."""
    hello = said.get("hello")
    version = hello.get("version") if isinstance(hello, dict) else said.get("version")
    if isinstance(version, int) and version != VERSION:
        raise JoinError(_("it is of another version than this program"))
    if said.get("refused") == "hello" and said.get("unknown"):
        raise JoinError(_("it does not know this device any more"))
    if said.get("refused") == "hello":
        raise JoinError(_("it refuses: {why}").format(why=_words(said.get("why")).rstrip(".")))
    if not isinstance(hello, dict):
        raise NoHost


async def _next(socket: ClientWebSocketResponse) -> Mapping[str, Any]:
    """The next message. Raises ``NoHost`` if it is none."""
    said = read_object(text_of(await socket.receive()))
    if said is None:
        raise NoHost
    return said


async def _answer(
    socket: ClientWebSocketResponse,
    screen: str,
    kind: str,
    about: Mapping[str, str] | None = None,
) -> Mapping[str, Any] | None:
    """The answer of that *kind* to a request for *screen*; ``None``: it is refused, as by a host
    that does not know it. Raises ``NoHost``."""
    await socket.send_json({"do": "open", "id": screen, "screen": screen, "about": about or {}})
    found: Mapping[str, Any] | None = None
    for _time in range(MOST_MESSAGES):
        said = await _next(socket)
        if said.get("id", screen) == screen and kind in said:
            found = said
        if screen in (said.get("done"), said.get("refused")):
            return found
    raise NoHost


# ---- what a host says ----------------------------------------------------------------------------


def _report(site: URL, answer: Mapping[str, Any]) -> HostReport:
    """The report in the *answer* of the host at *site*. Raises ``NoHost``."""
    rows = answer.get("waits")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise NoHost
    now_ms = answer.get("now_ms")
    if not _is_time(now_ms):
        now_ms = CalendarClock().now_ms()
    every = [_match(site, row, now_ms) for row in rows[: 10 * MOST_OF_ONE]]
    matches = by_urgency([HostReport(site, tuple(each for each in every if each is not None))])
    count = answer.get("count")
    total = count if _is_time(count) and count >= len(rows) else len(rows)
    return HostReport(site, tuple(matches[:MOST_OF_ONE]), min(total, MOST_COUNTED))


def _match(site: URL, row: Mapping[str, Any], now_ms: int) -> AwaitedMatch | None:
    """The match in a *row* of the host, whose clock says *now_ms*: the time left is counted by its
    own; ``None``: it leads to no room."""
    room, until_ms = row.get("room"), row.get("until_ms")
    if not isinstance(room, str) or not _ROOM.fullmatch(room):
        return None
    left_ms = None
    if _is_time(until_ms):
        left_ms = max(0, min(until_ms - now_ms, LONGEST_LEFT_MS))
    title, what = _words(row.get("title")), _words(row.get("what"))
    return AwaitedMatch(site, room, title, what, left_ms, row.get("invited") is True)


def _is_time(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _words(value: object) -> str:
    """Words of a host as one printable line; ``""``: it says none."""
    return one_line(value, _LONGEST_WORDS) if isinstance(value, str) else ""


def _count_turns(answer: Mapping[str, Any] | None) -> int | None:
    """The number of tables on the screen of a host of before where it is the person's turn;
    ``None``: it cannot be seen there."""
    with suppress(AttributeError, KeyError, TypeError, IndexError):
        assert answer is not None
        rows = [row for part in answer["screen"]["parts"] for row in part.get("rows", ())]
        return sum(bool(row["buttons"][0].get("primary")) for row in rows if row.get("buttons"))
    return None
