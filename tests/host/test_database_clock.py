"""The shared time: processes on machines with different clocks agree, and it never jumps."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import pytest

from gipf_meta.host.database import Database
from gipf_meta.host.database_clock import SLEW, DatabaseClock


@dataclass
class World:
    """True time *ms*, and a database whose calendar is *ahead_ms* of it."""

    ms: int = 0
    ahead_ms: int = 1_700_000_000_000
    beats: list[tuple[int, int]] = field(default_factory=list)


@dataclass
class Machine:
    """A machine whose own clock began at *began_ms*.

    Words to the database and back take *delays_ms*, and up to 200 ms more by *random*.
    """

    world: World
    began_ms: int = 0
    delays_ms: tuple[int, int] = (0, 0)
    random: Random | None = None

    def now_ms(self) -> int:
        """By its own clock."""
        return self.world.ms + self.began_ms


@dataclass
class Asked:
    """The database, as *machine* reaches it."""

    machine: Machine

    def now_ms(self) -> int:
        there, back = self.machine.delays_ms
        if self.machine.random is not None:
            there += self.machine.random.randrange(200)
            back += self.machine.random.randrange(200)
        world = self.machine.world
        world.ms += there
        told = world.ms + world.ahead_ms
        world.ms += back
        return told

    def shift_ms(self) -> int | None:
        world = self.machine.world
        return world.beats[-1][0] - world.beats[-1][1] if world.beats else None

    def last_beat_ms(self) -> int | None:
        return None


def clock_of(machine: Machine) -> DatabaseClock:
    """The clock that a process on *machine* has."""
    return DatabaseClock(Asked(machine), machine)


def test_processes_whose_machines_differ_by_days_agree() -> None:
    world = World()
    clocks = [clock_of(Machine(world, began_ms=began)) for began in (0, 3_000, 10**9, -86_400_000)]
    for _second in range(5):
        world.ms += 1_000
        assert {clock.now_ms() for clock in clocks} == {world.ms + world.ahead_ms}


@pytest.mark.parametrize("delays_ms", [(0, 300), (300, 0), (40, 60), (1500, 1500)])
def test_it_is_off_by_half_the_way_at_most(delays_ms: tuple[int, int]) -> None:
    world = World()
    clock = clock_of(Machine(world, 77, delays_ms))
    off_ms = abs(clock.now_ms() - world.ms - world.ahead_ms)
    assert off_ms <= clock.error_ms == (sum(delays_ms) + 1) // 2


def test_of_many_measurements_the_quickest_counts() -> None:
    world = World()
    clock = clock_of(Machine(world, 5, random=Random(1)))
    before = clock.now_ms()
    for _measurement in range(50):
        world.ms += 1_000
        clock.measure()
        now = clock.now_ms()
        assert now >= before + 900
        before = now
    assert abs(now - world.ms - world.ahead_ms) <= clock.error_ms < 100


@pytest.mark.parametrize("step_ms", [-3_600_000, 3_600_000])
def test_a_calendar_that_is_set_costs_nobody_time(step_ms: int) -> None:
    world = World()
    machine = Machine(world)
    clock = clock_of(machine)
    world.ahead_ms += step_ms
    before = clock.now_ms()
    for _measurement in range(20):
        clock.measure()
        world.ms += 1_000
        now = clock.now_ms()
        assert abs(now - before - 1_000) <= 1_000 // SLEW
        before = now
    world.beats.append((clock.now_ms(), world.ms + world.ahead_ms))
    newcomer = clock_of(Machine(world, 99))
    assert newcomer.now_ms() == clock.now_ms()


@pytest.mark.parametrize("step_ms", [2_000, 500])
def test_it_is_reached_in_the_end(step_ms: int) -> None:
    """Of measurements that are as good the latest counts, also where the calendar was not set."""
    world = World()
    clock = clock_of(Machine(world))
    world.ahead_ms += step_ms
    clock.measure()
    world.ms += step_ms * SLEW
    assert clock.now_ms() == world.ms + world.ahead_ms
    assert clock.error_ms == 0


def test_it_counts_as_the_database_does(database: Database) -> None:
    clock = DatabaseClock(database)
    before = database.now_ms()
    now = clock.now_ms()
    assert before - clock.error_ms - 2 <= now <= database.now_ms() + clock.error_ms + 2


def test_who_comes_after_the_end_does_not_begin_before_it(database: Database) -> None:
    future_ms = database.now_ms() + 1_000_000
    database.beat("gone", future_ms)
    assert future_ms <= DatabaseClock(database).now_ms() < future_ms + 60_000
    assert database.shift_ms(alive_ms=0) is None
    assert database.shift_ms() == pytest.approx(1_000_000, abs=60_000)
