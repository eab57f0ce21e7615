"""Connections to PostgreSQL and SQLite: how they are made, their timeouts, and the statements that
differ between the two."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final, TypeVar

import psycopg
import sqlalchemy as sa
from sqlalchemy import Connection, Engine, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from gipf_meta.base.clock import RealClock
from gipf_meta.base.texts import _
from gipf_meta.host.tables import DatabaseError

CONNECT_S: Final = 3
"""Seconds within which a PostgreSQL server must have answered."""
STATEMENT_MS: Final = 4_000
"""Milliseconds that a statement may take on the server."""
ANSWER_MS: Final = 5_000
"""Milliseconds within which the server must have answered, also if the server itself hangs."""
LOCK_MS: Final = 3_000
"""Milliseconds that a write waits for another process."""
MOST_CONNECTIONS: Final = 5
"""The most connections of a process, without the one that listens for notifications."""

_Result = TypeVar("_Result")


def read_url(url: str) -> URL:
    """Returns *url* parsed. Raises ``DatabaseError`` unless it is of PostgreSQL or SQLite."""
    try:
        parts = make_url(url)
    except (ArgumentError, ValueError):
        parts = URL.create("unknown")
    if parts.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        return parts.set(drivername="postgresql+psycopg")
    if parts.drivername == "sqlite" and parts.database:
        return parts
    raise DatabaseError(
        _("A database is named like sqlite:///rooms.sqlite or postgresql://name:password@host/db.")
    )


def make_engine(url: URL) -> Engine:
    """Returns an engine for *url*; nothing is connected yet."""
    if url.drivername == "sqlite":
        engine = sa.create_engine(
            url, pool_timeout=CONNECT_S, connect_args={"timeout": LOCK_MS / 1000}
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
    event.listen(engine, "do_connect", _connect_postgresql)
    event.listen(engine, "connect", _set_up_postgresql)
    return engine


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin as _begin_sqlite says
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA secure_delete = ON")  # nobody is found in free pages


def _begin_sqlite(connection: Connection) -> None:
    """Begins a transaction; one that writes takes its lock at once, so that its reads stay true."""
    is_write = connection.get_execution_options().get("is_write")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_write else "BEGIN")


class _PatientConnection(psycopg.Connection[Any]):
    """A connection that fails when the server has not answered for *answer_ms*, ``ANSWER_MS``
    where it is ``None``.

    The server's own timeouts do not help where its machine is gone, or hangs.
    """

    answer_ms: int | None = None

    def wait(self, gen: Generator[Any, Any, _Result], *args: Any, **options: Any) -> _Result:
        """Returns the result of *gen*. Raises ``psycopg.OperationalError`` after the timeout."""
        try:
            patience_ms = ANSWER_MS if self.answer_ms is None else self.answer_ms
            return super().wait(_give_up_late(gen, patience_ms), *args, **options)
        except TimeoutError:
            self.pgconn.finish()
            raise psycopg.OperationalError(_("the server does not answer")) from None


def _give_up_late(
    gen: Generator[Any, Any, _Result], patience_ms: int
) -> Generator[Any, Any, _Result]:
    """Wraps *gen* with a timeout of *patience_ms* in all. Raises ``TimeoutError``."""
    clock = RealClock()
    latest_ms = clock.now_ms() + patience_ms
    try:
        waits_for = next(gen)
        while True:
            came = yield waits_for
            if not came and clock.now_ms() > latest_ms:
                raise TimeoutError
            waits_for = gen.send(came)
    except StopIteration as end:
        found: _Result = end.value
        return found


def _connect_postgresql(
    _dialect: Any, _record: Any, arguments: list[Any], options: dict[str, Any]
) -> _PatientConnection:
    return _PatientConnection.connect(*arguments, **options)


def _set_up_postgresql(connection: Any, _record: Any) -> None:
    connection.execute(
        f"SET statement_timeout = {STATEMENT_MS}; SET lock_timeout = {LOCK_MS};"
        f" SET idle_in_transaction_session_timeout = {4 * STATEMENT_MS};"
        " SET synchronous_commit = on"
    )
    connection.commit()


def on_postgresql(db: Connection) -> bool:
    """Returns whether *db* is a connection to PostgreSQL."""
    return db.dialect.name == "postgresql"


def insert_into(table: sa.Table, is_postgresql: bool) -> postgresql.Insert | sqlite.Insert:
    """Returns an insert statement for *table* that supports ``ON CONFLICT``."""
    return postgresql.insert(table) if is_postgresql else sqlite.insert(table)


def now_of(is_postgresql: bool) -> sa.ColumnElement[int]:
    """Returns an SQL expression: the time of the database, milliseconds since 1970."""
    if is_postgresql:
        seconds: sa.ColumnElement[Any] = sa.extract("epoch", sa.func.clock_timestamp())
        return sa.cast(seconds * 1000, sa.BigInteger)
    days = sa.func.julianday("now") - 2440587.5
    return sa.cast(sa.func.round(days * 86_400_000), sa.BigInteger)
