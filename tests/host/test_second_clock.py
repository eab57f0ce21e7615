"""The second clock agrees with the rooms, and finds a clock that is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.rooms.events import Happened, Opened
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.rooms.recount import recount
from gipf_meta.rooms.state import RoomState
from tests.host import referee
from tests.host.referee import Follower, check_clocks, left_in
from tests.host.second_clock import Clock, SecondClock, WrongClock, span_ms
from tests.hub.test_held_commands_fair_time import Far, wager
from tests.hub.test_hub import find
from tests.rooms.fixtures import clumsy  # noqa: F401
from tests.rooms.months import MonthsSimulation
from tests.rooms.test_room_simulations import simulate
from tests.tiers import slow, soak

ROUND = 5
"""The number of rooms that one test simulates."""


def answering(control: str = "10s+5s") -> Far:
    """A match in which Ann has claimed, in her first turn, and Bob is to answer at 8 s."""
    far = Far(wager(control))
    far.play("ann", "claim", 8000, lag_ms=0)
    return far


def with_a_duel() -> Far:
    """A match in which a duel was played until a flag fell in it, with a pause and a stop."""
    far = Far(wager("60s+5s", duel="wager").model_copy(update={"duel_control": "20s"}))
    far.play("ann", "claim", 4000, lag_ms=300)
    far.play("bob", "challenge", 9000, lag_ms=0)
    far.go_on(10_000)
    far.play(far.room.seats.holders[far.room.table.player or 0], "claim", 12_500, lag_ms=40)
    far.hub.pass_time(60_000)
    far.go_on(61_000)
    far.hub.pass_time(62_000)
    return far


@pytest.mark.parametrize(
    ("text", "ms"),
    [("4320m", 259_200_000), ("1d12h", 129_600_000), ("90s", 90_000), ("5", 5000), ("20ms", 20)],
)
def test_spans_are_read(text: str, ms: int) -> None:
    assert span_ms(text) == ms


def test_clocks_are_read() -> None:
    assert Clock.read("2880m+720m") == Clock(172_800_000, 43_200_000)
    assert Clock.read("4320m/turn") == Clock(turn_ms=259_200_000)
    assert Clock.read("none") is Clock.read(None) is None


# ---- it agrees with the rooms --------------------------------------------------------------------


def test_a_duel_with_a_clock_of_its_own_is_counted() -> None:
    far = with_a_duel()
    clock = check_clocks("r", far.events, find)
    assert [each.depth for each in clock.flags] == [1]
    assert clock.left_ms(far.room.at_ms) == left_in(far.room)


@pytest.mark.usefixtures("clumsy")
@pytest.mark.parametrize("first", [*slow(0), *soak(*range(ROUND, 200, ROUND))])
def test_clocks_of_months_are_counted(first: int) -> None:
    for seed in range(first, first + ROUND):
        simulation = simulate(MonthsSimulation, seed)
        for room in simulation.ledger.rooms():
            events = [entry.event for entry in simulation.ledger.read(room)]
            assert isinstance(events[0], Opened)
            if events[0].opening.record is None:
                check_clocks(room, events, simulation.find)


# ---- it finds what is wrong ----------------------------------------------------------------------


@pytest.mark.parametrize("ms", [1, -1])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_room_that_shows_another_time_is_found(
    seat: int, ms: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shown(state: RoomState) -> list[dict[int, int]]:
        *below, top = left_in(state)
        return [*below, {**top, seat: top[seat] + ms}]

    far = with_a_duel()
    monkeypatch.setattr(referee, "left_in", shown)
    with pytest.raises(WrongClock, match="the room says"):
        check_clocks("r", far.events, find)


def told(far: Far) -> tuple[list[dict[str, Any]], list[Any]]:
    """The events of a room and how its games stood, as the second clock takes them."""
    follower = Follower("r", find)
    follower.follow(far.events)
    return [event for event, _games in follower.told], [games for _event, games in follower.told]


@pytest.mark.parametrize("ms", [1, -1])
def test_a_flag_that_falls_at_another_moment_is_found(ms: int) -> None:
    events, games = told(with_a_duel())
    SecondClock.counted(events, games)
    flag = next(each["number"] for each in events if each["event"] == "happened")
    for event in events[flag - 1 :]:
        event["at_ms"] += ms
    with pytest.raises(WrongClock, match="too much" if ms > 0 else "still had 1 ms"):
        SecondClock.counted(events, games)


def test_a_duel_that_the_other_player_loses_is_found() -> None:
    events, games = told(with_a_duel())
    flag = next(each for each in events if each["event"] == "happened")
    flag["flagged"] = 1 - flag["flagged"]
    with pytest.raises(WrongClock, match="the duel is lost by"):
        SecondClock.counted(events, games)


def test_a_pause_that_is_left_out_is_found() -> None:
    events, games = told(with_a_duel())
    flag = next(n for n, each in enumerate(events) if each["event"] == "happened")
    last = max(n for n, each in enumerate(events[:flag]) if each["event"] == "went_on")
    del events[last], games[last]
    assert not SecondClock.counted(events, games).flags, "no flag falls in a pause"


# ---- who answers within another's turn -----------------------------------------------------------


def test_who_answers_has_no_increment_less() -> None:
    far = answering()
    assert left_in(far.room) == [{0: 2000, 1: 10_000}]
    far.play("bob", "allow", 15_000, lag_ms=0)
    assert left_in(far.room) == [{0: 2000, 1: 3000}]
    far.play("ann", "one", 16_000, lag_ms=0)  # her turn is over
    assert left_in(far.room) == [{0: 1000 + 5000, 1: 3000}]
    check_clocks("r", far.events, find)


def test_the_flag_of_who_answers_falls_at_its_moment() -> None:
    far = answering()
    far.hub.pass_time(17_999 + 3000)
    happened = next(each for each in far.events if isinstance(each, Happened))
    assert happened.at_ms == 8000 + 10_000
    assert [each.player for each in check_clocks("r", far.events, find).flags] == [1]
    far.check()


def test_a_flag_that_fell_too_early_before_fell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Versions until 0.2.0 took an increment from who answered, while he did."""
    read = TimeControl.stored

    def as_before(*texts: str | None) -> TimeControl | None:
        control = read(*texts)
        return control and control.as_before

    with monkeypatch.context() as then:
        then.setattr(TimeControl, "stored", as_before)
        far = answering()
        far.hub.pass_time(30_000)
    happened = next(each for each in far.events if isinstance(each, Happened))
    assert happened.at_ms == 8000 + 5000
    room = rebuild("r", far.events, find)
    assert room.state.is_ended
    assert room.state.table.match.control == TimeControl.with_duels("10s+5s", "10s+5s")
    recount("r", far.events, find)
    with pytest.raises(WrongClock, match="still had 5000 ms"):
        check_clocks("r", far.events, find)
