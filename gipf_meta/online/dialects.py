"""What SQLite and PostgreSQL say differently."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite


def insert_into(table: sa.Table, is_postgresql: bool) -> postgresql.Insert | sqlite.Insert:
    """A statement that inserts into *table* and knows ``ON CONFLICT``."""
    return postgresql.insert(table) if is_postgresql else sqlite.insert(table)


def now_of(is_postgresql: bool) -> sa.ColumnElement[int]:
    """The time of the database in statements: milliseconds since 1970."""
    if is_postgresql:
        seconds: sa.ColumnElement[Any] = sa.extract("epoch", sa.func.clock_timestamp())
        return sa.cast(seconds * 1000, sa.BigInteger)
    days = sa.func.julianday("now") - 2440587.5
    return sa.cast(sa.func.round(days * 86_400_000), sa.BigInteger)
