"""The addresses of notices: feeds and calendars, each under its key, and the links that stop mails.

Nobody needs a cookie here: programs fetch these, and who has the key may read. A key that is none,
that was one, or that never could be one gets the same answer. Visits are limited by network,
whatever they ask for; those with wrong keys more narrowly.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from typing import Final, Protocol

from aiohttp import ETag, web

from gipf_meta.base.clock import Clock, RealClock
from gipf_meta.base.texts import ENGLISH, _, known_language, spoken
from gipf_meta.host.database import Database
from gipf_meta.host.limits import Allowances
from gipf_meta.host.notices.fetched import FetchedNotices, FindWay
from gipf_meta.host.notices.stop_links import STOP_PATH, asking_page, stop_links_of, stopped_page
from gipf_meta.rooms.ledger import LedgerError
from gipf_meta.web.door import STYLE_HASH

FETCHES: Final = 300
"""The visits of a network at once; ``FETCHES_PER_S`` in the long run."""
FETCHES_PER_S: Final = 2.0
MISSES: Final = 30
"""The wrong keys of a network at once, after which it is told nothing more for a while;
``MISSES_PER_S`` in the long run."""
MISSES_PER_S: Final = 1 / 60
PAUSE_S: Final = 60
"""Seconds after which who came too often may come again."""
HEADERS: Final = {"Cache-Control": "private, max-age=300", "X-Robots-Tag": "noindex, nofollow"}
"""The headers of every answer here."""
ATOM_TYPE: Final = "application/atom+xml"
CALENDAR_TYPE: Final = "text/calendar"
STOP_HEADERS: Final = {
    **HEADERS,
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        f"default-src 'none'; img-src 'self'; style-src '{STYLE_HASH}'; form-action 'self';"
        " base-uri 'none'; frame-ancestors 'none'"
    ),
    # by ``no-referrer`` the button would come from the origin ``null``, which no door lets in
    "Referrer-Policy": "same-origin",
}
"""The headers of a page with a button that stops mails."""


class Fetched(Protocol):
    """The source of feeds and calendars, by their keys."""

    def feed(self, key: str) -> bytes | None:
        """Returns the feed under *key*; ``None``: there is none. Raises ``LedgerError``."""
        ...

    def calendar(self, key: str) -> bytes | None:
        """Returns the calendar under *key*, likewise."""
        ...


class NoticeRoutes:
    """Serves what *fetched* has, and ends mails by *stop*, which is called with the token of a link
    and may raise ``LedgerError``.

    *network_of* returns the network of a client; limits are measured by *clock*.
    """

    def __init__(
        self,
        fetched: Fetched,
        stop: Callable[[str], object],
        network_of: Callable[[web.Request], str],
        clock: Clock,
    ) -> None:
        self._fetched, self._stop_mails, self._network_of = fetched, stop, network_of
        self._fetches = Allowances(clock, FETCHES, FETCHES_PER_S)
        self._misses = Allowances(clock, MISSES, MISSES_PER_S)

    def routes(self) -> list[web.RouteDef]:
        """Returns the routes of feeds, calendars and stop links."""
        return [
            web.get("/feed/{key:.*}", self._feed),
            web.get("/calendar/{key:.*}", self._calendar),
            web.get(f"/{STOP_PATH}/{{token:.*}}", self._ask, allow_head=True),
            web.post(f"/{STOP_PATH}/{{token:.*}}", self._stop),
        ]

    # ---- feeds and calendars --------------------------------------------------------------------

    async def _feed(self, request: web.Request) -> web.Response:
        return await self._fetch(request, self._fetched.feed, request.match_info["key"], ATOM_TYPE)

    async def _calendar(self, request: web.Request) -> web.Response:
        key = request.match_info["key"].removesuffix(".ics")
        return await self._fetch(request, self._fetched.calendar, key, CALENDAR_TYPE)

    async def _fetch(
        self, request: web.Request, find: Callable[[str], bytes | None], key: str, kind: str
    ) -> web.Response:
        """Answers with what *find* returns for *key*; 304 if the client has it already."""
        network = self._network_of(request)
        if not self._misses.has_left(network) or not self._fetches.take(network):
            raise _too_often()
        body = await _asked(find, key)
        if body is None:
            self._misses.spend(network, 1)
            raise web.HTTPNotFound(text=_("There is nothing here."), headers=HEADERS)
        etag = ETag(hashlib.sha256(body).hexdigest()[:32], is_weak=True)
        if any(each.value in (etag.value, "*") for each in request.if_none_match or ()):
            answer = web.Response(status=304, headers=HEADERS)
        else:
            answer = web.Response(body=body, content_type=kind, charset="utf-8", headers=HEADERS)
            answer.enable_compression()
        answer.etag = etag
        return answer

    # ---- stop links -----------------------------------------------------------------------------

    async def _ask(self, request: web.Request) -> web.Response:
        """Answers with a button: programs that look at links press none."""
        self._charge(request)
        language = _language_of(request)
        with spoken(language):
            return _page(asking_page(language))

    async def _stop(self, request: web.Request) -> web.Response:
        """Stops at once, as mail programs ask for it; whatever they say beside the link is not
        read."""
        self._charge(request)
        await _asked(self._stop_mails, request.match_info["token"])
        language = _language_of(request)
        with spoken(language):
            return _page(stopped_page(language))

    def _charge(self, request: web.Request) -> None:
        if not self._fetches.take(self._network_of(request)):
            raise _too_often()


async def _asked(ask: Callable[[str], object], key: str) -> bytes | None:
    """Returns what *ask* returns for *key*, in a thread."""
    try:
        found = await asyncio.to_thread(ask, key)
    except LedgerError:
        why = _("The host cannot answer now; try again in a while.")
        raise web.HTTPServiceUnavailable(text=why, headers=HEADERS) from None
    return found if isinstance(found, bytes) else None


def _too_often() -> web.HTTPException:
    return web.HTTPTooManyRequests(
        text=_("That was tried too often; wait a while."),
        headers={**HEADERS, "Cache-Control": "no-store", "Retry-After": str(PAUSE_S)},
    )


def _page(text: str) -> web.Response:
    return web.Response(text=text, content_type="text/html", headers=STOP_HEADERS)


def _language_of(request: web.Request) -> str:
    """Returns the language of the browser, or English."""
    header = request.headers.get("Accept-Language", "")[:100]
    wanted = header.partition(",")[0].partition(";")[0].strip()
    return known_language(wanted.replace("-", "_")) if wanted.strip("*") else ENGLISH


def routes_of_notices(
    database: Database,
    find_way: FindWay,
    origin: str,
    title: Callable[[str], str],
    now_ms: Callable[[], int],
    network_of: Callable[[web.Request], str],
) -> list[web.RouteDef]:
    """Returns the routes for a host at *origin*; see ``FetchedNotices`` and ``NoticeRoutes``.
    Raises ``DatabaseError``."""
    fetched = FetchedNotices(database, find_way, origin, title, now_ms)
    stop = stop_links_of(database, origin).stop
    return NoticeRoutes(fetched, stop, network_of, RealClock()).routes()
