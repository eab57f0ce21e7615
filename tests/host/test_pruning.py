"""Removing rooms and people by their age, while hosts serve."""

from __future__ import annotations

import asyncio
import json

import pytest
import sqlalchemy as sa

from gipf_meta.host import database_news
from gipf_meta.host.backups import verify
from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.people import DatabasePeople
from gipf_meta.host.pruning import BadAge, Pruning, Rule, read_age
from gipf_meta.host.serving import host_server
from gipf_meta.host.tables import DEVICE, METADATA, PERSON, PRUNING, ROOM
from gipf_meta.hub.hub import Hub
from gipf_meta.match.timecontrol import DAY_MS
from gipf_meta.table.seats import Refused
from tests.host.evening import PAUSE_S, HostPage, begun
from tests.host.leaping import run_leaping
from tests.host.test_database_ledger import new_hub_on
from tests.hub.test_hub import opening, say
from tests.small_games.finding import find

YEAR_MS = 365 * DAY_MS


def age(database: Database, *rooms: str, days: int = 800) -> None:
    """Makes *rooms* older by so many *days*."""
    older = sa.update(ROOM).where(ROOM.c.id.in_(rooms))
    older = older.values(changed_ms=ROOM.c.changed_ms - days * DAY_MS)
    database.write(lambda db: db.execute(older))


def add_person(database: Database, secret: str, days: int = 0) -> str:
    """Returns somebody new, who was here last so many *days* ago."""
    person, _about = DatabasePeople(database).identify({"secret": secret * 22, "name": secret})
    ago = {
        "seen_ms": PERSON.c.seen_ms - days * DAY_MS,
        "created_ms": PERSON.c.created_ms - days * DAY_MS,
    }
    database.write(
        lambda db: db.execute(sa.update(PERSON).where(PERSON.c.id == person).values(**ago))
    )
    return person


def people_of(database: Database) -> set[str]:
    return database.read(lambda db: {*db.execute(sa.select(PERSON.c.id)).scalars()})


@pytest.fixture
def hub(database: Database) -> Hub:
    """A hub with two matches that are over and one that goes on, all of them old, and a new one."""
    hub = new_hub_on(DatabaseLedger(database))
    for room in ("over", "kept", "open", "new"):
        hub.open_room(room, opening("wager", "human", "human"), "ann", 0, {1: "bob"})
    for room in ("over", "kept"):
        say(hub, "resign", "ann", room=room)
    age(database, "over", "kept", "open")
    return hub


@pytest.mark.parametrize(
    ("words", "days"), [("90d", 90), ("18m", 540), ("2y", 730), ("30d", 30), ("100y", 36500)]
)
def test_ages_are_days_months_and_years(words: str, days: int) -> None:
    assert read_age(words) == days * DAY_MS


@pytest.mark.parametrize(
    "words",
    ["", "0", "2", "0d", "29d", "-1y", "2Y", "1e9y", "2y; x", "NaN", "٢y", "2 y", "101y", "1.5y"],
)
def test_what_is_no_age_or_too_short_is_refused(words: str) -> None:
    with pytest.raises(BadAge):
        read_age(words)


def test_a_dry_run_says_what_a_real_one_removes(database: Database, hub: Hub) -> None:
    pruning = Pruning(database, find)
    for kind, count in (
        ("finished", 2),
        ("unfinished", 1),
        ("studies", 0),
        ("all", 3),
        ("none", 0),
    ):
        assert pruning.find(Rule(2 * YEAR_MS, kind)).rooms == count
    assert pruning.find(Rule(3 * YEAR_MS, "all")).rooms == 0
    found = pruning.find(Rule(2 * YEAR_MS))
    assert {each.id for each in found.examples} == {"over", "kept"}
    assert DatabaseLedger(database).rooms() == ["kept", "new", "open", "over"]
    assert pruning.prune(Rule(2 * YEAR_MS)).rooms == 2
    assert DatabaseLedger(database).rooms() == ["new", "open"]
    assert [fault for _room, fault in verify(database, find)] == ["", ""]
    ((_at_ms, older_ms, rooms, people),) = pruning.past()
    assert (older_ms, rooms, people) == (2 * YEAR_MS, 2, 0)


def test_no_row_of_a_removed_room_is_left(database: Database, hub: Hub) -> None:
    Pruning(database, find).prune(Rule(2 * YEAR_MS, "all"))
    for table in METADATA.sorted_tables:
        if "room" in table.c and table.name != "reread":
            rooms = sa.select(table.c.room).distinct()
            assert database.read(lambda db: {*db.execute(rooms).scalars()}) <= {"new"}, table.name  # noqa: B023


def test_who_writes_into_an_old_room_in_that_moment_keeps_it(
    database: Database, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    pruning, found = Pruning(database, find), Pruning._old_rooms
    hub.connect("bob", "bob", "", "Bob")

    def meanwhile(self: Pruning, rule: Rule, before_ms: int) -> object:
        for rooms in found(self, rule, before_ms):
            say(hub, "leave", "bob", room="kept")
            yield rooms

    monkeypatch.setattr(Pruning, "_old_rooms", meanwhile)
    assert pruning.prune(Rule(2 * YEAR_MS)).rooms == 1
    assert "kept" in DatabaseLedger(database).rooms()
    assert not [fault for _room, fault in verify(database, find) if fault]


def test_who_comes_too_late_reads_that_there_is_no_such_match(database: Database, hub: Hub) -> None:
    assert Pruning(database, find).prune(Rule(2 * YEAR_MS, "all")).rooms == 3
    (refused,) = say(hub, "resign", "ann", room="open")  # the room is still in this memory
    assert "no such match" in refused["why"]
    with pytest.raises(Refused):
        new_hub_on(DatabaseLedger(database)).room("over")


def test_people_go_who_were_not_seen_and_are_in_no_room(database: Database) -> None:
    hub = new_hub_on(DatabaseLedger(database))
    _gone, seated, opener, banned = (add_person(database, each, 800) for each in "gsob")
    here = add_person(database, "h")
    DatabasePeople(database).ban(banned)
    hub.open_room("r", opening("wager", "human", "human"), opener, 0, {0: here, 1: seated})
    pruning = Pruning(database, find)
    assert pruning.find(Rule(2 * YEAR_MS, people=True)).people == 1
    assert pruning.prune(Rule(2 * YEAR_MS, people=True)).people == 1
    assert people_of(database) == {seated, opener, banned, here}
    age(database, "r")
    assert pruning.find(Rule(2 * YEAR_MS, "all", people=True)).people == 2
    assert pruning.prune(Rule(2 * YEAR_MS, "all", people=True)).people == 2
    assert people_of(database) == {banned, here}


def test_a_host_does_it_once_a_day_and_not_where_nobody_was_for_long(
    url: str, database: Database, hub: Hub
) -> None:
    pruning, rule = Pruning(database, find), Rule(2 * YEAR_MS, "all", people=True)
    age(database, "new", days=40)
    assert pruning.prune_today(rule) is None
    add_person(database, "t")
    assert pruning.prune_today(rule) is None, "the clock may have leapt before he came"
    add_person(database, "h", 2)
    other = Database.open(url)
    done = [each.prune_today(rule) for each in (pruning, Pruning(other, find), pruning)]
    other.close()
    assert [each and each.rooms for each in done] == [3, None, None]
    yesterday = sa.update(PRUNING).values(id="day 1")
    database.write(lambda db: db.execute(yesterday))
    age(database, "new")
    again = pruning.prune_today(rule)
    assert again is not None
    assert again.rooms == 1


def test_a_host_removes_by_itself_and_its_log_has_numbers(
    file_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def spend() -> None:
        database = Database.open(file_url)
        hub = new_hub_on(DatabaseLedger(database))
        hub.open_room("old", opening("wager", "human", "human"), "ann")
        age(database, "old")
        add_person(database, "h", 2)
        async with begun(file_url, prune=Rule(2 * YEAR_MS, "all", people=True)) as evening:
            while '"pruned"' not in evening.lines.getvalue():
                await asyncio.sleep(PAUSE_S)
            assert DatabaseLedger(database).rooms() == []
            line = next(each for each in evening.lines.getvalue().splitlines() if "pruned" in each)
            assert (json.loads(line)["rooms"], json.loads(line)["people"]) == (1, 0)
        database.close()

    monkeypatch.setattr(database_news, "GLANCE_S", 0.5)
    monkeypatch.setattr(host_server, "PRUNE_S", PAUSE_S)
    run_leaping(spend(), monkeypatch)


def test_who_has_a_page_open_for_months_is_not_away(
    file_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def spend() -> None:
        database = Database.open(file_url)
        for secret in "gh":
            add_person(database, secret)
        async with begun(file_url) as evening:
            ann = await HostPage(evening, "Ann").come()
            evening.pages.append(ann)
            for table in (PERSON, DEVICE):
                older = {each: table.c[each] - 40 * DAY_MS for each in ("seen_ms", "created_ms")}
                change = sa.update(table).values(**older)
                database.write(lambda db, change=change: db.execute(change))  # type: ignore[misc]
            await asyncio.sleep(3 * PAUSE_S)
            assert Pruning(database, find).prune(Rule(30 * DAY_MS, "none", people=True)).people == 2
            assert people_of(database) == {ann.person}
        database.close()

    monkeypatch.setattr(host_server, "SWEEP_S", PAUSE_S)
    run_leaping(spend(), monkeypatch)


@pytest.mark.slow
def test_pages_of_a_removed_room_close_at_every_process(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def spend() -> None:
        async with begun(url) as evening, begun(url) as other:
            ann, bob = HostPage(evening, "Ann"), HostPage(other, "Bob")
            evening.pages.append(await ann.come())
            other.pages.append(await bob.come())
            room = await ann.submit("setup", {"game": "wager"})
            await ann.ask({"do": "open", "screen": "tables", "about": {}})
            database = Database.open(url)
            bob.room = room
            await ann.watch(room)
            await ann.ask_in_room("invite", player=1, key="k" * 22)
            await bob.ask_in_room("enter", key="k" * 22)
            await bob.watch(room)
            ann.room = ""
            await ann.open("tables")
            await asyncio.sleep(PAUSE_S)
            age(database, room)
            assert Pruning(database, find).prune(Rule(2 * YEAR_MS, "all")).rooms == 0, "Bob is here"
            remove(database, room)
            await asyncio.sleep(3 * PAUSE_S)
            notices = [each["notice"] for each in bob._told if "notice" in each]
            assert notices[-1].startswith("This match was removed")
            assert room not in other.served.hub.open_rooms
            assert not [each for each in ann.screen["parts"] if room in str(each)]
            database.close()

    monkeypatch.setattr(database_news, "GLANCE_S", 0.5)
    run_leaping(spend(), monkeypatch)


def remove(database: Database, room: str) -> None:
    """Removes *room*, though somebody watches it."""
    monkeypatch = pytest.MonkeyPatch()
    monkeypatch.setattr(Pruning, "_watched", lambda self: sa.select(sa.literal("")))
    assert Pruning(database, find).prune(Rule(2 * YEAR_MS, "all")).rooms == 1
    monkeypatch.undo()
