"""Notices that arrive once, and moves made in advance: their tables; since when each room waits for
whom.

The rooms that wait for somebody are filled in when they are opened next, which is soon. Nobody has
a way yet on which he is told, so nobody is told of them now: whoever makes one is told then, in one
parcel, what waits for him, however long it has waited.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Makes the tables, and the column that says since when a room waits for each player."""
    demands = sa.Column("demands", sa.Text, nullable=False, server_default="")
    op.add_column("room", demands)
    _note_what_is_to_be_filled_in()
    op.create_table(
        "notice_way",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("device", sa.String(40), nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("used_ms", sa.BigInteger, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("trouble", sa.Text, nullable=False),
        sa.UniqueConstraint("kind", "key", name="notice_way_key"),
    )
    op.create_index("notice_way_person", "notice_way", ["person"])
    op.create_index("notice_way_device", "notice_way", ["device"])
    op.create_table(
        "outbox",
        sa.Column("way", sa.String(40), primary_key=True),
        sa.Column("room", sa.String(80), primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True),
        sa.Column("kind", sa.String(20), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("due_ms", sa.BigInteger, nullable=False),
        sa.Column("hour_ms", sa.BigInteger),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("tried_ms", sa.BigInteger, nullable=False),
        sa.Column("lease_ms", sa.BigInteger, nullable=False),
        sa.Column("held_by", sa.String(40), nullable=False),
        sa.Column("parcel", sa.String(64), nullable=False),
        sa.Column("result", sa.String(20), nullable=False),
        sa.Column("done_ms", sa.BigInteger, nullable=False),
    )
    is_waiting = sa.text("result = ''")
    op.create_index(
        "outbox_due",
        "outbox",
        ["due_ms"],
        postgresql_where=is_waiting,
        sqlite_where=is_waiting,
    )
    op.create_index("outbox_person", "outbox", ["person", "created_ms"])
    op.create_index("outbox_room", "outbox", ["room"])
    op.create_table(
        "host_key",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "plan",
        sa.Column("room", sa.String(80), primary_key=True),
        sa.Column("player", sa.Integer, primary_key=True),
        sa.Column("depth", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("version", sa.String(40), nullable=False),
        sa.Column("changed_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("plan_person", "plan", ["person"])
    op.create_index("plan_changed", "plan", ["changed_ms"])


def _note_what_is_to_be_filled_in() -> None:
    """Makes the rooms due at once that wait for somebody: a process that opens one of them then
    writes its row anew."""
    op.execute(
        sa.text(
            "UPDATE room SET due_ms = changed_ms WHERE waits_for <> '' AND NOT is_over"
            " AND NOT is_study AND (due_ms IS NULL OR due_ms > changed_ms)"
        )
    )
