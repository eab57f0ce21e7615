"""The rows of several usual commands at once: one statement of PostgreSQL compares and writes them,
and commits itself, so that a group costs one round trip, however large it is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.host.database_engines import now_of
from gipf_meta.host.tables import ENTRY, ROOM, EntryRow
from gipf_meta.host.written_rows import COLUMNS, Tail, Tails, Writing


def usual_among(pending: Sequence[Writing], tails: Tails) -> list[Writing]:
    """Returns the commands of the rooms whose end is known, and whose seats, names and guests
    stay; they get their hashes."""
    ends: dict[str, Tail | None] = {}
    for each in pending:
        before = ends[each.room] if each.room in ends else tails.get(each.room, each.after)
        ends[each.room] = None if before is None else each.tail_after(before)
    return [each for each in pending if ends[each.room] is not None]


def write_usual(db: Connection, usual: Sequence[Writing], tails: Tails) -> list[Writing]:
    """Writes the *usual* commands, and notes the ends of their rooms in *tails*; returns those of
    rooms into which other processes have written, or are writing. Nothing of them is written."""
    first = {each.room: each for each in reversed(usual)}
    last = {each.room: each for each in usual}
    rows = [each.parameters() for each in usual]
    values = {name: [row[name] for row in rows] for name in rows[0]}
    values["is_first"] = [each is first[each.room] for each in usual]
    values["is_last"] = [each is last[each.room] for each in usual]
    written = set(db.execute(_statement(), values).scalars())
    for room, each in last.items():
        if room in written:
            tails.note(room, Tail(each.row.last, each.hash, each.seats, each.guests))
        else:
            tails.forget(room)
    return [each for each in usual if each.room not in written]


@cache
def _types() -> dict[str, str]:
    """Returns the type of each column of what is given to the statement."""
    entry = {f"entry_{name}": ENTRY.c[name] for name in EntryRow._fields}
    columns = {
        "in_room": ROOM.c.id,
        "after": ROOM.c.number,
        "before": ROOM.c.hash,
        "new_hash": ROOM.c.hash,
        **entry,
        **{f"room_{name}": ROOM.c[name] for name in COLUMNS},
    }
    types = {name: _type_of(column) for name, column in columns.items()}
    return {**types, "is_first": "BOOLEAN", "is_last": "BOOLEAN"}


def _type_of(column: sa.Column[object]) -> str:
    """Returns the type of *column* for PostgreSQL, whose texts are of any length."""
    return "TEXT" if isinstance(column.type, sa.String) else str(column.type)


@cache
def _statement() -> sa.TextClause:
    """Returns the statement. It locks the rows of the rooms, without waiting for other processes,
    where number and hash are as before the first command of each; adds all entries; and changes
    each room as its last command says.

    An entry that exists already is an error, for which nothing is written.
    """
    names = _types()
    arrays = ", ".join(f"CAST(:{name} AS {kind}[])" for name, kind in names.items())
    entry = [*EntryRow._fields]
    now = now_of(is_postgresql=True).compile(compile_kwargs={"literal_binds": True})
    changed = ", ".join(f'"{name}" = given.room_{name}' for name in COLUMNS)
    return sa.text(
        f"WITH given AS (SELECT * FROM unnest({arrays}) AS given({', '.join(names)})),"
        " found AS (SELECT room.id FROM room JOIN given ON room.id = given.in_room"
        " WHERE given.is_first AND room.number = given.after AND room.hash = given.before"
        " FOR UPDATE OF room SKIP LOCKED),"
        f" added AS (INSERT INTO entry (room, hash, {', '.join(entry)})"
        f" SELECT in_room, new_hash, {', '.join(f'entry_{name}' for name in entry)}"
        " FROM given JOIN found ON found.id = given.in_room),"
        " changed AS (UPDATE room SET number = given.entry_last, hash = given.new_hash,"
        f" changed_ms = {now}, {changed} FROM given JOIN found ON found.id = given.in_room"
        " WHERE room.id = given.in_room AND given.is_last RETURNING room.id)"
        " SELECT id FROM changed"
    )
