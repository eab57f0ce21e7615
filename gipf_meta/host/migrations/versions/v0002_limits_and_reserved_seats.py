"""The person who opened a room, also if he has left; reserved seats; an index of banned people."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds the columns, and fills them from the ledger."""
    opened_by = sa.Column("opened_by", sa.Text, nullable=False, server_default="")
    op.add_column("room", opened_by)
    op.execute(sa.text('UPDATE room SET opened_by = "by"'))
    op.create_index("room_opened_by", "room", ["opened_by", "is_over"])
    is_reserved = sa.Column("is_reserved", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("seat", is_reserved)
    banned = sa.text("is_banned")
    op.create_index("person_banned", "person", ["id"], postgresql_where=banned, sqlite_where=banned)
    _reserve()


def _reserve() -> None:
    """Marks the seats that are reserved by an invitation."""
    db = op.get_bind()
    found = "SELECT room, told FROM entry WHERE told LIKE '%\"invited\"%' ORDER BY room, number"
    rooms = {row.room for row in db.execute(sa.text(found))}
    query = sa.text("SELECT told FROM entry WHERE room = :room ORDER BY number")
    mark = sa.text("UPDATE seat SET is_reserved = :yes WHERE room = :room AND player = :player")
    for room in sorted(rooms):
        events = (
            event for row in db.execute(query, {"room": room}) for event in json.loads(row.told)
        )
        for player in sorted(_reserved(events)):
            db.execute(mark, {"yes": True, "room": room, "player": player})


def _reserved(events: Iterable[dict[str, Any]]) -> set[int]:
    """Returns the players whose seats are reserved after *events*."""
    reserved = set[int]()
    for event in events:
        player = event.get("player")
        match event["event"]:
            case "opened":
                reserved.clear()
            case "invited" if player is not None:
                reserved.add(player)
            case "uninvited":
                reserved.discard(player)
            case "seat_given" if event["person"]:
                reserved.discard(player)
            case "seated" if event["kind"] != "human":
                reserved.discard(player)
    return reserved
