"""The ledgers of 0.2.0, which had names in them, are written anew without: whole, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa

from gipf_meta.cli import run
from gipf_meta.commands import administration
from gipf_meta.host import chores, rewritings
from gipf_meta.host.backups import backup, restore, verify
from gipf_meta.host.database import Database, DatabaseError
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.room_lists import Lists
from gipf_meta.host.tables import CHORE, ENTRY, NAME, REWRITING, ROOM
from gipf_meta.records.player_names import SOMEBODY
from gipf_meta.rooms.ledger import LedgerError
from tests.host.old_tables import go_back_to
from tests.host.test_database_ledger import new_hub_on
from tests.host.test_stored_names import (
    ADELA,
    BERTA,
    files_have,
    forget,
    has_name,
    names_in,
    people,
)
from tests.hub.test_hub import find, say

ODD = 'Cyril "\\ \u2028 {[,:'
"""A name with all that JSON writes otherwise, and that ends things in it."""


@pytest.fixture
def told(url: str, database: Database) -> list[Any]:
    """The entries of the rooms at *url*, whose tables are those of 0.2.0 now."""
    ledger = DatabaseLedger(database)
    hub = new_hub_on(ledger)
    for room, second in (("free", "White"), ("odd", ODD), ("r", BERTA)):
        hub.open_room(room, people(ADELA, second), "ann", others={1: ""})
        say(hub, "invite", room=room, player=1, key="k" * 22)
    hub.connect("eve", "eve", "", BERTA)
    say(hub, "enter", "eve", room="r", key="k" * 22)
    say(hub, "play", text="claim", seen=hub.room("r").number)
    say(hub, "leave", "eve")
    say(hub, "seat", player=1, kind="random")
    said = [ledger.read(room) for room in ("free", "odd", "r")]
    go_back_to("0006", database)
    return said


@pytest.fixture
def migrated(url: str, told: list[Any]) -> Iterator[Database]:
    """The database, opened by the program of today."""
    database = Database.open(url)
    yield database
    database.close()


def test_ledgers_of_before_tell_what_they_told(told: list[Any], migrated: Database) -> None:
    ledger = DatabaseLedger(migrated)
    assert [ledger.read(room) for room in ("free", "odd", "r")] == told
    assert [fault for _room, fault in verify(migrated, find)] == [""] * 3
    assert not any(has_name(migrated, name, NAME) for name in (ADELA, BERTA, ODD))
    assert set(names_in(migrated, "r")) == {("ann", ADELA), ("", BERTA), ("eve", BERTA)}
    listed = {room.room: [seat.name for seat in room.seats] for room in Lists(migrated).all_rooms()}
    assert listed == {"free": [ADELA, "White"], "odd": [ADELA, ODD], "r": [ADELA, BERTA]}


def test_a_person_of_before_can_be_forgotten(migrated: Database, tmp_path: Path) -> None:
    assert forget(migrated, "eve") == {"r"}
    assert forget(migrated, "ann") == {"free", "odd", "r"}
    assert [fault for _room, fault in verify(migrated, find)] == [""] * 3
    seats = [seat.name for room in Lists(migrated).all_rooms() for seat in room.seats]
    assert {ADELA, BERTA}.isdisjoint(seats)
    assert seats.count(SOMEBODY) == 3
    if not migrated.is_postgresql:
        assert not any(files_have(tmp_path, name) for name in (ADELA, BERTA))
        assert files_have(tmp_path, "Cyril")


@pytest.mark.slow
def test_each_rewriting_is_noted_and_told(
    url: str,
    migrated: Database,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(administration, "load_plugins", lambda: SimpleNamespace(find=find))
    rows = migrated.read(lambda db: db.execute(sa.select(REWRITING)).all())
    now = dict(migrated.read(lambda db: db.execute(sa.select(ROOM.c.id, ROOM.c.hash)).all()))
    assert {row.room: row.after for row in rows} == now
    assert all(row.before != row.after for row in rows)
    assert run(["host", "verify", "--database", url]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("3 matches were rewritten on ")
    assert said[0].endswith(": names were moved out.")
    forget(migrated, "eve")
    assert run(["host", "verify", "--database", url]) == 0
    assert "In 1 match names were forgotten on " in capsys.readouterr().out
    backup(migrated, tmp_path / "backup.sqlite")
    copy = Database.open(f"sqlite:///{tmp_path / 'copy.sqlite'}")
    restore(copy, tmp_path / "backup.sqlite")
    assert [fault for _room, fault in verify(copy, find)] == [""] * 3
    assert copy.read(rewritings.of_days) == migrated.read(rewritings.of_days)
    copy.close()


@pytest.mark.slow
def test_a_fault_of_before_stays_one(url: str, database: Database, told: list[Any]) -> None:
    with database.engine.begin() as connection:
        third = sa.update(ENTRY).where(
            ENTRY.c.room == "r", ENTRY.c.number == told[2][3].event.number
        )
        connection.execute(third.values(sender="mallory"))
        cut = sa.select(sa.func.max(ENTRY.c.number)).where(ENTRY.c.room == "free").scalar_subquery()
        connection.execute(sa.delete(ENTRY).where(ENTRY.c.room == "free", ENTRY.c.number == cut))
        damaged = sa.update(ENTRY).where(ENTRY.c.room == "odd", ENTRY.c.number == 1)
        connection.execute(damaged.values(told=ENTRY.c.told + '"seated'))
    migrated = Database.open(url)
    ledger = DatabaseLedger(migrated)
    for room in ("free", "odd", "r"):
        with pytest.raises(LedgerError, match="is damaged"):
            ledger.read(room)
    assert [bool(fault) for _room, fault in verify(migrated, find)] == [True] * 3
    assert not has_name(migrated, ADELA, NAME)
    migrated.close()


def test_a_rewriting_that_is_interrupted_begins_again(
    url: str, told: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: Any, **_options: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(rewritings, "_last_of", fail)
        with pytest.raises(DatabaseError):
            Database.open(url)
    with monkeypatch.context() as patch:
        patch.setattr(chores, "_clean", fail)
        database = Database.open(url)
    ledger = DatabaseLedger(database)
    assert [ledger.read(room) for room in ("free", "odd", "r")] == told
    assert _chores(database) == ["vacuum"]
    database.close()
    again = Database.open(url)
    assert _chores(again) == []
    assert [fault for _room, fault in verify(again, find)] == [""] * 3
    again.close()


def _chores(database: Database) -> list[str]:
    return database.read(lambda db: [*db.execute(sa.select(CHORE.c.what)).scalars()])


@pytest.mark.slow
def test_two_processes_that_open_it_at_once_rewrite_it_once(url: str, told: list[Any]) -> None:
    with ThreadPoolExecutor(2) as pool:
        databases = [*pool.map(Database.open, [url, url])]
    rows = databases[0].read(lambda db: db.execute(sa.select(REWRITING)).all())
    assert [row.nth for row in rows] == [1] * 3
    assert [fault for _room, fault in verify(databases[1], find)] == [""] * 3
    for database in databases:
        database.close()


def test_a_process_of_before_writes_no_name_into_the_new_tables(
    told: list[Any], migrated: Database
) -> None:
    """Its statements name a column that is gone."""
    insert = sa.text(
        "INSERT INTO seat (room, player, person, kind, name, is_reserved)"
        f" VALUES ('r', 2, 'ann', 'human', '{ADELA}', false)"
    )
    with pytest.raises(DatabaseError):
        migrated.write(lambda db: db.execute(insert))
    assert not has_name(migrated, ADELA, NAME)
