"""The only place that reads the real clock. Everything else gets the time as a value."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """A source of the time: a real clock, or one that a test sets."""

    def now_ms(self) -> int:
        """Milliseconds since some fixed moment."""
        ...


class RealClock:
    """The machine's monotonic clock."""

    def now_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000


class ProcessorClock:
    """Counts the time in which this thread works: for bots that are measured, never for playing
    with people, who wait as long on a busy machine."""

    def now_ms(self) -> int:
        return time.thread_time_ns() // 1_000_000


class CalendarClock:
    """Milliseconds since 1970: the calendar's when the clock was made, and steady from then on.

    So the times of one program follow those of the program that ran before it, and no correction
    of the calendar changes a player's time.
    """

    def __init__(self) -> None:
        self._begun_ms = time.time_ns() // 1_000_000 - RealClock().now_ms()

    def now_ms(self) -> int:
        return self._begun_ms + RealClock().now_ms()


class StillClock:
    """A clock that stands still until its *ms* are set: for pipes, matches of bots, and tests."""

    def __init__(self) -> None:
        self.ms = 0

    def now_ms(self) -> int:
        return self.ms


def cpu_ms() -> float:
    """Processor time this program has used, in milliseconds: for measuring, never for playing."""
    return time.process_time_ns() / 1_000_000


def thread_ms() -> float:
    """Processor time this thread has used, in milliseconds, without that of other threads."""
    return time.thread_time_ns() / 1_000_000


def measured_s() -> tuple[float, float]:
    """Seconds that have passed, and processor seconds of this thread: for measuring alone."""
    return time.perf_counter(), time.thread_time()


def date() -> str:
    """This moment as ``2026-01-31 23:59:59+01:00``: local time, and how far it is from UTC."""
    return datetime.now().astimezone().isoformat(" ", "seconds")


def with_offset(date: str) -> str:
    """*date* with its distance from UTC. Older libraries leave it out: then it was local time.

    What is no date stays as it is.
    """
    try:
        moment = datetime.fromisoformat(date)
        return date if moment.tzinfo else moment.astimezone().isoformat(" ", "seconds")
    except (ValueError, OverflowError, OSError):
        return date


def ms_of(date: str) -> int:
    """Milliseconds since 1970 at *date*, which is written as ``date`` writes it. Raises
    ``ValueError``."""
    return round(datetime.fromisoformat(date).timestamp() * 1000)


def local_date(date: str) -> str:
    """*date* as people here read it: ``2026-01-31 23:59:59`` in local time; what is no date stays
    as it is."""
    try:
        moment = datetime.fromisoformat(date)
        local = moment.astimezone() if moment.tzinfo else moment
        return local.replace(tzinfo=None).isoformat(" ", "seconds")
    except (ValueError, OverflowError, OSError):
        return date


def time_between(then: str, now: str) -> tuple[int, int] | None:
    """The seconds from *then* to *now*, and the midnights here; ``None`` for what is no date."""
    try:
        past, present = (datetime.fromisoformat(each).astimezone() for each in (then, now))
        seconds = int((present - past).total_seconds())
    except (ValueError, OverflowError, OSError):
        return None
    return seconds, (present.date() - past.date()).days


def date_of(at_ms: int) -> str:
    """The moment *at_ms* milliseconds after 1970 began, as ``2026-01-31 23:59``, local time."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at_ms / 1000))


def moment_of(at_ms: int) -> str:
    """The moment *at_ms* milliseconds after 1970 began, as ``date`` writes it."""
    return datetime.fromtimestamp(at_ms // 1000).astimezone().isoformat(" ", "seconds")


def utc_moment(at_ms: int) -> datetime:
    """The moment *at_ms* milliseconds after 1970 began, in UTC: for packages that ask for one."""
    return datetime.fromtimestamp(at_ms / 1000, UTC)


def zone_here() -> str | int:
    """The time zone of this machine: its name, as ``Europe/Prague``, or the minutes by which it is
    ahead of UTC now if nothing here has the name."""
    name = os.environ.get("TZ", "").removeprefix(":")
    if not name:
        _folder, found, name = os.path.realpath("/etc/localtime").rpartition("/zoneinfo/")
        name = name if found else ""
    return name or time.localtime().tm_gmtoff // 60


def stamp() -> str:
    """This moment as ``20260131-235959``, for the name of a file."""
    return time.strftime("%Y%m%d-%H%M%S")
