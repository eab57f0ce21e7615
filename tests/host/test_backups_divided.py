"""Rooms that are divided among several databases, and put together again: nothing in the ledger
stands in the way, for all that a room is stands in rows that name it.

Only what is known of people, and of when somebody served, is of a database as a whole.
"""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.host import tables
from gipf_meta.host.backups import verify
from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.people import DatabasePeople
from gipf_meta.host.room_lists import Lists
from tests.host.test_backups import SECRET, faults, hub, target
from tests.host.test_database_ledger import new_hub_on
from tests.hub.test_hub import find, play

__all__ = ["hub", "target"]

OF_A_ROOM = {
    tables.ROOM: tables.ROOM.c.id,
    tables.SEAT: tables.SEAT.c.room,
    tables.GUEST: tables.GUEST.c.room,
    tables.ENTRY: tables.ENTRY.c.room,
    tables.NAME: tables.NAME.c.room,
    tables.REWRITING: tables.REWRITING.c.room,
    tables.PLAN: tables.PLAN.c.room,
}
"""The tables in which a room has rows that stay, each with the column that names it."""
OF_ALL = {
    tables.PERSON,
    tables.RELATION,
    tables.VACATION,
    tables.PRACTICE,
    tables.DEVICE,
    tables.WAY_BACK,
    tables.TICKET,
    tables.CHARGE,
    tables.HELD,
    tables.BEAT,
    tables.STOP,
    tables.CHORE,
    tables.DELETION,
    tables.PRUNING,
    tables.NOTICE_WAY,
    tables.HOST_KEY,
}
"""The tables of a database as a whole: people, closed addresses, when somebody served, and what is
done by itself."""
OF_NOW = {tables.PRESENCE, tables.REREAD, tables.OUTBOX}
"""The tables of what is so at the moment; they do not move."""


def move(rooms: Collection[str], source: Database, to: Database) -> None:
    """Moves the rows of *rooms* as they are."""

    def read(db: Connection) -> dict[sa.Table, list[dict[str, object]]]:
        return {
            table: [dict(row) for row in db.execute(_rows(table, rooms)).mappings()]
            for table in OF_A_ROOM
        }

    def write(db: Connection) -> None:
        for table, rows in kept.items():
            if rows:
                db.execute(sa.insert(table), rows)

    def remove(db: Connection) -> None:
        for table, column in OF_A_ROOM.items():
            db.execute(sa.delete(table).where(column.in_(list(rooms))))

    kept = source.read(read)
    to.write(write)
    source.write(remove)


def _rows(table: sa.Table, rooms: Collection[str]) -> sa.Select[tuple[object, ...]]:
    return sa.select(table).where(OF_A_ROOM[table].in_(list(rooms)))


def test_every_table_is_of_a_room_or_of_all() -> None:
    assert {*OF_A_ROOM, *OF_ALL, *OF_NOW} == {*tables.METADATA.sorted_tables}


def test_a_room_goes_on_in_another_database_and_comes_back(
    database: Database, hub: object, target: Database
) -> None:
    ledger, elsewhere = DatabaseLedger(database), DatabaseLedger(target)
    before = ledger.read("r")
    move(["r"], database, target)
    assert (ledger.rooms(), elsewhere.rooms()) == (["s"], ["r"])
    assert elsewhere.read("r") == before
    assert faults(database) == faults(target) == {}

    play(new_hub_on(elsewhere), "allow")
    assert len(elsewhere.read("r")) > len(before)
    assert [room for room, fault in verify(target, find) if not fault] == ["r"]

    move(["r"], target, database)
    assert elsewhere.rooms() == []
    assert ledger.rooms() == ["r", "s"]
    assert faults(database) == {}
    assert {each.room for each in Lists(database).all_rooms()} == {"r", "s"}


def test_people_stay_behind_and_are_needed_to_come_in(
    database: Database, hub: object, target: Database
) -> None:
    """The holder of a seat is a word in the room's rows, which needs no row of a person."""
    known = DatabasePeople(database).identify({"secret": SECRET})[0]
    move(["r", "s"], database, target)
    assert faults(target) == {}, "no room needs them"
    assert DatabasePeople(target).identify({"secret": SECRET})[0] != known
