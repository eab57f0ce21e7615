"""The clock of a duel that is played live, beside the slow one of its match."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gipf_meta.match.match import Match
from gipf_meta.match.playback import branch, moment_at, moments
from gipf_meta.match.session import LiveClock
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.records.models import RecordError
from gipf_meta.records.reader import read_match
from gipf_meta.records.writer import to_record
from tests.small_games.finding import find
from tests.small_games.wager import Wager

SLOW = TimeControl.with_duels("4320m/turn", "4320m/turn")
LIVE = TimeControl.read("10m+5s")
WAITED_MS = 3_600_000
"""The time that passed in the duel before it was played live."""


def in_live_duel() -> Match:
    """A duel that is played live since its first hour, 20 seconds ago."""
    match = Match.begin(Wager(duel="wager"), 2, find, 1, SLOW)
    match = match.advance(1000).play("claim").advance(500).play("challenge")
    return match.advance(WAITED_MS).begin_live(LIVE).advance(20_000)


def test_time_counts_from_the_moment_on_and_undo_gives_it_back() -> None:
    match = in_live_duel()
    assert match.running_control == LIVE
    assert match.ms_to_flag() == 580_000
    after = match.play("claim").advance(1000)
    assert after.undo().ms_to_flag() == 580_000, "what is taken back took no time"
    assert after.undo().top.live == LiveClock(LIVE.times, WAITED_MS)


def test_a_flag_loses_the_duel_alone_and_the_match_has_its_own_clock_again() -> None:
    match = in_live_duel()
    bottom = match.sessions[0]
    after = match.advance(580_000)
    assert len(after.sessions) == 1
    assert after.running_control == SLOW
    assert after.sessions[0].time_ms == bottom.time_ms


def test_each_moment_shows_the_clock_that_ran_then() -> None:
    match = in_live_duel().play("claim").advance(3000).play("allow").advance(700)
    seen = [replace(match, sessions=each.sessions) for each in moments(match)]
    begun = next(each for each in seen if len(each.sessions) == 2)
    assert begun.top.live is None, "it was not played live from the start on"
    assert [each.running_control == LIVE for each in seen][-2:] == [True, True]
    again = branch(match, moment_at(match, len(seen) - 2), 5)
    assert again.running_control == LIVE
    assert again.ms_to_flag() == seen[-2].ms_to_flag()


def test_a_record_has_the_clock_of_each_live_duel() -> None:
    match = in_live_duel().play("claim").advance(3000)
    record = to_record(match)
    again = read_match(record, find)
    assert again.sessions[1].live == match.sessions[1].live
    assert again.ms_to_flag() == match.ms_to_flag()
    ended = match.resign(1).advance(1000)
    told = read_match(to_record(ended), find).sessions[0].steps[-1].duel
    assert told == ended.sessions[0].steps[-1].duel


@pytest.mark.parametrize(
    ("clock", "from_ms"), [("10m+5s", WAITED_MS + 20_001), ("1s", 0), ("2880m", 0), ("soon", 0)]
)
def test_a_record_whose_live_clock_cannot_be_is_refused(clock: str, from_ms: int) -> None:
    record = to_record(in_live_duel().play("claim"))
    turn = record.turns[-1]
    waiting = turn.decisions[-1]
    assert waiting.duel is not None
    duel = waiting.duel.model_copy(update={"clock": clock, "clock_from": from_ms})
    decisions = (*turn.decisions[:-1], waiting.model_copy(update={"duel": duel}))
    turns = (*record.turns[:-1], turn.model_copy(update={"decisions": decisions}))
    with pytest.raises(RecordError):
        read_match(record.model_copy(update={"turns": turns}), find)


def test_where_time_acts_in_the_duel_no_clock_runs() -> None:
    match = Match.begin(Wager(duel="fuse"), 2, find, 1, SLOW).play("claim").play("challenge")
    assert match.begin_live(LIVE).running_control is None
