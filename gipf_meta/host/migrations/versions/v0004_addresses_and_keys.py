"""The addresses of people, addresses that are held off for a while, and renewed keys."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Adds the columns and the table."""
    network = sa.Column("network", sa.Text, nullable=False, server_default="")
    renewed = sa.Column("renewed_ms", sa.BigInteger, nullable=False, server_default=sa.text("0"))
    op.add_column("person", network)
    op.add_column("person", renewed)
    op.create_index("person_network", "person", ["network"])
    op.create_index("person_renewed", "person", ["renewed_ms"])
    op.create_table(
        "held",
        sa.Column("network", sa.Text, primary_key=True),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
    )
