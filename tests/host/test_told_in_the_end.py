"""Single failures of a host are made good: nobody is forgotten, and the operator can see them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection
from threading import Thread
from typing import Any

import pytest
from sqlalchemy.engine.default import DefaultDialect

from gipf_meta.desk.context import ListedRoom
from gipf_meta.desk.responses import LiveMessage, WrittenPart, WrittenScreen
from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.database_news import News
from gipf_meta.host.people import DatabasePeople
from gipf_meta.host.process import SharedPresence
from gipf_meta.host.room_lists import Lists, LiveLists
from gipf_meta.host.serving.desks import Desks
from gipf_meta.host.tables import DatabaseError
from tests.host.conftest import make_tables
from tests.host.evening import Evening, HostPage, begun
from tests.host.leaping import run_leaping

AWAY = DatabaseError("The database cannot be used: it is busy.")


def failing_once(method: Callable[..., Any], *, nth: int = 1) -> Callable[..., Any]:
    """Returns *method* so that it fails the *nth* time that it is called."""
    calls = list[None]()

    def call(*words: Any, **about: Any) -> Any:
        calls.append(None)
        if len(calls) == nth:
            raise AWAY
        return method(*words, **about)

    return call


@pytest.fixture
def visit(url: str, monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Evening], Any]], None]:
    """A function that runs a visit at a host in which time leaps."""

    def run(visit: Callable[[Evening], Any]) -> None:
        async def at_host() -> None:
            async with begun(make_tables(url)) as evening:
                await visit(evening)

        run_leaping(at_host(), monkeypatch)

    return run


Visit = Callable[[Callable[[Evening], Any]], None]


# ---- lists on pages -----------------------------------------------------------------------------


class ListsThatFail(Lists):
    """No table is open; *fails* says which question fails the next time."""

    def __init__(self) -> None:
        self.fails = ""

    def open_tables(self, most: int = 0) -> list[ListedRoom]:
        self._fail("open_tables")
        return []

    def people_of(self, rooms: Collection[str]) -> frozenset[str]:
        self._fail("people_of")
        return frozenset({"ann"})

    def _fail(self, name: str) -> None:
        if name == self.fails:
            self.fails = ""
            raise AWAY


class Part:
    """The part of a screen that has changed whenever it is asked; it *fails* the next time."""

    number = 0
    fails = False

    def live_parts(self, person: str, screen: str) -> list[WrittenPart]:
        if self.fails:
            self.fails = False
            raise AWAY
        self.number += 1
        return [{"part": "note", "text": str(self.number)}]


@pytest.mark.parametrize("fails", ["open_tables", "people_of", "live_parts"])
async def test_a_page_is_told_of_a_list_also_after_what_was_asked_for_it_has_failed(
    fails: str,
) -> None:
    lists, desk = ListsThatFail(), Part()
    live = LiveLists(lists, desk)
    live.note_answers("a", "ann", [{"screen": {"name": "s", "title": "", "parts": [], "live": 0}}])
    told = list[LiveMessage | None]()

    def tell(_link: str, make: Callable[[], LiveMessage | None]) -> bool:
        try:
            told.append(make())
        except DatabaseError:
            told.append(None)
        return True

    async def look(*rooms: str) -> bool:
        """Returns whether the page gets news of changed *rooms*."""
        told.clear()
        for room in rooms:
            live.note(room)
        try:
            await live.tell(tell)
        except DatabaseError:
            return False
        return any(told)

    assert await look("r")
    assert not await look()
    lists.fails, desk.fails = fails, fails == "live_parts"
    assert not await look("r")
    assert await look(), "it is told the next time"
    assert not await look()


class OneTable(Lists):
    """One open table, as it was: only what is said of it changes."""

    def __init__(self) -> None:
        self.table = ListedRoom("open", "wager", (), None, 0, 1, 0, is_open=True)

    def open_tables(self, most: int = 0) -> list[ListedRoom]:
        return [self.table]

    def people_of(self, rooms: Collection[str]) -> frozenset[str]:
        return frozenset({"ann"})


async def test_what_is_said_of_an_open_table_only_later_comes_to_all_who_look() -> None:
    live = LiveLists(OneTable(), Part())
    told = Counter[str]()
    screen: WrittenScreen = {"name": "launcher", "title": "", "parts": [], "live": 0}
    for person in ("ann", "bob"):
        live.note_answers(person, person, [{"screen": screen}])

    def tell(link: str, make: Callable[[], LiveMessage | None]) -> bool:
        told[link] += make() is not None
        return True

    for room, expected in (("open", 1), ("open", 2), ("other", 2)):
        live.note(room)
        await live.tell(tell)
        assert told["bob"] == expected, room


# ---- rooms --------------------------------------------------------------------------------------


async def play_wager(evening: Evening) -> tuple[HostPage, HostPage]:
    """A match of Ann, and of Bob who sits there, too; both watch it."""
    ann, bob = evening.pages = [HostPage(evening, name) for name in ("Ann", "Bob")]
    for page in evening.pages:
        await page.come()
    room = await ann.submit("setup", {"game": "wager"}, opponent="anybody")
    bob.room = room
    await bob.ask_in_room("sit", player=1)
    for page in (ann, bob):
        await page.watch(room)
    return ann, bob


def test_who_watches_a_room_that_could_not_be_read_again_is_told_of_it_later(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(evening: Evening) -> None:
        ann, bob = await play_wager(evening)
        with monkeypatch.context() as away:
            away.setattr(DatabaseLedger, "append", failing_once(DatabaseLedger.append))
            away.setattr(DatabaseLedger, "read", failing_once(DatabaseLedger.read))
            number = bob.number
            await ann.play()  # it fails, the room cannot be read, and she tries again
        await bob.until(lambda: bob.number > number)
        assert bob.scene == ann.scene or bob.is_due
        await bob.play()

    visit(play)


def test_who_watches_a_room_is_told_of_news_that_could_not_be_read_at_once(
    url: str, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(evening: Evening) -> None:
        ann, bob = await play_wager(evening)
        async with begun(url) as other:
            elsewhere = await HostPage(other, "Ann", ann.secret).come()
            other.pages.append(elsewhere)
            await elsewhere.watch(ann.room)
            number = bob.number
            monkeypatch.setattr(DatabaseLedger, "read", failing_once(DatabaseLedger.read))
            await elsewhere.play()
            await bob.until(lambda: bob.number > number)

    visit(play)


def test_a_room_that_is_due_is_looked_after_again_when_the_database_is_back(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def burn(evening: Evening) -> None:
        ann = await HostPage(evening, "Ann").come()
        evening.pages.append(ann)
        room = await ann.submit("setup", {"game": "fuse"}, opponent="human")
        await ann.watch(room)
        await ann.ask_in_room("go_on")
        ann.leave()
        hub = evening.served.hub
        hub.close_room(room)
        monkeypatch.setattr(DatabaseLedger, "read", failing_once(DatabaseLedger.read))
        await asyncio.sleep(20)
        assert hub.room(room).is_ended

    visit(burn)


# ---- processes ----------------------------------------------------------------------------------


def test_who_follows_the_news_no_longer_says_so_and_begins_again(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_news: News, _room: str, _number: int) -> None:
        raise ZeroDivisionError("of the news")

    async def follow(evening: Evening) -> None:
        with monkeypatch.context() as failing:
            failing.setattr(News, "_note", fail)
            ann, _bob = await play_wager(evening)
            await asyncio.sleep(5)
            assert evening.served.process.find_trouble() == ["of the news"]
            assert "ZeroDivisionError" in evening.lines.getvalue()
        # time leaps while PostgreSQL answers a new connection in its own time
        await ann.until(lambda: evening.served.process.find_trouble() == [])
        await ann.open("launcher")
        await ann.ask_in_room("resign")
        await asyncio.sleep(5)
        fresh = await HostPage(evening, "Ann", ann.secret).come()
        assert ann.screen == await fresh.open("launcher")
        fresh.leave()

    visit(follow)


def test_who_has_come_elsewhere_is_known_also_if_who_is_gone_could_not_be_forgotten(
    url: str, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def look(evening: Evening) -> None:
        ann, bob = await play_wager(evening)
        bob.leave()
        await ann.until(lambda: ann.scene["here"]["players"] == [0])
        monkeypatch.setattr(SharedPresence, "forget", failing_once(SharedPresence.forget))
        elsewhere = Database.open(url)
        other, gone = (SharedPresence(elsewhere, name) for name in ("other", "gone"))
        elsewhere.beat("gone", 0)
        gone.exchange({"s": {"eve"}})
        await asyncio.sleep(3)
        elsewhere.write(lambda db: db.exec_driver_sql("DELETE FROM beat WHERE process = 'gone'"))
        elsewhere.beat("other", 0)
        other.exchange({ann.room: {bob.person}})
        await ann.until(lambda: ann.scene["here"]["players"] == [0, 1])
        await asyncio.sleep(3)
        left = "SELECT count(*) FROM presence WHERE process = 'gone'"
        assert elsewhere.read(lambda db: db.exec_driver_sql(left).scalar()) == 0
        elsewhere.close()

    visit(look)


def test_who_comes_back_while_the_database_is_away_comes_in_later(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def come(evening: Evening) -> None:
        ann = await HostPage(evening, "Ann").come()
        for place in (DatabasePeople.identify, Desks.hello):
            owner = DatabasePeople if place is DatabasePeople.identify else Desks
            with monkeypatch.context() as away:
                away.setattr(owner, place.__name__, failing_once(place))
                await ann.come()  # a page that is refused ends for good, as this one says
        ann.leave()

    visit(come)


# ---- commits ------------------------------------------------------------------------------------


def test_a_commit_that_fails_holds_the_database_against_nobody(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database.open(make_tables(url))
    database.beat("me", 1)

    def refuse(dialect: DefaultDialect, _connection: Any) -> None:
        raise dialect.loaded_dbapi.OperationalError("database or disk is full")

    with monkeypatch.context() as full:
        full.setattr(DefaultDialect, "do_commit", refuse)
        with pytest.raises(DatabaseError):
            database.beat("me", 2)
    monkeypatch.setattr("gipf_meta.host.database.PATIENT_MS", 500)
    other = Thread(target=lambda: database.beat("me", 3))
    other.start()
    other.join()
    with database.begin() as connection:
        connection.commit()
    assert database.last_beat_ms() == 3
    database.close()


def test_who_is_called_otherwise_is_so_also_if_that_could_not_be_kept_at_first(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def rename(evening: Evening) -> None:
        ann = await HostPage(evening, "Ann").come()
        form = {"do": "submit", "screen": "settings", "about": {}, "values": {"name": "Anna"}}
        with monkeypatch.context() as away:
            away.setattr(DatabasePeople, "rename", failing_once(DatabasePeople.rename))
            await ann.ask(form)
            assert [each["notice"] for each in ann._told if "notice" in each] == [str(AWAY)]
        await ann.ask(form)
        assert not [each for each in ann._told if "notice" in each]
        people = DatabasePeople(evening.served.hub.rooms._ledger._database)  # type: ignore[attr-defined]
        assert people.name_of(ann.person) == "Anna"
        ann.leave()

    visit(rename)
