"""The library: every match that was played on this machine, in one SQLite file.

A match is one row, and one row for each turn of its bottom game; the record of a duel stands inside
the decision it made, as in a saved file. Every decision is one transaction, so whatever was shown
has been written, and a program that is killed loses nothing of it. The turns of a match are chained
by hashes over decisions and times; ``verify`` computes them again by replaying.

Only one process plays a match at a time: it holds a lock that ends with the process.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import platformdirs

from gipf_meta import clock
from gipf_meta.match import Match, Step
from gipf_meta.record import (
    PlayedTurn,
    Record,
    RecordError,
    Seat,
    head,
    loads,
    running_duel,
    save,
    sparse,
    to_record,
    turn_records,
)

VERSION: Final = 1
"""The version of the tables, written into the file."""
BUSY_MS: Final = 5_000
"""How long a write waits for another process."""

_TABLES: Final = """
CREATE TABLE match (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    head TEXT NOT NULL,        -- the record without its turns, as JSON
    game TEXT NOT NULL,
    names TEXT NOT NULL,       -- for people: who played, seat by seat
    turns INTEGER NOT NULL,
    over INTEGER NOT NULL,
    begun TEXT NOT NULL,
    changed TEXT NOT NULL
);
CREATE INDEX match_changed ON match (changed DESC, id DESC);
CREATE TABLE turn (
    match INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    n INTEGER NOT NULL,
    told TEXT NOT NULL,        -- the turn as JSON, duels inside
    hash TEXT NOT NULL,        -- of this turn and the one before it
    PRIMARY KEY (match, n)
) WITHOUT ROWID;
"""


class LibraryError(RuntimeError):
    """The library cannot do what is asked; one sentence."""


@dataclass(frozen=True)
class Entry:
    """A match as the list shows it. *result* names winners and reason, if it is over."""

    id: int
    game: str
    names: tuple[str, ...]
    turns: int
    over: bool
    result: str
    begun: str
    changed: str


def library_path() -> Path:
    """Where the library of this user is."""
    return platformdirs.user_data_path("gipf-meta", appauthor=False) / "library.sqlite"


class Library:
    """The matches of one file. Use as a context, or ``close`` it."""

    def __init__(self, path: Path | None = None) -> None:
        """Opens the library, making it if there is none. Raises ``LibraryError``."""
        self.path = path or library_path()
        self.notice = ""
        with _sentences(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            try:
                self._db = _opened(self.path)
            except sqlite3.DatabaseError as error:
                if error.sqlite_errorcode not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                    raise
                self.notice = _set_aside(self.path)
                self._db = _opened(self.path)

    def close(self) -> None:
        self._db.close()

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- keeping ----------------------------------------------------------------------------

    def begin(self, match: Match, people: Sequence[Seat]) -> Kept:
        """Takes a new match into the library. Raises ``LibraryError``."""
        kept = Kept(self, self.add(to_record(match, tuple(people))), tuple(people))
        kept.wrote(match)
        return kept

    def go_on(self, number: int) -> tuple[Record, Kept]:
        """The record of a match, and its place in the library, to play on.

        Raises ``LibraryError``, also while another process plays it.
        """
        kept = Kept(self, number, ())
        try:
            record = self.record(number)
        except LibraryError:
            kept.close()
            raise
        kept.people = record.people
        return record, kept

    def add(self, record: Record) -> int:
        """Takes a record into the library as it is, and returns its number."""
        top = record.model_copy(update={"turns": ()})
        with _sentences(self.path), _transaction(self._db):
            now = clock.date()
            cursor = self._db.execute(
                "INSERT INTO match (head, game, names, turns, over, begun, changed)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    _json(top),
                    top.game,
                    _names(top),
                    len(record.turns),
                    top.result is not None,
                    now,
                    now,
                ),
            )
            assert cursor.lastrowid is not None
            self._db.executemany(
                "INSERT INTO turn VALUES (?, ?, ?, ?)",
                _rows(cursor.lastrowid, 0, record.turns, ""),
            )
        return cursor.lastrowid

    def delete(self, number: int) -> None:
        """Deletes a match. Raises ``LibraryError``, also while it is being played."""
        with closing(Kept(self, number, ())), _sentences(self.path), _transaction(self._db):
            self._db.execute("DELETE FROM match WHERE id = ?", (number,))

    # ---- reading ----------------------------------------------------------------------------

    def entries(
        self,
        *,
        game: str | None = None,
        name: str | None = None,
        over: bool | None = None,
        most: int | None = None,
    ) -> list[Entry]:
        """The matches, the one played last first; of a *game*, with somebody called *name*."""
        conditions, values = ["1"], []
        for condition, value in (
            ("game = ?", game),
            ("names LIKE ? ESCAPE '\\'", None if name is None else f"%{_like(name)}%"),
            ("over = ?", over),
        ):
            if value is not None:
                conditions.append(condition)
                values.append(value)
        with _sentences(self.path):
            rows = self._db.execute(
                "SELECT id, game, head, turns, over, begun, changed FROM match"
                f" WHERE {' AND '.join(conditions)} ORDER BY changed DESC, id DESC LIMIT ?",
                (*values, -1 if most is None else most),
            ).fetchall()
        return [_entry(row) for row in rows]

    def last(self) -> int:
        """The match that was played last and is not over. Raises ``LibraryError``."""
        entries = self.entries(over=False, most=1)
        if not entries:
            raise LibraryError("There is no unfinished match in the library.")
        return entries[0].id

    def record(self, number: int) -> Record:
        """A match as it can be saved in a file. Raises ``LibraryError``."""
        with _sentences(self.path), _transaction(self._db, "DEFERRED"):
            row = self._db.execute("SELECT head FROM match WHERE id = ?", (number,)).fetchone()
            if row is None:
                raise LibraryError(f"There is no match {number} in the library.")
            turns = self._db.execute("SELECT told FROM turn WHERE match = ? ORDER BY n", (number,))
            told = ",".join(text for (text,) in turns)
        try:
            return loads(f'{row[0][:-1]}, "turns": [{told}]}}', f"Match {number}")
        except RecordError as error:
            raise LibraryError(str(error)) from None

    def hash(self, number: int) -> str:
        """The hash over all decisions and times of a match."""
        with _sentences(self.path):
            row = self._db.execute(
                "SELECT hash FROM turn WHERE match = ? ORDER BY n DESC LIMIT 1", (number,)
            ).fetchone()
        return str(row[0]) if row else ""


class Kept:
    """A match's place in the library, held by this process until ``close``."""

    def __init__(self, library: Library, number: int, people: tuple[Seat, ...]) -> None:
        """Raises ``LibraryError`` if another process holds it."""
        self.library, self.number, self.people = library, number, people
        self._turns: list[list[Step]] = []
        self._lock = _locked(library.path, number)

    def close(self) -> None:
        """Lets other processes play the match."""
        self._lock.close()

    def keep(self, match: Match) -> None:
        """Writes what is new of *match* in one transaction. Raises ``LibraryError``."""
        bottom = match.sessions[0]
        turns = bottom.turns()
        first = _first_difference(self._turns, turns)
        if len(match.sessions) > 1:
            first = min(first, max(len(turns) - 1, 0))
        top = head(match, self.people)
        told = turn_records(bottom, turns[first:], running_duel(match))
        db = self.library._db
        with _sentences(self.library.path), _transaction(db):
            before = db.execute(
                "SELECT hash FROM turn WHERE match = ? AND n = ?", (self.number, first - 1)
            ).fetchone()
            db.execute("DELETE FROM turn WHERE match = ? AND n >= ?", (self.number, first))
            db.executemany(
                "INSERT INTO turn VALUES (?, ?, ?, ?)",
                _rows(self.number, first, told, before[0] if before else ""),
            )
            db.execute(
                "UPDATE match SET head = ?, turns = ?, over = ?, changed = ? WHERE id = ?",
                (_json(top), len(turns), top.result is not None, clock.date(), self.number),
            )
        self.wrote(match)

    def wrote(self, match: Match) -> None:
        """*match* is in the library as it stands; the turn of a running duel is not finished."""
        turns = match.sessions[0].turns()
        self._turns = turns if len(match.sessions) == 1 else turns[:-1]


class Keeper:
    """Keeps one match in a library, from its first decision on."""

    def __init__(self, library: Library, people: Sequence[Seat], kept: Kept | None = None) -> None:
        self.library, self.people = library, tuple(people)
        self._kept = kept

    @property
    def number(self) -> int | None:
        """The match's number in the library, ``None`` before its first decision."""
        return self._kept.number if self._kept else None

    def keep(self, match: Match) -> None:
        """Writes what is new. Raises ``LibraryError``."""
        if self._kept is not None:
            self._kept.keep(match)
        elif any(session.steps for session in match.sessions) or match.result:
            self._kept = self.library.begin(match, self.people)

    def close(self) -> None:
        """Lets other processes play the match."""
        if self._kept is not None:
            self._kept.close()
        self.library.close()


class FileKeeper:
    """Keeps a match that was resumed from a file in that file."""

    number = None

    def __init__(self, path: Path, people: Sequence[Seat]) -> None:
        self.path, self.people = path, tuple(people)

    def keep(self, match: Match) -> None:
        """Writes the match as it stands. Raises ``LibraryError``."""
        try:
            save(to_record(match, self.people), self.path)
        except RecordError as error:
            raise LibraryError(str(error)) from None


def _first_difference(before: Sequence[Sequence[Step]], after: Sequence[Sequence[Step]]) -> int:
    """The first turn that is not what was written."""
    for n, (old, new) in enumerate(zip(before, after, strict=False)):
        if len(old) != len(new) or any(a is not b for a, b in zip(old, new, strict=True)):
            return n
    return min(len(before), len(after))


def _json(top: Record) -> str:
    return json.dumps(sparse(top), ensure_ascii=False)


def _names(top: Record) -> str:
    return "\n".join(f"{seat.name} ({seat.player})" for seat in top.people)


def _like(name: str) -> str:
    for sign in "\\%_":
        name = name.replace(sign, f"\\{sign}")
    return name


def _rows(
    match: int, first: int, turns: Sequence[PlayedTurn], before: str
) -> Iterator[tuple[int, int, str, str]]:
    for n, turn in enumerate(turns, first):
        told = turn.model_dump_json(exclude_defaults=True)
        before = hashlib.sha256(f"{before}\n{told}".encode()).hexdigest()
        yield match, n, told, before


def hash_of(record: Record) -> str:
    """The hash over the decisions and times of a record, as the library keeps it."""
    hashes = [hashed for _, _, _, hashed in _rows(0, 0, record.turns, "")]
    return hashes[-1] if hashes else ""


def _entry(row: tuple[Any, ...]) -> Entry:
    number, game, head, turns, over, begun, changed = row
    try:
        data = json.loads(head)
    except ValueError:
        return Entry(number, game, (), turns, bool(over), "damaged", begun, changed)
    names = tuple(seat["name"] for seat in data.get("people", ()))
    result = ""
    if over:
        end = data["result"]
        winners = [names[seat] if seat < len(names) else f"seat {seat}" for seat in end["winners"]]
        result = f"{' and '.join(winners) or 'nobody'} ({end['reason']})"
    return Entry(number, game, names, turns, bool(over), result, begun, changed)


# ---- the file ----------------------------------------------------------------------------------


def _opened(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=BUSY_MS / 1000, isolation_level=None)
    try:
        db.execute("PRAGMA foreign_keys = ON")
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            raise LibraryError(
                f"{path} was written by a newer version of this program (tables {version}); this"
                f" one knows tables {VERSION}."
            )
        if version == 0:
            # a kill after a commit loses nothing; only a power cut can lose the last decisions
            db.execute("PRAGMA journal_mode = WAL")
            with _transaction(db):
                (again,) = db.execute("PRAGMA user_version").fetchone()
                if again == 0:
                    for statement in _TABLES.split(";"):
                        db.execute(statement)
                    db.execute(f"PRAGMA user_version = {VERSION}")
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute("SELECT id FROM match LIMIT 1").fetchone()
    except BaseException:
        db.close()
        raise
    return db


@contextmanager
def _transaction(db: sqlite3.Connection, kind: str = "IMMEDIATE") -> Iterator[None]:
    db.execute(f"BEGIN {kind}")
    try:
        yield
    except BaseException:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


@contextmanager
def _sentences(path: Path) -> Iterator[None]:
    """What SQLite says, in words for a player."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        words = str(error)
        why = {
            "database is locked": "another program holds it",
            "attempt to write a readonly database": "it may only be read",
            "unable to open database file": "it cannot be opened there",
            "database or disk is full": "the disk is full",
            "disk I/O error": "the disk does not answer",
        }.get(words, words)
        raise LibraryError(f"The library {path} cannot be used: {why}.") from error
    except OSError as error:
        why = error.strerror or str(error)
        raise LibraryError(f"The library {path} cannot be used: {why}.") from error


def _locked(path: Path, number: int) -> sqlite3.Connection:
    """A lock on one match, which ends with the process. Raises ``LibraryError``."""
    folder = path.with_suffix(".locks")
    with _sentences(path):
        folder.mkdir(exist_ok=True)
        lock = sqlite3.connect(folder / str(number), timeout=0, isolation_level=None)
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            lock.close()
            if "locked" in str(error):
                raise LibraryError(
                    f"Match {number} is being played in another window; it can be played in one"
                    " at a time."
                ) from None
            raise
    return lock


def _set_aside(path: Path) -> str:
    """Moves a damaged library away, takes what can be read over, and says so."""
    aside = path.with_name(f"{path.stem}-damaged-{clock.stamp()}{path.suffix}")
    for suffix in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            Path(f"{path}{suffix}").rename(f"{aside}{suffix}")
    saved = 0
    with closing(_opened(path)) as fresh:
        for row, turns in _readable(aside):
            with suppress(sqlite3.Error), _transaction(fresh):
                fresh.execute("INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
                fresh.executemany("INSERT INTO turn VALUES (?, ?, ?, ?)", turns)
                saved += 1
    return (
        f"The library was damaged. It is set aside as {aside}; {saved}"
        f" match{'' if saved == 1 else 'es'} could be read and taken over."
    )


def _readable(path: Path) -> Iterator[tuple[tuple[Any, ...], list[tuple[Any, ...]]]]:
    """The matches of a damaged file, as far as they can be read."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
        try:
            (most,) = db.execute("SELECT max(id) FROM match").fetchone()
        except sqlite3.Error:
            return
        for number in range(1, (most or 0) + 1):
            with suppress(sqlite3.Error):
                row = db.execute("SELECT * FROM match WHERE id = ?", (number,)).fetchone()
                turns = db.execute("SELECT * FROM turn WHERE match = ?", (number,)).fetchall()
                if row is not None:
                    yield row, turns
