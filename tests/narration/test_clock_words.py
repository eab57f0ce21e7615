"""Clocks in words: a number without a unit is told as it was understood."""

from __future__ import annotations

import time  # noqa: TID251  # the time zone of this process

import pytest

from gipf_meta.base.texts import spoken
from gipf_meta.match.match import Match
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.narration.clock_words import clock_line, clock_lines, understood_clock
from tests.small_games.finding import find
from tests.small_games.wager import Wager

SECONDS = "A number without a unit counts seconds; 5m are minutes."


@pytest.mark.parametrize(
    ("clock", "told"),
    [
        ("5", "5 seconds each"),
        ("300", "5 minutes each"),
        ("300+5", "5 minutes + 5 seconds a turn"),
        ("10m+5", "10 minutes + 5 seconds a turn"),
        ("30/turn", "30 seconds a turn"),
        (" 3600 ", "60 minutes each"),
    ],
)
def test_a_clock_without_a_unit_is_told_as_it_was_understood(clock: str, told: str) -> None:
    assert understood_clock(clock, None) == f"Clock: {told}. {SECONDS}"


@pytest.mark.parametrize("clock", [None, "5m", "300s", "10m+5s", "30s/turn", "500ms"])
def test_a_clock_with_its_units_needs_no_words(clock: str | None) -> None:
    assert understood_clock(clock, "none") == ""


def test_the_clock_of_duels_is_told_as_well() -> None:
    told = "Each duel has a clock of its own: 90 seconds."
    assert understood_clock("10m", "90") == f"{told} {SECONDS}"
    assert understood_clock("600", "90") == f"Clock: 10 minutes each. {told} {SECONDS}"


END_OF_SUMMER_MS = 1_792_888_200_000
"""25 October 2026, 0:30 by UTC: in Prague 2:30, which comes once more an hour later."""


def days(control: str = "3d/turn") -> Match:
    """A match with that clock, begun four hours ago."""
    match = Match.begin(Wager(), 2, find, 1, TimeControl.read(control))
    return match.advance(4 * 3_600_000 + 90_000)


def test_a_clock_of_days_is_told_in_words_by_line_and_in_the_terminal() -> None:
    match = days()
    assert (
        clock_line(match, ["Ann", "Bob"])
        == "Clock: Ann as Left 2 days 19 hours, Bob as Right 3 days."
    )
    assert clock_lines(match, ["Ann", "Bob"]) == [
        "Ann as Left 2 days 19 hours",
        "Bob as Right 3 days",
    ]
    with spoken("cs"):
        assert "2 dny 19 hodin" in clock_line(match, ["Ann", "Bob"])


@pytest.mark.parametrize(
    ("zone", "told"),
    [
        ("Europe/Prague", ["Sun 25 Oct 2:30 CEST", "Sun 25 Oct 2:30 CET"]),
        ("Asia/Kathmandu", ["Sun 25 Oct 6:15 +0545", "Sun 25 Oct 7:15 +0545"]),
        ("Pacific/Kiritimati", ["Sun 25 Oct 14:30 +14", "Sun 25 Oct 15:30 +14"]),
        ("Etc/GMT+12", ["Sat 24 Oct 12:30 -12", "Sat 24 Oct 13:30 -12"]),
    ],
)
def test_the_date_is_told_in_the_zone_of_the_reader_and_is_never_two_hours(
    zone: str, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = days()
    try:
        with monkeypatch.context() as patched:
            patched.setenv("TZ", zone)
            time.tzset()
            for hour, date in enumerate(told):
                flag_ms = END_OF_SUMMER_MS + hour * 3_600_000
                line = clock_line(match, ["Ann", "Bob"], flag_ms)
                assert (
                    line
                    == f"Clock: Ann as Left 2 days 19 hours (until {date}), Bob as Right 3 days."
                )
                lines = clock_lines(match, ["Ann", "Bob"], flag_ms)
                assert lines == [
                    "Ann as Left 2 days 19 hours",
                    f"  until {date}",
                    "Bob as Right 3 days",
                ]
    finally:
        time.tzset()
