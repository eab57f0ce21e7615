"""A month of matches with clocks of days, in simulated time: every clock is right to the second.

The law is in ``weeks``; here is what happens to the host meanwhile: processes die, tables are those
of version 0.2.0 and updated, a backup is restored elsewhere, the rules of a game change, all stands
still for days, summer time begins and ends. Matches that version 0.2.0 has opened go on.
"""

from __future__ import annotations

import time  # noqa: TID251
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar, Self

import pytest
import sqlalchemy as sa

from gipf_meta import Game
from gipf_meta.host.backups import backup, restore, verify
from gipf_meta.host.database import Database
from gipf_meta.host.tables import ROOM
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.models import Seat
from gipf_meta.table.openings import Opening
from tests.host.conftest import make_tables, open_new
from tests.host.hosting import visited, visitor
from tests.host.old_tables import go_back_to
from tests.host.program_of_before import said_by_script
from tests.host.weeks import DAY_MS, HOUR_MS, MINUTE_MS, Pairing, Weeks
from tests.small_games.finding import GAMES
from tests.small_games.wager import Wager, Wagered
from tests.tiers import soak

MARCH_MS = 1_803_859_200_000
"""The first of March 2027: summer time begins in New York on the 14th, in Prague on the 28th."""
OCTOBER_MS = 1_792_454_400_000
"""The 20th of October 2026: it ends in Prague on the 25th, in New York on the first of November."""
ZONES = ("Europe/Prague", "America/New_York", "Asia/Kathmandu")
BASIC = {"variant": "basic", "challenges_enabled": "on"}
NEEDED = pytest.mark.needs()
FEW = (
    Pairing("wager", {"duel": "wager", "goal": 6}, "2880m+720m", None, ("ann", "bob")),
    Pairing("wager", {"duel": "wager", "goal": 6}, "1440m/turn", "2880m", ("bob", "cyd")),
    Pairing("wager", {"goal": 6}, "10080m", "none", ("cyd", "ann")),
)
TWELVE = (
    *FEW,
    Pairing("gipf", {**BASIC, "zertz_potentials": 4}, "4320m/turn", None, ("ann", "bob")),
    Pairing("gipf", {**BASIC, "zertz_potentials": 4}, "2880m+720m", None, ("dan", "eve")),
    Pairing(
        "gipf",
        {**BASIC, "zertz_potentials": 3, "zertz_duel": "zatre"},
        "10080m",
        "1440m/turn",
        ("bob", "cyd"),
    ),
    Pairing("gipf", {**BASIC, "zertz_potentials": 3}, "2880m/turn", "10m+5s", ("ann", "dan")),
    Pairing("zertz", {}, "1440m+1440m", None, ("cyd", "ann")),
    Pairing("zatre", {"preset": "amigo"}, "1440m/turn", None, ("ann", "bob", "cyd")),
    Pairing("zertz", {}, "2880m+720m", None, ("eve", "ann")),
    Pairing("zertz", {}, "4320m/turn", None, ("bob", "eve")),
    Pairing("gipf", BASIC, "20160m", None, ("cyd", "dan")),
)


class LaterWager(Wager):
    """The wager by rules that have changed: who begins has a point already."""

    rules_version: ClassVar[int] = 2

    @classmethod
    def of_rules_version(cls, version: int) -> type[Self]:
        """The class that plays by the rules of that version."""
        return cls if version >= 2 else Wager  # type: ignore[return-value]

    def start(self, seats: int) -> Wagered:
        """The state before the first decision."""
        return Wagered((1, 0))


def games(**changed: type[Game[Any, Any]]) -> Callable[[str], Any]:
    """A finder of all games, some of which have *changed*."""
    found: dict[str, Any] = {**GAMES, **installed_plugins().games, **changed}
    return found.__getitem__


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Sets the zone of this process; at the end it is what it was."""

    def set_zone(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield set_zone
    monkeypatch.undo()
    time.tzset()


class Month:
    """A month of *pairings* on the database at *url*, and others at *fresh*, from *seed*."""

    def __init__(
        self,
        url: str,
        fresh: Iterator[str],
        folder: Path,
        seed: int,
        pairings: tuple[Pairing, ...],
        begin_ms: int,
    ) -> None:
        self.fresh, self.folder = fresh, folder
        self.weeks = Weeks(make_tables(url), seed, games(), begin_ms)
        self.weeks.has_vacations = False  # version 0.2.0 has none
        for pairing in pairings:
            self.weeks.open(pairing)
        self.weeks.check()

    def live(self, steps: int, set_zone: Callable[[str], None]) -> None:
        """Lives through the accidents of a month, with so many steps in all, until nobody waits any
        more."""
        accidents = (self.upgrade, self.restore, self.change_rules, self.stand_still, self.kill)
        for accident in accidents:
            for step in range(steps // (len(accidents) + 1)):
                set_zone(ZONES[step % len(ZONES)])
                self.weeks.step((20 * MINUTE_MS, HOUR_MS, HOUR_MS, 3 * HOUR_MS))
            accident()
            self.weeks.pass_time(3000)
            self.weeks.check()
        for _step in range(steps // (len(accidents) + 1)):
            self.weeks.step((HOUR_MS, 3 * HOUR_MS))
        self.weeks.check_whole()
        self.weeks.outlast(90 * DAY_MS)
        assert not self.weeks.waiting()
        self.check_all()

    def upgrade(self) -> None:
        """The tables are those of version 0.2.0; a process of today updates them."""
        weeks = self.weeks
        weeks.end()
        weeks.has_vacations = True
        database = Database.open(weeks.url)
        go_back_to("0006", database)
        with database.engine.begin() as connection:  # the database's own time is another one
            connection.execute(sa.update(ROOM).values(changed_ms=weeks.now_ms))
        database.close()
        ended_ms = weeks.now_ms
        weeks.now_ms += 5000
        weeks.begin_again(ended_ms)
        weeks.pass_time(1000)
        weeks.check()
        for room in weeks.running():
            weeks.check_rows(room)

    def restore(self) -> None:
        """A backup is restored elsewhere, and goes on there."""
        weeks = self.weeks
        file, url = self.folder / "backup.sqlite", next(self.fresh)
        backup(weeks.machines[0].database, file)
        target = open_new(url)
        restore(target, file)
        target.close()
        weeks.move_to(url)
        weeks.check()
        for room in weeks.running():
            weeks.check_rows(room)

    def change_rules(self) -> None:
        """A new version of the program has other rules for a game, and a match begins by them."""
        weeks = self.weeks
        weeks.end()
        weeks.find = games(wager=LaterWager)
        weeks.begin_again(weeks.now_ms)
        weeks.check_whole()
        new = weeks.open(Pairing("wager", {"goal": 4}, "4320m/turn", None, ("ann", "eve")))
        weeks.check()
        for room in weeks.running():
            opening, game = (
                weeks.state(room).opening,
                weeks.state(room).table.match.sessions[0].game,
            )
            assert game.rules_version == opening.rules, room
            assert (opening.game, opening.rules) != ("wager", 2) or room == new

    def stand_still(self) -> None:
        """Nobody serves for two days."""
        self.weeks.stand_still(2 * DAY_MS)

    def kill(self) -> None:
        """A process dies, and another one takes its place."""
        self.weeks.kill(self.weeks.machines[0])

    def check_all(self) -> None:
        """The whole database is well."""
        database = self.weeks.machines[0].database
        assert [fault for _room, fault in verify(database, self.weeks.find) if fault] == []
        for room in self.weeks.running():
            self.weeks.check_rows(room)
        self.weeks.end()


def files(folder: Path) -> Iterator[str]:
    """The addresses of empty databases in *folder*."""
    number = 0
    while True:
        number += 1
        yield f"sqlite:///{folder / f'rooms{number}.sqlite'}"


@pytest.mark.parametrize("begin_ms", [MARCH_MS])
@pytest.mark.slow
def test_three_matches_of_days_keep_their_clocks(
    begin_ms: int, tmp_path: Path, zone: Callable[[str], None]
) -> None:
    fresh = files(tmp_path)
    month = Month(next(fresh), fresh, tmp_path, 1, FEW, begin_ms)
    month.live(30, zone)
    assert month.weeks.tally.flags


@NEEDED
@pytest.mark.slow
def test_twelve_matches_of_days_keep_their_clocks(
    postgres_schema: str, tmp_path: Path, zone: Callable[[str], None]
) -> None:
    month = Month(postgres_schema, files(tmp_path), tmp_path, 2, TWELVE, OCTOBER_MS)
    month.live(42, zone)
    assert month.weeks.tally.duels
    assert month.weeks.tally.flags


@NEEDED
@pytest.mark.parametrize("seed", soak(*range(10, 40)))
@pytest.mark.parametrize("begin_ms", [MARCH_MS, OCTOBER_MS])
def test_months_of_twelve_matches_keep_their_clocks(
    begin_ms: int, seed: int, tmp_path: Path, zone: Callable[[str], None]
) -> None:
    fresh = files(tmp_path)
    month = Month(next(fresh), fresh, tmp_path, seed, TWELVE, begin_ms)
    month.live(700, zone)
    print(seed, month.weeks.tally)


@NEEDED
@pytest.mark.slow
def test_matches_of_days_that_0_2_0_has_opened_go_on(tmp_path: Path) -> None:
    url = next(files(tmp_path))
    (said,) = said_by_script("weeks_of_0_2_0.txt", url, "60", data=tmp_path)
    weeks = Weeks(url, 3, games(), said["now_ms"])
    weeks.pass_time(1000)
    weeks.check()
    assert len(weeks.running()) == 3
    for room in weeks.running():
        weeks.check_rows(room)
    for _step in range(40):
        weeks.step((HOUR_MS, 3 * HOUR_MS))
    weeks.outlast(90 * DAY_MS)
    assert not weeks.waiting()
    assert [f for _room, f in verify(weeks.machines[0].database, weeks.find) if f] == []
    weeks.end()


async def test_rows_that_an_update_has_left_behind_are_written_anew(file_url: str) -> None:
    async with visited(file_url, begin_ms=MARCH_MS) as host, visitor(host) as ann:
        players = tuple(Seat(name=name, player="human") for name in ("Ann", "Bob"))
        opening = Opening(game="wager", players=players, seed=1, control="4320m/turn")
        others = {0: ann.person, 1: "bob"}
        host.served.hub.open_room("r", opening, ann.person, MARCH_MS, others)
        await ann.page.watch("r")
        database = Database.open(file_url)
        row = sa.select(ROOM.c.due_ms, ROOM.c.flag_ms).where(ROOM.c.id == "r")
        was = database.read(lambda db: db.execute(row).one())
        assert was.flag_ms == MARCH_MS + 3 * DAY_MS
        of_before = sa.update(ROOM).values(due_ms=MARCH_MS - DAY_MS, flag_ms=None)
        database.write(lambda db: db.execute(of_before))
        while database.read(lambda db: db.execute(row).one()) != was:
            await host.served.process._sweep()
        database.close()


async def test_a_flag_of_days_falls_with_nobody_there_and_both_are_told(file_url: str) -> None:
    async with (
        visited(file_url, begin_ms=MARCH_MS) as one,
        visited(file_url, begin_ms=MARCH_MS) as other,
    ):
        async with visitor(one) as ann, visitor(other) as bob:
            players = tuple(Seat(name=name, player="human") for name in ("Ann", "Bob"))
            opening = Opening(game="wager", players=players, seed=1, control="4320m/turn")
            others = {0: ann.person, 1: bob.person}
            one.served.hub.open_room("r", opening, ann.person, MARCH_MS, others)
            secrets = ann.hello["secret"], bob.hello["secret"]
        for host in (one, other):
            host.clock.ms += 3 * DAY_MS + 5000
        async with visitor(one, secret=secrets[0]) as ann, visitor(other, secret=secrets[1]) as bob:
            for page in (ann.page, bob.page):
                told = await page.watch("r")
                while not any(each.get("event") == "over" for each in told):
                    told.append(await page.next())
                flag = next(each for each in told if each.get("event") == "happened")
                assert flag["at_ms"] == MARCH_MS + 3 * DAY_MS
