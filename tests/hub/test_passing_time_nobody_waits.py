"""No player waits for ever: duels have clocks, pauses end, absence lets opponents claim the win."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.deeds.agreements import PAUSE_MS, READY_MS
from gipf_meta.match.timecontrol import DAY_MS
from gipf_meta.records.reader import read_match
from gipf_meta.rooms.consequences import DuelEnded, Ended
from gipf_meta.rooms.events import Happened, Paused, WentOn
from gipf_meta.table.openings import (
    AWAY_BESIDE_SLOW_CLOCK_MS,
    AWAY_MS,
    AWAY_WITHOUT_CLOCK_MS,
)
from tests.hub.test_held_commands_fair_time import Far, wager
from tests.hub.test_hub import find, opening


def refused(answers: list[dict[str, Any]]) -> str:
    """The sentence with which the last command was refused; ``""``: it was done."""
    return next((str(each["why"]) for each in answers if "refused" in each), "")


def watch_both(far: Far) -> None:
    """Lets both watch the room."""
    for person in ("ann", "bob"):
        far.say(person, "watch", 0, want="events", since=0)


# ---- duels ---------------------------------------------------------------------------------------


def in_duel(**values: Any) -> Far:
    """A duel in a match with clocks, at 2 s, that nobody is ready for yet."""
    options = {"duel": "wager"}
    far = Far(opening("wager", "human", "human", control="60s", options=options, **values))
    far.play("ann", "claim", 1000)
    far.play("bob", "challenge", 2000)
    return far


def test_a_duel_in_a_match_with_clocks_has_a_fresh_one_and_a_flag_loses_it_alone() -> None:
    far = in_duel()
    assert far.room.opening.duel_control == "60s"
    assert far.room.is_paused
    far.go_on(3000)
    slow = far.room.table.player
    far.hub.pass_time(3000 + 61_000 + 5000)
    match = far.room.table.match
    assert len(match.sessions) == 1
    assert match.result is None
    flagged = next(each for each in far.events if isinstance(each, Happened))
    ended = next(each for each in far.events if isinstance(each, DuelEnded))
    assert flagged.flagged == slow
    assert ended.winner == 1 - (slow or 0)
    assert far.left_ms() == (59_000, 59_000), "the clock of the match has stood"
    far.check()


@pytest.mark.parametrize("duel_control", ["none", "5s"])
def test_the_clock_of_duels_is_what_was_agreed_on(duel_control: str) -> None:
    far = in_duel(duel_control=duel_control)
    far.go_on(3000)
    far.hub.pass_time(3000 + 10_000)
    assert (len(far.room.table.match.sessions) == 1) == (duel_control == "5s")
    far.check()


def test_no_clock_of_a_duel_runs_where_time_acts_in_it() -> None:
    far = Far(opening("wager", "human", "human", control="60s", options={"duel": "fuse"}))
    far.play("ann", "claim", 1000)
    far.play("bob", "challenge", 2000)
    assert far.room.table.match.running_control is None


def test_a_record_tells_the_clock_of_duels_and_is_read_again() -> None:
    far = in_duel(duel_control="5s")
    far.go_on(3000)
    record = far.room.record()
    assert (record.clock, record.duel_clock) == ("1m", "5s")
    again = read_match(record, find)
    assert again.control == far.room.table.match.control
    assert again.ms_to_flag() == far.room.table.match.ms_to_flag()


# ---- pauses --------------------------------------------------------------------------------------


def test_a_pause_that_was_agreed_on_ends_by_itself_though_one_has_left() -> None:
    far = Far(wager())
    far.play("ann", "claim", 1000)
    far.say("ann", "pause", 2000, ms=30_000)
    far.say("bob", "answer", 3000, accept=True)
    paused = far.events[-1]
    assert isinstance(paused, Paused)
    assert paused.until_ms == 33_000
    far.say("ann", "leave", 4000)
    far.hub.pass_time(40_000)
    went_on = far.events[-1]
    assert isinstance(went_on, WentOn)
    assert went_on.at_ms == 33_000
    assert far.left_ms()[1] == 60_000 - 2000 - (40_000 - 33_000)
    far.check()


def test_a_pause_lasts_ten_minutes_if_nothing_is_said_and_a_day_at_most() -> None:
    far = Far(wager())
    far.play("ann", "claim", 1000)
    assert refused(far.say("ann", "pause", 2000, ms=DAY_MS + 1))
    far.say("ann", "pause", 2000)
    far.say("bob", "answer", 3000, accept=True)
    assert far.room.pause_ends_ms == 3000 + PAUSE_MS


def test_time_passes_though_one_is_never_ready() -> None:
    far = in_duel()
    far.say("ann", "go_on", 3000)
    far.hub.pass_time(3000 + READY_MS - 1)
    assert far.room.is_paused
    far.hub.pass_time(3000 + READY_MS)
    assert not far.room.is_paused
    far.check()


def test_a_pause_that_ended_while_nobody_served_is_charged_to_nobody() -> None:
    far = Far(wager())
    far.play("ann", "claim", 1000)
    far.say("ann", "pause", 2000, ms=30_000)
    far.say("bob", "answer", 3000, accept=True)
    far.hub.rooms.find("r").room.stop(20_000, 90_000)
    far.hub.rooms.keep(far.hub.rooms.find("r"))
    far.hub.pass_time(91_000)
    assert not far.room.is_paused
    assert far.left_ms()[1] == 60_000 - 2000 - 1000
    far.check()


# ---- who is away ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("control", "agreed_ms"), [("60s", AWAY_MS), (None, AWAY_WITHOUT_CLOCK_MS)]
)
def test_several_people_agree_on_how_long_one_may_be_away(
    control: str | None, agreed_ms: int
) -> None:
    far = Far(opening("wager", "human", "human", control=control))
    assert far.room.opening.away_ms == agreed_ms
    alone = Far(opening("wager", "human", "human", control=control), others={})
    assert alone.room.opening.away_ms is None
    assert alone.room.opening.duel_control is None


def test_the_win_is_claimed_against_who_has_left_a_match_without_clocks_and_its_duel() -> None:
    far = Far(opening("wager", "human", "human", options={"duel": "wager"}))
    assert "Nothing has been played" in refused(far.say("ann", "claim", 0, player=1))
    far.play("ann", "claim", 1000)
    far.play("bob", "challenge", 2000)
    watch_both(far)
    assert "Bob is here" in refused(far.say("ann", "claim", 3000, player=1)).replace("p1", "Bob")
    far.say("bob", "leave", 4000)
    assert not refused(far.say("ann", "claim", 5000, player=1))
    over = far.events[-1]
    assert isinstance(over, Ended)
    assert (over.winners, over.reason) == ((0,), "absence")
    far.check()


def test_the_win_is_claimed_against_who_is_away_for_the_time_agreed_on_while_he_is_waited_for() -> (
    None
):
    far = Far(opening("wager", "human", "human", away_ms=60_000))
    watch_both(far)
    far.play("ann", "claim", 1000)
    far.say("bob", "unwatch", 2000)
    far.hub.pass_time(30_000)
    assert "32 seconds of it are left" in refused(far.say("ann", "claim", 30_000, player=1))
    far.play("bob", "allow", 31_000)
    assert "does not wait" in refused(far.say("ann", "claim", 90_000, player=1))
    far.play("ann", "one", 91_000)
    far.say("bob", "unwatch", 91_000)
    assert not refused(far.say("ann", "claim", 200_000, player=1))
    assert far.room.is_ended
    far.check()


def test_a_bot_goes_on_for_who_has_left() -> None:
    far = Far(opening("wager", "human", "human"))
    far.play("ann", "claim", 1000)
    assert "Another person" in refused(far.say("ann", "seat", 1000, player=1, kind="random"))
    far.say("bob", "leave", 2000)
    assert not refused(far.say("ann", "seat", 3000, player=1, kind="random"))
    assert far.room.table.bot_is_due
    far.check()


def test_nobody_is_claimed_against_where_a_turn_may_take_a_day_or_more() -> None:
    far = Far(opening("wager", "human", "human", control="1440m/turn"))
    assert far.room.opening.away_ms == AWAY_BESIDE_SLOW_CLOCK_MS, "for duels without a clock"
    far.play("ann", "claim", 1000)
    assert "only the clock" in refused(far.say("ann", "claim", 3000, player=1))
