"""The matches that began from a position: before this version none did."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Adds the column."""
    began = sa.Column("is_from_position", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("room", began)
