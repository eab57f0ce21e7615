"""The rooms that are studies, and the people who were admitted to them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Adds a column and a table."""
    is_study = sa.Column("is_study", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("room", is_study)
    op.create_table(
        "guest",
        sa.Column("room", sa.String(80), primary_key=True),
        sa.Column("person", sa.String(40), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_index("guest_person", "guest", ["person"])
