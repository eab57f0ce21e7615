"""Pushes, by a service of the test's own that speaks https, decrypts them and checks signatures."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from http_ece import ECEException

from gipf_meta.host.database import Database
from gipf_meta.host.notices.push import (
    LONGEST_PAUSE_MS,
    PushSender,
    contact_of,
    outcome_of,
    pause_ms,
    payload_of,
    topic_of,
    ttl_s,
    urgency_of,
)
from gipf_meta.host.notices.push_addresses import is_public
from gipf_meta.host.notices.push_keys import PushKeys
from gipf_meta.host.notices.sending import DeliveryEnd, NoticeParcel, NoticeWay, ToldNotice
from gipf_meta.match.timecontrol import DAY_MS
from tests.host.conftest import open_new
from tests.host.notices.push_servers import BrowserKeys, PushService, push_service

NOW_MS = 1_800_000_000_000
NOTICE = ToldNotice(
    "turn", "room1", 7, "zertz", ("Ann",), False, NOW_MS, "https://h.example/#room/room1"
)
HANG_S = 0.05
"""How long a service is waited for that never answers."""


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    """An open database in a file."""
    opened = open_new(f"sqlite:///{tmp_path / 'rooms.sqlite'}")
    yield opened
    opened.close()


@pytest.fixture
def keys(database: Database) -> PushKeys:
    """The keys of the host."""
    return PushKeys(database)


def title(game: str) -> str:
    return game.upper()


def sender_to(service: PushService, keys: PushKeys, **about: Any) -> PushSender:
    """The host's sender, which trusts the certificate of *service*."""
    services = about.pop("services", service.services())
    return PushSender(keys, services, "https://h.example", lambda: NOW_MS, title, **about)


def parcel_for(
    service: PushService, keys: PushKeys, browser: BrowserKeys, *notices: ToldNotice
) -> NoticeParcel:
    """A parcel for *browser* at the *service*."""
    about = {**browser.about, "host_key": keys.public()}
    return NoticeParcel(
        "p1", NoticeWay("w1", "ann", "push", service.endpoint, about), notices or (NOTICE,)
    )


async def sent(
    keys: PushKeys,
    prepare: Callable[[PushService], object] = lambda service: None,
    *notices: ToldNotice,
    **about: Any,
) -> tuple[DeliveryEnd, PushService, BrowserKeys]:
    """Sends a parcel to a service that *prepare* has changed: the end, and what it got."""
    async with push_service() as service:
        prepare(service)
        browser = BrowserKeys()
        parcel = parcel_for(service, keys, browser, *notices)
        return await sender_to(service, keys, **about).send(parcel), service, browser


def answering(status: int, **headers: str) -> Callable[[PushService], None]:
    """Makes a service answer so."""

    def prepare(service: PushService) -> None:
        service.status = status
        service.headers = {name.replace("_", "-"): value for name, value in headers.items()}

    return prepare


# ---- what arrives -------------------------------------------------------------------------------


def test_a_push_is_read_by_the_browser_alone_and_signed_for_the_service(keys: PushKeys) -> None:
    outcome, service, browser = asyncio.run(sent(keys))
    assert outcome == DeliveryEnd("sent")
    (pushed,) = service.got
    assert pushed.path == "/send/a-b_c:1"
    words = "It is your move: ZERTZ with Ann."
    assert browser.read(pushed.body) == {
        "id": "p1",
        "notices": [
            {
                "title": "ZERTZ",
                "body": words,
                "tag": "room1",
                "link": NOTICE.link,
            }
        ],
    }
    assert b"Ann" not in pushed.body
    with pytest.raises(ECEException):
        BrowserKeys().read(pushed.body)
    assert pushed.key() == keys.public()
    assert pushed.claims() == {
        "aud": f"https://service.push.example:{service.port}",
        "exp": NOW_MS // 1000 + 12 * 3600,
        "sub": "https://h.example",
    }
    assert pushed.headers["Content-Encoding"] == "aes128gcm"
    assert (pushed.headers["TTL"], pushed.headers["Urgency"]) == ("604800", "normal")
    assert len(pushed.headers["Topic"]) == 32
    assert not {"Cookie", "User-Agent", "Referer", "Origin"} & set(pushed.headers)


def test_a_later_notice_of_a_room_has_the_topic_of_the_one_before(keys: PushKeys) -> None:
    async def twice() -> list[str]:
        async with push_service() as service:
            browser, sender = BrowserKeys(), sender_to(service, keys)
            for number, room in ((7, "room1"), (8, "room1"), (9, "room2")):
                told = replace(NOTICE, number=number, room=room)
                parcel = replace(parcel_for(service, keys, browser, told), id=f"p{number}")
                assert (await sender.send(parcel)).result == "sent"
            return [each.headers["Topic"] for each in service.got]

    first, second, other = asyncio.run(twice())
    assert first == second != other
    assert "room" not in first


def test_notices_of_several_rooms_come_together_and_only_their_repetition_is_one() -> None:
    way = NoticeWay("w1", "ann", "push", "", {})
    both = (NOTICE, replace(NOTICE, room="room2"))
    first, again = NoticeParcel("p1", way, both), NoticeParcel("p1", way, both)
    assert topic_of(first) == topic_of(again) != topic_of(NoticeParcel("p2", way, both))
    assert topic_of(NoticeParcel("p1", replace(way, id="w2"), both)) != topic_of(first)


def test_a_payload_is_never_too_long() -> None:
    long = replace(NOTICE, others=("Ž" * 400,))
    many = tuple(replace(long, room=f"room{n}") for n in range(30))
    way = NoticeWay("w1", "ann", "push", "", {})
    payload = payload_of(NoticeParcel("p1", way, many), title)
    assert len(payload) <= 3_000
    assert b'"room0"' in payload
    assert b'"room3"' in payload
    assert b'"room29"' not in payload


def test_a_private_room_is_told_without_names(keys: PushKeys) -> None:
    private = replace(NOTICE, is_private=True)
    _outcome, service, browser = asyncio.run(sent(keys, lambda service: None, private))
    (told,) = browser.read(service.got[0].body)["notices"]
    assert told["body"] == "It is your move: ZERTZ."


# ---- what services answer -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "result"),
    [
        (200, "sent"), (201, "sent"), (202, "sent"), (204, "sent"),
        (301, "refused"), (302, "refused"), (307, "refused"), (308, "refused"),
        (400, "refused"), (401, "later"), (403, "later"), (404, "dead"), (408, "later"),
        (410, "dead"), (413, "refused"), (418, "refused"), (429, "later"),
        (500, "later"), (502, "later"), (503, "later"), (507, "later"),
    ],
)  # fmt: skip
def test_each_answer_has_its_end(status: int, result: str) -> None:
    outcome = outcome_of(status, 7_000)
    assert outcome.result == result
    assert outcome.after_ms == (7_000 if result == "later" else 0)
    assert bool(outcome.why) == (result != "sent")


@pytest.mark.parametrize(
    ("words", "ms"),
    [
        ("", 0), ("120", 120_000), ("0", 0), ("-3", 0), ("1e9", 0), ("soon", 0), ("1.5", 0),
        ("٣", 0), ("9" * 400, LONGEST_PAUSE_MS), ("999999", LONGEST_PAUSE_MS),
        ("Fri, 15 Jan 2027 08:00:30 GMT", 30_000), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Fri, 32 Jan 2027 08:00:30 GMT", 0),
    ],
)  # fmt: skip
def test_a_wish_for_a_pause_is_read_as_seconds_or_as_a_date(words: str, ms: int) -> None:
    assert pause_ms(words, NOW_MS) == ms


@pytest.mark.parametrize(
    ("prepare", "outcome"),
    [
        (answering(404), DeliveryEnd("dead", "This browser takes no notices any more.")),
        (answering(410), DeliveryEnd("dead", "This browser takes no notices any more.")),
        (
            answering(413),
            DeliveryEnd("refused", "A notice was too long for the service of this browser."),
        ),
        (
            answering(429, Retry_After="60"),
            DeliveryEnd("later", "The service of this browser answers 429.", 60_000),
        ),
        (answering(500), DeliveryEnd("later", "The service of this browser answers 500.")),
    ],
    ids=["404", "410", "413", "429", "500"],
)
def test_a_service_says_how_a_delivery_ends(
    keys: PushKeys, prepare: Callable[[PushService], None], outcome: DeliveryEnd
) -> None:
    assert asyncio.run(sent(keys, prepare))[0] == outcome


def test_a_redirect_is_not_followed(keys: PushKeys) -> None:
    def prepare(service: PushService) -> None:
        answering(307, Location=f"https://service.push.example:{service.port}/other")(service)

    outcome, service, _browser = asyncio.run(sent(keys, prepare))
    assert outcome.result == "refused"
    assert len(service.got) == 1


def test_a_service_that_never_answers_is_tried_again(keys: PushKeys) -> None:
    def prepare(service: PushService) -> None:
        service.hangs = True

    outcome, _service, _browser = asyncio.run(sent(keys, prepare, answer_s=HANG_S))
    assert outcome == DeliveryEnd("later", "The service of this browser does not answer.")


def test_an_answer_without_an_end_is_not_read(keys: PushKeys) -> None:
    def prepare(service: PushService) -> None:
        service.is_endless = True

    assert asyncio.run(sent(keys, prepare))[0].result == "sent"


@pytest.mark.parametrize("headers", [{"X-Long": "x" * 20_000}, {f"X-{n}": "x" for n in range(900)}])
def test_headers_without_measure_are_no_answer(keys: PushKeys, headers: dict[str, str]) -> None:
    outcome, _service, _browser = asyncio.run(sent(keys, answering(201, **headers)))
    assert outcome == DeliveryEnd(
        "later", "The service of this browser cannot be reached, or breaks off."
    )


def test_a_cookie_is_not_kept(keys: PushKeys) -> None:
    async def twice() -> PushService:
        async with push_service() as service:
            service.headers = {"Set-Cookie": "a=b"}
            sender, browser = sender_to(service, keys), BrowserKeys()
            for _time in range(2):
                await sender.send(parcel_for(service, keys, browser))
            return service

    service = asyncio.run(twice())
    assert [("Cookie" in each.headers) for each in service.got] == [False, False]


def test_a_proxy_of_the_environment_is_not_asked(
    keys: PushKeys, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "HTTP_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert asyncio.run(sent(keys))[0].result == "sent"


def test_a_certificate_that_nobody_knows_is_not_trusted(keys: PushKeys) -> None:
    async def attempt() -> tuple[DeliveryEnd, PushService]:
        async with push_service() as service:
            services = replace(service.services(), context=None)
            sender = sender_to(service, keys, services=services)
            return await sender.send(parcel_for(service, keys, BrowserKeys())), service

    outcome, service = asyncio.run(attempt())
    assert outcome.result == "later"
    assert service.looked_up
    assert service.got == []


# ---- where a line goes --------------------------------------------------------------------------


def test_no_line_goes_to_an_address_that_is_not_public(keys: PushKeys) -> None:
    async def attempt() -> tuple[DeliveryEnd, PushService]:
        async with push_service() as service:
            sender = sender_to(service, keys, services=service.services(is_public))
            return await sender.send(parcel_for(service, keys, BrowserKeys())), service

    outcome, service = asyncio.run(attempt())
    assert outcome == DeliveryEnd(
        "later", "The service of this browser has no public address just now."
    )
    assert service.got == []
    assert service.looked_up == ["service.push.example"]


def test_the_line_goes_to_the_address_that_was_checked(keys: PushKeys) -> None:
    """A name that says a public address when it is checked, and another one to the line, would lead
    into this network: it is looked up once for each sending, and each answer is checked."""

    async def attempt() -> tuple[list[str], PushService, list[str]]:
        async with push_service() as service:
            service.addresses = [["127.0.0.1"], ["127.0.0.2"], ["127.0.0.1", "127.0.0.2"]]
            checked = list[str]()

            def is_allowed(address: str) -> bool:
                checked.append(address)
                return address == "127.0.0.1"

            sender = sender_to(service, keys, services=service.services(is_allowed))
            parcel = parcel_for(service, keys, BrowserKeys())
            results = [(await sender.send(parcel)).result for _time in range(3)]
            return results, service, checked

    results, service, checked = asyncio.run(attempt())
    assert results == ["sent", "later", "later"]
    assert len(service.got) == 1
    assert len(service.looked_up) == 3
    assert checked == ["127.0.0.1", "127.0.0.2", "127.0.0.1", "127.0.0.2"]


def test_a_service_that_is_known_no_more_ends_the_way(keys: PushKeys) -> None:
    async def attempt() -> tuple[DeliveryEnd, PushService]:
        async with push_service() as service:
            services = replace(service.services(), names=("elsewhere.example",))
            sender = sender_to(service, keys, services=services)
            return await sender.send(parcel_for(service, keys, BrowserKeys())), service

    outcome, service = asyncio.run(attempt())
    assert outcome == DeliveryEnd(
        "dead", "Notices are not sent any more to the service of this browser."
    )
    assert service.looked_up == []


def test_new_keys_end_the_subscriptions_to_the_old_ones(keys: PushKeys) -> None:
    async def attempt() -> tuple[DeliveryEnd, DeliveryEnd, PushService]:
        async with push_service() as service:
            sender, browser = sender_to(service, keys), BrowserKeys()
            parcel = parcel_for(service, keys, browser)
            await asyncio.to_thread(keys.renew)
            old = await sender.send(parcel)
            return old, await sender.send(parcel_for(service, keys, browser)), service

    old, new, service = asyncio.run(attempt())
    words = "This server has new keys: turn this browser's notices on again."
    assert old == DeliveryEnd("dead", words)
    assert new.result == "sent"
    assert service.got[0].key() == keys.public()


def test_a_damaged_way_is_dead_and_a_database_that_is_away_is_waited_for(
    database: Database, keys: PushKeys, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def attempt() -> list[str]:
        async with push_service() as service:
            sender = sender_to(service, keys)
            parcel = parcel_for(service, keys, BrowserKeys())
            key = {"host_key": keys.public()}
            damaged = [{"p256dh": "AAAA", "auth": "AAAA", **key}, {"auth": "AAAA", **key}]
            ways = [replace(parcel.way, about=about) for about in damaged]
            results = [(await sender.send(replace(parcel, way=way))).result for way in ways]
            database.close()
            monkeypatch.setattr(database.engine, "connect", _fails)
            return [*results, (await sender.send(parcel)).result]

    assert asyncio.run(attempt()) == ["dead", "dead", "withheld"]


def _fails(*_about: object) -> None:
    raise OSError("gone")


# ---- how urgent, how long -----------------------------------------------------------------------


def test_a_notice_is_kept_no_longer_than_it_helps() -> None:
    assert ttl_s(NOTICE) == 7 * 24 * 3600
    assert ttl_s(replace(NOTICE, left_ms=90_000)) == 90
    assert ttl_s(replace(NOTICE, left_ms=5)) == 60
    assert ttl_s(replace(NOTICE, left_ms=30 * DAY_MS)) == 7 * 24 * 3600
    assert ttl_s(replace(NOTICE, kind="hour", hour_ms=NOW_MS + 600_000)) == 600


def test_only_what_hurries_wakes_a_telephone() -> None:
    way = NoticeWay("w1", "ann", "push", "", {})

    def urgency(*notices: ToldNotice) -> str:
        return urgency_of(NoticeParcel("p", way, notices))

    end = replace(NOTICE, kind="end")
    assert urgency(NOTICE) == "normal"
    assert urgency(end) == "low"
    assert urgency(end, NOTICE) == "normal"
    assert urgency(end, replace(NOTICE, left_ms=60_000)) == "high"
    assert urgency(replace(NOTICE, kind="hour")) == "high"


def test_a_service_finds_who_runs_the_host() -> None:
    assert contact_of("https://h.example:8443/") == "https://h.example:8443"
    assert contact_of("http://localhost:8064/") == "mailto:gipf-meta@localhost"
    assert contact_of("") == "mailto:gipf-meta@localhost"


@pytest.mark.slow
def test_a_host_loads_what_writes_pushes_and_calendars_when_it_is_needed() -> None:
    code = (
        "import sys, gipf_meta.host.notices.post_office, gipf_meta.host.notices.notice_routes;"
        "print(*({'pywebpush', 'py_vapid', 'icalendar', 'requests'} & {*sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout.split() == []
