"""The time since a moment, in words."""

from __future__ import annotations

from gipf_meta.base.ago import time_ago
from gipf_meta.base.clock import date
from gipf_meta.base.texts import spoken
from tests.tables import table

NOW = "2026-11-26 18:30:00"


@table("""
    then                | english        | czech
    2026-11-26 18:29:01 | just now       | právě teď
    2026-11-26 18:29:00 | 1 minute ago   | před 1 minutou
    2026-11-26 18:27:00 | 3 minutes ago  | před 3 minutami
    2026-11-26 17:30:01 | 59 minutes ago | před 59 minutami
    2026-11-26 17:30:00 | 1 hour ago     | před 1 hodinou
    2026-11-26 00:00:00 | 18 hours ago   | před 18 hodinami
    2026-11-25 23:59:59 | yesterday      | včera
    2026-11-25 00:00:00 | yesterday      | včera
    2026-11-24 23:00:00 | 2 days ago     | před 2 dny
    2026-11-20 12:00:00 | 6 days ago     | před 6 dny
    2026-11-19 12:00:00 | 1 week ago     | před 1 týdnem
    2026-10-26 12:00:00 | 4 weeks ago    | před 4 týdny
    2026-10-25 12:00:00 | 2026-10-25     | 2026-10-25
    2027-01-01 00:00:00 | just now       | právě teď
    nonsense            | nonsense       | nonsense
""")
def test_it_is_said_in_the_unit_that_fits(then: str, english: str, czech: str) -> None:
    assert time_ago(then, NOW) == english
    with spoken("cs"):
        assert time_ago(then, NOW) == czech


def test_a_few_minutes_before_midnight_are_minutes_not_yesterday() -> None:
    assert time_ago("2026-11-25 23:50:00", "2026-11-26 00:10:00") == "20 minutes ago"


def test_distances_from_utc_count() -> None:
    assert time_ago("2026-11-26 19:27:00+01:00", "2026-11-26 18:30:00+00:00") == "3 minutes ago"
    assert time_ago(date(), date()) == "just now"
