"""The library's SQLite file: tables, transactions, locks, and the rescue of a damaged file.

A match is one row with the head of its record, and one row for each turn of its bottom game, both
as JSON. The hash of a turn covers the turn and the hash before it, the hash of a match its head and
its last turn, so every change and every cut is noticed.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeVar

from gipf_meta.base import clock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _

VERSION: Final = 2
"""The version of the tables, written into the file."""
BUSY_MS: Final = 5_000
"""Milliseconds that a write waits for another process."""
MOST_NUMBERS: Final = 1_000_000
"""The highest number that is looked for in a damaged file, whatever the file says."""

_TABLES: Final = """
CREATE TABLE match (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    head TEXT NOT NULL,        -- the record without its turns, as JSON
    game TEXT NOT NULL,
    names TEXT NOT NULL,       -- who played, a line each
    turns INTEGER NOT NULL,
    over INTEGER NOT NULL,
    begun TEXT NOT NULL,
    changed TEXT NOT NULL,
    hash TEXT NOT NULL         -- of the last turn and the head
);
CREATE INDEX match_changed ON match (changed DESC, id DESC);
CREATE TABLE turn (
    match INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    n INTEGER NOT NULL,
    told TEXT NOT NULL,        -- the turn as JSON, duels inside
    hash TEXT NOT NULL,        -- of the turn before it and this one
    PRIMARY KEY (match, n)
) WITHOUT ROWID;
"""

T = TypeVar("T")


class LibraryError(GipfMetaError, RuntimeError):
    """The library cannot do what was asked; one sentence."""


class Database:
    """A connection to the file.

    *notice* says how a damaged file was rescued; it is empty if nothing was damaged. *files* counts
    the files that stood at the path: it grows when a damaged file is replaced, or when somebody
    removes the file.
    """

    def __init__(self, path: Path) -> None:
        """Opens the file, and creates it if there is none. Raises ``LibraryError``."""
        self.path = path
        self.notice = ""
        self.files = 0
        with _in_sentences(path):
            self._open()

    def close(self) -> None:
        """Closes the connection."""
        self.connection.close()

    def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Returns what *work* reads in one transaction. Raises ``LibraryError``."""
        return self._run(work, "DEFERRED")

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Does *work* in one transaction, whole or not at all. Raises ``LibraryError``."""
        return self._run(work, "IMMEDIATE")

    def _run(self, work: Callable[[sqlite3.Connection], T], kind: str) -> T:
        with _in_sentences(self.path):
            if _identity(self.path) != self._identity:
                self.close()
                self._open()
            try:
                with _transaction(self.connection, kind):
                    return work(self.connection)
            except sqlite3.DatabaseError as error:
                if not _is_damage(error):
                    raise
            self.close()
            self._set_aside()
            with _transaction(self.connection, kind):
                return work(self.connection)

    def _open(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self.connection = _connect(self.path)
        except sqlite3.DatabaseError as error:
            if not _is_damage(error):
                raise
            self._identity = _identity(self.path)
            self._set_aside()
        else:
            self._identity = _identity(self.path)
            self.files += 1

    def _set_aside(self) -> None:
        """Replaces the damaged file by its readable parts, unless another process just did."""
        with closing(_lock_file(self.path, "damage", BUSY_MS)):
            if _identity(self.path) == self._identity:
                self.notice = _replace(self.path)
        self.connection = _connect(self.path)
        self._identity = _identity(self.path)
        self.files += 1


def write_match(
    db: sqlite3.Connection,
    number: int | None,
    head: str,
    texts: Sequence[str],
    *,
    first: int = 0,
    begun: str,
    changed: str,
) -> int:
    """Writes the *head* of a match and its turns from the *first* on; returns its number.

    Older turns from the *first* on are deleted. A match without a *number* gets one.
    """
    before = db.execute(
        "SELECT hash FROM turn WHERE match = ? AND n = ?", (number, first - 1)
    ).fetchone()
    hashes = list(hash_chain(before[0] if before else "", texts))
    top = json.loads(head)
    written = db.execute(
        "INSERT INTO match (id, head, game, names, turns, over, begun, changed, hash)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET head = excluded.head,"
        " turns = excluded.turns, over = excluded.over, changed = excluded.changed,"
        " hash = excluded.hash",
        (
            number,
            head,
            top["game"],
            "\n".join(seat["name"] for seat in top.get("people", ())),
            first + len(texts),
            "result" in top,
            begun,
            changed,
            seal(head, hashes[-1]),
        ),
    )
    number = number or written.lastrowid
    assert number is not None
    db.execute("DELETE FROM turn WHERE match = ? AND n >= ?", (number, first))
    db.executemany(
        "INSERT INTO turn VALUES (?, ?, ?, ?)",
        ((number, first + n, *row) for n, row in enumerate(zip(texts, hashes[1:], strict=True))),
    )
    return number


def hash_chain(before: str, texts: Sequence[str]) -> Iterator[str]:
    """The hash *before*, then the hash of each turn of *texts*."""
    yield before
    for turn in texts:
        before = _hash(before, turn)
        yield before


def seal(head: str, last: str) -> str:
    """The hash of a match whose *last* turn has that hash."""
    return _hash(last, head)


def _hash(before: str, text: str) -> str:
    return hashlib.sha256(f"{before}\n{text}".encode()).hexdigest()


class Hold:
    """A lock on one match, which this process holds until ``close`` or its own end."""

    def __init__(self, path: Path, number: int) -> None:
        """Raises ``LibraryError`` if another process holds it."""
        self._file = _folder(path) / str(number)
        with _in_sentences(path):
            try:
                self._lock = _lock_file(path, str(number), 0)
            except sqlite3.OperationalError as error:
                if "locked" not in str(error):
                    raise
                raise LibraryError(
                    _(
                        "Match {number} is being played in another window; it can be played in one"
                        " at a time."
                    ).format(number=number)
                ) from None

    def close(self) -> None:
        """Releases the match."""
        with suppress(OSError):
            self._file.unlink(missing_ok=True)
        self._lock.close()


# ---- the file ----------------------------------------------------------------------------------


def _connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=BUSY_MS / 1000, isolation_level=None)
    try:
        db.execute("PRAGMA foreign_keys = ON")
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            raise LibraryError(
                _(
                    "{path} was written by a newer version of this program (tables {version}); this"
                    " one knows tables {known}."
                ).format(path=path, version=version, known=VERSION)
            )
        if version < VERSION:
            # a killed process loses nothing; only a power cut can lose the last decisions
            db.execute("PRAGMA journal_mode = WAL")
            with _transaction(db):
                _upgrade(db)
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute("SELECT id, hash FROM match LIMIT 1").fetchone()
    except BaseException:
        db.close()
        raise
    return db


def _upgrade(db: sqlite3.Connection) -> None:
    """Brings the tables to ``VERSION``."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version == 0:
        if db.execute("SELECT 1 FROM sqlite_master").fetchone():
            raise sqlite3.OperationalError(_("it is a database of another program"))
        for statement in _TABLES.split(";"):
            db.execute(statement)
    elif version == 1:
        db.execute("ALTER TABLE match ADD COLUMN hash TEXT NOT NULL DEFAULT ''")
        for number, head in db.execute("SELECT id, head FROM match").fetchall():
            last = db.execute(
                "SELECT hash FROM turn WHERE match = ? ORDER BY n DESC LIMIT 1", (number,)
            ).fetchone()
            names = "\n".join(seat["name"] for seat in json.loads(head).get("people", ()))
            db.execute(
                "UPDATE match SET hash = ?, names = ? WHERE id = ?",
                (seal(head, last[0] if last else ""), names, number),
            )
    db.execute(f"PRAGMA user_version = {VERSION}")


def _identity(path: Path) -> tuple[int, int] | None:
    """A value that differs between a file and another one that replaces it."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


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
def _in_sentences(path: Path) -> Iterator[None]:
    """Turns errors of SQLite and of files into ``LibraryError``: a sentence to the player."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        words = str(error)
        why = {
            "database is locked": _("another program holds it"),
            "attempt to write a readonly database": _("it may only be read"),
            "unable to open database file": _("it cannot be opened there"),
            "database or disk is full": _("the disk is full"),
            "disk I/O error": _("the disk does not answer"),
        }.get(words, words)
        raise LibraryError(
            _("The library {path} cannot be used: {why}.").format(path=path, why=why)
        ) from error
    except OSError as error:
        why = error.strerror or str(error)
        raise LibraryError(
            _("The library {path} cannot be used: {why}.").format(path=path, why=why)
        ) from error


def _folder(path: Path) -> Path:
    return path.with_suffix(".locks")


def _lock_file(path: Path, name: str, wait_ms: int) -> sqlite3.Connection:
    """A lock that ends with the process. Waits *wait_ms* milliseconds for another process.

    Raises ``sqlite3.OperationalError``.
    """
    _folder(path).mkdir(exist_ok=True)
    lock = sqlite3.connect(_folder(path) / name, timeout=wait_ms / 1000, isolation_level=None)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except BaseException:
        lock.close()
        raise
    return lock


# ---- damage ------------------------------------------------------------------------------------


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    codes = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in codes


def _replace(path: Path) -> str:
    """Sets a damaged file aside and replaces it by its readable parts; returns a sentence on it."""
    aside, rescued = _free_name(path), path.with_name(f"{path.stem}-rescued{path.suffix}")
    for suffix in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            shutil.copyfile(f"{path}{suffix}", f"{aside}{suffix}")
        Path(f"{rescued}{suffix}").unlink(missing_ok=True)
    whole = cut = 0
    with closing(_connect(rescued)) as fresh, closing(_connect_to_damaged(aside)) as damaged:
        last = _last_number(damaged)
        for number in range(1, last + 1):
            found = _read_match(damaged, number)
            if found is None:
                continue
            head, texts, turns, begun, changed = found
            is_cut = len(texts) < turns
            if is_cut:
                head = _cut_head(head, texts)
            with suppress(sqlite3.Error, ValueError, KeyError, TypeError), _transaction(fresh):
                write_match(fresh, number, head, texts, begun=begun, changed=changed)
                whole, cut = whole + (not is_cut), cut + is_cut
        # the number of a lost match is never given to another one
        fresh.execute("DELETE FROM sqlite_sequence")
        fresh.execute("INSERT INTO sqlite_sequence VALUES ('match', ?)", (last,))
    for suffix in ("-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)
    os.replace(rescued, path)
    rescue = _.many(
        "The library was damaged. It is set aside as {aside}; {count} match could be read and"
        " taken over{only}.",
        "The library was damaged. It is set aside as {aside}; {count} matches could be read and"
        " taken over{only}.",
        whole + cut,
    )
    only = _(", {cut} only in part").format(cut=cut) if cut else ""
    return rescue.format(aside=aside, count=whole + cut, only=only)


def _free_name(path: Path) -> Path:
    name = f"{path.stem}-damaged-{clock.stamp()}"
    aside, n = path.with_name(f"{name}{path.suffix}"), 1
    while aside.exists():
        n += 1
        aside = path.with_name(f"{name}-{n}{path.suffix}")
    return aside


def _connect_to_damaged(path: Path) -> sqlite3.Connection:
    """Opens a damaged file so that SQLite reads what it can."""
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    with suppress(sqlite3.Error):
        db.execute("PRAGMA writable_schema = ON")
    return db


def _last_number(db: sqlite3.Connection) -> int:
    """The highest number that a readable part of a damaged file names, up to ``MOST_NUMBERS``."""
    last = 0
    for question in (
        "SELECT seq FROM sqlite_sequence WHERE name = 'match'",
        "SELECT max(id) FROM match",
        "SELECT max(match) FROM turn",
    ):
        with suppress(sqlite3.Error, TypeError, ValueError):
            last = max(last, int(db.execute(question).fetchone()[0]))
    return min(last, MOST_NUMBERS)


def _read_match(db: sqlite3.Connection, number: int) -> tuple[str, list[str], int, str, str] | None:
    """Head, turns, number of turns, and dates of a match; ``None`` if nothing can be read."""
    try:
        row = db.execute(
            "SELECT head, turns, begun, changed FROM match WHERE id = ?", (number,)
        ).fetchone()
    except sqlite3.Error:
        return None
    if row is None:
        return None
    head, turns, begun, changed = row
    texts: list[str] = []
    with suppress(sqlite3.Error):
        for n in range(turns):
            found = db.execute(
                "SELECT told FROM turn WHERE match = ? AND n = ?", (number, n)
            ).fetchone()
            if found is None:
                break
            texts.append(found[0])
    if turns and not texts:
        return None
    return head, texts, turns, begun, changed


def _cut_head(head: str, texts: Sequence[str]) -> str:
    """The head of a match of which only the turns *texts* are left."""
    with suppress(ValueError, KeyError, TypeError, IndexError):
        top: dict[str, Any] = json.loads(head)
        top.pop("result", None)
        top["time"] = max(
            (decision.get("at", 0) for turn in texts for decision in json.loads(turn)["decisions"]),
            default=0,
        )
        return json.dumps(top, ensure_ascii=False)
    return head
