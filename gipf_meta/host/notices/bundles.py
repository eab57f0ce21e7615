"""When a mail of notices is due: at once, or at hours of the day, and never in quiet hours.

Hours are those of clocks in the reader's zone. An hour that the clocks leave out in spring comes
when they go on; one that comes twice in autumn counts at its first time. A zone that this machine
does not know, or knows no more, is UTC.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, tzinfo  # noqa: TID251 - reads no clock
from typing import Final

from gipf_meta.base.dates import in_zone, moment_here, zone

SETTLE_MS: Final = 60_000
"""Milliseconds from the hour of a bundle until it is sent: what came just before the hour is not
due yet by its own grace, and would come as a second mail."""
_MOST_DAYS: Final = 4
"""The days among which the next hour is looked for: one may be left out, as at the date line."""


def due_ms(
    hours: Sequence[int],
    quiet: tuple[int, int] | None,
    zone_name: str,
    created_ms: int,
    now_ms: int,
) -> int:
    """Returns when a notice of *created_ms* is due, *now_ms* at the earliest.

    *hours*, 0 to 23, are those of the bundles; without any it is due at once. From the first hour
    of *quiet* until the second nothing is.
    """
    with in_zone(zone_name):
        at_ms = _next_ms(hours, created_ms) + SETTLE_MS if hours else created_ms
        return _after_quiet(quiet, max(at_ms, now_ms))


def _next_ms(hours: Sequence[int], from_ms: int) -> int:
    """Returns the first moment from *from_ms* on at which it is one of *hours* by the clock."""
    moments = (_moment(from_ms, days, hour) for days in range(_MOST_DAYS) for hour in hours)
    return min(at_ms for at_ms in moments if at_ms >= from_ms)


def _after_quiet(quiet: tuple[int, int] | None, at_ms: int) -> int:
    """Returns *at_ms*, or the end of the *quiet* hours that it is in."""
    if quiet is None or not _is_quiet(quiet, at_ms):
        return at_ms
    ends = (_moment(at_ms, days, quiet[1]) for days in range(_MOST_DAYS))
    return next(end for end in ends if end > at_ms and not _is_quiet(quiet, end))


def _is_quiet(quiet: tuple[int, int], at_ms: int) -> bool:
    begin, end = quiet
    hour = moment_here(at_ms).hour
    return begin <= hour < end if begin <= end else hour >= begin or hour < end


def _moment(from_ms: int, days: int, hour: int) -> int:
    """Returns the moment of that *hour*, so many *days* after the day of *from_ms*."""
    clock: tzinfo = zone() or UTC
    day = moment_here(from_ms).date() + timedelta(days=days)
    return round(datetime(day.year, day.month, day.day, hour, tzinfo=clock).timestamp()) * 1000
