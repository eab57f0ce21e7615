"""The texts of time controls, as people write and read them: ``3d/turn``, ``2d+12h``, ``3 days a
turn``.

A time is a number with its unit, or several from the largest to the smallest: ``1d12h``. A number
alone counts seconds. Units are letters, English words, or the words of the reader's language as the
program writes them, so that what is shown can be typed.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple
from unicodedata import normalize

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _, languages

_LONGEST_MS: Final = 99_999 * 60_000
"""The longest time of a clock, 69 days, in milliseconds."""

_STORED: Final = re.compile(r"([0-9]{1,5})(m|s|ms)?")
_MOST_DIGITS: Final = 10
"""A number with more digits is longer than ``_LONGEST_MS`` in every unit."""
_MOST_STORED: Final = 99_999
"""The largest number that a stored time may have in its unit."""
_LONGEST_TEXT: Final = 100
_LONGEST_QUOTED: Final = 40
_PART: Final = re.compile(r"([0-9]+) ?([^0-9 +/]*) ?")
_TURN: Final = ("/turn", "/ turn", " a turn", " per turn", " each turn")
_EACH: Final = (" each",)
UNITS_MS: Final = {"d": 86_400_000, "h": 3_600_000, "m": 60_000, "s": 1000, "ms": 1}
"""The units in which times are written, in milliseconds."""
_WORDS: Final = {
    "day": "d", "days": "d", "hour": "h", "hours": "h", "min": "m", "minute": "m", "minutes": "m",
    "sec": "s", "second": "s", "seconds": "s", "millisecond": "ms", "milliseconds": "ms",
}  # fmt: skip
_ALL_PLURALS: Final = (1, 2, 3, 4, 5, 6, 11, 21, 22, 25, 100, 101, 102)
"""Numbers that need every plural form of the languages."""


class TimeControlError(GipfMetaError, ValueError):
    """The text is no time control; one sentence."""


class ClockTimes(NamedTuple):
    """The times that the text of a time control says, in milliseconds: *total_ms* with
    *increment_ms* more after each turn; or *turn_ms* for each turn, and no total."""

    total_ms: int = 0
    increment_ms: int = 0
    turn_ms: int = 0


class _Speech(NamedTuple):
    """The writing of times in a language: the *units* by words, and the endings of a time for each
    *turn*, of an increment (*more*), and of a total for *each* player."""

    units: dict[str, str]
    turn: tuple[str, ...]
    more: tuple[str, ...]
    each: tuple[str, ...]


def read_clock(text: str) -> ClockTimes:
    """Reads the text of a time control. Raises ``TimeControlError``."""
    words = " ".join(normalize("NFC", text[: _LONGEST_TEXT + 1]).lower().split())
    if len(words) > _LONGEST_TEXT:
        raise _no_control(text)
    speech = _speech(languages())
    total, plus, increment = words.partition("+")
    if plus:
        more = _before(increment, speech.more) or increment
        first = _read_time(total.strip(), text, speech)
        return ClockTimes(first, _read_time(more.strip(), text, speech, least=0))
    if (turn := _before(words, speech.turn)) is not None:
        return ClockTimes(turn_ms=_read_time(turn, text, speech))
    each = _before(words, speech.each)
    return ClockTimes(_read_time(words if each is None else each, text, speech))


def read_stored_clock(text: str) -> ClockTimes:
    """Reads the text of a time control in a record or a ledger, which is the same in every language
    and version: ``4320m/turn``, ``10m+5s``, ``300`` (seconds). Raises ``TimeControlError``."""
    words = text.strip().lower()
    if words.endswith("/turn"):
        return ClockTimes(turn_ms=_read_stored(words.removesuffix("/turn"), text))
    total, plus, more = words.partition("+")
    return ClockTimes(_read_stored(total, text), _read_stored(more, text, least=0) if plus else 0)


def has_bare_number(text: str) -> bool:
    """Whether a number in the *text* of a time control stands without its unit."""
    words = text.strip().lower().removesuffix("/turn")
    return any(re.fullmatch(r" *[0-9]{1,10} *", each) for each in words.split("+"))


def write_stored(ms: int) -> str:
    """Writes a time for records and ledgers, which earlier versions read, too: in minutes, seconds
    or milliseconds, in the largest unit that divides it."""
    for unit in ("m", "s"):
        if ms and ms % UNITS_MS[unit] == 0:
            return f"{ms // UNITS_MS[unit]}{unit}"
    return f"{ms}ms"


def write_shown(ms: int) -> str:
    """Writes a time for people: from two hours on in days, hours and minutes, ``1d12h``."""
    if ms < 2 * UNITS_MS["h"] or ms % UNITS_MS["m"]:
        return write_stored(ms)
    return "".join(f"{count}{unit}" for unit, count in _counts(ms))


def exact_words(ms: int) -> str:
    """A time of a clock in words, and nothing rounded: ``10 minutes``, ``1 day 12 hours``."""
    if ms % 1000:
        return write_stored(ms)
    if ms < 2 * UNITS_MS["m"]:
        return count_words("s", ms // 1000)
    if ms < 2 * UNITS_MS["h"] and not ms % UNITS_MS["m"]:
        return count_words("m", ms // UNITS_MS["m"])
    return " ".join(count_words(unit, count) for unit, count in _counts(ms))


def words_of_two(ms: int) -> str:
    """A time in words, in its largest unit and the next one, rounded down: ``2 days 4 hours``."""
    units = ("d", "h", "m", "s")
    first = next((n for n, unit in enumerate(units) if ms >= UNITS_MS[unit]), len(units) - 1)
    words = list[str]()
    for unit in units[first : first + 2]:
        count, ms = divmod(max(0, ms), UNITS_MS[unit])
        if count or not words:
            words.append(count_words(unit, count))
    return " ".join(words)


def count_words(unit: str, count: int) -> str:
    """The *count* of a *unit*, ``d``, ``h``, ``m`` or ``s``, in words: ``3 days``."""
    match unit:
        case "d":
            words = _.many("{count} day", "{count} days", count)
        case "h":
            words = _.many("{count} hour", "{count} hours", count)
        case "m":
            words = _.many("{count} minute", "{count} minutes", count)
        case _:
            words = _.many("{count} second", "{count} seconds", count)
    return words.format(count=count)


def _counts(ms: int) -> list[tuple[str, int]]:
    """The days, hours, minutes and whole seconds of a time, without those that it has none of."""
    found = list[tuple[str, int]]()
    for unit in ("d", "h", "m", "s"):
        count, ms = divmod(ms, UNITS_MS[unit])
        if count:
            found.append((unit, count))
    return found


def _read_stored(words: str, text: str, least: int = 1) -> int:
    """Reads a time as ``write_stored`` writes it, at least *least* ms, as milliseconds; *text* is
    the whole time control. Raises ``TimeControlError``."""
    match = _STORED.fullmatch(words.strip())
    ms = int(match[1]) * UNITS_MS[match[2] or "s"] if match else -1
    if ms < least:
        raise _no_control(text)
    return ms


def _read_time(words: str, text: str, speech: _Speech, least: int = 1) -> int:
    """Reads ``10m``, ``1d12h``, ``3 days`` or ``300`` (seconds), at least *least* ms, as
    milliseconds; *text* is the whole time control, for the sentence. Raises
    ``TimeControlError``."""
    parts = _PART.findall(words)
    if not parts or _PART.sub("", words):
        raise _no_control(text)
    ms, before_ms = 0, _LONGEST_MS
    for digits, word in parts:
        unit = "s" if not word and len(parts) == 1 else speech.units.get(word)
        if unit is None or UNITS_MS[unit] >= before_ms:
            raise _no_control(text)
        if len(digits) > _MOST_DIGITS:
            raise _too_long(text)
        before_ms = UNITS_MS[unit]
        ms += int(digits) * before_ms
    if ms < least:
        raise _no_control(text)
    if ms > _LONGEST_MS:
        raise _too_long(text)
    if int(re.sub("[a-z]", "", write_stored(ms))) > _MOST_STORED:
        raise TimeControlError(
            _("{text} is too exact: from 28 hours on, a clock counts whole minutes.").format(
                text=_quoted(text)
            )
        )
    return ms


def _before(words: str, endings: tuple[str, ...]) -> str | None:
    """The part of *words* before the first of the *endings* that they have; ``None``: they
    have none."""
    for ending in endings:
        if words.endswith(ending):
            return words.removesuffix(ending).rstrip()
    return None


@lru_cache(maxsize=100)
def _speech(spoken: tuple[str, ...]) -> _Speech:
    """The writing of times in English and in the language of the reader, the first of those
    *spoken*."""
    units = {**_WORDS, **{unit: unit for unit in UNITS_MS}}
    for unit in ("d", "h", "m", "s"):
        for count in _ALL_PLURALS:
            word = re.sub("[0-9]", "", count_words(unit, count)).strip().lower()
            units.setdefault(normalize("NFC", word), unit)
    turn = (_ending(_("{time} a turn")), *_TURN)
    more = (_ending(_("{time} + {more} a turn")), *turn[:1], *_TURN[2:])
    each = (_ending(_("{time} each")), *_EACH)
    return _Speech(units, *(tuple(filter(str.strip, all)) for all in (turn, more, each)))


def _ending(words: str) -> str:
    """The text after the last field of *words*, which a translator may have put first."""
    return normalize("NFC", words.rpartition("}")[2]).lower()


def _no_control(text: str) -> TimeControlError:
    words = _(
        "{text} is no time control: write 10m+5s (ten minutes, five seconds more for each turn),"
        " 10m, 30s/turn, or 3d/turn (three days)."
    )
    return TimeControlError(words.format(text=_quoted(text)))


def _too_long(text: str) -> TimeControlError:
    words = _("{text} is too long: a clock has at most {most}.")
    return TimeControlError(words.format(text=_quoted(text), most=words_of_two(_LONGEST_MS)))


def _quoted(text: str) -> str:
    """*text* in quotes, so that nothing in it acts on a terminal; only the beginning of a long
    one."""
    return repr(text if len(text) <= _LONGEST_QUOTED else f"{text[:_LONGEST_QUOTED]}…")
