"""The tables of people: their devices, ways back, tickets and charges; and what a database does.

``gipf_meta.host`` stands on this folder, not this folder on it: so here is the shape of a database,
and ``host.database`` fits it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite

METADATA: Final = MetaData()
"""All tables, also those of ``host.tables``; times are milliseconds of the database's clock, but
for ``due_ms``."""

PERSON: Final = Table(
    "person",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("name", Text, nullable=False),
    Column("settings", Text, nullable=False),  # an object as JSON
    Column("created_ms", BigInteger, nullable=False),
    Column("seen_ms", BigInteger, nullable=False),
    Column("is_banned", Boolean, nullable=False),
    Column("network", Text, nullable=False),  # from where he came last; empty: not known
    Column("is_hidden", Boolean, nullable=False, default=False),  # his profile is shown to nobody
    Column("open_to", String(20), nullable=False, default="met"),  # who may invite him by name
    Index("person_network", "network"),
    Index(
        "person_banned",
        "id",
        postgresql_where=text("is_banned"),
        sqlite_where=text("is_banned"),
    ),
)
DEVICE: Final = Table(  # what a person comes with; each has a key of its own
    "device",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("person", String(40), nullable=False),
    Column("secret_hash", String(64), nullable=False),
    Column("label", Text, nullable=False),  # as the person knows it; empty: not known
    Column("created_ms", BigInteger, nullable=False),
    Column("seen_ms", BigInteger, nullable=False),
    Column("renewed_ms", BigInteger, nullable=False),  # when its key was changed; 0: never
    Column("replaces", String(40), nullable=False),  # the device that ends when this one comes
    Column("proved_ms", BigInteger, nullable=False),  # when a way back was used on it; 0: never
    Column("proved_by", String(40), nullable=False),  # the id of that way back
    UniqueConstraint("secret_hash", name="device_secret"),
    Index("device_person", "person"),
    Index("device_created", "created_ms"),
)
WAY_BACK: Final = Table(  # what makes a new device one of a person's
    "way_back",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("person", String(40), nullable=False),
    Column("kind", String(20), nullable=False),  # ``passkey``, ``mail`` or ``words``
    Column("key", Text, nullable=False),  # id of a passkey, address, or SHA-256 of words
    Column("public_key", Text, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("label", Text, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("used_ms", BigInteger, nullable=False),  # 0: never
    Column("ends_ms", BigInteger, nullable=False),  # when it is taken away; 0: it stays
    Column("added_by", String(40), nullable=False, default=""),  # a device; empty: not known
    UniqueConstraint("kind", "key", name="way_back_key"),
    Index("way_back_person", "person"),
    Index("way_back_created", "created_ms"),
)
TICKET: Final = Table(  # what can be used once, and not for long
    "ticket",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("person", String(40), nullable=False),  # empty: not known
    Column("bound", String(64), nullable=False),  # the hash of a device's key; empty: any device
    Column("about", Text, nullable=False),  # an object as JSON
    Column("tries", Integer, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
    Index("ticket_bound", "bound"),
    Index("ticket_person", "person"),
    Index("ticket_expires", "expires_ms"),
)
CHARGE: Final = Table(  # rate limits that all processes share
    "charge",
    METADATA,
    Column("key", String(64), primary_key=True),  # a hash: nobody reads here who was limited
    Column("full_ms", BigInteger, nullable=False),  # when nothing is charged any more
    Index("charge_full", "full_ms"),
)

_Result = TypeVar("_Result")


class Store(Protocol):
    """A database with these tables: ``gipf_meta.host.database.Database``."""

    def read(self, ask: Callable[[Connection], _Result], /) -> _Result:
        """Returns what *ask* returns. Raises ``LedgerError``, and what *ask* raises."""
        ...

    def write(self, change: Callable[[Connection], _Result], /) -> _Result:
        """Returns what *change* returns, once the commit is on the disk.

        Raises ``LedgerError``, and what *change* raises; then nothing was written.
        """
        ...

    def insert(self, table: sa.Table) -> postgresql.Insert | sqlite.Insert:
        """Returns an insert statement for *table* that supports ``ON CONFLICT``."""
        ...

    @property
    def now(self) -> sa.ColumnElement[int]:
        """An SQL expression: the time of the database, milliseconds since 1970."""
        ...
