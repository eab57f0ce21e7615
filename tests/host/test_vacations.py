"""Vacations of the people of a host: what may be announced, and what their rooms are told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier
from typing import Any

import pytest
import sqlalchemy as sa

from gipf_meta.base.clock import StillClock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.desk.own_vacations import WantedVacation
from gipf_meta.host.backups import change_room, verify
from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.deletion import Deletions
from gipf_meta.host.identity.sign_ins import Asker
from gipf_meta.host.limits import TooMany
from gipf_meta.host.own_data import OwnData
from gipf_meta.host.people import DatabasePeople
from gipf_meta.host.tables import CHARGE, ENTRY, ROOM, SEAT, VACATION, DatabaseError
from gipf_meta.host.vacations import (
    CHANGES_IN_A_DAY,
    DatabaseVacations,
    VacationError,
    charged_days,
)
from gipf_meta.hub.hub import Hub
from gipf_meta.match.rests import Rest
from gipf_meta.match.timecontrol import DAY_MS
from gipf_meta.rooms.events import Event, SeatGiven, Stopped
from gipf_meta.rooms.ledger import Conflict
from gipf_meta.rooms.people_events import Rested
from tests.host.hosting import hosted, visitor
from tests.hub.test_held_commands_fair_time import wager
from tests.hub.test_hub import find
from tests.web.pages import LIMIT_S

HOUR_MS = DAY_MS // 24
BEGIN_MS = 1_700_000_000_000


class Host:
    """Ann and Bob at a host, each at a link of his name; time passes as the test says."""

    def __init__(self, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
        self.database, self.clock = database, StillClock()
        self.now_ms = BEGIN_MS
        literal = property(lambda database: sa.literal(self.now_ms, sa.BigInteger))
        monkeypatch.setattr(Database, "now", literal)
        monkeypatch.setattr("gipf_meta.host.vacations.DatabaseClock", lambda database: self.clock)
        self.people = DatabasePeople(database)
        self.ids = {name: self.come(name) for name in ("ann", "bob")}
        self.vacations = self.another_process()

    @property
    def now_ms(self) -> int:
        """The time of the database."""
        return self.clock.ms

    @now_ms.setter
    def now_ms(self, ms: int) -> None:
        self.clock.ms = ms

    def another_process(self, database: Database | None = None) -> DatabaseVacations:
        """The vacations as another process has them."""
        return DatabaseVacations(
            database or self.database, lambda link: Asker(self.ids[link], ""), find
        )

    def come(self, name: str) -> str:
        """The id of a new person."""
        return self.people.identify({"secret": f"{name}-secret-{'x' * 20}", "name": name})[0]

    def open_room(self, id: str = "r", control: str = "4320m/turn", **others: str) -> None:
        """Opens a match of Ann and Bob, in which time passes."""
        hub = Hub(DatabaseLedger(self.database), find, patience_ms=None, pauses_alone=False)
        ann, bob = self.ids["ann"], others.get("bob", self.ids["bob"])
        hub.open_room(id, wager(control), ann, self.now_ms, others={1: bob})
        for number, person in enumerate({ann, bob} - {""}):
            hub.connect(person, person, "")
            ready = {"do": "go_on", "id": f"g{number}", "room": id}
            hub.receive(person, ready, self.now_ms)

    def announce(self, name: str, begin_ms: int | None, days: int) -> str:
        """Announces a vacation; its id."""
        from_ms = None if begin_ms is None else self.now_ms + begin_ms
        self.vacations.announce(name, WantedVacation(from_ms, None, days))
        return self.vacations.own(name).vacations[-1].id

    def spans(self, name: str) -> list[Rest]:
        """The vacations ahead, since the beginning."""
        coming = self.vacations.own(name).vacations
        return [(each.from_ms - BEGIN_MS, each.until_ms - BEGIN_MS) for each in coming]

    def events(self, room: str = "r") -> list[Event]:
        """The events of a room."""
        return [entry.event for entry in DatabaseLedger(self.database).read(room)]

    def told(self, room: str = "r") -> list[list[Rest]]:
        """The vacations of which a room was told, one telling after another."""
        return [
            [(each.from_ms - BEGIN_MS, each.until_ms - BEGIN_MS) for each in event.spans]
            for event in self.events(room)
            if isinstance(event, Rested)
        ]

    def seat(self, player: int, room: str = "r") -> sa.Row[Any]:
        """The row of a seat."""
        query = sa.select(SEAT).where(SEAT.c.room == room, SEAT.c.player == player)
        return self.database.read(lambda db: db.execute(query).one())

    def sit_down(self, player: int, name: str, room: str = "r") -> None:
        """Gives a seat to somebody."""
        change_room(
            self.database,
            find,
            room,
            lambda room: room.emit(SeatGiven, player=player, person=self.ids[name]),
        )


@pytest.fixture
def host(database: Database, monkeypatch: pytest.MonkeyPatch) -> Host:
    """A host with Ann and Bob."""
    return Host(database, monkeypatch)


# ---- what may be announced -----------------------------------------------------------------------


IMPOSSIBLE = (
    (0, DAY_MS),
    (-DAY_MS, DAY_MS),
    (DAY_MS - 1, DAY_MS),
    (366 * DAY_MS, DAY_MS),
    (10**15, DAY_MS),
    (2 * DAY_MS, 0),
    (2 * DAY_MS, -DAY_MS),
    (2 * DAY_MS, 22 * HOUR_MS),
    (2 * DAY_MS, 31 * DAY_MS),
    (2 * DAY_MS, 10**15),
)
"""Vacations that are none: the milliseconds until they begin, and their length."""


def test_what_is_no_vacation_is_refused_with_a_sentence(host: Host) -> None:
    for ahead_ms, length_ms in IMPOSSIBLE:
        begin_ms = host.now_ms + ahead_ms
        with pytest.raises(VacationError):
            host.vacations.announce("ann", WantedVacation(begin_ms, begin_ms + length_ms))
    assert host.spans("ann") == []


def test_it_begins_a_day_later_by_the_time_of_the_database(host: Host) -> None:
    host.announce("ann", None, 3)
    assert host.spans("ann") == [(DAY_MS, 4 * DAY_MS)]
    assert host.vacations.own("ann").left == 27


def test_vacations_do_not_overlap(host: Host) -> None:
    host.announce("ann", 2 * DAY_MS, 5)
    for begin_ms, days in ((2 * DAY_MS, 5), (3 * DAY_MS, 1), (DAY_MS, 2), (DAY_MS, 20)):
        with pytest.raises(VacationError, match="already"):
            host.announce("ann", begin_ms, days)
    host.announce("bob", 3 * DAY_MS, 1)


def test_there_are_thirty_days_in_any_365_and_three_at_a_time(host: Host) -> None:
    host.announce("ann", 300 * DAY_MS, 20)
    with pytest.raises(VacationError, match=r"would be 11 days\. You have 10 days of"):
        host.announce("ann", 2 * DAY_MS, 11)
    host.announce("ann", 2 * DAY_MS, 10)
    host.now_ms += 320 * DAY_MS
    with pytest.raises(VacationError, match="0 days"):
        host.announce("ann", 2 * DAY_MS, 1)
    host.announce("ann", 56 * DAY_MS, 10)
    with pytest.raises(VacationError):
        host.announce("ann", 80 * DAY_MS, 1)


def test_no_more_than_three_are_announced(host: Host) -> None:
    for number in range(3):
        host.announce("ann", (2 + 2 * number) * DAY_MS, 1)
    with pytest.raises(VacationError, match="3 vacations"):
        host.announce("ann", 20 * DAY_MS, 1)


def test_a_day_that_has_begun_counts_and_an_hour_of_summer_time_does_not(host: Host) -> None:
    spans = {
        0: 0,
        1: 1,
        30 * 60_000: 1,
        2 * HOUR_MS: 1,
        23 * HOUR_MS: 1,
        DAY_MS: 1,
        25 * HOUR_MS: 1,
    }
    assert {ms: charged_days(0, ms) for ms in spans} == spans
    assert charged_days(0, 10 * DAY_MS + HOUR_MS) == 10
    assert charged_days(0, 10 * DAY_MS + HOUR_MS + 1) == 11
    id = host.announce("ann", None, 20)
    host.now_ms += 3 * DAY_MS + 2 * HOUR_MS
    host.vacations.end("ann", id)
    assert host.vacations.own("ann").left == 27
    assert host.spans("ann") == []


def test_ending_and_beginning_again_takes_another_day(host: Host) -> None:
    id = host.announce("ann", None, 5)
    host.now_ms += 2 * DAY_MS
    host.vacations.end("ann", id)
    with pytest.raises(VacationError):
        host.announce("ann", HOUR_MS, 3)
    with pytest.raises(VacationError, match="over"):
        host.vacations.end("ann", id)


def test_it_is_moved_or_called_off_before_it_begins(host: Host) -> None:
    id = host.announce("ann", 2 * DAY_MS, 5)
    host.vacations.move("ann", id, WantedVacation(host.now_ms + 4 * DAY_MS, None, 28))
    assert host.spans("ann") == [(4 * DAY_MS, 32 * DAY_MS)]
    with pytest.raises(VacationError):
        host.vacations.end("bob", id)
    host.vacations.end("ann", id)
    assert host.vacations.own("ann") == host.vacations.own("bob")
    again = host.announce("ann", None, 5)
    host.now_ms += DAY_MS
    with pytest.raises(VacationError, match="begun"):
        host.vacations.move("ann", again, WantedVacation(None, None, 9))


def test_who_announces_and_calls_off_for_ever_is_stopped(host: Host) -> None:
    host.open_room()
    for _time in range(CHANGES_IN_A_DAY // 2):
        host.vacations.end("ann", host.announce("ann", None, 1))
    with pytest.raises(TooMany):
        host.announce("ann", None, 1)
    host.vacations.tell_rooms()
    assert len(host.told()) <= 1


def test_a_banned_person_announces_nothing_and_no_clock_stands_for_him(host: Host) -> None:
    host.open_room()
    host.announce("ann", None, 9)
    host.vacations.tell_rooms()
    host.people.ban(host.ids["ann"])
    host.now_ms += HOUR_MS
    host.vacations.tell_rooms()
    assert host.told() == [[(DAY_MS, 10 * DAY_MS)], []]
    with pytest.raises(VacationError):
        host.announce("ann", 20 * DAY_MS, 1)
    number = len(host.events())
    host.vacations.tell_rooms()
    assert len(host.events()) == number


# ---- what rooms are told -------------------------------------------------------------------------


def test_slow_rooms_hear_of_it_and_others_do_not(host: Host) -> None:
    host.open_room()
    host.open_room("fast", "10m+5s")
    host.announce("ann", 2 * DAY_MS, 5)
    host.vacations.tell_rooms()
    assert host.told() == [[(2 * DAY_MS, 7 * DAY_MS)]]
    assert host.told("fast") == []
    row = host.seat(0)
    assert (row.rest_from_ms - BEGIN_MS, row.rest_until_ms - BEGIN_MS) == (2 * DAY_MS, 7 * DAY_MS)
    flag_ms = host.database.read(
        lambda db: db.execute(sa.select(ROOM.c.flag_ms).where(ROOM.c.id == "r")).scalar_one()
    )
    assert flag_ms - BEGIN_MS == 8 * DAY_MS
    host.vacations.tell_rooms()
    host.another_process().tell_rooms()
    assert len(host.told()) == 1
    assert not any(fault for _room, fault in verify(host.database, find))


def test_an_end_or_a_move_is_told_and_the_flag_moves(host: Host) -> None:
    host.open_room()
    id = host.announce("ann", None, 20)
    host.vacations.tell_rooms()
    host.now_ms += 3 * DAY_MS
    host.vacations.end("ann", id)
    host.vacations.tell_rooms()
    assert host.told() == [[(DAY_MS, 21 * DAY_MS)], []]
    stops = [each for each in host.events() if isinstance(each, Stopped)]
    assert [(e.from_ms - BEGIN_MS, e.to_ms - BEGIN_MS) for e in stops] == [(DAY_MS, 3 * DAY_MS)]
    assert host.seat(0).rest_until_ms is None


def test_rooms_that_were_not_told_because_a_process_stopped_are_told_later(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.open_room()
    host.open_room("s")
    host.announce("ann", None, 2)

    tell, rooms = DatabaseVacations._tell, list[str]()

    def stop(vacations: DatabaseVacations, room: str, person: str) -> bool:
        if rooms:
            raise KeyboardInterrupt
        rooms.append(room)
        return tell(vacations, room, person)

    with monkeypatch.context() as stopped:
        stopped.setattr(DatabaseVacations, "_tell", stop)
        with pytest.raises(KeyboardInterrupt):
            host.vacations.tell_rooms()
    assert sorted(map(len, (host.told(), host.told("s")))) == [0, 1]
    host.another_process().tell_rooms()
    assert host.told() == host.told("s") == [[(DAY_MS, 3 * DAY_MS)]]


@pytest.mark.parametrize("fails", [DatabaseError("The database is away."), Conflict()])
@pytest.mark.parametrize("is_newcomer", [False, True])
def test_rooms_that_could_not_be_told_are_told_later(
    host: Host, monkeypatch: pytest.MonkeyPatch, fails: Exception, is_newcomer: bool
) -> None:
    host.open_room(bob="" if is_newcomer else host.ids["bob"])
    host.announce("bob", None, 2)
    if is_newcomer:
        host.vacations.tell_rooms()
        host.sit_down(1, "bob")

    def fail(*_about: object) -> None:
        raise fails

    with monkeypatch.context() as away:
        away.setattr("gipf_meta.host.vacations.change_room", fail)
        with suppress(DatabaseError):
            host.vacations.tell_rooms()
    assert host.told() == []
    host.vacations.tell_rooms()
    assert host.told() == [[(DAY_MS, 3 * DAY_MS)]]


def test_seats_that_rest_no_more_keep_nobody_from_being_told(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gipf_meta.host.vacations.MOST_NEWCOMERS", 1)
    host.ids["cyd"] = host.come("cyd")
    host.announce("bob", None, 1)
    host.announce("cyd", None, 9)
    host.vacations.tell_rooms()
    host.now_ms += DAY_MS + 12 * HOUR_MS
    for room in ("a", "b", "c"):  # who takes over a seat rests a day later: Bob's vacation is over
        host.open_room(room, bob="")
        host.sit_down(0, "bob", room)
    host.open_room("r", bob=host.ids["cyd"])
    for _beat in range(200):
        host.vacations.tell_rooms()
        if host.told():
            break
    assert host.told() == [[(DAY_MS + 12 * HOUR_MS, 10 * DAY_MS)]]
    assert host.told("a") == host.told("b") == host.told("c") == []


def test_who_sits_down_later_brings_his_vacation_and_leaves_with_it(host: Host) -> None:
    host.open_room(bob="")
    host.ids["cyd"] = host.come("cyd")
    host.announce("cyd", None, 9)
    host.vacations.tell_rooms()
    assert host.told() == []
    host.now_ms += 2 * DAY_MS
    host.sit_down(1, "cyd")
    host.vacations.tell_rooms()
    assert host.told() == [[(DAY_MS, 10 * DAY_MS)]] or host.told() == [[(2 * DAY_MS, 10 * DAY_MS)]]
    host.sit_down(1, "bob")
    assert host.seat(1).rest_until_ms is None
    host.vacations.tell_rooms()
    assert len(host.told()) == 1


def test_rooms_that_cannot_be_opened_hold_up_no_others(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gipf_meta.host.vacations.MOST_NEWCOMERS", 1)
    host.announce("ann", None, 2)
    host.vacations.tell_rooms()
    host.open_room("a")
    host.open_room("b")
    lost = sa.delete(ENTRY).where(ENTRY.c.room == "a")
    host.database.write(lambda db: db.execute(lost))
    host.vacations.tell_rooms()
    host.vacations.tell_rooms()
    assert host.told("b") == [[(DAY_MS, 3 * DAY_MS)]]


def test_a_deleted_person_is_away_no_longer(host: Host) -> None:
    host.open_room()
    host.announce("ann", None, 9)
    host.vacations.tell_rooms()
    host.now_ms += 2 * DAY_MS
    Deletions(host.database, find).delete(host.ids["ann"])
    assert host.seat(0).rest_until_ms is None
    count = sa.select(sa.func.count()).select_from(VACATION)
    assert host.database.read(lambda db: db.execute(count).scalar_one()) == 0
    host.vacations.tell_rooms()
    assert not any(fault for _room, fault in verify(host.database, find))


def test_everything_about_a_person_has_his_vacations_and_not_those_of_others(host: Host) -> None:
    host.announce("ann", None, 9)
    for name, count in (("ann", 1), ("bob", 0)):
        text = OwnData(host.database, find).text(host.ids[name])
        assert text.count('"from"') == count or text.count("from_ms") == count, text


def test_what_is_old_or_called_off_is_swept(host: Host) -> None:
    host.vacations.end("ann", host.announce("ann", None, 1))
    host.announce("bob", None, 1)
    host.vacations.sweep()
    count = sa.select(sa.func.count()).select_from(VACATION)
    assert host.database.read(lambda db: db.execute(count).scalar_one()) == 2
    host.vacations.tell_rooms()
    host.vacations.sweep()
    assert host.database.read(lambda db: db.execute(count).scalar_one()) == 1
    host.now_ms += 800 * DAY_MS
    host.vacations.sweep()
    assert host.database.read(lambda db: db.execute(count).scalar_one()) == 0


# ---- two processes at once -----------------------------------------------------------------------


def race(*acts: Callable[[], object]) -> list[object]:
    """Does all of *acts* at once; what each returns, or its error."""
    barrier = Barrier(len(acts))

    def run(act: Callable[[], object]) -> object:
        barrier.wait()
        try:
            return act()
        except GipfMetaError as error:
            return error

    with ThreadPoolExecutor(len(acts)) as pool:
        return [*pool.map(run, acts)]


@pytest.mark.parametrize("days", [16, 3])
def test_two_devices_at_once_never_get_more_than_there_is(host: Host, url: str, days: int) -> None:
    """Vacations that fit one by one, but not together; or that overlap."""
    other = Database.open(url)
    first, second = host.vacations, host.another_process(other)
    try:
        for _time in range(3):
            later_ms = host.now_ms + (40 * DAY_MS if days == 16 else 2 * DAY_MS)
            found = race(
                lambda: first.announce("ann", WantedVacation(host.now_ms + DAY_MS, None, days)),
                lambda: second.announce("ann", WantedVacation(later_ms, None, days)),  # noqa: B023
            )
            assert sum(isinstance(each, VacationError) for each in found) == 1, found
            assert len(host.spans("ann")) == 1
            gone = sa.delete(VACATION), sa.delete(CHARGE)
            host.database.write(lambda db: [db.execute(each) for each in gone])  # noqa: B023
    finally:
        other.close()


def test_two_processes_tell_a_room_once(host: Host, url: str) -> None:
    host.open_room()
    other = Database.open(url)
    try:
        host.announce("ann", None, 9)
        found = race(host.vacations.tell_rooms, host.another_process(other).tell_rooms)
        assert found == [None, None]
        assert host.told() == [[(DAY_MS, 10 * DAY_MS)]]
    finally:
        other.close()


# ---- a whole host --------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_page_announces_a_vacation_and_its_slow_match_hears_of_it(file_url: str) -> None:
    async with (
        hosted(file_url) as host,
        visitor(host, name="Ann", zone="Europe/Prague") as ann,
        visitor(host, name="Bob") as bob,
    ):
        opening = wager("4320m/turn")
        host.served.hub.open_room("r", opening, ann.person, 0, {1: bob.person})
        values = {"step": "announce", "from": "in 3 days", "until": "for 10 days"}
        message = {"do": "submit", "screen": "vacation", "about": {}, "values": values}
        told = await ann.page.ask(message)
        assert "done" in told[-1], told
        (screen,) = [each["screen"] for each in told if "screen" in each]
        assert "UTC" not in str(screen)
        database = Database.open(file_url)
        ledger = DatabaseLedger(database)
        try:
            async with asyncio.timeout(LIMIT_S):
                while not any(isinstance(e.event, Rested) for e in ledger.read("r")):
                    await asyncio.sleep(0.1)
        finally:
            database.close()
