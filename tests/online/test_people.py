"""People: who says hello with which secret is whom."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from gipf_meta.online.database import Database
from gipf_meta.online.people import SECRET, DatabasePeople, PeopleError, hash_secret
from gipf_meta.online.tables import PERSON

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
    rows = database.read(lambda db: db.execute(sa.select(PERSON)).all())
    assert [row.secret_hash for row in rows] == [hash_secret(OWN)]
    assert OWN not in str(rows)


@pytest.mark.parametrize("secret", ["", "short", OWN + "!", 7, ["x"], "a" * 129, OWN + "\n"])
def test_a_secret_of_another_form_is_refused(people: DatabasePeople, secret: object) -> None:
    with pytest.raises(PeopleError, match="This key is none"):
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
    people.ban(person, is_banned=False)
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
