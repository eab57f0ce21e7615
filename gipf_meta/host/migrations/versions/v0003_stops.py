"""The intervals in which no process served."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Makes their table."""
    op.create_table(
        "stop",
        sa.Column("from_ms", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("to_ms", sa.BigInteger, nullable=False),
    )
