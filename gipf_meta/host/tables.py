"""The tables of the database: what they hold, and the chain of hashes over a room's commands.

A row of ``entry`` is what one command did in a room: its events as JSON, from event *number* to
event *last*, with a hash over the row before it, so every change and every cut is noticed. The row
of the ``room`` has its state after its last command; lists and sweeps read nothing else.
``migrations`` makes these tables and brings older ones up to date.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Engine,
    Index,
    Integer,
    String,
    Table,
    Text,
    text,
)

from gipf_meta.base.texts import _
from gipf_meta.host.identity.identity_tables import (
    CHARGE,
    DEVICE,
    METADATA,
    PERSON,
    TICKET,
    WAY_BACK,
)
from gipf_meta.host.notice_tables import HOST_KEY, NOTICE_WAY, OUTBOX, PLAN
from gipf_meta.rooms.ledger import LedgerError

__all__ = [
    "BEAT",
    "CHARGE",
    "CHORE",
    "DELETION",
    "DEVICE",
    "ENTRY",
    "GUEST",
    "HELD",
    "HOST_KEY",
    "METADATA",
    "NAME",
    "NOTICE_WAY",
    "OUTBOX",
    "PERSON",
    "PLAN",
    "PRACTICE",
    "PRESENCE",
    "PRUNING",
    "RELATION",
    "REREAD",
    "REWRITING",
    "ROOM",
    "SEAT",
    "STOP",
    "TICKET",
    "VACATION",
    "WAY_BACK",
    "DatabaseError",
    "EntryRow",
    "long_statements",
    "migrate",
]


class DatabaseError(LedgerError):
    """The database cannot be opened, read or written; one sentence, which strangers may read.

    *in_full* is for the operator of the host alone: it has the message of the database itself,
    which may name its place.
    """

    def __init__(self, sentence: str, in_full: str = "") -> None:
        super().__init__(sentence)
        self.in_full = in_full or sentence


ROOM: Final = Table(
    "room",
    METADATA,
    Column("id", String(80), primary_key=True),
    Column("number", BigInteger, nullable=False),  # of the last event
    Column("hash", String(64), nullable=False),  # of the last entry
    Column("due_ms", BigInteger),  # when something happens by itself, in the room's time
    Column("game", Text, nullable=False),
    Column("by", Text, nullable=False),  # who opened it, and has not left it; empty: nobody
    Column("opened_by", Text, nullable=False),  # who opened it, also if he has left it
    Column("is_open", Boolean, nullable=False),  # anybody may take a free seat
    Column("is_private", Boolean, nullable=False),
    Column("is_over", Boolean, nullable=False),
    Column("is_from_position", Boolean, nullable=False, default=False),  # where it began
    Column("is_study", Boolean, nullable=False, default=False),
    Column("is_slow", Boolean, nullable=False, default=False),  # a turn may take a day or more
    Column("flag_ms", BigInteger),  # when the flag of the player on turn falls
    Column("hour_ms", BigInteger),  # the hour at which a duel is played at one time
    Column("turns", Integer, nullable=False),
    Column("player", Integer),  # who decides next
    Column("waits_for", Text, nullable=False, default=""),  # players; see ``words_of_players``
    Column("demands", Text, nullable=False, default=""),  # of them; see ``words_of_demands``
    Column("opened_ms", BigInteger, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    Index("room_due", "due_ms"),
    Index("room_changed", "changed_ms"),
    Index("room_by", "by"),
    Index("room_opened_by", "opened_by", "is_over"),
    Index(
        "room_hour",
        "hour_ms",
        postgresql_where=text("hour_ms IS NOT NULL"),
        sqlite_where=text("hour_ms IS NOT NULL"),
    ),
)
SEAT: Final = Table(
    "seat",
    METADATA,
    Column("room", String(80), primary_key=True),
    Column("player", Integer, primary_key=True),
    Column("person", Text, nullable=False),  # who holds it; empty: nobody
    Column("kind", Text, nullable=False),  # ``human`` or a bot's name
    Column("word", Text, nullable=False),  # the seat's own name; empty: it has that of ``name``
    Column("named", BigInteger),  # the number of the player's name; null: ``word`` is it
    Column("is_reserved", Boolean, nullable=False),  # somebody is invited to it
    Column("invited", String(40), nullable=False, default=""),  # the person invited to it by name
    Column("invited_until_ms", BigInteger),  # when that invitation ends, or has ended
    Column("rest_from_ms", BigInteger),  # the holder's vacation, as the room knows it
    Column("rest_until_ms", BigInteger),
    Column("has_decided", Boolean, nullable=False, default=False),  # its holder has decided here
    Column("result", String(10), nullable=False, default=""),  # won, lost, drawn; empty: none yet
    Index("seat_person", "person"),
    Index(
        "seat_invited",
        "invited",
        postgresql_where=text("invited <> ''"),
        sqlite_where=text("invited <> ''"),
    ),
    sqlite_with_rowid=False,
)
GUEST: Final = Table(  # who was let into a study; nobody holds a seat there
    "guest",
    METADATA,
    Column("room", String(80), primary_key=True),
    Column("person", String(40), primary_key=True),
    Index("guest_person", "person"),
    sqlite_with_rowid=False,
)
ENTRY: Final = Table(
    "entry",
    METADATA,
    Column("room", String(80), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),  # of its first event
    Column("last", BigInteger, nullable=False),  # the number of its last event
    Column("sender", Text, nullable=False),
    Column("id", Text, nullable=False),  # of the sender's command; empty: nobody commanded it
    Column("told", Text, nullable=False),  # its events, a list as JSON
    Column("hash", String(64), nullable=False),  # of the entry before it and this one
    Index(
        "entry_command",
        "room",
        "sender",
        "id",
        unique=True,
        postgresql_where=text("id <> ''"),
        sqlite_where=text("id <> ''"),
    ),
    sqlite_with_rowid=False,
)
NAME: Final = Table(  # the names in events, which have the numbers of these rows only
    "name",
    METADATA,
    Column("room", String(80), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("person", Text, nullable=False),  # who is called so; empty: nobody of this host
    Column("salt", String(32), nullable=False),  # of the digest in the event
    Column("text", Text, nullable=False),  # empty: it was forgotten, and so was the salt
    Index("name_person", "person"),
    Index("name_text", "text"),
    sqlite_with_rowid=False,
)
REWRITING: Final = Table(  # the changes of what a ledger said, which its chain cannot show
    "rewriting",
    METADATA,
    Column("room", String(80), primary_key=True),
    Column("nth", Integer, primary_key=True, autoincrement=False),  # change of the room, from 1
    Column("at_ms", BigInteger, nullable=False),
    Column("why", String(20), nullable=False),
    Column("number", BigInteger, nullable=False),  # of the last event; or of the forgotten name
    Column("before", String(64), nullable=False),  # the hash of the entry with that event
    Column("after", String(64), nullable=False),
    Column("seal", String(64), nullable=False),  # the hash of the change before it and this one
    Index("rewriting_at", "at_ms"),
    sqlite_with_rowid=False,
)
CHORE: Final = Table(  # what has to be done after a transaction, outside of any
    "chore",
    METADATA,
    Column("what", String(20), primary_key=True),
)
HELD: Final = Table(  # addresses from which nobody comes for the first time
    "held",
    METADATA,
    Column("network", Text, primary_key=True),
    Column("until_ms", BigInteger, nullable=False),
)
BEAT: Final = Table(
    "beat",
    METADATA,
    Column("process", String(80), primary_key=True),
    Column("at_ms", BigInteger, nullable=False),  # when the process served last, by its own clock
    Column("told_ms", BigInteger, nullable=False),  # the same moment in the database's time
)
STOP: Final = Table(
    "stop",
    METADATA,
    Column("from_ms", BigInteger, primary_key=True, autoincrement=False),  # the last beat of all
    Column("to_ms", BigInteger, nullable=False),  # when somebody served again
)
PRESENCE: Final = Table(
    "presence",
    METADATA,
    Column("process", String(80), primary_key=True),
    Column("room", String(80), primary_key=True),
    Column("people", Text, nullable=False),  # who watches the room by it, a list as JSON
    Column("told_ms", BigInteger, nullable=False),
    Index("presence_told", "told_ms"),
    sqlite_with_rowid=False,
)
DELETION: Final = Table(  # the people who were deleted; nothing about them but their ids
    "deletion",
    METADATA,
    Column("person", String(40), primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("todo", Text, nullable=False),  # an object as JSON; empty: it is finished
    Column("claimed_ms", BigInteger, nullable=False),  # when a process began to do it
    Index("deletion_at", "at_ms"),
)
RELATION: Final = Table(  # what a person thinks of another one
    "relation",
    METADATA,
    Column("person", String(40), primary_key=True),
    Column("other", String(40), primary_key=True),
    Column("is_favourite", Boolean, nullable=False),
    Column("is_blocked", Boolean, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    Index("relation_other", "other"),
    sqlite_with_rowid=False,
)
VACATION: Final = Table(  # when the slow clocks of a person stand
    "vacation",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("person", String(40), nullable=False),
    Column("from_ms", BigInteger, nullable=False),
    Column("until_ms", BigInteger, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("version", Integer, nullable=False, default=1),  # counts the changes
    Column("told", Integer, nullable=False, default=0),  # the version of which the rooms know
    Index("vacation_person", "person"),
    Index("vacation_until", "until_ms"),
)
PRACTICE: Final = Table(  # the puzzles that a person has tried, and the mistakes that come back
    "practice",
    METADATA,
    Column("person", String(40), primary_key=True),
    Column("id", BigInteger, primary_key=True),  # the hash of the entry
    Column("told", Text, nullable=False),  # the entry as JSON: ``gipf_meta.practice.entries``
    sqlite_with_rowid=False,
)
PRUNING: Final = Table(  # how many rooms and people were removed because of their age
    "pruning",
    METADATA,
    Column("id", String(40), primary_key=True),  # the day, where a host did it by itself
    Column("at_ms", BigInteger, nullable=False),
    Column("older_ms", BigInteger, nullable=False),
    Column("rooms", Integer, nullable=False),
    Column("people", Integer, nullable=False),
)
REREAD: Final = Table(  # rooms that were changed otherwise than by appending, or removed
    "reread",
    METADATA,
    Column("room", String(80), primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    Index("reread_at", "at_ms"),
)


class EntryRow(NamedTuple):
    """A row of ``entry`` without its room and its hash."""

    number: int
    last: int
    sender: str
    id: str
    told: str

    def hash_after(self, before: str) -> str:
        """Returns the hash of this row after one with hash *before* (``""``: it is the first)."""
        words = "\n".join((before, str(self.number), str(self.last), self.sender, self.id))
        return hashlib.sha256(f"{words}\n{self.told}".encode()).hexdigest()


LOCK: Final = 0x67697066
"""The number of PostgreSQL's lock that is held while tables are changed."""
LONGEST_MS: Final = 600_000
"""Milliseconds that a statement on all rows may take, or wait for another process that does it."""

TURN_MS: Final = 200
"""Milliseconds after which a process asks again whether another has done it."""


def migrate(writers: Engine) -> None:
    """Makes the tables, or migrates them to the newest version, in one transaction.

    Raises ``DatabaseError`` for tables of a newer version or of another program, and what
    SQLAlchemy raises.
    """
    with writers.connect() as connection:
        version = _read_version(connection)
    if version == _newest():
        return
    with writers.connect() as connection:
        if connection.dialect.name == "postgresql":
            _wait_for_lock(connection)
        with long_statements(connection):
            _check(connection)
            config = _config()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            connection.commit()


@contextmanager
def long_statements(connection: Connection, lock_ms: int = LONGEST_MS) -> Iterator[Any]:
    """Lets each statement of *connection* take ``LONGEST_MS`` within the block, and wait *lock_ms*
    for others; yields the connection of the driver. It is closed with the block, and so is its
    patience."""
    raw: Any = connection.connection.dbapi_connection
    try:
        if connection.dialect.name == "sqlite":
            raw.execute(f"PRAGMA busy_timeout = {lock_ms}")
        else:
            raw.answer_ms = LONGEST_MS
            raw.execute(
                f"SET statement_timeout = {LONGEST_MS}; SET lock_timeout = {lock_ms};"
                f" SET idle_in_transaction_session_timeout = {LONGEST_MS}"
            )
        yield raw
    finally:
        connection.invalidate()


def _wait_for_lock(connection: Connection) -> None:
    """Takes PostgreSQL's lock, for which another process may hold us up; every statement answers
    soon, for a connection takes a server that is silent for one that hangs."""
    for _turn in range(LONGEST_MS // TURN_MS):
        tried = connection.exec_driver_sql(f"SELECT pg_try_advisory_xact_lock({LOCK})")
        if tried.scalar():
            return
        connection.exec_driver_sql(f"SELECT pg_sleep({TURN_MS / 1000})")
    raise DatabaseError(_("Another process has been changing the tables for too long."))


def _check(connection: Connection) -> None:
    """Raises ``DatabaseError`` if the tables are of another program, or of a newer version."""
    version = _read_version(connection)
    if version is None:
        strangers = set(sa.inspect(connection).get_table_names())
        if not strangers.isdisjoint(METADATA.tables) or (
            strangers and connection.dialect.name == "sqlite"
        ):
            raise DatabaseError(_("The database belongs to another program."))
    elif version not in {step.revision for step in _scripts().walk_revisions()}:
        raise DatabaseError(
            _("The database was written by a newer version of this program (tables {version}).")
            .format(version=version)
        )  # fmt: skip


def _read_version(connection: Connection) -> str | None:
    """Returns the version of the tables; ``None``: the database has none of this program."""
    return MigrationContext.configure(connection).get_current_revision()


def _newest() -> str | None:
    return _scripts().get_current_head()


@cache
def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    """Returns the configuration of Alembic, with the steps in this package."""
    config = Config()
    config.set_main_option("script_location", "gipf_meta.host:migrations")
    config.set_main_option("path_separator", "os")
    return config
