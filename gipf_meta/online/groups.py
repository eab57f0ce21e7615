"""Commands that become durable in one commit, and one that is alone."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from gipf_meta.online.database import Database
from gipf_meta.online.entries import Writing
from gipf_meta.rooms.ledger import Conflict, LedgerError

CHANNEL: Final = "gipf_meta"
"""Where PostgreSQL tells other processes the room and the number of each append."""


class Group:
    """Commands whose entries become durable in one commit.

    It is no unit for anybody: where a room is being written by another process, what has been
    appended so far is committed, so that nobody waits while he is waited for. *lost* are the rooms
    of commands that could not be kept, and *error* says why.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: Connection | None = None
        self._pending: list[Writing] = []
        self.lost: set[str] = set()
        self.error: LedgerError | None = None

    @property
    def rooms(self) -> set[str]:
        """The rooms with entries that are not durable yet."""
        return {writing.room for writing in self._pending}

    def append(self, writing: Writing) -> None:
        """Writes what a command does. Raises ``Conflict`` and ``LedgerError``."""
        if self.error is not None:
            raise self.error
        if self._connection is None:
            self._connection = self._database.begin()
        try:
            is_written = writing.write(self._connection, self._database, waits=not self._pending)
        except (SQLAlchemyError, OSError, OverflowError):
            self._append_each()  # the transaction is spoilt, for all
            is_written = False
        if is_written:
            self._pending.append(writing)
        else:
            self.commit()
            append_alone(self._database, writing)

    def commit(self) -> None:
        """Makes durable what has been appended so far; what cannot be is ``lost``."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        try:
            with connection:
                _notify(connection, self._database, self._pending)
                connection.commit()
        except (SQLAlchemyError, OSError):
            self._append_each()
        self._pending = []

    def _append_each(self) -> None:
        """Appends alone, once more, what was appended in a transaction that has failed."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(SQLAlchemyError, OSError):
                connection.close()
        pending, self._pending = self._pending, []
        for writing in pending:
            try:
                if self.error is not None:
                    raise self.error  # the database is away: nobody waits for it again and again
                append_alone(self._database, writing)
            except (Conflict, LedgerError) as error:
                self.error = error if isinstance(error, LedgerError) else LedgerError(str(error))
                self.lost.add(writing.room)


def append_alone(database: Database, writing: Writing) -> None:
    """Writes what a command does in a transaction of its own, unless that has been done already.

    Raises ``Conflict`` and ``LedgerError``.
    """

    def change(db: Connection) -> None:
        if not writing.is_kept(db):
            writing.write(db, database)
            _notify(db, database, [writing])

    database.write(change)


def _notify(db: Connection, database: Database, written: Sequence[Writing]) -> None:
    """Tells other processes what has been *written*, when it is committed."""
    if database.is_postgresql and written:
        told = [f"{each.room} {each.row.last}" for each in written]
        db.execute(_NOTIFY, {"channel": CHANNEL, "told": told})


_NOTIFY: Final = sa.select(
    sa.func.pg_notify(
        sa.bindparam("channel", type_=sa.Text),
        sa.func.unnest(sa.bindparam("told", type_=sa.ARRAY(sa.Text))),
    )
)
