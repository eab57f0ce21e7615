"""The entries of the practice in a library, which several programs may add to at once."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from gipf_meta.library.schema import write_entry
from gipf_meta.library.store import Library
from gipf_meta.practice.entries import Entry
from gipf_meta.practice.entry_rows import STAMPED, KnownEntries, text_of_entry
from gipf_meta.practice.keeping import MemoryKeeper, PracticeKeeper, require_room


class LibraryPractice:
    """The practice in *library*: a ``PracticeKeeper``."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._known = KnownEntries()

    def entries(self) -> Sequence[Entry]:
        """All entries, the earliest first. Raises ``LibraryError``."""
        return self._library.database.read(self._read)

    def _read(self, db: sqlite3.Connection) -> Sequence[Entry]:
        stamp = db.execute("SELECT count(*), sum(id % ?) FROM practice", (STAMPED,)).fetchone()
        rows = "SELECT id, told FROM practice"
        return self._known.latest(str(stamp), lambda: db.execute(rows).fetchall())

    def add(self, entry: Entry) -> None:
        """Adds *entry*. Raises ``LibraryError``, and ``NotKept`` where there are too many."""
        text = text_of_entry(entry)

        def write(db: sqlite3.Connection) -> None:
            require_room(db.execute("SELECT count(*) FROM practice").fetchone()[0])
            write_entry(db, text)

        self._library.database.write(write)


def practice_in(library: Library | None) -> PracticeKeeper:
    """The practice in *library*; where there is none it lasts as long as the program runs."""
    return MemoryKeeper() if library is None else LibraryPractice(library)
