"""A notice that somebody sends himself to try a way: at once, once, by itself, a few in an hour."""

from __future__ import annotations

import json

import pytest

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.host.database import Database
from gipf_meta.host.identity.tickets import TooOften
from gipf_meta.host.notices.notice_ways import TRIALS_IN_AN_HOUR, NoticeError
from gipf_meta.host.notices.push import payload_of, topic_of
from gipf_meta.host.notices.sending import TRIAL_MS, DeliveryEnd
from gipf_meta.host.outbox_rows import write_notices
from gipf_meta.match.timecontrol import DAY_MS
from gipf_meta.rooms.notices import Notice
from tests.host.notices.post import Office, rows_of, ways_of
from tests.host.notices.test_notice_ways import EACH, Host


@pytest.fixture
def host(database: Database) -> Host:
    """A host with Ann, who gets pushes."""
    host = Host(database)
    host.come("ann")
    host.push("ann")
    return host


@pytest.fixture
def office(database: Database) -> Office:
    """A post office by the clock of the database."""
    office = Office(database)
    office.clock.ms = database.now_ms() + 60_000
    return office


def way_of(host: Host, kind: str = "push") -> str:
    """The id of Ann's way of that *kind*."""
    return next(each.id for each in host.ways.own("ann") if each.kind == kind)


async def test_a_trial_is_delivered_at_once_and_once(host: Host, office: Office) -> None:
    host.ways.send_trial("ann", way_of(host))
    assert await office.look() == 1
    (parcel,) = office.push.parcels
    said = json.loads(payload_of(parcel, lambda game: f"no game {game!r}"))
    (told,) = said["notices"]
    assert told["title"] == "GIPF Meta"
    assert told["body"] == "This is how it looks when something waits for you."
    assert told["tag"] == "trial"
    assert len(topic_of(parcel)) == 32
    assert await office.look(DAY_MS) == 0
    assert [row[-1] for row in rows_of(office.database)] == ["sent"]
    assert ways_of(office.database, "failures") == [(0,)]


async def test_a_mail_to_try_waits_for_no_hour(host: Host, office: Office) -> None:
    host.ways.add_mail("ann", host.mail_of(host.askers["ann"].person), EACH)
    office.mail.due = lambda way, created_ms, now_ms: now_ms + DAY_MS
    host.ways.send_trial("ann", way_of(host, "mail"))
    assert await office.look() == 1
    assert [kind for _way, kind, _number in office.mail.told] == ["trial"]


async def test_a_trial_comes_beside_what_waits_and_not_in_its_parcel(
    host: Host, office: Office
) -> None:
    host.ways.send_trial("ann", way_of(host))
    person = host.askers["ann"].person
    end = Notice("invitation", person, 0, 3)
    office.database.write(lambda db: write_notices(db, [("r", end)], office.clock.ms, 0))
    await office.look()
    assert [len(parcel.notices) for parcel in office.push.parcels] == [1]
    assert {row[-1] for row in rows_of(office.database)} == {"sent", "gone"}  # no such room


async def test_a_trial_that_fails_for_an_hour_is_given_up_and_its_way_stays(
    host: Host, office: Office
) -> None:
    office.push.answer = lambda parcel: DeliveryEnd("later", "It is away.")
    host.ways.send_trial("ann", way_of(host))
    await office.look()
    assert await office.look(TRIAL_MS) == 0
    assert [row[-1] for row in rows_of(office.database)] == ["gone"]
    assert ways_of(office.database, "trouble") == [("",)]


def test_a_few_are_sent_in_an_hour_to_oneself_alone(host: Host, database: Database) -> None:
    host.come("bob")
    with pytest.raises(GipfMetaError, match="gone already"):
        host.ways.send_trial("bob", way_of(host))
    host.ways.make_feed("ann")
    with pytest.raises(GipfMetaError, match="gone already"):
        host.ways.send_trial("ann", way_of(host, "feed"))
    for _time in range(TRIALS_IN_AN_HOUR):
        host.ways.send_trial("ann", way_of(host))
    with pytest.raises(TooOften):
        host.ways.send_trial("ann", way_of(host))


async def test_nothing_is_sent_to_try_where_nothing_arrives(host: Host, office: Office) -> None:
    office.push.answer = lambda parcel: DeliveryEnd("dead", "It is gone.")
    host.ways.send_trial("ann", way_of(host))
    await office.look()
    with pytest.raises(NoticeError, match="take it away"):
        host.ways.send_trial("ann", way_of(host))
