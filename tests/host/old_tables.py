"""Tables of older versions, as their migrations made them, with the rows of today in them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from alembic import command
from sqlalchemy import Connection

from gipf_meta.host import tables
from gipf_meta.host.database import Database
from gipf_meta.host.stored_names import NameRow

VERSIONS = ("0001", "0002", "0003", "0004", "0005", "0006")
"""Those before people had devices."""


def go_back_to(version: str, database: Database) -> None:
    """Gives *database* the tables of *version*, each with the columns that it had then; people have
    the key of their first device."""
    with database.engine.begin() as connection:
        kept = {table: _rows_of(connection, table) for table in tables.METADATA.sorted_tables}
        first = {row["person"]: row["secret_hash"] for row in reversed(kept[tables.DEVICE])}
        for row in kept[tables.PERSON]:
            row.update(secret_hash=first[row["id"]], renewed_ms=0)
        _put_names_back(kept)
        tables.METADATA.drop_all(connection)
        connection.execute(sa.text("DROP TABLE alembic_version"))
        begin_with(version, connection)
        there = sa.MetaData()
        there.reflect(connection)
        for table, rows in kept.items():
            if rows and (old := there.tables.get(table.name)) is not None:
                names = {column.name for column in old.columns}
                connection.execute(
                    sa.insert(old), [{n: each[n] for n in names & {*each}} for each in rows]
                )


def _put_names_back(kept: Mapping[sa.Table, list[dict[str, Any]]]) -> None:
    """Puts names into the events and seats of *kept*, and makes the chains of hashes anew."""
    of_rooms = defaultdict[str, dict[int, NameRow]](dict)
    for row in kept[tables.NAME]:
        of_rooms[row["room"]][row["number"]] = NameRow(*(row[name] for name in NameRow._fields))
    for row in kept[tables.SEAT]:
        row["name"] = row["word"] or of_rooms[row["room"]][row["named"]].text
    last = dict[str, str]()
    for row in sorted(kept[tables.ENTRY], key=lambda row: (row["room"], row["number"])):
        for name in of_rooms[row["room"]].values():
            row["told"] = row["told"].replace(f'"{name.reference}"', json.dumps(name.text))
        entry = tables.EntryRow(*(row[name] for name in tables.EntryRow._fields))
        row["hash"] = last[row["room"]] = entry.hash_after(last.get(row["room"], ""))
    for row in kept[tables.ROOM]:
        row["hash"] = last[row["id"]]


def begin_with(version: str, connection: Connection) -> None:
    """Makes the tables of *version* in an empty database."""
    config = tables._config()
    config.attributes["connection"] = connection
    command.upgrade(config, version)


def _rows_of(connection: Connection, table: sa.Table) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(sa.select(table)).mappings()]
