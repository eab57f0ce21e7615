"""JSON that anybody may have written: its size is checked before anything is built from it.

What is read so takes at most some tens of megabytes, whatever the text holds.
"""

from __future__ import annotations

import json
import re
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
"""How deeply values may stand inside each other; a duel needs five levels."""

MOST_ENTRIES: Final = 1_000
"""The most entries of an object."""

_HALF_LETTER: Final = re.compile(r"\\u[dD][89a-fA-F]")


def read_json(text: str) -> Any:
    """The value that a JSON *text* says.

    Raises ``ValueError`` with the end of a sentence: the text is no whole JSON, or it is larger
    than anything that this program writes.
    """
    if len(text) > LARGEST:
        raise ValueError(_("it is far too large"))
    if sum(map(text.count, ",[{")) > MOST_MARKS:
        raise ValueError(_("it holds far too many values"))
    try:
        value = json.loads(
            text, parse_int=_read_int, parse_float=_read_float, parse_constant=_refuse_constant
        )
    except json.JSONDecodeError as error:
        why = _("it is not whole JSON (line {line})").format(line=error.lineno)
        raise ValueError(why) from None
    except RecursionError:
        raise ValueError(_("its values are nested far too deeply")) from None
    _check_shape(value)
    if _HALF_LETTER.search(text):
        _check_letters(value)
    return value


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


def _check_shape(value: Any) -> None:
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


def _check_letters(value: Any) -> None:
    """Raises ``ValueError`` if a text in *value* has half a letter, which nobody can write."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ValueError(_("it holds half a letter")) from None
