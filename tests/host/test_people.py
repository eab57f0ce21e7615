"""People: the person for each secret in a hello, names, settings, bans."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa

from gipf_meta.host.backups import backup
from gipf_meta.host.database import Database
from gipf_meta.host.identity.devices import Devices, hash_secret
from gipf_meta.host.people import (
    HOUR_MS,
    SECRET,
    Banned,
    DatabasePeople,
    PeopleError,
)
from gipf_meta.host.tables import DEVICE, HELD, PERSON

OWN = "a-secret_of_22_letters"


@pytest.fixture
def people(database: Database) -> DatabasePeople:
    """Nobody yet."""
    return DatabasePeople(database)


def test_who_comes_without_a_secret_is_new_and_gets_one(people: DatabasePeople) -> None:
    person, about = people.identify({"name": " Ann "})
    assert SECRET.fullmatch(about["secret"])
    assert about["name"] == "Ann" == people.name_of(person)
    assert people.identify({"secret": about["secret"]}) == (person, {"name": "Ann"})
    assert people.identify({})[0] != person


def test_a_secret_that_nobody_has_is_that_of_one_new_person(
    people: DatabasePeople, database: Database
) -> None:
    person, about = people.identify({"secret": OWN})
    assert (about, people.name_of(person)) == ({"name": ""}, "")
    assert people.is_known(OWN)
    assert not people.is_known(OWN[::-1])
    assert not people.is_known(None)
    assert people.identify({"secret": OWN, "name": "Ann"}) == (person, {"name": "Ann"})
    assert people.name_of(person) == "Ann"
    rows = database.read(lambda db: db.execute(sa.select(DEVICE)).all())
    assert [row.secret_hash for row in rows] == [hash_secret(OWN)]
    assert OWN not in str(rows)


@pytest.mark.parametrize("secret", ["", "short", OWN + "!", 7, ["x"], "a" * 129, OWN + "\n"])
def test_a_secret_of_another_form_is_refused(people: DatabasePeople, secret: object) -> None:
    with pytest.raises(PeopleError, match="That is no key"):
        people.identify({"secret": secret})
    assert people.list() == []


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "a\nb", "nul\x00", 7])
def test_a_name_that_no_player_can_have_is_not_kept(people: DatabasePeople, name: object) -> None:
    person, about = people.identify({"secret": OWN, "name": name})
    assert about["name"] == "" == people.name_of(person)
    with pytest.raises(PeopleError, match="1 to 60 letters"):
        people.rename(person, str(name) if name != 7 else "")


def test_people_are_renamed_and_keep_their_settings(people: DatabasePeople) -> None:
    person, _about = people.identify({"secret": OWN})
    assert people.rename(person, " Zoë ") == "Zoë" == people.name_of(person)
    assert people.settings_of(person) == people.settings_of("nobody") == {}
    people.keep_settings(person, {"theme": "dark", "set_ups": {"zertz": {"rings": 37}}})
    assert people.settings_of(person) == {"theme": "dark", "set_ups": {"zertz": {"rings": 37}}}
    with pytest.raises(PeopleError, match="too long"):
        people.keep_settings(person, {"name": "x" * 100_000})
    for change in (lambda: people.rename("nobody", "x"), lambda: people.ban("nobody")):
        with pytest.raises(PeopleError, match="Nobody here has the id nobody"):
            change()


def test_who_is_banned_does_not_come_in(people: DatabasePeople) -> None:
    person, _about = people.identify({"secret": OWN, "name": "Eve"})
    people.ban(person)
    with pytest.raises(PeopleError, match="may not come in"):
        people.identify({"secret": OWN, "name": "Ann"})
    assert [(each.id, each.name, each.is_banned) for each in people.list()] == [
        (person, "Eve", True)
    ]
    people.lift_ban(person)
    assert people.identify({"secret": OWN})[0] == person


def test_who_was_here_last_is_first_in_the_list(people: DatabasePeople, database: Database) -> None:
    ann, _about = people.identify({"secret": OWN})
    eve, _about = people.identify({"name": "Eve"})
    old = sa.update(PERSON).values(seen_ms=sa.case((PERSON.c.id == ann, 1), else_=2))
    database.write(lambda db: db.execute(old))
    assert [person.id for person in people.list()] == [eve, ann]
    people.identify({"secret": OWN})
    assert [person.id for person in people.list(1)] == [ann]
    assert people.list(1)[0].seen_ms > 1_600_000_000_000


# ---- bans and keys ------------------------------------------------------------------------------

HOME, CLUB = "203.0.113.7", "2001:db8:1:2::/64"


def come(people: DatabasePeople, secret: str, network: str = HOME) -> str:
    """Lets a person come from *network*; returns his id."""
    return people.identify({"secret": secret.ljust(22, "_")}, network)[0]


def test_a_new_name_evades_no_ban(people: DatabasePeople) -> None:
    eve, known = come(people, "eve"), come(people, "known")
    assert people.ban(eve, 2 * HOUR_MS) == Banned(1, True)
    with pytest.raises(PeopleError, match="Come again in 2 hours"):
        come(people, "eve-again")
    assert come(people, "known") == known, "who has been there before is no new name"
    assert come(people, "somebody", CLUB)
    people.lift_ban(eve)
    assert come(people, "eve-again")


def test_a_ban_holds_until_its_hours_are_over_and_is_about_where_somebody_came_last(
    people: DatabasePeople, database: Database
) -> None:
    eve = come(people, "eve")
    assert come(people, "eve", CLUB) == eve
    people.ban(eve, HOUR_MS)
    assert come(people, "neighbour")
    with pytest.raises(PeopleError, match="Come again in 1 hour"):
        come(people, "eve-again", CLUB)
    database.write(lambda db: db.execute(sa.update(HELD).values(until_ms=database.now)))
    assert come(people, "eve-again", CLUB)


def test_names_that_were_kept_ready_are_banned_together(people: DatabasePeople) -> None:
    eve, _ready, elsewhere = come(people, "eve"), come(people, "ready"), come(people, "x", CLUB)
    assert people.ban(eve, HOUR_MS, newcomers=True) == Banned(2, True)
    for secret in ("eve", "ready", "new"):
        with pytest.raises(PeopleError):
            come(people, secret)
    assert come(people, "x", CLUB) == elsewhere


@pytest.mark.parametrize("network", ["", "127.0.0.1", "::/64"])
def test_a_ban_closes_the_door_to_nobody_where_addresses_say_nothing(
    network: str, people: DatabasePeople
) -> None:
    """A proxy that the host was not told of has one address for all people."""
    assert people.ban(come(people, "eve", network), HOUR_MS) == Banned(1, False)
    assert come(people, "ann", network)


def test_addresses_of_people_are_in_no_backup(
    people: DatabasePeople, database: Database, tmp_path: Path
) -> None:
    people.ban(come(people, "eve"), HOUR_MS)
    file = tmp_path / "backup.sqlite"
    backup(database, file)
    assert HOME.encode() not in file.read_bytes()


def test_a_key_is_renewed_once_though_it_is_asked_twice(
    people: DatabasePeople, database: Database
) -> None:
    ann = come(people, "old")
    old, new = "old".ljust(22, "_"), "new".ljust(22, "_")
    for _time in range(2):  # the first answer was lost
        assert people.identify({"secret": old, "renew": new}) == (
            ann,
            {"name": "", "renewed": True},
        )
    assert people.identify({"secret": new})[0] == ann
    assert people.identify({"secret": old})[0] != ann
    assert Devices(database).gone({hash_secret(new), "x"}) == {"x"}
    with pytest.raises(PeopleError, match="Nobody has the key"):
        people.identify({"secret": "x" * 22, "renew": "y" * 22})
    with pytest.raises(PeopleError, match="That is no key"):
        people.identify({"secret": new, "renew": 7})
    people.ban(ann)
    with pytest.raises(PeopleError):
        people.identify({"secret": new, "renew": "z" * 22})
    people.lift_ban(ann)
    assert people.identify({"secret": new})[0] == ann, "no key is renewed by who is banned"
