"""The words of a lesson's page: for the eye, which is led on the board, and in full.

Square brackets hold what is for those who read line by line or by ear.
"""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Final

_BRACKETED: Final = re.compile(r"\[([^\[\]]*)\]")
_WITH_GAP: Final = re.compile(r"[ \n]*\[[^\[\]]*\]")
_WORD: Final = re.compile(r"[^\s,.;:()]+")


def words_for_eye(words: str) -> str:
    """*words* without what stands in square brackets."""
    return _WITH_GAP.sub("", words).strip()


def words_in_full(words: str) -> str:
    """*words* with what stands in square brackets, without these."""
    return _BRACKETED.sub(r"\1", words)


def places_in_brackets(words: str, places: Container[str]) -> tuple[str, ...]:
    """Those of *places* that *words* name in square brackets, in their order, each once."""
    inside = " ".join(_BRACKETED.findall(words))
    return tuple(dict.fromkeys(word for word in _WORD.findall(inside) if word in places))


def has_balanced_brackets(words: str) -> bool:
    """Whether each square bracket in *words* is closed before the next one opens."""
    return not re.search(r"[\[\]]", words_in_full(words))
