"""The devices of people, each with its own key; ways back to a person; tickets and charges.

The key of a person becomes that of his first device. A process of before finds no column with keys
any more, and so lets nobody in.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Makes the tables, and moves the keys."""
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    op.create_table(
        "device",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("secret_hash", sa.String(64), nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
        sa.Column("renewed_ms", sa.BigInteger, nullable=False),
        sa.Column("replaces", sa.String(40), nullable=False),
        sa.Column("proved_ms", sa.BigInteger, nullable=False),
        sa.Column("proved_by", sa.String(40), nullable=False),
        sa.UniqueConstraint("secret_hash", name="device_secret"),
    )
    op.create_index("device_person", "device", ["person"])
    op.create_index("device_created", "device", ["created_ms"])
    sixteen = (
        "lower(hex(randomblob(8)))" if is_sqlite else "substr(md5(random() || secret_hash), 1, 16)"
    )
    op.execute(
        sa.text(
            "INSERT INTO device"
            " (id, person, secret_hash, label, created_ms, seen_ms, renewed_ms, replaces,"
            " proved_ms, proved_by)"
            f" SELECT 'd' || {sixteen}, id, secret_hash, '', created_ms, seen_ms, renewed_ms, '',"
            " 0, '' FROM person"
        )
    )
    _drop_keys_of_sqlite() if is_sqlite else _drop_keys()
    op.create_table(
        "way_back",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("used_ms", sa.BigInteger, nullable=False),
        sa.Column("ends_ms", sa.BigInteger, nullable=False),
        sa.Column("added_by", sa.String(40), nullable=False),
        sa.UniqueConstraint("kind", "key", name="way_back_key"),
    )
    op.create_index("way_back_person", "way_back", ["person"])
    op.create_index("way_back_created", "way_back", ["created_ms"])
    op.create_table(
        "ticket",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("bound", sa.String(64), nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("ticket_bound", "ticket", ["bound"])
    op.create_index("ticket_person", "ticket", ["person"])
    op.create_index("ticket_expires", "ticket", ["expires_ms"])
    op.create_table(
        "charge",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("full_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("charge_full", "charge", ["full_ms"])


def _drop_keys() -> None:
    """Drops the columns of keys in PostgreSQL."""
    op.drop_index("person_renewed", "person")
    op.drop_constraint("person_secret", "person", type_="unique")
    op.drop_column("person", "secret_hash")
    op.drop_column("person", "renewed_ms")


def _drop_keys_of_sqlite() -> None:
    """Makes the table of people anew: SQLite drops no column that a constraint names."""
    columns = "id, name, settings, created_ms, seen_ms, is_banned, network"
    op.create_table(
        "person_of_0007",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
        sa.Column("is_banned", sa.Boolean, nullable=False),
        sa.Column("network", sa.Text, nullable=False),
    )
    op.execute(sa.text(f"INSERT INTO person_of_0007 ({columns}) SELECT {columns} FROM person"))
    op.drop_table("person")  # with its indexes
    op.rename_table("person_of_0007", "person")
    op.create_index("person_network", "person", ["network"])
    op.create_index("person_banned", "person", ["id"], sqlite_where=sa.text("is_banned"))
