"""Entries as rows of a table: each has its text as JSON, and the hash of that text as its number.

So programs that add at the same time never take each other's number, an entry that is added twice
is there once, and a damaged one is known for it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from typing import Any, Final

from pydantic import ValidationError

from gipf_meta.practice.entries import ENTRY, Entry


def text_of_entry(entry: Entry) -> str:
    """The text of *entry*: JSON."""
    return ENTRY.dump_json(entry).decode()


def number_of_entry(text: str) -> int:
    """The number of the row of an entry: 52 bits of its hash, which a browser can count, too."""
    return int(hashlib.sha256(text.encode()).hexdigest()[:13], 16)


STAMPED: Final = 65_521
"""The number of rows and the sum of the remainders of their numbers by this change whenever one
comes or goes: a table is read anew only then."""


class KnownEntries:
    """Reads rows, each of them once."""

    def __init__(self) -> None:
        self._known: dict[int, Entry | None] = {}
        self._stamp = ""
        self._latest = list[Entry]()

    def latest(self, stamp: str, rows: Callable[[], Iterable[Any]]) -> list[Entry]:
        """The entries of *rows*, as ``read`` has them; the same list as before as long as the
        *stamp* of the table is the same."""
        if stamp != self._stamp:
            self._latest, self._stamp = self.read(rows()), stamp
        return self._latest

    def read(self, rows: Iterable[Any]) -> list[Entry]:
        """The entries of *rows*, each a number and a text, the earliest first; without damaged
        ones, and those that only a newer version knows."""
        found = list[tuple[int, int, Entry]]()
        for number, text in rows:
            if number not in self._known:
                self._known[number] = _read(number, text)
            if (entry := self._known[number]) is not None:
                found.append((entry.at_ms, number, entry))
        return [entry for _at_ms, _number, entry in sorted(found, key=lambda each: each[:2])]


def _read(number: Any, text: Any) -> Entry | None:
    if not isinstance(text, str) or number_of_entry(text) != number:
        return None
    try:
        return ENTRY.validate_json(text)
    except ValidationError:
        return None
