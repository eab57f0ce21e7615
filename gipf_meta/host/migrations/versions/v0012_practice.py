"""The practice of people: the puzzles that they have tried, and the mistakes that come back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Makes the table."""
    op.create_table(
        "practice",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("id", sa.BigInteger, primary_key=True),
        sa.Column("told", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
