"""The library's SQLite file: tables, transactions, who holds it, what is done when it is damaged.

A match is one row with the head of its record, and one row for each turn of its bottom game, each
as JSON. Every turn has a hash over itself and the one before it, and the match one over its head
and its last turn, so nothing can be changed or cut off unseen.
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
"""How long a write waits for another process."""
MOST_NUMBERS: Final = 1_000_000
"""A damaged file may name any number as its last one."""

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
    """The library cannot do what is asked; one sentence."""


class Database:
    """A connection to the file.

    *notice* says what had to be done to it. *files* grows when the library has become another file
    than it was: the old one was damaged and is set aside, or somebody took it away.
    """

    def __init__(self, path: Path) -> None:
        """Opens the file, making it if there is none. Raises ``LibraryError``."""
        self.path = path
        self.notice = ""
        self.files = 0
        with _sentences(path):
            self._open()

    def close(self) -> None:
        self.connection.close()

    def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What *work* reads, all of it at one moment. Raises ``LibraryError``."""
        return self._run(work, "DEFERRED")

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Does *work* in one transaction, whole or not at all. Raises ``LibraryError``."""
        return self._run(work, "IMMEDIATE")

    def _run(self, work: Callable[[sqlite3.Connection], T], kind: str) -> T:
        with _sentences(self.path):
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
            self.connection = _opened(self.path)
        except sqlite3.DatabaseError as error:
            if not _is_damage(error):
                raise
            self._identity = _identity(self.path)
            self._set_aside()
        else:
            self._identity = _identity(self.path)
            self.files += 1

    def _set_aside(self) -> None:
        """Puts what can be read of the damaged file in its place, unless somebody just did."""
        with closing(_held(self.path, "damage", BUSY_MS)):
            if _identity(self.path) == self._identity:
                self.notice = _replaced(self.path)
        self.connection = _opened(self.path)
        self._identity = _identity(self.path)
        self.files += 1


def put(
    db: sqlite3.Connection,
    number: int | None,
    head: str,
    told: Sequence[str],
    *,
    first: int = 0,
    begun: str,
    changed: str,
) -> int:
    """Writes the *head* of a match and its turns from the *first* on; returns its number.

    Turns that stood there from the first on are gone. A match without a number gets one.
    """
    before = db.execute(
        "SELECT hash FROM turn WHERE match = ? AND n = ?", (number, first - 1)
    ).fetchone()
    hashes = list(chain(before[0] if before else "", told))
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
            first + len(told),
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
        ((number, first + n, *row) for n, row in enumerate(zip(told, hashes[1:], strict=True))),
    )
    return number


def chain(before: str, told: Sequence[str]) -> Iterator[str]:
    """The hash of the turn *before* the ones that are *told*, and theirs."""
    yield before
    for turn in told:
        before = _hash(before, turn)
        yield before


def seal(head: str, last: str) -> str:
    """The hash of a match whose *last* turn has that hash."""
    return _hash(last, head)


def _hash(before: str, text: str) -> str:
    return hashlib.sha256(f"{before}\n{text}".encode()).hexdigest()


class Hold:
    """One match, held by this process until ``close`` or its end."""

    def __init__(self, path: Path, number: int) -> None:
        """Raises ``LibraryError`` if another process holds it."""
        self._file = _folder(path) / str(number)
        with _sentences(path):
            try:
                self._lock = _held(path, str(number), 0)
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
        with suppress(OSError):
            self._file.unlink(missing_ok=True)
        self._lock.close()


# ---- the file ----------------------------------------------------------------------------------


def _opened(path: Path) -> sqlite3.Connection:
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
            # a kill after a commit loses nothing; only a power cut can lose the last decisions
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
    """Makes the tables what they are today."""
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
    """Tells one file from another that takes its place."""
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
def _sentences(path: Path) -> Iterator[None]:
    """What SQLite says, in words for a player."""
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


def _held(path: Path, name: str, wait_ms: int) -> sqlite3.Connection:
    """A lock that ends with the process."""
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


def _replaced(path: Path) -> str:
    """Keeps a copy of a damaged file, puts what can be read of it in its place, and says so."""
    aside, rescued = _free_name(path), path.with_name(f"{path.stem}-rescued{path.suffix}")
    for suffix in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            shutil.copyfile(f"{path}{suffix}", f"{aside}{suffix}")
        Path(f"{rescued}{suffix}").unlink(missing_ok=True)
    whole = cut = 0
    with closing(_opened(rescued)) as fresh, closing(_leniently_opened(aside)) as damaged:
        last = _last_number(damaged)
        for number in range(1, last + 1):
            found = _readable(damaged, number)
            if found is None:
                continue
            head, told, turns, begun, changed = found
            is_cut = len(told) < turns
            if is_cut:
                head = _cut_head(head, told)
            with suppress(sqlite3.Error, ValueError, KeyError, TypeError), _transaction(fresh):
                put(fresh, number, head, told, begun=begun, changed=changed)
                whole, cut = whole + (not is_cut), cut + is_cut
        # a number that is lost is not given to another match
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


def _leniently_opened(path: Path) -> sqlite3.Connection:
    """A damaged file, of which SQLite is to read what it can."""
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    with suppress(sqlite3.Error):
        db.execute("PRAGMA writable_schema = ON")
    return db


def _last_number(db: sqlite3.Connection) -> int:
    """The last number any readable part of a damaged file names."""
    last = 0
    for question in (
        "SELECT seq FROM sqlite_sequence WHERE name = 'match'",
        "SELECT max(id) FROM match",
        "SELECT max(match) FROM turn",
    ):
        with suppress(sqlite3.Error, TypeError, ValueError):
            last = max(last, int(db.execute(question).fetchone()[0]))
    return min(last, MOST_NUMBERS)


def _readable(db: sqlite3.Connection, number: int) -> tuple[str, list[str], int, str, str] | None:
    """Head, turns, their number, and dates of a match, if any of it can be read."""
    try:
        row = db.execute(
            "SELECT head, turns, begun, changed FROM match WHERE id = ?", (number,)
        ).fetchone()
    except sqlite3.Error:
        return None
    if row is None:
        return None
    head, turns, begun, changed = row
    told: list[str] = []
    with suppress(sqlite3.Error):
        for n in range(turns):
            found = db.execute(
                "SELECT told FROM turn WHERE match = ? AND n = ?", (number, n)
            ).fetchone()
            if found is None:
                break
            told.append(found[0])
    if turns and not told:
        return None
    return head, told, turns, begun, changed


def _cut_head(head: str, told: Sequence[str]) -> str:
    """The head of a match that goes only as far as the turns that are left."""
    with suppress(ValueError, KeyError, TypeError, IndexError):
        top: dict[str, Any] = json.loads(head)
        top.pop("result", None)
        top["time"] = max(
            (decision.get("at", 0) for turn in told for decision in json.loads(turn)["decisions"]),
            default=0,
        )
        return json.dumps(top, ensure_ascii=False)
    return head
