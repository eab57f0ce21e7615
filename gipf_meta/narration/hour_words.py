"""Hours in words, in the zone of the reader: as people read them, and as they type them."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from gipf_meta.base.dates import hour_ms, moment_here
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.normal_forms import without_accents
from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import N_, _
from gipf_meta.match.timecontrol import DAY_MS, span_words

MONTHS: Final = N_("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec")
"""The months as dates name them, from January on."""
WEEKDAYS: Final = N_("Mon Tue Wed Thu Fri Sat Sun")
"""The days of the week as dates name them, from Monday on."""
TODAY: Final = N_(":today")
TOMORROW: Final = N_(":tomorrow")
IN: Final = N_(":in")
NO_HOUR: Final = N_(":off never")
"""The word by which players agree not to play live after all."""
_UNITS: Final = (
    (N_(":minutes minute min m"), 60_000),
    (N_(":hours hour h"), 3_600_000),
    (N_(":days day d"), DAY_MS),
)
"""The units of a time from now, by all their names, in milliseconds."""
HOW: Final = N_(
    "Type the hour: live tomorrow 20:00, live sat 20:00, live 2026-12-24 20:00 or live in 2 hours;"
    " then the clock, if it is not 10m+5s."
)
_SPAN: Final = re.compile(r"([0-9]{1,5})\s*([^\W0-9_]+)(?:[\s,]+(.*))?$")
_TIME: Final = re.compile(r"([0-9]{1,2}):([0-9]{2})(?:[\s,]+(.*))?$")
_DATE: Final = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})$")


class NoHour(GipfMetaError, ValueError):
    """The text that was typed names no hour; one sentence."""


class TypedHour(NamedTuple):
    """An hour that was typed, *at_ms*, in milliseconds since 1970, ``None``: none after all; and
    the text of a *clock* behind it."""

    at_ms: int | None
    clock: str = ""


def hour_words(at_ms: int) -> str:
    """The moment *at_ms* in the zone of the reader, which it names: ``Thu 3 Dec 20:00 CET``."""
    moment = moment_here(at_ms)
    return _("{weekday} {day} {month} {time} {zone}").format(
        weekday=_(WEEKDAYS).split()[moment.weekday()],
        day=moment.day,
        month=_(MONTHS).split()[moment.month - 1],
        time=f"{moment.hour}:{moment.minute:02}",
        zone=moment.tzname(),
    )


def hour_from_now(at_ms: int, now_ms: int) -> str:
    """The moment *at_ms* in words, and how long it is from *now_ms* to it."""
    time = span_words(at_ms - now_ms)
    return _("{hour} (in {time})").format(hour=hour_words(at_ms), time=time)


def read_hour(typed: str, now_ms: int) -> TypedHour:
    """The hour that was *typed*, by a reader for whom it is *now_ms*.

    Raises ``NoHour``.
    """
    first, _blank, rest = " ".join(typed.split()).partition(" ")
    if _is_named(first, NO_HOUR) and not rest:
        return TypedHour(None)
    if _is_named(first, IN):
        return _after_span(rest, now_ms)
    now = moment_here(now_ms)
    day, later = (now.year, now.month, now.day), _days_ahead(first, now.weekday())
    if (said := _DATE.match(first)) is not None:
        day, later = (int(said[1]), int(said[2]), int(said[3])), (0,)
    time = _TIME.match(rest if later else f"{first} {rest}".strip())
    if time is None:
        raise NoHour(_(HOW))
    for days in later or (0, 1):
        at_ms = hour_ms(*day, int(time[1]), int(time[2]), days)
        if at_ms is None:
            raise NoHour(_("There is no such hour: {typed}.").format(typed=one_line(typed, 60)))
        if at_ms > now_ms:
            return TypedHour(at_ms, time[3] or "")
    raise NoHour(_("That hour has passed."))


def _after_span(words: str, now_ms: int) -> TypedHour:
    """The hour that is the time in *words* from *now_ms*. Raises ``NoHour``."""
    said = _SPAN.match(words)
    for names, unit_ms in _UNITS:
        if said is not None and _is_named(said[2], names):
            return TypedHour(now_ms + int(said[1]) * unit_ms, said[3] or "")
    raise NoHour(_(HOW))


def _days_ahead(word: str, weekday: int) -> tuple[int, ...]:
    """The numbers of days until the day that *word* names, where it is *weekday* now: two where a
    day of the week is that of today; none where it names no day."""
    if _is_named(word, TODAY):
        return (0,)
    if _is_named(word, TOMORROW):
        return (1,)
    for names in (_(WEEKDAYS), WEEKDAYS):
        found = [without_accents(name) for name in names.split()]
        if without_accents(word) in found:
            ahead = (found.index(without_accents(word)) - weekday) % 7
            return (ahead, ahead + 7)
    return ()


def _is_named(word: str, names: str) -> bool:
    """Whether *word* is one of *names*, or of their translation."""
    every = (*names.removeprefix(":").split(), *_(names).removeprefix(":").split())
    return without_accents(word) in map(without_accents, every)
