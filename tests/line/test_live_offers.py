"""Offers to play a duel live, as they are typed line by line and listed in a terminal."""

from __future__ import annotations

from typing import Any

from gipf_meta.line.live_offers import hours_to_offer, offer_live, why_no_offer
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.match.timecontrol import DAY_MS
from gipf_meta.rooms.state import RoomState
from tests.line.test_played_match_nobody_waits import Table, as_seen


def in_duel() -> Table:
    """A match of days, in a duel that has just begun."""
    table = Table(control="4320m", duel="wager")
    table.says("go_on")()
    table.told("ready", "claim", table.plays("challenge"), table.says("go_on"), "ready", "quit")
    assert len(table.room.table.match.sessions) == 2
    assert not table.room.is_paused
    return table


def agreed_ms(room: RoomState) -> int | None:
    """The hour that is agreed on."""
    return None if room.hour is None else room.hour.at_ms


def live_offer(played: PlayedMatch, typed: str) -> dict[str, Any]:
    """The command that is sent for what was *typed*."""
    sent = dict[str, Any]()

    def send(do: str, **fields: Any) -> str:
        sent.update(do=do, **fields)
        return ""

    assert offer_live(PlayedMatch(played.line, played.seen, send), typed) == ""
    return sent


def test_an_hour_is_offered_agreed_on_and_begun_line_by_line() -> None:
    table = in_duel()
    told = table.told(
        "live", "live soon", "live in 2 minutes", "live in 2 hours 5m+3s",
        table.says("answer", accept=True), "people", "ready", table.passes(121), "quit",
    )  # fmt: skip
    assert "live tomorrow 20:00 " in told
    assert "Type the hour: live tomorrow 20:00" in told
    assert "Name an hour that is at least ten minutes ahead." in told
    assert "You offer to play this duel live on Thu 1 Jan 2:00" in told
    assert "; 5 minutes + 3 seconds a turn." in told
    assert "This duel is played live on Thu 1 Jan 2:00" in told
    assert "This duel begins on Thu 1 Jan 2:00" in told
    assert "(in 2 hours), or as soon as all are ready." in told
    assert "The duel is played live now; 5 minutes + 3 seconds a turn." in told
    assert table.room.table.match.top.live is not None


def test_an_offer_of_another_is_a_question_with_the_hour() -> None:
    table = in_duel()
    told = table.told(
        table.says("live", at_ms=DAY_MS, clock="10m+5s"), "no",
        table.says("live", at_ms=2 * DAY_MS), "yes", "quit",
    )  # fmt: skip
    assert "Bob offers to play this duel live on Fri 2 Jan 0:00" in told
    assert "; 10 minutes + 5 seconds a turn." in told
    assert agreed_ms(table.room) == 2 * DAY_MS


def test_hours_are_proposed_and_given_up() -> None:
    table = in_duel()
    played = as_seen(table)
    assert why_no_offer(played) == ""
    hours = hours_to_offer(played).answers
    assert [*hours] == ["", "in 1 hour", "today 20:00", "tomorrow 10:00", "tomorrow 20:00"]
    table.far.say("ann", id="o1", room="r", **live_offer(played, "tomorrow 10:00"))
    table.says("answer", accept=True)()
    played = as_seen(table)
    assert "off" in hours_to_offer(played).answers
    table.far.say("ann", id="o2", room="r", **live_offer(played, "off"))
    assert agreed_ms(table.room) == DAY_MS + 10 * 3_600_000
    table.says("answer", accept=True)()
    assert agreed_ms(table.room) is None


def test_outside_of_a_duel_in_days_it_is_said_why_not() -> None:
    table = Table(control="60m")
    table.says("go_on")()
    told = table.told("ready", "live in 2 hours", "live", "quit")
    assert told.count("Only a duel in a match with a clock of days is played live") == 2
