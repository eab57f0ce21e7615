"""Numbers that people type: one reader for the command line, prompts, fields and addresses.

A whole number is written with the digits 0 to 9, and with a minus before them where it may be
negative: no blanks, no underscores, no digits of other scripts, which Python's own ``int`` reads.
"""

from __future__ import annotations

import re
from typing import Final

MOST_DIGITS: Final = 18
"""The most digits of a number: every file and every database can hold it."""

_WHOLE: Final = re.compile(rf"-?[0-9]{{1,{MOST_DIGITS}}}")
_DECIMAL: Final = re.compile(r"-?(?:[0-9]{1,12}(?:\.[0-9]{0,12})?|\.[0-9]{1,12})")


def read_whole(text: str, least: int = 0, most: int = 10**MOST_DIGITS - 1) -> int | None:
    """The whole number that *text* is, if it is one from *least* to *most*; else ``None``."""
    if not _WHOLE.fullmatch(text):
        return None
    number = int(text)
    return number if least <= number <= most else None


def read_decimal(text: str) -> float | None:
    """The number that *text* is, with a point or without one: ``2``, ``0.5``, ``-.5``; else
    ``None``."""
    return float(text) if _DECIMAL.fullmatch(text) else None


def whole(number: object, least: int = 0, most: int = 10**MOST_DIGITS - 1) -> bool:
    """Whether a value that a program gave is a whole *number* from *least* to *most*."""
    return type(number) is int and least <= number <= most
