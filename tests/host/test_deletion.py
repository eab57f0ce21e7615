"""The deletion of a person: nothing stored has his name afterwards, and what stays is sound."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest
import sqlalchemy as sa

from gipf_meta.base.clock import StillClock
from gipf_meta.host import database_news
from gipf_meta.host import deletion as deletion_module
from gipf_meta.host.backups import backup, verify
from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.deletion import Deletions
from gipf_meta.host.host_hub import read_anew
from gipf_meta.host.people import DatabasePeople, PeopleError
from gipf_meta.host.room_lists import Lists
from gipf_meta.host.tables import DELETION, DEVICE, METADATA, PERSON
from gipf_meta.hub.hub import Hub
from gipf_meta.line.replica import Replica
from gipf_meta.match.clock_readings import clocks_of
from tests.host.evening import PAUSE_S, HostPage, begun
from tests.host.leaping import run_leaping
from tests.host.test_database_ledger import new_hub_on
from tests.hub.test_hub import opening, say
from tests.small_games.finding import find

NAME: Final = "Xanthippe Quøgg"
"""A name that nothing else has."""
LATER: Final = "Ysoldé Brøkkel"
"""The name that she has afterwards."""
SECRET: Final = "x" * 24


def spellings() -> list[bytes]:
    """The bytes as which a name may be stored: plain, in JSON, in UTF-16, in parts."""
    words = set[str]()
    for name in (NAME, LATER):
        for part in (name, json.dumps(name)[1:-1]):
            words |= {part, part.casefold(), part.upper(), *part.split()}
    return [form for word in words for form in (word.encode(), word.encode("utf-16-le"))]


def where_it_is(data: bytes) -> list[bytes]:
    return [form for form in spellings() if form in data]


def tables_with_it(database: Database) -> list[str]:
    """The tables in which the name stands."""
    found = []
    for table in METADATA.sorted_tables:
        rows = database.read(lambda db: db.execute(sa.select(table)).all())  # noqa: B023
        if where_it_is(repr([tuple(row) for row in rows]).encode()):
            found.append(table.name)
    return found


def files_with_it(folder: Path) -> list[str]:
    files = [each for each in folder.rglob("*") if each.is_file()]
    return [each.name for each in files if where_it_is(each.read_bytes())]


@pytest.fixture
def xan(database: Database) -> str:
    """Somebody of that name."""
    return DatabasePeople(database).identify({"secret": SECRET, "name": NAME}, "192.0.2.7")[0]


@pytest.fixture
def bob(database: Database) -> str:
    return DatabasePeople(database).identify({"secret": "b" * 24, "name": "Bob"}, "192.0.2.8")[0]


@pytest.fixture
def hub(database: Database, xan: str, bob: str) -> Hub:
    hub = new_hub_on(DatabaseLedger(database))
    hub.connect(xan, xan, "", NAME)
    hub.connect(bob, bob, "", "Bob")
    return hub


def seat(hub: Hub, room: str, xan: str, bob: str, at_ms: int = 0, **about: Any) -> None:
    """Opens a match of Bob, in which Xanthippe takes the second seat by an invitation."""
    hub.open_room(room, opening("wager", "human", "human", **about), bob, at_ms, {1: ""})
    say(hub, "invite", bob, at_ms, room=room, player=1, key="k" * 22 + room)
    assert "done" in say(hub, "enter", xan, at_ms, room=room, key="k" * 22 + room)[-1]


def test_who_is_deleted_is_gone_at_once_and_his_key_is_worth_nothing(
    database: Database, xan: str
) -> None:
    deletions = Deletions(database, find)
    deletions.begin(xan)
    people = DatabasePeople(database)
    assert people.name_of(xan) == ""
    assert not people.is_known(SECRET)
    again, about = people.identify({"secret": SECRET})
    assert again != xan
    assert about["name"] == ""
    for table in (PERSON, DEVICE):
        column = table.c.id if table is PERSON else table.c.person
        query = sa.select(column).where(column == xan)
        assert not database.read(lambda db: db.execute(query).all())  # noqa: B023
    with pytest.raises(PeopleError):
        deletions.begin(xan)
    assert deletions.unfinished() == [xan]
    while deletions.finish():
        pass
    assert deletions.unfinished() == []
    assert [each.person for each in deletions.all()] == [xan]


def test_seats_in_matches_that_go_on_are_left_and_others_stay(
    database: Database, hub: Hub, xan: str, bob: str
) -> None:
    seat(hub, "on", xan, bob)
    seat(hub, "over", xan, bob)
    for _session in ("the duel", "the match"):
        say(hub, "resign", bob, room="over")
    hub.open_room("alone", opening("wager", "human", "random"), xan)
    table = opening("wager", "human", "human").model_copy(update={"is_open": True})
    hub.open_room("table", table, xan, 0, {1: ""})
    study = say(hub, "study", xan, room="alone")[-1]["go"].removeprefix("room/")
    Deletions(database, find).delete(xan)
    after = new_hub_on(DatabaseLedger(database))
    on = after.room("on")
    assert on.free_seats == (1,)
    assert not on.is_ended
    assert on.table.seats[1].name == "Somebody"
    assert after.room("over").table.seats[1].name == "Somebody"
    assert after.room("alone").is_closed
    assert after.room("table").is_closed
    assert Lists(database).open_tables() == []
    assert study not in DatabaseLedger(database).rooms()
    assert [fault for _room, fault in verify(database, find) if fault] == []
    after.connect(bob, bob, "", "Bob")
    assert "done" in say(after, "invite", bob, room="on", player=1, key="n" * 22)[-1]


@pytest.mark.slow
def test_the_clock_of_the_other_runs_as_if_he_had_left(
    database: Database, hub: Hub, xan: str, bob: str
) -> None:
    rooms, now_ms = ("left", "deleted"), database.now_ms()
    for room in rooms:
        seat(hub, room, xan, bob, now_ms - 20_000, control="10m+5s")
        for person in (bob, xan):
            say(hub, "go_on", person, now_ms - 20_000, room=room)
        number = hub.room(room).number
        say(hub, "play", bob, now_ms - 10_000, room=room, text="claim", seen=number)
    say(hub, "leave", xan, now_ms, room="left")
    Deletions(database, find).delete(xan)
    after = new_hub_on(DatabaseLedger(database))
    told = [[each.event.event for each in DatabaseLedger(database).read(room)] for room in rooms]
    assert told[0] == told[1]
    assert told[0][-1] == "left"
    left, deleted = (clocks_of(after.room(room).table.match) for room in rooms)
    assert left is not None
    assert deleted is not None
    # his turn is not over before the claim is answered, so its increment is still to come
    assert left.left_ms[0] == deleted.left_ms[0] == 600_000 - 10_000
    assert 0 <= left.left_ms[1] - deleted.left_ms[1] < 60_000
    assert [fault for _room, fault in verify(database, find) if fault] == []


def test_comments_lose_the_name_and_those_that_he_wrote(
    database: Database, hub: Hub, xan: str, bob: str
) -> None:
    hub.open_room("r", opening("wager", "human", "human"), bob)
    study = say(hub, "study", bob, room="r")[-1]["go"].removeprefix("room/")
    say(hub, "invite", bob, room=study, player=None, key="s" * 22)
    say(hub, "enter", xan, room=study, key="s" * 22)
    shouted = f"Well played, {NAME.upper()}! Quøggs too."
    said = [(xan, "I, the best"), (bob, shouted), (xan, "Indeed"), (bob, "Bobs words")]
    for person, words in said:
        assert (
            "done" in say(hub, "write_beside", person, room=study, at="", seen=0, comment=words)[-1]
        )
    say(hub, "uninvite", bob, room=study, player=None)  # now nothing but his words shows him there
    before = [each.event for each in DatabaseLedger(database).read(study)]
    Deletions(database, find).delete(xan)
    after = [each.event for each in DatabaseLedger(database).read(study)]
    comments = [each.comment for each in after if each.event == "wrote_beside"]
    assert comments == ["…", "Well played, …! Quøggs too.", "…", "Bobs words"]
    assert [each.number for each in after[: len(before)]] == [each.number for each in before]
    assert [fault for _room, fault in verify(database, find) if fault] == []


def test_what_another_process_did_not_finish_is_finished(
    database: Database, hub: Hub, xan: str, bob: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat(hub, "on", xan, bob)
    deletions = Deletions(database, find)
    deletions.begin(xan)

    def die(*_args: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as broken:
        broken.setattr(deletion_module, "change_room", die)
        with pytest.raises(RuntimeError):
            deletions.finish()
    assert deletions.finish() == 0, "the other one may still be at it"
    late = sa.update(DELETION).values(claimed_ms=1)
    database.write(lambda db: db.execute(late))
    assert deletions.finish() == 2
    assert new_hub_on(DatabaseLedger(database)).room("on").free_seats == (1,)
    assert tables_with_it(database) == []


def test_the_ban_still_holds_the_address(database: Database, xan: str) -> None:
    people, deletions = DatabasePeople(database), Deletions(database, find)
    assert deletions.hold_of(xan) is None
    people.ban(xan, 3_600_000)
    assert deletions.hold_of(xan) is not None
    deletions.delete(xan)
    with pytest.raises(PeopleError, match="Nobody new comes in"):
        people.identify({"secret": SECRET}, "192.0.2.7")


@pytest.mark.slow
def test_a_terminal_is_told_the_room_once_more(
    database: Database, hub: Hub, xan: str, bob: str
) -> None:
    seat(hub, "r", xan, bob)
    seen = Replica("r", bob, find, StillClock())
    for said in say(hub, "watch", bob, room="r", want="events"):
        seen.receive(said)
    assert len(seen.catch_up()) == hub.room("r").number
    assert seen.room.table.seats[1].name == NAME
    Deletions(database, find).delete(xan)
    read_anew(hub, "r")
    messages = [said for link, said in hub.take_outbox() if link == bob]
    for said in messages:
        seen.receive(said)
    assert not where_it_is(text_of(messages))
    assert [each.event for each in seen.catch_up()] == ["left"]
    assert seen.room.table.seats[1].name == "Somebody"
    say(hub, "invite", bob, room="r", player=1, key="z" * 22)
    for _link, said in hub.take_outbox():
        seen.receive(said)
    assert seen.is_whole


@pytest.mark.slow
def test_forms_of_others_lose_the_name(database: Database, hub: Hub, xan: str, bob: str) -> None:
    seat(hub, "r", xan, bob)
    stranger, _about = DatabasePeople(database).identify({"secret": "s" * 24, "name": "Sue"})
    people, form = DatabasePeople(database), {"other": NAME.upper(), "name-0": "Bob", "lot": True}
    form |= {"seats": [NAME], "options": {"board": NAME}}  # whoever calls himself like a choice
    for person in (bob, stranger):
        people.keep_settings(person, {"theme": "dark", "set_ups": {"wager": form}})
    Deletions(database, find).delete(xan)
    kept = {"theme": "dark", "set_ups": {"wager": {**form, "other": ""}}}
    assert people.settings_of(bob) == kept
    assert people.settings_of(stranger)["set_ups"]["wager"] == form, "another of that name"


def test_another_person_of_the_same_name_keeps_it(
    database: Database, hub: Hub, xan: str, bob: str
) -> None:
    twin, _about = DatabasePeople(database).identify({"secret": "t" * 24, "name": NAME})
    hub.connect(twin, twin, "", NAME)
    seat(hub, "his", xan, bob)
    seat(hub, "twins", twin, bob)
    Deletions(database, find).delete(xan)
    after = new_hub_on(DatabaseLedger(database))
    assert after.room("his").table.seats[1].name == "Somebody"
    assert after.room("twins").table.seats[1].name == NAME
    assert DatabasePeople(database).name_of(twin) == NAME


@pytest.fixture
def soon_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_news, "GLANCE_S", 0.5)
    monkeypatch.setattr(deletion_module, "AGAIN_MS", 200)


async def led_to(page: HostPage, do: str, **about: Any) -> str:
    """The room to which a deed leads."""
    await page.ask_in_room(do, **about)
    return next(str(each["go"]).removeprefix("room/") for each in page._told if "go" in each)


async def answer(page: HostPage, do: str, what: str) -> object:
    """The file or texts that the page asks for in its room."""
    message = {"do": do, "room": page.room, "id": page.evening.new_id()}
    assert page.link is not None
    page.evening.served.driver.receive(page.link, json.dumps(message))
    await page.until(lambda: any(what in each for each in page._told))
    told, page._told[:] = [*page._told], []
    return told


async def meet(ann: HostPage, xan: HostPage, dan: HostPage, database: Database) -> list[str]:
    """A match of Ann and Xanthippe, its studies, and a rematch that goes on, while Dan looks on at
    another process; their rooms, the one that goes on last."""
    form = {"game": "wager"}
    room = await ann.submit("setup", form, opponent="anybody")
    named = await ann.submit("setup", form, opponent="human", other=NAME)
    await ann.watch(room)
    xan.room = room
    await xan.ask_in_room("sit", player=1)
    await xan.watch(room)
    await dan.watch(room)
    await ann.until(lambda: ann.is_due)
    await ann.play()
    await ann.ask_in_room("resign")
    studies = [await led_to(page, "study") for page in (ann, xan)]
    for page, study in zip((ann, xan), studies, strict=True):
        page.room = study
        await page.ask_in_room("write_beside", at="", seen=0, comment=f"{NAME} plays well")
        page.room = room
    rename = {"do": "submit", "screen": "settings", "about": {}, "values": {"name": LATER}}
    await xan.ask(rename)
    await xan.ask_in_room("rematch")
    await ann.ask_in_room("rematch")
    tables = [each.room for each in Lists(database).tables_of(ann.person)]
    (again,) = {*tables} - {named, room, *studies}
    for page in (ann, xan, dan):
        await page.watch(again)
    await asyncio.sleep(PAUSE_S)
    await ann.until(lambda: ann.is_due or xan.is_due)
    return [room, *studies, again]


@pytest.mark.slow
def test_every_byte_is_searched_after_an_evening(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, soon_again: None
) -> None:
    """She plays, studies and comments at one process, others look on at another."""

    async def spend() -> None:
        async with begun(url) as evening, begun(url) as other:
            database = Database.open(url)
            ann, xan = HostPage(evening, "Ann"), HostPage(evening, NAME)
            dan = HostPage(other, "Dan")
            evening.pages += [await ann.come(), await xan.come()]
            other.pages.append(await dan.come())
            rooms = await meet(ann, xan, dan, database)
            on = rooms[-1]
            assert where_it_is(text_of(DatabasePeople(database).settings_of(ann.person)))
            known = {"person", "name", "entry"}
            assert known <= {*tables_with_it(database)}, "so the search finds it"
            for page in (ann, dan):
                assert where_it_is(text_of(page.scene))
            values = {"step": "delete", "confirmed": LATER}
            deed = {"do": "submit", "screen": "delete_me", "about": {}, "values": values}
            await xan.ask(deed)
            assert any("signed_out" in each for each in xan._told)
            await asyncio.sleep(5.0)
            assert xan.is_cut.is_set()
            for page in (ann, dan):
                assert not where_it_is(text_of(page.scene))
                assert "Somebody" in text_of(page.scene).decode()
            assert evening.served.hub.room(on).free_seats == (0,)
            while Deletions(database, find).unfinished():
                await asyncio.sleep(PAUSE_S)
            assert tables_with_it(database) == []
            assert [fault for _room, fault in verify(database, find) if fault] == []
            for page in (ann, dan):
                for each in rooms[:2] if page is ann else rooms[:1]:
                    await page.watch(each)
                    for do, what in (("record", "file"), ("copy", "copies"), ("picture", "file")):
                        assert not where_it_is(text_of(await answer(page, do, what)))
                    assert not where_it_is(text_of(page.scene))
                page.room = ""
                for screen in ("tables", "launcher", "settings", "setup"):
                    await page.open(screen, **({"game": "wager"} if screen == "setup" else {}))
                    assert not where_it_is(text_of(page.screen))
            for each in (evening, other):
                assert not where_it_is(each.lines.getvalue().encode())
            backup(database, tmp_path / "backup.sqlite")
            database.close()

    run_leaping(spend(), monkeypatch)
    assert files_with_it(tmp_path) == []


def text_of(told: object) -> bytes:
    return json.dumps(told, ensure_ascii=False).encode()


def files_of_tables(url: str) -> list[str]:
    """The tables of PostgreSQL in whose files a name stands."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CHECKPOINT")
        (folder,) = connection.execute("SHOW data_directory").fetchone() or ("",)
        query = (
            "SELECT relname, pg_relation_filepath(oid) FROM pg_class WHERE relkind IN ('r', 'i')"
        )
        files = connection.execute(f"{query} AND relnamespace = current_schema::regnamespace")
        return [name for name, path in files if where_it_is((Path(folder) / path).read_bytes())]


@pytest.mark.slow
def test_files_of_postgresql_have_no_name(postgres_schema: str) -> None:
    database = Database.open(postgres_schema)
    xan, _about = DatabasePeople(database).identify({"secret": SECRET, "name": NAME}, "192.0.2.7")
    hub = new_hub_on(DatabaseLedger(database))
    for person, name in ((xan, NAME), ("bob", "Bob")):
        hub.connect(person, person, "", name)
    seat(hub, "r", xan, "bob")
    assert {"person", "name", "name_text"} <= {*files_of_tables(postgres_schema)}
    Deletions(database, find).delete(xan)
    assert files_of_tables(postgres_schema) == []
    database.close()
