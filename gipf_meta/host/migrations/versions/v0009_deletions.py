"""The people who were deleted, the rooms and people that were removed by age, and the rooms that
every process reads anew."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "deletion",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("todo", sa.Text, nullable=False),
        sa.Column("claimed_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("deletion_at", "deletion", ["at_ms"])
    op.create_table(
        "pruning",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("older_ms", sa.BigInteger, nullable=False),
        sa.Column("rooms", sa.Integer, nullable=False),
        sa.Column("people", sa.Integer, nullable=False),
    )
    op.create_table(
        "reread",
        sa.Column("room", sa.String(80), primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("reread_at", "reread", ["at_ms"])
