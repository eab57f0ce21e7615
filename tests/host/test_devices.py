"""Devices: each has a key of its own, can be taken away, and was once the person himself."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from gipf_meta.host.backups import backup, restore
from gipf_meta.host.database import Database
from gipf_meta.host.identity.devices import (
    AWAY_MS,
    MOST_DEVICES,
    Devices,
    IdentityError,
    hash_secret,
    label_of,
)
from gipf_meta.host.people import DatabasePeople, PeopleError
from gipf_meta.host.tables import DEVICE, METADATA, PERSON
from tests.host.old_tables import VERSIONS, go_back_to
from tests.tables import table
from tests.tiers import slow, soak

OWN = "a-secret_of_22_letters"


@pytest.fixture
def people(database: Database) -> DatabasePeople:
    """Nobody yet."""
    return DatabasePeople(database)


@pytest.fixture
def devices(database: Database) -> Devices:
    """None yet."""
    return Devices(database)


def test_one_person_comes_by_several_devices_each_with_a_key_of_its_own(
    people: DatabasePeople, devices: Devices
) -> None:
    ann, _about = people.identify({"secret": OWN}, label="Firefox on Linux")
    phone = devices.add(ann, "Safari on iPhone")
    assert phone != OWN
    assert people.identify({"secret": phone})[0] == ann == people.identify({"secret": OWN})[0]
    assert {each.label for each in devices.list(ann)} == {"Firefox on Linux", "Safari on iPhone"}
    assert [person.devices for person in people.list()] == [2]


def test_a_device_that_is_taken_away_is_of_nobody_and_no_other_is(
    people: DatabasePeople, devices: Devices
) -> None:
    ann, bob = people.identify({"secret": OWN})[0], people.identify({})[0]
    stolen = devices.add(ann, "stolen")
    here, there = hash_secret(OWN), hash_secret(stolen)
    (id,) = [each.id for each in devices.list(ann) if each.label == "stolen"]
    with pytest.raises(IdentityError, match="no such device"):
        devices.remove(bob, id)
    assert devices.gone({here, there}) == set()
    devices.remove(ann, id)
    assert devices.gone({here, there}) == {there}
    with pytest.raises(IdentityError, match="no such device"):
        devices.remove(ann, id)
    assert people.identify({"secret": stolen})[0] not in (ann, bob)
    assert people.identify({"secret": OWN})[0] == ann


def test_a_key_is_of_one_device(devices: Devices, database: Database) -> None:
    """Also of two pages of somebody new, who say it at once."""
    hashed = hash_secret(OWN)
    added = [
        database.write(lambda db, by=by: devices.insert(db, by, hashed, "")) for by in ("p1", "p2")
    ]
    assert added == [True, False]
    assert devices.list("p2") == []


def test_a_renewed_key_is_that_of_one_device_and_the_others_stay(
    people: DatabasePeople, devices: Devices
) -> None:
    ann, _about = people.identify({"secret": OWN})
    phone, new = devices.add(ann, "phone"), "n" * 22
    assert people.identify({"secret": OWN, "renew": new})[0] == ann
    assert devices.gone({hash_secret(each) for each in (OWN, phone, new)}) == {hash_secret(OWN)}
    assert len(devices.list(ann)) == 2


def test_the_operator_ends_all_devices_of_a_person_and_gives_him_one_key(
    people: DatabasePeople, devices: Devices
) -> None:
    ann, _about = people.identify({"secret": OWN})
    keys = [OWN, devices.add(ann, "phone")]
    new = people.renew(ann)
    assert devices.gone({hash_secret(each) for each in (*keys, new)}) == {
        hash_secret(each) for each in keys
    }
    assert people.identify({"secret": new})[0] == ann
    with pytest.raises(PeopleError, match="Nobody here has the id"):
        people.renew("nobody")
    assert len(devices.list("nobody")) == 0


def test_of_too_many_devices_those_leave_that_were_away_for_long_and_no_other(
    people: DatabasePeople, devices: Devices, database: Database
) -> None:
    ann, bob = people.identify({"secret": OWN})[0], people.identify({})[0]
    secrets = [devices.add(ann, f"{n}") for n in range(MOST_DEVICES - 1)]
    with pytest.raises(IdentityError, match="take one away first"):
        devices.add(ann, "one more")
    old = sa.update(DEVICE).values(seen_ms=database.now - AWAY_MS - 1)
    first = DEVICE.c.secret_hash == hash_secret(secrets[7])
    database.write(lambda db: db.execute(old.where(first)))
    devices.add(bob, "another person's")
    devices.add(ann, "one more")
    assert len(devices.list(ann)) == MOST_DEVICES
    assert devices.gone({hash_secret(each) for each in secrets}) == {hash_secret(secrets[7])}


@pytest.mark.parametrize("version", [*slow(VERSIONS[0]), *soak(*VERSIONS[1:-1]), VERSIONS[-1]])
def test_who_had_a_key_before_there_were_devices_has_one_device_by_it(
    version: str, url: str, database: Database, people: DatabasePeople, tmp_path: Path
) -> None:
    ann, _about = people.identify({"secret": OWN, "name": "Ann"})
    bob, about = people.identify({"name": "Bob"})
    people.ban(bob)
    go_back_to(version, database)
    again = Database.open(url)
    with again.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        inspected = sa.inspect(connection)
        assert {each["name"] for each in inspected.get_indexes("person")} == {
            "person_network",
            "person_banned",
        }
        assert "secret_hash" not in str(inspected.get_columns("person"))
    people, devices = DatabasePeople(again), Devices(again)
    assert people.identify({"secret": OWN}) == (ann, {"name": "Ann"})
    with pytest.raises(PeopleError, match="may not come in"):
        people.identify({"secret": about["secret"]})
    (device,) = devices.list(ann)
    assert (device.secret_hash, device.label) == (hash_secret(OWN), "")
    assert device.id != devices.list(bob)[0].id
    backup(again, tmp_path / "backup.sqlite")
    again.close()
    target = Database.open(f"sqlite:///{tmp_path / 'restored.sqlite'}")
    restore(target, tmp_path / "backup.sqlite")
    assert DatabasePeople(target).identify({"secret": OWN})[0] == ann
    target.close()


def test_a_process_of_before_lets_nobody_in_instead_of_making_everybody_new(
    database: Database,
) -> None:
    """Its statement names a column that is no more."""
    with pytest.raises(sa.exc.DBAPIError), database.engine.connect() as connection:
        connection.execute(sa.text("SELECT id FROM person WHERE person.secret_hash = 'x'"))
    assert "secret_hash" not in PERSON.columns


@table("""
    header                                                                 | label
    Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 | Firefox on Linux
    Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1    | Safari on iPhone
    Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0     | Edge on Windows
    Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36      | Chrome on Android
    curl on Linux                                                          | Linux
""")
def test_a_device_is_listed_as_its_person_knows_it(header: str, label: str) -> None:
    assert label_of({}, header) == label
    assert label_of({"device": "a terminal on thinkpad"}, header) == "a terminal on thinkpad"
    assert label_of({}, "Python/3.11 aiohttp/3.12") == ""


@pytest.mark.parametrize("said", ["x" * 61, "a\x1b[31mb", "a\nb", 7, None, ["x"]])
def test_no_label_acts_on_a_line(said: object) -> None:
    assert label_of({"device": said}, "Firefox on Linux") == "Firefox on Linux"
