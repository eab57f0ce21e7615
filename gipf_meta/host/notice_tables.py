"""The tables of notices: the ways by which people want them, the outbox, and keys of the host.

A row of ``outbox`` is one notice for one way. It is written in the transaction of what it tells,
once, for its key says which event of which room it tells; one process at a time holds it under a
lease and delivers it.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Index, Integer, String, Table, Text, UniqueConstraint
from sqlalchemy import text as sql

from gipf_meta.host.identity.identity_tables import METADATA

NOTICE_WAY: Final = Table(  # how a person wants to be told
    "notice_way",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("person", String(40), nullable=False),
    Column("kind", String(20), nullable=False),  # ``push``, ``mail``, ``feed`` or ``calendar``
    Column("key", Text, nullable=False),  # endpoint, id of a way back, or SHA-256 of a key
    Column("about", Text, nullable=False),  # an object as JSON: keys of a push, hours of mails
    Column("device", String(40), nullable=False),  # the one whose browser it is; empty: none
    Column("label", Text, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("used_ms", BigInteger, nullable=False),  # when something was delivered; 0: never
    Column("failures", Integer, nullable=False),  # failed deliveries since then
    Column("trouble", Text, nullable=False),  # why it was given up; empty: it works
    UniqueConstraint("kind", "key", name="notice_way_key"),
    Index("notice_way_person", "person"),
    Index("notice_way_device", "device"),
)
_IS_WAITING: Final = sql("result = ''")
OUTBOX: Final = Table(
    "outbox",
    METADATA,
    Column("way", String(40), primary_key=True),
    Column("room", String(80), primary_key=True),
    Column("number", BigInteger, primary_key=True),  # of the event that it tells
    Column("kind", String(20), primary_key=True),  # see ``gipf_meta.rooms.notices``
    Column("person", String(40), nullable=False),
    Column("player", Integer, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("due_ms", BigInteger, nullable=False),  # when it is delivered, or tried again
    Column("hour_ms", BigInteger),  # the hour that it announces
    Column("tries", Integer, nullable=False),
    Column("tried_ms", BigInteger, nullable=False),  # when for the first time
    Column("lease_ms", BigInteger, nullable=False),  # until when a process holds it; 0: none does
    Column("held_by", String(40), nullable=False),  # the name of that process
    Column("parcel", String(64), nullable=False),  # the delivery it is part of
    Column("result", String(20), nullable=False),  # empty: it waits
    Column("done_ms", BigInteger, nullable=False),  # 0: it waits
    Index("outbox_due", "due_ms", postgresql_where=_IS_WAITING, sqlite_where=_IS_WAITING),
    Index("outbox_person", "person", "created_ms"),
    Index("outbox_room", "room"),
)
HOST_KEY: Final = Table(  # what the host signs with, the same in all processes
    "host_key",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
)
PLAN: Final = Table(  # the moves that a player has made in advance; nobody else sees them
    "plan",
    METADATA,
    Column("room", String(80), primary_key=True),
    Column("player", Integer, primary_key=True),
    Column("depth", Integer, primary_key=True),  # of the game in the match: 0, or that of a duel
    Column("person", String(40), nullable=False),
    Column("text", Text, nullable=False),  # see ``gipf_meta.match.plans``
    Column("version", String(40), nullable=False),  # another one after each change
    Column("changed_ms", BigInteger, nullable=False),
    Index("plan_person", "person"),
    Index("plan_changed", "changed_ms"),
)
