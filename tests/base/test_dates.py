"""Days in the zone of the reader."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.base.dates import day_words, in_zone, read_day, read_zone, zone_name

DECEMBER_MS = 1_797_808_500_000
"""2026-12-20 23:15 UTC."""
NOVEMBER_MS = 1_796_000_000_000
"""2026-11-30 01:33 UTC."""


@pytest.mark.parametrize(
    ("zone", "words"),
    [
        ("Europe/Prague", "21 December 2026"),
        ("America/New_York", "20 December 2026"),
        ("60", "21 December 2026"),
        ("-840", "20 December 2026"),
        ("UTC", "20 December 2026"),
        ("", "20 December 2026 (UTC)"),
    ],
)
def test_a_day_is_that_of_the_reader(zone: str, words: str) -> None:
    with in_zone(zone):
        assert day_words(DECEMBER_MS) == words
    assert zone_name() is None


@pytest.mark.parametrize(
    ("said", "zone"),
    [
        ("Europe/Prague", "Europe/Prague"), (120, "120"), (-840, "-840"), (0, "0"),
        (841, ""), (10**400, ""), (True, ""), (None, ""), (1.5, ""), ("", ""), ("Mars/Base", ""),
        ("../../etc/passwd", ""), ("/etc/localtime", ""), ("x" * 10**6, ""), ("Europe/\0", ""),
        ("9999999", ""), ("٣", ""), ([], ""),
    ],
)  # fmt: skip
def test_a_zone_that_is_none_is_not_known(said: Any, zone: str) -> None:
    assert read_zone(said) == zone


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-12-20", "20 December 2026"), (" 2027-1-3 ", "3 January 2027"),
        ("20 Dec", "20 December 2026"), ("20 december 2028", "20 December 2028"),
        ("3 Jan", "3 January 2027"), ("20.12.", "20 December 2026"),
        ("20. 12. 2027", "20 December 2027"), ("30 November", "30 November 2026"),
        ("29 Feb", "29 February 2028"), ("20 December 2026 (UTC)", "20 December 2026"),
        ("2026-02-30", None), ("31.4.", None), ("20 Foo", None), ("-1", None), ("", None),
        ("٢٠.١٢.", None), ("9999-12-32", None), ("0000-01-01", None), ("1.1", "1 January 2027"),
        ("99999999999", None), ("1969-01-01", None), ("20 D" + "e" * 10**4, None),
    ],
)  # fmt: skip
def test_days_are_read_in_the_zone_of_the_reader(text: str, day: str | None) -> None:
    for zone in ("Pacific/Kiritimati", "Europe/Prague", "-720"):
        with in_zone(zone):
            at_ms = read_day(text, NOVEMBER_MS)
            assert (None if at_ms is None else day_words(at_ms)) == day


def test_a_day_begins_at_midnight_in_summer_and_in_winter() -> None:
    with in_zone("Europe/Prague"):
        begin, end = read_day("2026-03-29", 0), read_day("2026-03-30", 0)
        assert begin is not None
        assert end is not None
        assert end - begin == 23 * 3_600_000
