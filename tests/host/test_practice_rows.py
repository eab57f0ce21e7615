"""The practice of a host's people: two processes, deletion, backups, an end."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Thread

import pytest
import sqlalchemy as sa

from gipf_meta.host.backups import backup
from gipf_meta.host.database import Database
from gipf_meta.host.deletion import Deletions
from gipf_meta.host.own_data import OwnData
from gipf_meta.host.people import DatabasePeople, PeopleError
from gipf_meta.host.practice_rows import DatabasePractice
from gipf_meta.host.pruning import Pruning, Rule
from gipf_meta.host.tables import PERSON, PRACTICE
from gipf_meta.match.timecontrol import DAY_MS
from gipf_meta.practice import keeping
from gipf_meta.practice.entries import Missed, Tried
from gipf_meta.practice.keeping import NotKept
from tests.host.old_tables import go_back_to
from tests.small_games.finding import find

SECRETS = {"Ann": "a-secret_of_22_letters", "Bob": "b-secret_of_22_letters"}
MISTAKE = Missed(at_ms=7, number=1, game="zertz", position="…", asked="b2 ♟", played="a1")


def tried(n: int) -> Tried:
    return Tried(at_ms=1_000 * n, puzzle=f"zertz-{n}")


def come(database: Database, name: str) -> str:
    people = DatabasePeople(database)
    return people.identify({"secret": SECRETS[name], "name": name}, "192.0.2.7")[0]


@pytest.fixture
def ann(database: Database) -> str:
    return come(database, "Ann")


def test_each_person_has_a_practice_of_his_own(database: Database, ann: str) -> None:
    bob = come(database, "Bob")
    for keeper, entries in (
        (DatabasePractice(database, ann), (tried(2), MISTAKE, tried(1), tried(1))),
        (DatabasePractice(database, bob), (tried(1),)),
    ):
        for entry in entries:
            keeper.add(entry)
    assert DatabasePractice(database, ann).entries() == [MISTAKE, tried(1), tried(2)]
    assert DatabasePractice(database, bob).entries() == [tried(1)]


def test_two_processes_add_at_once(database: Database, url: str, ann: str) -> None:
    def add_many(first: int) -> None:
        other = Database.open(url)
        for n in range(first, first + 20):
            DatabasePractice(other, ann).add(tried(n))
        other.close()

    threads = [Thread(target=add_many, args=(first,)) for first in (0, 10)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert DatabasePractice(database, ann).entries() == [tried(n) for n in range(30)]


def test_a_process_sees_what_another_one_adds(database: Database, url: str, ann: str) -> None:
    here = DatabasePractice(database, ann)
    assert here.entries() == []
    other = Database.open(url)
    DatabasePractice(other, ann).add(tried(1))
    other.close()
    assert here.entries() == [tried(1)]


def test_who_floods_comes_to_an_end(
    database: Database, ann: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "MOST_ENTRIES", 2)
    keeper = DatabasePractice(database, ann)
    for n in (1, 2):
        keeper.add(tried(n))
    with pytest.raises(NotKept):
        keeper.add(tried(3))
    bob = DatabasePractice(database, come(database, "Bob"))
    bob.add(tried(3))
    assert (len(keeper.entries()), len(bob.entries())) == (2, 1)


def test_the_practice_goes_with_the_person(database: Database, ann: str) -> None:
    bob = DatabasePractice(database, come(database, "Bob"))
    bob.add(tried(1))
    keeper = DatabasePractice(database, ann)
    keeper.add(MISTAKE)
    Deletions(database, find).delete(ann)
    with pytest.raises(PeopleError):
        keeper.add(tried(2))  # a game that was still open
    count = sa.select(sa.func.count()).select_from(PRACTICE)
    assert database.read(lambda db: db.execute(count).scalar_one()) == 1
    assert bob.entries() == [tried(1)]


def test_who_was_not_seen_for_years_takes_it_along(database: Database, ann: str) -> None:
    DatabasePractice(database, ann).add(tried(1))
    long_ago = sa.update(PERSON).values(seen_ms=1, created_ms=1)
    database.write(lambda db: db.execute(long_ago))
    assert Pruning(database, find).prune(Rule(400 * DAY_MS, "none", people=True)).people == 1
    assert DatabasePractice(database, ann).entries() == []


def test_it_is_told_to_whom_it_is_about(database: Database, ann: str) -> None:
    DatabasePractice(database, ann).add(MISTAKE)
    DatabasePractice(database, come(database, "Bob")).add(tried(1))
    assert json.loads(OwnData(database, find).text(ann))["practice"] == [
        MISTAKE.model_dump(mode="json")
    ]


def test_it_is_in_a_backup(database: Database, ann: str, tmp_path: Path) -> None:
    DatabasePractice(database, ann).add(MISTAKE)
    file = tmp_path / "backup.sqlite"
    backup(database, file)
    again = Database.open(f"sqlite:///{file}")
    assert DatabasePractice(again, ann).entries() == [MISTAKE]
    again.close()


def test_a_database_of_the_tables_before_gets_the_table(
    database: Database, url: str, ann: str
) -> None:
    go_back_to("0011", database)
    database.close()
    again = Database.open(url)
    DatabasePractice(again, ann).add(tried(1))
    assert DatabasePractice(again, ann).entries() == [tried(1)]
    again.close()


def test_a_row_that_is_damaged_is_left_out(database: Database, ann: str) -> None:
    keeper = DatabasePractice(database, ann)
    keeper.add(tried(1))
    keeper.add(tried(2))
    is_first = PRACTICE.c.told.contains("zertz-1")
    damage = sa.update(PRACTICE).where(is_first).values(told="{")
    database.write(lambda db: db.execute(damage))
    assert DatabasePractice(database, ann).entries() == [tried(2)]
