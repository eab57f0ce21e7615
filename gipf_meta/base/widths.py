"""How many cells of a terminal a text takes: letters of Chinese two, combining accents none."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

_NO_WIDTH = frozenset("\u200b\u200c\u200d\u2060\ufeff")


def cells_of(text: str) -> int:
    """The cells that *text* takes."""
    return len(text) if text.isascii() else sum(map(_cells_of_letter, text))


def pad(text: str, cells: int) -> str:
    """*text* with spaces behind it, on that many *cells*; a wider one stays as it is."""
    return text + " " * (cells - cells_of(text))


def pad_before(text: str, cells: int) -> str:
    """*text* with spaces before it, on that many *cells*; a wider one stays as it is."""
    return " " * (cells - cells_of(text)) + text


def widest(texts: Iterable[str], least: int = 0) -> int:
    """The cells of the widest of the *texts*, *least* at least."""
    return max([least, *map(cells_of, texts)])


def cut_to_cells(text: str, cells: int) -> str:
    """The beginning of *text* that fits on so many *cells*, accents included."""
    taken = 0
    for at, letter in enumerate(text):
        taken += _cells_of_letter(letter)
        if taken > cells:
            return text[:at]
    return text


def _cells_of_letter(letter: str) -> int:
    if letter.isascii():
        return 1
    if letter in _NO_WIDTH or unicodedata.category(letter) in ("Mn", "Me"):
        return 0
    if "\u1160" <= letter <= "\u11ff":
        return 0  # the vowels and ends of Korean syllables stand on the letter before
    return 2 if unicodedata.east_asian_width(letter) in ("W", "F") else 1
