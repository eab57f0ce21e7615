"""Duels inside a match of weeks that are played live, at an hour on which both agree."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.deeds.weeks import tell_vacations
from gipf_meta.hub.hub import Hub
from gipf_meta.hub.revisions import as_read_by
from gipf_meta.match.rests import Rest
from gipf_meta.match.timecontrol import DAY_MS, TimeControl
from gipf_meta.records.reader import read_match
from gipf_meta.records.record_files import dumps, loads
from gipf_meta.rooms.events import Agreed, Asked, Declined, Happened, Paused, WentOn
from gipf_meta.rooms.ledger import LedgerError
from gipf_meta.rooms.live_hours import LATEST_MS, MOST_POSTPONED, SOONEST_MS
from gipf_meta.rooms.recount import recount
from gipf_meta.rooms.state import GRACE_MS, LiveHour
from gipf_meta.table.openings import SandInWeeks
from tests.hub.test_held_commands_fair_time import Far, ids
from tests.hub.test_hub import find, opening
from tests.hub.test_passing_time_nobody_waits import refused, watch_both

HOUR_MS = 3_600_000
BEGUN_MS = 2000
"""When the duel begins."""
AT_MS = DAY_MS
"""The hour that is offered."""


def rest(far: Far, person: str, at_ms: int, *spans: Rest) -> None:
    """Tells the room at *at_ms* the vacations of *person*."""
    entry = far.hub.rooms.find("r")
    far.hub.rooms.attempt(entry, lambda room: tell_vacations(room, person, spans, at_ms))


def in_slow_duel(
    duel: str = "wager",
    control: str = "4320m/turn",
    challenged_ms: int | None = BEGUN_MS,
    **values: Any,
) -> Far:
    """A duel that has just begun, or in which nobody is challenged yet, in a match with three days
    for a turn; both look at it."""
    far = Far(opening("wager", "human", "human", control=control, options={"duel": duel}, **values))
    watch_both(far)
    far.play("ann", "claim", 1000)
    if challenged_ms is None:
        return far
    far.play("bob", "challenge", challenged_ms)
    if far.room.hour is None:
        far.go_on(challenged_ms)
    return far


def offer(far: Far, person: str = "ann", ms: int = 3000, **values: Any) -> str:
    """Lets *person* offer to play live; returns why not."""
    far.hub.take_outbox()
    message = {"do": "live", "id": f"o{next(ids)}", "room": "r", "at_ms": AT_MS, **values}
    far.hub.receive(person, message, ms)
    return refused(far.told(person))


def agree(far: Far, ms: int = 4000, **values: Any) -> None:
    """Ann offers, and Bob agrees."""
    assert offer(far, **values) == ""
    assert refused(far.say("bob", "answer", ms, accept=True)) == ""


def duel_ms(far: Far) -> int | None:
    """The milliseconds until the flag of the player on turn falls in the duel, by now."""
    far.hub.rooms.find("r").room.pass_time(far.hub.open_rooms.now_ms)
    return far.room.table.match.ms_to_flag()


def last(far: Far, kind: Any) -> Any:
    """The last event of a *kind*."""
    return next(each for each in reversed(far.events) if isinstance(each, kind))


def on_turn(far: Far) -> str:
    """The person who decides next."""
    player = far.room.table.player
    assert player is not None
    return far.room.seats.holders[player]


def test_who_is_there_at_the_hour_begins_and_the_live_clock_counts_from_then_on() -> None:
    far = in_slow_duel()
    slow_ms = duel_ms(far)
    agree(far)
    assert far.room.is_paused
    assert far.hub.rooms.find("r").room.summary().hour_ms == AT_MS
    far.hub.pass_time(AT_MS - 1)
    assert far.room.is_paused
    far.say("ann", "go_on", AT_MS - 1)
    far.hub.pass_time(AT_MS)
    assert last(far, WentOn).at_ms == AT_MS
    assert last(far, WentOn).live == "10m+5s"
    assert not far.room.is_paused
    assert duel_ms(far) == 600_000
    assert far.room.table.match.top.time_ms == 4000 - BEGUN_MS, "the time before counts nowhere"
    far.hub.pass_time(AT_MS + 60_000)
    far.check()
    assert duel_ms(far) == 540_000
    assert slow_ms is not None
    assert slow_ms > DAY_MS
    loser = on_turn(far)
    far.hub.pass_time(AT_MS + 700_000)
    flagged = last(far, Happened).flagged
    assert far.room.seats.holders[flagged] == loser
    assert len(far.room.table.match.sessions) == 1, "only the duel is lost"
    far.check()


def test_both_ready_and_looking_begin_at_once() -> None:
    far = in_slow_duel()
    agree(far)
    far.say("bob", "go_on", 5000)
    assert far.room.is_paused
    far.say("ann", "go_on", 6000)
    assert not far.room.is_paused
    assert last(far, WentOn).live == "10m+5s"
    far.check()


def test_who_is_ready_counts_only_while_he_looks_and_may_say_it_again() -> None:
    far = in_slow_duel()
    agree(far)
    far.say("bob", "go_on", 5000)
    far.say("bob", "unwatch", 6000)
    far.say("ann", "go_on", 7000)
    assert far.room.is_paused, "Bob is ready, but does not look"
    far.say("bob", "watch", 8000, want="scene", since=0)
    assert refused(far.say("bob", "go_on", 9000)) == ""
    assert not far.room.is_paused
    far.check()


@pytest.mark.parametrize("leaves", [True, False])
def test_the_clock_of_days_goes_on_where_nobody_is_ready_at_the_hour(leaves: bool) -> None:
    far = in_slow_duel()
    agree(far)
    left_ms = 3 * DAY_MS - (4000 - BEGUN_MS)
    if leaves:  # he was ready, but is gone at the hour
        far.say("ann", "go_on", 5000)
        far.say("ann", "unwatch", 6000)
    far.hub.pass_time(AT_MS)
    assert not far.room.is_paused
    assert last(far, WentOn).live == "none"
    assert duel_ms(far) == left_ms
    assert far.room.hour is None
    far.check()


def test_an_offer_stops_no_clock_and_is_declined_as_others() -> None:
    far = in_slow_duel()
    assert offer(far) == ""
    assert not far.room.is_paused
    far.hub.pass_time(AT_MS // 2)
    assert duel_ms(far) == 3 * DAY_MS - (AT_MS // 2 - BEGUN_MS)
    far.say("bob", "answer", AT_MS // 2, accept=False)
    assert far.room.request is None
    assert offer(far, ms=AT_MS // 2) == ""
    assert refused(far.say("bob", "answer", AT_MS + 1, accept=True)).startswith("That hour has")
    far.check()


def test_an_agreement_is_moved_and_undone_by_agreement_alone() -> None:
    far = in_slow_duel()
    agree(far)
    agree(far, at_ms=2 * DAY_MS, ms=5000)
    assert far.room.goes_on_ms == 2 * DAY_MS
    assert offer(far, "bob", 6000, at_ms=None) == ""
    assert far.room.is_paused
    far.say("ann", "answer", 7000, accept=True)
    assert not far.room.is_paused
    assert far.room.hour is None
    assert far.room.table.match.top.live is None
    far.check()


def test_each_player_makes_three_offers_for_a_duel_at_most() -> None:
    far = in_slow_duel()
    for ms in (3000, 4000, 5000):
        assert offer(far, ms=ms) == ""
        far.say("bob", "answer", ms, accept=False)
    assert offer(far, ms=6000).startswith("You have made three offers")
    assert offer(far, "bob", ms=6000) == ""
    far.check()


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({"at_ms": 3000 + SOONEST_MS - 1}, "at least ten minutes"),
        ({"at_ms": 0}, "at least ten minutes"),
        ({"at_ms": 3000 + LATEST_MS + 1}, "at most 30 days"),
        ({"at_ms": 2**53}, "at_ms"),
        ({"at_ms": -1}, "at_ms"),
        ({"at_ms": 1.5}, "at_ms"),
        ({"at_ms": "20:00"}, "at_ms"),
        ({"at_ms": None}, "No hour was agreed"),
        ({"clock": "1s"}, "a minute or more"),
        ({"clock": "4s/turn"}, "a minute or more"),
        ({"clock": "1440m"}, "less than a day"),
        ({"clock": "10m+1440m"}, "less than a day"),
        ({"clock": "none"}, "no time control"),
        ({"clock": "9" * 300}, "clock"),
        ({"zone": "America/Nowhere"}, "zone"),
    ],
)
def test_hours_and_clocks_are_bounded(values: dict[str, Any], why: str) -> None:
    far = in_slow_duel()
    number = far.room.number
    assert why in offer(far, **values)
    assert far.room.number == number


def test_only_the_players_of_a_slow_duel_offer_before_its_first_decision() -> None:
    far = in_slow_duel()
    far.hub.connect("eve", "eve", "")
    far.say("eve", "watch", 2500, want="events", since=0)
    assert "hold no seat" in offer(far, "eve")
    assert offer(far) == ""
    assert refused(far.say("eve", "answer", 3500, accept=True))
    assert offer(far, "bob", ms=3600).startswith("Another question waits")
    far.play(on_turn(far), "claim", 4000)
    assert far.room.request is None, "a decision ends the offer"
    assert offer(far, ms=5000).startswith("This duel has begun")
    fast = Far(opening("wager", "human", "human", control="60s", options={"duel": "wager"}))
    assert offer(fast).startswith("Only a duel")
    fast.play("ann", "claim", 4000)
    fast.play("bob", "challenge", 5000)
    assert offer(fast, ms=6000).startswith("Only a duel")


def test_who_gives_up_the_duel_before_the_hour_lets_the_match_go_on() -> None:
    far = in_slow_duel()
    agree(far)
    far.say("ann", "resign", 5000, by=0)
    assert len(far.room.table.match.sessions) == 1
    assert not far.room.is_paused
    assert last(far, WentOn).at_ms == 5000
    assert far.hub.rooms.find("r").room.summary().hour_ms is None
    far.check()


def test_an_hour_that_came_while_nobody_served_is_missed_by_nobody() -> None:
    far = in_slow_duel()
    agree(far)
    far.hub.rooms.find("r").room.stop(AT_MS - 1000, AT_MS + HOUR_MS)
    far.hub.rooms.keep(far.hub.rooms.find("r"))
    assert far.room.goes_on_ms == AT_MS + HOUR_MS + GRACE_MS
    far.say("bob", "go_on", AT_MS + HOUR_MS + 1000)
    far.hub.pass_time(AT_MS + HOUR_MS + GRACE_MS)
    assert last(far, WentOn).live == "10m+5s"
    far.check()


def test_a_live_duel_is_recorded_with_its_clock_and_read_again() -> None:
    far = in_slow_duel()
    agree(far)
    far.say("ann", "go_on", 5000)
    far.say("bob", "go_on", 6000)
    far.play(on_turn(far), "claim", 16_000)
    record = loads(dumps(far.room.record()))
    again = read_match(record, find)
    assert again.top.live == far.room.table.match.top.live
    assert again.ms_to_flag() == duel_ms(far)
    control, decided = again.running_control, again.top.steps[-1].seat
    assert control == TimeControl.read("10m+5s")
    assert control.left_ms(again.top)[decided or 0] == 590_000
    (duel,) = [
        each.duel for turn in record.turns for each in turn.decisions if each.duel is not None
    ]
    assert (duel.clock, duel.clock_from) == ("10m+5s", 4000 - BEGUN_MS)


# ---- sand ----------------------------------------------------------------------------------------


def test_a_duel_with_sand_waits_a_turn_for_people_and_then_twice_more() -> None:
    far = in_slow_duel("fuse")
    paused = last(far, Paused)
    assert (paused.until_ms, paused.live) == (BEGUN_MS + 3 * DAY_MS, "none")
    for postponed in range(MOST_POSTPONED):
        at_ms = BEGUN_MS + (postponed + 1) * 3 * DAY_MS
        far.hub.pass_time(at_ms)
        assert far.room.is_paused
        assert far.room.goes_on_ms == at_ms + 3 * DAY_MS
    far.check()
    far.hub.pass_time(BEGUN_MS + (MOST_POSTPONED + 1) * 3 * DAY_MS)
    assert not far.room.is_paused
    far.check()


def test_a_duel_with_sand_begins_with_who_is_there_or_at_another_hour() -> None:
    far = in_slow_duel("fuse")
    agree(far, at_ms=DAY_MS)
    assert far.room.hour == LiveHour(DAY_MS, "none")
    assert far.room.goes_on_ms == DAY_MS
    assert "Sand runs" in offer(far, ms=5000, at_ms=None)
    far.say("bob", "go_on", 6000)
    far.hub.pass_time(DAY_MS)
    assert last(far, WentOn).at_ms == DAY_MS
    assert far.room.table.match.running_control is None
    far.check()


@pytest.mark.parametrize("is_announced_later", [False, True])
def test_no_sand_runs_against_somebody_on_vacation(is_announced_later: bool) -> None:
    """Nobody wins a duel by a challenge to somebody who has announced that he is away."""
    far = in_slow_duel("fuse", challenged_ms=None)
    away = (DAY_MS, 20 * DAY_MS)
    if not is_announced_later:
        rest(far, "ann", 1500, away)
    far.play("bob", "challenge", BEGUN_MS)
    if is_announced_later:
        rest(far, "ann", 3000, away)
    far.say("bob", "go_on", 6000)
    far.say("ann", "unwatch", 6001)
    far.hub.pass_time(20 * DAY_MS)
    assert far.room.is_paused
    hour_ms = far.room.goes_on_ms
    assert hour_ms == (23 * DAY_MS if is_announced_later else 22 * DAY_MS + BEGUN_MS)
    far.say("bob", "go_on", hour_ms - 1)
    far.hub.pass_time(hour_ms)
    assert not far.room.is_paused
    far.check()


# ---- older clients -------------------------------------------------------------------------------


def test_clients_of_before_read_a_pause() -> None:
    far = in_slow_duel()
    agree(far)
    far.hub.pass_time(AT_MS)
    read = [as_read_by(event, 1) for event in far.events]
    assert [each.get("what") for each in read if each["event"] == "asked"] == ["pause"]
    for each in read:
        assert not each.keys() & {"live", "clock", "ms", "until_ms"}, each


# ---- words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("live in 2 hours", {"do": "live", "at_ms": 3000 + 2 * HOUR_MS}),
        ("live tomorrow 20:00 5m+3s", {"do": "live", "at_ms": 44 * HOUR_MS, "clock": "5m+3s"}),
        ("live off", {"do": "live", "at_ms": None}),
        ("live soon", None),
    ],
)
def test_what_is_typed_on_a_page_is_read_in_the_zone_of_its_reader(
    typed: str, command: dict[str, Any] | None
) -> None:
    far = in_slow_duel()
    (told,) = far.say("ann", "ask", 3000, question=typed)  # whose zone is not known: UTC
    answer = told["answer"]
    assert answer.get("command") == command
    assert answer.get("refuses", False) == (command is None)


# ---- attempts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [0, 1])
def test_of_two_answers_at_two_processes_at_once_one_counts(first: int) -> None:
    far = in_slow_duel()
    assert offer(far) == ""
    other = Hub(far.ledger, find, patience_ms=None, pauses_alone=False)
    other.connect("bob", "bob", "")
    other.receive(
        "bob", {"do": "watch", "id": "w1", "room": "r", "since": 0, "want": "scene"}, 3500
    )
    for hub, accept in [(far.hub, True), (other, False)][:: -1 if first else 1]:
        answer = {"do": "answer", "id": f"a{accept:d}", "room": "r", "accept": accept}
        hub.receive("bob", answer, 4000)
    answers = [each for each in far.events if isinstance(each, Agreed | Declined)]
    assert len(answers) == 1
    assert isinstance(last(far, Asked | Paused), Asked if first else Paused)


@pytest.mark.parametrize("late_ms", [-1000, 1000])
def test_a_ledger_in_which_the_hour_came_at_another_time_is_damaged(late_ms: int) -> None:
    far = in_slow_duel()
    agree(far)
    far.hub.pass_time(AT_MS)
    *events, went_on = far.events
    recount("r", [*events, went_on], find)
    moved = went_on.model_copy(update={"at_ms": AT_MS + late_ms})
    if late_ms > 0:
        with pytest.raises(LedgerError):
            recount("r", [*events, moved], find)
    else:  # all may be ready before
        recount("r", [*events, moved], find)


def test_an_answer_to_an_offer_that_was_changed_is_refused() -> None:
    far = in_slow_duel()
    assert offer(far) == ""
    seen = far.room.number
    far.say("bob", "answer", 3500, accept=False)
    assert offer(far, ms=3600, at_ms=AT_MS + HOUR_MS) == ""
    why = refused(far.say("bob", "answer", 3700, accept=True, seen=seen))
    assert why.startswith("The question is another one")
    assert far.room.hour is None


def test_several_people_begin_no_match_with_sand_by_a_clock_of_days() -> None:
    fuse = opening("fuse", "human", "human", control="4320m/turn")
    with pytest.raises(SandInWeeks, match="Sand runs in"):
        Far(fuse)
    assert Far(opening("fuse", "human", "human", control="60s")).room.table.time_acts
