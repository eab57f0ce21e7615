"""The players' clock: total and increment, a time for each turn, flags, duels, records."""

from __future__ import annotations

import pytest

from gipf_meta import Over
from gipf_meta.base.clock import StillClock
from gipf_meta.match.clock_texts import TimeControlError
from gipf_meta.match.match import Match
from gipf_meta.match.timecontrol import TimeControl, minutes
from gipf_meta.records.reader import replay
from gipf_meta.records.record_files import dumps, loads
from gipf_meta.records.writer import to_record
from gipf_meta.table.players import Player
from gipf_meta.table.table import Table
from tests.small_games.finding import find, played
from tests.small_games.wager import Wager


def match(control: str, **options: str) -> Match:
    return Match.begin(Wager(**options), 2, find, 1, TimeControl.read(control))  # type: ignore[arg-type]


def left(m: Match) -> tuple[int, ...]:
    assert m.control is not None
    return m.control.left_ms(m.sessions[0])


@pytest.mark.parametrize(
    ("text", "control", "told"),
    [
        ("10m+5s", TimeControl(600_000, 5_000), "10m+5s"),
        ("300+5", TimeControl(300_000, 5_000), "5m+5s"),
        ("90s", TimeControl(90_000), "90s"),
        ("500ms", TimeControl(500), "500ms"),
        ("30s/turn", TimeControl(turn_ms=30_000), "30s/turn"),
        (" 1M + 0 ", TimeControl(60_000), "1m"),
    ],
)
def test_a_time_control_is_read_and_told(text: str, control: TimeControl, told: str) -> None:
    assert TimeControl.read(text) == control
    assert str(control) == told
    assert TimeControl.read(told) == control


@pytest.mark.parametrize("text", ["", "0", "10w", "+5s", "5m+", "0s/turn", "-5", "10m+5s/turn"])
def test_no_time_control(text: str) -> None:
    with pytest.raises(TimeControlError, match="write 10m"):
        TimeControl.read(text)


def test_the_time_of_whoever_decides_runs() -> None:
    m = match("10s").advance(3_000).play("claim").advance(1_000)
    assert left(m) == (7_000, 9_000)
    m = m.play("allow").advance(500).play("one")
    assert left(m.advance(200)) == (6_500, 8_800)


def test_an_increment_comes_with_the_end_of_a_turn() -> None:
    m = match("10s+2s").advance(3_000).play("claim").play("allow")
    assert left(m) == (7_000, 10_000)
    m = m.play("one")
    assert left(m) == (9_000, 10_000)


def test_a_time_for_each_turn_begins_anew() -> None:
    m = match("5s/turn").advance(3_000).play("claim").advance(4_000).play("allow")
    assert left(m) == (2_000, 1_000)
    m = m.advance(1_999).play("one")
    assert left(m) == (5_000, 5_000)
    assert m.result is None


def test_a_flag_falls_at_its_millisecond() -> None:
    m = match("10s").advance(9_999)
    assert m.result is None
    assert m.ms_to_flag() == 1
    lost = m.advance(500)
    assert lost.result == Over((1,), "time")
    assert lost.top.time_ms == 10_000


def test_a_duel_stops_the_clock() -> None:
    m = played(match("10s", duel="elsewhere").advance(4_000), "claim", "challenge")
    assert m.ms_to_flag() is None
    m = m.advance(60_000).play("second").play("confirm")
    assert left(m) == (6_000, 10_000)
    assert m.advance(5_999).result is None
    assert m.advance(6_000).result == Over((1,), "time")


def test_sand_that_ends_a_duel_starts_the_clock_again() -> None:
    m = played(match("10s", duel="fuse").advance(4_000), "claim", "challenge").advance(1_250)
    assert len(m.sessions) == 1
    assert left(m) == (5_750, 10_000)


def test_undo_gives_the_time_back() -> None:
    m = match("10s").advance(1_000).play("claim").advance(500)
    assert left(m.undo()) == (9_000, 10_000)


def test_a_record_keeps_the_control_and_the_flag() -> None:
    m = match("10s+1s").advance(1_234).play("claim").advance(5)
    again = replay(loads(dumps(to_record(m))), find)
    assert again == m
    assert left(again) == left(m)
    lost = m.advance(20_000)
    assert replay(loads(dumps(to_record(lost))), find).result == Over((0,), "time")


def test_the_table_wakes_up_for_the_flag() -> None:
    clock = StillClock()
    table = Table(match("10s"), [Player("Left"), Player("Right")], clock)
    assert table.clock_runs
    assert not table.time_acts
    assert table.wait_ms() == 10_000
    clock.ms = 10_000
    table.tick()
    assert table.over == Over((1,), "time")
    assert table.wait_ms() is None


def test_without_a_control_nothing_runs() -> None:
    m = Match.begin(Wager(), 2, find, 1)
    assert m.ms_to_flag() is None
    assert m.advance(10**9).result is None


def test_spans_as_people_read_them() -> None:
    assert [minutes(ms) for ms in (0, 99, 61_050, 600_000, -5)] == [
        "0:00.0", "0:00.0", "1:01.0", "10:00.0", "0:00.0",
    ]  # fmt: skip


def test_a_clock_that_is_read_often_is_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    m = match("600s", goal=1000)  # type: ignore[arg-type]
    for _turn in range(40):
        m = played(m.advance(10), "claim", "allow", "one")
    asked, status = [], Wager.status
    monkeypatch.setattr(Wager, "status", lambda game, state: asked.append(1) or status(game, state))
    assert {left(m.advance(ms))[0] for ms in range(50)} == {*range(599_751, 599_801)}
    assert len(asked) < 2 * len(m.top.steps)


def test_clocks_of_lines_that_part_are_counted_for_themselves() -> None:
    begun = match("10s").advance(1000).play("claim").advance(500)
    lines = [begun.play("allow").advance(70), begun, begun.play("allow").play("one").advance(7)]
    told = [left(each) for each in (*lines, *reversed(lines))]
    assert told[:3] == told[:2:-1] == [(8_930, 9_500), (9_000, 9_500), (9_000, 9_493)]


def test_by_a_slow_clock_who_answers_in_anothers_turn_has_all_his_increments() -> None:
    """Else he would lose at once whom the other asks something while he has less than that left."""
    half_day_ms = 43_200_000
    m = match("2d+12h").advance(half_day_ms).play("claim")
    assert left(m) == (3 * half_day_ms, 4 * half_day_ms)
    assert m.ms_to_flag() == 4 * half_day_ms
    m = m.play("allow")
    assert left(m) == (3 * half_day_ms, 4 * half_day_ms)
    assert left(m.play("one")) == (4 * half_day_ms, 4 * half_day_ms)
