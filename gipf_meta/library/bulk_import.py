"""Adds many matches to a library at once, each game once."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Sequence

from gipf_meta.base import clock
from gipf_meta.library.rows import match_rows, require_kept
from gipf_meta.library.schema import LibraryError, hash_chain, write_match
from gipf_meta.library.store import Library
from gipf_meta.records.models import Record

_KNOWN = """
SELECT match.id, match.game, match.names, turn.hash,
    CASE WHEN json_valid(match.head) THEN json_extract(match.head, '$.about.date') END,
    CASE WHEN json_valid(match.head) THEN json_extract(match.head, '$.options') END,
    CASE WHEN json_valid(match.head) THEN json_extract(match.head, '$.position') END
FROM match LEFT JOIN turn ON turn.match = match.id AND turn.n = match.turns - 1
"""


def is_of_library(error: BaseException) -> bool:
    """Whether *error* is a failure of the library, which would take no other record either, and not
    of a record: the disk is full, another program holds the file, it is read-only."""
    cause = error.__cause__
    return isinstance(error, LibraryError) and isinstance(cause, sqlite3.OperationalError | OSError)


class Adder:
    """Adds matches to *library*, and knows the games that it has, by their turns, people, date,
    options and position."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._known: dict[bytes, int] | None = None

    def add(self, records: Sequence[tuple[Record, bool]]) -> list[tuple[int, bool]]:
        """Adds *records* in one transaction; returns the number of each, and whether it is new.

        A record with *once*, the second of its pair, is not added if the same game is there, whose
        number it gets: the same turns of the same people on the same date, by the same options and
        from the same position. Raises ``LibraryError``.
        """
        rows = [(*match_rows(record), record, once) for record, once in records]
        for head, texts, _record, _once in rows:
            require_kept(head, texts)
        now = clock.date()

        def write(db: sqlite3.Connection) -> tuple[list[tuple[int, bool]], dict[bytes, int]]:
            known = _known_games(db) if self._known is None else self._known
            fresh: dict[bytes, int] = {}
            added = []
            for head, texts, record, once in rows:
                *_before, last = hash_chain("", texts)
                names = "\n".join(seat.name for seat in record.people)
                known_by = json.loads(head)
                key = _key(
                    (record.game, names, last, record.about.get("date")),
                    known_by.get("options"),
                    known_by.get("position"),
                )
                number = fresh.get(key, known.get(key)) if once else None
                if is_new := number is None:
                    number = write_match(db, None, head, texts, begun=now, changed=now)
                    fresh[key] = number
                added.append((number, is_new))
            return added, {**known, **fresh} if self._known is None else fresh

        added, fresh = self._library.database.write(write)
        if self._known is None:
            self._known = fresh
        else:
            self._known.update(fresh)
        return added


def _known_games(db: sqlite3.Connection) -> dict[bytes, int]:
    """The numbers of the matches in the library, by ``_key``."""
    return {
        _key(played, json.loads(options or "null"), position): number
        for number, *played, options, position in db.execute(_KNOWN)
    }


def _key(played: Sequence[object], options: object, position: object) -> bytes:
    """A hash that is equal for two records of the same game: *played* are the game, its people, the
    hash over all turns, and the date."""
    said = [*(each or "" for each in played), options or {}, position or ""]
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).digest()[:16]
