"""Processes share the people who watch each room."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import pytest
import sqlalchemy as sa

from gipf_meta.host import process
from gipf_meta.host.database import Database
from gipf_meta.host.process import SharedPresence, WatchersElsewhere
from gipf_meta.host.tables import BEAT, DatabaseError
from gipf_meta.rooms.ledger import MemoryLedger
from tests.host.hosting import hosted, visitor
from tests.hub.test_hub import new_hub, opening, say

ANN, BOB = frozenset({"ann"}), frozenset({"bob"})


def test_what_a_process_tells_the_others_hear_once(database: Database) -> None:
    one, other = (SharedPresence(database, name) for name in ("one", "other"))
    for name in ("one", "other"):
        database.beat(name, 0)
    assert one.exchange({"r": ANN, "s": BOB}).changes == []
    assert sorted(other.exchange({}).changes) == [
        WatchersElsewhere("one", "r", ANN),
        WatchersElsewhere("one", "s", BOB),
    ]
    assert other.exchange({}).changes == []
    one.exchange({"r": frozenset()})
    assert other.exchange({"r": BOB}).changes == [WatchersElsewhere("one", "r", frozenset())]
    assert one.exchange({}).changes == [WatchersElsewhere("other", "r", BOB)]
    assert SharedPresence(database, "third").exchange({}).changes != []  # who comes later, too


def test_a_process_without_changes_only_reads_unless_it_was_taken_for_gone(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = SharedPresence(database, "one")
    database.beat("one", 0)
    one.exchange({"r": ANN})
    with monkeypatch.context() as patched:
        patched.setattr(Database, "write", None)
        for _time in range(2):
            one.exchange({})
    database.write(lambda db: db.execute(sa.delete(process.PRESENCE)))
    monkeypatch.setattr(process, "ALIVE_MS", -1)  # as if the last exchange were long ago
    one.exchange({})
    people = sa.select(process.PRESENCE.c.room)
    assert database.read(lambda db: db.execute(people).scalars().all()) == ["r"]


def test_who_is_gone_is_nowhere(database: Database) -> None:
    one, other = (SharedPresence(database, name) for name in ("one", "other"))
    database.beat("one", 0)
    one.exchange({"r": ANN})
    assert other.exchange({}).changes == [WatchersElsewhere("one", "r", ANN)]
    database.write(lambda db: db.execute(sa.delete(BEAT)))
    assert other.exchange({}) == ([], ["one"])
    other.forget(["one"])
    database.beat("one", 0)
    assert other.exchange({}) == ([], [])
    one.exchange({"s": ANN})
    one.leave()
    assert other.exchange({}) == ([], [])


def test_who_watches_for_long_is_told_to_who_comes_later_and_who_has_gone_is_not(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "KEPT_MS", -1)  # all that was told is old
    one = SharedPresence(database, "one")
    database.beat("one", 0)
    one.exchange({"r": ANN, "s": BOB})
    one.exchange({"s": frozenset()})
    assert SharedPresence(database, "late").exchange({}).changes == [
        WatchersElsewhere("one", "r", ANN)
    ]


def test_who_was_taken_for_gone_tells_everything_anew(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = (SharedPresence(database, name) for name in ("one", "other"))
    database.beat("one", 0)
    one.exchange({"r": ANN, "s": BOB})
    other.exchange({})
    database.write(lambda db: db.execute(sa.delete(BEAT)))
    assert other.exchange({}).gone == ["one"]
    other.forget(["one"])
    one.exchange({"s": frozenset()})
    database.beat("one", 1)
    other.forget(["one"])  # too late: it is back
    assert other.exchange({}).changes == [WatchersElsewhere("one", "r", ANN)]
    with monkeypatch.context() as later:
        later.setattr(process, "ALIVE_MS", -1)  # so long has it told nothing
        other.forget(["one"])
        one.exchange({})
    assert SharedPresence(database, "late").exchange({}).changes == [
        WatchersElsewhere("one", "r", ANN)
    ]


def test_what_could_not_be_told_is_told_later() -> None:
    hub = new_hub(MemoryLedger())
    hub.open_room("r", opening("wager", "human", "human"), "ann")
    say(hub, "watch", want="scene")
    with suppress(DatabaseError), hub.audience.presence_changes() as told:
        assert told == {"r": ANN}
        hub.disconnect("ann", 0)
        raise DatabaseError("It is away.")
    with hub.audience.presence_changes() as told:
        assert told == {"r": frozenset()}
    with hub.audience.presence_changes() as told:
        assert told == {}


async def test_a_page_shows_who_is_there_by_another_process(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "PRESENCE_S", 0.01)

    async def players_here(page: Any, wanted: list[int]) -> None:
        """Waits until a page is shown that these players are there."""
        while True:
            here = (await page.next()).get("scene", {}).get("set", {}).get("here")
            if here and here["players"] == wanted:
                return

    async with asyncio.timeout(200):
        async with hosted(url) as one, hosted(url) as other, visitor(one) as ann:
            async with visitor(other) as bob:
                room = one.open_room("r", ann.person, bob.person)
                await ann.page.watch(room, want="scene")
                await bob.page.watch(room, want="scene")
                await players_here(ann.page, [0, 1])
            await players_here(ann.page, [0])
