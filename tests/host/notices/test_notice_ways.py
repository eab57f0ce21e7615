"""The ways by which people are told: what may be added, who takes it away, what ends with what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
import sqlalchemy as sa

from gipf_meta.base.dates import in_zone
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.desk.own_notices import MailHours, NoticeWays
from gipf_meta.host.database import Database
from gipf_meta.host.identity.account import Account
from gipf_meta.host.identity.devices import hash_secret
from gipf_meta.host.identity.identity_tables import WAY_BACK
from gipf_meta.host.identity.sign_ins import Asker
from gipf_meta.host.identity.tickets import TooOften
from gipf_meta.host.limits import TooMany
from gipf_meta.host.notice_tables import NOTICE_WAY, OUTBOX
from gipf_meta.host.notices import notice_ways
from gipf_meta.host.notices.notice_ways import (
    CHANGES_IN_A_DAY,
    MOST_OF_KIND,
    DatabaseNoticeWays,
    NoticeError,
    hours_of,
)
from gipf_meta.host.notices.push_addresses import PushError, services_with
from gipf_meta.host.notices.push_keys import letters_of
from gipf_meta.host.people import DatabasePeople
from tests.host.notices.push_servers import BrowserKeys

BROWSER = BrowserKeys()
ENDPOINT = "https://push.example/send/1"
HTTPS = "https://play.example"
EACH = MailHours("each", (), None, "")


class Host:
    """People at devices, each with a link of its name, at a host that sends pushes and mails."""

    def __init__(self, database: Database) -> None:
        self.database, self.people = database, DatabasePeople(database)
        self.askers = dict[str, Asker]()
        find = self.askers.__getitem__
        self.account = Account(database, find, lambda link, fresh: None)
        self.ways = DatabaseNoticeWays(
            database,
            find,
            self.account.list_of_ways,
            "http://here.example/",
            services_with(["push.example"]),
        )
        self.ways.key_of_pushes = lambda: "the key"
        self.ways.why_no_mails = lambda: ""
        self.account.list_of_devices.forget_with = self.ways.forget_orphans
        self.account.list_of_ways.forget_with = self.ways.forget_orphans
        self.account.leave = self.ways.leave

    def come(self, link: str, origin: str = HTTPS) -> str:
        """Somebody new comes at a device; his id."""
        secret = f"{link}-secret-{'x' * 20}"
        person, _about = self.people.identify({"secret": secret}, "home", f"Firefox of {link}")
        self.sit(link, person, secret, origin)
        return person

    def sit(self, link: str, person: str, secret: str, origin: str = HTTPS) -> None:
        """The device at *link* is one of *person* now."""
        label = f"Firefox of {link}"
        self.askers[link] = Asker(person, hash_secret(secret), label, "home", "en", origin)

    def add_device(self, link: str, person: str) -> None:
        """*person* gets another device, at *link*."""
        self.sit(link, person, self.account.list_of_devices.add(person, f"Firefox of {link}"))

    def mail_of(self, person: str, address: str = "ann@home.example") -> str:
        """A mail address becomes a way back of *person*; its id."""
        return self.account.list_of_ways.add(person, "mail", address, f"{address[0]}…")

    def push(self, link: str, endpoint: str = ENDPOINT) -> None:
        self.ways.add_push(link, endpoint, BROWSER.p256dh, BROWSER.auth)

    def kinds(self, link: str) -> list[str]:
        return [each.kind for each in self.ways.own(link)]

    def wait(self, way: str) -> None:
        """A notice waits to be sent on *way*."""
        values = {column.name: 0 for column in OUTBOX.c if isinstance(column.type, sa.Integer)}
        texts = {column.name: "" for column in OUTBOX.c if column.name not in values}
        row = {**texts, **values, "way": way, "room": "r", "kind": "turn"}
        self.database.write(lambda db: db.execute(sa.insert(OUTBOX).values(**row)))

    def waiting(self) -> int:
        """The number of notices in the outbox."""
        count = sa.select(sa.func.count()).select_from(OUTBOX)
        return self.database.read(lambda db: int(db.execute(count).scalar_one()))


@pytest.fixture
def host(database: Database) -> Host:
    """A host with Ann."""
    host = Host(database)
    host.come("ann")
    return host


def test_fits_the_contract(host: Host) -> None:
    ways: NoticeWays = host.ways
    assert ways.own("ann") == []


def test_a_push_is_of_its_device(host: Host) -> None:
    host.push("ann")
    (way,) = host.ways.own("ann")
    assert (way.kind, way.label, way.is_this, way.used_ms, way.trouble) == (
        "push", "Firefox of ann", True, 0, "",
    )  # fmt: skip
    host.add_device("phone", host.askers["ann"].person)
    assert [each.is_this for each in host.ways.own("phone")] == [False]


def test_a_browser_that_subscribes_once_more_has_one_way(host: Host) -> None:
    host.push("ann")
    host.push("ann", f"{ENDPOINT}2")
    host.push("ann", f"{ENDPOINT}2")
    assert host.kinds("ann") == ["push"]


def test_an_address_of_pushes_is_of_who_gave_it_last(host: Host) -> None:
    host.push("ann")
    host.come("bob")
    host.push("bob")
    assert (host.kinds("ann"), host.kinds("bob")) == ([], ["push"])


@pytest.mark.parametrize(
    ("endpoint", "auth", "why"),
    [("https://other.example/1", BROWSER.auth, "does not know"), (ENDPOINT, "", "once more")],
    ids=["another service", "no secret"],  # a key drawn anew has no place in the name of a test
)
def test_a_push_needs_a_known_service_and_keys(
    host: Host, endpoint: str, auth: str, why: str
) -> None:
    with pytest.raises(GipfMetaError, match=why):
        host.ways.add_push("ann", endpoint, BROWSER.p256dh, auth)
    assert host.kinds("ann") == []


@pytest.mark.parametrize(
    ("origin", "why"),
    [
        (HTTPS, ""),
        ("http://localhost:8000", ""),
        ("http://127.0.0.1:8000", ""),
        ("http://play.example", "https"),
        ("http://192.168.1.5:8000", "https"),
        ("", "for pages"),
        ("http://[", "for pages"),
    ],
)
def test_pushes_need_https(host: Host, origin: str, why: str) -> None:
    host.come("other", origin)
    said = host.ways.why_not("other", "push")
    assert why in said
    assert bool(why) == bool(said)
    if why:
        with pytest.raises(NoticeError, match=why):
            host.push("other")


def test_a_host_without_keys_says_so(host: Host) -> None:
    host.ways.key_of_pushes = lambda: ""
    assert host.ways.why_not("ann", "push") == "This host sends no notices to browsers."


def test_mails_go_to_an_address_that_is_a_way_back(host: Host) -> None:
    address = host.mail_of(host.askers["ann"].person)
    (offered,) = host.ways.addresses("ann")
    assert (offered.id, offered.label) == (address, "a…")
    host.ways.add_mail("ann", address, EACH)
    (way,) = host.ways.own("ann")
    assert (way.kind, way.label, way.mails) == ("mail", "a…", EACH)
    assert host.ways.addresses("ann") == []
    with pytest.raises(NoticeError, match="no mail address of yours"):
        host.ways.add_mail("ann", address, EACH)


def test_nobody_gets_mails_at_the_address_of_another(host: Host) -> None:
    address = host.mail_of(host.askers["ann"].person)
    host.come("bob")
    for wrong in (address, "", "w0"):
        with pytest.raises(NoticeError, match="no mail address of yours"):
            host.ways.add_mail("bob", wrong, EACH)


def test_a_host_without_mails_says_so(host: Host) -> None:
    address = host.mail_of(host.askers["ann"].person)
    host.ways.why_no_mails = lambda: "no mails"
    with pytest.raises(NoticeError, match="no mails"):
        host.ways.add_mail("ann", address, EACH)


TWICE = MailHours("twice", (8, 18), (22, 7), "Europe/Prague")


def test_hours_of_mails_change(host: Host) -> None:
    host.ways.add_mail("ann", host.mail_of(host.askers["ann"].person), EACH)
    (way,) = host.ways.own("ann")
    host.ways.change_mail("ann", way.id, TWICE)
    assert host.ways.own("ann")[0].mails == TWICE
    host.come("bob")
    with pytest.raises(NoticeError, match="gone"):
        host.ways.change_mail("bob", way.id, EACH)


@pytest.mark.parametrize(
    "hours",
    [
        replace(TWICE, mode="hourly"),  # type: ignore[arg-type]
        replace(TWICE, hours=(8,)),
        replace(TWICE, hours=(8, 8)),
        replace(TWICE, hours=(8, 24)),
        replace(TWICE, hours=(-1, 8)),
        replace(TWICE, hours=(True, 8)),
        replace(TWICE, quiet=(7, 7)),
        replace(TWICE, quiet=(7, 25)),
        replace(TWICE, quiet=(7,)),  # type: ignore[arg-type]
        replace(TWICE, zone="Mars/Olympus"),
        replace(EACH, hours=(8,)),
    ],
)
def test_impossible_hours_are_refused(host: Host, hours: MailHours) -> None:
    address = host.mail_of(host.askers["ann"].person)
    with pytest.raises(NoticeError):
        host.ways.add_mail("ann", address, hours)
    assert host.kinds("ann") == []


@pytest.mark.parametrize("about", [{}, {"mode": "twice"}, {"mode": 1, "hours": 2, "quiet": 3}])
def test_hours_that_cannot_be_read_are_those_of_one_a_day(about: dict[str, object]) -> None:
    assert hours_of(about) == MailHours()


def test_the_key_of_a_feed_is_shown_once(host: Host) -> None:
    feed, calendar = host.ways.make_feed("ann"), host.ways.make_calendar("ann")
    assert feed.startswith(f"{HTTPS}/feed/")
    assert calendar.startswith(f"{HTTPS}/calendar/")
    assert calendar.endswith(".ics")
    key = feed.removeprefix(f"{HTTPS}/feed/")
    assert len(key) == 32  # 192 bits
    query = sa.select(NOTICE_WAY)
    assert key not in str(host.database.read(lambda db: db.execute(query).all()))
    found = host.ways.way_of_key("feed", key)
    assert found is not None
    assert found.person == host.askers["ann"].person
    assert host.ways.way_of_key("calendar", key) is None
    assert host.ways.way_of_key("feed", key[:-1]) is None
    assert host.ways.way_of_key("feed", "x" * 1000) is None


def test_a_terminal_gets_the_address_of_the_host(host: Host) -> None:
    host.come("terminal", "")
    assert host.ways.make_feed("terminal").startswith("http://here.example/feed/")


def test_a_way_notes_language_and_zone(host: Host) -> None:
    with in_zone("Europe/Prague"):
        feed = host.ways.make_feed("ann")
    key = feed.removeprefix(f"{HTTPS}/feed/")
    found = host.ways.way_of_key("feed", key)
    assert found is not None
    assert found.about == {"language": "en", "zone": "Europe/Prague"}


def test_only_its_owner_takes_a_way_away(host: Host) -> None:
    host.ways.make_feed("ann")
    (way,) = host.ways.own("ann")
    host.wait(way.id)
    host.come("bob")
    with pytest.raises(NoticeError, match="gone"):
        host.ways.remove("bob", way.id)
    assert (host.kinds("ann"), host.waiting()) == (["feed"], 1)
    host.ways.remove("ann", way.id)
    assert (host.kinds("ann"), host.waiting()) == ([], 0)
    with pytest.raises(NoticeError, match="gone"):
        host.ways.remove("ann", way.id)


def test_a_device_that_is_taken_away_gets_no_pushes(host: Host) -> None:
    ann = host.askers["ann"].person
    host.push("ann")
    host.add_device("phone", ann)
    host.push("phone", f"{ENDPOINT}2")
    host.wait(next(each.id for each in host.ways.own("ann") if each.is_this))
    (this,) = [each.id for each in host.account.devices("ann") if each.is_this]
    host.account.remove_device("ann", this)
    assert [each.is_this for each in host.ways.own("phone")] == [True]
    assert host.waiting() == 0
    query = sa.select(sa.func.count()).select_from(NOTICE_WAY)
    assert host.database.read(lambda db: db.execute(query).scalar_one()) == 1


def test_an_address_that_is_taken_away_gets_no_mails(host: Host) -> None:
    ann = host.askers["ann"].person
    first, second = host.mail_of(ann), host.mail_of(ann, "bea@home.example")
    for address in (first, second):
        host.ways.add_mail("ann", address, EACH)
    host.account.list_of_ways.remove(ann, first)
    assert [each.way_back for each in host.ways.own("ann")] == [second]
    query = sa.select(NOTICE_WAY.c.key)
    assert host.database.read(lambda db: db.execute(query).scalars().all()) == [second]


def test_an_address_whose_time_has_come_gets_no_mails(host: Host) -> None:
    ann = host.askers["ann"].person
    host.ways.add_mail("ann", host.mail_of(ann), EACH)
    ending = sa.update(WAY_BACK).values(ends_ms=host.database.now - 1)
    host.database.write(lambda db: db.execute(ending))
    assert host.ways.own("ann") == []
    host.ways.sweep()
    query = sa.select(sa.func.count()).select_from(NOTICE_WAY)
    assert host.database.read(lambda db: db.execute(query).scalar_one()) == 0


def test_a_device_that_becomes_another_persons_gets_no_pushes_of_the_one_before(
    host: Host,
) -> None:
    host.push("ann")
    host.come("bob")
    words = host.account.make_words("bob")
    host.account.sign_in_by_words("ann", words)
    assert host.kinds("ann") == []


def test_a_device_with_a_fresh_key_keeps_its_pushes(host: Host) -> None:
    ann = host.askers["ann"].person
    words = host.account.make_words("ann")
    host.push("ann")
    fresh = host.account.sign_in_by_words("ann", words)
    assert [each.is_this for each in host.ways.own("ann")] == [True]
    host.people.identify({"secret": fresh.secret}, "home", "Firefox of ann")
    host.sit("ann", ann, fresh.secret)
    assert [each.is_this for each in host.ways.own("ann")] == [True]


@pytest.mark.parametrize("kind", ["feed", "calendar"])
def test_nobody_has_endless_ways(host: Host, kind: str) -> None:
    make = host.ways.make_feed if kind == "feed" else host.ways.make_calendar
    for _each in range(MOST_OF_KIND["feed"]):
        make("ann")
    with pytest.raises(TooMany, match="take one away"):
        make("ann")
    host.ways.remove("ann", host.ways.own("ann")[0].id)
    make("ann")


def test_nobody_has_endless_pushes(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notice_ways, "MOST_OF_KIND", {"push": 2})
    for number in range(3):
        host.add_device(f"d{number}", host.askers["ann"].person)
    for number in range(2):
        host.push(f"d{number}", f"{ENDPOINT}{number}")
    with pytest.raises(TooMany):
        host.push("d2", f"{ENDPOINT}2")
    host.push("d1", f"{ENDPOINT}3")  # in the place of its own
    assert len(host.ways.own("ann")) == 2


def test_nobody_changes_ways_without_end(host: Host) -> None:
    for _each in range(CHANGES_IN_A_DAY):
        host.push("ann")
    acts: tuple[Callable[[], object], ...] = (
        lambda: host.push("ann"),
        lambda: host.ways.make_feed("ann"),
        lambda: host.ways.change_mail("ann", "n0", EACH),
    )
    for act in acts:
        with pytest.raises(TooOften):
            act()
    host.ways.remove("ann", host.ways.own("ann")[0].id)


def test_a_banned_person_adds_nothing(host: Host) -> None:
    host.people.ban(host.askers["ann"].person)
    with pytest.raises(GipfMetaError):
        host.ways.make_feed("ann")


def test_a_key_that_is_no_point_of_the_curve_is_refused(host: Host) -> None:
    host.come("ann")
    nowhere = letters_of(b"\x04" + bytes(64))
    with pytest.raises(PushError, match="once more"):
        host.ways.add_push("ann", ENDPOINT, nowhere, BROWSER.auth)


def test_a_host_that_writes_no_notices_offers_a_calendar_alone(host: Host) -> None:
    back = host.mail_of(host.come("ann"))
    host.ways.are_written = False
    said = "This host tells nobody what waits: come and look now and then."
    assert [host.ways.why_not("ann", kind) for kind in ("push", "mail", "feed")] == [said] * 3
    tries: list[Callable[[], object]] = [
        lambda: host.ways.add_push("ann", ENDPOINT, BROWSER.p256dh, BROWSER.auth),
        lambda: host.ways.add_mail("ann", back, EACH),
        lambda: host.ways.make_feed("ann"),
    ]
    for attempt in tries:
        with pytest.raises(NoticeError, match=said):
            attempt()
    assert host.ways.make_calendar("ann").endswith(".ics")
