"""The database of a server for many people: SQLite in a file, or PostgreSQL.

Every call waits for the database, but never for long: connecting, statements and locks have their
limits, after which ``DatabaseError`` says one sentence. A database that was away works again with
the first call after it is back. A commit is on the disk when it returns: SQLite with
``synchronous=FULL``, PostgreSQL with ``synchronous_commit=on``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import get_ident
from typing import Any, Final, TypeVar

import sqlalchemy as sa
from sqlalchemy import Connection, Engine, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _
from gipf_meta.online.migrating import migrate
from gipf_meta.online.tables import BEAT, DatabaseError

__all__ = ["Database", "DatabaseError"]

CONNECT_S: Final = 3
"""Seconds within which a PostgreSQL server must have answered."""
STATEMENT_MS: Final = 5_000
"""Milliseconds that a statement may take."""
LOCK_MS: Final = 3_000
"""Milliseconds that a write waits for another process."""
MOST_CONNECTIONS: Final = 5
"""How many connections a process has, beside those of its news."""
OLD_BEAT_MS: Final = 7 * 24 * 3600 * 1000
"""After how many milliseconds nobody needs the beat of a process any more."""

_Result = TypeVar("_Result")


class Database:
    """An open database. Several threads may call it, each for itself."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.is_postgresql = engine.dialect.name == "postgresql"
        self._readers = (
            engine.execution_options(isolation_level="AUTOCOMMIT") if self.is_postgresql else engine
        )
        self._writers = engine.execution_options(is_write=True)
        self._unfinished: dict[int, Callable[[], None]] = {}

    @classmethod
    def open(cls, url: str) -> Database:
        """The database at *url*, ``sqlite:///path`` or ``postgresql://…``, with its tables.

        They are made, or brought up to date, where that is needed; the database itself must be
        there, the file of SQLite need not. Raises ``DatabaseError``.
        """
        engine = _make_engine(_read_url(url))
        database = cls(engine)
        try:
            with _telling():
                migrate(database._writers)
        except BaseException:
            database.close()
            raise
        return database

    @property
    def address(self) -> str:
        """Where the database is, without its password."""
        return self.engine.url.render_as_string(hide_password=True)

    def close(self) -> None:
        """Closes all connections."""
        self.engine.dispose()

    # ---- reading and writing ----------------------------------------------------------------

    def read(self, ask: Callable[[Connection], _Result]) -> _Result:
        """What *ask* finds. Raises ``DatabaseError``, and what *ask* raises."""
        return self._run(self._readers, ask)

    def write(self, change: Callable[[Connection], _Result]) -> _Result:
        """What *change* returns, when all that it did is on the disk.

        Raises ``DatabaseError``, and what *change* raises; then it has done nothing. If the
        connection is lost while the end is awaited, nobody knows whether it has.
        """
        self.commit_unfinished()
        return self._run(self._writers, change)

    def _run(self, engine: Engine, act: Callable[[Connection], _Result]) -> _Result:
        """What *act* returns, after its commit; on a new connection if the old one was lost."""
        with _telling():
            for may_be_lost in (True, False):
                with engine.connect() as connection:
                    try:
                        result = act(connection)
                    except DBAPIError as error:
                        if may_be_lost and error.connection_invalidated:
                            continue  # nothing can have been committed
                        raise
                    connection.commit()
                    return result
            raise AssertionError

    def begin(self) -> Connection:
        """A connection of its own with a transaction for writing; whoever asks ends and closes it.

        Raises ``DatabaseError``.
        """
        with _telling():
            connection = self._writers.connect()
            try:
                connection.begin()
            except BaseException:
                connection.close()
                raise
        return connection

    @contextmanager
    def committing_first(self, commit: Callable[[], None]) -> Iterator[None]:
        """Calls *commit* before anything else of this thread is written.

        A thread that holds a transaction open would wait for itself.
        """
        self._unfinished[get_ident()] = commit
        try:
            yield
        finally:
            del self._unfinished[get_ident()]

    def commit_unfinished(self) -> None:
        """Commits what this thread holds open, so that it is found by whoever reads."""
        commit = self._unfinished.get(get_ident())
        if commit is not None:
            commit()

    def insert(self, table: sa.Table) -> postgresql.Insert | sqlite.Insert:
        """A statement that inserts into *table* and knows ``ON CONFLICT``."""
        return postgresql.insert(table) if self.is_postgresql else sqlite.insert(table)

    # ---- time ---------------------------------------------------------------------------------

    @property
    def now(self) -> sa.ColumnElement[int]:
        """The time of the database in statements: milliseconds since 1970."""
        if self.is_postgresql:
            seconds: sa.ColumnElement[Any] = sa.extract("epoch", sa.func.clock_timestamp())
            return sa.cast(seconds * 1000, sa.BigInteger)
        days = sa.func.julianday("now") - 2440587.5
        return sa.cast(sa.func.round(days * 86_400_000), sa.BigInteger)

    def now_ms(self) -> int:
        """The time of the database: milliseconds since 1970. Raises ``DatabaseError``."""
        return int(self.read(lambda db: db.execute(sa.select(self.now)).scalar_one()))

    def beat(self, process: str, at_ms: int) -> None:
        """Notes that *process* serves at *at_ms*. Raises ``DatabaseError``."""
        row = self.insert(BEAT).values(process=process, at_ms=at_ms)
        later = row.on_conflict_do_update(index_elements=["process"], set_={"at_ms": at_ms})

        def change(db: Connection) -> None:
            db.execute(later)
            db.execute(sa.delete(BEAT).where(BEAT.c.at_ms < at_ms - OLD_BEAT_MS))

        self.write(change)

    def last_beat_ms(self) -> int | None:
        """When a process served last; ``None``: none ever has. Raises ``DatabaseError``."""
        asked: sa.Select[int | None] = sa.select(sa.func.max(BEAT.c.at_ms))
        return self.read(lambda db: db.execute(asked).scalar_one())


def _read_url(url: str) -> URL:
    """Raises ``DatabaseError`` unless *url* names a database of a kind that is known."""
    try:
        parts = make_url(url)
        if parts.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
            return parts.set(drivername="postgresql+psycopg")
        if parts.drivername == "sqlite" and parts.database:
            return parts
    except (ArgumentError, ValueError):
        pass
    raise DatabaseError(
        _("A database is named like sqlite:///rooms.sqlite or postgresql://name:password@host/db.")
    )


def _make_engine(url: URL) -> Engine:
    """Raises ``DatabaseError`` if the driver is not there."""
    with _telling():
        if url.drivername == "sqlite":
            engine = sa.create_engine(
                url, connect_args={"timeout": LOCK_MS / 1000}, pool_timeout=CONNECT_S
            )
            event.listen(engine, "connect", _set_up_sqlite)
            event.listen(engine, "begin", _begin_sqlite)
            return engine
        engine = sa.create_engine(
            url,
            pool_size=MOST_CONNECTIONS,
            max_overflow=0,
            pool_timeout=CONNECT_S,
            connect_args={
                "connect_timeout": CONNECT_S,
                "application_name": "gipf-meta",
                "keepalives_idle": 5,
                "keepalives_interval": 2,
                "keepalives_count": 2,
                "tcp_user_timeout": STATEMENT_MS,
            },
        )
        event.listen(engine, "connect", _set_up_postgresql)
        return engine


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin as _begin_sqlite says
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")


def _begin_sqlite(connection: Connection) -> None:
    """A write takes its lock at once, so that nothing it has read is out of date."""
    is_write = connection.get_execution_options().get("is_write")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_write else "BEGIN")


def _set_up_postgresql(connection: Any, _record: Any) -> None:
    connection.execute(
        f"SET statement_timeout = {STATEMENT_MS}; SET lock_timeout = {LOCK_MS};"
        f" SET idle_in_transaction_session_timeout = {4 * STATEMENT_MS};"
        " SET synchronous_commit = on"
    )
    connection.commit()


@contextmanager
def _telling() -> Iterator[None]:
    """Raises errors of the database as ``DatabaseError``."""
    try:
        yield
    except PoolTimeoutError as error:
        raise DatabaseError(_cannot(_("all its connections are busy"))) from error
    except (SQLAlchemyError, OSError, OverflowError) as error:
        raise DatabaseError(_cannot(_reason(error))) from error


def _cannot(why: str) -> str:
    return _("The database cannot be used: {why}.").format(why=why)


def _reason(error: Exception) -> str:
    """Why the database did not do it, without the statement that it did not do."""
    words = one_line(str(getattr(error, "orig", None) or error), 200).rstrip(".")
    return {
        "database is locked": _("another program holds it"),
        "attempt to write a readonly database": _("it may only be read"),
        "unable to open database file": _("it cannot be opened there"),
        "database or disk is full": _("the disk is full"),
        "disk I/O error": _("the disk does not answer"),
        "file is not a database": _("it is no database"),
        "database disk image is malformed": _("it is damaged"),
    }.get(words, words)
