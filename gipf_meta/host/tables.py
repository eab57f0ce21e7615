"""The tables of the database: what they hold, and the chain of hashes over a room's commands.

A row of ``entry`` is what one command did in a room: its events as JSON, from event *number* to
event *last*, with a hash over the row before it, so every change and every cut is noticed. The row
of the ``room`` has its state after its last command; lists and sweeps read nothing else.
``migrations`` makes these tables and brings older ones up to date.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Final, NamedTuple

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
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from gipf_meta.base.texts import _
from gipf_meta.rooms.ledger import LedgerError


class DatabaseError(LedgerError):
    """The database cannot be opened, read or written; one sentence, which strangers may read.

    *in_full* is for the operator of the host alone: it has the message of the database itself,
    which may name its place.
    """

    def __init__(self, sentence: str, in_full: str = "") -> None:
        super().__init__(sentence)
        self.in_full = in_full or sentence


METADATA: Final = MetaData()
"""All tables; times are milliseconds of the database's clock, but for ``due_ms``."""

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
    Column("turns", Integer, nullable=False),
    Column("player", Integer),  # who decides next
    Column("opened_ms", BigInteger, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    Index("room_due", "due_ms"),
    Index("room_changed", "changed_ms"),
    Index("room_by", "by"),
    Index("room_opened_by", "opened_by", "is_over"),
)
SEAT: Final = Table(
    "seat",
    METADATA,
    Column("room", String(80), primary_key=True),
    Column("player", Integer, primary_key=True),
    Column("person", Text, nullable=False),  # who holds it; empty: nobody
    Column("kind", Text, nullable=False),  # ``human`` or a bot's name
    Column("name", Text, nullable=False),
    Column("is_reserved", Boolean, nullable=False),  # somebody is invited to it
    Index("seat_person", "person"),
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
PERSON: Final = Table(
    "person",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("secret_hash", String(64), nullable=False),
    Column("name", Text, nullable=False),
    Column("settings", Text, nullable=False),  # an object as JSON
    Column("created_ms", BigInteger, nullable=False),
    Column("seen_ms", BigInteger, nullable=False),
    Column("is_banned", Boolean, nullable=False),
    Column("network", Text, nullable=False),  # from where he came last; empty: not known
    Column("renewed_ms", BigInteger, nullable=False),  # when his key was changed; 0: never
    UniqueConstraint("secret_hash", name="person_secret"),
    Index("person_network", "network"),
    Index("person_renewed", "renewed_ms"),
    Index(
        "person_banned",
        "id",
        postgresql_where=text("is_banned"),
        sqlite_where=text("is_banned"),
    ),
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
"""Milliseconds that a step may take, or wait for another process that does it."""


def migrate(writers: Engine) -> None:
    """Makes the tables, or migrates them to the newest version, in one transaction.

    Raises ``DatabaseError`` for tables of a newer version or of another program, and what
    SQLAlchemy raises.
    """
    with writers.connect() as connection:
        version = _read_version(connection)
    if version == _newest():
        return
    with writers.begin() as connection:
        if connection.dialect.name == "postgresql":
            for limit in ("statement_timeout", "lock_timeout"):
                connection.exec_driver_sql(f"SET LOCAL {limit} = {LONGEST_MS}")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
        _check(connection)
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


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
