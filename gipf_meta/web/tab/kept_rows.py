"""The changed rows of a library in memory, so that the browser can store them, too.

A row is stored as its key and its columns. The keys of all rows of a match begin with its number,
those of the practice with one that no match gets.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from gipf_meta.library.schema import transaction
from gipf_meta.library.sqlite_file import LibraryDatabase

PRACTICE: Final = 1 << 52
"""The number with which the keys of the practice begin."""
_KEYS: Final[dict[str, tuple[str | int, ...]]] = {
    "match": ("id",),
    "start": ("match",),
    "turn": ("match", "n"),
    "ledger": ("room", "number"),
    "practice": (PRACTICE, "id"),
    "library": (),
}
"""The tables, in the order in which they must be filled, with the columns, or numbers, of their
keys."""

RowKey: TypeAlias = tuple[int, str, int]
"""The number of the match, the table, and the number in it; 0 where there is none."""
KeptRow: TypeAlias = tuple[RowKey, Sequence[Any]]


@dataclass(frozen=True)
class RowChange:
    """A change of the row with that *key*: its new *columns*, or ``None`` if it was deleted.

    A row *is_new* if an existing row with its key would be a conflict.
    """

    key: RowKey
    columns: Sequence[Any] | None
    is_new: bool = False


Making: TypeAlias = Literal["INSERT", "UPDATE", "DELETE"]


class KeptRows:
    """Records the changes of the tables of *database* from now on, by triggers."""

    def __init__(self, database: LibraryDatabase) -> None:
        self._database = database
        self._db = db = database.connection
        db.execute(
            "CREATE TEMP TABLE changed (n INTEGER PRIMARY KEY, made TEXT, kind TEXT, room INTEGER,"
            " number INTEGER)"
        )
        for table, columns in _KEYS.items():
            for made, row in (("INSERT", "new"), ("UPDATE", "new"), ("DELETE", "old")):
                parts = (
                    f"{row}.{each}" if isinstance(each, str) else str(each) for each in columns
                )
                key = [*parts, "0", "0"][:2]
                db.execute(
                    f"CREATE TEMP TRIGGER {made}_{table} AFTER {made} ON main.{table} BEGIN"
                    " INSERT INTO changed (made, kind, room, number)"
                    f" VALUES ('{made}', '{table}', {', '.join(key)}); END"
                )

    def take_changes(self) -> list[RowChange]:
        """Returns the changes since the last call. Raises ``sqlite3.Error``."""
        if self._database.connection is not self._db:
            raise sqlite3.OperationalError  # the library was replaced: nothing notes its changes
        question = "SELECT made, room, kind, number FROM changed ORDER BY n"
        made: dict[RowKey, list[Making]] = {}
        for kind, *key in self._db.execute(question).fetchall():
            room, table, number = key
            made.setdefault((room, table, number), []).append(kind)
        self._db.execute("DELETE FROM changed")
        return [
            RowChange(key, self._columns(key), key[1] == "ledger" and kinds == ["INSERT"])
            for key, kinds in made.items()
        ]

    def put(self, rooms: Iterable[int], rows: Iterable[KeptRow]) -> None:
        """Replaces all rows of the matches *rooms*, or of the practice, by *rows*; records no
        change."""
        db = self._db
        known = sorted(rows, key=lambda row: [*_KEYS].index(row[0][1]))
        with transaction(db):
            (last,) = db.execute("SELECT coalesce(max(n), 0) FROM changed").fetchone()
            for room in rooms:
                db.execute("DELETE FROM match WHERE id = ?", (room,))  # and its turns
                db.execute("DELETE FROM ledger WHERE room = ?", (room,))
                if room == PRACTICE:  # but for what was added here, and is not taken yet
                    db.execute(
                        "DELETE FROM practice WHERE id NOT IN"
                        " (SELECT number FROM changed WHERE kind = 'practice')"
                    )
            for (_room, table, _number), columns in known:
                if table == "library":
                    db.execute("UPDATE library SET changes = max(changes, ?)", (columns[1],))
                    continue
                places = ", ".join("?" for _column in columns)
                insert = "INSERT OR IGNORE" if table == "practice" else "INSERT"
                db.execute(f"{insert} INTO {table} VALUES ({places})", tuple(columns))
            db.execute("DELETE FROM changed WHERE n > ?", (last,))

    def last_number(self) -> int:
        """Returns the highest number that a match was given here; 0: none."""
        question = "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'match'"
        return int(self._db.execute(question).fetchone()[0])

    def reserve(self, number: int) -> None:
        """Makes *number* the number of the next match."""
        with transaction(self._db):
            self._db.execute("DELETE FROM sqlite_sequence WHERE name = 'match'")
            self._db.execute("INSERT INTO sqlite_sequence VALUES ('match', ?)", (number - 1,))

    def _columns(self, key: RowKey) -> Sequence[Any] | None:
        room, table, number = key
        where = " AND ".join(f"{column} = ?" for column in _KEYS[table]) or "1"
        values = (room, number)[: len(_KEYS[table])]
        row = self._db.execute(f"SELECT * FROM {table} WHERE {where}", values).fetchone()
        return None if row is None else tuple(row)
