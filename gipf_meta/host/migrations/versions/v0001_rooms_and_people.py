"""The first tables: rooms, their seats and entries, people, heartbeats and presence."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "room",
        sa.Column("id", sa.String(80), primary_key=True),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("due_ms", sa.BigInteger),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("is_open", sa.Boolean, nullable=False),
        sa.Column("is_private", sa.Boolean, nullable=False),
        sa.Column("is_over", sa.Boolean, nullable=False),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("player", sa.Integer),
        sa.Column("opened_ms", sa.BigInteger, nullable=False),
        sa.Column("changed_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("room_due", "room", ["due_ms"])
    op.create_index("room_changed", "room", ["changed_ms"])
    op.create_index("room_by", "room", ["by"])
    op.create_table(
        "seat",
        sa.Column("room", sa.String(80), primary_key=True),
        sa.Column("player", sa.Integer, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("seat_person", "seat", ["person"])
    op.create_table(
        "entry",
        sa.Column("room", sa.String(80), primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.Column("sender", sa.Text, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("told", sa.Text, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "entry_command",
        "entry",
        ["room", "sender", "id"],
        unique=True,
        postgresql_where=sa.text("id <> ''"),
        sqlite_where=sa.text("id <> ''"),
    )
    op.create_table(
        "person",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("secret_hash", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
        sa.Column("is_banned", sa.Boolean, nullable=False),
        sa.UniqueConstraint("secret_hash", name="person_secret"),
    )
    op.create_table(
        "beat",
        sa.Column("process", sa.String(80), primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("told_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("process", sa.String(80), primary_key=True),
        sa.Column("room", sa.String(80), primary_key=True),
        sa.Column("people", sa.Text, nullable=False),
        sa.Column("told_ms", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("presence_told", "presence", ["told_ms"])
