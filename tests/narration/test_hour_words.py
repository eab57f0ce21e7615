"""Hours as people read and type them, in their own zone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from gipf_meta.base.dates import in_zone
from gipf_meta.narration.hour_words import NoHour, hour_from_now, hour_words, read_hour

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
NOW_MS = 1_796_036_400_000
"""Mon 30 Nov 2026, 11:00 in UTC."""


@pytest.fixture
def zone() -> Iterator[Callable[[str], None]]:
    """Lets the reader be in another zone."""
    with ExitStack() as zones:
        yield lambda name: zones.enter_context(in_zone(name))


@pytest.mark.parametrize(
    ("typed", "hours", "clock"),
    [
        ("in 2 hours", 2, ""),
        ("in 90 minutes 5m+3s", 1.5, "5m+3s"),
        ("IN 1 Day", 24, ""),
        ("in 2h", 2, ""),
        ("today 20:00", 9, ""),
        ("20:00", 9, ""),
        ("9:30", 22.5, ""),
        ("tomorrow  20:00,  30s/turn", 33, "30s/turn"),
        ("2026-12-24 20:00", 24 * 24 + 9, ""),
        ("wed 20:00", 2 * 24 + 9, ""),
        ("mon 20:00", 9, ""),
        ("mon 10:00", 7 * 24 - 1, ""),
    ],
)
def test_an_hour_is_read_in_the_zone_of_the_reader(
    typed: str, hours: float, clock: str, zone: Callable[[str], None]
) -> None:
    zone("UTC")
    assert read_hour(typed, NOW_MS) == (NOW_MS + hours * HOUR_MS, clock)


@pytest.mark.parametrize("typed", ["off", "never", " OFF "])
def test_an_hour_is_given_up_in_a_word(typed: str) -> None:
    assert read_hour(typed, NOW_MS) == (None, "")


@pytest.mark.parametrize(
    "typed",
    [
        "", "tomorrow", "20:00 tomorrow?"[9:], "today 10:00", "2026-02-30 20:00", "24:00", "20:60",
        "in", "in 5", "in 2 years", "in -2 hours", "in ٣ hours", "٢٠:٠٠", "9999-12-31 99:00",
        "99999-01-01 20:00", "America/Nowhere 20:00", "../../etc/passwd", "1" * 5000, "in 1.5 h",
        "2026-11-29 20:00", "someday 20:00",
    ],
)  # fmt: skip
def test_what_is_no_hour_is_refused_in_a_sentence(typed: str, zone: Callable[[str], None]) -> None:
    zone("UTC")
    with pytest.raises(NoHour) as refused:
        read_hour(typed, NOW_MS)
    assert str(refused.value).endswith(".")
    assert len(str(refused.value)) < 200


def test_the_same_moment_is_another_hour_elsewhere(zone: Callable[[str], None]) -> None:
    zone("Europe/Prague")
    at_ms = read_hour("2026-12-03 20:00", NOW_MS).at_ms
    assert at_ms is not None
    assert hour_words(at_ms) == "Thu 3 Dec 20:00 CET"
    assert hour_from_now(at_ms, NOW_MS) == "Thu 3 Dec 20:00 CET (in 4 days)"
    zone("Asia/Tokyo")
    assert hour_words(at_ms) == "Fri 4 Dec 4:00 JST"
    zone("Pacific/Kiritimati")
    assert hour_words(at_ms) == "Fri 4 Dec 9:00 +14"
    assert hour_words(2**53)


def test_an_hour_that_summer_time_skips_is_none_and_one_that_comes_twice_is_named(
    zone: Callable[[str], None],
) -> None:
    zone("Europe/Prague")
    with pytest.raises(NoHour, match="no such hour"):
        read_hour("2027-03-28 02:30", NOW_MS)
    twice = read_hour("2027-10-31 02:30", NOW_MS).at_ms
    assert twice is not None
    assert hour_words(twice) == "Sun 31 Oct 2:30 CEST"
    assert hour_words(twice + HOUR_MS) == "Sun 31 Oct 2:30 CET"
    before = 1_806_174_000_000  # Sat 27 Mar 2027 20:00 CET
    assert read_hour("tomorrow 20:00", before).at_ms == before + 23 * HOUR_MS
