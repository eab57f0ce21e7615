"""Clocks in words: a number without a unit is told as it was understood."""

from __future__ import annotations

import pytest

from gipf_meta.narration.clock_words import understood_clock

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
