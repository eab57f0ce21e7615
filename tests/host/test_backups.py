"""Backups during play, their way into a database of either kind, and what ``verify`` finds."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from gipf_meta.host import backups
from gipf_meta.host.backups import Copied, backup, export, restore, verify
from gipf_meta.host.database import Database, DatabaseError
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.people import DatabasePeople
from gipf_meta.host.room_lists import Lists
from gipf_meta.host.tables import ENTRY, METADATA, PERSON, ROOM, SEAT
from gipf_meta.hub.hub import Hub
from gipf_meta.rooms.ledger import LedgerError
from tests.host import postgres
from tests.host.test_database_ledger import new_hub_on
from tests.hub.test_hub import find, opening, play
from tests.tiers import slow

SECRET = "a-secret_of_22_letters"


@pytest.fixture(params=["sqlite", *slow("postgresql")])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """Another empty database, of either kind."""
    if request.param == "sqlite":
        other = Database.open(f"sqlite:///{tmp_path / 'other.sqlite'}")
        yield other
        other.close()
    else:
        with postgres.fresh_schema(request.getfixturevalue("postgres_database")) as address:
            other = Database.open(address)
            yield other
            other.close()


@pytest.fixture
def hub(database: Database) -> Hub:
    """A hub with a match that has begun, a room of its own, and a person."""
    hub = new_hub_on(DatabaseLedger(database))
    hub.open_room("r", opening("wager", "human", "human"), "ann")
    hub.open_room("s", opening("wager", "human", "random", seed=2), "eve")
    play(hub, "claim")
    DatabasePeople(database).identify({"secret": SECRET, "name": "Ann"})
    database.beat("me", 7)
    return hub


def faults(database: Database) -> dict[str, str]:
    """Returns the faults that ``verify`` finds, by room."""
    return {room: fault for room, fault in verify(database, find) if fault}


def test_a_backup_during_play_holds_one_moment(
    database: Database, hub: Hub, target: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two tables another match is opened."""
    copy_table, opened = backups._copy_table, list[str]()

    def copy_and_play(source: sa.Connection, to: sa.Connection, table: sa.Table) -> int:
        count = copy_table(source, to, table)
        opened.append(
            hub.open_room(f"new{len(opened)}", opening("wager", "human", "human"), "x").id
        )
        return count

    ledger = DatabaseLedger(database)
    before = {room: ledger.read(room) for room in ledger.rooms()}
    file = tmp_path / "backup.sqlite"
    with monkeypatch.context() as patch:
        patch.setattr(backups, "_copy_table", copy_and_play)
        assert backup(database, file) == Copied(rooms=2, entries=3, people=1)
    assert len(opened) == len(METADATA.tables) - len(backups.NOT_COPIED)

    assert restore(target, file) == Copied(rooms=2, entries=3, people=1)
    restored = DatabaseLedger(target)
    assert {room: restored.read(room) for room in restored.rooms()} == before
    assert faults(target) == faults(database) == {}
    assert target.last_beat_ms() == 7
    old, new = (DatabasePeople(each).identify({"secret": SECRET}) for each in (database, target))
    assert old == new
    listed = Lists(target).all_rooms()
    assert [each for each in Lists(database).all_rooms() if each.room in before] == listed

    again = new_hub_on(restored)
    assert again.room("r").number == len(before["r"])


def test_a_backup_is_one_file_and_a_database_itself(
    database: Database, hub: Hub, tmp_path: Path
) -> None:
    folder = tmp_path / "away"
    folder.mkdir()
    backup(database, folder / "backup.sqlite")
    assert [path.name for path in folder.iterdir()] == ["backup.sqlite"]
    with pytest.raises(DatabaseError, match=r"There is a file .* already"):
        backup(database, folder / "backup.sqlite")
    served = Database.open(f"sqlite:///{folder / 'backup.sqlite'}")
    assert DatabaseLedger(served).rooms() == ["r", "s"]
    served.close()


def test_a_database_with_rooms_takes_no_backup(
    database: Database, hub: Hub, tmp_path: Path
) -> None:
    file = tmp_path / "backup.sqlite"
    backup(database, file)
    with pytest.raises(DatabaseError, match="into an empty database"):
        restore(database, file)
    assert faults(database) == {}


def test_what_is_no_backup_is_told_in_a_sentence(database: Database, tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match="No such file"):
        restore(database, tmp_path / "nowhere")
    (tmp_path / "diary").write_text("Dear diary, " * 1000)
    with pytest.raises(DatabaseError, match="it is no database"):
        restore(database, tmp_path / "diary")
    with pytest.raises(DatabaseError, match="cannot be used"):
        backup(database, tmp_path / "nowhere" / "backup.sqlite")


def test_a_backup_that_stops_half_way_leaves_nothing(
    database: Database, hub: Hub, target: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "away"
    folder.mkdir()
    file = tmp_path / "backup.sqlite"
    backup(database, file)

    copied = list[sa.Table]()

    def fail(source: sa.Connection, to: sa.Connection, table: sa.Table) -> int:
        copied.append(table)
        if len(copied) == 4:
            raise sqlite3.OperationalError("disk I/O error")
        return copy_table(source, to, table)

    copy_table = backups._copy_table
    monkeypatch.setattr(backups, "_copy_table", fail)
    with pytest.raises(sqlite3.OperationalError):
        backup(database, folder / "backup.sqlite")
    assert not list(folder.iterdir())
    copied.clear()
    with pytest.raises(sqlite3.OperationalError):
        restore(target, file)
    assert DatabaseLedger(target).rooms() == []
    monkeypatch.undo()
    restore(target, file)


@pytest.mark.parametrize(
    ("damage", "room", "why"),
    [
        (sa.delete(ENTRY).where(ENTRY.c.number > 3), "r", "damaged after event 3"),
        (sa.delete(ROOM).where(ROOM.c.id == "r"), "r", "has no beginning"),
        (sa.update(ROOM).where(ROOM.c.id == "s").values(turns=9), "s", "Lists show"),
        (sa.update(SEAT).where(SEAT.c.person == "eve").values(person="bob"), "s", "Lists show"),
    ],
    ids=["cut", "lost", "turns", "seat"],
)
def test_what_is_not_as_it_was_written_is_found(
    database: Database, hub: Hub, damage: sa.Executable, room: str, why: str
) -> None:
    database.write(lambda db: db.execute(damage))
    found = faults(database)
    assert list(found) == [room]
    assert why in found[room]


def test_clocks_are_counted_again(
    database: Database, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    def count(room: str, events: object, finder: object) -> None:
        if room == "s":
            raise LedgerError("The clocks are wrong.")

    monkeypatch.setattr(backups, "recount", count)
    assert dict(verify(database, find)) == {"r": "", "s": "The clocks are wrong."}


def test_a_room_is_exported_as_a_record(database: Database, hub: Hub) -> None:
    record = export(database, find, "r")
    assert record.game == "wager"
    assert [person.name for person in record.people] == ["p0", "p1"]
    assert record.turns
    with pytest.raises(LedgerError):
        export(database, find, "nowhere")


def test_the_database_keeps_no_secret(database: Database, hub: Hub) -> None:
    rows = database.read(lambda db: db.execute(sa.select(PERSON)).all())
    assert SECRET not in str(rows)
