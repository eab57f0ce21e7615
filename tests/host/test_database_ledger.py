"""The ledger in a database: what is in it, what it refuses, and how it stands between processes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
import sqlalchemy as sa

from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.group_commit import Group
from gipf_meta.host.tables import ENTRY, ROOM
from gipf_meta.hub.hub import Hub
from gipf_meta.rooms import events as told
from gipf_meta.rooms.ledger import Batch, Conflict, LedgerEntry, LedgerError, RoomSummary
from gipf_meta.rooms.room import Room
from tests.hub.test_hub import find, new_hub, opening, play, say


@pytest.fixture
def ledger(database: Database) -> DatabaseLedger:
    """An empty ledger."""
    return DatabaseLedger(database)


@pytest.fixture
def other(url: str, database: Database) -> Iterator[DatabaseLedger]:
    """The same ledger in another process, as far as the database knows."""
    second = Database.open(url)
    yield DatabaseLedger(second)
    second.close()


def summary_of(room: Room, **values: Any) -> RoomSummary:
    """How *room* stands, with other *values*."""
    summary = room.summary()
    return RoomSummary(**{name: values.get(name, getattr(summary, name)) for name in SUMMARY})


SUMMARY = RoomSummary.__slots__


def open_room(
    ledger: DatabaseLedger, id: str = "r", others: Mapping[int, str] | None = None, **values: Any
) -> Room:
    """Returns a room of two people, ann and *others* by seat, whose opening is in *ledger*."""
    room = Room.open(id, opening("wager", "human", "human"), find, "ann", 0, others)
    ledger.append(Batch(id, room.take_emitted(), summary_of(room, **values), "ann", "open"))
    return room


def went_on(room: Room, number: int) -> told.WentOn:
    """An event of that *number*."""
    return told.WentOn(number=number, at_ms=number)


# ---- append and read ----------------------------------------------------------------------------


def test_what_was_appended_is_read_with_its_sender_and_its_command(ledger: DatabaseLedger) -> None:
    room = open_room(ledger)
    last = room.state.number
    ledger.append(Batch("r", [went_on(room, last + 1)], room.summary()))
    entries = ledger.read("r")
    assert [entry.event.number for entry in entries] == [*range(1, last + 2)]
    assert isinstance(entries[0].event, told.Opened)
    assert {(entry.sender, entry.id) for entry in entries[:last]} == {("ann", "open")}
    assert entries[last:] == [LedgerEntry(went_on(room, last + 1))] == ledger.read("r", last)
    assert ledger.read("r", 1) == entries[1:]
    assert ledger.read("r", last + 1) == ledger.read("r", last + 7) == []


def test_a_room_that_nobody_has_opened_is_empty(ledger: DatabaseLedger) -> None:
    assert ledger.read("nowhere") == ledger.read("zero\x00") == ledger.rooms() == []
    room = open_room(ledger)
    with pytest.raises(Conflict):
        ledger.append(Batch("nowhere", [went_on(room, 2)], room.summary(), "ann", "c"))


def test_rooms_that_were_opened_are_known(ledger: DatabaseLedger, other: DatabaseLedger) -> None:
    open_room(ledger, "b")
    open_room(other, "a")
    assert ledger.rooms() == other.rooms() == ["a", "b"]
    ledger.release("a")
    assert ledger.rooms() == ["a", "b"]


def test_who_is_second_conflicts(ledger: DatabaseLedger, other: DatabaseLedger) -> None:
    room = open_room(ledger)
    last = room.state.number
    with pytest.raises(Conflict):
        open_room(other)
    other.append(Batch("r", [went_on(room, last + 1)], room.summary(), "eve", "c1"))
    before = ledger.read("r")
    for after in (last, last - 1, last + 2):
        with pytest.raises(Conflict):
            ledger.append(Batch("r", [went_on(room, after + 1)], room.summary(), "ann", "c1"))
    assert ledger.read("r") == before


def test_a_command_has_events_once(ledger: DatabaseLedger) -> None:
    room = open_room(ledger)
    last = room.state.number
    with pytest.raises(Conflict):
        ledger.append(Batch("r", [went_on(room, last + 1)], room.summary(), "ann", "open"))
    ledger.append(Batch("r", [went_on(room, last + 1)], room.summary(), "eve", "open"))
    for number in (last + 2, last + 3):  # what nobody commanded may come again
        ledger.append(Batch("r", [went_on(room, number)], room.summary()))
    assert len(ledger.read("r")) == last + 3


def test_rooms_that_are_due_come_in_the_order_of_their_times(ledger: DatabaseLedger) -> None:
    for id, due_ms in {"late": 300, "soon": 100, "never": None, "next": 200}.items():
        open_room(ledger, id, due_ms=due_ms)
    assert [*ledger.due_rooms(99, 10)] == []
    assert [*ledger.due_rooms(300, 10)] == [["soon", "next", "late"]]
    assert [*ledger.due_rooms(300, 2)] == [["soon", "next"], ["late"]]
    assert [*ledger.due_rooms(300, 2, without=["soon"])] == [["next", "late"]]
    room = open_room(ledger, "again", due_ms=50)
    ledger.append(Batch("again", [went_on(room, room.state.number + 1)], room.summary()))
    assert [*ledger.due_rooms(300, 1)] == [["soon"], ["next"], ["late"]]


def test_rooms_that_are_due_at_the_same_moment_come_once_each(ledger: DatabaseLedger) -> None:
    names = sorted(f"room{n}" for n in range(7))
    for name in names:
        open_room(ledger, name, due_ms=100)
    assert [*ledger.due_rooms(100, 2)] == [names[:2], names[2:4], names[4:6], names[6:]]


def test_times_in_which_nobody_served_are_kept(ledger: DatabaseLedger, database: Database) -> None:
    database.note_stop(1000, 5000)
    database.note_stop(1000, 5500)  # another process that begins at the same time
    database.note_stop(9000, 12_000)
    assert ledger.stops(4999) == [(1000, 5000), (9000, 12_000)]
    assert ledger.stops(5000) == [(9000, 12_000)]


@pytest.mark.parametrize(
    "damage",
    [
        sa.update(ENTRY).where(ENTRY.c.number > 1).values(told="[]"),
        sa.update(ENTRY).where(ENTRY.c.number > 1).values(sender="bob"),
        sa.update(ENTRY).where(ENTRY.c.number > 1).values(hash="0" * 64),
        sa.delete(ENTRY).where(ENTRY.c.number > 1),
        sa.delete(ENTRY).where(ENTRY.c.number == 1),
        sa.delete(ENTRY),
        sa.update(ROOM).values(hash="0" * 64),
    ],
    ids=["events", "sender", "hash", "end", "beginning", "all", "seal"],
)
def test_what_was_changed_or_cut_is_noticed(
    ledger: DatabaseLedger, database: Database, damage: sa.Executable
) -> None:
    room = open_room(ledger)
    last = room.state.number
    ledger.append(Batch("r", [went_on(room, last + 1)], room.summary(), "eve", "c1"))
    assert len(ledger.read("r")) == last + 1
    database.write(lambda db: db.execute(damage))
    with pytest.raises(LedgerError, match="damaged after event"):
        ledger.read("r")


# ---- together -----------------------------------------------------------------------------------


def test_what_comes_together_is_durable_at_the_end(
    ledger: DatabaseLedger, other: DatabaseLedger
) -> None:
    with ledger.together() as group:
        a, b = open_room(ledger, "a"), open_room(ledger, "b")
        with ledger.together():
            ledger.append(Batch("a", [went_on(a, a.state.number + 1)], a.summary(), "eve", "c"))
        assert group.rooms == {"a", "b"}
    assert not group.lost
    assert [len(other.read(id)) for id in ("a", "b")] == [a.state.number + 1, b.state.number]


def test_a_conflict_fails_its_own_command_alone(ledger: DatabaseLedger) -> None:
    with ledger.together():
        room = open_room(ledger, "a")
        with pytest.raises(Conflict):
            open_room(ledger, "a")
        with pytest.raises(Conflict):
            ledger.append(Batch("a", [went_on(room, 4)], room.summary(), "ann", "open"))
        open_room(ledger, "b")
    assert ledger.rooms() == ["a", "b"]
    assert len(ledger.read("a")) == room.state.number


def test_a_room_is_read_inside_as_it_stands(ledger: DatabaseLedger) -> None:
    with ledger.together():
        room = open_room(ledger)
        assert len(ledger.read("r")) == room.state.number
        ledger.append(Batch("r", [went_on(room, 4)], room.summary(), "eve", "c"))
        assert len(ledger.read("r")) == 4


def test_two_that_write_together_never_wait_for_each_other(
    postgres_schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A group is committed before a room is awaited into which another process is writing.

    SQLite lets one write at a time.
    """
    monkeypatch.setattr("gipf_meta.host.database_engines.LOCK_MS", 20)
    databases = [Database.open(postgres_schema) for _process in range(2)]
    ledger, other = map(DatabaseLedger, databases)
    rooms = {id: open_room(ledger, id) for id in ("a", "b", "c")}
    number = rooms["a"].state.number

    def append_to_all() -> None:
        with ledger.together() as group:
            groups.append(group)
            for id, room in rooms.items():
                ledger.append(Batch(id, [went_on(room, number + 1)], room.summary(), "ann", id))

    groups: list[Group] = []
    with databases[1].begin() as connection:
        connection.execute(sa.select(ROOM.c.id).where(ROOM.c.id == "b").with_for_update())
        with pytest.raises(LedgerError, match="busy"):
            append_to_all()
        assert {id: len(other.read(id)) - number for id in rooms} == {"a": 1, "b": 0, "c": 1}
    assert groups[0].lost == {"b"}
    for database in databases:
        database.close()


def test_others_who_write_in_this_thread_do_not_wait_for_the_group(
    ledger: DatabaseLedger, database: Database
) -> None:
    with ledger.together() as group:
        open_room(ledger)
        database.beat("me", 7)
        assert not group.rooms
        open_room(ledger, "s")
    assert database.last_beat_ms() == 7
    assert ledger.rooms() == ["r", "s"]


def test_an_error_inside_does_not_take_back_what_was_appended(ledger: DatabaseLedger) -> None:
    def fail_after_opening() -> None:
        with ledger.together():
            open_room(ledger)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_after_opening()
    assert ledger.rooms() == ["r"]


def test_a_command_that_spoils_the_transaction_fails_alone(
    ledger: DatabaseLedger, database: Database
) -> None:
    def open_rooms() -> None:
        with ledger.together() as group:
            groups.append(group)
            rooms.append(open_room(ledger))
            open_room(ledger, "s", due_ms=2**70)
            event = went_on(rooms[0], 4)
            ledger.append(Batch("r", [event], rooms[0].summary(), "eve", "c"))

    groups, rooms = list[Group](), list[Room]()
    with pytest.raises(LedgerError, match="The database cannot be used"):
        open_rooms()
    assert groups[0].lost == {"s"}
    assert ledger.rooms() == ["r"]
    assert len(ledger.read("r")) == 4


# ---- a hub --------------------------------------------------------------------------------------


def new_hub_on(ledger: DatabaseLedger) -> Hub:
    """A hub with connections of ann and eve."""
    return new_hub(ledger)  # type: ignore[arg-type]


def test_two_hubs_on_one_database_play_one_match(
    ledger: DatabaseLedger, other: DatabaseLedger
) -> None:
    one, two = new_hub_on(ledger), new_hub_on(other)
    one.open_room("r", opening("wager", "human", "human"), "ann", others={1: "eve"})
    play(one, "claim")
    assert "done" in say(two, "watch", "eve")[-1]
    assert two.room("r").number == one.room("r").number
    assert [entry.event for entry in ledger.read("r")] == [entry.event for entry in other.read("r")]
