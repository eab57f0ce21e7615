"""The sender of pushes: notices to browsers that are closed, by the services of their makers.

A service reads nothing of a notice: it is encrypted for the browser (RFC 8291), and signed for the
service (RFC 8292). It learns when somebody is told something, and by ``Topic`` which of them takes
the place of which: a digest that names no room. Nothing of its answer is read but status and
``Retry-After``.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from functools import partial
from typing import Any, Final, Literal, Protocol, TypeAlias
from urllib.parse import urlsplit

from aiohttp import ClientError, ClientSession, ClientTimeout, DummyCookieJar, TCPConnector
from aiohttp.abc import AbstractResolver
from yarl import URL

from gipf_meta.base.dates import in_zone
from gipf_meta.base.numbers import MOST_DIGITS, read_whole
from gipf_meta.base.texts import _, spoken
from gipf_meta.host.notices.notice_words import heading_of, notice_sentence
from gipf_meta.host.notices.push_addresses import (
    NotPublicError,
    PushServices,
    host_info,
)
from gipf_meta.host.notices.push_keys import PushPair, letters_of
from gipf_meta.host.notices.sending import SENT, DeliveryEnd, NoticeParcel, NoticeWay, ToldNotice
from gipf_meta.host.tables import DatabaseError
from gipf_meta.match.timecontrol import DAY_MS

ANSWER_S: Final = 15.0
"""Seconds within which a service must have answered."""
MOST_BYTES: Final = 3_000
"""The most bytes of a payload; services take 4,096 with what encryption adds."""
LONGEST_TEXT: Final = 300
"""The most letters of the sentence of a notice."""
TOKEN_S: Final = 12 * 3600
"""Seconds for which a signature is good; the standard allows a day."""
LONGEST_PAUSE_MS: Final = DAY_MS
"""The longest pause that a service may ask for, ms."""
SHORTEST_TTL_S: Final = 60
"""The least seconds for which a service keeps a notice."""
USUAL_TTL_S: Final = 7 * 24 * 3600
"""The seconds for which it keeps a notice without an end: after a week it helps nobody."""
URGENT_MS: Final = 3_600_000
"""Milliseconds of time left below which a turn is urgent."""

Urgency: TypeAlias = Literal["low", "normal", "high"]
"""The urgency of a push: a browser that saves power is woken only for the higher ones."""
Titles: TypeAlias = Callable[[str], str]
"""Returns the title of a game."""


class Keys(Protocol):
    """The key pair of the host."""

    def pair(self) -> PushPair:
        """Returns the present pair. Raises ``DatabaseError``."""
        ...


@dataclass(frozen=True, slots=True)
class _Ready:
    """A push that is encrypted and signed."""

    body: bytes
    headers: dict[str, str]


class PushSender:
    """Sends parcels to the *services* of browsers, signed by *keys*.

    *origin* is the site of the host, by which a service finds who runs it. *title* returns the
    titles of games. A service has *answer_s* seconds.
    """

    def __init__(
        self,
        keys: Keys,
        services: PushServices,
        origin: str,
        now_ms: Callable[[], int],
        title: Titles,
        *,
        answer_s: float = ANSWER_S,
    ) -> None:
        self._keys, self._services, self._now_ms = keys, services, now_ms
        self._contact = contact_of(origin)
        self._title = title
        self._answer_s = answer_s

    def due_ms(self, way: NoticeWay, created_ms: int, now_ms: int) -> int:
        """Returns *created_ms*: pushes wait for nothing."""
        return created_ms

    async def send(self, parcel: NoticeParcel) -> DeliveryEnd:
        """Delivers *parcel* in one push."""
        with spoken(parcel.language), in_zone(parcel.zone):
            if not self._services.knows(parcel.way.key):
                words = _("Notices are not sent any more to the service of this browser.")
                return DeliveryEnd("dead", words)
            payload = payload_of(parcel, self._title)
            try:
                pair = await asyncio.to_thread(self._keys.pair)
                if pair.public != parcel.way.about.get("host_key", pair.public):
                    words = _("This server has new keys: turn this browser's notices on again.")
                    return DeliveryEnd("dead", words)
                ready = await asyncio.to_thread(self._prepare, parcel, payload, pair)
            except DatabaseError:
                return DeliveryEnd("withheld")
            except (ValueError, KeyError):  # nobody stores such keys
                return DeliveryEnd("dead", _("The keys of this browser are damaged."))
            return await self._post(parcel.way.key, ready)

    def _prepare(self, parcel: NoticeParcel, payload: bytes, pair: PushPair) -> _Ready:
        """Encrypts *payload* for the browser, and signs for its service. Raises ``ValueError`` and
        ``KeyError``."""
        from py_vapid import Vapid02  # loaded with the first push: a host begins sooner
        from pywebpush import WebPusher

        way, now_s = parcel.way, self._now_ms() // 1000
        keys = {name: str(way.about[name]) for name in ("p256dh", "auth")}
        self._services.check(way.key, **keys)
        body = WebPusher({"endpoint": way.key, "keys": keys}).encode(payload)["body"]
        site = "{0.scheme}://{0.netloc}".format(urlsplit(way.key))
        claims = {"aud": site, "exp": now_s + TOKEN_S, "sub": self._contact}
        signed = Vapid02(pair.secret, {"no-strict": True}).sign(claims)
        return _Ready(
            body,
            {
                **signed,
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "TTL": str(max(map(ttl_s, parcel.notices))),
                "Urgency": urgency_of(parcel),
                "Topic": topic_of(parcel),
            },
        )

    async def _post(self, endpoint: str, ready: _Ready) -> DeliveryEnd:
        """Sends what is *ready* to *endpoint*. A line for each: none is kept to a machine that a
        name has led to before."""
        connector = TCPConnector(
            resolver=_CheckedResolver(self._services),
            ssl=self._services.context or True,
            use_dns_cache=False,
            force_close=True,
        )
        try:
            async with (
                ClientSession(
                    connector=connector,
                    cookie_jar=DummyCookieJar(),
                    timeout=ClientTimeout(total=self._answer_s),
                    auto_decompress=False,
                    trust_env=False,
                    skip_auto_headers=("User-Agent", "Accept-Encoding"),
                ) as session,
                session.post(
                    URL(endpoint, encoded=True),
                    data=ready.body,
                    headers=ready.headers,
                    allow_redirects=False,
                ) as answer,
            ):
                pause = answer.headers.get("Retry-After", "")
                return outcome_of(answer.status, pause_ms(pause, self._now_ms()))
        except TimeoutError:
            return DeliveryEnd("later", _("The service of this browser does not answer."))
        except (ClientError, OSError, ValueError) as error:
            return DeliveryEnd("later", _reason(error))


class _CheckedResolver(AbstractResolver):
    """Looks names up for aiohttp, which opens its line to what this returns alone."""

    def __init__(self, services: PushServices) -> None:
        self._services = services

    async def resolve(self, host: str, port: int = 0, family: int = 0) -> list[Any]:
        """Returns the addresses of *host*. Raises ``OSError``, also if one is not public."""
        found = await self._services.addresses_of(host, port)
        return list(map(partial(host_info, host, port), found))

    async def close(self) -> None:
        """Does nothing: there is nothing to close."""


def _reason(error: Exception) -> str:
    """Returns the sentence on a line that failed, without its address."""
    if isinstance(getattr(error, "os_error", error), NotPublicError):
        return _("The service of this browser has no public address just now.")
    return _("The service of this browser cannot be reached, or breaks off.")


# ---- what is sent -------------------------------------------------------------------------------


def payload_of(parcel: NoticeParcel, title: Titles) -> bytes:
    """Returns what the browser's worker reads: each of the ``notices`` with ``title``, ``body``,
    ``tag``, ``link``; the ``id`` of the parcel shows that it came twice. Of more than fit, the last
    are left out: the page tells them."""
    shown = [_told(each, heading_of(each, title)) for each in parcel.notices]
    while True:
        payload = json.dumps({"id": parcel.id, "notices": shown}, ensure_ascii=False).encode()
        if len(payload) <= MOST_BYTES or len(shown) == 1:
            return payload
        shown.pop()


def _told(notice: ToldNotice, title: str) -> dict[str, str]:
    body = notice_sentence(notice, title)
    short = body if len(body) <= LONGEST_TEXT else f"{body[: LONGEST_TEXT - 1]}…"
    return {"title": title, "body": short, "tag": _place(notice), "link": notice.link}


def topic_of(parcel: NoticeParcel) -> str:
    """Returns the topic of *parcel*: that of its room, where a later one takes the place of one
    that still waits; of several rooms, that of the parcel, where only its repetition does."""
    places = {*map(_place, parcel.notices)}
    name = places.pop() if len(places) == 1 else parcel.id
    return letters_of(hashlib.sha256(f"{parcel.way.id} {name}".encode()).digest())[:32]


def _place(notice: ToldNotice) -> str:
    """Returns the name of the place that *notice* takes from the one before: its room, where an
    agreed hour has a place of its own."""
    return f"{notice.room} hour" if notice.kind == "hour" else notice.room or notice.kind


def ttl_s(notice: ToldNotice) -> int:
    """Returns the seconds for which a service keeps *notice* for a browser that is closed."""
    ends_ms = [notice.left_ms, notice.hour_ms and notice.hour_ms - notice.created_ms]
    known = [each // 1000 for each in ends_ms if each is not None]
    return max(SHORTEST_TTL_S, min([USUAL_TTL_S, *known]))


def urgency_of(parcel: NoticeParcel) -> Urgency:
    """Returns how urgent the most urgent notice of *parcel* is."""
    urgencies = set(map(_urgency, parcel.notices))
    order: Iterator[Urgency] = iter(("high", "normal", "low"))
    return next(each for each in order if each in urgencies)


def _urgency(notice: ToldNotice) -> Urgency:
    if notice.kind in ("hour", "answer"):
        return "high"
    if notice.kind == "end":
        return "low"
    return "high" if notice.left_ms is not None and notice.left_ms < URGENT_MS else "normal"


def contact_of(origin: str) -> str:
    """Returns how a service finds who runs the host at *origin*: by its site, which it must have;
    for a host without https, by an address of that name."""
    parts = urlsplit(origin)
    if parts.scheme == "https":
        return f"https://{parts.netloc}"
    return f"mailto:gipf-meta@{parts.hostname or 'localhost'}"


# ---- what is answered ---------------------------------------------------------------------------


def outcome_of(status: int, after_ms: int) -> DeliveryEnd:
    """Returns the end of a delivery that was answered by *status*, and a wish for a pause."""
    if status in (404, 410):
        return DeliveryEnd("dead", _("This browser takes no notices any more."))
    if status == 413:
        return DeliveryEnd("refused", _("A notice was too long for the service of this browser."))
    if 200 <= status < 300:
        return SENT
    if status in (401, 403):  # our clock or key may be wrong, which is no fault of the browser
        words = _("The service of this browser does not accept the signature of this server.")
        return DeliveryEnd("later", words, after_ms)
    words = _("The service of this browser answers {code}.").format(code=status)
    is_passing = status in (408, 425, 429) or status >= 500
    return DeliveryEnd("later", words, after_ms) if is_passing else DeliveryEnd("refused", words)


def pause_ms(words: str, now_ms: int) -> int:
    """Returns the pause that ``Retry-After`` asks for, as seconds or as a date, ms; 0 without a
    wish that can be read."""
    if (wanted_s := read_whole(words[:MOST_DIGITS])) is not None:
        wanted_ms = 1000 * wanted_s
    else:
        try:
            wanted_ms = int(parsedate_to_datetime(words).timestamp() * 1000) - now_ms
        except (ValueError, OverflowError):
            return 0
    return max(0, min(LONGEST_PAUSE_MS, wanted_ms))
