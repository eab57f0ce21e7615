"""Vacations in rooms: no slow clock runs, wherever somebody counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from gipf_meta.deeds.weeks import tell_vacations
from gipf_meta.hub.revisions import FIRST_REVISION, as_read_by
from gipf_meta.match.rests import (
    MOST_MS,
    NOTICE_MS,
    YEAR_MS,
    Rest,
    Rests,
    allowed,
    most_within_year,
)
from gipf_meta.match.timecontrol import DAY_MS
from gipf_meta.rooms.events import Event, Happened, Stopped
from gipf_meta.rooms.ledger import LedgerError
from gipf_meta.rooms.recount import recount
from tests.hub.test_held_commands_fair_time import Far, wager
from tests.hub.test_hub import find
from tests.rooms.rest_simulation import HOUR_MS, RestsAndHours, RestSimulation
from tests.rooms.test_room_simulations import simulate
from tests.tiers import slow

ROUND = 10
"""The number of rooms that one test simulates."""
MORE = [pytest.param(first, marks=pytest.mark.soak) for first in range(20, 200, ROUND)]
"""The first of each round of rooms that only ``make soak`` simulates."""


class Slow(Far):
    """Ann and Bob in a match with a clock of days."""

    def __init__(self, control: str = "4320m/turn", **options: Any) -> None:
        super().__init__(wager(control, **options))

    def rest(self, person: str, at_ms: int, *spans: Rest) -> None:
        """Tells the room at *at_ms* the vacations of *person*."""
        entry = self.hub.rooms.find("r")
        self.hub.rooms.attempt(entry, lambda room: tell_vacations(room, person, spans, at_ms))

    @property
    def stops(self) -> list[Rest]:
        """The spans that were left out."""
        return [(each.from_ms, each.to_ms) for each in self.events if isinstance(each, Stopped)]


@pytest.mark.usefixtures("clumsy")
@pytest.mark.parametrize("first", [0, *slow(10), *MORE])
def test_two_machines_count_every_vacation_alike(first: int) -> None:
    vacations = 0
    for seed in range(first, first + ROUND):
        vacations += simulate(RestSimulation, seed).vacations
    assert vacations or first >= 20  # in some rounds nobody of the players is on vacation


@pytest.mark.slow
@pytest.mark.usefixtures("clumsy")
@pytest.mark.parametrize("first", [0, *MORE])
def test_nobody_waits_for_ever_for_somebody_on_vacation(first: int) -> None:
    for seed in range(first, first + ROUND):
        simulate(RestsAndHours, seed)


def test_no_clock_runs_during_a_vacation_and_everybody_may_decide() -> None:
    far = Slow()
    far.rest("ann", 1000, (DAY_MS, 11 * DAY_MS))
    assert far.room.rests.first(0) == {0: (DAY_MS, 11 * DAY_MS)}
    far.play("ann", "claim", 5 * DAY_MS)
    assert far.stops == [(DAY_MS, 5 * DAY_MS)]
    assert far.left_ms() == (2 * DAY_MS, 3 * DAY_MS)
    far.play("bob", "allow", 12 * DAY_MS)
    assert far.stops == [(DAY_MS, 5 * DAY_MS), (5 * DAY_MS, 11 * DAY_MS)]
    bottom = far.room.table.match.sessions[0]
    assert [step.at_ms for step in bottom.steps if step.seat is not None] == [DAY_MS, 2 * DAY_MS]
    far.check()


def test_the_flag_falls_at_its_time_after_the_vacation() -> None:
    far = Slow()
    far.rest("bob", 0, (2 * DAY_MS, 4 * DAY_MS), (4 * DAY_MS + HOUR_MS, 6 * DAY_MS))
    due_ms = 7 * DAY_MS - HOUR_MS
    summary = far.hub.rooms.find("r").room.summary()
    assert summary.flag_ms == due_ms
    assert summary.due_ms is not None
    assert due_ms <= summary.due_ms < due_ms + 5000
    assert summary.rests == {1: (2 * DAY_MS, 4 * DAY_MS)}
    assert far.hub.wait_ms(0) == summary.due_ms
    far.hub.pass_time(due_ms - 1)
    assert far.room.table.over is None
    far.hub.pass_time(due_ms + 5000)
    assert far.room.table.over is not None
    happened = next(each for each in far.events if isinstance(each, Happened))
    assert happened.at_ms == due_ms
    assert far.stops == [(2 * DAY_MS, 4 * DAY_MS), (4 * DAY_MS + HOUR_MS, 6 * DAY_MS)]
    far.check()


def test_looks_and_refused_decisions_during_a_vacation_write_nothing() -> None:
    far = Slow()
    far.rest("ann", 0, (HOUR_MS, 3 * DAY_MS))
    number = far.room.number
    for hour in range(2, 9):
        far.hub.pass_time(hour * HOUR_MS)
        said = far.say("ann", "play", hour * HOUR_MS + 1, text="nonsense", seen=number)
        assert "why" in said[-1]
    assert far.room.number == number == far.events[-1].number
    far.check()


def test_a_vacation_that_begins_when_the_flag_falls_saves_nobody() -> None:
    far = Slow()
    far.rest("ann", 0, (3 * DAY_MS, 5 * DAY_MS))
    far.hub.pass_time(3 * DAY_MS + 5000)
    assert far.room.table.over is not None
    far.check()


def test_a_vacation_a_millisecond_before_the_flag_saves_him() -> None:
    far = Slow()
    far.rest("ann", 0, (3 * DAY_MS - 1, 5 * DAY_MS))
    far.hub.pass_time(5 * DAY_MS)
    assert far.room.table.over is None
    far.hub.pass_time(5 * DAY_MS + 5000)
    assert far.room.table.over is not None
    assert next(e for e in far.events if isinstance(e, Happened)).at_ms == 5 * DAY_MS + 1
    far.check()


def test_a_vacation_ended_early_or_called_off_counts_up_to_then() -> None:
    far = Slow()
    far.rest("ann", 0, (HOUR_MS, 20 * DAY_MS), (21 * DAY_MS, 22 * DAY_MS))
    far.rest("ann", 5 * DAY_MS)
    assert far.stops == [(HOUR_MS, 5 * DAY_MS)]
    assert far.room.rests.ahead == {}
    far.play("ann", "claim", 6 * DAY_MS)
    assert far.room.table.match.sessions[0].time_ms == DAY_MS + HOUR_MS
    far.check()


def test_telling_a_room_again_changes_nothing() -> None:
    far = Slow()
    spans = (HOUR_MS, 3 * DAY_MS), (9 * DAY_MS, 60 * DAY_MS)
    for at_ms in (0, 100, 2 * HOUR_MS, DAY_MS):
        far.rest("ann", at_ms, *spans)
        assert sum(each.event == "rested" for each in far.events) == 1
    far.check()


def test_times_in_which_nobody_served_and_vacations_never_add_up() -> None:
    far = Slow()
    far.rest("ann", 0, (2 * HOUR_MS, DAY_MS))
    entry = far.hub.rooms.find("r")
    far.hub.rooms.attempt(entry, lambda room: room.stop(HOUR_MS, 3 * HOUR_MS))
    far.hub.rooms.attempt(entry, lambda room: room.stop(20 * HOUR_MS, 30 * HOUR_MS))
    far.play("ann", "claim", 31 * HOUR_MS)
    assert far.room.table.match.sessions[0].time_ms == 2 * HOUR_MS
    far.check()


@pytest.mark.parametrize("control", ["10m", "1439m/turn"])
def test_a_match_that_is_not_slow_hears_of_no_vacation(control: str) -> None:
    far = Slow(control)
    far.rest("ann", 0, (1000, DAY_MS))
    assert far.room.rests.ahead == {}
    assert all(each.event != "rested" for each in far.events)


def test_pauses_and_vacations_never_add_up() -> None:
    far = Slow()
    far.rest("ann", 0, (2 * HOUR_MS, DAY_MS))
    far.play("ann", "claim", 1000)
    far.say("bob", "pause", HOUR_MS, ms=3 * HOUR_MS)
    far.say("ann", "answer", HOUR_MS, accept=True)
    far.hub.pass_time(30 * HOUR_MS)
    assert far.room.table.match.sessions[0].time_ms < HOUR_MS + 7 * HOUR_MS
    far.play("bob", "allow", 30 * HOUR_MS)
    times = [(each.from_ms, each.to_ms) for each in far.events if isinstance(each, Stopped)]
    assert times == [(4 * HOUR_MS, DAY_MS)]
    assert far.left_ms()[1] == 3 * DAY_MS - (HOUR_MS - 1000) - 6 * HOUR_MS
    far.check()


def test_a_live_duel_in_a_slow_match_runs_on() -> None:
    asked = wager("4320m/turn", duel="wager").model_copy(update={"duel_control": "20s"})
    far = Slow.__new__(Slow)
    Far.__init__(far, asked)
    far.rest("ann", 0, (DAY_MS, 9 * DAY_MS))
    far.play("ann", "claim", 1000)
    far.play("bob", "challenge", 2 * DAY_MS)
    assert len(far.room.table.match.sessions) == 2
    far.go_on(2 * DAY_MS + 1000)
    far.hub.pass_time(2 * DAY_MS + 60_000)
    assert len(far.room.table.match.sessions) == 1
    far.check()


def test_the_one_who_takes_the_seat_does_not_inherit_the_vacation() -> None:
    far = Slow()
    far.rest("ann", 0, (HOUR_MS, 9 * DAY_MS))
    far.say("ann", "leave", DAY_MS)
    assert far.room.rests.ahead == {}
    assert far.room.rests.past == {0: ((HOUR_MS, far.events[-1].at_ms),)}
    far.check()


def test_clients_of_before_are_told_a_stop_of_no_length() -> None:
    far = Slow()
    far.rest("ann", 1000, (DAY_MS, 2 * DAY_MS))
    event: Event = far.events[-1]
    told = as_read_by(event, FIRST_REVISION)
    number = event.number
    assert told == {
        "event": "stopped", "number": number, "at_ms": 1000, "from_ms": 1000, "to_ms": 1000,
    }  # fmt: skip


def test_a_clock_that_ran_during_a_vacation_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gipf_meta.rooms.slow_time.may_rest", lambda state: False)
    far = Slow()
    far.rest("ann", 0, (HOUR_MS, 2 * DAY_MS))
    far.play("ann", "claim", DAY_MS)
    with pytest.raises(LedgerError, match="time of event"):
        recount("r", far.events, find)


@pytest.mark.parametrize(
    ("past", "asked", "found"),
    [
        ((), [(0, 30)], [(0, 30)]),
        ((), [(0, 31)], [(0, 30)]),
        ([(0, 20)], [(100, 130)], [(100, 110)]),
        ([(0, 20)], [(364, 394)], [(364, 394)]),
        ([(0, 30)], [(40, 41)], []),
        ([(0, 30)], [(365, 395)], [(365, 395)]),
        ([(0, 30)], [(350, 370)], []),
        ([(0, 10), (100, 110)], [(200, 205), (210, 220)], [(200, 205), (210, 215)]),
    ],
)
def test_a_seat_rests_for_thirty_days_in_any_year(
    past: Sequence[Rest], asked: Sequence[Rest], found: Sequence[Rest]
) -> None:
    in_ms = [[(a * DAY_MS, b * DAY_MS) for a, b in spans] for spans in (past, asked, found)]
    assert list(allowed(in_ms[0], in_ms[1])) == in_ms[2]


def test_passing_a_seat_on_gains_no_vacation() -> None:
    rests, at_ms = Rests(), 0
    for _friend in range(40):
        rests.hand_over(0, at_ms, is_given=True)
        at_ms += NOTICE_MS
        spans = rests.may_rest(0, [(at_ms, at_ms + MOST_MS)], at_ms)
        rests.note(0, spans, at_ms)
        at_ms += 11 * DAY_MS
    rests.hand_over(0, at_ms, is_given=False)
    past = rests.past[0]
    assert most_within_year(past) <= MOST_MS
    assert sum(until - begin for begin, until in past) <= 2 * MOST_MS
    assert at_ms > YEAR_MS


def test_whoever_takes_over_a_seat_rests_a_day_later() -> None:
    """Somebody whose flag is near does not gain a month by giving his seat to a friend who is on
    vacation."""
    rests, span = Rests(), (0, MOST_MS)
    rests.hand_over(0, 7, is_given=True)
    assert rests.may_rest(0, [span], 7) == ((7, MOST_MS),)
    for at_ms in (DAY_MS, 2 * DAY_MS):  # to a friend, and back
        rests.hand_over(0, at_ms, is_given=False)
        rests.hand_over(0, at_ms, is_given=True)
        assert rests.may_rest(0, [span], at_ms) == ((at_ms + NOTICE_MS, MOST_MS),)
    assert rests.may_rest(0, [span], 9 * DAY_MS) == ((9 * DAY_MS, MOST_MS),)


def test_later_counts_only_where_nobody_rests() -> None:
    rests = Rests()
    rests.note(0, [(10, 20), (40, 50)], 0)
    rests.note(1, [(15, 25)], 0)
    assert [rests.later(0, ms) for ms in (9, 10, 11, 25, 26)] == [9, 10, 26, 40, 51]
    assert rests.later(12, 1) == 26
    assert rests.next(0) == (10, 25)


def test_a_vacation_that_runs_is_named_from_its_beginning_so_that_rows_of_seats_stay() -> None:
    rests = Rests()
    rests.note(0, [(10, 20), (30, 40)], 0)
    assert [rests.first(at_ms) for at_ms in (0, 10, 15, 19)] == [{0: (10, 20)}] * 4
    assert [rests.first(at_ms) for at_ms in (20, 39, 40)] == [{0: (30, 40)}, {0: (30, 40)}, {}]
