"""A person who leaves a board that waits for him is told of it some time later, whoever saw
him leave."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.notices.reconciliation import LEFT_MS, SETTLED_MS, Reconciliation
from gipf_meta.host.process import SharedPresence
from gipf_meta.host.tables import ROOM
from gipf_meta.hub.hub import Hub
from tests.host.notices.post import NOW_MS, Office, add_way, hub_of_host, rows_of
from tests.host.old_tables import go_back_to
from tests.hub.test_hub import opening, play, say

DAY_MS = 86_400_000


@pytest.fixture
def hub(database: Database) -> Hub:
    """A hub where eve, who has a way, sits at the board of a match that ann has opened, and has to
    answer."""
    add_way(database, "eve")
    hub = hub_of_host(DatabaseLedger(database))
    hub.open_room("r", opening("wager", "human", "human"), "ann", NOW_MS, others={1: "eve"})
    assert "done" in say(hub, "watch", "eve", NOW_MS)[-1]
    play(hub, "claim", "ann", NOW_MS)
    assert rows_of(database) == []
    return hub


@pytest.fixture
def office(database: Database) -> Office:
    """A post office."""
    return Office(database)


@pytest.fixture
def reconciliation(hub: Hub, office: Office) -> Reconciliation:
    """The reconciliation of the hub, by the clock of the office."""
    found = Reconciliation(office.database, office.clock, hub.audience.people)
    hub.audience.call_when_gone(found.note_left)
    return found


async def test_who_leaves_is_told_after_a_while_and_once(
    hub: Hub, office: Office, reconciliation: Reconciliation
) -> None:
    hub.disconnect("eve", office.clock.ms)
    await reconciliation.look_after_left()
    assert rows_of(office.database) == [], "he may be back at once"
    office.clock.ms += SETTLED_MS
    await reconciliation.look_after_left()
    assert rows_of(office.database, "kind", "number", "due_ms", "result") == [
        ("answer", 4, office.clock.ms + LEFT_MS, "")
    ]
    await reconciliation.look_after_all()
    assert await office.look(LEFT_MS) == 1
    hub.audience.note_elsewhere("other", "r", ["eve"])
    hub.audience.note_elsewhere("other", "r", [])
    office.clock.ms += SETTLED_MS
    await reconciliation.look_after_left()
    await reconciliation.look_after_all()
    assert await office.look(LEFT_MS) == 0
    assert len(rows_of(office.database)) == 1


async def test_who_is_back_soon_is_not_told(
    hub: Hub, office: Office, reconciliation: Reconciliation
) -> None:
    hub.disconnect("eve", office.clock.ms)
    hub.connect("eve", "eve", "")
    assert "done" in say(hub, "watch", "eve", NOW_MS)[-1]
    office.clock.ms += SETTLED_MS
    await reconciliation.look_after_left()
    await reconciliation.look_after_all()
    assert rows_of(office.database) == []


async def test_whoever_sits_at_another_process_is_told_when_that_has_died(
    hub: Hub, office: Office, reconciliation: Reconciliation
) -> None:
    """The presence of the process that died is in the database, and does not count any more."""
    database = office.database
    SharedPresence(database, "gone").exchange({"r": ["eve"]})
    database.beat("gone", 0)
    hub.disconnect("eve", office.clock.ms)
    await reconciliation.look_after_all()
    assert rows_of(database) == [], "he sits there by the other one"
    with_beat = "DELETE FROM beat"
    database.write(lambda db: db.exec_driver_sql(with_beat))
    await reconciliation.look_after_all()
    assert [row[-2:] for row in rows_of(database)] == [("answer", "")]


async def test_what_was_not_delivered_because_he_sat_there_waits_again_when_he_leaves(
    hub: Hub, office: Office, reconciliation: Reconciliation
) -> None:
    database = office.database
    hub.disconnect("eve", office.clock.ms)
    office.clock.ms += SETTLED_MS
    await reconciliation.look_after_left()
    database.beat("other", 0)
    presence = SharedPresence(database, "other")
    presence.exchange({"r": ["eve"]})
    assert await office.look(LEFT_MS) == 0
    assert rows_of(database) == [("push-eve", "r", 4, "answer", "seen")]
    await reconciliation.look_after_all()
    assert rows_of(database) == [("push-eve", "r", 4, "answer", "seen")]
    presence.exchange({"r": []})
    await reconciliation.look_after_all()
    assert rows_of(database) == [("push-eve", "r", 4, "answer", "")]
    assert await office.look(LEFT_MS) == 1


async def test_who_gets_a_way_is_told_what_waits(
    hub: Hub, office: Office, reconciliation: Reconciliation
) -> None:
    hub.disconnect("eve", office.clock.ms)
    add_way(office.database, "eve", "feed")
    add_way(office.database, "ann")
    await reconciliation.look_after_all()
    assert [row[0] for row in rows_of(office.database)] == ["feed-eve", "push-eve"]


async def test_what_has_waited_since_before_an_update_is_told_to_nobody_until_he_has_a_way(
    url: str,
) -> None:
    """Then he is told all of it at once."""
    before = Database.open(url)
    hub = hub_of_host(DatabaseLedger(before))
    for room in ("r", "s"):
        hub.open_room(room, opening("wager", "human", "human"), "ann", NOW_MS, others={0: "eve"})
    go_back_to("0010", before)
    before.close()
    database = Database.open(url)
    demands = sa.select(ROOM.c.demands).order_by(ROOM.c.id)
    assert database.read(lambda db: [*db.execute(demands).scalars()]) == ["", ""]
    ledger, later_ms = DatabaseLedger(database), database.now_ms() + DAY_MS
    hub = hub_of_host(ledger)
    for rooms in ledger.due_rooms(later_ms, 100):
        assert hub.time.sweep(rooms, later_ms) == {}
        opened = [each for each in map(hub.open_rooms.get, rooms) if each]
        ledger.correct(
            {each.state.id: (each.last, each.room.summary()) for each in opened}, later_ms
        )
    assert len(set(database.read(lambda db: [*db.execute(demands).scalars()])) - {""}) == 1
    assert [*ledger.due_rooms(later_ms, 100)] == []
    office = Office(database)
    reconciliation = Reconciliation(database, office.clock, lambda room: ())
    await reconciliation.look_after_all()
    assert rows_of(database) == []
    add_way(database, "eve")
    await reconciliation.look_after_all()
    assert await office.look(LEFT_MS) == 1
    assert {each.room for each in office.push.parcels[0].notices} == {"r", "s"}
    database.close()
