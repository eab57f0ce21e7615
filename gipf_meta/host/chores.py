"""Chores: work on a whole database that follows a transaction, and that none can do.

A database that no longer shows a text may still have it in its file: in free pages, in its log, in
rows that nobody reads any more. The row of a chore is written with the change itself, and goes when
the chore is done, so one that was interrupted is done by the next process that opens the database.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from typing import Any, Final

import psycopg
import sqlalchemy as sa
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from gipf_meta.host.database_engines import insert_into, on_postgresql
from gipf_meta.host.tables import CHORE, long_statements

SWEEP: Final = "sweep"
"""A few names or rows were taken out: these are removed for good."""
VACUUM: Final = "vacuum"
"""Most rows were written anew: the file, too, is made anew from what is in it."""
TABLES: Final[tuple[str, ...]] = (
    "name", "person", "seat", "room", "entry", "guest", "device", "way_back", "ticket", "deletion",
    "presence", "relation", "notice_way", "outbox", "plan", "practice",
)  # fmt: skip
"""The tables of PostgreSQL that a sweep cleans."""
SMALL: Final = 32_000_000
"""The bytes of a table of PostgreSQL below which it is written anew, in a fraction of a second."""
PATIENT_MS: Final = 1_000
"""Milliseconds for which a sweep waits for others who use a table; others wait for it meanwhile."""
SHORT_MS: Final = 200
"""Milliseconds that a chore waits for others who use a database of SQLite, who wait for it, too."""
_NOT_NOW: Final = (SQLAlchemyError, psycopg.Error, sqlite3.Error, OSError)


def add_chore(db: Connection, what: str) -> None:
    """Notes in the transaction of *db* that the chore *what* has to be done."""
    row = insert_into(CHORE, on_postgresql(db)).values(what=what)
    db.execute(row.on_conflict_do_nothing())


def do_chores(engine: Engine) -> None:
    """Does what is left to do in the database of *engine*. What cannot be done now, because others
    use the database or the disk is full, is left for the next time."""
    with suppress(*_NOT_NOW):
        with engine.connect() as connection:
            chores = list(connection.execute(sa.select(CHORE.c.what)).scalars())
        if chores:
            _clean(engine, is_whole=VACUUM in chores)


def _clean(engine: Engine, *, is_whole: bool) -> None:
    """Cleans the database; *is_whole*: all of its file. Raises the errors of the database."""
    if engine.dialect.name == "postgresql":
        _clean_postgresql(engine)
    elif not _clean_sqlite(engine, is_whole=is_whole):
        return
    done = sa.delete(CHORE)
    with engine.execution_options(is_write=True).begin() as connection:
        connection.execute(done if is_whole else done.where(CHORE.c.what == SWEEP))


def _clean_sqlite(engine: Engine, *, is_whole: bool) -> bool:
    """Makes the file anew if that *is_whole*, and empties its log; returns whether that is empty:
    nobody was reading it."""
    with closing(engine.raw_connection()) as connection:
        raw: Any = connection.dbapi_connection
        waits_ms = raw.execute("PRAGMA busy_timeout").fetchone()[0]
        raw.execute(f"PRAGMA busy_timeout = {SHORT_MS}")  # others wait for it
        try:
            if is_whole:
                raw.execute("VACUUM")
            return not raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        finally:
            raw.execute(f"PRAGMA busy_timeout = {waits_ms}")


def _clean_postgresql(engine: Engine) -> None:
    """Removes the rows that nobody can read any more, on a connection that waits for minutes.

    Free places keep their old bytes until the server needs them. So tables that are ``SMALL`` are
    written anew, which holds up others for a moment; where these do not let it, that is left out.
    Statistics have names, too.
    """
    alone = engine.execution_options(isolation_level="AUTOCOMMIT")
    with alone.connect() as connection, long_statements(connection, PATIENT_MS) as raw:
        for table in TABLES:
            size = raw.execute(f"SELECT pg_table_size('{table}')").fetchone()
            if size is not None and size[0] < SMALL:
                with suppress(psycopg.errors.LockNotAvailable):
                    raw.execute(f"VACUUM (FULL, ANALYZE) {table}")
                    continue
            raw.execute(f"VACUUM (ANALYZE) {table}")
