"""Days in words, in the time zone of the reader, and the zone that he says he is in."""

from __future__ import annotations

import re
from contextlib import AbstractContextManager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta, timezone, tzinfo  # noqa: TID251 - reads no clock
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from gipf_meta.base.names import fold
from gipf_meta.base.texts import N_, _

_DAY_MS: Final = 86_400_000
LATEST_S: Final = 253_370_000_000
"""The latest moment of a date, in seconds since 1970: Python's calendar ends with the year 9999."""
LONGEST_ZONE: Final = 60
"""The most letters of the name of a zone."""
MOST_MINUTES: Final = 14 * 60
"""The most minutes that a zone is apart from UTC."""
DAYS: Final = (
    N_("{day} January"),
    N_("{day} February"),
    N_("{day} March"),
    N_("{day} April"),
    N_("{day} May"),
    N_("{day} June"),
    N_("{day} July"),
    N_("{day} August"),
    N_("{day} September"),
    N_("{day} October"),
    N_("{day} November"),
    N_("{day} December"),
)
"""A day of each month, in words."""

_MINUTES: Final = re.compile(r"-?[0-9]{1,4}")
_zone: ContextVar[str | None] = ContextVar("zone", default=None)


class in_zone(AbstractContextManager[None]):
    """Speaks inside its block, and only in this task or thread, with a reader in the *zone* of that
    name, as ``read_zone`` returns it; ``""``: it is not known."""

    __slots__ = ("_token", "_zone")

    def __init__(self, zone: str) -> None:
        self._zone = zone

    def __enter__(self) -> None:
        self._token = _zone.set(self._zone)

    def __exit__(self, *_error: object) -> None:
        _zone.reset(self._token)


def read_zone(said: object) -> str:
    """The zone that a program has *said* in its hello: its name, as ``Europe/Prague``, or the
    minutes by which it is ahead of UTC; ``""`` for anything else."""
    if isinstance(said, int) and not isinstance(said, bool) and abs(said) <= MOST_MINUTES:
        return str(said)
    if isinstance(said, str) and len(said) <= LONGEST_ZONE and _find(said) is not None:
        return said
    return ""


def zone_name() -> str | None:
    """The name of the reader's zone; ``""``: it is not known; ``None``: he sits at this machine."""
    return _zone.get()


def zone() -> tzinfo | None:
    """The zone of the reader: UTC where it is not known, ``None`` at this machine."""
    name = _zone.get()
    return None if name is None else (_find(name) or UTC)


@lru_cache(maxsize=500)
def _find(name: str) -> tzinfo | None:
    """The zone of that *name*; ``None``: this machine knows none."""
    if _MINUTES.fullmatch(name):
        minutes = int(name)
        return timezone(timedelta(minutes=minutes)) if abs(minutes) <= MOST_MINUTES else None
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError):
        return None


def moment_here(at_ms: int) -> datetime:
    """The moment *at_ms*, milliseconds since 1970, on the clocks of the reader; in the year 9998 at
    the latest."""
    return datetime.fromtimestamp(min(at_ms // 1000, LATEST_S), UTC).astimezone(zone())


def hour_ms(
    year: int, month: int, day: int, hour: int, minute: int, days_later: int = 0
) -> int | None:
    """The milliseconds since 1970 at that time of the reader's, *days_later*: the earlier one where
    it comes twice; ``None``: there is no such time, as where clocks go forward."""
    try:
        moment = datetime(year, month, day, hour, minute) + timedelta(days=days_later)
        at_ms = round(moment.replace(tzinfo=zone()).timestamp()) * 1000
        return at_ms if moment_here(at_ms).replace(tzinfo=None) == moment else None
    except (ValueError, OverflowError, OSError):
        return None


def day_words(at_ms: int) -> str:
    """The day of the moment *at_ms*, milliseconds since 1970, in words: ``24 December 2026``."""
    moment = moment_here(at_ms)
    words = f"{_(DAYS[moment.month - 1]).format(day=moment.day)} {moment.year}"
    return words if zone_name() != "" else f"{words} (UTC)"


def midnight_ms(year: int, month: int, day: int) -> int:
    """The moment at which that day begins for the reader, in milliseconds since 1970. Raises
    ``ValueError`` and ``OverflowError`` for no day."""
    begin = datetime(year, month, day, tzinfo=zone())
    return round(begin.timestamp() * 1000)


def read_day(text: str, now_ms: int) -> int | None:
    """The beginning, for the reader, of the day that *text* names, in milliseconds since 1970:
    ``2026-12-20``, ``20 Dec``, ``20.12.`` or with the name of the month in his language. Without a
    year it is the next such day after *now_ms*. ``None``: it names none."""
    text = text.strip().removesuffix("(UTC)").strip()
    if iso := _ISO.fullmatch(text):
        year, month, day = (int(part) for part in iso.groups())
        return _day_or_none(year, month, day)
    if not (found := _DAY_AND_MONTH.fullmatch(" ".join(text.split()))):
        return None
    month = int(found[2]) if found[2][0] in "0123456789" else _month_of(found[2])
    if found[3]:
        return _day_or_none(int(found[3]), month, int(found[1]))
    year = moment_here(now_ms).year
    for each in range(year, year + 9):  # 29 February may be eight years away
        at_ms = _day_or_none(each, month, int(found[1]))
        if at_ms is not None and at_ms > now_ms - _DAY_MS:
            return at_ms
    return None


_ISO: Final = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
_DAY_AND_MONTH: Final = re.compile(
    r"([0-9]{1,2})\.? ?([0-9]{1,2}|[^\W0-9_]{3,20})\.?,? ?([0-9]{4})?"
)


def _day_or_none(year: int, month: int, day: int) -> int | None:
    try:
        at_ms = midnight_ms(year, month, day)
    except (ValueError, OverflowError, OSError):
        return None
    return at_ms if at_ms >= 0 else None


def _month_of(word: str) -> int:
    """The month that *word* names, or whose name begins so, in English or the reader's language; 0:
    none."""
    begin = fold(word)
    for number, name in enumerate(DAYS, 1):
        for words in (name, _(name)):
            if fold(words.format(day="").strip(" .")).startswith(begin):
                return number
    return 0
