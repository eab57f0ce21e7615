"""A usual command compares and writes in one statement of PostgreSQL, and two of SQLite; what a
process remembers of a room never decides."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import event

from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.room_lists import Lists
from gipf_meta.host.tables import ENTRY, ROOM
from gipf_meta.host.written_rows import Tail, Tails
from gipf_meta.rooms.events import Event, Seated
from gipf_meta.rooms.ledger import Batch, Conflict, LedgerError, RoomSummary
from gipf_meta.rooms.room import Room
from tests.host.notices.post import add_way, rows_of
from tests.host.test_database_ledger import new_hub_on, open_room, went_on
from tests.hub.test_hub import new_hub, opening, play, say
from tests.tiers import slow, soak

STEPS = 60


@contextmanager
def statements_of(database: Database) -> Iterator[list[str]]:
    """Yields a list of the statements that *database* is sent within the block, without those that
    begin and end a transaction."""
    sent = list[str]()

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if not statement.startswith("BEGIN"):
            sent.append(statement)

    event.listen(database.engine, "before_cursor_execute", note)
    yield sent
    event.remove(database.engine, "before_cursor_execute", note)


@contextmanager
def transactions_of(database: Database) -> Iterator[list[str]]:
    """Yields a list with an item for each transaction that *database* begins within the block."""
    begun = list[str]()

    def note(connection: sa.Connection) -> None:
        if connection.get_execution_options().get("isolation_level") != "AUTOCOMMIT":
            begun.append("begin")

    event.listen(database.engine, "begin", note)
    yield begun
    event.remove(database.engine, "begin", note)


def append(ledger: DatabaseLedger, room: Room, number: int, id: str, **values: Any) -> None:
    """Appends event *number* to *room* by the command *id* of eve."""
    summary = replace(room.summary(), **values)
    ledger.append(Batch(room.state.id, [went_on(room, number)], summary, "eve", id))


def count_news(sent: list[str]) -> int:
    """The number of statements of those *sent* that tell other processes what was written: these
    write nothing themselves, for a transaction that tells holds up all others while it is kept."""
    news = [each for each in sent if "pg_notify" in each]
    assert not any("INSERT" in each or "UPDATE" in each for each in news)
    return len(news)


def test_a_usual_command_is_one_statement(database: Database) -> None:
    ledger = DatabaseLedger(database)
    room = open_room(ledger)
    number = room.state.number
    with statements_of(database) as sent, transactions_of(database) as begun:
        append(ledger, room, number + 1, "a")
    assert len(sent) - count_news(sent) == (1 if database.is_postgresql else 2)
    assert len(begun) == (0 if database.is_postgresql else 1)
    assert len(ledger.read("r")) == number + 1


@pytest.mark.parametrize("control", ["", "4320m/turn"])
def test_an_ordinary_move_of_two_people_is_one_statement(control: str, database: Database) -> None:
    """For whom the match waits changes with each of them, and so may the time of the flag."""
    hub = new_hub_on(DatabaseLedger(database))
    clock = {"control": control} if control else {}
    hub.open_room("r", opening("wager", "human", "human", **clock), "ann", others={1: "eve"})
    play(hub, "claim", "ann", 1)
    play(hub, "allow", "eve", 2)  # both have decided now, and that is noted once
    moves = [("ann", "one"), ("eve", "claim"), ("ann", "allow"), ("eve", "two"), ("ann", "claim")]
    for at_ms, (person, move) in enumerate(moves, 3):
        with statements_of(database) as sent:
            play(hub, move, person, at_ms)
        assert len(sent) - count_news(sent) == (1 if database.is_postgresql else 2), (move, sent)
        waiting = [each for each in ("ann", "eve") if Lists(database).waiting_for(each, 9).number]
        assert waiting == ["ann" if hub.room("r").table.player == 0 else "eve"]


def test_a_group_of_ten_is_one_statement_of_postgresql(database: Database) -> None:
    ledger = DatabaseLedger(database)
    rooms = [open_room(ledger, f"r{each}") for each in range(5)]
    number = rooms[0].state.number
    with statements_of(database) as sent, ledger.together():
        for step in range(10):
            append(ledger, rooms[step % 5], number + 1 + step // 5, f"c{step}")
    assert len(sent) - count_news(sent) == (1 if database.is_postgresql else 20)
    assert count_news(sent) == (1 if database.is_postgresql else 0)
    assert [len(ledger.read(room.state.id)) for room in rooms] == [number + 2] * 5


@pytest.mark.parametrize("is_together", [False, True])
def test_whoever_takes_an_old_end_for_the_newest_conflicts(
    is_together: bool, url: str, database: Database
) -> None:
    """Both have the same room: one by number, and one by the hash of another entry of it."""
    ledger, second = DatabaseLedger(database), Database.open(url)
    room, beside = open_room(ledger), open_room(ledger, "beside")
    number = room.state.number
    other = DatabaseLedger(second)

    def append_late(late: int, id: str) -> None:
        with ledger.together() if is_together else nullcontext():
            append(ledger, room, late, id)
            append(ledger, beside, late, id)

    append(other, room, number + 1, "a")
    with pytest.raises(LedgerError if is_together else Conflict, match="at the same moment"):
        append_late(number + 1, "b")
    append(ledger, room, number + 2, "c")
    unlike = sa.update(ROOM).where(ROOM.c.id == "r").values(hash="0" * 64)
    second.write(lambda db: db.execute(unlike))
    with pytest.raises(LedgerError if is_together else Conflict, match="at the same moment"):
        append_late(number + 3, "d")
    names = sa.select(ENTRY.c.id).where(ENTRY.c.room == "r").order_by(ENTRY.c.number)
    assert second.read(lambda db: [*db.execute(names).scalars()]) == ["open", "a", "c"]
    second.close()


def test_what_follows_a_lost_command_of_its_group_is_lost_also_where_the_numbers_fit(
    url: str, database: Database
) -> None:
    ledger, second = DatabaseLedger(database), Database.open(url)
    room = open_room(ledger)
    number = room.state.number
    append(DatabaseLedger(second), room, number + 1, "other")

    def append_both() -> None:
        with ledger.together():
            append(ledger, room, number + 1, "a")
            append(ledger, room, number + 2, "b")  # after the first one, not after the other

    with pytest.raises(LedgerError, match="at the same moment"):
        append_both()
    assert [entry.id for entry in ledger.read("r", number)] == ["other"]
    second.close()


def test_what_was_remembered_longest_ago_is_forgotten() -> None:
    tails = Tails(most=2)
    for room in ("a", "b", "a", "c"):
        tails.note(room, Tail(3, room, frozenset(), None))
    assert [room for room in "abc" if tails.get(room, 3)] == ["a", "c"]
    assert tails.get("a", 2) is tails.get("a", 4) is None


def seats_of(database: Database, room: str) -> set[tuple[Any, ...]]:
    """The seats of *room* with their names, as lists show them."""
    listed = next(each for each in Lists(database).all_rooms() if each.room == room)
    return {(player, seat.person, seat.name) for player, seat in enumerate(listed.seats)}


def held_by(summary: RoomSummary, person: str) -> RoomSummary:
    """The *summary*, where *person* holds the second seat and gives it his name."""
    first, second = summary.people
    people = first, second.model_copy(update={"name": person})
    return replace(summary, holders={**summary.holders, 1: person}, people=people)


@pytest.mark.parametrize("seed", [1, 2, *slow(*range(3, 9)), *soak(*range(9, 60))])
def test_two_that_write_at_random_keep_one_history(seed: int, url: str, database: Database) -> None:
    """Each remembers few rooms, falls behind, and writes alone or together; seats change."""
    random = Random(seed)
    databases = [database, Database.open(url)]
    ledgers = [DatabaseLedger(each) for each in databases]
    for ledger in ledgers:
        ledger._tails = Tails(most=2)
    rooms = {id: open_room(ledgers[0], id) for id in ("a", "b", "c")}
    numbers = [{id: room.state.number for id, room in rooms.items()} for _ledger in ledgers]
    stands = {id: (room.state.number, room.summary()) for id, room in rooms.items()}
    commands = {id: ["open"] for id in rooms}

    def write(who: int, step: str, behind: set[str]) -> str:
        """Writes into a room, which succeeds unless it is *behind*; returns the room."""
        id = random.choice([*rooms])
        number, (newest, summary) = numbers[who][id], stands[id]
        count = random.randint(1, 3)
        events: list[Event] = [went_on(rooms[id], number + 1 + each) for each in range(count)]
        if random.random() < 0.2:
            person = random.choice(["bob", "cy"])
            summary = held_by(summary, person)
            events[0] = Seated(number=number + 1, at_ms=0, player=1, kind="human", name=person)
        numbers[who][id] = number + count
        if id not in behind:
            assert number == newest
            stands[id] = number + count, summary
            commands[id].append(step)
        ledgers[who].append(Batch(id, events, summary, "eve", step))
        return id

    def write_together(who: int, step: str, behind: set[str]) -> set[str]:
        """Writes several times; returns the rooms that are lost."""
        written: set[str] = set()
        try:
            with ledgers[who].together() as group:
                for each in range(random.randint(2, 5)):
                    written.add(write(who, f"{step}.{each}", behind))
        except LedgerError:
            assert group.lost == written & behind
        return written & behind

    def write_alone(who: int, step: str, behind: set[str]) -> set[str]:
        """Writes once; returns the room if it is lost."""
        try:
            id = write(who, step, behind)
        except Conflict:
            return behind
        assert id not in behind
        return set()

    for step in range(STEPS):
        who = random.randrange(2)
        behind = {id for id in rooms if numbers[who][id] != stands[id][0]}
        act = write_together if random.random() < 0.4 else write_alone
        if act(who, str(step), behind) or random.random() < 0.3:
            numbers[who] = {id: len(ledgers[who].read(id)) for id in rooms}
    for id, (number, summary) in stands.items():
        for ledger in ledgers:
            entries = ledger.read(id)  # the chain of hashes is whole
            assert [entry.event.number for entry in entries] == [*range(1, number + 1)]
            assert [*dict.fromkeys(entry.id for entry in entries)] == commands[id]
        called = enumerate(summary.people)
        wanted = {(each, summary.holders.get(each, ""), seat.name) for each, seat in called}
        assert seats_of(database, id) == wanted
    databases[1].close()


@pytest.mark.parametrize("control", ["", "4320m/turn"])
def test_a_move_costs_the_same_where_both_sit_at_their_boards(
    control: str, database: Database
) -> None:
    """A person who sits there gets no notice, also with a way by which he wants them; one more
    statement writes the notices to somebody who is away, however many ways he has."""
    hub = new_hub(DatabaseLedger(database), pauses_alone=False)  # type: ignore[arg-type]
    for kind in ("push", "mail", "feed"):
        add_way(database, "eve", kind)
    clock = {"control": control} if control else {}
    hub.open_room("r", opening("wager", "human", "human", **clock), "ann", others={1: "eve"})
    for person in ("ann", "eve"):
        say(hub, "watch", person)
    play(hub, "claim", "ann", 1)
    play(hub, "allow", "eve", 2)
    for at_ms, (person, move) in enumerate([("ann", "one"), ("eve", "claim")], 3):
        with statements_of(database) as sent:
            play(hub, move, person, at_ms)
        assert len(sent) - count_news(sent) == (1 if database.is_postgresql else 2), (move, sent)
    assert rows_of(database) == []
    hub.disconnect("eve", 5)
    with statements_of(database) as sent:
        play(hub, "allow", "ann", 6)
    assert len(sent) - count_news(sent) == (2 if database.is_postgresql else 3), sent
    assert [row[0] for row in rows_of(database)] == ["feed-eve", "mail-eve", "push-eve"]
