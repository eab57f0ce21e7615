"""The normal forms of Unicode, for texts of any length, in time proportional to their length.

Unicode sorts the marks on a letter, and sorting them takes the square of their number; nobody
writes towers of thousands of marks, but a file may hold them.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final, Literal, TypeAlias

NormalForm: TypeAlias = Literal["NFC", "NFD", "NFKC", "NFKD"]
PART: Final = 500
"""The letters that are normalized together, and at most as many more until one of ASCII, which
joins nothing that stands before it."""

_PART: Final = re.compile(rf".{{{PART}}}[^\x00-\x7f]{{0,{PART}}}", re.DOTALL)


def normalize(form: NormalForm, text: str) -> str:
    """*text* in its normal *form*; in a long one without ASCII, marks far apart are not sorted."""
    if text.isascii():
        return text
    if len(text) <= 2 * PART:
        return unicodedata.normalize(form, text)
    parts, at = [], 0
    while found := _PART.match(text, at):
        parts.append(found[0])
        at = found.end()
    return "".join(unicodedata.normalize(form, part) for part in (*parts, text[at:]))


def without_accents(text: str) -> str:
    """*text* in small letters without accents, as people type it in a hurry.

    >>> without_accents("Nápověda")
    'napoveda'
    """
    parts = normalize("NFD", text.lower())
    return "".join(each for each in parts if not unicodedata.combining(each))
