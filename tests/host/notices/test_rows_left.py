"""The fate of the rows of notices when people are deleted, rooms are pruned, the database is
restored, and time goes by."""

from __future__ import annotations

import json
from pathlib import Path

import sqlalchemy as sa

from gipf_meta.host.backups import backup, close_match, restore
from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.deletion import Deletions
from gipf_meta.host.notice_tables import HOST_KEY, NOTICE_WAY, OUTBOX, PLAN
from gipf_meta.host.notices.notice_outbox import BROKEN_MS, DONE_MS
from gipf_meta.host.notices.push_keys import PushKeys
from gipf_meta.host.notices.reconciliation import LEFT_MS, Reconciliation
from gipf_meta.host.own_data import OwnData
from gipf_meta.host.people import DatabasePeople
from gipf_meta.host.stale_rooms import remove_rows
from gipf_meta.hub.hub import Hub
from tests.host.conftest import open_new
from tests.host.notices.post import NOW_MS, Office, add_way, hub_of_host, rows_of, ways_of
from tests.hub.test_hub import find, opening, play, say

SOON_MS = 10_000
SECRET = "a" * 40


def begin(database: Database, eve: str = "eve") -> Hub:
    """A hub where ann has claimed something, and *eve* has to answer, who has a way."""
    add_way(database, eve, id="way")
    hub = hub_of_host(DatabaseLedger(database))
    hub.connect("link", eve, "")
    hub.open_room("r", opening("wager", "human", "human"), "ann", NOW_MS, others={1: eve})
    play(hub, "claim", "ann", NOW_MS)
    return hub


def count(database: Database, table: sa.Table) -> int:
    """The number of rows of *table*."""
    query = sa.select(sa.func.count()).select_from(table)
    return database.read(lambda db: int(db.execute(query).scalar_one()))


def keep_plan(database: Database, person: str) -> None:
    """Keeps a plan of *person*."""
    row = {"room": "r", "player": 1, "depth": 0, "text": "[]", "version": "v", "changed_ms": 1}
    database.write(lambda db: db.execute(sa.insert(PLAN).values(person=person, **row)))


def test_nothing_stays_of_a_person_who_is_deleted_and_the_others_hear_of_the_end(
    database: Database,
) -> None:
    eve, _about = DatabasePeople(database).identify({"secret": SECRET, "name": "Eve"})
    begin(database, eve)
    keep_plan(database, eve)
    add_way(database, "ann")
    Deletions(database, find).delete(eve)
    assert count(database, PLAN) == 0
    assert ways_of(database, "person") == [("ann",)]
    assert {row[0] for row in rows_of(database)} <= {"push-ann"}


def test_ones_own_data_has_ways_notices_and_plans_and_no_key(database: Database) -> None:
    eve, _about = DatabasePeople(database).identify({"secret": SECRET, "name": "Eve"})
    begin(database, eve)
    keep_plan(database, eve)
    about = json.dumps({"p256dh": "q8x", "auth": "q9x", "zone": "Europe/Prague"})
    add_way(database, eve, id="second", key="https://push.example/q7x", about=about)
    text = OwnData(database, find).text(eve)
    data = json.loads(text)
    assert [way["kind"] for way in data["notice_ways"]] == ["push", "push"]
    assert {"zone": "Europe/Prague"} in [way["about"] for way in data["notice_ways"]]
    assert {(each["room"], each["kind"]) for each in data["notices"]} == {("r", "answer")}
    assert [each["room"] for each in data["plans"]] == ["r"]
    assert not any(each in text for each in ("q7x", "q8x", "q9x"))


def test_a_room_that_is_removed_takes_its_notices_with_it(database: Database) -> None:
    begin(database)
    keep_plan(database, "eve")
    database.write(lambda db: remove_rows(db, ["r"]))
    assert (count(database, OUTBOX), count(database, PLAN)) == (0, 0)


def test_who_was_in_a_match_that_the_operator_ends_is_told(database: Database) -> None:
    begin(database)
    add_way(database, "ann")
    close_match(database, find, "r")
    told = rows_of(database, "way", "kind")
    assert told == [("way", "answer"), ("push-ann", "end"), ("way", "end")]


async def test_after_a_restore_what_is_true_is_told_perhaps_again_and_nothing_else(
    database: Database, tmp_path: Path
) -> None:
    """The backup has a row that waits; another that was delivered is there as delivered. What was
    delivered after the backup is told once more, if it is still true."""
    hub = begin(database)
    hub.open_room("s", opening("wager", "human", "human"), "ann", NOW_MS, others={0: "eve"})
    office = Office(database)
    assert await office.look(SOON_MS) == 1
    hub.open_room("t", opening("wager", "human", "human"), "ann", NOW_MS, others={0: "eve"})
    play(hub, "allow", "eve", office.clock.ms)
    play(hub, "one", "ann", office.clock.ms)  # eve is on turn in "r" anew
    backup(database, tmp_path / "copy.sqlite")
    restored = open_new(f"sqlite:///{tmp_path / 'restored.sqlite'}")
    restore(restored, tmp_path / "copy.sqlite")
    again = Office(restored)
    again.clock.ms = office.clock.ms
    hub_there = hub_of_host(DatabaseLedger(restored))
    seen = hub_there.room("t").number
    say(hub_there, "play", "eve", again.clock.ms, room="t", text="claim", seen=seen)
    await Reconciliation(restored, again.clock, hub_there.audience.people).look_after_all()
    assert await again.look(LEFT_MS) == 1
    assert {notice.room for parcel in again.push.parcels for notice in parcel.notices} == {"r"}
    waiting = [row for row in rows_of(restored) if row[-1] == ""]
    assert waiting == []
    restored.close()


def test_a_backup_has_the_keys_of_the_host(database: Database, tmp_path: Path) -> None:
    key = {"name": "push", "value": "secret", "created_ms": 1}
    database.write(lambda db: db.execute(sa.insert(HOST_KEY).values(**key)))
    backup(database, tmp_path / "copy.sqlite")
    copy = Database.open(f"sqlite:///{tmp_path / 'copy.sqlite'}")
    assert count(copy, HOST_KEY) == 1
    copy.close()


def test_a_restored_host_has_the_keys_of_its_backup_also_if_it_was_begun_before(
    database: Database, tmp_path: Path
) -> None:
    """The browsers are bound to them."""
    old = PushKeys(database).public()
    backup(database, tmp_path / "copy.sqlite")
    restored = open_new(f"sqlite:///{tmp_path / 'restored.sqlite'}")
    assert PushKeys(restored).public() != old
    restore(restored, tmp_path / "copy.sqlite")
    assert PushKeys(restored).public() == old
    restored.close()


async def test_rows_go_a_month_after_they_were_done_unless_the_room_still_waits(
    database: Database,
) -> None:
    hub = begin(database)
    hub.open_room("s", opening("wager", "human", "human"), "ann", NOW_MS, others={0: "eve"})
    office = Office(database)
    await office.look(SOON_MS)
    play(hub, "allow", "eve", office.clock.ms)
    office.outbox.sweep(office.clock.ms + DONE_MS)
    assert len(rows_of(database)) == 2
    office.outbox.sweep(office.clock.ms + DONE_MS + 1)
    assert [row[1] for row in rows_of(database)] == ["s"]
    await Reconciliation(database, office.clock, lambda room: ()).look_after_all()
    assert [row[-1] for row in rows_of(database) if row[1] == "s"] == ["sent"]


def test_ways_that_were_given_up_go_when_nobody_mends_them(database: Database) -> None:
    add_way(database, "eve", created_ms=NOW_MS, trouble="It is gone.")
    add_way(database, "ann", created_ms=NOW_MS)
    office = Office(database)
    office.outbox.sweep(NOW_MS + BROKEN_MS)
    assert count(database, NOTICE_WAY) == 2
    office.outbox.sweep(NOW_MS + BROKEN_MS + 1)
    assert ways_of(database, "person") == [("ann",)]
