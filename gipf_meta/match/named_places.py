"""Places that a typed text names and the board does not have: what to say about them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from gipf_meta.base.texts import _

_NAME: Final = re.compile(r"([a-z])([0-9]{1,3})", re.ASCII)
_NAMED: Final = re.compile(r"(?<![a-wyz])([a-z][0-9]{1,3})(?![0-9])", re.ASCII)
"""A letter and a number in a text: behind a small letter it is the end of a word, but for ``x``,
the sign of a capture."""


def missing_place(text: str, places: Iterable[str]) -> str:
    """A sentence on the first place that *text* names and that is none of *places*; else "".

    Says nothing where places are not called by a letter and a number, such as ``d4``.
    """
    known = dict.fromkeys(places)
    if not known or not all(map(_NAME.fullmatch, known)):
        return ""
    missing = next((name for name in _NAMED.findall(text) if name not in known), "")
    if not missing:
        return ""
    letter = missing[0]
    beside = _in_order(name for name in known if name[0] == letter)
    if not beside:
        ends = _in_order(known)
        return _("There is no {place} on the board: its places are {first} to {last}.").format(
            place=missing, first=ends[0], last=ends[-1]
        )
    numbers = [int(name[1:]) for name in beside]
    if numbers == list(range(numbers[0], numbers[-1] + 1)):
        return _(
            "There is no {place} on the board: the places with {letter} are {first} to {last}."
        ).format(place=missing, letter=letter, first=beside[0], last=beside[-1])
    return _("There is no {place} on the board: the places with {letter} are {places}.").format(
        place=missing, letter=letter, places=", ".join(beside)
    )


def _in_order(names: Iterable[str]) -> list[str]:
    """*names* by their letters, then by their numbers."""
    return sorted(names, key=lambda name: (name[0], int(name[1:])))
