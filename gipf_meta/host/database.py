"""The database of a server for many people: SQLite in a file, or PostgreSQL.

Every call blocks, but not longer than a person would wait: connecting, statements and locks have
timeouts, after which ``DatabaseError`` says one sentence. SQLite lets one write at a
time: the threads of this process take turns, so only another program can hold it. A database that
was away works again with the first call after it is back. A commit is on the disk when it returns:
SQLite with ``synchronous=FULL``, PostgreSQL with ``synchronous_commit=on``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Lock, get_ident
from typing import Final, TypeVar

import psycopg
import sqlalchemy as sa
from sqlalchemy import Connection, Engine
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from gipf_meta.base.clock import Clock, RealClock
from gipf_meta.base.files import make_private
from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _
from gipf_meta.base.undoing import undone_by
from gipf_meta.host.chores import do_chores
from gipf_meta.host.database_engines import insert_into, make_engine, now_of, read_url
from gipf_meta.host.tables import BEAT, STOP, DatabaseError, migrate

__all__ = ["Database", "DatabaseError"]

OVERLAP_MS: Final = 10_000
"""The most milliseconds from the time in a row (``changed_ms``) to the commit of the row."""
LONG_MS: Final = 500
"""After a call has waited longer than this in vain, calls fail at once for ``AWAY_MS``."""
PATIENT_MS: Final = 8_000
"""Milliseconds for which a call is tried again while another program holds the database."""
AWAY_MS: Final = 2_000
"""Milliseconds for which calls fail at once after the database did not answer."""
ALIVE_MS: Final = 30_000
"""Milliseconds after its last heartbeat for which a process counts as alive."""
OLD_BEAT_MS: Final = 7 * 24 * 3600 * 1000
"""Milliseconds after which the heartbeat of a process is deleted."""

_Result = TypeVar("_Result")


class Database:
    """An open database. Several threads may call it, each for itself."""

    def __init__(self, engine: Engine, clock: Clock) -> None:
        self.engine = engine
        self.is_postgresql = engine.dialect.name == "postgresql"
        self._readers = (
            engine.execution_options(isolation_level="AUTOCOMMIT") if self.is_postgresql else engine
        )
        self._writers = engine.execution_options(is_write=True)
        self._unfinished: dict[int, Callable[[], None]] = {}
        self._writing = Lock()
        self._clock = clock
        self._away = "", ""
        self._away_until_ms = 0

    @classmethod
    def open(cls, url: str, clock: Clock | None = None) -> Database:
        """Opens the database at *url*, ``sqlite:///path`` or ``postgresql://…``.

        Its tables are made, or brought up to date, where needed; a database of PostgreSQL must
        exist, a file of SQLite need not. *clock* measures timeouts (by default the machine's).
        Raises ``DatabaseError``.
        """
        address = read_url(url)
        database = cls(make_engine(address), clock or RealClock())
        with undone_by(database.close):
            if address.drivername == "sqlite":
                _keep_private(address)
            with database_errors():
                migrate(database._writers)
            do_chores(database.engine)
        return database

    @property
    def address(self) -> str:
        """The URL of the database, without its password."""
        return self.engine.url.render_as_string(hide_password=True)

    def close(self) -> None:
        """Closes all connections."""
        self.engine.dispose()

    # ---- reading and writing ----------------------------------------------------------------

    def read(self, ask: Callable[[Connection], _Result]) -> _Result:
        """Returns what *ask* returns. Raises ``DatabaseError``, and what *ask* raises."""
        return self._run(self._readers, ask)

    def write(
        self, change: Callable[[Connection], _Result], *, commits_itself: bool = False
    ) -> _Result:
        """Returns what *change* returns, once the commit is on the disk.

        With *commits_itself*, *change* is one statement, for which PostgreSQL needs no transaction
        and thus a single round trip. If the connection is lost it is called again, and must find
        out whether the statement was committed.

        Raises ``DatabaseError``, and what *change* raises; then nothing was written. Only if the
        connection is lost during the commit, it is unknown whether anything was.
        """
        self.commit_unfinished()
        with self._turn_to_write():
            is_one = commits_itself and self.is_postgresql
            return self._run(self._readers if is_one else self._writers, change)

    def _run(self, engine: Engine, act: Callable[[Connection], _Result]) -> _Result:
        """Calls *act*, commits, and returns its result.

        Tries again on a new connection if the old one was lost, and while another program holds the
        database, for ``PATIENT_MS``.
        """
        began_ms, may_be_lost = self._clock.now_ms(), True
        with self._failing_fast(began_ms), database_errors():
            while True:
                with engine.connect() as connection:
                    try:
                        result = act(connection)
                    except DBAPIError as error:
                        waited_ms = self._clock.now_ms() - began_ms
                        if _is_held(error) and waited_ms < PATIENT_MS:
                            continue
                        if may_be_lost and waited_ms < LONG_MS and error.connection_invalidated:
                            may_be_lost = False
                            continue  # no transaction can have been committed
                        raise
                    commit(connection)
                    return result

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        """Opens a connection with a transaction for writing; the caller commits or rolls back.

        Raises ``DatabaseError``.
        """
        began_ms = self._clock.now_ms()
        with ExitStack() as opened:
            opened.enter_context(self._turn_to_write())
            with self._failing_fast(began_ms), database_errors():
                connection = opened.enter_context(self._writers.connect())
                while True:
                    try:
                        connection.begin()
                    except DBAPIError as error:
                        if _is_held(error) and self._clock.now_ms() - began_ms < PATIENT_MS:
                            continue
                        raise
                    break
            yield connection

    @contextmanager
    def _turn_to_write(self) -> Iterator[None]:
        """Holds the lock of writing threads, which only SQLite needs. Raises ``DatabaseError``."""
        if self.is_postgresql:
            yield
            return
        if not self._writing.acquire(timeout=PATIENT_MS / 1000):
            raise DatabaseError(_cannot(_("it is busy")))
        try:
            yield
        finally:
            self._writing.release()

    @contextmanager
    def _failing_fast(self, began_ms: int) -> Iterator[None]:
        """Fails at once if a call has lately waited long in vain; else notes whether this one does.

        *began_ms* is when the call began. Raises ``DatabaseError``.
        """
        if began_ms < self._away_until_ms:
            raise DatabaseError(*self._away)
        try:
            yield
        except DatabaseError as error:
            now_ms = self._clock.now_ms()
            if now_ms - began_ms > LONG_MS and _is_away(error.__cause__):
                self._away = str(error), error.in_full
                self._away_until_ms = now_ms + AWAY_MS
            raise

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """Opens a connection that reads everything as of one moment, without timeouts.

        Raises ``DatabaseError``.
        """
        level = {"isolation_level": "REPEATABLE READ"} if self.is_postgresql else {}
        with database_errors(), self.engine.execution_options(**level).connect() as connection:
            self._lift_limits(connection)
            yield connection

    def write_long(self, change: Callable[[Connection], _Result]) -> _Result:
        """Does the same as ``write``, without timeouts of statements. Raises ``DatabaseError``."""
        with self._turn_to_write(), database_errors(), self._writers.connect() as connection:
            self._lift_limits(connection)
            result = change(connection)
            commit(connection)
            return result

    def _lift_limits(self, connection: Connection) -> None:
        if self.is_postgresql:
            for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
                connection.exec_driver_sql(f"SET LOCAL {limit} = 0")

    @contextmanager
    def committing_first(self, commit: Callable[[], None]) -> Iterator[None]:
        """Within the block, calls *commit* before any other write of this thread.

        Otherwise a thread that holds a transaction open would wait for itself.
        """
        self._unfinished[get_ident()] = commit
        try:
            yield
        finally:
            del self._unfinished[get_ident()]

    def commit_unfinished(self) -> None:
        """Commits the transaction that this thread holds open, so that readers find its rows."""
        commit = self._unfinished.get(get_ident())
        if commit is not None:
            commit()

    def insert(self, table: sa.Table) -> postgresql.Insert | sqlite.Insert:
        """Returns an insert statement for *table* that supports ``ON CONFLICT``."""
        return insert_into(table, self.is_postgresql)

    # ---- time ---------------------------------------------------------------------------------

    @property
    def now(self) -> sa.ColumnElement[int]:
        """An SQL expression: the time of the database, milliseconds since 1970."""
        return now_of(self.is_postgresql)

    def now_ms(self) -> int:
        """Returns the time of the database, milliseconds since 1970. Raises ``DatabaseError``."""
        return int(self.read(lambda db: db.execute(sa.select(self.now)).scalar_one()))

    def beat(self, process: str, at_ms: int) -> None:
        """Writes the heartbeat of *process* at *at_ms*. Raises ``DatabaseError``."""
        times = {"at_ms": at_ms, "told_ms": self.now}
        row = self.insert(BEAT).values(process=process, **times)
        later = row.on_conflict_do_update(index_elements=["process"], set_=times)

        def change(db: Connection) -> None:
            db.execute(later)
            db.execute(sa.delete(BEAT).where(BEAT.c.at_ms < at_ms - OLD_BEAT_MS))

        self.write(change)

    def last_beat_ms(self) -> int | None:
        """Returns the time of the latest heartbeat, ms; ``None``: there is none. Raises
        ``DatabaseError``."""
        query: sa.Select[int | None] = sa.select(sa.func.max(BEAT.c.at_ms))
        return self.read(lambda db: db.execute(query).scalar_one())

    def note_stop(self, from_ms: int, to_ms: int) -> None:
        """Notes that no process served in that interval; of several such notes the first counts.

        Raises ``DatabaseError``.
        """
        row = self.insert(STOP).values(from_ms=from_ms, to_ms=to_ms)
        self.write(lambda db: db.execute(row.on_conflict_do_nothing()))

    def stops(self, since_ms: int) -> list[tuple[int, int]]:
        """Returns intervals (from, to; ms) without a process that end after *since_ms*, sorted.

        Raises ``DatabaseError``.
        """
        query = sa.select(STOP.c.from_ms, STOP.c.to_ms).where(STOP.c.to_ms > since_ms)
        ordered = query.order_by(STOP.c.from_ms)
        return self.read(lambda db: [(row.from_ms, row.to_ms) for row in db.execute(ordered)])

    def shift_ms(self, alive_ms: int = ALIVE_MS) -> int | None:
        """Returns how much the clock of the serving processes is ahead of the database's, ms.

        ``None``: there was no heartbeat in the last *alive_ms*. Raises ``DatabaseError``.
        """
        shift = sa.select(BEAT.c.at_ms - BEAT.c.told_ms).order_by(BEAT.c.told_ms.desc()).limit(1)
        query = shift.where(sa.func.abs(self.now - BEAT.c.told_ms) < alive_ms)
        return self.read(lambda db: db.execute(query).scalar())


def _keep_private(address: URL) -> None:
    """Makes the file of SQLite at *address*, its ``-wal`` and ``-shm`` private to this user.

    Errors are ignored: SQLite itself reports a file that cannot be made.
    """
    path = str(address.database)
    if path != ":memory:":
        with suppress(OSError):
            for beside in ("", "-wal", "-shm"):
                if not beside or Path(path + beside).exists():
                    make_private(Path(path + beside))


def _is_away(error: BaseException | None) -> bool:
    """Whether *error* says that the whole database does not answer, and not only one row."""
    if isinstance(error, PoolTimeoutError):
        return True
    # every error that PostgreSQL itself reports has a state
    return isinstance(error, OperationalError) and not getattr(error.orig, "sqlstate", None)


def commit(connection: Connection) -> None:
    """Commits the transaction of *connection*. If that fails, the connection is closed for good:
    SQLAlchemy would keep its transaction open, and so the lock for which all others wait."""
    with undone_by(connection.invalidate):
        connection.commit()


LOCKED: Final = "database is locked"
"""The error of SQLite where another program holds its file."""
LOCK_NOT_AVAILABLE: Final = "55P03"
"""The state of PostgreSQL where another transaction has held a row for too long."""
DEADLOCK: Final = "40P01"
"""The state of PostgreSQL where it has ended one of several transactions that waited for each
other: that one was rolled back, and the others go on."""


def _is_held(error: DBAPIError) -> bool:
    """Whether *error* is of a lock, so that nothing was done: another program holds the file of
    SQLite, or there was a deadlock in PostgreSQL."""
    return str(error.orig) == LOCKED or getattr(error.orig, "sqlstate", None) == DEADLOCK


@contextmanager
def database_errors() -> Iterator[None]:
    """Raises all errors of the database within the block as ``DatabaseError``."""
    try:
        yield
    except PoolTimeoutError as error:
        raise DatabaseError(_cannot(_("all its connections are busy"))) from error
    except (SQLAlchemyError, psycopg.Error, OSError, OverflowError) as error:
        cause = getattr(error, "orig", None) or error
        said = one_line(str(cause), 200).rstrip(".")
        if getattr(cause, "sqlstate", None) == LOCK_NOT_AVAILABLE:
            raise DatabaseError(_cannot(_("it is busy")), _cannot(said)) from error
        if known := _reasons().get(said):
            raise DatabaseError(_cannot(known)) from error
        raise DatabaseError(_cannot(_("it does not answer as it should")), _cannot(said)) from error


def _cannot(why: str) -> str:
    return _("The database cannot be used: {why}.").format(why=why)


def _reasons() -> dict[str, str]:
    """Returns the reasons that people are told, by the error of the database; other errors may name
    the place of the database."""
    return {
        _("the server does not answer"): _("the server does not answer"),
        LOCKED: _("another program holds it"),
        "attempt to write a readonly database": _("it may only be read"),
        "unable to open database file": _("it cannot be opened there"),
        "database or disk is full": _("the disk is full"),
        "disk I/O error": _("the disk does not answer"),
        "file is not a database": _("it is no database"),
        "database disk image is malformed": _("it is damaged"),
    }
