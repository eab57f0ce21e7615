"""The list of what waits for a person is found by indexes, and in the order of urgency."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection, event

from gipf_meta.base.clock import measured_s
from gipf_meta.host.database import Database
from gipf_meta.host.identity.sign_ins import Asker
from gipf_meta.host.reminders import Reminders
from gipf_meta.host.room_lists import Lists
from gipf_meta.host.tables import ROOM, SEAT, VACATION
from gipf_meta.host.vacations import DatabaseVacations
from tests.small_games.finding import find

SCANS = ("SCAN seat", "SCAN room", "Seq Scan on seat", "Seq Scan on room")
"""The words of plans that go through all seats or rooms."""
NOW_MS = 1_800_000_000_000
DAY_MS = 86_400_000
MOST_MS = 500
"""The most milliseconds of this thread for a list of 10,000 tables: it takes a tenth of that."""


def room(id: str, **values: Any) -> dict[str, Any]:
    """The row of a room."""
    usual: dict[str, Any] = {
        "number": 1, "hash": "", "game": "wager", "by": "", "opened_by": "", "is_open": False,
        "is_private": True, "is_over": False, "turns": 0, "player": 0, "opened_ms": NOW_MS,
        "changed_ms": NOW_MS, "is_slow": True, "flag_ms": None, "hour_ms": None,
        "waits_for": "",
    }  # fmt: skip
    return {"id": id, **usual, **values}


def seat(room: str, player: int, person: str, **values: Any) -> dict[str, Any]:
    """The row of a seat."""
    usual: dict[str, Any] = {
        "kind": "human", "word": "x", "is_reserved": False, "invited": "",
        "invited_until_ms": None,
    }  # fmt: skip
    return {"room": room, "player": player, "person": person, **usual, **values}


def write(
    database: Database, rooms: Iterable[dict[str, Any]], seats: Iterable[dict[str, Any]]
) -> None:
    """Writes rows of rooms and seats."""

    def insert(db: Connection) -> None:
        db.execute(sa.insert(ROOM), [*rooms])
        db.execute(sa.insert(SEAT), [*seats])

    database.write(insert)


def plans_of(database: Database, ask: Callable[[], object]) -> list[str]:
    """Returns the plan of each query that *ask* sends."""
    sent: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, values: Any, *_rest: Any) -> None:
        if statement.lstrip().startswith("SELECT"):
            sent.append((statement, values))

    event.listen(database.engine, "before_cursor_execute", note)
    try:
        ask()
    finally:
        event.remove(database.engine, "before_cursor_execute", note)
    how = "EXPLAIN" if database.is_postgresql else "EXPLAIN QUERY PLAN"

    def explain(db: Connection) -> list[str]:
        rows = [db.exec_driver_sql(f"{how} {query}", values).all() for query, values in sent]
        return ["\n".join(str(row[-1]) for row in each) for each in rows]

    return database.read(explain)


def test_the_most_urgent_comes_first_and_invitations_last(database: Database) -> None:
    write(
        database,
        [
            room("days", flag_ms=NOW_MS + 3 * DAY_MS, waits_for=" 10 11 "),
            room("soon", flag_ms=NOW_MS + 1, waits_for=" 0 1 "),
            room("still", changed_ms=NOW_MS - 1, waits_for=" 0 "),
            room("older", changed_ms=NOW_MS - 2, waits_for=" 0 3 "),
            room("hour", hour_ms=NOW_MS + DAY_MS),
            room("theirs", flag_ms=NOW_MS + 1, waits_for=" 1 10 "),
            room("over", is_over=True, flag_ms=NOW_MS, waits_for=" 0 "),
            room("invited", waits_for=" 1 "),
            room("sooner"),
            room("bob", waits_for=" 0 "),
            room("board", game="setting_up", waits_for=" 0 "),
        ],
        [
            *(seat(each, 0, "ann") for each in ("soon", "still", "older", "over", "board")),
            seat("days", 11, "ann"),
            seat("soon", 1, "ann"),
            *(seat(each, 0, "ann") for each in ("hour", "theirs")),
            seat("theirs", 1, "bob"),
            seat("bob", 0, "bob"),
            seat("invited", 0, "", invited="ann", invited_until_ms=NOW_MS + 9 * DAY_MS),
            seat("sooner", 0, "", invited="ann", invited_until_ms=NOW_MS + 1),
        ],
    )
    found = Lists(database).waiting_for("ann", NOW_MS)
    first = ["soon", "hour", "days", "older", "still", "sooner", "invited"]
    assert [each.room for each in found.rooms] == first
    assert (found.number, found.at_ms) == (7, NOW_MS)
    few = Lists(database).waiting_for("ann", NOW_MS, most=2)
    assert ([each.room for each in few.rooms], few.number) == (first[:2], 7)
    assert Lists(database).waiting_for("", NOW_MS).number == 0
    hours = Lists(database).hours_between(NOW_MS, NOW_MS + DAY_MS)
    assert [each.room for each in hours] == ["hour"]
    assert Lists(database).people_of(["invited"]) >= {"ann"}


@pytest.fixture
def full(database: Database) -> Database:
    """A database with 10,000 tables of ann and another person each, of which 300 wait for her."""
    count = 10_000
    write(
        database,
        [
            room(f"{n:05}", flag_ms=NOW_MS + n, waits_for=" 0 " if n < 300 else " 1 ")
            for n in range(count)
        ],
        [
            row
            for n in range(count)
            for row in (
                seat(f"{n:05}", 0, "ann"),
                seat(f"{n:05}", 1, "" if n % 100 == 1 else f"b{n}", invited="eve" * (n % 100 == 1)),
            )
        ],
    )
    if database.is_postgresql:
        database.write(lambda db: db.exec_driver_sql("ANALYZE room"))
        database.write(lambda db: db.exec_driver_sql("ANALYZE seat"))
    return database


def test_ten_thousand_tables_of_a_person_are_found_by_indexes(full: Database) -> None:
    lists = Lists(full)
    begun_s = measured_s()[1]
    found = lists.waiting_for("ann", NOW_MS)
    assert 1000 * (measured_s()[1] - begun_s) < MOST_MS
    assert (len(found.rooms), found.number) == (200, 300)
    assert lists.waiting_for("eve", NOW_MS).number == 100
    plans = plans_of(full, lambda: lists.waiting_for("b5", NOW_MS))  # half of all seats are ann's
    for index in ("seat_person", "seat_invited", "room_hour"):
        assert index in plans[0], plans[0]
    assert not any(scan in plans[0] for scan in SCANS), plans[0]


def test_a_host_where_nothing_happens_goes_through_no_rooms(full: Database) -> None:
    """Reminders and vacations are looked for again and again: in one statement each, and where
    somebody is on vacation by his own seats."""
    vacations = DatabaseVacations(full, lambda link: Asker("", ""), find)
    reminders = Reminders(Lists(full), str, lambda: NOW_MS)
    assert len(plans_of(full, vacations.tell_rooms)) == len(plans_of(full, reminders.look)) == 1
    span = {"from_ms": NOW_MS, "until_ms": NOW_MS + DAY_MS, "created_ms": 0}
    rests = {"id": "v", "person": "eve", "version": 1, "told": 1}
    full.write(lambda db: db.execute(sa.insert(VACATION).values(**span, **rests)))
    if full.is_postgresql:
        full.write(lambda db: db.exec_driver_sql("ANALYZE vacation"))
    plans = plans_of(full, vacations.tell_rooms)
    assert not any(scan in plan for plan in plans for scan in SCANS), plans
