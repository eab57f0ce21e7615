"""The entries of the practice in a library: each a row, whose number is the hash of what it says.

So programs, and tabs of a browser, that add at the same time never take each other's number, an
entry that is added twice is there once, and a damaged one is known for it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from gipf_meta.library.schema import number_of_entry, write_entry
from gipf_meta.library.store import Library
from gipf_meta.practice.entries import ENTRY, Entry
from gipf_meta.practice.keeping import MemoryKeeper, PracticeKeeper, require_room


class LibraryPractice:
    """The practice in *library*: a ``PracticeKeeper``."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._known: dict[int, Entry] = {}

    def entries(self) -> Sequence[Entry]:
        """All entries, the earliest first; without those of newer versions, and damaged ones.
        Raises ``LibraryError``."""
        question = "SELECT id, told FROM practice"
        rows = self._library.database.read(lambda db: db.execute(question).fetchall())
        for number, text in rows:
            if number not in self._known and (entry := _read(number, text)) is not None:
                self._known[number] = entry
        found = [(number, self._known[number]) for number, _text in rows if number in self._known]
        return [entry for _number, entry in sorted(found, key=lambda row: (row[1].at_ms, row[0]))]

    def add(self, entry: Entry) -> None:
        """Adds *entry*. Raises ``LibraryError``, and ``NotKept`` where there are too many."""
        text = ENTRY.dump_json(entry).decode()

        def write(db: sqlite3.Connection) -> None:
            require_room(db.execute("SELECT count(*) FROM practice").fetchone()[0])
            write_entry(db, text)

        self._library.database.write(write)


def practice_in(library: Library | None) -> PracticeKeeper:
    """The practice in *library*; where there is none it lasts as long as the program runs."""
    return MemoryKeeper() if library is None else LibraryPractice(library)


def _read(number: Any, text: Any) -> Entry | None:
    """The entry of a row; ``None`` if it is damaged, or of a kind that a newer version has."""
    if not isinstance(text, str) or number_of_entry(text) != number:
        return None
    try:
        return ENTRY.validate_json(text)
    except ValidationError:
        return None
