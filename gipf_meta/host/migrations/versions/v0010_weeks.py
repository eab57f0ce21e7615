"""Matches of weeks: for whom each room waits, and until when; vacations; people who know others.

The rooms that go on are filled in from their openings, and when they are opened next.
"""

from __future__ import annotations

import json
import re
from typing import Final

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_DAY_MS: Final = 86_400_000
_UNITS_MS: Final = {"m": 60_000, "s": 1000, "ms": 1, "": 1000}
_SPAN: Final = re.compile(r"([0-9]+)(ms|m|s|)")


def upgrade() -> None:
    """Adds columns and tables, and fills the columns in."""
    no = sa.false()
    op.add_column("room", sa.Column("is_slow", sa.Boolean, nullable=False, server_default=no))
    for name in ("flag_ms", "hour_ms"):
        op.add_column("room", sa.Column(name, sa.BigInteger))
    waits_for = sa.Column("waits_for", sa.Text, nullable=False, server_default="")
    op.add_column("room", waits_for)
    invited = sa.Column("invited", sa.String(40), nullable=False, server_default="")
    op.add_column("seat", invited)
    for name in ("invited_until_ms", "rest_from_ms", "rest_until_ms"):
        op.add_column("seat", sa.Column(name, sa.BigInteger))
    decided = sa.Column("has_decided", sa.Boolean, nullable=False, server_default=no)
    op.add_column("seat", decided)
    result = sa.Column("result", sa.String(10), nullable=False, server_default="")
    op.add_column("seat", result)
    has_hour = sa.text("hour_ms IS NOT NULL")
    op.create_index(
        "room_hour", "room", ["hour_ms"], postgresql_where=has_hour, sqlite_where=has_hour
    )
    is_invited = sa.text("invited <> ''")
    op.create_index(
        "seat_invited", "seat", ["invited"], postgresql_where=is_invited, sqlite_where=is_invited
    )
    hidden = sa.Column("is_hidden", sa.Boolean, nullable=False, server_default=no)
    op.add_column("person", hidden)
    open_to = sa.Column("open_to", sa.String(20), nullable=False, server_default="met")
    op.add_column("person", open_to)
    op.create_table(
        "relation",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("other", sa.String(40), primary_key=True),
        sa.Column("is_favourite", sa.Boolean, nullable=False),
        sa.Column("is_blocked", sa.Boolean, nullable=False),
        sa.Column("changed_ms", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("relation_other", "relation", ["other"])
    op.create_table(
        "vacation",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("from_ms", sa.BigInteger, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("told", sa.Integer, nullable=False),
    )
    op.create_index("vacation_person", "vacation", ["person"])
    op.create_index("vacation_until", "vacation", ["until_ms"])
    _note_whom_rooms_wait_for()
    _note_who_has_decided()
    _note_clocks()


def _note_whom_rooms_wait_for() -> None:
    """Notes for which player each room waits that goes on: the one who decides next. Before the
    first turn a room waits for nobody as long as a seat is free."""
    op.execute(
        sa.text(
            "UPDATE room SET waits_for = ' ' || player || ' '"
            " WHERE NOT is_over AND NOT is_study AND EXISTS (SELECT 1 FROM seat"
            " WHERE seat.room = room.id AND seat.player = room.player AND seat.kind = 'human')"
            " AND NOT (turns = 0 AND EXISTS (SELECT 1 FROM seat"
            " WHERE seat.room = room.id AND seat.kind = 'human' AND seat.person = ''))"
        )
    )


def _note_who_has_decided() -> None:
    """Notes that everybody has decided in matches with a turn for each seat: who has played whom
    follows from it."""
    op.execute(
        sa.text(
            "UPDATE seat SET has_decided = true WHERE person <> '' AND EXISTS (SELECT 1 FROM room"
            " WHERE room.id = seat.room AND NOT room.is_study AND room.turns >="
            " (SELECT count(*) FROM seat AS other WHERE other.room = seat.room))"
        )
    )


def _note_clocks() -> None:
    """Notes which of the rooms that go on have a clock of days. These are due at once: a process
    that opens one of them then writes its rows anew, with the time of the flag."""
    db = op.get_bind()
    query = (
        "SELECT room.id, entry.told FROM room JOIN entry ON entry.room = room.id"
        " WHERE entry.number = 1 AND NOT room.is_over AND NOT room.is_study"
    )
    slow = sa.text("UPDATE room SET is_slow = true, due_ms = changed_ms WHERE id = :room")
    for room, text in db.execute(sa.text(query)).all():
        if _is_slow(_control_in(text)):
            db.execute(slow, {"room": room})


def _control_in(text: str) -> str:
    """The control in the opening among the events in *text*; ``""``: there is none, or the events
    are damaged, which is found when the room is opened."""
    try:
        events = json.loads(text)
        return str(events[0]["opening"].get("control") or "")
    except (ValueError, LookupError, TypeError, AttributeError):
        return ""


def _is_slow(control: str) -> bool:
    """Whether *control* allows a day or more for a turn."""
    spans = _SPAN.findall(control)
    return any(int(number) * _UNITS_MS[unit] >= _DAY_MS for number, unit in spans)
