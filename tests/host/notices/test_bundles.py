"""Mails come at the hours that were chosen, whatever clocks do, and never in quiet hours."""

from __future__ import annotations

from datetime import datetime  # noqa: TID251 - reads no clock
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gipf_meta.host.notices.bundles import SETTLE_MS, due_ms

PRAGUE = "Europe/Prague"
HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
ZONES = (
    PRAGUE, "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia",
    "Pacific/Kiritimati", "Asia/Beirut", "Africa/Casablanca", "UTC", "", "-570", "Mars/Olympus",
)  # fmt: skip


def at(zone: str, *when: int, fold: int = 0) -> int:
    """A moment by the clocks of *zone*."""
    year, month, day, hour, minute = when
    moment = datetime(year, month, day, hour, minute, tzinfo=ZoneInfo(zone), fold=fold)
    return round(moment.timestamp()) * 1000


def local_hour(zone: str, at_ms: int) -> tuple[int, int]:
    moment = datetime.fromtimestamp(at_ms // 1000, ZoneInfo(zone))
    return moment.hour, moment.minute


# ---- by hand -------------------------------------------------------------------------------------


def test_without_hours_a_mail_is_due_at_once() -> None:
    now = at(PRAGUE, 2026, 11, 30, 12, 0)
    assert due_ms((), None, PRAGUE, now, now) == now
    assert due_ms((), None, PRAGUE, now - DAY_MS, now) == now


def test_bundle_comes_at_its_hour_with_all_that_came_before() -> None:
    six = at(PRAGUE, 2026, 11, 30, 18, 0) + SETTLE_MS
    for hour, minute in ((8, 0), (17, 59), (18, 0)):
        created = at(PRAGUE, 2026, 11, 30, hour, minute)
        assert due_ms((18,), (22, 7), PRAGUE, created, created) == six
    late = at(PRAGUE, 2026, 11, 30, 18, 1)
    assert due_ms((18,), (22, 7), PRAGUE, late, late) == six + DAY_MS


def test_of_two_hours_the_next_one_counts_in_any_order() -> None:
    noon = at(PRAGUE, 2026, 11, 30, 12, 0)
    assert due_ms((18, 8), None, PRAGUE, noon, noon) == noon + 6 * HOUR_MS + SETTLE_MS
    night = at(PRAGUE, 2026, 11, 30, 23, 0)
    assert due_ms((18, 8), None, PRAGUE, night, night) == night + 9 * HOUR_MS + SETTLE_MS


@pytest.mark.parametrize(("hour", "is_quiet"), [(21, 0), (22, 1), (23, 1), (0, 1), (6, 1), (7, 0)])
def test_quiet_hours_go_across_midnight_and_end_before_their_last_hour(
    hour: int, is_quiet: int
) -> None:
    now = at(PRAGUE, 2026, 11, 30, hour, 30)
    due = due_ms((), (22, 7), PRAGUE, now, now)
    assert (due != now) == bool(is_quiet)
    assert not is_quiet or local_hour(PRAGUE, due) == (7, 0)


def test_mail_that_failed_until_the_night_waits_for_the_morning() -> None:
    created, now = at(PRAGUE, 2026, 11, 30, 12, 0), at(PRAGUE, 2026, 11, 30, 22, 10)
    assert due_ms((18,), (22, 7), PRAGUE, created, now) == at(PRAGUE, 2026, 12, 1, 7, 0)


def test_bundle_whose_hour_is_quiet_comes_when_it_is_quiet_no_more() -> None:
    created = at(PRAGUE, 2026, 11, 30, 12, 0)
    assert due_ms((23,), (22, 7), PRAGUE, created, created) == at(PRAGUE, 2026, 12, 1, 7, 0)


def test_hour_that_spring_leaves_out_comes_when_the_clocks_go_on() -> None:
    created = at(PRAGUE, 2027, 3, 27, 20, 0)
    assert due_ms((2,), None, PRAGUE, created, created) == (
        at(PRAGUE, 2027, 3, 28, 3, 0) + SETTLE_MS
    )
    quiet = at(PRAGUE, 2027, 3, 28, 1, 30)
    assert due_ms((), (22, 2), PRAGUE, quiet, quiet) == at(PRAGUE, 2027, 3, 28, 3, 0)


def test_hour_that_autumn_has_twice_counts_once() -> None:
    before = at(PRAGUE, 2026, 10, 25, 1, 0)
    first = at(PRAGUE, 2026, 10, 25, 2, 0)
    assert due_ms((2,), None, PRAGUE, before, before) == first + SETTLE_MS
    between = first + 30 * 60_000
    tomorrow = at(PRAGUE, 2026, 10, 26, 2, 0)
    assert tomorrow - first == 25 * HOUR_MS
    assert due_ms((2,), None, PRAGUE, between, between) == tomorrow + SETTLE_MS


def test_quiet_hours_of_an_autumn_night_last_both_times() -> None:
    second = at(PRAGUE, 2026, 10, 25, 2, 30, fold=1)
    assert due_ms((), (2, 3), PRAGUE, second, second) == at(PRAGUE, 2026, 10, 25, 3, 0)


def test_zone_that_nobody_knows_any_more_is_utc() -> None:
    noon = at("UTC", 2026, 11, 30, 12, 0)
    for zone in ("Mars/Olympus", "", "../../etc/passwd", "x" * 5000):
        assert due_ms((18,), None, zone, noon, noon) == noon + 6 * HOUR_MS + SETTLE_MS


# ---- laws ----------------------------------------------------------------------------------------

moments = st.integers(at("UTC", 2011, 12, 25, 0, 0), at("UTC", 2037, 1, 1, 0, 0))
hours = st.lists(st.integers(0, 23), max_size=2, unique=True)
pairs = st.tuples(st.integers(0, 23), st.integers(0, 23)).filter(lambda pair: pair[0] != pair[1])
quiets = st.none() | pairs


def is_quiet(quiet: tuple[int, int] | None, zone: str, at_ms: int) -> bool:
    """Whether it is quiet, told by counting the hours, not by comparing them."""
    if quiet is None:
        return False
    hour = quiet[0]
    found = list[int]()
    while hour != quiet[1]:
        found.append(hour)
        hour = (hour + 1) % 24
    return local_hour(known(zone), at_ms)[0] in found


def known(zone: str) -> str:
    """The name under which zoneinfo knows *zone*."""
    return zone if zone in ZONES[:9] else "UTC"


@settings(deadline=None)
@given(hours, quiets, st.sampled_from(ZONES), moments, st.integers(0, 3 * DAY_MS))
@example([], (23, 22), "Pacific/Apia", at("UTC", 2011, 12, 30, 9, 59), 0)
@example([0], (22, 0), "Asia/Beirut", at("UTC", 2026, 3, 28, 20, 0), 0)
def test_nothing_is_due_in_quiet_hours_or_in_the_past_or_after_days(
    hours: list[int], quiet: tuple[int, int] | None, zone: str, created: int, waited: int
) -> None:
    now = created + waited
    due = due_ms(hours, quiet, zone, created, now)
    assert now <= due <= now + 3 * DAY_MS + SETTLE_MS
    if zone in ZONES[:9]:
        assert not is_quiet(quiet, zone, due)
    assert hours or quiet or due == now


@settings(deadline=None)
@given(hours, quiets, st.sampled_from(ZONES), moments, moments)
def test_who_came_earlier_is_due_no_later(
    hours: list[int], quiet: tuple[int, int] | None, zone: str, first: int, second: int
) -> None:
    first, second = sorted((first, second))
    assert due_ms(hours, quiet, zone, first, first) <= due_ms(hours, quiet, zone, second, second)


@settings(deadline=None)
@given(
    st.lists(st.integers(0, 23), min_size=1, max_size=2, unique=True),
    quiets,
    st.sampled_from(ZONES),
    moments,
)
def test_no_week_has_more_mails_than_its_hours(
    hours: list[int], quiet: tuple[int, int] | None, zone: str, begin: int
) -> None:
    step = 55 * 60_000
    created = range(begin, begin + 7 * DAY_MS, step)
    dues = {due_ms(hours, quiet, zone, each, each) for each in created}
    assert len(dues) <= 8 * len(hours) + 1


@settings(deadline=None)
@given(st.integers(0, 23), st.sampled_from(ZONES[:3]), moments)
def test_bundle_comes_at_its_hour_but_for_the_night_of_spring(
    hour: int, zone: str, created: int
) -> None:
    due = due_ms([hour], None, zone, created, created)
    assert local_hour(zone, due) in ((hour, 1), (hour + 1, 1))
    if hour != 2:
        assert local_hour(zone, due) == (hour, 1)
