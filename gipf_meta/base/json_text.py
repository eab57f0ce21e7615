"""JSON from untrusted sources: its size is checked before anything is built from it.

A value read so takes at most some tens of megabytes, whatever the text holds. Data that this
program saves is held to the same limits before it is written (``require_size``), so it can be read
again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, Final, NoReturn

from gipf_meta.base.texts import _

LARGEST: Final = 10_000_000
"""The most letters of a text; the longest matches need a tenth of them."""

MOST_MARKS: Final = 300_000
"""The most commas and opening brackets of a text, with those inside its strings: no text has more
values than that. A match of 10,000 decisions has a third of them."""

MOST_DIGITS: Final = 19
"""The most digits of a number: no value of this program needs more."""

DEEPEST: Final = 100
"""How deeply values may stand inside each other; a duel needs five levels. Variations are not
counted where records are read: versions until 0.2.0 wrote three levels for each inside another."""

MOST_ENTRIES: Final = 1_000
"""The most entries of an object."""

_HALF_LETTER: Final = re.compile(r"\\u[dD][89a-fA-F]")


def read_json(text: str) -> Any:
    """The value that a JSON *text* says.

    Raises ``ValueError`` with the end of a sentence: the text is no whole JSON, or it is larger
    than anything that this program writes.
    """
    value = read_deep_json(text)
    check_shape(value)
    return value


def read_object(text: str) -> dict[str, Any] | None:
    """Returns the object that a JSON *text* says; ``None`` where it says something else."""
    try:
        value = read_json(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def read_deep_json(text: str) -> Any:
    """As ``read_json``, but for values nested to any depth: the caller must not recurse over them,
    and calls ``check_shape`` on the value that it makes of them."""
    require_size([text])
    try:
        value = json.loads(
            text, parse_int=_read_int, parse_float=_read_float, parse_constant=_refuse_constant
        )
    except json.JSONDecodeError as error:
        raise _not_whole(text, error.pos) from None
    except RecursionError:
        value = _read_without_recursion(text)
    if _HALF_LETTER.search(text):
        _check_letters(text)
    return value


def require_size(texts: Iterable[str]) -> None:
    """Raises ``ValueError``, with the end of a sentence, if the JSON that *texts* are parts of is
    larger than what is read: before it is read, and before it is saved."""
    letters = marks = 0
    for text in texts:
        letters += len(text)
        if letters > LARGEST:
            raise ValueError(_("it is far too large"))
        marks += sum(map(text.count, ",[{"))
    if marks > MOST_MARKS:
        raise ValueError(_("it holds far too many values"))


def _not_whole(text: str, at: int) -> ValueError:
    line = text.count("\n", 0, at) + 1
    return ValueError(_("it is not whole JSON (line {line})").format(line=line))


def _read_int(digits: str) -> int:
    """The whole number that *digits* say. Raises ``ValueError``."""
    _check_digits(digits)
    return int(digits)


def _read_float(digits: str) -> float:
    """The number that *digits* say. Raises ``ValueError``, also if it is infinite."""
    _check_digits(digits)
    number = float(digits)
    if abs(number) == float("inf"):
        raise ValueError(_("it holds a number that is far too large"))
    return number


def _check_digits(digits: str) -> None:
    """Raises ``ValueError`` for a number with too many *digits*."""
    if len(digits) > MOST_DIGITS + len("-.e-00"):
        raise ValueError(_("it holds a number with far too many digits"))


def _refuse_constant(name: str) -> NoReturn:
    """Raises ``ValueError``: no JSON has ``NaN`` or ``Infinity``."""
    raise ValueError(_("it holds {name}, which is no number").format(name=name))


def check_shape(value: Any) -> None:
    """Raises ``ValueError`` if values stand inside each other more than ``DEEPEST`` levels deep, or
    an object has more than ``MOST_ENTRIES`` entries."""
    level = [value]
    for _depth in range(DEEPEST):
        inner: list[Any] = []
        for each in level:
            if isinstance(each, dict):
                if len(each) > MOST_ENTRIES:
                    raise ValueError(_("it holds far too many values"))
                inner.extend(part for part in each.values() if isinstance(part, dict | list))
            elif isinstance(each, list):
                inner.extend(part for part in each if isinstance(part, dict | list))
        if not inner:
            return
        level = inner
    raise ValueError(_("its values are nested far too deeply"))


def _check_letters(text: str) -> None:
    """Raises ``ValueError`` if a JSON *text* has half a letter, which no encoding can write."""
    for said in _TEXT.finditer(text):
        try:
            json.loads(said[0]).encode()
        except UnicodeEncodeError:
            raise ValueError(_("it holds a broken character")) from None


# ---- values that stand deeper inside each other than Python's own reader goes --------------------

_BLANK: Final = r"[ \t\n\r]*+"
_TEXT: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_PART: Final = re.compile(
    rf"{_BLANK}(?:(?P<text>{_TEXT.pattern})|(?P<mark>[\[\]{{}},:])|(?P<atom>[^\s\[\]{{}},:\"]+))",
    re.DOTALL,
)
_END: Final = re.compile(rf"{_BLANK}\Z")


def _read_without_recursion(text: str) -> Any:
    """The value of a JSON *text*: lists and objects that are open stand in a list.

    Raises ``ValueError``. A text that Python has begun to read has no fault before the depth that
    it does not reach, and few have one behind it: so any fault is reported by its line alone.
    """
    found: list[Any] = []
    open_values: list[Any] = [found]
    keys: list[str | None] = [None]
    at, wants = 0, "value"
    while not _END.match(text, at):
        part = _PART.match(text, at)
        if part is None or (wants == "end"):
            raise _not_whole(text, at)
        mark, inner = part["mark"], open_values[-1]
        fresh: Any = None
        if mark in ("]", "}"):
            is_list = isinstance(inner, list)
            fits = is_list == (mark == "]") and len(open_values) > 1
            if not fits or wants not in ("comma", "first" if is_list else "first_key"):
                raise _not_whole(text, at)
            open_values.pop()
            keys.pop()
            wants = "comma"
        elif mark == ",":
            if wants != "comma":
                raise _not_whole(text, at)
            wants = "value" if isinstance(inner, list) else "key"
        elif mark == ":":
            if wants != "colon":
                raise _not_whole(text, at)
            wants = "value"
        elif wants in ("key", "first_key"):
            if part["text"] is None:
                raise _not_whole(text, at)
            keys[-1], wants = _read_atom(text, part), "colon"
        elif wants in ("value", "first"):
            fresh = [] if mark == "[" else {} if mark == "{" else _read_atom(text, part)
            key = keys[-1]
            if isinstance(inner, list):
                inner.append(fresh)
            else:
                inner[key] = fresh
            wants = "comma"
            if mark is not None:
                open_values.append(fresh)
                keys.append(None)
                wants = "first" if mark == "[" else "first_key"
        else:
            raise _not_whole(text, at)
        at = part.end()
        if len(open_values) == 1:
            wants = "end"
    if wants != "end":
        raise _not_whole(text, at)
    return found[0]


def _read_atom(text: str, part: re.Match[str]) -> Any:
    """The text, number or word that *part* of a JSON *text* is. Raises ``ValueError``."""
    try:
        return json.loads(
            part["text"] or part["atom"],
            parse_int=_read_int,
            parse_float=_read_float,
            parse_constant=_refuse_constant,
        )
    except json.JSONDecodeError:
        raise _not_whole(text, part.end()) from None
