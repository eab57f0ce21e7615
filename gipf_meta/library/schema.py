"""The tables of the library: their versions, and the rows of a match in them.

A match is one row with the head of its record, and one row for each turn of its bottom game, both
as JSON. The hash of a turn covers the turn and the hash before it, the hash of a match its head and
its last turn, so every change and every cut is noticed. The head with which a match began is stored
a second time, on another page of the file: a match whose row is lost is restored from it.

The events in the room of a match stand in a ledger beside it: a row for each command, with its
events as JSON and a hash over the row before it. The entries of the practice belong to no match.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.base.undoing import undone_by
from gipf_meta.practice.entry_rows import number_of_entry

VERSION: Final = 5
"""The version of the tables, written into the head of the file and, from 3 on, into a table."""
BUSY_MS: Final = 5_000
"""Milliseconds that a write waits for another process."""
LONGEST_TEXT: Final = 100_000_000
"""Bytes of the longest text; a damaged file may claim longer ones, which would take memory."""

_ADDED_IN_3: Final = """
CREATE TABLE library (
    version INTEGER NOT NULL,  -- the version of the tables, a second time
    changes INTEGER NOT NULL   -- how often a match was written; never less than before
);
CREATE TABLE start (
    match INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    head TEXT NOT NULL,        -- the head of the match when it was first written
    hash TEXT NOT NULL         -- of that head
);
"""
_ADDED_IN_4: Final = """
CREATE TABLE ledger (
    room INTEGER NOT NULL,     -- the number of its match, which begins with the first decision
    number INTEGER NOT NULL,   -- of the last event in this row
    sender TEXT NOT NULL,
    id TEXT NOT NULL,          -- of the sender's command; empty for what nobody commanded
    told TEXT NOT NULL,        -- the events of the command, a list as JSON
    kept TEXT NOT NULL,        -- the hash of the match after them; empty before its first decision
    hash TEXT NOT NULL,        -- of the row before it and this one
    PRIMARY KEY (room, number)
) WITHOUT ROWID;
CREATE UNIQUE INDEX ledger_command ON ledger (room, sender, id) WHERE id != '';
"""
_ADDED_IN_5: Final = """
CREATE TABLE practice (
    id INTEGER PRIMARY KEY,    -- the hash of the entry
    told TEXT NOT NULL         -- the entry as JSON
);
"""
_TABLES: Final = f"""
CREATE TABLE match (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    head TEXT NOT NULL,        -- the record without its turns, as JSON
    game TEXT NOT NULL,
    names TEXT NOT NULL,       -- who played, a line each
    turns INTEGER NOT NULL,
    over INTEGER NOT NULL,
    begun TEXT NOT NULL,
    changed TEXT NOT NULL,
    hash TEXT NOT NULL,        -- of the last turn and the head
    change INTEGER NOT NULL    -- library.changes when this match was written last
);
CREATE TABLE turn (
    match INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    n INTEGER NOT NULL,
    told TEXT NOT NULL,        -- the turn as JSON, duels inside
    hash TEXT NOT NULL,        -- of the turn before it and this one
    PRIMARY KEY (match, n)
) WITHOUT ROWID;
{_ADDED_IN_3}{_ADDED_IN_4}{_ADDED_IN_5}"""
_QUESTIONS: Final = (
    "SELECT id, head, game, names, turns, over, begun, changed, hash, change FROM match LIMIT 1",
    "SELECT match, n, told, hash FROM turn LIMIT 0",
    "SELECT match, head, hash FROM start LIMIT 0",
    "SELECT version, changes FROM library LIMIT 0",
    "SELECT room, number, sender, id, told, kept, hash FROM ledger LIMIT 0",
    "SELECT id, told FROM practice LIMIT 0",
)
"""Queries that fail at once where the names of tables or columns are damaged."""
_COUNTS: Final = "SELECT (SELECT count(*) FROM match), (SELECT count(*) FROM start)"
"""Two equal numbers: each match stands in both tables."""


class LibraryError(GipfMetaError, RuntimeError):
    """The library cannot be read, written or found, or a match in it; one sentence."""


class Damage(sqlite3.DatabaseError):
    """The file contradicts itself where SQLite does not notice it."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


def connect(path: Path) -> sqlite3.Connection:
    """Opens the file with the tables of ``VERSION``; creates or upgrades them where needed.

    Raises ``sqlite3.DatabaseError``, and ``LibraryError`` for a file of a newer version.
    """
    return _prepare(sqlite3.connect(path, timeout=BUSY_MS / 1000, isolation_level=None), path)


def connect_to_image(image: bytes, path: Path) -> sqlite3.Connection:
    """As ``connect``, for the *image* of the file at *path*, in memory; nothing may be changed."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    db.deserialize(image)
    db.execute("PRAGMA temp_store = MEMORY")  # there may be no room for files
    _prepare(db, path)
    db.execute("PRAGMA query_only = ON")
    return db


def _prepare(db: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    """*db* with the tables of ``VERSION``; closed if it has none. Raises as ``connect``."""
    with undone_by(db.close):
        try:
            _bring_up_to_date(db, path)
        except (sqlite3.Error, UnicodeDecodeError, MemoryError) as error:
            if _is_damaged_schema(error):
                raise Damage(_("it is damaged")) from error
            raise
    return db


def _bring_up_to_date(db: sqlite3.Connection, path: Path) -> None:
    """Gives *db* the tables of ``VERSION``. Raises as SQLite does, and ``LibraryError``."""
    db.text_factory = decode
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_TEXT)
    db.execute("PRAGMA foreign_keys = ON")
    with transaction(db, "DEFERRED"):
        version = _read_version(db)
    if version > VERSION:
        raise LibraryError(
            _(
                "{path} was written by a newer version of this program (tables {version}); this"
                " one knows tables {known}."
            ).format(path=path, version=version, known=VERSION)
        )
    if version < VERSION:
        db.execute("PRAGMA journal_mode = WAL")
        with transaction(db):
            _upgrade(db)
    # every commit is on the disk before it is shown: docs/decisions/0007
    db.execute("PRAGMA synchronous = FULL")
    # a rescue that reads the bare pages must not find what was deleted
    db.execute("PRAGMA secure_delete = ON")
    for question in _QUESTIONS:
        db.execute(question).fetchone()
    matches, starts = db.execute(_COUNTS).fetchone()
    if matches != starts:
        check_integrity(db)


def check_integrity(db: sqlite3.Connection) -> None:
    """Raises ``Damage``, or what SQLite raises, if any page of the file is damaged.

    To be called where rows are missing: SQLite raises nothing when the way to them is damaged.
    """
    (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok" or db.execute("PRAGMA foreign_key_check").fetchone():
        raise Damage(_("it is damaged"))


def _is_damaged_schema(error: BaseException) -> bool:
    """Whether SQLite does not understand the tables: the statements themselves are right."""
    code = getattr(error, "sqlite_errorcode", None)
    return code == sqlite3.SQLITE_ERROR or isinstance(error, UnicodeDecodeError | MemoryError)


def decode(text: bytes) -> str:
    """*text*, with a replacement sign for each damaged byte; its hash does not fit then."""
    return text.decode("utf-8", "replace")


def _read_version(db: sqlite3.Connection) -> int:
    """The version of the tables; 0 if there are none.

    Raises ``Damage`` if the head of the file and the tables contradict each other, and
    ``sqlite3.OperationalError`` for a database of another program.
    """
    (version,) = db.execute("PRAGMA user_version").fetchone()
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
    columns = {name for _, name, *_ in db.execute("PRAGMA table_info(match)")}
    if not tables:
        expected = 0
    elif "library" in tables:
        row = db.execute("SELECT version FROM library").fetchone()
        expected = row and row[0]
    elif "turn" in tables and "head" in columns:
        expected = 2 if "hash" in columns else 1
    else:
        raise sqlite3.OperationalError(_("it is a database of another program"))
    if version != expected:
        raise Damage(_("it is damaged"))
    return int(version)


def _upgrade(db: sqlite3.Connection) -> None:
    """Brings the tables to ``VERSION``."""
    version = _read_version(db)
    if version == 0:
        _create(db, _TABLES)
    if version == 1:
        _add_hashes(db)
    if version in (1, 2):
        _add_changes(db)
    if version in (1, 2, 3):
        _create(db, _ADDED_IN_4)
    if version in (1, 2, 3, 4):
        _create(db, _ADDED_IN_5)
    if version == 0:
        db.execute("INSERT INTO library VALUES (?, 0)", (VERSION,))
    if version < VERSION:
        db.execute("UPDATE library SET version = ?", (VERSION,))
        db.execute(f"PRAGMA user_version = {VERSION}")


def _create(db: sqlite3.Connection, tables: str) -> None:
    for statement in tables.split(";\n"):
        db.execute(statement)


def _add_hashes(db: sqlite3.Connection) -> None:
    """From tables 1 to 2."""
    db.execute("ALTER TABLE match ADD COLUMN hash TEXT NOT NULL DEFAULT ''")
    for number, head in db.execute("SELECT id, head FROM match").fetchall():
        last = db.execute(
            "SELECT hash FROM turn WHERE match = ? ORDER BY n DESC LIMIT 1", (number,)
        ).fetchone()
        with suppress(ValueError, KeyError, TypeError, AttributeError):
            names = names_of(head)
            db.execute(
                "UPDATE match SET hash = ?, names = ? WHERE id = ?",
                (seal(head, last[0] if last else ""), names, number),
            )


def _add_changes(db: sqlite3.Connection) -> None:
    """From tables 2 to 3: the matches are numbered in the order of their dates."""
    db.execute("DROP INDEX IF EXISTS match_changed")
    db.execute("ALTER TABLE match ADD COLUMN change INTEGER NOT NULL DEFAULT 0")
    _create(db, _ADDED_IN_3)
    rows = db.execute("SELECT id, head FROM match ORDER BY changed, id").fetchall()
    for change, (number, head) in enumerate(rows, 1):
        db.execute("UPDATE match SET change = ? WHERE id = ?", (change, number))
        _write_start(db, number, head)
    db.execute("INSERT INTO library VALUES (?, ?)", (VERSION, len(rows)))


@contextmanager
def transaction(db: sqlite3.Connection, kind: str = "IMMEDIATE") -> Iterator[None]:
    """One transaction of that *kind*, whole or not at all."""
    db.execute(f"BEGIN {kind}")
    with undone_by(partial(_roll_back, db)):
        yield
    db.execute("COMMIT")


def _roll_back(db: sqlite3.Connection) -> None:
    """Undoes the transaction that is open, where there still is one."""
    with suppress(sqlite3.Error):
        db.execute("ROLLBACK")


# ---- the ledger of a room ----------------------------------------------------------------------


class LedgerRow(NamedTuple):
    """The events of one command in a room; the columns of the table ``ledger`` after the room."""

    number: int
    sender: str
    id: str
    told: str
    kept: str


def ledger_chain(rows: Sequence[LedgerRow], before: str = "") -> Iterator[str]:
    """The hash of each of the *rows*, the first after the hash *before*."""
    for row in rows:
        before = _hash(before, "\n".join(map(str, row)))
        yield before


def write_ledger(
    db: sqlite3.Connection, room: int, rows: Sequence[LedgerRow], before: str = ""
) -> str:
    """Adds *rows* to the ledger of *room*, whose last hash is *before*; returns the new last one.

    Raises ``sqlite3.IntegrityError`` if that number, or that command, stands there already.
    """
    hashes = list(ledger_chain(rows, before))
    db.executemany(
        "INSERT INTO ledger VALUES (?, ?, ?, ?, ?, ?, ?)",
        ((room, *row, hashed) for row, hashed in zip(rows, hashes, strict=True)),
    )
    return hashes[-1] if hashes else before


# ---- the practice ------------------------------------------------------------------------------


def write_entry(db: sqlite3.Connection, text: str) -> None:
    """Adds the entry *text*, if it is not there."""
    db.execute("INSERT OR IGNORE INTO practice VALUES (?, ?)", (number_of_entry(text), text))


# ---- a match -----------------------------------------------------------------------------------


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
    db.execute("UPDATE library SET changes = changes + 1")
    written = db.execute(
        "INSERT INTO match (id, head, game, names, turns, over, begun, changed, hash, change)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT changes FROM library))"
        " ON CONFLICT (id) DO UPDATE SET head = excluded.head,"
        " names = excluded.names, turns = excluded.turns, over = excluded.over,"
        " changed = excluded.changed,"
        " hash = excluded.hash, change = excluded.change",
        (
            number,
            head,
            top["game"],
            names_of(head),
            first + len(texts),
            "result" in top,
            begun,
            changed,
            seal(head, hashes[-1]),
        ),
    )
    number = number or written.lastrowid
    assert number is not None
    _write_start(db, number, head)
    db.execute("DELETE FROM turn WHERE match = ? AND n >= ?", (number, first))
    db.executemany(
        "INSERT INTO turn VALUES (?, ?, ?, ?)",
        ((number, first + n, *row) for n, row in enumerate(zip(texts, hashes[1:], strict=True))),
    )
    return number


def _write_start(db: sqlite3.Connection, number: int, head: str) -> None:
    """Writes the first *head* of a match a second time; later heads change nothing."""
    db.execute("INSERT OR IGNORE INTO start VALUES (?, ?, ?)", (number, head, seal(head, "")))


def names_of(head: str) -> str:
    """The players of the match of that *head*, a line each. Raises ``ValueError`` and the like."""
    return "\n".join(seat["name"] for seat in json.loads(head).get("people", ()))


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
